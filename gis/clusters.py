"""Counts of many points by the cells of a grid that every view of a zoom shares.

The cells are squares of degrees that begin at 0, 0, as wide as `CELL_PX` pixels of a web map at
that zoom, so that panning moves no cell. They are for a picture: nothing is measured with them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gis.spatialdb import Bounds

CELL_PX = 80
TILE_PX = 256
INNER = 0.25
"""A cluster's mark keeps this share of a cell from its edges, so that neighbours do not cover."""
_COLUMN = 1 << 32

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Clusters:
    """Cells that hold points: where each is marked (degrees, EPSG:4326) and how many it holds."""

    lon: Floats
    lat: Floats
    count: Ints


def cell_degrees(zoom: int, pixels: int = CELL_PX) -> float:
    """The side of a cell in degrees, so that it is `pixels` wide at `zoom`."""
    return 360.0 / float(2**zoom) * pixels / TILE_PX


def whole_cells(bounds: Bounds, side: float) -> Bounds:
    """`bounds` (degrees) grown outward to whole cells of `side`: no cell is counted in part."""
    west, south, east, north = np.asarray(bounds) / side
    return (
        float(np.floor(west) * side),
        float(np.floor(south) * side),
        float((np.floor(east) + 1.0) * side),
        float((np.floor(north) + 1.0) * side),
    )


def within(lon: Floats, lat: Floats, bounds: Bounds) -> NDArray[np.bool_]:
    """Which points lie in the box, its west and south edges with it, the others not."""
    west, south, east, north = bounds
    return (lon >= west) & (lat >= south) & (lon < east) & (lat < north)


def by_cell(lon: Floats, lat: Floats, side: float) -> Clusters:
    """Every point counted in the one cell of `side` degrees that holds it, west to east.

    The mark is the mean of the cell's points.
    """
    keys = np.floor(lon / side).astype(np.int64) * _COLUMN + np.floor(lat / side).astype(np.int64)
    _, where, count = np.unique(keys, return_inverse=True, return_counts=True)
    where = where.reshape(-1)
    cells = len(count)
    return Clusters(
        np.bincount(where, weights=lon, minlength=cells) / count,
        np.bincount(where, weights=lat, minlength=cells) / count,
        count.astype(np.int64),
    )


def clusters(lon: Floats, lat: Floats, zoom: int) -> Clusters:
    """`by_cell` at `zoom`, each mark moved as far into its cell as `INNER` asks."""
    side = cell_degrees(zoom)
    found = by_cell(lon, lat, side)
    return Clusters(_inside(found.lon, side), _inside(found.lat, side), found.count)


def _inside(middle: Floats, side: float) -> Floats:
    edge = np.floor(middle / side) * side
    return np.clip(middle, edge + INNER * side, edge + (1.0 - INNER) * side)
