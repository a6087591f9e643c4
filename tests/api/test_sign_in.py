"""Signing in and out, by programs and on pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fastapi.testclient import TestClient

from callers import HTML, OURS, Caller
from vetcontrol.clock import SetClock
from vetcontrol.officers import people
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register


def test_a_token_opens_until_it_is_signed_out(client: TestClient, caller: Caller) -> None:
    header = caller.bearer("root")
    me = client.get("/api/v1/me", headers=header)
    assert me.status_code == 200
    assert me.json() == {
        "username": "root",
        "name": "Asha Naik",
        "administrator": True,
        "appointments": [],
    }
    assert client.post("/api/v1/sign-out", headers=header).status_code == 204
    ended = client.get("/api/v1/me", headers=header)
    assert ended.status_code == 401
    assert "ended" in ended.json()["detail"]


def test_a_token_expires_at_its_hour(client: TestClient, caller: Caller, clock: SetClock) -> None:
    header, start = caller.bearer("root"), clock.now()
    clock.set(start + timedelta(hours=12) - timedelta(seconds=1))
    assert client.get("/api/v1/me", headers=header).status_code == 200
    clock.set(start + timedelta(hours=12))
    answer = client.get("/api/v1/me", headers=header)
    assert answer.status_code == 401
    assert "expired" in answer.json()["detail"]


def test_an_expired_session_leads_back_through_the_sign_in(
    client: TestClient, caller: Caller, clock: SetClock
) -> None:
    caller.open_session("root")
    assert client.get("/", headers=HTML).status_code == 200
    clock.set(clock.now() + timedelta(hours=13))
    answer = client.get("/?f=1", headers=HTML)
    assert answer.status_code == 401
    assert "expired" in answer.text
    assert client.get("/problems", headers=HTML).status_code == 200
    caller.open_session("root")
    assert client.get("/", headers=HTML).status_code == 200


def test_the_first_page_leads_who_is_not_signed_in_to_the_sign_in(client: TestClient) -> None:
    first = client.get("/", headers=HTML, follow_redirects=False)
    assert (first.status_code, first.headers["location"]) == (303, "/sign-in")
    assert client.get("/").status_code == 401  # a program
    other = client.get("/declare", headers=HTML)
    assert other.status_code == 401
    assert 'name="back" value="/declare"' in other.text
    assert "notice-refused" not in other.text
    assert "This page is for officers" in other.text


def test_ten_wrong_tries_then_rest(client: TestClient, clock: SetClock, caller: Caller) -> None:
    for _ in range(10):
        answer = client.post("/api/v1/sign-in", json={"username": "root", "password": "wrong"})
        assert answer.status_code == 401
    right = {"username": "root", "password": caller.passwords["root"]}
    answer = client.post("/api/v1/sign-in", json=right)
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "900"
    page = client.post("/sign-in", data=caller.fields("/sign-in") | right, headers=HTML)
    assert page.status_code == 429
    assert page.headers["Retry-After"] == "900"
    clock.set(clock.now() + timedelta(minutes=15))
    assert client.post("/api/v1/sign-in", json=right).status_code == 200


def test_a_password_may_begin_and_end_with_a_space(
    client: TestClient, caller: Caller, register: Register
) -> None:
    spaced = {"username": "spaced", "password": "  a long enough one  "}
    with register.writing() as writing:
        people.add_officer(writing, Actor("root"), "spaced", "Spaced", spaced["password"])
    assert client.post("/api/v1/sign-in", json=spaced).status_code == 200
    assert client.post("/sign-in", data=caller.fields("/sign-in") | spaced).status_code == 303


def test_the_page_says_no_more_than_that_it_is_wrong(client: TestClient, caller: Caller) -> None:
    for username in ("root", "nobody"):
        fields = caller.fields("/sign-in") | {"username": username, "password": "a secret word"}
        answer = client.post("/sign-in", data=fields, headers=HTML)
        assert answer.status_code == 401
        assert "Username or password is wrong" in answer.text
        assert f'value="{username}"' in answer.text
        assert "a secret word" not in answer.text


@pytest.mark.parametrize("missing", ["username", "password"])
def test_an_empty_field_is_named_at_the_field(
    client: TestClient, caller: Caller, missing: str
) -> None:
    fields = caller.fields("/sign-in") | {"username": "root", "password": "x"} | {missing: ""}
    answer = client.post("/sign-in", data=fields, headers=HTML)
    assert answer.status_code == 422
    assert f'id="error-{missing}"' in answer.text
    assert f'href="#field-{missing}"' in answer.text


def test_the_session_is_renewed_at_sign_in(client: TestClient, caller: Caller) -> None:
    caller.open_session("root")
    old = client.cookies["vetcontrol-session"]
    caller.open_session("root")
    assert client.cookies["vetcontrol-session"] != old
    client.cookies.clear()
    client.cookies.set("vetcontrol-session", old)
    assert client.get("/api/v1/me").status_code == 401


def test_signing_out_on_the_page_ends_the_session_itself(
    client: TestClient, caller: Caller
) -> None:
    caller.open_session("root")
    kept = client.cookies["vetcontrol-session"]
    answer = client.post("/sign-out", data=caller.fields("/"), headers=HTML)
    assert answer.headers["location"] == "/sign-in"
    assert "vetcontrol-session" not in client.cookies
    client.cookies.set("vetcontrol-session", kept)
    assert client.get("/api/v1/me", headers=OURS).status_code == 401


@pytest.mark.parametrize(
    ("back", "leads"),
    [
        ("/problems?x=1", "/problems?x=1"),
        ("//evil.test/", "/"),
        ("https://evil.test/", "/"),
        ("/\\evil.test", "/"),
        ("javascript:alert(1)", "/"),
        ("/\x01", "/"),
    ],
)
def test_the_way_back_stays_on_this_site(
    client: TestClient, caller: Caller, back: str, leads: str
) -> None:
    fields = caller.fields("/sign-in")
    given = {"username": "root", "password": caller.passwords["root"], "back": back}
    answer = client.post("/sign-in", data=fields | given, headers=HTML)
    assert answer.headers["location"] == leads


def test_hostile_names_are_words(client: TestClient, caller: Caller) -> None:
    caller.open_session("vs.ponda")
    text = client.get("/", headers=HTML).text
    assert "Dr &lt;b&gt;Rao&lt;/b&gt; {{7*7}}" in text
    assert "<b>Rao" not in text


def test_metrics_are_for_administrators(client: TestClient, caller: Caller) -> None:
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers=caller.bearer("vs.ponda")).status_code == 403
    answer = client.get("/metrics", headers=caller.bearer("root"))
    assert answer.status_code == 200
    assert "vetcontrol_log_head 2\n" in answer.text
    assert 'vetcontrol_answers_total{status="403"} 1\n' in answer.text


def test_it_lives_and_is_ready(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}
    assert client.get("/readyz").json() == {"status": "ready", "known_seq": 2}


def test_the_audit_is_for_administrators(client: TestClient, caller: Caller) -> None:
    assert client.get("/api/v1/audit/verify").status_code == 401
    assert client.get("/api/v1/audit/verify", headers=caller.bearer("vs.ponda")).status_code == 403
    answer = client.get("/api/v1/audit/verify", headers=caller.bearer("root")).json()
    assert answer["whole"]
    assert answer["entries"] == answer["head"]["seq"] == 2
