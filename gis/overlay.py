"""Areas against places: covering, clipping, composing an area of villages, and shares of area.

EPSG:4326; edges straight in longitude and latitude; shapes valid. The boundary belongs to the area.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from gis import geodesic
from gis.geodesic import metres_per_degree
from gis.radius import MAX_WITHIN_M, measure, measure_points

Floats = NDArray[np.float64]
Cover = Literal["whole", "part", "none"]

#: A point as near to a boundary as this, in metres, lies on it: the millimetre of the text.
BOUNDARY_M: Final = 0.001
#: Areas of overlay below this, in square metres, are rounding and not land.
NO_LAND_M2: Final = 0.01
_FINE_M: Final = 0.05
_COARSE_M: Final = 0.25
_MOST_CELLS: Final = 200_000


@dataclass(frozen=True)
class Containment:
    """Whether a shape stays within an outline of stated accuracy, and how far it goes beyond.

    `overshoot_m` is the greatest geodesic distance in metres of any point of the shape from the
    outline, never given too small (inf beyond 100 km).
    """

    outcome: Literal["inside", "within_accuracy", "outside"]
    overshoot_m: float


@dataclass(frozen=True)
class Share:
    """How much of one area (its index in the list) a geometry covers; `share` is 0 to 1."""

    index: int
    covered_m2: float
    share: float
    whole: bool


def covers_point(geometry: BaseGeometry, lon: float, lat: float) -> bool:
    """Whether an area holds a point in degrees; its boundary counts as inside to the millimetre.

    A corner and the middle of an edge answer alike: what is at most 1 mm away is inside.
    """
    return bool(covering(np.array([geometry], dtype=object), lon, lat)[0])


def covering(
    geometries: Sequence[BaseGeometry] | NDArray[np.object_], lon: float, lat: float
) -> NDArray[np.bool_]:
    """Which of many areas (n,) hold a point in degrees, as `covers_point`: a mask (n,)."""
    shapes = np.asarray(geometries, dtype=object)
    held = np.asarray(shapely.intersects_xy(shapes, lon, lat), dtype=np.bool_)
    reach = 2.0 * BOUNDARY_M / float(metres_per_degree(min(abs(lat) + 0.01, 89.9))[0])
    point = Point(lon, lat)
    apart = np.flatnonzero(~held)
    edge = apart[shapely.dwithin(shapes[apart], point, reach)]
    if len(edge):
        held[edge] = measure(point, shapes[edge], 1.0).distance_m <= BOUNDARY_M
    return held


def covers(area: BaseGeometry, geometry: BaseGeometry) -> Cover:
    """How much of a place an area holds: `whole`, `part` (any part in) or `none`.

    For points and lines the boundary of the area counts as inside. A polygon that only shares a
    border with the area has no land in it and is `none`.
    """
    if isinstance(geometry, Point):
        return "whole" if covers_point(area, geometry.x, geometry.y) else "none"
    parts = shapely.get_parts(geometry)
    if len(parts) == 1:
        return _cover(area, parts[0])
    found = {covers(area, part) for part in parts}
    return found.pop() if len(found) == 1 else "part"


def _cover(area: BaseGeometry, part: BaseGeometry) -> Cover:
    if shapely.covers(area, part):
        return "whole"
    if not shapely.intersects(area, part):
        return "none"
    if not isinstance(part, Polygon):
        return "part"
    if geodesic.area(shapely.intersection(area, part)) <= NO_LAND_M2:
        return "none"
    return "whole" if geodesic.area(shapely.difference(part, area)) <= NO_LAND_M2 else "part"


def clip(geometry: BaseGeometry, outline: BaseGeometry) -> BaseGeometry:
    """What of a geometry lies within an outline, in the same dimension; may be empty."""
    return _same_dimension(shapely.intersection(geometry, outline), geometry)


def beyond(geometry: BaseGeometry, outline: BaseGeometry) -> BaseGeometry:
    """What of a geometry lies outside an outline, in the same dimension; may be empty."""
    return _same_dimension(shapely.difference(geometry, outline), geometry)


def compose(geometries: Sequence[BaseGeometry]) -> BaseGeometry:
    """One area of many (villages): their union; gaps between them stay gaps, and holes holes."""
    united = shapely.union_all(np.asarray(geometries, dtype=object))
    return shapely.orient_polygons(_same_dimension(united, Polygon()), exterior_cw=False)


def split_by(
    geometry: BaseGeometry, areas: Sequence[BaseGeometry] | NDArray[np.object_]
) -> list[Share]:
    """Which areas (villages) a geometry covers wholly or in part, with square metres and shares.

    Areas that it does not cover, or only touches, are left out. In the order given.
    """
    shapes = np.asarray(areas, dtype=object)
    shapely.prepare(geometry)
    shares: list[Share] = []
    for i in np.flatnonzero(shapely.intersects(geometry, shapes)):
        full = geodesic.area(shapes[i])
        covered = full
        if not shapely.covers(geometry, shapes[i]):
            covered = geodesic.area(shapely.intersection(geometry, shapes[i]))
        if covered > NO_LAND_M2:
            whole = full - covered <= NO_LAND_M2
            shares.append(Share(int(i), covered, 1.0 if whole else covered / full, whole))
    return shares


def contains_with_accuracy(
    outline: BaseGeometry, geometry: BaseGeometry, accuracy_m: float
) -> Containment:
    """Whether a geometry stays within an outline that is only known to `accuracy_m` metres.

    `inside`: no point of it beyond the outline (to the millimetre); `within_accuracy`: some, but
    none farther than the accuracy, so that a decision is needed; `outside`: farther.
    """
    outside = shapely.difference(geometry, outline)
    overshoot = 0.0 if outside.is_empty else _farthest(outside, outline, accuracy_m)
    if overshoot <= BOUNDARY_M:
        return Containment("inside", 0.0)
    return Containment("within_accuracy" if overshoot <= accuracy_m else "outside", overshoot)


def _farthest(outside: BaseGeometry, outline: BaseGeometry, accuracy_m: float) -> float:
    """The greatest distance of any point of `outside` from the outline, by dividing boxes.

    A box's centre bounds the distance over the box by half its diagonal either way; boxes that
    cannot hold more than the best found are dropped.
    """
    xy, owner = shapely.get_coordinates(shapely.get_parts(outside), return_index=True)
    corner = measure_points(outline, xy[:, 0], xy[:, 1], MAX_WITHIN_M)
    best = float(corner.max())
    parts = shapely.get_parts(outside)
    greatest = np.zeros(len(parts))
    np.maximum.at(greatest, owner, corner)
    parts = parts[[not _is_rounding(p, g) for p, g in zip(parts, greatest, strict=True)]]
    if not len(parts) or not np.isfinite(best):
        return best
    shapely.prepare(outside)
    boxes = shapely.bounds(parts)
    closed = best
    while len(boxes):
        lon, lat = 0.5 * (boxes[:, 0] + boxes[:, 2]), 0.5 * (boxes[:, 1] + boxes[:, 3])
        widest = np.minimum(np.abs(boxes[:, 1]), np.abs(boxes[:, 3]))
        east, north = metres_per_degree(widest)[0], metres_per_degree(lat)[1]
        half = 0.501 * np.hypot(
            (boxes[:, 2] - boxes[:, 0]) * east, (boxes[:, 3] - boxes[:, 1]) * north
        )
        gap = measure_points(outline, lon, lat, MAX_WITHIN_M)
        best = max(best, float((gap - half).max()))
        highest = float((gap + half).max())
        wanted = max(_COARSE_M, 0.01 * max(best, accuracy_m))
        if best <= accuracy_m < highest:
            wanted = _FINE_M
        open_ = gap + half > best + wanted
        if len(boxes) > _MOST_CELLS:
            return max(closed, highest)
        closed = max(closed, float((gap + half)[~open_].max(initial=0.0)))
        boxes = _quarters(boxes[open_])
        boxes = boxes[shapely.intersects(outside, shapely.box(*boxes.T))]
    return max(best, closed)


def _is_rounding(part: BaseGeometry, greatest: float) -> bool:
    """A point has no inside to search; a sliver a millimetre wide along the outline is none."""
    if isinstance(part, Point):
        return True
    if not isinstance(part, Polygon) or greatest > BOUNDARY_M:
        return False
    depth = BOUNDARY_M / float(metres_per_degree(0.0)[1])
    return bool(shapely.is_empty(shapely.buffer(part, -depth)))


def _quarters(boxes: Floats) -> Floats:
    west, south, east, north = boxes.T
    lon, lat = 0.5 * (west + east), 0.5 * (south + north)
    return np.concatenate(
        [
            np.column_stack([west, south, lon, lat]),
            np.column_stack([lon, south, east, lat]),
            np.column_stack([west, lat, lon, north]),
            np.column_stack([lon, lat, east, north]),
        ]
    )


def _same_dimension(result: BaseGeometry, like: BaseGeometry) -> BaseGeometry:
    dimension = shapely.get_dimensions(like)
    flat: list[BaseGeometry] = []
    for part in shapely.get_parts(result):
        flat.extend(shapely.get_parts(part))
    kept = [p for p in flat if shapely.get_dimensions(p) == dimension and not p.is_empty]
    if len(kept) == len(flat):
        return result
    if not kept:
        return Polygon()
    united: BaseGeometry = shapely.union_all(np.array(kept, dtype=object))
    return united
