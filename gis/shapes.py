"""Shapes of places: whether they are valid, where the fault lies, and a repair shown before use.

EPSG:4326, longitude first. Holes, parts and small pieces are kept; nothing is mended silently.
Shapes across 180 degrees are not handled: no place in India needs them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from gis import geodesic
from gis.errors import GeodesyError, InvalidGeometryError
from gis.geojson import MAX_VERTICES, as_geojson, parse_geojson

__all__ = [
    "MAX_VERTICES",
    "Fault",
    "Repair",
    "as_geojson",
    "fault",
    "offered_repair",
    "orient",
    "parse_geojson",
    "propose_repair",
    "require_valid",
]

_REASONS: Final = {
    "Self-intersection": "The boundary crosses or runs over itself",
    "Ring Self-intersection": "The boundary touches itself",
    "Hole lies outside shell": "A hole lies outside the boundary that should contain it",
    "Holes are nested": "A hole lies inside another hole",
    "Interior is disconnected": "Holes cut the area into pieces that no longer hang together",
    "Nested shells": "One part of the area lies inside another",
    "Duplicate Rings": "The same ring is given twice",
    "Too few points in geometry component": "A ring or line collapses to too few points",
    "Invalid Coordinate": "A coordinate is not a finite number",
    "Ring is not closed": "A ring is not closed",
}
_REDRAW: Final = "Redraw the boundary there."
MAX_REPAIR_VERTICES: Final = 2_000
"""Beyond this, or where edges run over one another everywhere, a repair takes long and guesses
much: such a boundary is to be drawn anew."""


@dataclass(frozen=True)
class Fault:
    """What makes a shape invalid, in plain words, and where: (longitude, latitude) in degrees."""

    reason: str
    where: tuple[float, float] | None


@dataclass(frozen=True)
class Repair:
    """A proposed repair with what it changes; areas in square metres on WGS84.

    `before_m2` is the area that the rings enclose as given, where lobes of opposite winding cancel
    out; it is what a bow-tie would have been counted as.
    """

    geometry: Polygon | MultiPolygon
    before_m2: float
    after_m2: float
    change_m2: float
    parts_before: int
    parts_after: int

    def words(self) -> str:
        """The change in a sentence, areas in square metres to the whole one."""
        parts = "1 part" if self.parts_after == 1 else f"{self.parts_after} parts"
        change = f"{abs(self.change_m2):,.0f} m² {'less' if self.change_m2 < 0 else 'more'}"
        return (
            f"Repaired it has {parts} and {self.after_m2:,.0f} m², {change} than the"
            f" {self.before_m2:,.0f} m² that the boundary encloses as given."
        )


def fault(geometry: BaseGeometry) -> Fault | None:
    """The first fault of a geometry, or None when it is valid and not empty."""
    if geometry.is_empty:
        return Fault("The geometry is empty", None)
    if geometry.is_valid:
        return None
    found = re.fullmatch(r"(.*?)\[(\S+) (\S+)\]", shapely.is_valid_reason(geometry))
    name = found.group(1) if found else shapely.is_valid_reason(geometry)
    where = (float(found.group(2)), float(found.group(3))) if found else None
    special = _twice(geometry) or _spike(geometry) if name.endswith("elf-intersection") else None
    return special or Fault(_REASONS.get(name, name), where)


def require_valid(geometry: BaseGeometry) -> None:
    """Raise InvalidGeometryError with the reason and the place of the fault, if there is one.

    Its remedy tells what a repair would change, where one can be offered.
    """
    found = fault(geometry)
    if found is not None:
        repair = offered_repair(geometry)
        remedy = _REDRAW if repair is None else f"{_REDRAW} {repair.words()}"
        raise InvalidGeometryError(found.reason + ".", where=found.where, remedy=remedy)


def offered_repair(geometry: BaseGeometry) -> Repair | None:
    """The repair of an invalid area that may be offered for acceptance; None where there is none.

    None also beyond `MAX_REPAIR_VERTICES` and for a tangle, so that no input keeps a server busy.
    """
    if shapely.get_num_coordinates(geometry) > MAX_REPAIR_VERTICES:
        return None
    rings = _rings(geometry)
    if not len(rings) or not np.isfinite(shapely.get_coordinates(geometry)).all():
        return None
    if _is_tangle(rings):
        return None
    try:
        return propose_repair(geometry)
    except GeodesyError:
        return None


def propose_repair(geometry: BaseGeometry) -> Repair:
    """A valid area from an invalid one, with the change shown; never applied by itself.

    Each shell is made valid (a bow-tie becomes its lobes), holes are cut out of it (what lies
    outside is no land and is dropped), parts are united. Raises InvalidGeometryError where no area
    remains or the geometry is no area.
    """
    parts = shapely.get_parts(geometry)
    polygons = [p for p in parts if isinstance(p, Polygon) and not p.is_empty]
    if not polygons or len(polygons) != len(parts):
        raise InvalidGeometryError(
            "Only an area can be repaired, and this is none.", remedy="Draw the boundary again."
        )
    solid = [_areas(_cut(p)) for p in polygons]
    result = _areas(shapely.union_all(solid))
    if result.is_empty:
        raise InvalidGeometryError(
            "No area remains when the shape is repaired.",
            where=_first(polygons[0].exterior),
            remedy="Draw the boundary again.",
        )
    repaired = orient(result)
    assert isinstance(repaired, Polygon | MultiPolygon)
    before, after = geodesic.area(geometry), geodesic.area(repaired)
    return Repair(
        repaired, before, after, after - before, len(polygons), len(shapely.get_parts(repaired))
    )


def orient(geometry: BaseGeometry) -> BaseGeometry:
    """The same shape by the right-hand rule: outer rings counterclockwise, holes clockwise."""
    return shapely.orient_polygons(geometry, exterior_cw=False)


def _cut(polygon: Polygon) -> BaseGeometry:
    shell = _valid(Polygon(polygon.exterior))
    holes = [_valid(Polygon(hole)) for hole in polygon.interiors]
    return shapely.difference(shell, shapely.union_all(holes)) if holes else shell


def _valid(polygon: Polygon) -> BaseGeometry:
    return _areas(shapely.make_valid(polygon, method="structure", keep_collapsed=False))


def _areas(geometry: BaseGeometry) -> BaseGeometry:
    """Only the polygons of a result of overlay."""
    flat = shapely.get_parts(shapely.get_parts(geometry))
    found = [part for part in flat if isinstance(part, Polygon) and not part.is_empty]
    if not found:
        return Polygon()
    return found[0] if len(found) == 1 else MultiPolygon(found)


def _rings(geometry: BaseGeometry) -> NDArray[np.object_]:
    polygons = [p for p in shapely.get_parts(geometry) if isinstance(p, Polygon)]
    return np.asarray(shapely.get_rings(polygons), dtype=object)


def _is_tangle(rings: NDArray[np.object_]) -> bool:
    """Whether the boxes of edges meet far more often than those of a boundary that goes around."""
    ends = [shapely.get_coordinates(ring) for ring in rings]
    steps = np.concatenate([np.stack((e[:-1], e[1:]), 1) for e in ends])
    edges = np.asarray(shapely.linestrings(steps), dtype=object)
    pairs = shapely.STRtree(edges).query(edges)
    return int(pairs.shape[1]) > 10 * len(edges) + 1_000


def _first(ring: BaseGeometry) -> tuple[float, float]:
    lon, lat = shapely.get_coordinates(ring)[0]
    return float(lon), float(lat)


def _twice(geometry: BaseGeometry) -> Fault | None:
    seen: set[bytes] = set()
    for ring in _rings(geometry):
        key = shapely.to_wkb(shapely.normalize(ring))
        if key in seen:
            return Fault("The same ring is given twice", _first(ring))
        seen.add(key)
    return None


def _spike(geometry: BaseGeometry) -> Fault | None:
    for ring in _rings(geometry):
        xy = shapely.get_coordinates(shapely.remove_repeated_points(ring))[:-1]
        back, ahead = np.roll(xy, 1, axis=0) - xy, np.roll(xy, -1, axis=0) - xy
        cross = back[:, 0] * ahead[:, 1] - back[:, 1] * ahead[:, 0]
        same_way = (back * ahead).sum(axis=1)
        tip = np.flatnonzero((same_way > 0) & (np.abs(cross) <= 1e-12 * same_way))
        if len(tip):
            return Fault(
                "The boundary runs out to a spike and back",
                (float(xy[tip[0], 0]), float(xy[tip[0], 1])),
            )
    return None
