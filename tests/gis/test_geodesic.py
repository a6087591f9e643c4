"""Distance, length, area, boxes and the drawn circle (cases 1, 2, 3, 4)."""

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

from gis.errors import UnmeasurableError
from gis.geodesic import (
    area,
    bounds_within,
    disc,
    displacement,
    distance,
    length,
    settle_millimetre,
    sides_of_circle,
    split_edges,
)
from gis.units import MILE_M, miles

EARTH = Geod(ellps="WGS84")
P0 = (73.8278, 15.4909)
lons = st.floats(-170, 170)
lats = st.floats(-80, 80)
radii = st.floats(1, 20_000)


def test_a_mile_is_the_statute_mile() -> None:
    assert MILE_M == 1760 * 0.9144
    assert miles(MILE_M) == 1.0


def test_distance_of_scalars_and_arrays_agree() -> None:
    one = distance(*P0, 74.0, 15.5)
    many = distance(np.array([73.8278]), np.array([15.4909]), np.array([74.0]), np.array([15.5]))
    assert one == many[0] == pytest.approx(18504.5, abs=50)


def test_area_of_a_mile_is_what_it_should_be() -> None:
    """Case 1: a buffer in degrees or in Web Mercator gives another figure."""
    assert 8.13e6 < area(disc(*P0, MILE_M)) < 8.14e6


@pytest.mark.parametrize("lat", [0.0, 15.4, -35.0, 60.0, 80.0])
def test_area_equals_finely_split_geodesics(lat: float) -> None:
    shape = Polygon(
        [(73, lat), (73.4, lat + 0.1), (73.3, lat + 0.5), (73.0, lat + 0.2)],
        [[(73.1, lat + 0.1), (73.2, lat + 0.1), (73.2, lat + 0.2)]],
    )
    fine = shapely.orient_polygons(shapely.segmentize(shape, 0.0005), exterior_cw=False)
    assert area(shape) == pytest.approx(EARTH.geometry_area_perimeter(fine)[0], rel=1e-8)


def test_area_of_parts_holes_and_of_what_has_none() -> None:
    two = MultiPolygon([box(73, 15, 73.1, 15.1), box(74, 15, 74.1, 15.1)])
    assert area(two) == pytest.approx(2 * area(box(73, 15, 73.1, 15.1)), rel=1e-12)
    assert area(GeometryCollection([two, Point(*P0)])) == area(two)
    assert area(Point(*P0)) == area(LineString([P0, (74, 15)])) == area(Polygon()) == 0.0


def test_length_follows_the_edge_and_not_the_geodesic() -> None:
    parallel = LineString([(73, 60), (93, 60)])
    assert length(parallel) > EARTH.inv(73, 60, 93, 60)[2] + 1000
    east = 6378137 * math.cos(math.radians(60)) / math.sqrt(1 - 0.00669437999014 * 0.75)
    assert length(parallel) == pytest.approx(math.radians(20) * east, rel=1e-7)


def test_length_of_rings_parts_and_points() -> None:
    square = box(73, 15, 73.01, 15.01)
    assert length(square) == pytest.approx(length(square.exterior))
    assert length(MultiPolygon([square, box(74, 15, 74.01, 15.01)])) == pytest.approx(
        2 * length(square), rel=1e-6
    )
    two = MultiPolygon([square, box(74, 15, 74.01, 15.01)])
    assert length(GeometryCollection([two, Point(*P0)])) == length(two)
    assert length(MultiPoint([P0, (74, 15)])) == length(LineString()) == 0.0


def test_split_edges_stay_on_the_edge() -> None:
    xy = np.array([[73.0, 15.0], [73.1, 15.05], [73.1, 15.05]])
    split = split_edges(xy, 100.0)
    assert len(split) > 100
    assert np.allclose((split[:, 0] - 73.0) * 0.5, split[:, 1] - 15.0, atol=1e-12)
    assert split_edges(xy[:1]) is not None
    assert len(split_edges(xy, 1e6)) == 3


@given(lons, lats, radii, st.floats(0, 360))
def test_the_padded_box_holds_all_within(lon: float, lat: float, metres: float, az: float) -> None:
    west, south, east, north = bounds_within((lon, lat, lon, lat), metres)
    there_lon, there_lat, _ = EARTH.fwd(lon, lat, az, metres)
    assert west <= there_lon <= east
    assert south <= there_lat <= north


def test_the_padded_box_at_a_pole_and_at_180_degrees() -> None:
    assert bounds_within((10, 89.99, 10, 89.99), 5000)[::2] == (-180.0, 180.0)
    assert bounds_within((10, 89.99, 10, 89.99), 5000)[3] == 90.0
    assert bounds_within((10, -89.99, 10, -89.99), 5000)[1] == -90.0
    assert bounds_within((179.999, 10, 179.999, 10), 5000)[::2] == (-180.0, 180.0)


@given(lons, st.floats(-75, 75), radii)
def test_every_corner_of_a_circle_stands_just_outside(lon: float, lat: float, r: float) -> None:
    xy = shapely.get_coordinates(disc(lon, lat, r))
    metres = EARTH.inv(np.full(len(xy), lon), np.full(len(xy), lat), xy[:, 0], xy[:, 1])[2]
    assert (metres >= r).all()
    assert (metres < r + 0.2).all()


@pytest.mark.parametrize("lat", [0.0, 15.4909, 60.0])
@pytest.mark.parametrize("r", [10.0, MILE_M, 10_000.0])
def test_a_circle_contains_the_legal_disc_and_little_more(lat: float, r: float) -> None:
    circle = disc(73.8278, lat, r)
    assert len(circle.exterior.coords) - 1 == sides_of_circle(r) >= 256
    assert circle.exterior.is_ccw
    assert circle.is_valid
    xy = shapely.get_coordinates(shapely.segmentize(circle.exterior, 3e-6 * r / 100))
    metres = EARTH.inv(np.full(len(xy), 73.8278), np.full(len(xy), lat), xy[:, 0], xy[:, 1])[2]
    assert metres.min() >= r
    assert metres.max() < r + 0.2


@given(lons, st.floats(-75, 75), radii, st.floats(1, 1000))
def test_a_place_is_in_its_circle_and_a_larger_radius_holds_a_smaller(
    lon: float, lat: float, r: float, more: float
) -> None:
    assert disc(lon, lat, r).contains(Point(lon, lat))
    assert disc(lon, lat, r + more).contains(disc(lon, lat, r))


@pytest.mark.parametrize(
    ("lon", "lat", "r"), [(0, 89.99, 5000), (179.99, 10, 5000), (73, 15, 0), (73, 15, math.nan)]
)
def test_a_circle_that_cannot_be_drawn_is_refused(lon: float, lat: float, r: float) -> None:
    with pytest.raises(UnmeasurableError):
        disc(lon, lat, r)


@given(lons, st.floats(-89.5, 89.5), st.lists(st.floats(0, 30_000), min_size=1), st.floats(0, 360))
def test_the_fast_distance_is_the_geodesic(
    lon: float, lat: float, far: list[float], az: float
) -> None:
    n = len(far)
    lon1, lat1 = np.full(n, lon), np.full(n, lat)
    lon2, lat2, _ = EARTH.fwd(lon1, lat1, np.full(n, az), np.array(far))
    azimuth, _, exact = EARTH.inv(lon1, lat1, lon2, lat2)
    east, north, metres = displacement(lon1, lat1, lon2, lat2)
    assert np.abs(metres - exact).max() < 1e-6
    # The direction may be coarser: 0.15 m beside at 10 km is a micrometre of distance.
    assert np.abs(east - exact * np.sin(np.radians(azimuth))).max() < 0.15
    assert np.abs(north - exact * np.cos(np.radians(azimuth))).max() < 0.15
    settled = settle_millimetre(metres, lon1, lat1, lon2, lat2)
    assert (np.round(settled, 3) == np.round(exact, 3)).all()


def test_far_and_across_180_degrees_the_fast_distance_gives_way() -> None:
    lon1, lat1 = np.array([0.0, 179.999, 10.0, 0.0]), np.array([0.0, 10.0, 89.9, 79.9])
    lon2, lat2 = np.array([180.0, -179.999, -170.0, 280.9]), np.array([0.0, 10.0, 89.9, 79.9])
    exact = EARTH.inv(lon1, lat1, lon2, lat2)[2]
    assert displacement(lon1, lat1, lon2, lat2)[2] == pytest.approx(exact, abs=1e-6)


def test_the_last_micrometre_is_settled_by_geod() -> None:
    rng = np.random.default_rng(9)
    lon1, lat1 = rng.uniform(73.7, 74.3, 200_000), rng.uniform(15, 15.8, 200_000)
    lon2, lat2, _ = EARTH.fwd(
        lon1, lat1, rng.uniform(0, 360, 200_000), rng.uniform(0, 2000, 200_000)
    )
    exact = EARTH.inv(lon1, lat1, lon2, lat2)[2]
    metres = displacement(lon1, lat1, lon2, lat2)[2]
    settled = settle_millimetre(metres, lon1, lat1, lon2, lat2)
    assert (np.round(settled, 3) == np.round(exact, 3)).all()
