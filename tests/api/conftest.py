"""An application on a register of its own, with a clock that the test sets and three people."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.app import create_app
from callers import Caller
from desk import Desk, database, open_desk
from postgis_server import ENGINES
from registers import START
from vetcontrol.clock import SetClock
from vetcontrol.officers import people
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

HOSTILE = "Dr <b>Rao</b> {{7*7}} '\"`${1}"
PASSWORDS = {"root": "the first administrator", "vs.ponda": "a long enough password"}


@pytest.fixture(scope="session")
def peopled_file(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Path:
    """A register with its first administrator and one more person, whose name is hostile.

    Made once, since hashing passwords is slow on purpose.
    """
    path = tmp_path_factory.mktemp("peopled") / "register.sqlite"
    shutil.copy(migrated_file, path)
    register = open_register(Settings(database_url=f"sqlite:///{path}"), SetClock(START))
    people.bootstrap(register, "root", "Asha Naik", PASSWORDS["root"])
    with register.writing() as writing:
        people.add_officer(writing, Actor("root"), "vs.ponda", HOSTILE, PASSWORDS["vs.ponda"])
    register.close()
    return path


@pytest.fixture
def settings(tmp_path: Path, peopled_file: Path) -> Settings:
    """One engine suffices here: the services below are held on both."""
    path = shutil.copy(peopled_file, tmp_path / "register.sqlite")
    return Settings(
        database_url=f"sqlite:///{path}", max_body_bytes=100_000, prescribed_profile="demo"
    )


@pytest.fixture
def app(settings: Settings, register: Register) -> FastAPI:
    return create_app(settings, register=register)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """An unsigned caller; a fault is answered, not raised into the test."""
    with TestClient(
        app, raise_server_exceptions=False, follow_redirects=False, base_url="http://vet.test"
    ) as made:
        yield made


@pytest.fixture
def caller(client: TestClient) -> Caller:
    return Caller(client, PASSWORDS)


@pytest.fixture(scope="module", params=ENGINES)
def desk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Desk]:
    """The demonstration's officers over HTTP, on both engines; one register for a module."""
    with database(request, tmp_path_factory.mktemp("desk")) as url, open_desk(url) as made:
        yield made
