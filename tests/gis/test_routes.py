"""What a route meets, in metres along it."""

from __future__ import annotations

from itertools import pairwise

import pytest
import shapely
from pyproj import Geod
from shapely.geometry import LineString, Point

from gis.routes import Approach, Route, Stretch

GEOD = Geod(ellps="WGS84")
EAST = LineString([(74.0, 15.4), (74.1, 15.4)])


def along(lon: float) -> float:
    """Metres along EAST to a longitude, summed over short geodesics as the parallel is curved."""
    count = 200
    lons = [74.0 + (lon - 74.0) * i / count for i in range(count + 1)]
    return float(sum(GEOD.inv(a, 15.4, b, 15.4)[2] for a, b in pairwise(lons)))


def near(stretches: list[Stretch], *expected: tuple[float, float]) -> None:
    assert [(s.from_m, s.to_m) for s in stretches] == [pytest.approx(e, abs=0.01) for e in expected]


def test_a_route_is_as_long_as_its_line_on_the_ellipsoid() -> None:
    assert Route(EAST).length_m == pytest.approx(along(74.1), abs=0.01)
    there_and_back = LineString([(74.0, 15.4), (74.1, 15.4), (74.0, 15.4)])
    assert Route(there_and_back).length_m == pytest.approx(2 * along(74.1), abs=0.01)


def test_an_area_is_entered_and_left_where_the_line_crosses_it() -> None:
    area = shapely.box(74.03, 15.3, 74.05, 15.5)
    near(Route(EAST).inside(area), (along(74.03), along(74.05)))


def test_each_stretch_of_an_area_with_a_hole_is_told_in_order() -> None:
    area = shapely.difference(
        shapely.box(74.02, 15.3, 74.08, 15.5), shapely.box(74.04, 15.35, 74.06, 15.45)
    )
    route = Route(EAST)
    near(
        route.inside(area),
        (along(74.02), along(74.04)),
        (along(74.06), along(74.08)),
    )


def test_a_route_that_comes_back_meets_the_area_twice() -> None:
    back = LineString([(74.0, 15.4), (74.1, 15.4), (74.1, 15.41), (74.0, 15.41)])
    area = shapely.box(74.03, 15.3, 74.05, 15.5)
    assert len(Route(back).inside(area)) == 2


def test_a_route_wholly_inside_is_one_stretch_over_all_its_edges() -> None:
    bent = LineString([(74.0, 15.4), (74.01, 15.41), (74.02, 15.4), (74.02, 15.4)])
    route = Route(bent)
    near(route.inside(shapely.box(73.9, 15.3, 74.2, 15.5)), (0.0, route.length_m))


def test_a_route_that_goes_nowhere_meets_nothing() -> None:
    still = Route(LineString([(74.0, 15.4), (74.0, 15.4)]))
    assert still.inside(shapely.box(73.9, 15.3, 74.2, 15.5)) == []
    assert still.length_m == 0.0


def test_a_touch_has_no_length_and_a_miss_is_nothing() -> None:
    route = Route(EAST)
    (touch,) = route.inside(shapely.Polygon([(74.05, 15.4), (74.04, 15.5), (74.06, 15.5)]))
    assert touch.from_m == touch.to_m == pytest.approx(along(74.05), abs=0.01)
    assert route.inside(shapely.box(74.03, 15.41, 74.05, 15.5)) == []


def test_how_far_a_place_lies_off_the_route() -> None:
    route = Route(EAST)
    lon, lat, _ = GEOD.fwd(74.05, 15.4, 0.0, 250.0)
    assert route.off(lon, lat) == pytest.approx(250.0, abs=0.01)
    assert route.off(74.05, 15.4) == pytest.approx(0.0, abs=0.001)
    assert route.off(76.5, 15.4) == float("inf")


def test_the_point_so_many_metres_along() -> None:
    route = Route(EAST)
    assert route.at(along(74.03)).distance(Point(74.03, 15.4)) < 1e-7
    assert route.at(-1.0).equals(Point(74.0, 15.4))
    assert route.at(1e9).equals(Point(74.1, 15.4))
    assert Route(LineString([(74.0, 15.4), (74.0, 15.4)])).at(5.0).equals(Point(74.0, 15.4))


def test_how_near_it_comes_to_a_place_and_where() -> None:
    route = Route(EAST)
    place = Point(GEOD.fwd(74.05, 15.4, 0.0, 30.0)[:2])
    found = route.approach(place, 100.0)
    assert isinstance(found, Approach)
    assert found.distance_m == pytest.approx(30.0, abs=0.01)
    assert found.along_m == pytest.approx(along(74.05), abs=0.1)
    assert route.approach(place, 20.0) is None
