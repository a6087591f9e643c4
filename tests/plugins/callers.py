"""Callers of the application: programs that bear a token, people who fill in forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from fastapi.testclient import TestClient

HTML = {"Accept": "text/html,application/xhtml+xml"}
OURS = {"X-Vetcontrol": "1"}


@dataclass
class Caller:
    """Signs in by username with the passwords it knows."""

    client: TestClient
    passwords: Mapping[str, str]

    def token(self, username: str) -> str:
        """A new token, as a program gets it."""
        answer = self.client.post(
            "/api/v1/sign-in", json={"username": username, "password": self.passwords[username]}
        )
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])

    def bearer(self, username: str) -> dict[str, str]:
        """The header of a program that has just signed in."""
        return {"Authorization": f"Bearer {self.token(username)}"}

    def fields(self, address: str) -> dict[str, str]:
        """The hidden fields of a form on the page at `address`."""
        return hidden_fields(self.client.get(address, headers=HTML).text)

    def open_session(self, username: str) -> None:
        """Sign in on the page, which leaves the session's cookie with the client."""
        given = {"username": username, "password": self.passwords[username]}
        answer = self.client.post("/sign-in", data=self.fields("/sign-in") | given, headers=HTML)
        assert answer.status_code == 303, answer.text


def hidden_fields(text: str) -> dict[str, str]:
    """The tokens that our forms carry."""
    found = re.findall(r'<input type="hidden" name="(_\w+)" value="([^"]*)">', text)
    return dict(found)


@dataclass(frozen=True)
class Way:
    """A way in: address as declared, methods, and the route it stands for."""

    path: str
    methods: frozenset[str]
    route: APIRoute


def ways_in(app: FastAPI) -> Iterator[Way]:
    """Every endpoint of the application, however deep its router is included."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute):
            yield Way(str(context.path), frozenset(context.methods or ()), route)
