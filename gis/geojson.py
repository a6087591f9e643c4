"""GeoJSON geometry read strictly by RFC 7946, and written back with full precision.

Longitude first, degrees, WGS84, two numbers a position. Nothing is mended in passing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import shapely
from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry

from gis.errors import (
    MalformedGeometryError,
    OutOfBoundsError,
    TooManyVerticesError,
    UnknownCRSError,
)

MAX_VERTICES: Final = 50_000

#: Names of WGS84 that an old `crs` member may carry; all of them are read longitude first.
_WGS84_NAMES: Final = frozenset(
    {
        "urn:ogc:def:crs:ogc:1.3:crs84",
        "urn:ogc:def:crs:ogc::crs84",
        "ogc:crs84",
        "crs84",
        "http://www.opengis.net/def/crs/ogc/1.3/crs84",
        "https://www.opengis.net/def/crs/ogc/1.3/crs84",
        "urn:ogc:def:crs:epsg::4326",
        "http://www.opengis.net/def/crs/epsg/0/4326",
        "https://www.opengis.net/def/crs/epsg/0/4326",
        "epsg:4326",
    }
)
Position = tuple[float, float]


def parse_geojson(obj: object, max_vertices: int = MAX_VERTICES) -> BaseGeometry:
    """A GeoJSON geometry, or a Feature that has one, as a geometry in EPSG:4326.

    Raises TooManyVerticesError above `max_vertices` positions; UnknownCRSError for a `crs` member
    other than WGS84; OutOfBoundsError for numbers that cannot be degrees; MalformedGeometryError
    for everything else that RFC 7946 does not allow, for geometry collections, for a third or
    fourth number in a position and for empty geometry. Rings may wind either way. Validity
    (crossings, holes) is not judged here: see `gis.shapes.fault`.
    """
    if not isinstance(obj, Mapping):
        raise _malformed("The geometry is not a GeoJSON object.")
    _require_wgs84(obj)
    if obj.get("type") == "Feature":
        inner = obj.get("geometry")
        if not isinstance(inner, Mapping):
            raise _malformed("The Feature has no geometry.")
        _require_wgs84(inner)
        obj = inner
    kind = obj.get("type")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise _malformed(
            f"A geometry of type {_shown(kind)} is not accepted.",
            "Send a Point, LineString, Polygon or one of their Multi kinds.",
        )
    if "coordinates" not in obj:
        raise _malformed(f"The {kind} has no coordinates.")
    return reader(obj["coordinates"], "coordinates", _Budget(max_vertices))


def as_geojson(geometry: BaseGeometry) -> dict[str, Any]:
    """The geometry as a plain GeoJSON object: full precision, outer rings counterclockwise."""
    oriented = shapely.orient_polygons(shapely.force_2d(geometry), exterior_cw=False)
    written = dict(mapping(oriented))
    return {"type": written["type"], "coordinates": _lists(written["coordinates"])}


def _lists(value: Any) -> Any:
    return [_lists(v) for v in value] if isinstance(value, tuple | list) else value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _malformed(reason: str, remedy: str = "Send GeoJSON as RFC 7946 says.") -> Exception:
    return MalformedGeometryError(reason, remedy=remedy)


def _require_wgs84(obj: Mapping[Any, Any]) -> None:
    if "crs" not in obj:
        return
    crs = obj["crs"]
    properties = crs.get("properties") if isinstance(crs, Mapping) else None
    name = properties.get("name") if isinstance(properties, Mapping) else None
    if not isinstance(name, str) or name.strip().lower() not in _WGS84_NAMES:
        raise UnknownCRSError(
            f"The crs member names {_shown(name)}, not WGS84.",
            remedy="Send longitude and latitude on WGS84 (EPSG:4326) and leave out crs.",
        )


class _Budget:
    """Counts positions and stops before a hostile input is kept in memory twice."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0

    def take(self, count: int) -> None:
        self.used += count
        if self.used > self.limit:
            raise TooManyVerticesError(self.used, self.limit)


def _array(value: object, path: str, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise _malformed(f"{path} should be an array of {what}, but is {_shown(value)}.")
    if not value:
        raise _malformed(f"{path} is empty.", "Send a geometry with positions.")
    return list(value)


def _position(value: object, path: str) -> Position:
    if not isinstance(value, list | tuple):
        raise _malformed(f"{path} should be [longitude, latitude], but is {_shown(value)}.")
    if len(value) > 2:
        raise _malformed(
            f"{path} has {len(value)} numbers; height (Z) and measure (M) are not kept here.",
            "Send longitude and latitude only.",
        )
    if len(value) < 2:
        raise _malformed(f"{path} should have two numbers, longitude and latitude.")
    for name, number in zip(("longitude", "latitude"), value, strict=True):
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise _malformed(f"The {name} of {path} is {_shown(number)}, not a number.")
        if isinstance(number, float) and not math.isfinite(number):
            raise _malformed(f"The {name} of {path} is not a finite number.")
    if not (abs(value[0]) <= 180 and abs(value[1]) <= 90):
        raise OutOfBoundsError(
            f"{path} is {_shown(list(value))}, which is not longitude and latitude in degrees.",
            remedy="Longitude runs from -180 to 180, latitude from -90 to 90; "
            "convert projected metres to WGS84 and put longitude first.",
        )
    return float(value[0]), float(value[1])


def _positions(value: object, path: str, budget: _Budget) -> list[Position]:
    items = _array(value, path, "positions")
    budget.take(len(items))
    return [_position(item, f"{path}[{i}]") for i, item in enumerate(items)]


def _ring(value: object, path: str, budget: _Budget) -> list[Position]:
    ring = _positions(value, path, budget)
    if len(ring) < 4:
        raise _malformed(
            f"{path} has {len(ring)} positions; a closed ring has at least four.",
            "Give at least three corners and repeat the first at the end.",
        )
    if ring[0] != ring[-1]:
        raise MalformedGeometryError(
            f"{path} is not closed: its last position differs from its first.",
            where=ring[-1],
            remedy="Repeat the first position at the end of the ring.",
        )
    return ring


def _line(value: object, path: str, budget: _Budget) -> BaseGeometry:
    line = _positions(value, path, budget)
    if len(line) < 2:
        raise _malformed(f"{path} has one position; a line has at least two.")
    return shapely.LineString(line)


def _point(value: object, path: str, budget: _Budget) -> BaseGeometry:
    if isinstance(value, list | tuple) and not value:
        raise _malformed(f"{path} is empty.", "Send a geometry with positions.")
    budget.take(1)
    return shapely.Point(_position(value, path))


def _polygon(value: object, path: str, budget: _Budget) -> BaseGeometry:
    rings = [
        _ring(r, f"{path}[{i}]", budget) for i, r in enumerate(_array(value, path, "linear rings"))
    ]
    return shapely.Polygon(rings[0], rings[1:])


Reader = Callable[[object, str, _Budget], BaseGeometry]


def _many(read: Reader, build: Callable[[Any], BaseGeometry], what: str) -> Reader:
    def reader(value: object, path: str, budget: _Budget) -> BaseGeometry:
        parts = [
            read(item, f"{path}[{i}]", budget) for i, item in enumerate(_array(value, path, what))
        ]
        return build(np.array(parts, dtype=object))

    return reader


_READERS: Final[dict[str, Reader]] = {
    "Point": _point,
    "LineString": _line,
    "Polygon": _polygon,
    "MultiPoint": _many(_point, shapely.multipoints, "positions"),
    "MultiLineString": _many(_line, shapely.multilinestrings, "lines"),
    "MultiPolygon": _many(_polygon, shapely.multipolygons, "polygons"),
}
