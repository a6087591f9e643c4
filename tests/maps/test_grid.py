"""Counts by cells: every premises in exactly one, the same each time."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import LEVELS, cell_degrees, count_by_cell

LONLAT = st.lists(
    st.tuples(st.floats(72.0, 75.0), st.floats(14.0, 17.0)), min_size=0, max_size=60
).map(lambda pairs: np.array(pairs, dtype=np.float64).reshape(-1, 2))


@given(LONLAT, st.sampled_from([0.005, 0.04, 0.35]))
def test_every_point_is_counted_once_and_stands_in_its_cell(
    points: npt.NDArray[np.float64], degrees: float
) -> None:
    cells = count_by_cell(points, degrees)
    assert sum(cell.count for cell in cells) == len(points)
    assert len(cells) == len({tuple(pair) for pair in np.floor(points / degrees).tolist()})
    for cell in cells:
        # The middle of gravity is of points of one cell, so some point lies within a cell's side.
        nearest = np.abs(points - [cell.lon, cell.lat]).max(axis=1).min()
        assert nearest <= degrees


def test_order_of_points_does_not_matter() -> None:
    points = np.array([[73.81, 15.41], [73.91, 15.51], [73.82, 15.42], [74.11, 15.01]])
    assert count_by_cell(points, 0.05) == count_by_cell(points[::-1], 0.05)
    assert [cell.count for cell in count_by_cell(points, 0.05)] == [2, 1, 1]


@pytest.mark.parametrize("zoom", [8, 11, 14])
def test_a_cell_shows_as_64_pixels(zoom: int) -> None:
    assert cell_degrees(zoom) / 360 * 256 * 2**zoom == pytest.approx(64)


def test_the_ranges_of_zoom_leave_no_gap() -> None:
    assert LEVELS[0][0] == 0
    assert all(after[0] == before[1] + 1 for before, after in itertools.pairwise(LEVELS))
