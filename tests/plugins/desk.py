"""The demonstration's officers over HTTP, with a clock that the test sets, on either engine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from offices import OPENED
from vetcontrol import demonstration
from vetcontrol.clock import SetClock
from vetcontrol.migrations import run
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

BASE = "/api/v1"
_databases = count(1)


@dataclass
class Desk:
    """Asks and acts over HTTP as the officer behind a demonstration sign-in; None is unsigned."""

    app: FastAPI
    client: TestClient
    register: Register
    clock: SetClock
    passwords: Mapping[str, str]
    _tokens: dict[str, tuple[str, datetime]] = field(default_factory=dict)

    def at(self, moment: datetime) -> None:
        """Set the clock."""
        self.clock.set(moment)

    def header(self, who: str | None) -> dict[str, str]:
        """The header of an officer, who signs in again when the token has ended."""
        if who is None:
            return {}
        token, ends = self._tokens.get(who, ("", self.clock.now()))
        if self.clock.now() >= ends:
            username = demonstration.POSTS[who].username
            answer = self.client.post(
                f"{BASE}/sign-in",
                json={"username": username, "password": self.passwords[who]},
            )
            assert answer.status_code == 200, answer.text
            token = answer.json()["token"]
            ends = self.clock.now() + timedelta(hours=self.register.settings.session_hours)
            self._tokens[who] = (token, ends)
        return {"Authorization": f"Bearer {token}"}

    def ask(self, who: str | None, path: str, **query: Any) -> Response:
        """A GET under /api/v1."""
        return self.client.get(f"{BASE}{path}", params=query, headers=self.header(who))

    def get(self, who: str | None, path: str, **query: Any) -> Any:
        """What a GET answers, which must be 200."""
        answer = self.ask(who, path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(
        self, who: str | None, path: str, body: Any = None, *, key: str | None = None
    ) -> Response:
        """A POST under /api/v1."""
        header = self.header(who) | ({"Idempotency-Key": key} if key else {})
        return self.client.post(f"{BASE}{path}", json=body, headers=header)

    def do(self, who: str, path: str, body: Any = None) -> Any:
        """What a POST answers, which must succeed."""
        answer = self.send(who, path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def head(self) -> int:
        """The log's head."""
        return self.register.database.head()


def in_path(number: str) -> str:
    """A number as it stands in a path."""
    return number.replace("/", "-")


@contextmanager
def open_desk(url: str, **settings: Any) -> Iterator[Desk]:
    """A demonstration register without premises at `url`, served over HTTP."""
    clock = SetClock(OPENED)
    chosen = Settings(database_url=url, prescribed_profile="demo", **settings)
    register = open_register(chosen, clock)
    try:
        sign_ins = demonstration.build(register, premises=0)
        passwords = {who: sign_in["password"] for who, sign_in in sign_ins.items()}
        app = create_app(chosen, register=register)
        with TestClient(app, raise_server_exceptions=False, base_url="http://vet.test") as client:
            yield Desk(app, client, register, clock, passwords)
    finally:
        register.close()


@contextmanager
def database(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """A database of its own with the newest schema, on the engine that the parameter names."""
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("migrated_file"), folder / "desk.sqlite")
        yield f"sqlite:///{file}"
        return
    server = request.getfixturevalue("postgis_server")
    name = f"desk_{next(_databases)}"
    url = server.create(name)
    run.upgrade(url)
    yield url
    server.drop(name)
