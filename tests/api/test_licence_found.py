"""An application for a licence waits for the Inspector, and is found by tag and vehicle."""

from __future__ import annotations

from typing import Any

import pytest

from desk import Desk, in_path
from refusals import GOVERNMENT, INSPECTOR, SURGEON, polygon, square

PLACE = {"type": "Point", "coordinates": [74.0, 15.42]}
OUT = {"type": "Point", "coordinates": [74.03, 15.42]}


@pytest.fixture(scope="module")
def licence(desk: Desk) -> str:
    """An application to remove cattle from premises in a published infected area."""
    body = {"name": "Dairy", "kind": "dairy", "geometry": PLACE, "animals": {"cattle": 3}}
    premises = desk.do(SURGEON, "/premises", body)["id"]
    order = {"disease": "anthrax", "grounds": "Sudden death", "premises_id": premises}
    case = in_path(desk.do(INSPECTOR, "/infected-places", order)["number"])
    path = f"/infected-places/{case}"
    desk.do(SURGEON, f"{path}/examination", {"findings": "Anthrax", "outcome": "confirm"})
    desk.do(SURGEON, f"{path}/report")
    limits = {"geometry": polygon(square(73.99, 15.41, 0.02)), "modifications": "As drawn"}
    decided = desk.do(GOVERNMENT, f"{path}/decision", {"outcome": "confirm"} | limits)
    number = in_path(decided["notification"])
    desk.do("government_approver", f"/notifications/{number}/approve")
    gazette = {"gazette_series": "I", "gazette_number": "4", "published_on": "2026-12-01"}
    moment = {"published_at": desk.clock.now().isoformat()}
    desk.do("clerk", f"/notifications/{number}/publish", gazette | moment)
    asked: dict[str, Any] = {
        "owner": "A. Naik",
        "asked_how": "telephone",
        "asked_by": "B. Naik",
        "origin": {"premises_id": premises, "words": "The cow shed"},
        "destination": {"geometry": OUT},
        "valid_from": "2026-12-01T09:30:00+05:30",
        "valid_to": "2026-12-02T08:00:00+05:30",
        "tags": ["100245678901"],
        "counts": {"cattle": 1},
        "route": {"type": "LineString", "coordinates": [PLACE["coordinates"], OUT["coordinates"]]},
        "corridor_m": 150,
        "vehicle": "GA-01-T-4321",
        "person_in_charge": "R. Naik",
    }
    return str(desk.do(INSPECTOR, "/licences", asked)["number"])


def test_an_application_waits_for_the_inspector_until_it_is_decided(
    desk: Desk, licence: str
) -> None:
    (waits,) = [t for t in desk.get(INSPECTOR, "/tasks")["items"] if t["step"] == "licence"]
    assert waits["mine"]
    assert waits["number"] == licence
    assert waits["address"] == f"/licences/{in_path(licence)}"
    assert desk.client.get(waits["address"], headers=desk.header(INSPECTOR)).status_code == 200
    elsewhere = desk.get("police", "/tasks", whose="mine")["items"]
    assert elsewhere == []
    desk.do(INSPECTOR, f"/licences/{in_path(licence)}/refuse", {"reasons": "Sick animals"})
    assert not [t for t in desk.get(INSPECTOR, "/tasks")["items"] if t["step"] == "licence"]


@pytest.mark.parametrize("typed", ["100245678901", "1002456", "ga 01 t 4321", "GA01T4321"])
def test_a_licence_is_found_by_tag_and_vehicle(desk: Desk, licence: str, typed: str) -> None:
    groups = {g["kind"]: g["items"] for g in desk.get(SURGEON, "/search", q=typed)["groups"]}
    assert [hit["name"] for hit in groups["licences"]] == [licence]
    assert desk.get(None, "/search", q=typed)["groups"] == []


def test_a_licence_is_found_by_its_number_once(desk: Desk, licence: str) -> None:
    answer = desk.get(SURGEON, "/search", q=licence)
    assert answer["exact"] == f"/licences/{in_path(licence)}"
    names = [hit["name"] for group in answer["groups"] for hit in group["items"]]
    assert names.count(licence) == 1
    assert desk.get(None, "/search", q=licence)["exact"] is None
