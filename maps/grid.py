"""Counts many premises by cells of a grid, where single symbols would hide the map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gis import clusters

MOST_SINGLE = 2_000
"""More features of one layer than this are drawn as counts."""

NEAREST_COUNTED = 12
"""From the zoom after this one up to MOST_DOTS features are drawn singly, without their facts."""

MOST_DOTS = 20_000

LEVELS: tuple[tuple[int, int], ...] = ((0, 10), (11, 12), (13, 24))
"""Zooms (from, to) between which one size of cell is drawn."""

_CELL_PX = 64


@dataclass(frozen=True)
class Cell:
    """One cell: its middle of gravity in degrees (EPSG:4326) and how many features it holds."""

    lon: float
    lat: float
    count: int


def cell_degrees(zoom: int) -> float:
    """Return the side of a cell in degrees of longitude so that it shows as 64 pixels at `zoom`."""
    return clusters.cell_degrees(zoom, _CELL_PX)


def count_by_cell(lonlat: npt.NDArray[np.float64], degrees: float) -> tuple[Cell, ...]:
    """Count points of shape (n, 2), longitude first, by cells of `degrees`; order is fixed.

    Every point is in exactly one cell, so that the counts sum to n.
    """
    if len(lonlat) == 0:
        return ()
    found = clusters.by_cell(lonlat[:, 0], lonlat[:, 1], degrees)
    return tuple(
        Cell(round(float(x), 6), round(float(y), 6), int(n))
        for x, y, n in zip(found.lon, found.lat, found.count, strict=True)
    )
