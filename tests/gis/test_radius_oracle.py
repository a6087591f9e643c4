"""The radius against an oracle that shares no code with it: same metres, same members."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon, shape
from shapely.geometry.base import BaseGeometry

from gis.geodesic import bounds_within
from gis.radius import is_within, measure
from gis.units import MILE_M
from oracle_radius import oracle

DATA = Path(os.environ.get("VETCONTROL_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))


def star(lon: float, lat: float, size: float, rng: np.random.Generator) -> Polygon:
    turn = np.sort(rng.uniform(0, 2 * np.pi, 7))
    far = size * rng.uniform(0.4, 1, 7)
    east = far * np.cos(turn) / np.cos(np.radians(lat))
    found = Polygon(np.column_stack([lon + east, lat + far * np.sin(turn)]))
    return found if found.is_valid else Polygon(found.convex_hull)


def premises_of_all_kinds(
    count: int, box: tuple[float, float, float, float], rng: np.random.Generator
) -> list[BaseGeometry]:
    found: list[BaseGeometry] = []
    for i in range(count):
        lon, lat = rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3])
        match i % 8:
            case 0 | 1 | 2:
                found.append(Point(lon, lat))
            case 3:
                found.append(star(lon, lat, rng.uniform(1e-4, 5e-3), rng))
            case 4:
                two = [star(lon, lat, 1e-3, rng), star(lon + 0.05, lat + 0.01, 1e-3, rng)]
                found.append(MultiPolygon(two))
            case 5:
                found.append(MultiPoint([(lon, lat), (lon + 0.003, lat - 0.004)]))
            case 6:
                found.append(LineString([(lon, lat), (lon + 0.02, lat), (lon, lat + 0.01)]))
            case _:
                ring = star(lon, lat, 4e-3, rng).difference(star(lon, lat, 1e-3, rng))
                found.append(ring)
    return found


def places(lat: float, rng: np.random.Generator) -> dict[str, BaseGeometry]:
    triangle = [(74.0, lat), (74.1, lat + 0.03), (74.05, lat + 0.1)]
    hole = [(74.045, lat + 0.03), (74.055, lat + 0.03), (74.05, lat + 0.06)]
    return {
        "point": Point(74.01, lat),
        "points": MultiPoint([(74.01, lat), (74.03, lat + 0.01), (74.1, lat + 0.1)]),
        "line": LineString([(74.0, lat), (74.2, lat + 0.03), (74.21, lat + 0.03)]),
        "polygon": star(74.01, lat, 0.01, rng),
        "parts": MultiPolygon([star(74.01, lat, 0.004, rng), star(74.05, lat, 0.004, rng)]),
        "hole": Polygon(triangle, [hole]),
    }


@pytest.mark.parametrize("kind", ["point", "points", "line", "polygon", "parts", "hole"])
@pytest.mark.parametrize(
    ("lat", "within"),
    [(15.41, MILE_M), (15.41, 10_000.0), (0.0, 1000.0), (60.0, MILE_M), (-78.0, 2000.0)],
)
def test_the_same_metres_and_members(kind: str, lat: float, within: float) -> None:
    rng = np.random.default_rng([int(lat) + 90, int(within)])
    place = places(lat, rng)[kind]
    premises = premises_of_all_kinds(120, bounds_within(place.bounds, within), rng)
    compare(place, premises, within)


def compare(place: BaseGeometry, premises: list[BaseGeometry], within: float) -> int:
    found = measure(place, premises, within)
    metres, part = oracle(place, premises, within)
    near = (metres <= within) | (found.distance_m <= within)
    assert near.any()
    assert np.abs(found.distance_m[near] - metres[near]).max() < 0.001
    exact = np.abs(metres - within) > 0.0004
    same = is_within(found.distance_m, within) == (np.round(metres, 3) <= within)
    assert same[exact].all()
    assert (found.deciding_part == part)[near].all()
    return int(near.sum())


def village(name: str) -> BaseGeometry:
    file = DATA / "goa_villages.geojson"
    if not file.exists():
        pytest.skip("the shared village layer is not beside this checkout")
    features = json.loads(file.read_text(encoding="utf-8"))["features"]
    found: BaseGeometry = next(
        shape(f["geometry"]) for f in features if f["properties"]["NAME"] == name
    )
    return found


def test_a_real_village_among_points_and_polygons() -> None:
    place = village("Curti")
    rng = np.random.default_rng(11)
    west, south, east, north = bounds_within(place.bounds, MILE_M)
    premises: list[BaseGeometry] = list(
        shapely.points(rng.uniform(west, east, 1500), rng.uniform(south, north, 1500))
    )
    for i in range(0, 1500, 20):
        premises[i] = star(premises[i].centroid.x, premises[i].centroid.y, 5e-4, rng)
    assert compare(place, premises, MILE_M) > 500


def test_points_laid_close_to_the_line_fall_on_the_right_side() -> None:
    """Round a real village, corners of its outline moved by up to 2 cm."""
    from gis.outline import outline  # noqa: PLC0415

    place = village("Curti")
    xy = shapely.get_coordinates(outline(place, MILE_M))[::8]
    rng = np.random.default_rng(5)
    xy = xy - rng.uniform(0, 1e-6, xy.shape) * np.sign(xy - shapely.get_coordinates(place.centroid))
    assert compare(place, list(shapely.points(xy)), MILE_M) > 10
