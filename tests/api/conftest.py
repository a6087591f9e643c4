"""An application on a register of its own, with a clock that the test sets and three people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.app import create_app
from vetcontrol.clock import SetClock
from vetcontrol.officers import people
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register
from vetcontrol.schema import metadata, open_register
from vetcontrol.settings import Settings

BEGINNING = datetime(2027, 1, 1, 3, 0, tzinfo=UTC)
PASSWORDS = {"root": "the first administrator", "vs.ponda": "a long enough password"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path}/register.sqlite", max_body_bytes=100_000)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(BEGINNING)


@pytest.fixture
def register(settings: Settings, clock: SetClock) -> Iterator[Register]:
    made = open_register(settings, clock)
    metadata.create_all(made.database.engine)
    people.bootstrap(made, "root", "Asha Naik", PASSWORDS["root"])
    with made.writing() as writing:
        people.add_officer(
            writing, Actor("root"), "vs.ponda", "Dr <b>Rao</b> {{7*7}}", PASSWORDS["vs.ponda"]
        )
    yield made
    made.close()


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


@dataclass
class Caller:
    """Signs in as a program does, and as a person does on the page."""

    client: TestClient

    def token(self, username: str) -> str:
        answer = self.client.post(
            "/api/v1/sign-in", json={"username": username, "password": PASSWORDS[username]}
        )
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])

    def bearer(self, username: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token(username)}"}

    def fields(self, address: str) -> dict[str, str]:
        """The hidden fields of the first form that posts somewhere on the page at `address`."""
        return hidden_fields(self.client.get(address, headers=HTML).text)

    def open_session(self, username: str) -> None:
        fields = self.fields("/sign-in")
        answer = self.client.post(
            "/sign-in",
            data=fields | {"username": username, "password": PASSWORDS[username]},
            headers=HTML,
        )
        assert answer.status_code == 303, answer.text


HTML = {"Accept": "text/html,application/xhtml+xml"}


def hidden_fields(text: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(_\w+)" value="([^"]*)">', text))


@pytest.fixture
def caller(client: TestClient) -> Caller:
    return Caller(client)
