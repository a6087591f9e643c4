"""Every class of error, by every way in, has the same shape and the same words."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api import problems
from api.problems import BY_ERROR, TYPES, NotFromHere
from callers import HTML, Caller, ways_in
from gis import errors as gis_errors
from vetcontrol import errors
from vetcontrol.errors import FieldError

MEMBERS = {"type", "title", "status", "detail", "clauses", "errors", "code"}
CLAUSE = "DOA1974-11-3a"
WORDS = "It is <b>so</b>. Do that."
SAMPLES: dict[str, Exception] = {
    name: found(
        "It is <b>so</b>. Do that.", clauses=(CLAUSE,), errors=(FieldError("disease", "no"),)
    )
    for name, found in vars(errors).items()
    if isinstance(found, type)
    and issubclass(found, errors.VetcontrolError)
    and found is not errors.VetcontrolError
} | {"NotFromHere": NotFromHere("From elsewhere. Open the page.")}
GEODESY: dict[str, Exception] = {
    "GeodesyError": gis_errors.GeodesyError("It crosses itself.", where=(73.8, 15.4)),
    "TooManyVerticesError": gis_errors.TooManyVerticesError(100_000, 50_000),
    "SwappedCoordinatesError": gis_errors.SwappedCoordinatesError(
        "It lies in the sea.", offer=(73.8278, 15.4909)
    ),
}
ALL = SAMPLES | GEODESY


@pytest.fixture
def app(app: FastAPI) -> FastAPI:
    def fail(name: str) -> None:
        raise {**ALL, "fault": RuntimeError("a secret of the inside")}[name]

    app.add_api_route("/api/v1/raise/{name}", fail)
    app.add_api_route("/raise/{name}", fail)
    return app


def test_the_table_holds_every_class_of_refusal() -> None:
    subclasses = {c for c in vars(errors).values() if isinstance(c, type)} - {
        errors.VetcontrolError,
        FieldError,
    }
    refusals = {c for c in subclasses if issubclass(c, errors.VetcontrolError)}
    assert refusals <= set(BY_ERROR)


@pytest.mark.parametrize("name", ALL)
def test_a_program_gets_problem_details(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/v1/raise/{name}", headers=HTML)
    body = answer.json()
    kind = problems.type_of(ALL[name])
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.status_code == body["status"] == kind.status
    assert body.keys() >= MEMBERS
    assert body["type"] == f"/problems/{kind.name}"
    assert body["detail"] == str(ALL[name])
    assert body["code"].startswith("VC-")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_person_gets_the_same_words_on_a_page(client: TestClient, name: str) -> None:
    answer = client.get(f"/raise/{name}", headers=HTML)
    kind = problems.type_of(SAMPLES[name])
    assert answer.status_code == kind.status
    assert answer.headers["content-type"].startswith("text/html")
    assert "<b>so</b>" not in answer.text
    if name == "NotSignedIn":
        # Nobody did anything wrong: the page asks for a sign-in, without a code to report.
        assert "This page is for officers" in answer.text
        assert "VC-" not in answer.text
    else:
        assert kind.title in answer.text.replace("&#39;", "'")
        assert "VC-" in answer.text
    if isinstance(SAMPLES[name], errors.VetcontrolError) and name not in (
        "NotFromHere",
        "NotSignedIn",
    ):
        assert "section 11(3)" in answer.text
        assert CLAUSE in answer.text


def test_clauses_fields_and_places_are_named(client: TestClient) -> None:
    refused = client.get("/api/v1/raise/Refused").json()
    assert refused["clauses"] == [CLAUSE]
    assert refused["errors"] == [{"field": "disease", "message": "no"}]
    assert client.get("/api/v1/raise/GeodesyError").json()["where"] == [73.8, 15.4]
    assert client.get("/api/v1/raise/SwappedCoordinatesError").json()["offer"] == [73.8278, 15.4909]


def test_a_fault_tells_its_code_and_nothing_else(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    for address in ("/api/v1/raise/fault", "/raise/fault"):
        answer = client.get(address, headers=HTML)
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "Content-Security-Policy" in answer.headers
    code = client.get("/api/v1/raise/fault").json()["code"]
    assert code in caplog.text
    assert "a secret of the inside" in caplog.text


def test_headers_that_the_status_asks_for(client: TestClient) -> None:
    assert client.get("/api/v1/raise/TooMany").headers["Retry-After"] == "900"
    assert client.get("/api/v1/raise/NotSignedIn").headers["WWW-Authenticate"] == "Bearer"
    assert "POST" in client.get("/api/v1/sign-in").headers["Allow"]


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/static/nothing.css", 404),
        ("GET", "/api/v1/sign-in", 405),
        ("GET", "/nothing", 404),
        ("GET", "/problems/nothing", 404),
    ],
)
def test_the_frameworks_own_refusals_have_the_same_shape(
    client: TestClient, method: str, address: str, status: int
) -> None:
    answer = client.request(method, address)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json().keys() >= MEMBERS


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "username"),
        ({"username": "a", "password": "b", "pasword": "c"}, "pasword"),
        ({"username": 1, "password": "b"}, "username"),
        ({"username": "", "password": "b"}, "username"),
    ],
)
def test_a_malformed_body_names_its_fields(
    client: TestClient, body: dict[str, Any], field: str
) -> None:
    answer = client.post("/api/v1/sign-in", json=body)
    assert answer.status_code == 422
    found = {e["field"]: e["message"] for e in answer.json()["errors"]}
    assert field in found
    assert found[field] in answer.json()["detail"]


@pytest.mark.parametrize("body", [b"{", b"[1]", b"\xff", b""])
def test_a_body_that_is_no_object_is_malformed(client: TestClient, body: bytes) -> None:
    answer = client.post(
        "/api/v1/sign-in", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    assert answer.json()["detail"]


# Where nothing can be shown these say why above their own form, as a page.
OWN_FORM = {"/law/matrix", "/verify/typed:path"}


def test_every_route_refuses_the_unsigned_or_answers(app: FastAPI, client: TestClient) -> None:
    """No way in falls over, whatever it is asked by somebody who knows nothing."""
    for way in ways_in(app):
        address = way.path.replace("{", "").replace("}", "")
        for method in way.methods:
            answer = client.request(method, address)
            assert answer.status_code < 500 or "/raise/" in address, (method, address)
            if answer.status_code >= 400 and address not in OWN_FORM:
                assert answer.headers["content-type"] == "application/problem+json", address
                assert answer.json().keys() >= MEMBERS


@pytest.mark.parametrize("name", TYPES)
def test_each_type_of_problem_has_its_page(client: TestClient, name: str) -> None:
    answer = client.get(f"/problems/{name}", headers=HTML)
    assert answer.status_code == 200
    assert str(TYPES[name].status) in answer.text


def test_the_page_of_an_unknown_address_knows_who_looks(client: TestClient, caller: Caller) -> None:
    caller.open_session("root")
    answer = client.get("/nothing", headers=HTML)
    assert answer.status_code == 404
    assert "Asha Naik" in answer.text


def test_openapi_shows_our_problem_in_place_of_the_frameworks(client: TestClient) -> None:
    schema = client.get("/api/openapi.json").json()
    assert "HTTPValidationError" not in str(schema)
    assert schema["components"]["schemas"]["Problem"]["required"]
    signed_in = schema["paths"]["/api/v1/sign-in"]["post"]["responses"]
    assert signed_in["422"]["content"].keys() == {"application/problem+json"}
    assert "security" in schema["paths"]["/api/v1/me"]["get"]
    assert "security" not in schema["paths"]["/api/v1/sign-in"]["post"]
