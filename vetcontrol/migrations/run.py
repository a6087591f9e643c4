"""Bring a register's schema up or down, and hold it against the models."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, inspect, make_url, text
from sqlalchemy.pool import NullPool

from gis.spatialdb import index_ddl
from vetcontrol.errors import Refused
from vetcontrol.migrations.comparison import options
from vetcontrol.register.tables import APPEND_ONLY, REFUSE_CHANGE_FUNCTION, append_only_ddl
from vetcontrol.schema import SPATIAL_TABLES, metadata

HERE = Path(__file__).parent


def upgrade(database_url: str, to: str = "head") -> None:
    """Bring the schema of the register at `database_url` up to the step `to`."""
    with _connected(database_url) as (connection, config):
        if connection.dialect.name == "postgresql":
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS postgis"))
        command.upgrade(config, to)


def downgrade(database_url: str, to: str) -> None:
    """Take the schema down to the step `to` (`base`: nothing is left)."""
    with _connected(database_url) as (connection, config):
        del connection
        command.downgrade(config, to)


def revise(database_url: str, message: str, number: str) -> None:
    """Write the next step from the difference between the database and the models."""
    with _connected(database_url) as (_, config):
        command.revision(config, message=message, autogenerate=True, rev_id=number)


def differences(database_url: str) -> list[str]:
    """How the database differs from the models; empty when it does not."""
    with _connected(database_url) as (connection, _):
        context = MigrationContext.configure(connection, opts=options())
        return [str(d) for d in compare_metadata(context, metadata)]


def current(database_url: str) -> str | None:
    """The step at which the schema of the register stands; None before the first."""
    with _connected(database_url) as (connection, _):
        return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    """The newest step that this program knows."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def require_current(database_url: str) -> None:
    """Raises `Refused` where the schema is not the one this program was written for."""
    at = current(database_url)
    if at != newest():
        raise Refused(
            f"The register's schema is at step {at or 'none'}, this program needs {newest()}."
            " Run: vetcontrol db upgrade"
        )


def furniture(database_url: str) -> set[str]:
    """Triggers, virtual tables and functions that the models cannot state, by name; those that are
    asleep, or do something else under the name of one that should be there, are none."""
    with _connected(database_url) as (connection, _):
        if connection.dialect.name == "sqlite":
            made = _furniture("sqlite")
            found = connection.execute(
                text(
                    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
                    " OR (type = 'table' AND sql LIKE 'CREATE VIRTUAL%')"
                )
            )
            return {name for name, sql in found if made.get(name, sql) == sql}
        found = connection.execute(
            text(
                "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' UNION"
                " SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%USING gist%'"
                " AND schemaname = 'public' UNION"
                " SELECT proname FROM pg_proc WHERE proname = 'refuse_change'"
                " AND prosrc LIKE '%RAISE EXCEPTION%'"
            )
        )
        return {row[0] for row in found}


def expected_furniture(database_url: str) -> set[str]:
    """The names that `furniture` must hold."""
    return set(_furniture(make_url(database_url).get_backend_name()))


def _furniture(dialect: str) -> dict[str, str]:
    """The statements that make the furniture, by the name of what each makes."""
    statements = [s for table in SPATIAL_TABLES for s in index_ddl(table, dialect)]
    statements += [s for table in APPEND_ONLY for s in append_only_ddl(table, dialect)]
    if dialect == "postgresql":
        statements.append(REFUSE_CHANGE_FUNCTION)
    made = re.compile(r"CREATE (?:VIRTUAL TABLE|TRIGGER|INDEX|FUNCTION) (\w+)")
    return {found[1]: s for s in statements if (found := made.match(s))}


def tables(database_url: str) -> set[str]:
    """The names of all tables."""
    with _connected(database_url) as (connection, _):
        return set(inspect(connection).get_table_names())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE))
    return config


@contextmanager
def _connected(database_url: str) -> Iterator[tuple[Connection, Config]]:
    """A connection with one transaction around all steps.

    A batch on SQLite rebuilds a table, so foreign keys are off while it runs and are checked
    before the commit.
    """
    url = make_url(database_url)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, poolclass=NullPool)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _connect(connection: object, _record: object) -> None:
            connection.isolation_level = None  # type: ignore[attr-defined]

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    config = _config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        yield connection, config
        if engine.dialect.name == "sqlite":
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if broken:
                raise Refused(f"The step would leave rows without what they refer to: {broken}")
    engine.dispose()
