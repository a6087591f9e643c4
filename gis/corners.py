"""An outline as a list of corners that people can type: one corner on each line.

A blank line begins another part of the outline; a line that says `hole` begins a hole of the part
before it. Each corner may be written in any spelling that `gis.coordinates` reads; the ring closes
by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from gis.coordinates import parse_coordinates
from gis.errors import CoordinateTextError, GeodesyError, TooManyVerticesError
from gis.geojson import MAX_VERTICES

HOLE: Final = re.compile(r"\s*holes?\s*[.:]?\s*", re.IGNORECASE)
PART: Final = re.compile(r"\s*(another\s+|next\s+)?(part|area)\s*\d*\s*[.:]?\s*", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^\s*\d{1,4}\s*[.)]\s+")
_LEAST: Final = 3

Ring = list[tuple[float, float]]


def parse_corners(text: str, max_vertices: int = MAX_VERTICES) -> Polygon | MultiPolygon:
    """The polygon (EPSG:4326) whose corners `text` lists; its validity is not judged here.

    Raises CoordinateTextError naming the line that cannot be read or the ring that has too few
    corners, TooManyVerticesError beyond the limit.
    """
    parts: list[list[Ring]] = []
    fresh, count = "part", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or PART.fullmatch(line):
            fresh = "part"
            continue
        if HOLE.fullmatch(line):
            if not parts:
                raise CoordinateTextError(
                    f"Line {number}: a hole stands before any outline.",
                    remedy="Write the corners of the outline first, then the line hole.",
                )
            fresh = "hole"
            continue
        corner = _corner(line, number)
        count += 1
        if count > max_vertices:
            raise TooManyVerticesError(count, max_vertices)
        if fresh == "part":
            parts.append([[]])
        elif fresh == "hole":
            parts[-1].append([])
        fresh = ""
        parts[-1][-1].append(corner)
    if not parts:
        raise CoordinateTextError("The list has no corner.", remedy="Write one on each line.")
    polygons = [_polygon(rings, place) for place, rings in enumerate(parts, start=1)]
    return polygons[0] if len(polygons) == 1 else MultiPolygon(polygons)


def write_corners(geometry: BaseGeometry) -> str:
    """The corners of a polygon as `parse_corners` reads them back, to the last digit.

    Decimal degrees, latitude first, as people write them. Empty for what is no area.
    """
    parts = [p for p in shapely.get_parts(geometry) if isinstance(p, Polygon) and not p.is_empty]
    return "\n\n".join(
        "\nhole\n".join(_written(ring.coords) for ring in (part.exterior, *part.interiors))
        for part in parts
    )


def _corner(line: str, number: int) -> tuple[float, float]:
    try:
        return parse_coordinates(line)
    except CoordinateTextError as error:
        # A list copied from a paper often numbers its corners.
        bare = _NUMBERED.sub("", line)
        if bare != line:
            try:
                return parse_coordinates(bare)
            except CoordinateTextError:
                pass
        raise CoordinateTextError(f"Line {number}: {error.reason}", remedy=error.remedy) from error


def _polygon(rings: Sequence[Ring], place: int) -> Polygon:
    for ring in rings:
        if len(ring) > 1 and ring[0] == ring[-1]:
            ring.pop()
        if len(set(ring)) < _LEAST:
            which = "the outline" if ring is rings[0] else "a hole"
            raise CoordinateTextError(
                f"Part {place}: {which} has {len(set(ring))} different corners.",
                remedy=f"A ring has at least {_LEAST}; a blank line begins another part.",
            )
    try:
        return Polygon(rings[0], rings[1:])
    except (ValueError, shapely.errors.GEOSException) as error:  # pragma: no cover
        raise GeodesyError(f"Part {place} is no polygon.") from error


def _written(coordinates: Sequence[tuple[float, ...]]) -> str:
    return "\n".join(f"{_plain(lat)}, {_plain(lon)}" for lon, lat, *_ in coordinates[:-1])


def _plain(value: float) -> str:
    """Decimals without an exponent, which no reader of coordinates takes."""
    shown = repr(float(value))
    return shown if "e" not in shown else f"{value:.20f}".rstrip("0")
