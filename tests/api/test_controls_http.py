"""Controls over HTTP: drafted, published, asked about, extended late, rescinded."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from desk import Desk, in_path
from refusals import refused
from vetcontrol.clock import IST
from vetcontrol.documents.check_code import check_code
from vetcontrol.register.tables import DocumentRow

GOVERNMENT, APPROVER, CLERK = "government", "government_approver", "clerk"
BODY: dict[str, Any] = {
    "name": "Import of milch cattle",
    "disease": "foot_and_mouth_disease",
    "terms": {
        "force": "forbid",
        "movements": ["import"],
        "matters": ["animal"],
        "classes": ["cattle"],
        "excepted": {"buffalo": "a certificate of health"},
    },
    "first": "2027-01-10",
    "last": "2027-03-10",
    "area_ids": ["territory/IN-GA"],
}
HERE = {"lon": 74.0, "lat": 15.42}


def day(month: int, day_: int, hour: int = 10) -> datetime:
    return datetime(2027, month, day_, hour, tzinfo=IST)


def published(desk: Desk, number: str, on: str) -> dict[str, Any]:
    path = f"/notifications/{in_path(number)}"
    assert desk.send(APPROVER, f"{path}/approve").status_code == 200
    gazette = {"gazette_series": "Series I", "gazette_number": "40", "published_on": on}
    answer = desk.send(CLERK, f"{path}/publish", gazette)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def verified(desk: Desk, number: str) -> tuple[str, str, str, str]:
    """What /verify says of a paper: its force, since and until when, by what it ended."""
    with desk.register.reading() as reading:
        row = reading.session.get(DocumentRow, number)
        assert row is not None
        code = check_code(row.checksum)
    effect = desk.get(None, f"/verify/{in_path(number)}", code=code)["effect"]
    return effect["force"], effect["since"], effect["until"], effect["by"]


@pytest.fixture(scope="module")
def first(desk: Desk) -> str:
    """The control of 60 days, published on 5 January."""
    desk.at(day(1, 5))
    answer = desk.send(GOVERNMENT, "/controls", BODY)
    assert answer.status_code == 201, answer.text
    number = str(answer.json()["number"])
    told = published(desk, number, "2027-01-05")
    assert (told["about"], told["state"], told["ceases"]) == ("control", "published", [])
    return number


@pytest.mark.clause("DOA1974-6-1-a")
def test_in_force_on_its_days(desk: Desk, first: str) -> None:
    for at, count in (
        ("2027-01-09T23:59:59+05:30", 0),
        ("2027-01-10T00:00:00+05:30", 1),
        ("2027-03-10T23:59:59+05:30", 1),
        ("2027-03-11T00:00:00+05:30", 0),
    ):
        listed = desk.get(None, "/controls", at=at)
        assert listed["total"] == count
    one = desk.get(None, f"/controls/{in_path(first)}", at="2027-02-01T00:00:00+05:30")
    assert one["facts"]["terms"]["excepted"] == {"buffalo": "a certificate of health"}
    assert one["gap"] is None
    refused(desk.ask(None, f"/controls/{in_path(first)}", at="2027-01-01T00:00:00+05:30"), 404)
    layer = desk.get(None, "/layers/controls", at="2027-02-01T00:00:00+05:30")
    assert [f["properties"]["number"] for f in layer["features"]] == [first]
    there = desk.get(None, "/in-force", at="2027-02-01T00:00:00+05:30", **HERE)
    assert first in [item["number"] for item in there["items"]]
    assert "In force here" in there["verdict"]
    assert "Control: Import of milch cattle" in there["verdict"]
    tapped = desk.client.get("/map", params={"where": "15.42, 74.0", "at": "2027-02-01T00:00"})
    assert f"/gazette/{in_path(first)}" in tapped.text
    assert verified(desk, first) == ("not_yet", "2027-01-09T18:30:00Z", "2027-03-10T18:30:00Z", "")
    page = desk.client.get("/controls")
    assert "Excepted: buffalo on a certificate of health" in page.text


@pytest.mark.clause("DOA1974-6-1-a")
def test_a_late_extension_tells_its_gap(desk: Desk, first: str) -> None:
    desk.at(day(3, 15))
    body = BODY | {"first": "2027-03-11", "last": "2027-05-09", "extends": first}
    number = desk.send(GOVERNMENT, "/controls", body).json()["number"]
    home = desk.client.get("/", headers=desk.header(APPROVER) | {"Accept": "text/html"})
    assert home.status_code == 200
    assert number in home.text
    desk.at(day(3, 21))
    published(desk, number, "2027-03-20")
    one = desk.get(None, f"/controls/{in_path(number)}", at="2027-04-01T00:00:00+05:30")
    assert one["gap"] == {
        "begins": "2027-03-10T18:30:00Z",
        "ends": "2027-03-19T18:30:00Z",
        "days": 9,
    }
    paper = desk.ask(None, f"/documents/{in_path(number)}.html")
    assert "neither was in force: 9 days" in paper.text
    assert "Nothing was forbidden for 9 days" in desk.client.get("/controls").text
    assert verified(desk, first)[0] == "ended"
    assert verified(desk, number)[0] == "in_force"
    path = f"/notifications/{in_path(number)}"
    refused(desk.send(GOVERNMENT, f"{path}/amend", {"reason": "x", "village_ids": ["a"]}), 409)
    ending = desk.send(GOVERNMENT, f"{path}/rescind", {"reason": "The disease is over"})
    assert ending.status_code == 201, ending.text
    desk.at(day(3, 22))
    published(desk, ending.json()["number"], "2027-03-22")
    assert desk.get(None, "/controls")["total"] == 0
    assert "Ended by" in desk.client.get("/controls").text
    assert verified(desk, number)[0] == "ended"
    assert verified(desk, number)[3] == ending.json()["number"]


@pytest.mark.clause("DOA1974-6-1-b")
@pytest.mark.clause("DOA1974-6-1-c")
def test_a_fair_and_a_sale_are_asked_about(desk: Desk, first: str) -> None:
    terms = {
        "force": "forbid",
        "gatherings": ["fair"],
        "dealing": True,
        "matters": ["animal"],
    }
    desk.at(day(6, 1))
    body = BODY | {"terms": terms, "first": "2027-06-02", "last": "2027-06-30"}
    number = desk.send(GOVERNMENT, "/controls", body).json()["number"]
    published(desk, number, "2027-06-01")
    asked = {"at": "2027-06-10T12:00:00+05:30"} | HERE
    for kind, outcome in (("fair", "refused"), ("market", "allowed")):
        told = desk.get(None, "/controls/gathering", kind=kind, **asked)
        assert told["decision"]["outcome"] == outcome
        assert told["decision"]["clauses"] == ["DOA1974-6-1-b"]
    for more, outcome in (
        ({"infective": True}, "refused"),
        ({}, "needs_decision"),
        ({"infective": False}, "allowed"),
    ):
        told = desk.get(None, "/controls/dealing", matter="animal", **asked, **more)
        assert told["decision"]["outcome"] == outcome
    refused(desk.ask(None, "/controls/gathering", kind="wedding", **asked), 422)
    assert first != number


@pytest.mark.parametrize(
    ("change", "who", "status"),
    [
        ({"terms": {"force": "forbid"}}, GOVERNMENT, 409),
        ({"terms": BODY["terms"] | {"movements": ["flight"]}}, GOVERNMENT, 422),
        ({"disease": "none"}, GOVERNMENT, 422),
        ({"area_ids": []}, GOVERNMENT, 422),
        ({"area_ids": ["taluka/none"]}, GOVERNMENT, 404),
        ({"last": "2026-01-01"}, GOVERNMENT, 409),
        ({"extends": "NOT/2027/999999"}, GOVERNMENT, 422),
        ({}, "inspector", 403),
        ({}, "collector", 403),
    ],
)
def test_what_is_no_control_is_refused(
    desk: Desk, change: dict[str, Any], who: str, status: int
) -> None:
    before = desk.head()
    refused(desk.send(who, "/controls", BODY | change), status)
    assert desk.head() == before
