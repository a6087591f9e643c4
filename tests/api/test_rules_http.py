"""Rules under section 37 over HTTP: drafted, approved, published, asked about, laid, annulled."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from desk import Desk
from refusals import refused
from vetcontrol.clock import IST

GOVERNMENT, APPROVER, CLERK = "government", "government_approver", "clerk"
BODY: dict[str, Any] = {
    "title": "The Cleansing Rules, 2027",
    "text": "As the schedule says.",
    "values": [{"key": "doa.s16.period", "value": 30}, {"key": "doa.s9.tests", "value": ["ELISA"]}],
    "draft_gazette": {"series": "Series I", "number": "38", "date": "2027-01-02"},
    "first_fine_paise": 5_000,
    "repeat_fine_paise": 10_000,
}


def jan(day: int) -> datetime:
    return datetime(2027, 1, day, 10, tzinfo=IST)


@pytest.fixture(scope="module")
def number(desk: Desk) -> str:
    """Rules that were published on 10 January."""
    desk.at(jan(5))
    answer = desk.send(GOVERNMENT, "/rules", BODY)
    assert answer.status_code == 201, answer.text
    made = str(answer.json()["number"])
    path = f"/notifications/{made.replace('/', '-')}"
    refused(desk.send(GOVERNMENT, f"{path}/approve"), 403)
    assert desk.send(APPROVER, f"{path}/approve").status_code == 200
    desk.at(jan(10))
    gazette = {"gazette_series": "Series I", "gazette_number": "40", "published_on": "2027-01-10"}
    published = desk.send(CLERK, f"{path}/publish", gazette)
    assert published.status_code == 200, published.text
    return made


def fixed(desk: Desk, key: str, on: str) -> dict[str, Any]:
    items = desk.get(None, "/prescribed", on=on, limit=100)["items"]
    return next(item for item in items if item["key"] == key)


@pytest.mark.clause("DOA1974-37-1")
def test_from_the_draft_to_what_is_fixed(desk: Desk, number: str) -> None:
    assert fixed(desk, "doa.s16.period", "2027-01-09")["value"] is None
    held = fixed(desk, "doa.s16.period", "2027-01-10")
    assert (held["value"], held["since"], held["sample"]) == (30, "2027-01-10", False)
    assert number in held["rule"]
    listed = desk.get(None, "/rules")
    assert [(i["number"], i["about"], i["state"]) for i in listed["items"]] == [
        (number, "rules", "published")
    ]
    one = desk.get(None, f"/rules/{number.replace('/', '-')}")
    assert one["values"][0]["key"] == "doa.s16.period"
    assert one["geometry"] is None
    assert one["laying"]["outcome"] == "needs_decision"
    document = desk.ask(None, f"/documents/{number.replace('/', '-')}.html")
    assert document.status_code == 200
    assert "punishable with a fine up to Rs 50" in document.text
    verified = desk.client.get(f"/verify/{number.replace('/', '-')}")
    assert verified.status_code == 200
    assert "Rules" in verified.text


@pytest.mark.clause("DOA1974-37-5")
def test_laid_and_annulled(desk: Desk, number: str) -> None:
    path = f"/rules/{number.replace('/', '-')}"
    desk.at(jan(20))
    days = {"session": "Winter", "first": "2027-01-11", "last": "2027-01-15"}
    assert desk.send(GOVERNMENT, f"{path}/laying", days).status_code == 201
    refused(desk.send(GOVERNMENT, f"{path}/laying", days), 422)
    refused(desk.send(CLERK, f"{path}/laying", days), 403)
    annulment: dict[str, Any] = {
        "resolved_on": "2027-01-19",
        "until": "2027-01-18",
        "resolution": "Resolution 4",
    }
    refused(desk.send(GOVERNMENT, f"{path}/annulment", annulment), 409)
    annulment |= {"until": "2027-01-21", "keys": ["doa.s16.period"]}
    assert desk.send(GOVERNMENT, f"{path}/annulment", annulment).status_code == 201
    assert fixed(desk, "doa.s16.period", "2027-01-20")["value"] == 30
    assert fixed(desk, "doa.s16.period", "2027-01-21")["value"] is None
    assert fixed(desk, "doa.s9.tests", "2027-01-21")["value"] == ["ELISA"]
    one = desk.get(GOVERNMENT, path)
    assert [e["kind"] for e in one["history"]] == ["rules.laid", "rules.annulled"]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"values": [{"key": "doa.s16.period", "value": "long"}]}, 422),
        ({"values": [{"key": "none", "value": 3}]}, 422),
        ({"values": [{"key": "doa.s16.period", "value": {"a": 1}}]}, 422),
        ({"first_fine_paise": 5_001}, 409),
        ({"draft_gazette": {"series": "Series I", "number": "38", "date": "2031-01-06"}}, 422),
        ({"title": " "}, 422),
    ],
)
@pytest.mark.usefixtures("number")
def test_what_is_no_rule_is_refused(desk: Desk, change: dict[str, Any], status: int) -> None:
    before = desk.head()
    refused(desk.send(GOVERNMENT, "/rules", BODY | change), status)
    assert desk.head() == before


@pytest.mark.usefixtures("number")
def test_a_draft_is_for_officers_and_waits_for_another_person(desk: Desk) -> None:
    number = desk.send(GOVERNMENT, "/rules", BODY).json()["number"]
    assert number not in [item["number"] for item in desk.get(None, "/rules")["items"]]
    refused(desk.ask(None, f"/rules/{number.replace('/', '-')}"), 404)
    refused(desk.ask(None, "/rules/NOT-2027-999999"), 404)
    tasks = desk.get(APPROVER, "/tasks")["items"]
    waits = next(t for t in tasks if t["number"] == number)
    assert waits["step"] == "approval"
    refused(desk.send(CLERK, "/rules", BODY), 403)
