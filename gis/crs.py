"""Coordinate reference systems: everything comes to WGS84, longitude first, inside the territory.

Only corners are converted; edges between them are straight in longitude and latitude afterwards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar, overload

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import CRS, Transformer, network
from pyproj.exceptions import CRSError, ProjError
from shapely.geometry.base import BaseGeometry

from gis.errors import (
    GeodesyError,
    NullIslandError,
    OutOfBoundsError,
    SwappedCoordinatesError,
    UnknownCRSError,
)

Floats = NDArray[np.float64]
Bounds = tuple[float, float, float, float]
Shape = TypeVar("Shape", bound=BaseGeometry)

# Grids are never fetched from a network while a place is being judged.
network.set_network_enabled(active=False)  # type: ignore[attr-defined]


@lru_cache(maxsize=64)
def crs_from_name(name: str) -> CRS:
    """The CRS of a name such as `EPSG:32643`, a WKT or a PROJ text.

    Raises UnknownCRSError where PROJ does not know it or it is neither geographic nor projected.
    """
    try:
        crs = CRS.from_user_input(name)
    except CRSError:
        crs = None
    if crs is None or not (crs.is_geographic or crs.is_projected):
        shown = name if len(name) <= 60 else name[:57] + "..."
        raise UnknownCRSError(
            f"The coordinate reference system {shown!r} is not known.",
            remedy="Name it as EPSG:4326 for longitude and latitude or EPSG:32643 for UTM 43N.",
        )
    return crs


@lru_cache(maxsize=64)
def _transformer(name: str) -> Transformer:
    return Transformer.from_crs(crs_from_name(name), "EPSG:4326", always_xy=True)


@overload
def to_wgs84(what: Shape, crs: str) -> Shape: ...
@overload
def to_wgs84(what: Floats, crs: str) -> Floats: ...
def to_wgs84(what: BaseGeometry | Floats, crs: str) -> BaseGeometry | Floats:
    """A geometry or an (n, 2) array in `crs`, as longitude and latitude in degrees on WGS84.

    x (or longitude) always comes first, whatever order the authority prints. Raises
    UnknownCRSError, and OutOfBoundsError where a position has no place in WGS84 (never inf).
    """
    transformer = _transformer(crs)

    def convert(xy: Floats) -> Floats:
        try:
            lon, lat = transformer.transform(xy[:, 0], xy[:, 1], errcheck=True)
        except ProjError:
            lon = lat = np.full(len(xy), np.inf)
        result = np.column_stack([lon, lat])
        lost = ~(np.isfinite(result).all(axis=1) & (np.abs(result) <= (180.0, 90.0)).all(axis=1))
        if lost.any():
            x, y = xy[int(np.argmax(lost))]
            raise OutOfBoundsError(
                f"x {x:.3f}, y {y:.3f} has no place on WGS84 when read in {crs}.",
                remedy="Check the coordinate reference system and that x comes before y.",
            )
        return result

    if isinstance(what, BaseGeometry):
        moved: BaseGeometry = shapely.transform(what, convert)
        return moved
    return convert(np.asarray(what, dtype=np.float64).reshape(-1, 2))


def looks_swapped(lon: float, lat: float, territory_bounds: Bounds) -> bool:
    """Whether a position lies outside the box (degrees) and inside it when turned round."""
    return not _in_box(lon, lat, territory_bounds) and _in_box(lat, lon, territory_bounds)


def require_position(lon: float, lat: float, territory_bounds: Bounds) -> None:
    """Raise unless a position in degrees lies in the territory's box (west, south, east, north).

    Raises NullIslandError for 0 in the place of a position, SwappedCoordinatesError with the offer
    to swap, OutOfBoundsError for what is no pair of degrees or lies outside.
    """
    if not (np.isfinite(lon) and np.isfinite(lat)):
        raise OutOfBoundsError(
            "Longitude and latitude must be finite numbers.",
            remedy="Give both in degrees, or leave both blank where the position is not known.",
        )
    if _in_box(lon, lat, territory_bounds):
        return
    west, south, east, north = territory_bounds
    if lon == 0.0 or lat == 0.0:
        raise NullIslandError(
            f"Longitude {lon:g}, latitude {lat:g}: 0 is no position in the territory, "
            "it stands where a position is missing.",
            remedy="Give the position, or leave both blank where it is not known.",
        )
    if looks_swapped(lon, lat, territory_bounds):
        raise SwappedCoordinatesError(
            f"Longitude {lon:.7f}, latitude {lat:.7f} lies outside the territory.",
            offer=(lat, lon),
        )
    if abs(lon) > 180.0 or abs(lat) > 90.0:
        raise OutOfBoundsError(
            f"{lon:g}, {lat:g} is not longitude and latitude in degrees; "
            "it looks like projected metres.",
            remedy="Name the coordinate reference system of the file, such as EPSG:32643.",
        )
    raise OutOfBoundsError(
        "The position lies outside the territory.",
        where=(float(lon), float(lat)),
        remedy=f"Longitude runs from {west:g} to {east:g}, latitude from {south:g} to {north:g}.",
    )


def require_in_bounds(geometry: BaseGeometry, territory_bounds: Bounds) -> None:
    """Raise as `require_position` unless every corner of a geometry lies in the territory's box."""
    xy = shapely.get_coordinates(geometry)
    if not len(xy):
        raise GeodesyError("The geometry is empty.", remedy="Give a position or a boundary.")
    west, south, east, north = territory_bounds
    inside = (xy[:, 0] >= west) & (xy[:, 0] <= east) & (xy[:, 1] >= south) & (xy[:, 1] <= north)
    if not inside.all():
        lon, lat = xy[int(np.argmin(inside))]
        require_position(float(lon), float(lat), territory_bounds)


def _in_box(lon: float, lat: float, box: Bounds) -> bool:
    return bool(box[0] <= lon <= box[2] and box[1] <= lat <= box[3])
