"""The pages on a register of the module's own, with hostile names in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from office_visitor import HOSTILE, NOW, OPENED, Visitor, furnish
from vetcontrol import demonstration
from vetcontrol.clock import SetClock
from vetcontrol.officers import people
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings


@pytest.fixture(scope="session")
def furnished(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demonstration with hostile names wherever people type them, and one declared radius."""
    path = tmp_path_factory.mktemp("furnished") / "register.sqlite"
    shutil.copy(migrated_file, path)
    settings = Settings(database_url=f"sqlite:///{path}", prescribed_profile="demo")
    register = open_register(settings, SetClock(OPENED))
    demonstration.build(register, premises=0)
    with register.writing() as writing:
        people.add_officer(writing, Actor("administrator"), "hostile", HOSTILE, "a long enough one")
    furnish(register)
    register.close()
    return path


@pytest.fixture
def settings(furnished: Path, tmp_path: Path) -> Settings:
    path = shutil.copy(furnished, tmp_path / "register.sqlite")
    return Settings(database_url=f"sqlite:///{path}", prescribed_profile="demo")


@pytest.fixture
def register(settings: Settings) -> Iterator[Register]:
    opened = open_register(settings, SetClock(NOW))
    yield opened
    opened.close()


@pytest.fixture
def visitor(settings: Settings, register: Register) -> Iterator[Visitor]:
    app = create_app(settings, register=register)
    with TestClient(app, follow_redirects=False, base_url="http://vet.test") as client:
        yield Visitor(client, register)
