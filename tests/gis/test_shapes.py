"""GeoJSON read strictly, faults with their place, repair with its change (cases 8, 9, 11, 15)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import translate
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box

from gis.errors import (
    InvalidGeometryError,
    MalformedGeometryError,
    OutOfBoundsError,
    TooManyVerticesError,
    UnknownCRSError,
)
from gis.geodesic import area
from gis.shapes import (
    MAX_REPAIR_VERTICES,
    as_geojson,
    fault,
    offered_repair,
    orient,
    parse_geojson,
    propose_repair,
    require_valid,
)

SQUARE = [[73.0, 15.0], [73.1, 15.0], [73.1, 15.1], [73.0, 15.1], [73.0, 15.0]]
BOW_TIE = Polygon([(73, 15), (73.1, 15.1), (73.1, 15), (73, 15.1)])


def polygon(ring: list[Any]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [ring]}


def nested(depth: int) -> Any:
    value: Any = 1.0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("given_", "says"),
    [
        (None, "not a GeoJSON object"),
        ([73, 15], "not a GeoJSON object"),
        ({}, "type None"),
        ({"type": ["Point"]}, "type"),
        ({"type": "Circle", "coordinates": [73, 15]}, "'Circle'"),
        ({"type": "GeometryCollection", "geometries": []}, "GeometryCollection"),
        ({"type": "Point"}, "no coordinates"),
        ({"type": "Feature", "geometry": None}, "Feature has no geometry"),
        ({"type": "Point", "coordinates": []}, "empty"),
        ({"type": "Point", "coordinates": None}, "should be"),
        ({"type": "Point", "coordinates": [73]}, "two numbers"),
        ({"type": "Point", "coordinates": [73, None]}, "latitude of coordinates is None"),
        ({"type": "Point", "coordinates": [True, 15]}, "longitude of coordinates is True"),
        ({"type": "Point", "coordinates": ["73", 15]}, "not a number"),
        ({"type": "Point", "coordinates": [float("nan"), 15]}, "not a finite"),
        ({"type": "Point", "coordinates": [73, float("inf")]}, "not a finite"),
        ({"type": "Point", "coordinates": [73, 15, 20]}, "height"),
        ({"type": "Point", "coordinates": [73, 15, 20, 1]}, "measure"),
        ({"type": "Point", "coordinates": [[73, 15]]}, "two numbers"),
        ({"type": "LineString", "coordinates": [[73, 15]]}, "at least two"),
        ({"type": "Polygon", "coordinates": []}, "empty"),
        ({"type": "Polygon", "coordinates": [[]]}, "empty"),
        ({"type": "Polygon", "coordinates": SQUARE}, "should be"),
        ({"type": "Polygon", "coordinates": {"a": 1}}, "should be an array"),
        ({"type": "MultiPolygon", "coordinates": [SQUARE]}, "should be"),
        ({"type": "MultiPoint", "coordinates": []}, "empty"),
        ({"type": "Polygon", "coordinates": nested(500)}, "should have two numbers|positions"),
        (polygon([[73, 15], [73.1, 15], [73, 15]]), "at least four"),
        (polygon(SQUARE[:-1]), "not closed"),
    ],
)
def test_what_rfc_7946_does_not_allow_is_refused(given_: Any, says: str) -> None:
    with pytest.raises(MalformedGeometryError, match=says) as refusal:
        parse_geojson(given_)
    assert refusal.value.remedy


@pytest.mark.parametrize("xy", [[380000, 1713000], [73, 91], [-180.5, 0], [10**400, 0]])
def test_numbers_that_are_no_degrees_are_refused(xy: list[float]) -> None:
    """Case 33: projected metres accepted as degrees."""
    with pytest.raises(OutOfBoundsError, match="degrees"):
        parse_geojson({"type": "Point", "coordinates": xy})


@pytest.mark.parametrize("name", ["EPSG:32643", "urn:ogc:def:crs:EPSG::3857", 7, None])
def test_another_crs_is_refused(name: Any) -> None:
    with pytest.raises(UnknownCRSError, match="not WGS84"):
        parse_geojson(
            {"type": "Point", "coordinates": [73, 15], "crs": {"properties": {"name": name}}}
        )
    with pytest.raises(UnknownCRSError):
        parse_geojson({"type": "Feature", "geometry": {"type": "Point", "crs": None}})


@pytest.mark.parametrize("name", ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326"])
def test_wgs84_by_its_old_names_is_taken(name: str) -> None:
    given_ = {
        "type": "Feature",
        "crs": {"type": "name", "properties": {"name": name}},
        "geometry": {"type": "Point", "coordinates": [73, 15]},
    }
    assert parse_geojson(given_).equals(Point(73, 15))


def test_too_many_vertices_is_an_error_of_its_own() -> None:
    turn = np.linspace(0, 2 * np.pi, 100_000)
    ring = np.column_stack([74 + 0.1 * np.cos(turn), 15 + 0.1 * np.sin(turn)]).tolist()
    with pytest.raises(TooManyVerticesError, match="100,000") as refusal:
        parse_geojson(polygon(ring))
    assert (refusal.value.vertices, refusal.value.limit) == (100_000, 50_000)
    many = {"type": "MultiPoint", "coordinates": [[73, 15]] * 4}
    assert len(parse_geojson(many, 4).geoms) == 4  # type: ignore[attr-defined]
    with pytest.raises(TooManyVerticesError):
        parse_geojson(many, 3)


coordinate = st.tuples(st.floats(-180, 180), st.floats(-90, 90))


@given(st.lists(coordinate, min_size=2, max_size=6))
def test_full_precision_survives_json(line: list[tuple[float, float]]) -> None:
    for shape in (LineString(line), shapely.MultiPoint(line), Point(line[0])):
        back = parse_geojson(json.loads(json.dumps(as_geojson(shape))))
        assert shapely.to_wkb(back) == shapely.to_wkb(shape)


def test_any_winding_is_taken_and_the_right_hand_rule_given() -> None:
    clockwise = parse_geojson(polygon(SQUARE[::-1]))
    assert isinstance(clockwise, Polygon)
    assert not clockwise.exterior.is_ccw
    written = as_geojson(clockwise)
    assert Polygon(written["coordinates"][0]).exterior.is_ccw
    assert isinstance(written["coordinates"][0][0], list)
    holed = orient(Polygon(SQUARE, [[(73.02, 15.02), (73.04, 15.02), (73.04, 15.04)]]))
    assert isinstance(holed, Polygon)
    assert holed.exterior.is_ccw
    assert not holed.interiors[0].is_ccw


def test_parts_holes_and_small_pieces_survive_every_round() -> None:
    """Cases 8, 11, 15: three parts, a hole, a piece of 0.2 ha, three times over."""
    tiny = box(74.0, 15.0, 74.0004, 15.0004)
    shape: Any = MultiPolygon(
        [
            Polygon(SQUARE, [[(73.02, 15.02), (73.04, 15.02), (73.04, 15.04)]]),
            box(73.5, 15, 73.6, 15.1),
            tiny,
        ]
    )
    before = area(shape)
    for _ in range(3):
        shape = orient(parse_geojson(json.loads(json.dumps(as_geojson(shape)))))
        require_valid(shape)
    assert len(shape.geoms) == 3
    assert len(shape.geoms[0].interiors) == 1
    assert area(shape) == pytest.approx(before, rel=1e-12)
    assert 1500 < area(shape.geoms[2]) < 2500


FAULTS = [
    ("POLYGON((73 15,73.1 15.1,73.1 15,73 15.1,73 15))", "crosses", (73.05, 15.05)),
    ("POLYGON((0 0,1 0,1 1,0 1,0 0),(2 2,3 2,3 3,2 2))", "hole lies outside", (2, 2)),
    ("POLYGON((0 0,1 0,1 1,0 1,0 0),(.5 .5,3 .6,.5 .7,.5 .5))", "crosses", (1, 0.52)),
    ("MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((1 1,2 1,2 2,1 1)))", "inside another", (1, 1)),
    ("MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((0 0,0 9,9 9,9 0,0 0)))", "given twice", (0, 0)),
    ("POLYGON((0 0,9 0,9 9,5 9,5 12,5 9,0 9,0 0))", "spike", (5, 12)),
    ("POLYGON((0 0,9 0,4 4,9 9,0 9,4 4,0 0))", "touches itself", (4, 4)),
    ("POLYGON((0 0,9 0,9 9,0 9,0 0),(0 4,4 0,9 4,4 9,0 4))", "hang together", (4, 0)),
    ("POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,8 1,8 8,1 8,1 1),(2 2,3 2,3 3,2 2))", "r hole", (2, 2)),
    ("POLYGON((1 1,1 1,1 1,1 1))", "too few points", (1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("wkt", "says", "where"), FAULTS)
def test_a_fault_is_named_in_plain_words_with_its_place(
    wkt: str, says: str, where: tuple[float, float]
) -> None:
    """Case 9."""
    shape = shapely.from_wkt(wkt)
    found = fault(shape)
    assert found is not None
    assert says in found.reason
    assert found.where == pytest.approx(where)
    with pytest.raises(InvalidGeometryError, match="Redraw") as refusal:
        require_valid(shape)
    assert refusal.value.where == found.where


def test_a_valid_shape_has_no_fault_and_an_empty_one_has() -> None:
    assert fault(box(73, 15, 74, 16)) is None
    empty = fault(Polygon())
    assert empty is not None
    assert empty.where is None


def test_a_bow_tie_is_mended_only_as_a_proposal_that_shows_the_change() -> None:
    repair = propose_repair(BOW_TIE)
    assert (repair.parts_before, repair.parts_after) == (1, 2)
    assert repair.before_m2 == pytest.approx(0.0, abs=1.0)
    assert repair.after_m2 == pytest.approx(area(repair.geometry))
    assert repair.change_m2 == repair.after_m2 - repair.before_m2 > 5e7
    assert fault(repair.geometry) is None
    assert not BOW_TIE.is_valid


def test_a_refusal_tells_what_a_repair_would_change() -> None:
    offered = offered_repair(BOW_TIE)
    assert offered == propose_repair(BOW_TIE)
    assert offered is not None
    with pytest.raises(InvalidGeometryError, match=f"2 parts and {offered.after_m2:,.0f} m²"):
        require_valid(BOW_TIE)
    less = replace(offered, before_m2=offered.after_m2 + 7.0, change_m2=-7.0, parts_after=1)
    assert "1 part and" in less.words()
    assert "7 m² less than" in less.words()


def test_no_repair_is_offered_of_what_is_tangled_or_no_area() -> None:
    turns = np.linspace(0.0, 2.0 * np.pi, 102)[:-1] * 50.0
    star = Polygon(np.stack((74.0 + 0.01 * np.cos(turns), 15.0 + 0.01 * np.sin(turns)), 1))
    round_ = Point(73, 15).buffer(0.1, quad_segs=MAX_REPAIR_VERTICES // 4 + 1).exterior.coords[:]
    many = Polygon([*round_[:10], round_[20], *round_[11:20], round_[10], *round_[21:]])
    for shape in (star, many, shapely.from_wkt("LINESTRING(0 0,0 0)"), Polygon()):
        assert not (shape.is_valid and not shape.is_empty)
        assert offered_repair(shape) is None
        with pytest.raises(InvalidGeometryError, match=r"^(?!.*Repaired)"):
            require_valid(shape)


def test_a_repair_adds_no_land_and_drops_no_part_or_hole() -> None:
    outside = shapely.from_wkt("POLYGON((0 0,1 0,1 1,0 1,0 0),(2 2,3 2,3 3,2 2))")
    assert propose_repair(outside).geometry.equals(box(0, 0, 1, 1))
    kept = Polygon(SQUARE, [[(73.02, 15.02), (73.04, 15.02), (73.04, 15.04)]])
    spiked = Polygon([*SQUARE[:2], (73.1, 15.05), (73.2, 15.05), (73.1, 15.05), *SQUARE[2:]])
    repair = propose_repair(MultiPolygon([spiked, translate(kept, 1.0)]))
    assert repair.parts_after == 2
    assert sum(len(p.interiors) for p in shapely.get_parts(repair.geometry)) == 1
    assert repair.change_m2 == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize(
    "wkt", ["POLYGON((0 0,1 1,2 2,0 0))", "LINESTRING(0 0,1 1)", "POLYGON EMPTY", "POINT(0 0)"]
)
def test_what_leaves_no_area_is_not_repaired(wkt: str) -> None:
    with pytest.raises(InvalidGeometryError):
        propose_repair(shapely.from_wkt(wkt))
