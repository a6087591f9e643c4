"""Edges and the nearest of them: splitting, nothing to measure, long edges."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import GeometryCollection, LinearRing, LineString, Point, Polygon

from gis.edges import edges_of
from gis.errors import MalformedGeometryError
from gis.geodesic import distance
from gis.nearest import to_edges
from oracle_radius import points_to_lines


def shapes(*found: object) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    return np.array(found, dtype=object)


def test_edges_of_each_kind_know_their_owner_and_what_follows() -> None:
    square = Polygon([(0, 0), (0.001, 0), (0.001, 0.001), (0, 0.001)])
    line = LineString([(1, 0), (1.001, 0), (1.001, 0.001)])
    edges = edges_of(shapes(line, Point(2, 0), square, LinearRing(square.exterior)))
    assert edges.owner.tolist() == [0, 0, 1, 2, 2, 2, 2, 3, 3, 3, 3]
    assert edges.joined.tolist() == [True, False, False, *[True] * 8]
    assert (edges.dlon[2], edges.dlat[2]) == (0.0, 0.0)


def test_long_edges_are_split_on_themselves() -> None:
    edges = edges_of(shapes(LineString([(73, 15), (74, 15.5)])))
    assert len(edges) > 100
    assert np.allclose((edges.lon - 73) / 2, edges.lat - 15, atol=1e-12)
    metres = distance(edges.lon, edges.lat, edges.lon + edges.dlon, edges.lat + edges.dlat)
    assert metres.max() < 1001
    assert not edges.joined[-1]
    assert edges.joined[:-1].all()


def test_a_collection_has_no_edges() -> None:
    with pytest.raises(MalformedGeometryError, match="points, lines and polygons"):
        edges_of(shapes(GeometryCollection([Point(0, 0)])))


def test_nothing_to_measure() -> None:
    edges = edges_of(shapes(Point(73, 15)))
    assert to_edges(np.zeros(0), np.zeros(0), edges, 100).tolist() == []
    assert np.isinf(to_edges(np.array([73.0]), np.array([15.0]), edges_of(shapes()), 100)).all()


@pytest.mark.parametrize("lat", [0.0, 15.0, 60.0, -78.0])
@pytest.mark.parametrize("limit", [10.0, 1609.344, 60_000.0])
def test_points_about_a_long_crooked_line(lat: float, limit: float) -> None:
    rng = np.random.default_rng(4)
    line = np.column_stack(
        [73 + np.cumsum(rng.uniform(0, 0.05, 30)), lat + rng.uniform(0, 0.3, 30)]
    )
    pick = rng.integers(0, 30, 300)
    pad = limit / 111_000
    lon = line[pick, 0] + rng.uniform(-pad, pad, 300) / np.cos(np.radians(lat))
    north = line[pick, 1] + rng.uniform(-pad, pad, 300)
    found = to_edges(lon, north, edges_of(shapes(LineString(line))), limit)
    oracle = points_to_lines(np.column_stack([lon, north]), [line])
    near = oracle <= limit
    assert near.sum() > 50
    assert np.abs(found[near] - oracle[near]).max() < 1e-5
    assert np.isinf(found[oracle > limit + 0.001]).all()
