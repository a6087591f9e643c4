"""Corrections that cannot be: refused by field or clause, and nothing half-kept."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any

import pytest

from desk import Desk
from refusals import SURGEON, confirmed_case, nothing_kept, polygon, raw, refused
from vetcontrol.clock import IST

DAY = datetime(2027, 3, 1, 9, 0, tzinfo=IST)
P = [74.0, 15.4]


@pytest.fixture(scope="module")
def office(desk: Desk) -> Desk:
    desk.at(DAY)
    return desk


@pytest.fixture(scope="module")
def confirmed(office: Desk) -> str:
    return confirmed_case(office)


CORRECTIONS = [
    ({"reason": "x"}, 422),
    ({"reason": "x", "seq": 1, "number": "ORD/2027/000001"}, 422),
    ({"reason": "x", "seq": 10**9}, 404),
    ({"reason": " ", "seq": 0}, 422),
    ({"reason": "x", "seq": 1}, 409),
]


@pytest.mark.parametrize(("body", "status"), CORRECTIONS)
def test_a_correction_that_cannot_be(office: Desk, body: dict[str, Any], status: int) -> None:
    with nothing_kept(office):
        answer = office.send("administrator", "/corrections", body)
        assert answer.status_code in (status, 403), answer.text
        refused(answer, answer.status_code)


@pytest.mark.parametrize(
    "restated",
    [
        {},
        {"number": "X"},
        {"signed_at": "yesterday"},
        {"signed_at": 5},
        {"signed_at": "2027-04-01T10:00:00+05:30"},
        {"grounds": math.nan},
        {"grounds": {"a": 1}},
        {"grounds": "a\0b"},
        {"grounds": "\ud800"},
        {"grounds": " "},
        {"accuracy_m": "far"},
        {"accuracy_m": -1},
        {"geometry": polygon([[74, 15.4], [74.01, 15.41], [74.01, 15.4], [74, 15.41], [74, 15.4]])},
        {"geometry": {"type": "Point", "coordinates": [15.4, 74.0]}},
        {"geometry": {"type": "LineString", "coordinates": [P, [74.01, 15.4]]}},
        {"geometry": None},
    ],
    ids=str,
)
def test_what_cannot_be_restated(office: Desk, confirmed: str, restated: Any) -> None:
    number = office.get(SURGEON, f"/infected-places/{confirmed}")["order"]["number"]
    with nothing_kept(office):
        body = {"number": number, "reason": "Misread", "restated": restated}
        answer = raw(office, SURGEON, "/corrections", body)
        assert answer.status_code in (409, 422), answer.text
        refused(answer, answer.status_code)


@pytest.mark.parametrize("turned", ["point", "outline"])
def test_a_place_with_latitude_first_is_offered_turned(
    office: Desk, confirmed: str, turned: str
) -> None:
    number = office.get(SURGEON, f"/infected-places/{confirmed}")["order"]["number"]
    place: Any = {"type": "Point", "coordinates": [15.4, 74.0]}
    if turned == "outline":
        place = polygon([[15.4, 74.0], [15.41, 74.0], [15.41, 74.01], [15.4, 74.0]])
    with nothing_kept(office):
        body = {"number": number, "reason": "Misread", "restated": {"geometry": place}}
        answer = raw(office, SURGEON, "/corrections", body)
    assert answer.status_code == 422, answer.text
    told = answer.json()
    assert told["offer"] == [74.0, 15.4]
    assert "Did you swap latitude and longitude?" in told["detail"]
    assert [e["field"] for e in told["errors"]] == ["geometry"]
