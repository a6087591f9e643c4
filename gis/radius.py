"""The radius: which premises lie within the declared distance of an infected place.

The distance is geodesic on WGS84, from the nearest edge of the place to the nearest edge of the
premises, rounded to the millimetre. Edges are straight lines in longitude and latitude, EPSG:4326.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from gis.edges import COLLECTION, POINT, edges_of
from gis.errors import MalformedGeometryError, UnmeasurableError
from gis.geodesic import bounds_within, displacement, settle_millimetre
from gis.nearest import between_edges, to_edges
from gis.units import DISTANCE_DECIMALS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

METHOD: Final = (
    "geodesic distance on WGS84 from nearest edge to nearest edge, rounded to the millimetre"
)
#: Distances to edges are measured up to this; between points there is no limit.
MAX_WITHIN_M: Final = 100_000.0


@dataclass(frozen=True)
class Measured:
    """Distances in metres to each premises: (n,), 0.0 where touching or inside, inf beyond reach.

    `deciding_part` is the index of the nearest part of a multi-part premises (the first of equals).
    """

    distance_m: Floats
    deciding_part: Ints
    method: str = METHOD


def measure(
    place: BaseGeometry,
    premises: Sequence[BaseGeometry] | NDArray[np.object_],
    within_m: float,
) -> Measured:
    """Distance in metres from a place to each premises, exact where at most `within_m` * 1.01 + 1.

    Points, lines, polygons and their multi-part kinds, valid, in EPSG:4326, on either side. To
    judge stated accuracies, give `within_m` as the radius and the greatest accuracy together.
    Raises MalformedGeometryError for an empty or missing geometry or a collection,
    UnmeasurableError for a bad `within_m` or for edges close to a pole. Edges may not cross 180
    degrees. DOA1974 section 11(3).
    """
    shapes = np.asarray(premises, dtype=object)
    limit = _limit(within_m)
    _require_shape(place)
    kinds = shapely.get_type_id(shapes)
    if np.any(kinds == COLLECTION):
        raise _collection("A premises")
    distance = np.full(len(shapes), np.inf)
    deciding = np.zeros(len(shapes), dtype=np.int64)
    single, extended = np.flatnonzero(kinds == POINT), np.flatnonzero(kinds != POINT)
    xy = shapely.get_coordinates(shapes[single])
    bounds = shapely.bounds(shapes[extended])
    if len(xy) != len(single) or np.isnan(bounds).any():
        raise _empty(shapes)
    distance[single] = measure_points(place, xy[:, 0], xy[:, 1], within_m)
    near = extended[_boxed(bounds, bounds_within(place.bounds, limit))]
    if len(near):
        distance[near], deciding[near] = _measure_parts(place, shapes[near], limit)
    return Measured(distance, deciding)


def measure_points(place: BaseGeometry, lon: Floats, lat: Floats, within_m: float) -> Floats:
    """As `measure`, for premises that are points given as (n,) degrees; metres to the millimetre.

    Raises as `measure`, and MalformedGeometryError for a coordinate that is not a finite number.
    """
    limit = _limit(within_m)
    _require_shape(place)
    if not (np.isfinite(lon).all() and np.isfinite(lat).all()):
        raise MalformedGeometryError(
            "A premises has a coordinate that is not a finite number.",
            remedy="Give longitude and latitude in degrees.",
        )
    metres = np.full(len(lon), np.inf)
    near = np.flatnonzero(
        _boxed(np.column_stack([lon, lat, lon, lat]), bounds_within(place.bounds, limit))
    )
    if isinstance(place, Point):
        x, y = np.full(len(near), place.x), np.full(len(near), place.y)
        there = (lon[near], lat[near])
        metres[near] = settle_millimetre(displacement(x, y, *there)[2], x, y, *there)
    else:
        metres[near] = _points_to_place(place, lon[near], lat[near], limit)
    metres[metres > limit] = np.inf
    return np.asarray(np.round(metres, DISTANCE_DECIMALS))


def is_within(distance_m: float | Floats, metres: float) -> NDArray[np.bool_]:
    """Whether a distance, rounded to the millimetre, is at most the radius in metres."""
    return np.asarray(np.round(distance_m, DISTANCE_DECIMALS) <= metres)


def classify(
    measured: Measured, accuracy_m: Floats, metres: float, place_accuracy_m: float = 0.0
) -> NDArray[np.str_]:
    """`within`, `straddling` or `outside` for each premises.

    `accuracy_m` is the stated accuracy of each position in metres, nan where none is stated;
    `place_accuracy_m` that of the place measured from, which adds to each, as both may err.
    Straddling: as near as the two may be it lies within, and as far as they may be it does
    not, to the millimetre; it is for the officer to decide.
    """
    accuracy = np.nan_to_num(accuracy_m, nan=0.0) + place_accuracy_m
    nearest = is_within(measured.distance_m - accuracy, metres)
    farthest = is_within(measured.distance_m + accuracy, metres)
    return np.where(farthest, "within", np.where(nearest, "straddling", "outside"))


def _limit(within_m: float) -> float:
    if not (math.isfinite(within_m) and 0.0 <= within_m <= MAX_WITHIN_M):
        raise UnmeasurableError(
            f"A radius of {within_m} metres cannot be measured.",
            remedy=f"Give a radius between 0 and {MAX_WITHIN_M:,.0f} metres.",
        )
    return within_m * 1.01 + 1.0


def _require_shape(place: BaseGeometry) -> None:
    if place.is_empty:
        raise MalformedGeometryError(
            "The place has no geometry.", remedy="Give a point, a line or a polygon."
        )
    if shapely.get_type_id(place) == COLLECTION:
        raise _collection("The place")


def _collection(what: str) -> MalformedGeometryError:
    return MalformedGeometryError(
        f"{what} is a geometry collection; collections are not measured.",
        remedy="Give a point, a line, a polygon or several of one kind.",
    )


def _empty(shapes: NDArray[np.object_]) -> MalformedGeometryError:
    bad = int(np.argmax(shapely.is_empty(shapes) | shapely.is_missing(shapes)))
    return MalformedGeometryError(
        f"Premises number {bad + 1} of the list has no geometry.",
        remedy="Give its position or leave it out and list it by its village.",
    )


def _boxed(boxes: Floats, within: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    west, south, east, north = within
    return np.asarray(
        (boxes[:, 2] >= west)
        & (boxes[:, 0] <= east)
        & (boxes[:, 3] >= south)
        & (boxes[:, 1] <= north)
    )


def _points_to_place(place: BaseGeometry, lon: Floats, lat: Floats, limit: float) -> Floats:
    shapely.prepare(place)
    metres = np.zeros(len(lon))
    apart = np.flatnonzero(~shapely.intersects_xy(place, lon, lat))
    if len(apart):
        edges = edges_of(shapely.get_parts(place))
        metres[apart] = to_edges(lon[apart], lat[apart], edges, limit)
    return metres


def _measure_parts(
    place: BaseGeometry, shapes: NDArray[np.object_], limit: float
) -> tuple[Floats, Ints]:
    parts, owner = shapely.get_parts(shapes, return_index=True)
    metres = np.round(_parts_to_place(place, parts, limit), DISTANCE_DECIMALS)
    starts = np.flatnonzero(np.append(True, owner[1:] != owner[:-1]))
    least = np.minimum.reduceat(metres, starts)
    position = np.arange(len(parts)) - starts[owner]
    chosen = np.where(metres == least[owner], position, len(parts))
    return least, np.where(np.isfinite(least), np.minimum.reduceat(chosen, starts), 0)


def _parts_to_place(place: BaseGeometry, parts: NDArray[np.object_], limit: float) -> Floats:
    metres = np.full(len(parts), np.inf)
    points = shapely.get_type_id(parts) == POINT
    alone = np.flatnonzero(points)
    xy = shapely.get_coordinates(parts[alone])
    metres[alone] = _points_to_place(place, xy[:, 0], xy[:, 1], limit)
    extended = np.flatnonzero(~points)
    shapely.prepare(place)
    touching = shapely.intersects(place, parts[extended])
    metres[extended[touching]] = 0.0
    apart = extended[~touching]
    if len(apart):
        edges = edges_of(shapely.get_parts(place))
        metres[apart] = between_edges(edges, edges_of(parts[apart]), len(apart), limit)
    metres[metres > limit] = np.inf
    return metres
