"""The drawn outline holds the legal limits and exceeds them by less than 0.2 m."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from gis.errors import MalformedGeometryError, UnmeasurableError
from gis.geodesic import area, disc
from gis.outline import outline
from gis.radius import measure_points
from gis.units import MILE_M

RING = Polygon(
    [(73.9, 15.4), (73.99, 15.4), (73.99, 15.49), (73.9, 15.49)],
    [[(73.92, 15.42), (73.97, 15.42), (73.97, 15.47), (73.92, 15.47)]],
)
L_SHAPE = Polygon(
    [(74.0, 15.4), (74.03, 15.4), (74.03, 15.41), (74.01, 15.41), (74.01, 15.43), (74.0, 15.43)]
)


def moved(shape: BaseGeometry, lat: float) -> BaseGeometry:
    return translate(shape, 0.0, lat - 15.4)


@pytest.mark.parametrize("lat", [0.0, 15.4, 60.0])
@pytest.mark.parametrize("metres", [50.0, MILE_M, 10_000.0])
@pytest.mark.parametrize(
    "place",
    [
        L_SHAPE,
        RING,
        MultiPolygon([L_SHAPE, box(74.05, 15.4, 74.06, 15.41)]),
        LineString([(74.0, 15.4), (74.5, 15.5)]),
        MultiPoint([(74.0, 15.4), (74.01, 15.4)]),
    ],
)
def test_the_outline_contains_the_legal_limits_and_little_more(
    place: BaseGeometry, metres: float, lat: float
) -> None:
    place = moved(place, lat)
    drawn = outline(place, metres)
    assert drawn.is_valid
    assert drawn.covers(place)
    xy = shapely.get_coordinates(shapely.segmentize(drawn.boundary, 2e-4))
    gap = measure_points(place, xy[:, 0], xy[:, 1], metres + 1)
    assert gap.min() >= metres
    assert gap.max() < metres + 0.2


def test_points_on_the_legal_line_are_drawn_inside() -> None:
    rng = np.random.default_rng(3)
    drawn = outline(L_SHAPE, MILE_M)
    lon, lat = rng.uniform(73.97, 74.06, 4000), rng.uniform(15.38, 15.46, 4000)
    within = measure_points(L_SHAPE, lon, lat, MILE_M) <= MILE_M
    assert 100 < within.sum() < 4000
    assert (shapely.intersects_xy(drawn, lon[within], lat[within])).all()


def test_a_wide_hole_stays_free() -> None:
    drawn = outline(RING, 500)
    assert isinstance(drawn, Polygon)
    assert len(drawn.interiors) == 1
    assert not drawn.covers(Point(73.945, 15.445))
    assert drawn.exterior.is_ccw
    assert area(drawn) > area(RING)


def test_of_a_point_it_is_the_circle() -> None:
    assert outline(Point(73.8278, 15.4909), MILE_M).equals(disc(73.8278, 15.4909, MILE_M))


def test_bad_input_is_refused() -> None:
    with pytest.raises(MalformedGeometryError):
        outline(Polygon(), MILE_M)
    for metres in (0.0, 20_001.0, float("nan")):
        with pytest.raises(UnmeasurableError):
            outline(L_SHAPE, metres)
    with pytest.raises(UnmeasurableError):
        outline(box(10, 84, 11, 86), 100)
