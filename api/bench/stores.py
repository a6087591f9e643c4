"""Where the bench keeps its registers: a file under var/bench, and a database of PostGIS.

A store that was seeded whole carries a key of all it was made from, and serves again.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, inspect, text

from api.bench import seeding
from api.bench.ground import Ground
from vetcontrol import resources
from vetcontrol.errors import Refused

POSTGRESQL = "VETCONTROL_BENCH_POSTGRESQL"
MARK = "vetcontrol bench "
NO_POSTGIS = (
    "PostGIS is missing: no PostgreSQL server with PostGIS was found. Run `make system-packages`,"
    f" or name an empty database in {POSTGRESQL} (postgresql+psycopg://USER@HOST/NAME), or measure"
    " SQLite alone with --engine sqlite."
)


def sqlite_store(folder: Path, premises: int, areas: int, ground: Ground) -> str:
    """The address of the seeded file in `folder`, made where it is not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"bench-{premises}-{seeding.key(premises, areas, ground)}.sqlite"
    if not made.exists():
        for old in folder.glob(f"bench-{premises}-*"):
            old.unlink()
        making = made.with_suffix(".making")
        seeding.fill(f"sqlite:///{making}", premises, areas, ground)
        making.rename(made)
    return f"sqlite:///{made}"


@contextmanager
def postgis_store(premises: int, areas: int, ground: Ground) -> Iterator[str]:
    """The address of a seeded database: that of the environment, or of a server of our own that
    ends with the bench. Raises `Refused` where there is neither, or the database is in other use.
    """
    given = os.environ.get(POSTGRESQL)
    if given:
        _fill_once(given, premises, areas, ground)
        yield given
        return
    with _own_server() as url:
        _fill_once(url, premises, areas, ground)
        yield url


def _fill_once(url: str, premises: int, areas: int, ground: Ground) -> None:
    mark = MARK + seeding.key(premises, areas, ground)
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            tables = set(inspect(connection).get_table_names()) - {"spatial_ref_sys"}
            found = None
            if "premises" in tables:
                found = connection.scalar(text("SELECT obj_description('premises'::regclass)"))
        if found == mark:
            return
        if tables:
            raise Refused(
                f"The database of {POSTGRESQL} holds something else ({found or 'no bench'}); the"
                " bench empties nothing. Name an empty database."
            )
        seeding.fill(url, premises, areas, ground)
        with engine.begin() as connection:
            connection.execute(text(f"COMMENT ON TABLE premises IS '{mark}'"))
    finally:
        engine.dispose()


@contextmanager
def _own_server() -> Iterator[str]:
    """An empty database on the throwaway server that the tests use."""
    checkout = resources.checkout()
    plugins = checkout and checkout / "tests" / "plugins"
    if plugins is None or not (plugins / "postgis_server.py").exists():
        raise Refused(NO_POSTGIS)
    sys.path.insert(0, str(plugins))
    try:
        module = importlib.import_module("postgis_server")
        pytest = importlib.import_module("pytest")
    except ImportError as error:
        raise Refused(f"{NO_POSTGIS} (The tests' own server needs {error.name}.)") from error
    finally:
        sys.path.remove(str(plugins))
    server = module.running_server()
    try:
        running = server.__enter__()
    except (pytest.skip.Exception, pytest.fail.Exception) as absent:
        raise Refused(NO_POSTGIS) from absent
    try:
        yield running.create("bench")
    finally:
        server.__exit__(None, None, None)
