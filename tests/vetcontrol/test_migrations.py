"""Migrations up and down on both engines, held against the models and what they cannot state."""

from __future__ import annotations

import re

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from vetcontrol.errors import Refused
from vetcontrol.migrations import run

APPEND_ONLY = ("documents", "effects", "entries", "entry_subjects", "strikes")
SPATIAL = ("infected_places", "premises")


def sqlite(append_only: tuple[str, ...], spatial: tuple[str, ...]) -> set[str]:
    return (
        {f"{table}_no_{what}" for table in append_only for what in ("update", "delete")}
        | {f"{table}_rtree" for table in spatial}
        | {f"{table}_rtree_{what}" for table in spatial for what in ("insert", "update", "delete")}
    )


def postgis(append_only: tuple[str, ...], spatial: tuple[str, ...]) -> set[str]:
    return (
        {f"{table}_append_only" for table in append_only}
        | {f"ix_{table}_shape" for table in spatial}
        | {"refuse_change"}
    )


# What each step leaves behind that the models cannot state, written out here and not derived.
FURNITURE = {
    step: {"sqlite": sqlite(append_only, spatial), "postgresql": postgis(append_only, spatial)}
    for step, append_only, spatial in (
        ("0001", APPEND_ONLY, SPATIAL),
        ("0002", APPEND_ONLY, SPATIAL),
        ("0003", APPEND_ONLY, SPATIAL),
    )
}
OF_ALEMBIC = {"alembic_version"}


def steps() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(run.HERE))
    return [
        s.revision for s in reversed(list(ScriptDirectory.from_config(config).walk_revisions()))
    ]


def dialect(url: str) -> str:
    return "sqlite" if url.startswith("sqlite") else "postgresql"


def tables(url: str) -> set[str]:
    of_rtree = re.compile(r"\w+_rtree(_node|_parent|_rowid)?")
    return {t for t in run.tables(url) if not of_rtree.fullmatch(t)} - {"spatial_ref_sys"}


def test_up_step_by_step_down_to_nothing_and_up_again(blank_url: str) -> None:
    assert set(FURNITURE) == set(steps())
    assert run.current(blank_url) is None
    for step in steps():
        run.upgrade(blank_url, step)
        assert run.current(blank_url) == step
        assert run.furniture(blank_url) == FURNITURE[step][dialect(blank_url)]
    assert run.differences(blank_url) == []
    assert run.expected_furniture(blank_url) == run.furniture(blank_url)
    for step in [*reversed(steps()[:-1]), "base"]:
        run.downgrade(blank_url, step)
        expected = FURNITURE.get(step, {}).get(dialect(blank_url), set())
        assert run.furniture(blank_url) == expected
    assert tables(blank_url) == OF_ALEMBIC
    assert run.current(blank_url) is None
    run.upgrade(blank_url)
    assert run.current(blank_url) == run.newest() == steps()[-1]
    assert run.furniture(blank_url) == FURNITURE[run.newest()][dialect(blank_url)]
    assert run.differences(blank_url) == []


def test_a_trigger_that_sleeps_or_does_nothing_is_none(blank_url: str) -> None:
    run.upgrade(blank_url)
    engine = create_engine(blank_url)
    changes, gone = (
        (
            "ALTER TABLE entries DISABLE TRIGGER entries_append_only",
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RETURN NEW; END $$",
        ),
        {"entries_append_only", "refuse_change"},
    )
    if engine.dialect.name == "sqlite":
        changes, gone = (
            (
                "DROP TRIGGER entries_no_update",
                "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT 1; END",
            ),
            {"entries_no_update"},
        )
    with engine.begin() as connection:
        for change in changes:
            connection.execute(text(change))
    engine.dispose()
    assert run.expected_furniture(blank_url) - run.furniture(blank_url) == gone


def test_a_difference_is_seen(blank_url: str) -> None:
    run.upgrade(blank_url)
    engine = create_engine(blank_url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE premises ADD COLUMN colour VARCHAR(10)"))
        connection.execute(text("DROP INDEX ix_notifications_state"))
    engine.dispose()
    found = " ".join(run.differences(blank_url))
    assert "colour" in found
    assert "ix_notifications_state" in found


def test_a_schema_of_another_step_is_refused(blank_url: str) -> None:
    with pytest.raises(Refused, match=r"step none.*vetcontrol db upgrade"):
        run.require_current(blank_url)
    run.upgrade(blank_url)
    run.require_current(blank_url)
    engine = create_engine(blank_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(Refused, match="step 9999, this program needs"):
        run.require_current(blank_url)


def test_a_step_that_fails_leaves_the_step_before(
    blank_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All steps stand in one transaction, on SQLite as well."""
    monkeypatch.setattr(
        "vetcontrol.register.tables.append_only_ddl",
        lambda _table, _dialect: ["DELETE FROM no_such_table"],
    )
    with pytest.raises(Exception, match="no_such_table"):
        run.upgrade(blank_url)
    assert tables(blank_url) <= OF_ALEMBIC
    assert run.current(blank_url) is None


def test_every_step_has_its_number_in_its_file_name() -> None:
    names = sorted(p.name for p in (run.HERE / "versions").glob("[0-9]*.py"))
    assert [name.partition("_")[0] for name in names] == steps()
