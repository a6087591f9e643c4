"""The drawn outline around an infected place: a picture that holds the legal area and little more.

Never the test of membership: that is `gis.radius`. EPSG:4326, right-hand rule.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Proj
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from gis.edges import POINT, edges_of
from gis.errors import MalformedGeometryError, UnmeasurableError
from gis.geodesic import DRAWN_SAFETY_M, disc, metres_per_degree, sides_of_circle, split_edges

Floats = NDArray[np.float64]

#: Outlines of lines and polygons are drawn up to this distance, in metres.
MAX_OUTLINE_M: Final = 20_000.0
_SEGMENT_M: Final = 100.0
_GROUP_M: Final = 15_000.0
_EARTH_M: Final = 6_371_000.0


def outline(place: BaseGeometry, metres: float) -> Polygon | MultiPolygon:
    """The drawn limits at `metres` around a valid place, its interior included; holes may remain.

    It holds every point within the distance and exceeds the legal limits by less than 0.2 m: the
    union of the buffers of the place's segments, each in an azimuthal equidistant plane close by
    (one buffer of the whole polygon would be simplified and cut up to 0.7 m off). Raises
    UnmeasurableError beyond 20 km, close to a pole or over 180 degrees.
    """
    if place.is_empty:
        raise MalformedGeometryError(
            "The place has no geometry.", remedy="Give a point, a line or a polygon."
        )
    parts = shapely.get_parts(place)
    kinds = shapely.get_type_id(parts)
    pieces: list[BaseGeometry] = [disc(p.x, p.y, metres) for p in parts[kinds == POINT]]
    extended = parts[kinds != POINT]
    if len(extended):
        if not 0.0 < metres <= MAX_OUTLINE_M:
            raise UnmeasurableError(
                f"An outline at {metres} metres cannot be drawn.",
                remedy=f"Give a distance above 0 and up to {MAX_OUTLINE_M:,.0f} metres.",
            )
        edges_of(extended)
        pieces.extend(p for p in extended if isinstance(p, Polygon))
        for part in extended:
            rings = [part.exterior, *part.interiors] if isinstance(part, Polygon) else [part]
            for ring in rings:
                pieces.extend(_along(shapely.get_coordinates(ring), metres))
    drawn = pieces[0] if len(pieces) == 1 else shapely.union_all(pieces)
    result = shapely.orient_polygons(drawn, exterior_cw=False)
    assert isinstance(result, Polygon | MultiPolygon)
    return result


def _along(line: Floats, metres: float) -> list[BaseGeometry]:
    """The buffers of one line's segments, united in groups that each have a plane of their own."""
    xy = split_edges(line, _SEGMENT_M)
    east, north = metres_per_degree(xy[:, 1])
    united: list[BaseGeometry] = []
    begin = 0
    while begin < len(xy) - 1:
        x = (xy[begin:, 0] - xy[begin, 0]) * east[begin]
        y = (xy[begin:, 1] - xy[begin, 1]) * north[begin]
        far = np.flatnonzero(np.hypot(x, y) > _GROUP_M)
        end = begin + max(1, int(far[0]) - 1) if len(far) else len(xy) - 1
        united.append(_group(xy[begin : end + 1], metres))
        begin = end
    return united


def _group(xy: Floats, metres: float) -> BaseGeometry:
    lon, lat = 0.5 * (xy.min(axis=0) + xy.max(axis=0))
    plane = Proj(proj="aeqd", lon_0=lon, lat_0=lat, ellps="WGS84")
    flat = np.column_stack(plane(xy[:, 0], xy[:, 1]))
    reach = float(np.hypot(flat[:, 0], flat[:, 1]).max()) + metres
    highest = min(float(np.abs(xy[:, 1]).max()), 89.0)
    # The plane stretches across its radius by (r / R)^2 / 6; chords of segments curve aside.
    stretch = metres * (reach / _EARTH_M) ** 2 / 6.0
    sagitta = _SEGMENT_M**2 / 8.0 * (math.tan(math.radians(highest)) + 0.05) / _EARTH_M
    sides = sides_of_circle(metres)
    out = (metres + stretch + 2.0 * sagitta + DRAWN_SAFETY_M) / math.cos(math.pi / sides)
    segments = shapely.linestrings(np.stack([flat[:-1], flat[1:]], axis=1))
    united = shapely.union_all(shapely.buffer(segments, out, quad_segs=sides // 4))

    def back(c: Floats) -> Floats:
        return np.column_stack(plane(c[:, 0], c[:, 1], inverse=True))

    return shapely.transform(united, back)
