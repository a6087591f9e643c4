"""Reference systems and positions outside the territory (cases 21, 22, 23, 24, 33)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pyproj import Proj
from shapely.geometry import LineString, Point, Polygon, box

from gis.crs import crs_from_name, looks_swapped, require_in_bounds, require_position, to_wgs84
from gis.errors import (
    GeodesyError,
    NullIslandError,
    OutOfBoundsError,
    SwappedCoordinatesError,
    UnknownCRSError,
)
from gis.geodesic import distance

GOA = (73.6, 14.8, 74.4, 15.9)
UTM = Proj(proj="utm", zone=43, ellps="WGS84")


def test_utm_and_degrees_give_the_same_place() -> None:
    """Case 23: x first, whatever order the authority prints."""
    x, y = UTM(73.8278, 15.4909)
    lon, lat = to_wgs84(np.array([[x, y]]), "EPSG:32643")[0]
    assert distance(lon, lat, 73.8278, 15.4909) < 0.001
    same = to_wgs84(Point(73.8278, 15.4909), "EPSG:4326")
    assert (same.x, same.y) == (73.8278, 15.4909)


def test_a_shape_is_converted_corner_by_corner() -> None:
    corners = [(73.8, 15.4), (73.9, 15.4), (73.9, 15.5)]
    moved = to_wgs84(Polygon([UTM(*c) for c in corners]), "EPSG:32643")
    assert moved.equals_exact(Polygon(corners), 1e-8)
    assert to_wgs84(LineString([UTM(*c) for c in corners]), "EPSG:32643").geom_type == "LineString"


@pytest.mark.parametrize("name", ["EPSG:0", "", "nonsense " * 20, "EPSG:5703"])
def test_an_unknown_or_vertical_crs_is_refused(name: str) -> None:
    with pytest.raises(UnknownCRSError, match="EPSG:32643"):
        crs_from_name(name)


@pytest.mark.parametrize("xy", [(1e30, 1e30), (math.inf, 15.0), (math.nan, 15.0)])
@pytest.mark.parametrize("crs", ["EPSG:32643", "EPSG:4326"])
def test_inf_is_never_given_back(xy: tuple[float, float], crs: str) -> None:
    with pytest.raises(OutOfBoundsError, match="no place"):
        to_wgs84(np.array([[380000.0, 1713000.0] if "326" in crs else [73.8, 15.4], xy]), crs)


def test_swapped_coordinates_come_with_an_offer() -> None:
    """Cases 21 and 22: 73.83 is a valid latitude; only the territory tells."""
    assert looks_swapped(15.4909, 73.8278, GOA)
    assert not looks_swapped(73.8278, 15.4909, GOA)
    assert not looks_swapped(80.0, 20.0, GOA)
    with pytest.raises(SwappedCoordinatesError, match="Did you swap") as refusal:
        require_position(15.4909, 73.8278, GOA)
    assert refusal.value.offer == (73.8278, 15.4909)
    with pytest.raises(SwappedCoordinatesError):
        require_in_bounds(box(15.4, 73.8, 15.5, 73.9), GOA)


@pytest.mark.parametrize(("lon", "lat"), [(0.0, 0.0), (73.8, 0.0), (0.0, 15.4), (-0.0, 0.0)])
def test_nought_is_not_a_position(lon: float, lat: float) -> None:
    """Case 24."""
    with pytest.raises(NullIslandError, match="blank"):
        require_position(lon, lat, GOA)


def test_projected_metres_are_not_degrees() -> None:
    """Case 33."""
    with pytest.raises(OutOfBoundsError, match="projected metres"):
        require_in_bounds(Point(UTM(73.8278, 15.4909)), GOA)


def test_other_places_outside_are_refused_and_named() -> None:
    with pytest.raises(OutOfBoundsError, match="outside the territory") as refusal:
        require_in_bounds(LineString([(73.8, 15.4), (77.2, 28.6)]), GOA)
    assert refusal.value.where == (77.2, 28.6)
    with pytest.raises(OutOfBoundsError, match="finite"):
        require_position(math.nan, 15.4, GOA)
    with pytest.raises(GeodesyError, match="empty"):
        require_in_bounds(Polygon(), GOA)
    require_in_bounds(box(73.7, 15.0, 74.0, 15.5), GOA)
    require_position(73.6, 15.9, GOA)
