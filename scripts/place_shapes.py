"""Shapes of the reference geography: State lines cut from the land, outline, taluka cells.

Lengths are metres on the plane EPSG:32643, good to 0.05 % in Goa, which is far inside the accuracy
that the files state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely
from place_names import TALUKAS
from place_sources import Place
from pyproj import Transformer
from pyproj.enums import TransformDirection
from shapely.geometry.base import BaseGeometry

# Degrees, 1.1 m: finer digits would pretend to an accuracy that the sources do not have.
GRID_DIGITS = 5
GRID = 10.0**-GRID_DIGITS
TO_PLANE = Transformer.from_crs(4326, 32643, always_xy=True)
NEAR_M = 1_000.0  # a place stands on at least this much land of its own State


def faces(land: BaseGeometry, lines: Iterable[BaseGeometry]) -> list[BaseGeometry]:
    """The land cut along the State lines; a line that ends at the coast is led across it."""
    parts = [part for line in lines for part in shapely.get_parts(line)]
    coast = land.boundary
    stubs = []
    for part in parts:
        for end in (part.coords[0], part.coords[-1]):
            point = shapely.Point(end)
            foot = coast.interpolate(coast.project(point))
            if 0 < point.distance(foot) < 0.005:
                step = np.subtract(foot.coords[0], end)
                stubs.append(shapely.LineString([end, np.add(foot.coords[0], step)]))
    network = shapely.union_all([coast, *parts, *stubs])
    return [face for face in shapely.get_parts(shapely.polygonize([network])) if face.area > 1e-6]


def project(geometry: BaseGeometry, direction: TransformDirection) -> Any:
    """A geometry taken to the plane (FORWARD) or back (INVERSE)."""

    def step(xy: Any) -> Any:
        return np.column_stack(TO_PLANE.transform(xy[:, 0], xy[:, 1], direction=direction))

    return shapely.transform(geometry, step)


def plane(geometry: BaseGeometry) -> Any:
    """EPSG:4326 to the plane, in metres."""
    return project(geometry, TransformDirection.FORWARD)


def globe(geometry: BaseGeometry) -> Any:
    """The plane, in metres, to EPSG:4326."""
    return project(geometry, TransformDirection.INVERSE)


def outline(face: BaseGeometry, land: BaseGeometry, places: list[Place]) -> Any:
    """The State on Natural Earth's lines, widened to hold the places of Goa which stand beyond.

    Natural Earth's line runs up to 5 km inside the real one in the north and the east. Rivers and
    estuaries up to 5 km wide are the State's own and so are closed, not cut out.
    """
    state, shore = plane(face), plane(land)
    for place in places:
        point = plane(shapely.Point(place.lon, place.lat))
        if place.located == "postal area" or not shore.intersects(point.buffer(NEAR_M)):
            continue
        if state.contains(point):
            continue
        foot = shapely.shortest_line(point, state)
        state = state.union(shapely.convex_hull(foot.buffer(NEAR_M)).intersection(shore))
    closed = state.buffer(2_500, quad_segs=4).buffer(-2_500, quad_segs=4)
    # What of the closing lies on land of the neighbours is theirs.
    whole = shapely.simplify(state.union(closed.difference(shore.difference(state))), 25.0)
    return globe(max(shapely.get_parts(whole), key=lambda part: part.area))


def cells(state: BaseGeometry, places: list[Place]) -> dict[str, Any]:
    """Talukas as the cells around their places, cut to the State; no gaps and no overlaps.

    The whole network of lines is snapped to one grid before it becomes polygons, so that two
    neighbours share each vertex of their border.
    """
    seeds = [place for place in places if place.located != "postal area"]
    points = [plane(shapely.Point(p.lon, p.lat)) for p in seeds]
    ground = plane(state)
    diagram = shapely.voronoi_polygons(
        shapely.MultiPoint(points), extend_to=ground.buffer(20_000), ordered=True
    )
    groups = defaultdict(list)
    for seed, cell in zip(seeds, shapely.get_parts(diagram), strict=True):
        groups[seed.taluka].append(cell)
    walls = [shapely.union_all(group).boundary for group in groups.values()]
    network = shapely.union_all(
        [shapely.set_precision(globe(wall), GRID) for wall in [ground.boundary, *walls]],
        grid_size=GRID,
    )
    tree = shapely.STRtree(points)
    pieces = defaultdict(list)
    for face in shapely.get_parts(shapely.polygonize([network])):
        inner = shapely.point_on_surface(face)
        if not state.contains(inner):
            continue
        pieces[seeds[int(tree.nearest(plane(inner)))].taluka].append(face)
    return {name: shapely.coverage_union_all(pieces[name]) for name in TALUKAS}
