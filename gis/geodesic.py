"""Distance, length, area and the drawn circle on the ellipsoid of WGS84.

Coordinates are degrees, longitude first. The edges of polygons and lines are straight in
longitude and latitude, as RFC 7946 section 3.1.1 says of GeoJSON; they are not geodesics.
"""

from __future__ import annotations

import math
from typing import Final, overload

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from gis.errors import UnmeasurableError

Floats = NDArray[np.float64]

GEOD: Final = Geod(ellps="WGS84")
_A: Final = float(GEOD.a)
_E2: Final = float(GEOD.es)
_E: Final = math.sqrt(_E2)
_EP2: Final = _E2 / (1.0 - _E2)
_SHORT_M: Final = 10_000.0
_SHORT_RAD: Final = math.radians(1.0)
_COS_80: Final = math.cos(math.radians(80.0))

#: A drawn circle or outline may exceed the legal one by less than this, in metres.
DRAWN_EXCESS_M: Final = 0.2
#: Drawn outlines are pushed out by this much, in metres, so that rounding never cuts the legal set.
DRAWN_SAFETY_M: Final = 0.002
#: Edges are split to at most this length before lengths and edge-to-edge distances are taken.
MAX_EDGE_M: Final = 1000.0
#: Beyond this latitude lines in longitude and latitude are no sensible boundary of a place.
MAX_EDGE_LATITUDE: Final = 85.0

_GAUSS_NODES, _GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(6)


@overload
def distance(lon1: float, lat1: float, lon2: float, lat2: float) -> float: ...
@overload
def distance(lon1: Floats, lat1: Floats, lon2: Floats, lat2: Floats) -> Floats: ...
def distance(
    lon1: float | Floats, lat1: float | Floats, lon2: float | Floats, lat2: float | Floats
) -> float | Floats:
    """Geodesic distance in metres on WGS84; degrees in, scalars or arrays of one shape."""
    metres = GEOD.inv(lon1, lat1, lon2, lat2)[2]
    return np.asarray(metres, dtype=np.float64) if isinstance(metres, np.ndarray) else float(metres)


def displacement(lon1: Floats, lat1: Floats, lon2: Floats, lat2: Floats) -> tuple[Floats, ...]:
    """Metres east, metres north (of the geodesic as it leaves the first point) and its length.

    Arrays of one shape, degrees. Short ones by Gauss's mid-latitude formula, which is ten times as
    fast as `Geod.inv` and differs by less than 1 micrometre up to 10 km and 80 degrees; all
    others by `Geod.inv`.
    """
    middle = np.radians(0.5 * (lat1 + lat2))
    up, across = np.radians(lat2 - lat1), np.radians(lon2 - lon1)
    cos, sin = np.cos(middle), np.sin(middle)
    sin2, cos2, up2 = sin * sin, cos * cos, up * up
    eta2 = _EP2 * cos2
    v2 = 1.0 + eta2
    prime = _A / np.sqrt(1.0 - _E2 * sin2)
    x = across * cos
    # sin2 / cos2 * cos2 is sin2: the terms in eta2 * tan2 need no division.
    v4 = 8.0 * v2 * v2
    east = (
        prime
        * x
        * (1.0 - sin2 * across * across / 24.0 + (v2 - 9.0 * _EP2 * sin2) / (3.0 * v4) * up2)
    )
    north = (
        prime
        / v2
        * up
        * (1.0 - across * across / 8.0)
        * (1.0 + (1.0 - 2.0 * eta2) / 24.0 * x * x + (eta2 - _EP2 * sin2) / v4 * up2)
    )
    metres = np.sqrt(east * east + north * north)
    # The azimuth grows along the geodesic by the convergence; half of it lies before the middle.
    turn = 0.5 * across * sin
    east, north = east - turn * north, north + turn * east
    near = (metres <= _SHORT_M) & (np.abs(across) < _SHORT_RAD) & (cos > _COS_80)
    if not near.all():
        far = np.flatnonzero(~near)
        azimuth, _, gap = GEOD.inv(lon1[far], lat1[far], lon2[far], lat2[far])
        east[far] = gap * np.sin(np.radians(azimuth))
        north[far] = gap * np.cos(np.radians(azimuth))
        metres[far] = gap
    return east, north, metres


def settle_millimetre(
    metres: Floats, lon1: Floats, lat1: Floats, lon2: Floats, lat2: Floats
) -> Floats:
    """Lengths of `displacement`, by `Geod.inv` wherever its last micrometre decides the rounding.

    Rounded to the millimetre the result is what `Geod.inv` gives, always.
    """
    thousandths = metres * 1000.0
    unsure = np.flatnonzero(np.abs(thousandths - np.floor(thousandths) - 0.5) < 0.002)
    if len(unsure):
        settled = GEOD.inv(lon1[unsure], lat1[unsure], lon2[unsure], lat2[unsure])[2]
        metres[unsure] = settled
    return metres


def metres_per_degree(lat: float | Floats) -> tuple[Floats, Floats]:
    """Metres per degree of longitude and of latitude at a latitude, by the radii of curvature."""
    phi = np.radians(lat)
    w2 = 1.0 - _E2 * np.sin(phi) ** 2
    w = np.sqrt(w2)
    east = np.radians(_A * np.cos(phi) / w)
    north = np.radians(_A * (1.0 - _E2) / (w2 * w))
    return np.asarray(east, dtype=np.float64), np.asarray(north, dtype=np.float64)


def _authalic(lat: Floats) -> Floats:
    """Area between the equator and a latitude, in square metres per radian of longitude."""
    s = np.sin(np.radians(lat))
    q = (1.0 - _E2) * (s / (1.0 - _E2 * s * s) + np.arctanh(_E * s) / _E)
    return np.asarray(0.5 * _A * _A * q, dtype=np.float64)


def _ring_area(xy: Floats) -> float:
    """Area in square metres inside a closed ring, without sign."""
    lon, lat = xy[:, 0], xy[:, 1]
    turn = np.radians(np.diff(lon))
    half = 0.5 * np.diff(lat)
    middle = lat[:-1] + half
    nodes = middle[:, None] + half[:, None] * _GAUSS_NODES[None, :]
    reference = _authalic(np.array([lat.mean()]))[0]
    mean = (_authalic(nodes) - reference) @ _GAUSS_WEIGHTS * 0.5
    return abs(float(np.dot(turn, mean)))


def area(geometry: BaseGeometry) -> float:
    """Area in square metres on WGS84 of a valid polygon or multipolygon, holes taken out.

    Exact for edges straight in longitude and latitude (the integral of the authalic function
    along each edge). Points and lines have no area: 0.0. A ring may not cross 180 degrees.
    """
    total = 0.0
    for part in shapely.get_parts(geometry):
        if isinstance(part, Polygon) and not part.is_empty:
            total += _ring_area(shapely.get_coordinates(part.exterior))
            total -= sum(_ring_area(shapely.get_coordinates(hole)) for hole in part.interiors)
        elif shapely.get_num_geometries(part) > 1:
            total += area(part)
    return total


def split_edges(xy: Floats, max_metres: float = MAX_EDGE_M) -> Floats:
    """A line of (n, 2) degrees with points put on its own edges so that none is longer."""
    if len(xy) < 2:
        return xy
    step = np.diff(xy, axis=0)
    east, north = metres_per_degree(xy[:-1, 1] + 0.5 * step[:, 1])
    pieces = np.ceil(np.hypot(step[:, 0] * east, step[:, 1] * north) / max_metres).astype(int)
    pieces = np.maximum(pieces, 1)
    if int(pieces.max()) == 1:
        return xy
    starts = np.repeat(np.arange(len(step)), pieces)
    first = np.repeat(np.cumsum(pieces) - pieces, pieces)
    share = (np.arange(len(starts)) - first) / pieces[starts]
    inner = xy[starts] + step[starts] * share[:, None]
    return np.vstack([inner, xy[-1:]])


def length(geometry: BaseGeometry) -> float:
    """Length in metres on WGS84 of a line, or of all rings of a polygon; a point has 0.0."""
    total = 0.0
    for part in shapely.get_parts(geometry):
        if shapely.get_num_geometries(part) > 1:
            total += length(part)
            continue
        if part.is_empty or part.geom_type == "Point":
            continue
        rings = [part.exterior, *part.interiors] if isinstance(part, Polygon) else [part]
        for ring in rings:
            xy = split_edges(shapely.get_coordinates(ring))
            total += float(np.sum(GEOD.inv(xy[:-1, 0], xy[:-1, 1], xy[1:, 0], xy[1:, 1])[2]))
    return total


def bounds_within(
    bounds: tuple[float, float, float, float], metres: float
) -> tuple[float, float, float, float]:
    """The box (min lon, min lat, max lon, max lat) that holds all within `metres` of a box.

    A superset for finding candidates, by the local radii of curvature with 1 % to spare, never
    the answer. A box that reaches a pole or crosses 180 degrees covers all longitudes.
    """
    min_lon, min_lat, max_lon, max_lat = bounds
    smallest = _A * (1.0 - _E2)
    pad_lat = math.degrees(metres / smallest) * 1.01 + 1e-9
    low, high = min_lat - pad_lat, max_lat + pad_lat
    if low <= -90.0 or high >= 90.0:
        return (-180.0, max(low, -90.0), 180.0, min(high, 90.0))
    east = float(metres_per_degree(max(abs(low), abs(high)))[0])
    pad_lon = metres / east * 1.01 + 1e-9
    left, right = min_lon - pad_lon, max_lon + pad_lon
    if left < -180.0 or right > 180.0:
        return (-180.0, low, 180.0, high)
    return (left, low, right, high)


def sides_of_circle(metres: float) -> int:
    """How many sides a drawn circle needs: at least 256, more for a wide one, a multiple of 4."""
    wanted = math.pi * math.sqrt(metres / DRAWN_EXCESS_M) * 1.1
    return max(256, 4 * math.ceil(wanted / 4))


def disc(lon: float, lat: float, metres: float) -> Polygon:
    """The drawn circle: holds the legal disc, exceeds it nowhere by 0.2 m or more. EPSG:4326.

    Its corners stand at `metres / cos(pi / sides)` so that the chords clear the legal disc; the
    ring winds by the right-hand rule. A disc over a pole or over 180 degrees raises
    UnmeasurableError: neither is needed for India.
    """
    if not metres > 0.0:
        raise UnmeasurableError(
            f"A circle of {metres} metres cannot be drawn.", remedy="Give a radius above 0 metres."
        )
    box = bounds_within((lon, lat, lon, lat), metres)
    if box[0] == -180.0 and box[2] == 180.0:
        raise UnmeasurableError(
            "A circle over a pole or over 180 degrees is not drawn.",
            where=(lon, lat),
            remedy="Choose a place farther from the pole and from 180 degrees.",
        )
    sides = sides_of_circle(metres)
    out = metres / math.cos(math.pi / sides) + DRAWN_SAFETY_M
    azimuth = -np.arange(sides) * (360.0 / sides)
    there_lon, there_lat, _ = GEOD.fwd(
        np.full(sides, lon), np.full(sides, lat), azimuth, np.full(sides, out)
    )
    return Polygon(np.column_stack([there_lon, there_lat]))
