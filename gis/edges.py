"""The edges of places as arrays: what distances from nearest edge to nearest edge are taken from.

An edge is a straight line in longitude and latitude. A point is an edge without length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from gis.errors import MalformedGeometryError, UnmeasurableError
from gis.geodesic import MAX_EDGE_LATITUDE, MAX_EDGE_M, metres_per_degree

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

POINT, LINE, RING, POLYGON, COLLECTION = 0, 1, 2, 3, 7


@dataclass(frozen=True)
class Edges:
    """Edges in degrees: start, step to the end, the geometry each belongs to (ascending).

    `joined` says that another edge of the same geometry starts where this one ends.
    """

    lon: Floats
    lat: Floats
    dlon: Floats
    dlat: Floats
    owner: Ints
    joined: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.lon)


def edges_of(parts: NDArray[np.object_]) -> Edges:
    """The edges of an array of single geometries (Point, LineString, LinearRing, Polygon).

    Edges longer than 1 km are split on themselves. Raises UnmeasurableError where an edge lies
    within 5 degrees of a pole, MalformedGeometryError for other kinds of geometry.
    """
    kinds = shapely.get_type_id(parts)
    if not np.all((kinds >= POINT) & (kinds <= POLYGON)):
        raise MalformedGeometryError(
            "Distances are measured between points, lines and polygons.",
            remedy="Take geometry collections apart first.",
        )
    solid = np.flatnonzero(kinds == POLYGON)
    rings, ring_of = shapely.get_rings(parts[solid], return_index=True)
    other = np.flatnonzero(kinds != POLYGON)
    lines = np.concatenate([rings, parts[other]])
    owner_of_line = np.concatenate([solid[ring_of], other])
    order = np.argsort(owner_of_line, kind="stable")
    lines, owner_of_line = lines[order], owner_of_line[order]
    xy, line_of = shapely.get_coordinates(lines, return_index=True)
    return _from_lines(xy, line_of, owner_of_line, shapely.get_type_id(lines).astype(np.int64))


def _from_lines(xy: Floats, line_of: Ints, owner_of_line: Ints, kinds: Ints) -> Edges:
    same = line_of[:-1] == line_of[1:]
    start = np.flatnonzero(same)
    lone = np.flatnonzero(kinds[line_of] == POINT)
    step = xy[start + 1] - xy[start]
    begin, step, line, joined = _split(xy[start], step, line_of[start], kinds)
    if len(lone):
        begin = np.vstack([begin, xy[lone]])
        step = np.vstack([step, np.zeros((len(lone), 2))])
        line = np.concatenate([line, line_of[lone]])
        joined = np.concatenate([joined, np.zeros(len(lone), dtype=np.bool_)])
        order = np.argsort(line, kind="stable")
        begin, step, line, joined = begin[order], step[order], line[order], joined[order]
    return Edges(
        begin[:, 0].copy(),
        begin[:, 1].copy(),
        step[:, 0].copy(),
        step[:, 1].copy(),
        owner_of_line[line],
        joined,
    )


def _split(
    begin: Floats, step: Floats, line: Ints, kinds: Ints
) -> tuple[Floats, Floats, Ints, NDArray[np.bool_]]:
    if not len(begin):
        return begin, step, line, np.zeros(0, dtype=np.bool_)
    end_lat = begin[:, 1] + step[:, 1]
    farthest = int(np.argmax(np.maximum(np.abs(begin[:, 1]), np.abs(end_lat))))
    if max(abs(begin[farthest, 1]), abs(end_lat[farthest])) > MAX_EDGE_LATITUDE:
        raise UnmeasurableError(
            f"Edges beyond {MAX_EDGE_LATITUDE:.0f} degrees of latitude are not measured.",
            where=(float(begin[farthest, 0]), float(begin[farthest, 1])),
            remedy="Give the place as points.",
        )
    east, north = metres_per_degree(begin[:, 1] + 0.5 * step[:, 1])
    pieces = np.ceil(np.hypot(step[:, 0] * east, step[:, 1] * north) / MAX_EDGE_M)
    pieces = np.maximum(pieces, 1.0).astype(np.int64)
    if int(pieces.max()) > 1:
        source = np.repeat(np.arange(len(begin)), pieces)
        first = np.repeat(np.cumsum(pieces) - pieces, pieces)
        piece = (np.arange(len(source)) - first)[:, None]
        step = step[source] / pieces[source, None]
        begin, line = begin[source] + step * piece, line[source]
    joined = np.ones(len(begin), dtype=np.bool_)
    last = np.append(line[1:] != line[:-1], True)
    joined[last] = kinds[line[last]] == RING
    return begin, step, line, joined
