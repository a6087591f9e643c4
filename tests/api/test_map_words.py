"""The map in words keeps its lists short and says what it leaves out."""

from __future__ import annotations

import shapely

from api.pages.map_words import MOST, kinds
from maps.layers import MapFeature, MapLayer


def declared(number: str, premises: int) -> MapFeature:
    lines = (("Disease", "Anthrax"), ("By", number), ("Distance", f"{premises}.000 m"))
    feature = f"declared_place/{number}/{premises}"
    at = shapely.Point(74.0, 15.4)
    return MapFeature("declared_place", feature, "IP/2027/000001", at, lines)


def test_declared_premises_stand_closed_by_their_declaration() -> None:
    features = [declared("DEC/2027/000001", n) for n in range(MOST + 3)]
    features.append(declared("DEC/2027/000002", 900))
    (told,) = kinds([MapLayer("declared_place", "Declared premises", tuple(features))])
    assert (told.count, told.is_open, told.more) == (MOST + 4, False, 0)
    long, short = told.declarations
    assert (long.number, long.count, len(long.premises), long.more) == (
        "DEC/2027/000001",
        MOST + 3,
        MOST,
        3,
    )
    assert long.facts == [("Disease", "Anthrax")]
    assert (short.premises[0].words, short.premises[0].address) == (
        "No. 900, 900.000 m",
        "/premises/900",
    )


def test_many_declarations_are_not_all_listed() -> None:
    features = [declared(f"DEC/2027/{n:06d}", n) for n in range(MOST + 2)]
    (told,) = kinds([MapLayer("declared_place", "Declared premises", tuple(features))])
    assert (len(told.declarations), told.more) == (MOST, 2)


def test_areas_stand_open_and_long_lists_are_cut() -> None:
    at = shapely.Point(74.0, 15.4)
    areas = tuple(MapFeature("infected_area", f"a/{n}", "Area", at) for n in range(MOST + 1))
    places = tuple(MapFeature("infected_place", f"p/{n}", "Place", at) for n in range(6))
    many, closed, few = kinds(
        [
            MapLayer("infected_area", "Infected areas", areas),
            MapLayer("infected_place", "Infected places", places),
            MapLayer("infected_place", "Infected places", places[:5]),
        ]
    )
    assert (many.is_open, len(many.items), many.more) == (True, MOST, 1)
    assert (closed.is_open, few.is_open) == (False, True)
