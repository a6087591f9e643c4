"""Lists, features, numbers and the times of a question."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI, Request
from fastapi.testclient import TestClient
from starlette.responses import Response

from api.answers import JSON, geojson, listing
from api.deps import Paging, RegisterDep, Times
from api.fields import Body, Day, Metres, Moment, Text
from gis.geojson import parse_geojson

POINT = {"type": "Point", "coordinates": [73.82780000000001, 15.4909]}
ITEMS = [{"id": n, "name": f"n{n}", "geometry": POINT} for n in range(250)]


class Given(Body):
    signed_at: Moment
    on: Day
    metres: Metres = 0.0
    reason: Text = "a reason"


@pytest.fixture
def app(app: FastAPI) -> FastAPI:
    router = APIRouter()

    @router.get("/api/v1/list")
    def items(request: Request, part: Paging) -> Response:
        shown = ITEMS[part.offset : part.offset + part.limit]
        return listing(request, part, shown, len(ITEMS), known_seq=7)

    @router.get("/api/v1/times")
    def times(asked: Times, register: RegisterDep) -> Response:
        with register.reading() as reading:
            seq = asked.snapshot(reading).known_seq
            return JSON({"at": asked.moment(reading), "known_seq": seq})

    @router.post("/api/v1/given")
    def given(body: Given) -> Response:
        return JSON(body.model_dump())

    app.include_router(router)
    return app


def test_a_list_is_read_page_by_page_to_its_end(client: TestClient) -> None:
    address, seen = "/api/v1/list?limit=100&colour=red", []
    while address:
        answer = client.get(address).json()
        assert answer["total"] == 250
        assert answer["known_seq"] == 7
        seen += [item["id"] for item in answer["items"]]
        address = answer["next"]
        assert address is None or "colour=red" in address
    assert seen == list(range(250))


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("/api/v1/list?f=geojson", {}),
        ("/api/v1/list", {"Accept": "application/geo+json"}),
    ],
)
def test_a_list_as_features(client: TestClient, address: str, headers: dict[str, str]) -> None:
    answer = client.get(address, headers=headers)
    body = answer.json()
    assert answer.headers["content-type"] == "application/geo+json"
    assert body["numberMatched"] == 250
    assert body["numberReturned"] == len(body["features"]) == 100
    assert body["features"][0] == {
        "type": "Feature",
        "id": 0,
        "geometry": POINT,
        "properties": {"id": 0, "name": "n0"},
    }
    assert [link["rel"] for link in body["links"]] == ["self", "next"]
    following = body["links"][1]["href"]
    assert client.get(following, headers=headers).json()["features"][0]["id"] == 100


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "limit=x", "offset=-1", "offset=99999999999999999999"]
)
def test_a_portion_that_is_none_is_malformed(client: TestClient, query: str) -> None:
    answer = client.get(f"/api/v1/list?{query}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


def test_numbers_keep_their_last_digit() -> None:
    shape = geojson(parse_geojson(POINT))
    assert b"73.82780000000001" in JSON({"geometry": shape}).body
    assert JSON({"m": 0.1 + 0.2}).body == b'{"m":0.30000000000000004}'
    assert JSON({"at": datetime(2027, 1, 1, tzinfo=UTC)}).body == b'{"at":"2027-01-01T00:00:00Z"}'


@pytest.mark.parametrize("name", ["at", "known_at"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2027-01-01T08:00:00", "has no offset"),
        ("2027-01-01", "ISO 8601"),
        ("1798761600", "ISO 8601"),
        ("yesterday", "ISO 8601"),
        ("2027-02-30T08:00:00Z", "no moment of the calendar"),
        ("0001-01-01T00:00:00+05:30", "outside the years"),
        ("9999-12-31T23:59:59-05:30", "outside the years"),
    ],
)
def test_a_moment_needs_its_offset(client: TestClient, name: str, text: str, why: str) -> None:
    answer = client.get("/api/v1/times", params={name: text})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == name
    assert why in answer.json()["detail"]


@pytest.mark.parametrize(
    "query",
    [
        "at=2027-01-01T08:00:00%2B05:30",
        "at=2027-01-01T08:00:00+05:30",
        "at=2027-01-01T02:30:00Z",
        "at=2027-01-01T02:30Z",
    ],
)
def test_the_same_instant_however_written(client: TestClient, query: str) -> None:
    assert client.get(f"/api/v1/times?{query}").json()["at"] == "2027-01-01T02:30:00Z"


def test_knowledge_is_named_once_and_the_sequence_answered(client: TestClient) -> None:
    both = client.get("/api/v1/times?known_at=2027-01-01T00:00:00Z&known_seq=1")
    assert both.status_code == 422
    assert client.get("/api/v1/times").json()["known_seq"] == 2
    assert client.get("/api/v1/times?known_seq=1").json()["known_seq"] == 1
    assert client.get("/api/v1/times?known_at=2020-01-01T00:00:00Z").json()["known_seq"] == 0


GOOD = {"signed_at": "2027-01-01T08:00:00+05:30", "on": "2027-01-31"}


def test_fields_of_a_body(client: TestClient) -> None:
    answer = client.post("/api/v1/given", json=GOOD | {"reason": "  said "})
    assert answer.json()["signed_at"] == "2027-01-01T02:30:00Z"
    assert answer.json()["reason"] == "said"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("signed_at", 1798761600),
        ("signed_at", None),
        ("on", "31-01-2027"),
        ("on", "2027-02-30"),
        ("on", "0001-01-01"),
        ("metres", -1),
        ("metres", "NaN"),
        ("reason", " "),
        ("reason", "a\x00b"),
        ("resaon", "x"),
    ],
)
def test_a_field_that_cannot_be_is_named(client: TestClient, field: str, value: Any) -> None:
    answer = client.post("/api/v1/given", json=GOOD | {field: value})
    assert answer.status_code == 422
    assert [e["field"] for e in answer.json()["errors"]] == [field]
    assert answer.json()["errors"][0]["message"]
