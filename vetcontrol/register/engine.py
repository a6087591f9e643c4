"""Transactions and locks on SQLite and on PostgreSQL.

A writing transaction takes the register's one write lock when it begins and decides under it;
a reading one sees a single state throughout. Nothing above this file knows one database from
the other.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import DateTime, Engine, create_engine, event, make_url, text
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeDecorator

# Any fixed number serves: it names the register's write lock among PostgreSQL's advisory locks.
WRITE_LOCK = 19740013
BUSY_SECONDS = 30


class Instant(TypeDecorator[datetime]):
    """A moment: aware, in UTC, whole microseconds, on both engines."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment = value.astimezone(UTC)
        return moment if dialect.name == "postgresql" else moment.replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Database:
    """The register's database at `url` (`sqlite:///...` or `postgresql+psycopg://...`)."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._write_lock = threading.Lock()
        self._head_lock = threading.Lock()
        self._head_connection: Any = None
        if self.is_sqlite:
            if not self.url.database or self.url.database == ":memory:":
                raise ValueError("the embedded register is a file: sqlite:///path")
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_engine(self.url, connect_args={"timeout": BUSY_SECONDS})
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
            self._reader, self._writer = (
                self.engine,
                self.engine.execution_options(writes=True),
            )
        else:
            self.engine = create_engine(self.url, pool_pre_ping=True)
            event.listen(self.engine, "begin", _begin_postgresql)
            self._reader = self.engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            self._writer = self.engine.execution_options(
                isolation_level="READ COMMITTED", writes=True
            )

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One read-only transaction that sees a single state of the register."""
        with Session(self._reader, autoflush=False) as session:
            yield session
            session.rollback()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One writing transaction under the write lock; committed on a clean exit."""
        # A lock of the process before the database's own halves the wait on SQLite.
        with self._write_lock, Session(self._writer, expire_on_commit=False) as session:
            session.connection()
            yield session
            session.commit()

    @contextmanager
    def rehearsing(self) -> Iterator[Session]:
        """One writing transaction under the write lock, of which nothing is kept."""
        with self._write_lock, Session(self._writer, expire_on_commit=False) as session:
            session.connection()
            yield session
            session.rollback()

    def head(self) -> int:
        """The sequence of the newest committed entry, over a held connection; 0 when empty."""
        with self._head_lock:
            try:
                return self._read_head()
            except Exception:  # a dropped connection is opened again once; a second failure is real
                self._close_head()
                return self._read_head()

    def _read_head(self) -> int:
        if self._head_connection is None:
            connection = self.engine.raw_connection()
            connection.detach()
            if not self.is_sqlite:
                connection.dbapi_connection.autocommit = True  # type: ignore[union-attr]
            self._head_connection = connection
        cursor = self._head_connection.cursor()
        try:
            cursor.execute("SELECT max(seq) FROM entries")
            return int(cursor.fetchone()[0] or 0)
        finally:
            cursor.close()

    def _close_head(self) -> None:
        if self._head_connection is not None:
            self._head_connection.close()
            self._head_connection = None

    def close(self) -> None:
        """Close every connection."""
        with self._head_lock:
            self._close_head()
        self.engine.dispose()


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        # Without it INSERT OR REPLACE would pass the append-only triggers.
        "recursive_triggers = ON",
        f"busy_timeout = {BUSY_SECONDS * 1000}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Any) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgresql(connection: Any) -> None:
    if connection.get_execution_options().get("writes", False):
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": WRITE_LOCK})


def engine_name(engine: Engine) -> str:
    """`sqlite` or `postgis`, as the bench and the doctor call it."""
    return "sqlite" if engine.dialect.name == "sqlite" else "postgis"
