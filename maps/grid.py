"""Counts many premises by cells of a grid, where single symbols would hide the map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MOST_SINGLE = 2_000
"""More features of one layer than this are drawn as counts."""

NEAREST_COUNTED = 12
"""From the zoom after this one up to MOST_DOTS features are drawn singly, without their facts."""

MOST_DOTS = 20_000

LEVELS: tuple[tuple[int, int], ...] = ((0, 10), (11, 12), (13, 24))
"""Zooms (from, to) between which one size of cell is drawn."""

_CELL_PX = 64
_TILE_PX = 256


@dataclass(frozen=True)
class Cell:
    """One cell: its middle of gravity in degrees (EPSG:4326) and how many features it holds."""

    lon: float
    lat: float
    count: int


def cell_degrees(zoom: int) -> float:
    """Return the side of a cell in degrees of longitude so that it shows as 64 pixels at `zoom`."""
    return 360.0 / float(2**zoom) * _CELL_PX / _TILE_PX


def count_by_cell(lonlat: npt.NDArray[np.float64], degrees: float) -> tuple[Cell, ...]:
    """Count points of shape (n, 2), longitude first, by cells of `degrees`; order is fixed.

    Every point is in exactly one cell, so that the counts sum to n.
    """
    if len(lonlat) == 0:
        return ()
    keys = np.floor(lonlat / degrees).astype(np.int64)
    cells, where = np.unique(keys, axis=0, return_inverse=True)
    where = where.reshape(-1)
    count = np.bincount(where, minlength=len(cells))
    lon = np.bincount(where, weights=lonlat[:, 0], minlength=len(cells)) / count
    lat = np.bincount(where, weights=lonlat[:, 1], minlength=len(cells)) / count
    return tuple(
        Cell(round(float(x), 6), round(float(y), 6), int(n))
        for x, y, n in zip(lon, lat, count, strict=True)
    )
