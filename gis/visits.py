"""The order in which places are best visited one after another: short, and always the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gis.geodesic import Floats, distance

#: More places than this are walked in halves, so that the table of distances stays small.
MOST_TOGETHER: Final = 400
_MOST_PASSES: Final = 50


def visiting_order(
    points: Sequence[tuple[float, float]], start: tuple[float, float] | None = None
) -> list[int]:
    """The indexes of `points` (longitude, latitude in degrees) in an order to visit them.

    Always the nearest next by geodesic distance, from `start` or, without one, from the most
    westerly point; then parts of the way are turned round while that shortens it by a millimetre
    (2-opt; the way does not return). Points of one position keep their order beside each other.
    """
    places: dict[tuple[float, float], list[int]] = {}
    for at, point in enumerate(points):
        places.setdefault(point, []).append(at)
    ordered = sorted(places)
    found: list[int] = []
    for part in _parts(np.asarray(ordered, dtype=np.float64).reshape(-1, 2)):
        begin = ordered[int(part[0])] if start is None else start
        way = [int(part[at]) for at in _way(np.asarray([ordered[i] for i in part]), begin)]
        found += [index for place in way for index in places[ordered[place]]]
        start = ordered[way[-1]]
    return found


def _parts(xy: Floats) -> list[NDArray[np.int64]]:
    """The indexes of `xy` in groups of at most `MOST_TOGETHER`, halved across the longer side."""

    def halves(index: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        if len(index) <= MOST_TOGETHER:
            return [index]
        spread = np.ptp(xy[index], axis=0)
        by = np.argsort(xy[index, int(spread[1] > spread[0])], kind="stable")
        middle = len(index) // 2
        return halves(np.sort(index[by[:middle]])) + halves(np.sort(index[by[middle:]]))

    return halves(np.arange(len(xy))) if len(xy) else []


def _way(xy: Floats, start: tuple[float, float]) -> list[int]:
    """The places `xy` from `start` on; row 0 of the table of distances is the start."""
    table = _table(np.vstack([np.asarray([start]), xy]))
    way = np.asarray(_nearest_next(table), dtype=np.int64)
    for _ in range(_MOST_PASSES):
        if not _shortened(table, way):
            break
    return [int(at) - 1 for at in way[1:]]


def _table(xy: Floats) -> Floats:
    one, other = np.meshgrid(np.arange(len(xy)), np.arange(len(xy)), indexing="ij")
    upper = one < other
    table = np.zeros((len(xy), len(xy)))
    table[upper] = distance(
        xy[one[upper], 0], xy[one[upper], 1], xy[other[upper], 0], xy[other[upper], 1]
    )
    return np.asarray(table + table.T, dtype=np.float64)


def _nearest_next(table: Floats) -> list[int]:
    left = np.ones(len(table), dtype=bool)
    way = [0]
    left[0] = False
    while left.any():
        # argmin takes the first of equals, so that ties always fall alike.
        nearest = int(np.argmin(np.where(left, table[way[-1]], np.inf)))
        left[nearest] = False
        way.append(nearest)
    return way


def _shortened(table: Floats, way: NDArray[np.int64]) -> bool:
    """Turns round every part of `way` whose turning saves a millimetre; whether any did."""
    any_turned = False
    for begin in range(1, len(way) - 1):
        before, first = way[begin - 1], way[begin]
        last = way[begin + 1 :]
        after = np.append(way[begin + 2 :], -1)
        # The way ends at its last place: turning its tail opens no second gap.
        closed = np.where(after < 0, 0.0, table[last, after])
        opened = np.where(after < 0, 0.0, table[first, after])
        saved = table[before, first] + closed - table[before, last] - opened
        best = int(np.argmax(saved))
        if saved[best] > 0.001:
            end = begin + 1 + best
            way[begin : end + 1] = way[begin : end + 1][::-1]
            any_turned = True
    return any_turned
