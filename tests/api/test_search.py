"""One box: numbers however they are typed, names as far as one may read them, the land."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
import shapely

from desk import Desk, in_path
from refusals import GOVERNMENT, INSPECTOR, SURGEON, confirmed_case, refused
from vetcontrol.clock import IST
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.register.entries import Actor
from vetcontrol.register.finding import Sought

DAY = datetime(2027, 2, 1, 9, 0, tzinfo=IST)
HOSTILE = '<i onx="1">{{7*7}}</i> 100%_of\\it'
PONDA, AWAY = (74.0, 15.42), (73.85, 15.6)


@pytest.fixture(scope="module")
def case(desk: Desk) -> str:
    """A decided case with a draft notification; premises in and out of the Inspector's area."""
    desk.at(DAY)
    with desk.register.writing() as writing:
        import_areas(
            writing,
            Actor("administrator"),
            Level.VILLAGE,
            [
                Area("V1", "Curti", shapely.box(73.99, 15.4, 74.02, 15.44), {"taluka": "Ponda"}),
                Area("V2", "Curti Khandepar", shapely.box(74.02, 15.4, 74.03, 15.44)),
            ],
            edition=Edition("1", "Made for this test", "CC0-1.0", 10.0),
            effective_at=DAY - timedelta(days=100),
        )
    for name, keeper, (lon, lat) in (
        ("Dairy of the Naiks", "José D'Souza", PONDA),
        ("Naik's byre", "Ana Lobo", AWAY),
        (HOSTILE, "Nobody", PONDA),
    ):
        desk.do(
            SURGEON,
            "/premises",
            {
                "name": name,
                "kind": "dairy",
                "geometry": {"type": "Point", "coordinates": [lon, lat]},
                "keepers": [{"role": "owner", "name": keeper, "address": "Ponda"}],
                "animals": {"cattle": 1},
            },
        )
    number = confirmed_case(desk)
    desk.do(SURGEON, f"/infected-places/{number}/report", {"findings": "Anthrax"})
    return number


def _groups(desk: Desk, who: str | None, q: str, **more: Any) -> dict[str, list[dict[str, str]]]:
    answer = desk.get(who, "/search", q=q, **more)
    return {group["kind"]: group["items"] for group in answer["groups"]}


def _names(desk: Desk, who: str | None, q: str, kind: str) -> list[str]:
    return [item["name"] for item in _groups(desk, who, q).get(kind, [])]


@pytest.mark.parametrize(
    "typed", ["ORD/2027/000001", "ord-2027-1", " Ord 2027 000001 ", "ord2027000001", "ORD.2027.1"]
)
def test_a_whole_number_leads_straight_to_its_page(desk: Desk, case: str, typed: str) -> None:
    assert case
    answer = desk.get(SURGEON, "/search", q=typed)
    assert answer["exact"] == "/documents/ORD-2027-000001"
    assert answer["groups"][0]["items"][0]["name"] == "ORD/2027/000001"
    assert desk.get(None, "/search", q=typed)["exact"] is None


def test_a_part_of_a_number_finds_those_of_just_this_serial_first(desk: Desk, case: str) -> None:
    found = _names(desk, SURGEON, "1", "numbers")
    assert {in_path(n)[-6:] for n in found} == {"000001"}
    case_number = case.replace("-", "/")
    assert case_number in _names(desk, SURGEON, "ip 1", "numbers")
    assert all(n.startswith("ORD/") for n in _names(desk, SURGEON, "ord", "numbers"))
    assert _names(desk, SURGEON, "ORD/2026", "numbers") == []
    assert _names(desk, SURGEON, "ORD/2027", "numbers") == ["ORD/2027/000001"]
    addresses = {h["name"]: h["address"] for h in _groups(desk, SURGEON, "ip 1")["numbers"]}
    assert addresses[case_number] == f"/infected-places/{case}"


def test_names_are_found_by_those_whose_area_holds_the_premises(desk: Desk, case: str) -> None:
    assert case
    everywhere = {"Dairy of the Naiks", "Naik's byre"}
    assert everywhere <= set(_names(desk, SURGEON, "naik", "premises"))
    assert _names(desk, INSPECTOR, "NAIK", "premises") == ["Dairy of the Naiks"]
    assert _names(desk, "administrator", "naik", "premises") == []
    assert "premises" not in _groups(desk, None, "naik")
    assert _names(desk, SURGEON, "dairyofthenaiks", "premises") == ["Dairy of the Naiks"]


def test_keepers_are_found_too_whatever_the_database_thinks_of_their_letters(
    desk: Desk, case: str
) -> None:
    assert case
    for typed in ("josé d'souza", "JOSÉ D'SOUZA", "Jose\u0301"):
        assert _names(desk, INSPECTOR, typed, "premises") == ["Dairy of the Naiks"], typed
    assert _names(desk, INSPECTOR, "José D'Souze", "premises") == []
    assert _names(desk, INSPECTOR, "ana lobo", "premises") == []
    (hit,) = _groups(desk, SURGEON, "ana lobo")["premises"]
    assert "of Ana Lobo" in hit["line"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [("100%_of\\", True), ("100%%of", False), ("%%", False), ("__", False), ("\\\\", False)],
)
def test_signs_of_a_pattern_are_letters_like_others(
    desk: Desk, case: str, typed: str, *, found: bool
) -> None:
    assert case
    assert _names(desk, SURGEON, typed, "premises") == ([HOSTILE] if found else [])


def test_premises_by_number_keep_their_name_outside_the_area(desk: Desk, case: str) -> None:
    assert case
    away = next(h["address"].rpartition("/")[2] for h in _groups(desk, SURGEON, "byre")["premises"])
    assert _names(desk, SURGEON, away, "premises")[0] == "Naik's byre"
    assert _names(desk, INSPECTOR, away, "premises")[0] == f"Premises {away}"


def test_the_land_is_open_to_all_in_either_script(desk: Desk, case: str) -> None:
    assert case
    assert _names(desk, None, "curti", "land") == ["Curti", "Curti Khandepar"]
    (ponda,) = _groups(desk, None, "फोंडें")["land"]
    assert ponda["name"] == "Ponda"
    assert desk.client.get(ponda["address"]).status_code == 200
    (village,) = [h for h in _groups(desk, None, "curti")["land"] if h["name"] == "Curti"]
    assert village["line"] == "Village, Ponda"
    assert desk.client.get(village["address"]).status_code == 200
    # The map at the village, near enough to see it, and no verdict on one point of it.
    assert re.fullmatch(r"/map\?view=15\.\d{5},7[34]\.\d{5},1\d", village["address"])


def test_officers_are_found_by_name_and_office_by_officers(desk: Desk, case: str) -> None:
    assert case
    assert "I. Inspector (sample)" in _names(desk, SURGEON, "inspector", "officers")
    assert "V. Surgeon (sample)" in _names(desk, SURGEON, "veterinary surg", "officers")
    assert "officers" not in _groups(desk, None, "inspector")


def test_a_notification_is_found_by_all_from_its_publication(desk: Desk, case: str) -> None:
    desk.at(DAY + timedelta(hours=1))
    decided = {"outcome": "confirm", "village_ids": ["village/V1"]}
    number = desk.do(GOVERNMENT, f"/infected-places/{case}/decision", decided)["notification"]
    path = f"/notifications/{in_path(number)}"
    assert desk.get(SURGEON, "/search", q=number)["exact"] == f"/gazette/{in_path(number)}"
    assert desk.get(None, "/search", q=number)["exact"] is None
    assert _groups(desk, None, number) == {}
    desk.do("government_approver", f"{path}/approve")
    gazette = {"gazette_series": "Series I", "gazette_number": "45", "published_on": "2027-02-01"}
    desk.at(DAY + timedelta(hours=2))
    desk.do("clerk", f"{path}/publish", gazette)
    assert desk.get(None, "/search", q=number)["exact"] == f"/gazette/{in_path(number)}"
    (area,) = _groups(desk, None, "curti (ip")["areas"]
    assert area["address"] == f"/gazette/{in_path(number)}"
    assert _names(desk, None, "ORD/2027/000001", "numbers") == []


def test_what_cannot_be_looked_for_is_nothing_or_refused(desk: Desk, case: str) -> None:
    assert case
    for nothing in ("", " ", "x", "?", "x" * 101, "-", "nothing like it"):
        assert _groups(desk, SURGEON, nothing) == {}, nothing
    refused(desk.ask(SURGEON, "/search", q="a\x00b"), 422)
    refused(desk.ask(SURGEON, "/search", q="x" * 201), 422)
    refused(desk.ask(SURGEON, "/search", q="naik", most=101), 422)


def test_more_than_is_shown_is_said(desk: Desk, case: str) -> None:
    assert case
    (group,) = [
        g
        for g in desk.get(SURGEON, "/search", q="naik", most=1)["groups"]
        if g["kind"] == "premises"
    ]
    assert group["more"]
    assert len(group["items"]) == 1


def test_the_page_leads_on_and_escapes(desk: Desk, case: str) -> None:
    assert case
    ask = desk.client.get
    header = {"Accept": "text/html", **desk.header(SURGEON)}
    straight = ask("/search?q=ord-2027-1", headers=header, follow_redirects=False)
    assert straight.status_code == 303
    assert straight.headers["location"] == "/documents/ORD-2027-000001"
    text = ask(f"/search?q={quote(HOSTILE[:12])}", headers=header).text
    assert "&lt;i onx=&#34;1&#34;&gt;" in text
    assert "<i onx" not in text
    assert "Nothing was found" in ask("/search?q=zzzz", headers={"Accept": "text/html"}).text
    assert "at least 2 characters" in ask("/search?q=z", headers=header).text
    assert "Type in the box" in ask("/search", headers=header).text


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("LIC/2027/000012", ("LIC", "2027", "12")),
        ("lic 12", ("LIC", "", "12")),
        ("2027-12", ("", "2027", "12")),
        ("000012", ("", "", "12")),
        ("2027", ("", "", "2027")),
        ("lic/2027", ("LIC", "2027", "")),
        ("0", None),
        ("GA-01-T-1234", None),
        ("डेअरी", None),
        ("", None),
    ],
)
def test_numbers_as_people_type_them(typed: str, number: tuple[str, str, str] | None) -> None:
    found = Sought(typed).number
    assert (None if found is None else (found.series, found.year, found.serial)) == number
