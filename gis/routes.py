"""What a route meets: where along it an area is entered and left, and how far off it a place lies.

A route is a LineString in EPSG:4326, its edges straight in longitude and latitude. Metres along it
are geodesic on WGS84 from its beginning. The boundary of an area belongs to the area.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from gis.geodesic import distance, split_edges
from gis.radius import MAX_WITHIN_M, measure, measure_points

Floats = NDArray[np.float64]

#: Stretches with less than this between them, in metres, are one: the millimetre of the text.
_JOINED_M: Final = 0.001


@dataclass(frozen=True)
class Stretch:
    """A part of a route inside an area: metres along from its beginning to both ends."""

    from_m: float
    to_m: float


@dataclass(frozen=True)
class Approach:
    """How near a route comes to a place: metres between them, and along to the nearest point."""

    distance_m: float
    along_m: float


class Route:
    """A line to travel, measured once; asked what it meets."""

    def __init__(self, line: LineString) -> None:
        """`line` in EPSG:4326, of two points or more; points on one spot count for nothing."""
        xy = split_edges(shapely.get_coordinates(line))
        moved = np.append(True, np.any(np.diff(xy, axis=0) != 0.0, axis=1))
        xy = xy[moved] if np.count_nonzero(moved) > 1 else xy
        step = distance(xy[:-1, 0], xy[:-1, 1], xy[1:, 0], xy[1:, 1])
        self.line = line
        self._xy = xy
        self._edges: list[LineString] = list(
            shapely.linestrings(np.stack([xy[:-1], xy[1:]], axis=1))  # type: ignore[arg-type]
        )
        self._along = np.concatenate([[0.0], np.cumsum(step)])

    @property
    def length_m(self) -> float:
        """From its beginning to its end."""
        return float(self._along[-1])

    def inside(self, area: BaseGeometry) -> list[Stretch]:
        """The stretches of the route inside an area, in order; a mere touch has no length."""
        met = np.flatnonzero(shapely.intersects(self._edges, area))
        found: list[Stretch] = []
        for edge in met:
            part = shapely.intersection(self._edges[edge], area)
            # An edge without length meets an area that holds it in nothing that has ends.
            pieces = [p for p in shapely.get_parts(part) if not p.is_empty]
            ends = sorted(self._ends(int(edge), piece) for piece in pieces)
            for begin, end in ends:
                if found and begin - found[-1].to_m <= _JOINED_M:
                    found[-1] = Stretch(found[-1].from_m, max(end, found[-1].to_m))
                else:
                    found.append(Stretch(begin, end))
        return found

    def _ends(self, edge: int, piece: BaseGeometry) -> tuple[float, float]:
        """Metres along to both ends of a piece of an edge."""
        xy = shapely.get_coordinates(piece)
        x, y = self._xy[edge]
        gaps = distance(np.full(len(xy), x), np.full(len(xy), y), xy[:, 0], xy[:, 1])
        return (
            float(self._along[edge] + gaps.min()),
            float(self._along[edge] + gaps.max()),
        )

    def at(self, along_m: float) -> Point:
        """The point so many metres along; the end for more."""
        edge = int(np.clip(np.searchsorted(self._along, along_m) - 1, 0, len(self._edges) - 1))
        whole = self._along[edge + 1] - self._along[edge]
        share = 0.0 if whole == 0.0 else (along_m - self._along[edge]) / whole
        x, y = self._xy[edge] + np.clip(share, 0.0, 1.0) * (self._xy[edge + 1] - self._xy[edge])
        return Point(x, y)

    def off(self, lon: float, lat: float) -> float:
        """Metres from the route to a place in degrees, to the millimetre; inf beyond 100 km."""
        there = np.array([lon]), np.array([lat])
        return float(measure_points(self.line, *there, MAX_WITHIN_M)[0])

    def approach(self, place: BaseGeometry, within_m: float) -> Approach | None:
        """How near it comes to a place; None where that is farther than `within_m`."""
        metres = float(measure(self.line, [place], within_m).distance_m[0])
        if metres > within_m:
            return None
        # The plane chooses where along; how near was measured on the ellipsoid.
        edge = int(np.argmin(shapely.distance(self._edges, place)))
        nearest, _ = shapely.get_coordinates(shapely.shortest_line(self._edges[edge], place))
        return Approach(metres, self._ends(edge, Point(nearest))[0])
