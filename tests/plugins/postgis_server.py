"""A throwaway PostgreSQL server with PostGIS for the tests, and the two engines to test on.

The server lies in a temporary folder, listens on a free port of the loopback address, trusts
everybody, does not flush to the disk, and ends with the process that started it. The cluster
that a Debian package starts of itself is left alone.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from required import absent

ENGINES = [pytest.param("sqlite", id="sqlite"), pytest.param("postgis", marks=pytest.mark.postgis)]
READY_WITHIN_S = 60.0
LOCK_WAIT = "10s"


@dataclass(frozen=True)
class PostgisServer:
    """A running server: its port, and addresses of its databases for SQLAlchemy and psycopg."""

    port: int

    def url(self, database: str) -> str:
        """The address as VETCONTROL_DATABASE_URL takes it."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/{database}"

    def conninfo(self, database: str) -> str:
        """The address as psycopg and libpq take it."""
        return f"host=127.0.0.1 port={self.port} user=postgres dbname={database}"

    def create(self, database: str) -> str:
        """Make an empty database with the extension PostGIS and return its SQLAlchemy address."""
        self._administer(
            sql.SQL("CREATE DATABASE {} TEMPLATE blank").format(sql.Identifier(database))
        )
        return self.url(database)

    def drop(self, database: str) -> None:
        """Take a database away, ending whoever is still connected to it."""
        self._administer(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(database)))

    def empty(self, database: str) -> None:
        """Empty every table but PostGIS's own and Alembic's, append-only ones too.

        Raises psycopg.errors.LockNotAvailable when a test left a transaction open.
        """
        with psycopg.connect(self.conninfo(database)) as connection:
            connection.execute(f"SET LOCAL lock_timeout = '{LOCK_WAIT}'")
            connection.execute("SET LOCAL session_replication_role = replica")
            rows = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
                " AND tablename NOT IN ('spatial_ref_sys', 'alembic_version')"
            ).fetchall()
            if rows:
                tables = sql.SQL(", ").join(sql.Identifier(name) for (name,) in rows)
                connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(tables))

    def _administer(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.conninfo("postgres"), autocommit=True) as connection:
            connection.execute(statement)


def _programs() -> Path | None:
    """The newest bin folder of a PostgreSQL that has PostGIS."""
    with_postgis = [
        Path("/usr/lib/postgresql", control.parent.parent.name, "bin")
        for control in Path("/usr/share/postgresql").glob("*/extension/postgis.control")
    ]
    usable = [folder for folder in with_postgis if (folder / "initdb").exists()]
    if usable:
        return max(usable, key=lambda folder: float(folder.parent.name))
    pg_config = shutil.which("pg_config")
    if pg_config is None:
        return None
    run = [
        Path(
            subprocess.run(
                [pg_config, flag], capture_output=True, text=True, check=True
            ).stdout.strip()
        )
        for flag in ("--bindir", "--sharedir")
    ]
    complete = (run[0] / "initdb").exists() and (run[1] / "extension/postgis.control").exists()
    return run[0] if complete else None


def _as_server_user() -> list[str]:
    """The command prefix: PostgreSQL refuses to run as root, and must not outlive the tests."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return []
    prefix = [setpriv, "--pdeathsig", "INT"]
    if os.geteuid() == 0:
        prefix += ["--reuid", "postgres", "--regid", "postgres", "--init-groups"]
    return prefix


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(server: PostgisServer, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while True:
        try:
            psycopg.connect(server.conninfo("postgres")).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}") from None
            time.sleep(0.05)
        else:
            return


@contextmanager
def running_server(*, fsync: bool = False) -> Iterator[PostgisServer]:
    """Start a server of its own and stop it again; fsync=True for tests of crashes.

    Skips or fails by `required.absent` where the machine has no PostgreSQL with PostGIS.
    """
    programs = _programs()
    if programs is None:
        absent("no PostgreSQL server with PostGIS on this machine")
    prefix = _as_server_user()
    if os.geteuid() == 0 and not prefix:
        absent("setpriv (util-linux) is missing, and PostgreSQL does not run as root")
    folder = Path(tempfile.mkdtemp(prefix="vetcontrol-postgis-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data, log = folder / "data", folder / "log"
        initdb = ["-D", str(data), "-U", "postgres", "-A", "trust"]
        initdb += ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(
            [*prefix, str(programs / "initdb"), *initdb],
            check=True,
            capture_output=True,
            cwd="/",
        )
        server = PostgisServer(_free_port())
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(server.port),
            "unix_socket_directories": str(folder),
            "fsync": "on" if fsync else "off",
            "max_connections": "200",
            "shared_buffers": "128MB",
        }
        settings = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*prefix, str(programs / "postgres"), "-D", str(data), *settings],
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                cwd="/",
            )
        try:
            _wait(server, process, log)
            _prepare_template(server)
            yield server
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prepare_template(server: PostgisServer) -> None:
    with psycopg.connect(server.conninfo("postgres"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE blank")
    with psycopg.connect(server.conninfo("blank"), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION postgis")


@pytest.fixture(scope="session")
def postgis_server() -> Iterator[PostgisServer]:
    """The session's server; each worker of xdist has one of its own."""
    with running_server() as server:
        yield server


@pytest.fixture(scope="session")
def postgis_url(postgis_server: PostgisServer) -> str:
    """The address of the worker's database; not emptied between tests (see engine_url)."""
    return postgis_server.create("register")


@pytest.fixture(params=ENGINES)
def engine_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, once on SQLite and once on PostGIS.

    On SQLite a new file, on PostGIS the worker's database, emptied after the test: its tables
    stay, so that migrating it again costs nothing.
    """
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'register.sqlite'}"
        return
    url: str = request.getfixturevalue("postgis_url")
    server: PostgisServer = request.getfixturevalue("postgis_server")
    yield url
    server.empty("register")


_numbers = count(1)


@pytest.fixture(params=ENGINES)
def blank_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of the test's own without a table, for tests of migrations."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'blank.sqlite'}"
        return
    server: PostgisServer = request.getfixturevalue("postgis_server")
    name = f"blank_{next(_numbers)}"
    yield server.create(name)
    server.drop(name)
