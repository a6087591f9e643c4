"""What the working map fetches: premises by clusters, and when something changes."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from api.routers.clusters import MOST_SINGLE
from desk import Desk, in_path
from gis.clusters import cell_degrees
from refusals import INSPECTOR, SURGEON, refused
from vetcontrol.clock import IST
from vetcontrol.demonstration import synthetic_premises
from vetcontrol.premises.tables import PremisesRow

COUNT = 1_500
WHOLE = "73.6,14.8,74.4,15.9"


@pytest.fixture(scope="module")
def peopled(desk: Desk) -> Desk:
    desk.at(datetime(2027, 4, 1, 9, 0, tzinfo=IST))
    with desk.register.writing() as writing:
        synthetic_premises(writing, COUNT, 7)
    return desk


def rows(desk: Desk) -> list[PremisesRow]:
    with desk.register.reading() as reading:
        found = list(reading.session.query(PremisesRow))
        reading.session.expunge_all()
    return found


def clusters(desk: Desk, who: str = SURGEON, **query: Any) -> Any:
    return desk.get(who, "/layers/premises/clusters", **{"bbox": WHOLE, "zoom": 9} | query)


@pytest.mark.parametrize("zoom", [8, 10, 11])
def test_clusters_count_what_each_cell_holds(peopled: Desk, zoom: int) -> None:
    told = clusters(peopled, zoom=zoom)
    side = cell_degrees(zoom)
    cells = Counter(
        ((row.minx + row.maxx) / 2 // side, (row.miny + row.maxy) / 2 // side)
        for row in rows(peopled)
    )
    assert {(lon // side, lat // side): n for lon, lat, n in told["clusters"]} == dict(cells)
    assert told["total"] == sum(n for _, _, n in told["clusters"]) == COUNT
    assert told["places"] == []


def test_clusters_of_one_kind(peopled: Desk) -> None:
    counted = Counter(row.kind for row in rows(peopled))
    told = clusters(peopled, kind="smallholding")
    assert told["total"] == counted["smallholding"] > MOST_SINGLE
    assert told["kinds"] == sorted(counted)
    few = clusters(peopled, kind="piggery")
    assert few["total"] == len(few["places"]) == counted["piggery"] <= MOST_SINGLE
    assert {one["kind"] for one in few["places"]} == {"piggery"}


def test_a_place_in_a_box_is_told_with_its_name_to_him_who_may_read_it(peopled: Desk) -> None:
    one = rows(peopled)[0]
    lon, lat = (one.minx + one.maxx) / 2, (one.miny + one.maxy) / 2
    box = f"{lon - 1e-4},{lat - 1e-4},{lon + 1e-4},{lat + 1e-4}"
    told = clusters(peopled, bbox=box, zoom=17)
    assert one.id in [place["id"] for place in told["places"]]
    assert told["clusters"] == []
    names = {place["id"]: place["name"] for place in told["places"]}
    assert names[one.id] == one.name
    assert {p["name"] for p in clusters(peopled, "administrator", bbox=box, zoom=17)["places"]} == {
        None
    }


@pytest.mark.parametrize(
    ("query", "field"), [({"zoom": 40}, "zoom"), ({"zoom": 9, "bbox": "1,2"}, "bbox"), ({}, "zoom")]
)
def test_a_view_that_is_none(peopled: Desk, query: dict[str, Any], field: str) -> None:
    asked = {"bbox": WHOLE} | query
    answer = peopled.ask(SURGEON, "/layers/premises/clusters", **asked)
    assert field in str(refused(answer, 422)["errors"])


def test_premises_are_for_officers(peopled: Desk) -> None:
    refused(peopled.ask(None, "/layers/premises/clusters", bbox=WHOLE, zoom=9), 401)


def test_moments_of_change_as_the_reader_may_know_them(peopled: Desk) -> None:
    desk = peopled
    empty = desk.get(SURGEON, "/moments")
    assert (empty["items"], empty["first"], empty["total"]) == ([], None, 0)
    holding = {"name": "Here", "kind": "dairy", "animals": {"cattle": 1}} | {
        "geometry": {"type": "Point", "coordinates": [74.0, 15.42]}
    }
    premises = desk.do(SURGEON, "/premises", holding)["id"]
    ordered = datetime(2027, 4, 1, 10, 0, tzinfo=IST)
    desk.at(ordered)
    order = {"disease": "anthrax", "grounds": "Sudden death", "premises_id": premises}
    case = desk.do(INSPECTOR, "/infected-places", order)["number"]
    known = desk.head()
    cancelled = datetime(2027, 4, 1, 12, 0, tzinfo=IST)
    desk.at(cancelled)
    found = {"findings": "No lesion", "outcome": "cancel", "no_animals_note": "None kept"}
    desk.do(SURGEON, f"/infected-places/{in_path(case)}/examination", found)

    def at(items: list[str]) -> list[datetime]:
        return [datetime.fromisoformat(one) for one in items]

    told = desk.get(SURGEON, "/moments")
    assert at(told["items"]) == [ordered, cancelled]
    assert (told["total"], datetime.fromisoformat(told["first"])) == (2, ordered)
    assert at(desk.get(SURGEON, "/moments", limit=1)["items"]) == [cancelled]
    assert at(desk.get(SURGEON, "/moments", known_seq=known)["items"]) == [ordered]
    assert desk.get(SURGEON, "/moments", bbox="73.6,14.8,73.7,14.9")["items"] == []
    assert desk.get(SURGEON, "/moments", bbox="73.9,15.4,74.1,15.5")["total"] == 2
    assert desk.get(None, "/moments")["items"] == []
