"""The layers of the land as the services keep and ask them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import shapely

from casework import HERE, OPENED, Desk, away, jan, square
from gis.errors import NullIslandError, OutOfBoundsError, SwappedCoordinatesError
from gis.geodesic import area
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.places import queries
from vetcontrol.places.locating import lies_near, whereabouts_of
from vetcontrol.places.service import Area, Edition, Level, feature_id, import_areas
from vetcontrol.register.entries import Actor, Entry
from vetcontrol.register.register import Register

EDITION = Edition("1", "test", "CC0-1.0", 50.0)
WEST, EAST = square(0.01), square(0.01, (74.02, 15.42))
BOW_TIE = shapely.Polygon([(74, 15.4), (74.01, 15.41), (74.01, 15.4), (74, 15.41), (74, 15.4)])


def take_in(register: Register, areas: Sequence[Area], level: Level = Level.VILLAGE) -> Entry:
    with register.writing() as writing:
        return import_areas(
            writing, Actor("vetcontrol"), level, areas, edition=EDITION, effective_at=OPENED
        )


def test_every_row_that_cannot_be_taken_in_is_named(desk: Desk) -> None:
    head = desk.head()
    areas = [
        Area("1", "Curti", WEST),
        Area("1", "Again", EAST),
        Area("", "No code", EAST),
        Area("3", "Point", shapely.Point(HERE)),
        Area("4", "Bow-tie", BOW_TIE),
    ]
    with pytest.raises(Malformed, match="4 of 5 rows") as caught:
        take_in(desk.register, areas)
    assert [e.field for e in caught.value.errors] == [
        "row 2 (Again)", "row 3 (No code)", "row 4 (Point)", "row 5 (Bow-tie)",
    ]  # fmt: skip
    assert desk.head() == head


def test_where_a_place_lies(desk: Desk) -> None:
    take_in(desk.register, [Area("1", "Curti", WEST), Area("2", "Bandora", EAST)])
    with desk.register.reading() as reading:
        known, now = reading.known(), reading.now
        here = queries.whereabouts(known, shapely.Point(HERE), now)
        assert (here.village, here.village_feature) == ("Curti", "village/1")
        assert (here.taluka, here.district) == ("Ponda", "South Goa")
        mostly = shapely.box(74.005, 15.415, 74.02, 15.425)
        assert queries.whereabouts(known, mostly, now).village == "Bandora"
        assert whereabouts_of(known, [mostly], now)[0].village == "Bandora"
        before = queries.whereabouts(known, shapely.Point(HERE), jan(1).replace(year=2026))
        assert before.village == ""
        assert queries.areas(known, ["village/2"], now)[0].facts["name"] == "Bandora"
        with pytest.raises(NotFound, match="village/3"):
            queries.areas(known, ["village/2", "village/3"], now)


def test_the_greatest_share_is_by_true_area(desk: Desk) -> None:
    """Of two halves equal in degrees, the southern has more square metres."""
    lon, lat = HERE
    line = lat - 1e-8
    north = shapely.box(lon - 0.02, line, lon + 0.02, lat + 0.02)
    south = shapely.box(lon - 0.02, lat - 0.02, lon + 0.02, line)
    take_in(desk.register, [Area("1", "North", north), Area("2", "South", south)])
    place = shapely.box(lon - 0.01, lat - 0.01, lon + 0.01, lat + 0.01)
    assert shapely.area(place & north) > shapely.area(place & south)
    assert area(place & south) > area(place & north)
    with desk.register.reading() as reading:
        known, now = reading.known(), reading.now
        here = queries.whereabouts(known, place, now)
        assert here.village == "South"
        assert whereabouts_of(known, [place], now) == [here]


def test_what_a_village_says_of_its_taluka_stands_where_no_layer_does(register: Register) -> None:
    facts = {"taluka": "Ponda", "district": "North Goa"}
    take_in(register, [Area("1", "Curti", WEST, facts)])
    with register.reading() as reading:
        known, now = reading.known(), reading.now
        here = queries.whereabouts(known, shapely.Point(HERE), now)
        assert (here.taluka, here.district) == ("Ponda", "North Goa")
        assert whereabouts_of(known, [shapely.Point(HERE)], now) == [here]
        assert whereabouts_of(known, [], now) == []
        with pytest.raises(Refused, match="No outline of the territory"):
            queries.territory(known, now)
        assert queries.territory_name(known, WEST, now) == ""


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        (shapely.Point(HERE), None),
        (away(40_000.0, 90.0), None),
        (shapely.Point(72.84, 20.41), None),
        (shapely.Point(72.83, 18.94), OutOfBoundsError),
        (shapely.Point(HERE[1], HERE[0]), SwappedCoordinatesError),
        (shapely.Point(20.41, 72.84), SwappedCoordinatesError),
        (shapely.Point(0, 0), NullIslandError),
        (shapely.box(73.9, 15.4, 77.0, 15.5), OutOfBoundsError),
        (shapely.MultiPoint([HERE, (72.84, 20.41)]), OutOfBoundsError),
    ],
)
def test_a_place_far_from_the_territory_is_refused(
    desk: Desk, place: shapely.geometry.base.BaseGeometry, fault: type[Exception] | None
) -> None:
    with desk.register.reading() as reading:
        known, now = reading.known(), reading.now
        assert lies_near(known, [place], now).tolist() == [fault is None]
        if fault is None:
            queries.require_near(known, place, now)
            return
        with pytest.raises(fault):
            queries.require_near(known, place, now)


def test_the_parcels_of_the_territory_by_name(desk: Desk) -> None:
    with desk.register.reading() as reading:
        known, now = reading.known(), reading.now
        for where, name in ((HERE, "Goa"), ((72.84, 20.41), "Daman"), ((73.0, 19.9), "Daman")):
            assert queries.territory_name(known, shapely.Point(where), now) == name
        land = queries.territory(known, now)
        assert land.accuracy_m == 5500.0
        assert land.relation(shapely.Point(HERE)).outcome == "inside"
        assert land.relation(away(90_000.0, 90.0)).outcome == "outside"


def test_the_names_of_features() -> None:
    assert feature_id(Level.VILLAGE, "3001") == "village/3001"
    assert {level.kind for level in Level} == {
        "village", "panchayat", "municipal_area", "taluka", "district", "territory",
        "officers_area",
    }  # fmt: skip
