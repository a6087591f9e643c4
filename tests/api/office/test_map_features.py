"""What the working map draws: as its address asks, and no more than the reader may see."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
import shapely

from office_visitor import HERE, NOW, Visitor
from vetcontrol import demonstration
from vetcontrol.movement import application, decision
from vetcontrol.movement.consignment import Consignment
from vetcontrol.movement.lying import End

WHOLE = {"bbox": "73.6,14.8,74.4,15.9", "zoom": 9}


def drawn(visitor: Visitor, **asked: Any) -> dict[str, Any]:
    answer = visitor.get("/map/features.json?" + urlencode(WHOLE | asked, doseq=True))
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = json.loads(answer.text)
    return told


def of(told: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for layer in told["layers"] if layer["kind"] == kind for one in layer["features"]]


def test_a_place_bears_the_letter_of_its_state(visitor: Visitor) -> None:
    told = drawn(visitor.be("veterinary_surgeon"))
    (place,) = of(told, "infected_place")
    assert place["letter"] == "R"
    assert place["lines"][0] == ["State", "Confirmed, premises declared"]
    assert place["url"].startswith("/infected-places/IP-")
    assert place["print"] == "/maps/case/print?number=" + place["url"].rpartition("/")[2]
    assert {layer["kind"]: layer["total"] for layer in told["layers"]}["declared_place"] == 1


def test_filters_by_state_disease_and_day(visitor: Visitor) -> None:
    visitor.be("veterinary_surgeon")
    assert len(of(drawn(visitor, state="radius_declared"), "infected_place")) == 1
    others = ["ordered", "confirmed", "with_government"]
    assert of(drawn(visitor, state=others), "infected_place") == []
    assert of(drawn(visitor, state=others), "declared_place") == []
    assert len(of(drawn(visitor, disease="hostile"), "declared_place")) == 1
    assert of(drawn(visitor, disease="anthrax"), "infected_place") == []
    asked = {"at": "2026-12-01T08:00"}
    assert of(drawn(visitor, **asked), "infected_place") == []
    assert of(drawn(visitor, bbox="73.6,14.8,73.65,14.85"), "infected_place") == []


def test_the_map_on_paper_is_of_the_same_moment(visitor: Visitor) -> None:
    at = (NOW + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    (place,) = of(drawn(visitor.be("veterinary_surgeon"), at=at), "infected_place")
    answer = visitor.get(place["print"])
    assert "at=2027-01-05T10%3A00" in place["print"]
    assert answer.content.startswith(b"%PDF-")


def licence(visitor: Visitor, *, route: bool) -> str:
    """A licence out of the infected place, valid for a day from now; its number."""
    there = shapely.Point(74.03, 15.42)
    of = Consignment(
        End(shapely.Point(HERE)),
        End(there),
        NOW,
        NOW + timedelta(days=1),
        counts={"cattle": 2},
        route=shapely.LineString([HERE, (74.01, 15.43), (74.03, 15.42)]) if route else None,
        corridor_m=250.0 if route else None,
        person_in_charge="R. Naik",
        origin_words="The Naiks' shed",
    )
    inspector = demonstration.officer("inspector")
    with visitor.register.writing() as writing:
        asked = application.apply(writing, inspector, removal=of, owner="A. Naik")
        number = str(asked.content["number"])
        decision.grant(writing, inspector, number, reason="Sound")
    return number


def test_routes_of_licences_in_force(visitor: Visitor) -> None:
    drawn_route, any_way = (licence(visitor, route=route) for route in (True, False))
    visitor.be("inspector")
    assert of(drawn(visitor), "route") == []
    told = drawn(visitor, layers=["routes"])
    routes = {one["title"]: one for one in of(told, "route")}
    assert routes.keys() == {drawn_route, any_way}
    one = routes[drawn_route]
    assert len(one["geometry"]["coordinates"]) == 3
    assert ["Way", "as drawn; it may be left by 250 m"] in one["lines"]
    assert one["url"] == f"/licences/{drawn_route.replace('/', '-')}"
    assert one["print"] is None
    assert dict(routes[any_way]["lines"])["Way"].startswith("any")
    assert "Naik" not in json.dumps(told)
    words = visitor.page("/map?layers=routes")
    assert "Routes of licences" in words
    assert drawn_route in words
    later = (NOW + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    assert of(drawn(visitor, layers=["routes"], at=later), "route") == []


def test_routes_narrowed_by_disease_and_taluka(visitor: Visitor) -> None:
    licence(visitor, route=False)
    visitor.be("inspector")
    assert len(of(drawn(visitor, layers=["routes"], disease="hostile"), "route")) == 1
    assert of(drawn(visitor, layers=["routes"], disease="anthrax"), "route") == []
    page = visitor.page("/map")
    talukas = dict(re.findall(r'<option value="(taluka/[^"]+)">([^<]+)</option>', page))
    ponda, canacona = (
        next(code for code, name in talukas.items() if name.startswith(wanted))
        for wanted in ("Ponda", "Canacona")
    )
    assert len(of(drawn(visitor, layers=["routes"], taluka=ponda), "route")) == 1
    assert of(drawn(visitor, layers=["routes"], taluka=canacona), "route") == []


def test_land_is_drawn_coarser_than_law(visitor: Visitor) -> None:
    def corners(zoom: int) -> int:
        told = drawn(visitor, zoom=zoom, layers=["talukas"])
        return sum(len(json.dumps(f["geometry"])) for f in of(told, "talukas"))

    assert 0 < corners(6) < corners(14)


def test_unsigned_readers_are_sent_what_a_gazette_published(visitor: Visitor) -> None:
    told = drawn(
        visitor, layers=["infected_places", "declared_places", "routes", "premises", "talukas"]
    )
    assert [layer["kind"] for layer in told["layers"]] == ["talukas"]
    assert "IP/" not in json.dumps(told) + json.dumps(drawn(visitor))


@pytest.mark.parametrize(
    "query",
    [
        "bbox=1,2&zoom=9",
        "bbox=73,14,75,16&zoom=90",
        "bbox=73,14,75,16&zoom=9&state=none",
        "bbox=73,14,75,16&zoom=9&at=yesterday",
        "bbox=73,14,75,16&zoom=9&taluka=none",
        "zoom=9",
    ],
)
def test_what_cannot_be_asked(visitor: Visitor, query: str) -> None:
    assert visitor.get(f"/map/features.json?{query}").status_code == 422
