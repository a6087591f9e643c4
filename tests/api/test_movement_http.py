"""Licences, checks, unloadings and returns over HTTP (sections 14 and 15)."""

from __future__ import annotations

from typing import Any

import pytest

from api.told.answers import CheckTold
from desk import Desk, in_path
from refusals import GOVERNMENT, INSPECTOR, SURGEON, nothing_kept, polygon, refused, square

POLICE, CLERK = "police", "clerk"
LON, LAT = 74.0, 15.42
OUT = [LON + 0.03, LAT]
ROUTE = {"type": "LineString", "coordinates": [[LON, LAT], OUT]}


def point(lon: float = LON, lat: float = LAT) -> dict[str, Any]:
    return {"type": "Point", "coordinates": [lon, lat]}


@pytest.fixture(scope="module")
def ground(desk: Desk) -> tuple[int, str]:
    """Premises whose place lies in a published infected area, and its notification."""
    premises = desk.do(
        SURGEON,
        "/premises",
        {
            "name": "Dairy",
            "kind": "dairy",
            "geometry": point(),
            "animals": {"cattle": 3},
            "keepers": [{"role": "owner", "name": "A. Naik"}],
        },
    )["id"]
    order = {"disease": "anthrax", "grounds": "Sudden death", "premises_id": premises}
    case = in_path(desk.do(INSPECTOR, "/infected-places", order)["number"])
    path = f"/infected-places/{case}"
    desk.do(SURGEON, f"{path}/examination", {"findings": "Anthrax", "outcome": "confirm"})
    desk.do(SURGEON, f"{path}/report")
    decided = desk.do(
        GOVERNMENT,
        f"{path}/decision",
        {
            "outcome": "confirm",
            "geometry": polygon(square(LON - 0.01, LAT - 0.01, 0.02)),
            "modifications": "As drawn",
        },
    )
    number = decided["notification"]
    desk.do("government_approver", f"/notifications/{in_path(number)}/approve")
    gazette = {
        "gazette_series": "I",
        "gazette_number": "4",
        "published_on": "2026-12-01",
        "published_at": desk.clock.now().isoformat(),
    }
    desk.do(CLERK, f"/notifications/{in_path(number)}/publish", gazette)
    return premises, number


def asked(premises: int, **given: Any) -> dict[str, Any]:
    return {
        "owner": "A. Naik",
        "asked_how": "telephone",
        "asked_by": "B. Naik",
        "origin": {"premises_id": premises, "words": "The cow shed"},
        "destination": {"geometry": {"type": "Point", "coordinates": OUT}},
        "valid_from": "2026-12-01T08:00:00+05:30",
        "valid_to": "2026-12-02T08:00:00+05:30",
        "tags": ["100245678901"],
        "counts": {"cattle": 2},
        "items": [{"item": "feed", "what": "Straw", "quantity": "20 bales"}],
        "route": ROUTE,
        "corridor_m": 150,
        "vehicle": "GA-01-T-4321",
        "person_in_charge": "R. Naik",
    } | given


def licensed(desk: Desk, premises: int) -> str:
    number = str(desk.do(INSPECTOR, "/licences", asked(premises))["number"])
    desk.do(INSPECTOR, f"/licences/{in_path(number)}/grant", {"conditions": ["Cleansed"]})
    return number


def look(desk: Desk, number: str, **given: Any) -> dict[str, Any]:
    return {
        "client_id": f"device-{desk.head():08d}",
        "number": number,
        "geometry": point(LON + 0.02),
        "at": desk.clock.now().isoformat(),
        "known_seq": desk.head(),
    } | given


@pytest.mark.clause("DOA1974-14-1a", "DOA1974-14-1b")
def test_from_the_journey_to_the_check(desk: Desk, ground: tuple[int, str]) -> None:
    premises, notification = ground
    seen = desk.do(
        POLICE,
        "/licences/preview",
        {
            "origin": {"premises_id": premises},
            "destination": {"geometry": {"type": "Point", "coordinates": OUT}},
        },
    )
    assert seen["decision"]["outcome"] == "refused"
    assert {one["way"] for one in seen["met"]} == {"leaves"}
    assert notification in {one["number"] for one in seen["met"]}
    assert seen["drawn"] is False

    made = desk.do(INSPECTOR, "/licences", asked(premises))
    number = made["number"]
    assert (made["state"], made["instrument"], made["documents"]) == ("applied", None, [])
    assert made["decision"]["outcome"] == "allowed"
    assert made["journey"]["outcome"] == "refused"
    path = f"/licences/{in_path(number)}"
    granted = desk.do(
        INSPECTOR, f"{path}/grant", {"conditions": ["Cleansed"], "journeys": 2, "items": []}
    )
    assert (granted["state"], granted["instrument"]) == ("granted", number)
    assert [d["kind"] for d in granted["documents"]] == ["licence"]
    paper = desk.client.get(granted["documents"][0]["links"]["html"], headers=desk.header(CLERK))
    assert "Conditions of the licence" in paper.text
    told = desk.get(INSPECTOR, path)
    assert (told["owner"], told["removal"]["person_in_charge"]) == ("A. Naik", "R. Naik")
    assert told["removal"]["conditions"] == ["Cleansed"]
    assert told["removal"]["items"] == []
    assert told["removal"]["origin"]["words"] == "The cow shed"

    body = look(desk, number, conditions_met=[True], counts={"cattle": 2}, animals=["100245678901"])
    answer = desk.send(POLICE, "/checks", body)
    assert answer.status_code == 201, answer.text
    found = CheckTold.model_validate(answer.json())
    assert (found.verdict, found.known_seq) == ("allowed", desk.head() - 1)
    assert desk.get(CLERK, "/checks", licence=number)["items"][0]["verdict"] == "allowed"
    assert desk.get(CLERK, path)["checks"][0]["client_id"] == body["client_id"]
    listed = desk.get(CLERK, "/licences", q="ga01t", state="granted")["items"][0]
    assert (listed["number"], listed["checks"]) == (number, 1)
    assert desk.get(CLERK, "/licences", f="geojson")["numberMatched"] >= 1


def test_a_check_again_and_another_under_its_id(desk: Desk, ground: tuple[int, str]) -> None:
    premises, _ = ground
    body = look(desk, licensed(desk, premises))
    first = desk.send(POLICE, "/checks", body)
    again = desk.send(POLICE, "/checks", body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    with nothing_kept(desk):
        refused(desk.send(POLICE, "/checks", body | {"vehicle": "X 1"}), 409, words="another check")
        fresh = body | {"client_id": "device-fresh"}
        for change, status, field in (
            ({"token": "abc"}, 422, "token"),
            ({"number": None}, 422, "number"),
            ({"number": "ML-2026-000077"}, 404, ""),
            ({"geometry": ROUTE}, 422, "geometry"),
        ):
            refused(desk.send(POLICE, "/checks", fresh | change), status, field=field)
        refused(desk.send(CLERK, "/checks", fresh), 403)


@pytest.mark.clause("DOA1974-14-1b")
def test_refused_and_revoked_with_reasons(desk: Desk, ground: tuple[int, str]) -> None:
    premises, _ = ground
    number = in_path(desk.do(INSPECTOR, "/licences", asked(premises))["number"])
    made = desk.do(INSPECTOR, f"/licences/{number}/refuse", {"reasons": "No clean vehicle"})
    assert (made["state"], made["documents"][0]["kind"]) == ("refused", "licence_refusal")
    other = in_path(licensed(desk, premises))
    made = desk.do(INSPECTOR, f"/licences/{other}/revoke", {"reasons": "A new outbreak"})
    assert (made["state"], made["documents"][0]["kind"]) == ("revoked", "licence_revocation")
    refused(desk.send(INSPECTOR, f"/licences/{other}/grant"), 409, clause="DOA1974-14-1b")
    told = desk.get(INSPECTOR, f"/licences/{other}")
    assert (told["state"], told["reasons"]) == ("revoked", "A new outbreak")


def test_an_application_asked_twice_with_one_key_is_one(
    desk: Desk, ground: tuple[int, str]
) -> None:
    premises, _ = ground
    before = desk.get(CLERK, "/licences")["total"]
    first = desk.send(INSPECTOR, "/licences", asked(premises), key="one")
    again = desk.send(INSPECTOR, "/licences", asked(premises), key="one")
    assert first.json()["number"] == again.json()["number"]
    assert desk.get(CLERK, "/licences")["total"] == before + 1


def test_names_are_for_officers_of_the_place(desk: Desk, ground: tuple[int, str]) -> None:
    premises, _ = ground
    path = f"/licences/{in_path(licensed(desk, premises))}"
    assert desk.get("administrator", path)["owner"] is None
    assert desk.get("administrator", path)["removal"]["person_in_charge"] is None
    assert desk.get(POLICE, path)["owner"] == "A. Naik"
    refused(desk.ask(None, path), 401)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"route": point()}, "route"),
        ({"corridor_m": None}, "corridor_m"),
        ({"origin": {}}, "origin"),
        ({"origin": {"geometry": ROUTE}}, "origin"),
        ({"tags": ["1", "2", "3"]}, "tags"),
        ({"mode": "airship"}, "mode"),
    ],
)
def test_what_no_check_could_test(
    desk: Desk, ground: tuple[int, str], change: dict[str, Any], field: str
) -> None:
    premises, _ = ground
    with nothing_kept(desk):
        refused(desk.send(INSPECTOR, "/licences", asked(premises, **change)), 422, field=field)


@pytest.mark.clause("DOA1974-14-2", "DOA1974-14-2-prov")
def test_rail_until_it_is_unloaded(desk: Desk, ground: tuple[int, str]) -> None:
    _, notification = ground
    through = {
        "origin": {"geometry": point(LON - 0.03, LAT + 0.005)},
        "destination": {"geometry": point(LON + 0.03, LAT + 0.005)},
        "mode": "rail",
        "consignment": "KRCL-77",
    }
    free = desk.do(POLICE, "/licences/preview", through)
    assert free["decision"]["outcome"] == "allowed"
    stop = point(LON, LAT + 0.005)
    planned = desk.do(POLICE, "/licences/preview", through | {"unloadings": [stop]})
    assert planned["decision"]["outcome"] == "refused"
    made = desk.do(
        POLICE,
        "/unloadings",
        {"consignment": "KRCL 77", "geometry": stop, "counts": {"cattle": 4}},
    )
    assert notification in made["inside"][0]
    bound = desk.do(POLICE, "/licences/preview", through)
    assert "DOA1974-14-2-prov" in bound["decision"]["clauses"]
    assert desk.get(CLERK, "/unloadings", consignment="krcl77")["total"] == 1
    elsewhere = {"consignment": "X1", "geometry": point(LON, LAT + 0.05), "counts": {"cattle": 1}}
    refused(desk.send(POLICE, "/unloadings", elsewhere), 409, clause="DOA1974-14-2")


@pytest.mark.clause("DOA1974-15", "DOA1974-15-prov")
def test_taken_back(desk: Desk, ground: tuple[int, str]) -> None:
    _, notification = ground
    body = {
        "origin": notification,
        "breach": "Carried by night",
        "within": "2026-12-02T08:00:00+05:30",
        "geometry": point(LON + 0.02),
        "name": "R. Naik",
        "counts": {"cattle": 1},
    }
    made = desk.do(POLICE, "/returns", body)
    path = f"/returns/{in_path(made['number'])}"
    told = desk.get(POLICE, path)
    assert (told["state"], told["name"], told["breach"]) == (
        "required",
        "R. Naik",
        "Carried by night",
    )
    assert "DOA1974-15-prov" in told["clauses"]
    assert desk.get("administrator", path)["name"] is None
    for who, mine in ((POLICE, True), (INSPECTOR, True), (CLERK, False)):
        (waits,) = [t for t in desk.get(who, "/tasks")["items"] if t["step"] == "return"]
        assert (waits["mine"], waits["wording"]) == (mine, "within the time given")
        assert waits["address"] == path + "/returned"
    assert desk.client.get(waits["address"], headers=desk.header(POLICE)).status_code == 200
    assert desk.do(INSPECTOR, f"{path}/returned", {})["late"] is False
    assert "return" not in [t["step"] for t in desk.get(POLICE, "/tasks")["items"]]
    assert desk.get(CLERK, "/returns", state="returned")["total"] == 1
    assert desk.get(CLERK, "/returns", state="required")["items"] == []
    refused(desk.send(POLICE, f"{path}/returned", {}), 409, clause="DOA1974-15")
    refused(desk.ask(POLICE, "/returns/RET-2026-000077"), 404)


@pytest.mark.clause("DOA1974-14-1b")
def test_quantity_and_manner_of_travel_are_held(desk: Desk, ground: tuple[int, str]) -> None:
    number = licensed(desk, ground[0])
    seen = {"animals": ["100245678901"], "counts": {"cattle": 1}, "items": ["animal", "feed"]}
    for more, verdict in (
        ({"quantity": "within", "mode": "road"}, "allowed"),
        ({"quantity": "more"}, "not_allowed"),
        ({"mode": "foot"}, "not_allowed"),
    ):
        told = desk.do(POLICE, "/checks", look(desk, number, **seen, **more))
        assert told["verdict"] == verdict, more
        assert ("quantity" in told["not_looked_at"]) == ("quantity" not in more)


@pytest.mark.clause("DOA1974-27", "DOA1974-14-1a")
def test_a_finding_of_disease_frees_nothing_in_a_preview(
    desk: Desk, ground: tuple[int, str]
) -> None:
    assert ground
    inside = {"origin": {"geometry": point(LON, LAT + 0.004)}, "shown": "free"}
    way = inside | {"destination": {"geometry": {"type": "Point", "coordinates": OUT}}}
    for finding in ("EXM/2026/000001", "CNF/2026/000001"):
        told = desk.do(INSPECTOR, "/licences/preview", way | {"finding": finding})["decision"]
        assert told["outcome"] == "needs_decision"
        assert any(f"{finding} confirmed the order" in r["text"] for r in told["reasons"])
    own = desk.do(SURGEON, "/licences/preview", way | {"finding": "I saw them"})
    assert own["decision"]["outcome"] == "allowed"
