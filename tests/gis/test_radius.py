"""Who lies within the radius: the test points to the centimetre, parts, accuracy, bad input."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Geod
from shapely.geometry import (
    GeometryCollection,
    LineString,
    MultiPoint,
    MultiPolygon,
    Point,
    Polygon,
    box,
)
from shapely.geometry.base import BaseGeometry

from gis.errors import MalformedGeometryError, UnmeasurableError
from gis.geodesic import disc
from gis.radius import METHOD, Measured, classify, is_within, measure, measure_points
from gis.units import MILE_M

EARTH = Geod(ellps="WGS84")
P0 = Point(73.8278, 15.4909)

#: (metres, latitude, longitude) around P0: due north, mid-chord of a 64-sided circle, due east.
TABLE = [
    (1608.344, 15.50543494, 73.82780000),
    (1608.344, 15.50541744, 73.82853553),
    (1608.344, 15.49089949, 73.84278906),
    (1609.334, 15.50544389, 73.82780000),
    (1609.334, 15.50542637, 73.82853598),
    (1609.334, 15.49089949, 73.84279829),
    (1609.354, 15.50544407, 73.82780000),
    (1609.354, 15.50542655, 73.82853599),
    (1609.354, 15.49089949, 73.84279847),
    (1610.344, 15.50545302, 73.82780000),
    (1610.344, 15.50543549, 73.82853644),
    (1610.344, 15.49089949, 73.84280770),
]


def one(place: BaseGeometry, premises: BaseGeometry, within: float = MILE_M) -> float:
    return float(measure(place, [premises], within).distance_m[0])


@pytest.mark.parametrize(("metres", "lat", "lon"), TABLE)
def test_the_points_of_the_table_to_the_centimetre(metres: float, lat: float, lon: float) -> None:
    """Cases 2, 3, 4: also as a tiny polygon and as a point among polygons."""
    found = one(P0, Point(lon, lat))
    assert found == pytest.approx(metres, abs=0.002)
    assert is_within(found, MILE_M) == (metres < MILE_M)
    mixed = measure(P0, [Point(lon, lat), box(75, 15, 75.1, 15.1)], MILE_M)
    assert mixed.distance_m[0] == found
    assert disc(73.8278, 15.4909, MILE_M).covers(Point(lon, lat)) or metres > MILE_M
    tiny = shapely.box(73.8278 - 1e-10, 15.4909 - 1e-10, 73.8278 + 1e-10, 15.4909 + 1e-10)
    assert one(tiny, Point(lon, lat)) == pytest.approx(found, abs=0.001)


def test_a_holding_1580_metres_due_east_is_inside() -> None:
    """Case 2: a metre buffer made in Web Mercator leaves it out."""
    lon, lat, _ = EARTH.fwd(73.8278, 15.4909, 90, 1580)
    assert is_within(one(P0, Point(lon, lat)), MILE_M)


def test_exactly_the_mile_is_inside_and_a_millimetre_more_is_not() -> None:
    for az in range(0, 360, 7):
        at = Point(*EARTH.fwd(73.8278, 15.4909, az, MILE_M)[:2])
        out = Point(*EARTH.fwd(73.8278, 15.4909, az, MILE_M + 0.001)[:2])
        assert is_within(one(P0, at), MILE_M)
        assert not is_within(one(P0, out), MILE_M)


def test_rounding_is_to_the_millimetre() -> None:
    assert is_within(1609.34449, MILE_M)
    assert not is_within(1609.34451, MILE_M)
    assert is_within(np.array([1609.344, 1609.345]), MILE_M).tolist() == [True, False]


def test_a_grazing_plot_inside_brings_in_the_whole_holding() -> None:
    """Case 18: two parcels 3 km apart, one inside; the deciding part is named."""
    far, near = box(73.86, 15.49, 73.861, 15.491), box(73.832, 15.49, 73.833, 15.491)
    found = measure(P0, [MultiPolygon([far, near]), MultiPolygon([near, far])], MILE_M)
    assert found.deciding_part.tolist() == [1, 0]
    assert found.distance_m[0] == found.distance_m[1] < MILE_M
    assert found.method == METHOD


def test_touching_inside_and_around_are_nothing() -> None:
    place = Polygon(
        [(73.8, 15.4), (73.9, 15.4), (73.9, 15.5), (73.8, 15.5)],
        [[(73.84, 15.44), (73.86, 15.44), (73.86, 15.46), (73.84, 15.46)]],
    )
    inside, around = Point(73.81, 15.41), box(73, 15, 75, 16)
    corner, edge, beside = Point(73.8, 15.4), Point(73.85, 15.4), box(73.9, 15.4, 73.95, 15.5)
    found = measure(place, [inside, around, corner, edge, beside], MILE_M)
    assert found.distance_m.tolist() == [0.0] * 5
    hole = one(place, Point(73.85, 15.45))
    assert hole == pytest.approx(EARTH.inv(73.85, 15.45, 73.84, 15.45)[2], abs=0.01)
    assert one(place, box(73.849, 15.449, 73.851, 15.451)) < hole


def test_a_gap_between_three_circles_is_free() -> None:
    """Case 13: a holding in the gap is within none of the three."""
    out = MILE_M + 25
    places = [Point(*EARTH.fwd(73.8278, 15.4909, az, out)[:2]) for az in (0, 120, 240)]
    for place in places:
        assert one(place, P0, 2000) == pytest.approx(out, abs=0.001)
        assert not is_within(one(place, P0), MILE_M)


def test_the_edge_is_straight_in_longitude_and_latitude() -> None:
    place = LineString([(73.0, 60.0), (73.6, 60.0)])
    middle = Point(73.3, 60.0)
    assert one(place, middle) == 0.0
    geodesic = EARTH.inv_intermediate(73.0, 60.0, 73.6, 60.0, 1, return_back_azimuth=True)
    assert one(place, Point(geodesic.lons[0], geodesic.lats[0])) > 30.0


def test_beyond_reach_is_infinite_and_reach_is_exact() -> None:
    place = box(73.8, 15.4, 73.81, 15.41)
    points = [Point(*EARTH.fwd(73.81, 15.405, 90, d)[:2]) for d in (1000, 1009, 1012, 50_000)]
    found = measure(place, points, 1000).distance_m
    assert found[:2] == pytest.approx([1000, 1009], abs=0.01)
    assert np.isinf(found[2:]).all()
    assert np.isinf(measure(place, [box(80, 20, 81, 21)], 1000).distance_m).all()
    assert np.isinf(one(P0, Point(74.5, 15.4)))


def test_the_pole_and_180_degrees_between_points() -> None:
    assert one(Point(179.9999, 10), Point(-179.9999, 10)) == pytest.approx(21.928, abs=0.01)
    assert one(Point(0, 89.9999), Point(180, 89.9999)) == pytest.approx(22.339, abs=0.01)


def test_arrays_of_points_answer_as_shapes_do() -> None:
    place = box(73.8, 15.4, 73.85, 15.45)
    rng = np.random.default_rng(7)
    lon, lat = rng.uniform(73.78, 73.87, 500), rng.uniform(15.38, 15.47, 500)
    for here in (place, P0, MultiPoint([(73.8, 15.4), (73.83, 15.41)])):
        shapes = measure(here, shapely.points(lon, lat), MILE_M).distance_m
        assert (measure_points(here, lon, lat, MILE_M) == shapes).all()


def test_no_premises_is_no_answer() -> None:
    assert len(measure(P0, [], MILE_M).distance_m) == 0


@pytest.mark.parametrize("premises", [Point(), Polygon(), None])
@pytest.mark.parametrize("beside", [Point(73, 15), box(73, 15, 74, 16)])
def test_a_premises_without_geometry_is_refused(premises: object, beside: BaseGeometry) -> None:
    with pytest.raises(MalformedGeometryError, match="number 2 of the list"):
        measure(P0, np.array([beside, premises], dtype=object), MILE_M)


def test_other_bad_input_is_refused() -> None:
    with pytest.raises(MalformedGeometryError, match="place has no geometry"):
        measure(Point(), [P0], MILE_M)
    with pytest.raises(MalformedGeometryError, match="collections"):
        measure(P0, [GeometryCollection([P0])], MILE_M)
    with pytest.raises(MalformedGeometryError, match="collections"):
        measure(GeometryCollection([P0]), [P0], MILE_M)
    with pytest.raises(MalformedGeometryError, match="finite"):
        measure_points(P0, np.array([math.nan]), np.array([15.0]), MILE_M)
    with pytest.raises(UnmeasurableError, match="degrees of latitude"):
        measure(box(10, 84, 11, 88), [Point(10.5, 88.001)], MILE_M)


@pytest.mark.parametrize("within", [-1.0, math.nan, math.inf, 100_001.0])
def test_a_radius_that_cannot_be_measured_is_refused(within: float) -> None:
    with pytest.raises(UnmeasurableError):
        measure(P0, [P0], within)


def test_a_position_whose_accuracy_straddles_the_line_is_listed_apart() -> None:
    metres = np.array([1000.0, 1500.0, 1620.0, 1700.0, 1609.344, math.inf])
    measured = Measured(metres, np.zeros(6, dtype=np.int64))
    accuracy = np.array([math.nan, 200.0, 11.0, 50.0, 0.0, 300.0])
    assert classify(measured, accuracy, MILE_M).tolist() == [
        "within",
        "straddling",
        "straddling",
        "outside",
        "within",
        "outside",
    ]
    at_the_line = Measured(np.array([1600.0]), np.zeros(1, dtype=np.int64))
    assert classify(at_the_line, np.array([9.344]), MILE_M)[0] == "within"
    assert classify(at_the_line, np.array([9.345]), MILE_M)[0] == "straddling"
    beyond = Measured(np.array([1618.688]), np.zeros(1, dtype=np.int64))
    assert classify(beyond, np.array([9.344]), MILE_M)[0] == "straddling"
    assert classify(beyond, np.array([9.343]), MILE_M)[0] == "outside"


lon_lat = st.tuples(st.floats(73.7, 74.3), st.floats(15.0, 15.6))
shape = st.one_of(
    lon_lat.map(Point),
    st.lists(lon_lat, min_size=2, max_size=5).map(MultiPoint),
    st.lists(lon_lat, min_size=2, max_size=5, unique=True).map(LineString),
    st.lists(lon_lat, min_size=3, max_size=8, unique=True)
    .map(lambda c: MultiPoint(c).convex_hull)
    .filter(lambda g: g.geom_type == "Polygon" and g.area > 1e-9),
)


@given(shape, shape)
def test_the_distance_is_the_same_both_ways(a: BaseGeometry, b: BaseGeometry) -> None:
    there, back = one(a, b, 90_000), one(b, a, 90_000)
    assert there == pytest.approx(back, abs=0.0011)


@given(shape, shape, st.floats(100, 30_000), st.floats(0, 30_000))
def test_a_larger_radius_holds_whom_a_smaller_one_holds(
    a: BaseGeometry, b: BaseGeometry, r: float, more: float
) -> None:
    if is_within(one(a, b, r), r):
        assert is_within(one(a, b, r + more), r + more)
        assert one(a, b, r) == pytest.approx(one(a, b, r + more), abs=0.0011)


@given(shape)
def test_a_place_is_at_no_distance_from_itself(a: BaseGeometry) -> None:
    assert one(a, a) == 0.0
