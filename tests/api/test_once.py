"""The same request twice is done once; another body, one in flight and a failure are told."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient
from starlette.responses import Response

from api.forms import Form
from api.once import Done, Once
from api.pages.page import OfficerPage
from callers import HTML, Caller, hidden_fields
from vetcontrol.errors import Refused
from vetcontrol.officers import people
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register, Writing

PASSWORD = "one more long password"


@pytest.fixture
def app(app: FastAPI) -> FastAPI:
    router = APIRouter()

    def add(writing: Writing, once: Once, username: str) -> None:
        people.add_officer(writing, Actor(once.officer.username), username, "One More", PASSWORD)

    @router.post("/api/v1/add/{place}", status_code=201)
    def by_program(place: str, body: dict[str, Any], once: Once) -> Response:
        def act(writing: Writing) -> Done:
            add(writing, once, body["username"])
            if body.get("fails"):
                raise Refused("The law forbids it.")
            return Done(201, {"username": body["username"], "metres": 0.1 + 0.2})

        return once(act).response()

    @router.post("/add")
    def by_page(page: OfficerPage, form: Form, once: Once) -> Response:
        def act(writing: Writing) -> Done:
            add(writing, once, form.text("username"))
            return Done.go("/problems", said="Added <one> more.")

        return page.answer(once(act))

    app.include_router(router)
    return app


def _post(client: TestClient, header: dict[str, str], body: dict[str, Any], **more: str) -> Any:
    return client.post("/api/v1/add/a", json=body, headers=header | more)


def test_the_first_answer_is_given_again(
    client: TestClient, caller: Caller, register: Register
) -> None:
    header = caller.bearer("root") | {"Idempotency-Key": "k1"}
    first = _post(client, header, {"username": "ins.one"})
    again = _post(client, header, {"username": "ins.one"})
    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert first.json()["metres"] == 0.30000000000000004
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert register.database.head() == 3


def test_another_body_or_address_is_another_request(client: TestClient, caller: Caller) -> None:
    header = caller.bearer("root") | {"Idempotency-Key": "k1"}
    assert _post(client, header, {"username": "ins.one"}).status_code == 201
    other = _post(client, header, {"username": "ins.two"})
    assert other.status_code == 409
    assert "another body" in other.json()["detail"]
    elsewhere = client.post("/api/v1/add/b", json={"username": "ins.two"}, headers=header)
    assert elsewhere.status_code == 201


def test_without_a_key_each_request_is_done(client: TestClient, caller: Caller) -> None:
    header = caller.bearer("root")
    assert _post(client, header, {"username": "ins.one"}).status_code == 201
    assert _post(client, header, {"username": "ins.one"}).status_code == 409


def test_a_failure_keeps_nothing_and_gives_the_key_back(
    client: TestClient, caller: Caller, register: Register
) -> None:
    header = caller.bearer("root") | {"Idempotency-Key": "k1"}
    refused = _post(client, header, {"username": "ins.one", "fails": True})
    assert refused.status_code == 409
    assert register.database.head() == 2
    assert _post(client, header, {"username": "ins.one"}).status_code == 201


def test_one_in_flight_is_told(
    client: TestClient, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second arrives while the first is being done."""
    header = caller.bearer("root") | {"Idempotency-Key": "k1"}
    body = {"username": "ins.one"}
    seen: list[Any] = []
    original = Register.writing
    calls: list[int] = []

    def writing(register: Register) -> Any:
        calls.append(1)
        if len(calls) == 2:  # the claim is made, the act is about to begin
            seen.append(_post(client, header, body))
        return original(register)

    monkeypatch.setattr(Register, "writing", writing)
    assert _post(client, header, body).status_code == 201
    assert seen[0].status_code == 409
    assert "still being done" in seen[0].json()["detail"]


@pytest.mark.parametrize("key", ["", "x" * 201, "\x7f"])
def test_a_key_that_is_none_is_malformed(client: TestClient, caller: Caller, key: str) -> None:
    answer = _post(client, caller.bearer("root"), {"username": "a"}, **{"Idempotency-Key": key})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "Idempotency-Key"


def test_a_form_pressed_twice_does_it_once_and_says_so_once(
    client: TestClient, caller: Caller, register: Register
) -> None:
    caller.open_session("root")
    fields = hidden_fields(client.get("/", headers=HTML).text) | {"username": "ins.one"}
    for _ in range(2):
        answer = client.post("/add", data=fields, headers=HTML)
        assert answer.status_code == 303
        assert answer.headers["location"] == "/problems"
    assert register.database.head() == 3
    assert "Added &lt;one&gt; more." in client.get("/problems", headers=HTML).text
    assert "Added" not in client.get("/problems", headers=HTML).text


def test_nobody_else_can_make_a_page_say_something(client: TestClient, caller: Caller) -> None:
    caller.open_session("root")
    client.cookies.set("vetcontrol-said", "WW91IHdvbg==." + "0" * 64)
    assert "You won" not in client.get("/problems", headers=HTML).text
