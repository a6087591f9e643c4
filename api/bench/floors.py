"""The floors: the least work that answers the question, straight on the driver and the index.

Radius: candidates by the database's index, their WKB read at once, and `Geod.inv` from each to
the place. To an outline (of the place or of the premises) it is taken to the foot that shapely
finds in the plane of degrees: that answers "how far" within centimetres, not to the millimetre,
with no accuracy, no territory, no animals and no JSON. In force: candidates by the database's
index, the point in the polygon, and the rows; no three times, no conflicts, no coverage, no JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from gis.geodesic import GEOD, bounds_within
from gis.spatialdb import SRID
from vetcontrol.register.register import Register

_BOX = {
    True: "{0}.id IN (SELECT id FROM {0}_rtree"
    " WHERE maxx >= ? AND maxy >= ? AND minx <= ? AND miny <= ?)",
    False: "{0}.shape && ST_MakeEnvelope(%s, %s, %s, %s, " + str(SRID) + ")",
}
_HOLDS = "SELECT id, feature, facts FROM {0} WHERE ST_Intersects(shape, ST_Point(%s, %s, 4326))"
Floats = NDArray[np.float64]
#: A table of the bench: versions in force, with an index such as the premises have.
AREAS = "bench_areas"


class Floor:
    """One held connection of the driver itself, outside every transaction of the register."""

    def __init__(self, register: Register) -> None:
        self._sqlite = register.database.is_sqlite
        self._connection: Any = register.database.engine.raw_connection()
        if not self._sqlite:
            connection: Any = self._connection.dbapi_connection
            connection.autocommit = True

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()

    def _rows(self, statement: str, values: tuple[float, ...]) -> list[Any]:
        connection = self._connection.dbapi_connection
        cursor = connection.cursor() if self._sqlite else connection.cursor(binary=True)
        cursor.execute(statement, values)
        rows: list[Any] = cursor.fetchall()
        return rows

    def radius(self, place: BaseGeometry, metres: float) -> Callable[[], dict[int, float]]:
        """A question: which premises lie within `metres` of `place`, by id, and how far."""
        where = _BOX[self._sqlite].format("premises")
        statement = f"SELECT id, shape FROM premises WHERE {where}"  # noqa: S608
        box = bounds_within(place.bounds, metres)
        shapely.prepare(place)

        def ask() -> dict[int, float]:
            rows = self._rows(statement, box)
            stored = np.empty(len(rows), dtype=object)
            stored[:] = [row[1] for row in rows]
            shapes = np.asarray(shapely.from_wkb(stored), dtype=object)
            far = np.round(_metres(place, shapes), 3)
            within = np.flatnonzero(far <= metres)
            return {rows[i][0]: d for i, d in zip(within.tolist(), far[within].tolist())}  # noqa: B905

        return ask

    def in_force(self, lon: float, lat: float) -> Callable[[], list[Any]]:
        """A question: the rows of the areas that hold the point."""
        if not self._sqlite:
            statement = _HOLDS.format(AREAS)
            return lambda: self._rows(statement, (lon, lat))
        where = _BOX[True].format(AREAS)
        statement = f"SELECT id, feature, facts, shape FROM {AREAS} WHERE {where}"  # noqa: S608

        def ask() -> list[Any]:
            rows = self._rows(statement, (lon, lat, lon, lat))
            held = shapely.intersects_xy(shapely.from_wkb([row[3] for row in rows]), lon, lat)
            return [row for row, holds in zip(rows, held, strict=True) if holds]

        return ask


def _metres(place: BaseGeometry, shapes: NDArray[np.object_]) -> Floats:
    if isinstance(place, Point):
        points = shapely.get_type_id(shapes) == 0
        there = np.empty((len(shapes), 2))
        there[points] = shapely.get_coordinates(shapes[points])
        there[~points] = _ends(place, shapes[~points])[1::2]
        return _inv(np.broadcast_to(shapely.get_coordinates(place), there.shape), there)
    metres = np.zeros(len(shapes))
    apart = ~shapely.intersects(place, shapes)
    ends = _ends(place, shapes[apart])
    metres[apart] = _inv(ends[::2], ends[1::2])
    return metres


def _ends(place: BaseGeometry, shapes: NDArray[np.object_]) -> Floats:
    """The nearest points in the plane of degrees: (2 n, 2), that of the place first."""
    return np.asarray(shapely.get_coordinates(shapely.shortest_line(place, shapes)))


def _inv(here: Floats, there: Floats) -> Floats:
    west, south, east, north = (np.ascontiguousarray(c) for c in (*here.T, *there.T))
    return np.asarray(GEOD.inv(west, south, east, north)[2])
