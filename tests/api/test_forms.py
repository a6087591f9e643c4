"""Forms prove that they are our own, for this session."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.forms import filled
from api.network import SAFE_METHODS
from callers import HTML, Caller, ways_in


def _calls(dependant: object) -> set[object]:
    found = {getattr(dependant, "call", None)}
    for inner in getattr(dependant, "dependencies", ()):
        found |= _calls(inner)
    return found


def test_every_page_that_changes_something_asks_for_our_form(app: FastAPI) -> None:
    changing = [
        way
        for way in ways_in(app)
        if not way.path.startswith("/api/") and way.methods - SAFE_METHODS
    ]
    assert {way.path for way in changing} >= {"/sign-in", "/sign-out"}
    for way in changing:
        assert filled in _calls(way.route.dependant), way.path


@pytest.mark.parametrize("change", ["missing", "empty", "foreign", "other"])
def test_a_form_without_its_proof_is_refused(
    client: TestClient, caller: Caller, change: str
) -> None:
    before = caller.fields("/sign-in")
    caller.open_session("root")
    fields = caller.fields("/sign-out")
    if change == "missing":
        del fields["_csrf"]
    else:
        # "other": a true proof, but of the visit before this session.
        fields["_csrf"] = {"empty": "", "foreign": "f" * 64, "other": before["_csrf"]}[change]
    answer = client.post("/sign-out", data=fields, headers=HTML)
    assert answer.status_code == 403
    assert "Open the page again" in answer.text
    assert client.get("/api/v1/me").status_code == 200


def test_a_form_without_any_cookie_is_refused(client: TestClient, caller: Caller) -> None:
    fields = caller.fields("/sign-in")
    client.cookies.clear()
    given = {"username": "root", "password": caller.passwords["root"]}
    assert client.post("/sign-in", data=fields | given).status_code == 403


def test_json_is_no_form(client: TestClient, caller: Caller) -> None:
    caller.fields("/sign-in")
    assert client.post("/sign-in", json={"username": "root"}).status_code == 403


def test_the_proof_of_one_session_does_not_serve_the_next(
    client: TestClient, caller: Caller
) -> None:
    caller.open_session("root")
    fields = caller.fields("/sign-out")
    caller.open_session("vs.ponda")
    assert client.post("/sign-out", data=fields).status_code == 403
    assert client.post("/sign-out", data=caller.fields("/sign-out")).status_code == 303
