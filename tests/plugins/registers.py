"""An empty register on each engine, with a clock that the test sets."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from vetcontrol.clock import IST, SetClock
from vetcontrol.migrations import run
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

START = datetime(2027, 1, 1, 0, 0, tzinfo=IST)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the newest schema and nothing in it, to be copied."""
    path = tmp_path_factory.mktemp("schema") / "register.sqlite"
    run.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def register_url(engine_url: str, migrated_file: Path) -> str:
    """The address of an empty register with the newest schema."""
    if engine_url.startswith("sqlite"):
        shutil.copy(migrated_file, engine_url.removeprefix("sqlite:///"))
    elif run.current(engine_url) != run.newest():
        run.upgrade(engine_url)
    return engine_url


@pytest.fixture
def clock() -> SetClock:
    """A clock that stands at the beginning of 2027 in India until the test sets it."""
    return SetClock(START)


@pytest.fixture
def settings(register_url: str) -> Settings:
    """Settings of a register whose prescribed values are the demonstration's samples."""
    return Settings(database_url=register_url, prescribed_profile="demo")


@pytest.fixture
def register(settings: Settings, clock: SetClock) -> Iterator[Register]:
    """The register, open."""
    opened = open_register(settings, clock)
    yield opened
    opened.close()
