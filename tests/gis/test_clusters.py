"""Counts by cells against a count by hand, from every view the same."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.clusters import INNER, by_cell, cell_degrees, clusters, whole_cells, within

RANDOM = np.random.RandomState(50)
LON = RANDOM.normal(74.0, 0.15, 5_000)
LAT = RANDOM.normal(15.4, 0.2, 5_000)


def by_hand(lon: np.ndarray, lat: np.ndarray, side: float) -> Counter[tuple[int, int]]:
    return Counter((int(x // side), int(y // side)) for x, y in zip(lon, lat, strict=True))


@pytest.mark.parametrize("zoom", [0, 7, 9, 12, 16, 22])
def test_every_point_is_in_the_cell_where_a_hand_would_count_it(zoom: int) -> None:
    side = cell_degrees(zoom)
    found = by_cell(LON, LAT, side)
    cells = {
        (int(x // side), int(y // side)): n
        for x, y, n in zip(found.lon, found.lat, found.count.tolist(), strict=True)
    }
    assert cells == by_hand(LON, LAT, side)
    assert found.count.sum() == len(LON)


def test_a_cell_is_eighty_pixels_wide() -> None:
    assert cell_degrees(9) / 360.0 * 256 * 2**9 == pytest.approx(80)


@given(st.floats(-0.4, 0.4), st.floats(-0.4, 0.4), st.integers(8, 13))
@settings(max_examples=60, deadline=None)
def test_panning_changes_no_cluster(east: float, north: float, zoom: int) -> None:
    def seen(box: tuple[float, float, float, float]) -> dict[tuple[float, float], int]:
        held = within(LON, LAT, whole_cells(box, cell_degrees(zoom)))
        found = clusters(LON[held], LAT[held], zoom)
        marks = zip(found.lon.tolist(), found.lat.tolist(), strict=True)
        return dict(zip(marks, found.count.tolist(), strict=True))

    box = (73.8, 15.2, 74.2, 15.6)
    here = seen(box)
    there = seen((box[0] + east, box[1] + north, box[2] + east, box[3] + north))
    held = within(LON, LAT, whole_cells(box, cell_degrees(zoom)))
    assert sum(here.values()) == int(held.sum())
    both = whole_cells(
        (max(box[0], box[0] + east), max(box[1], box[1] + north),
         min(box[2], box[2] + east), min(box[3], box[3] + north)),
        cell_degrees(zoom),
    )  # fmt: skip
    common = [m for m in here if within(np.array([m[0]]), np.array([m[1]]), both)[0]]
    assert all(there[mark] == here[mark] for mark in common)


def test_a_box_grows_to_whole_cells_that_hold_it() -> None:
    side = cell_degrees(9)
    west, south, east, north = whole_cells((73.7, 14.9, 74.3, 15.8), side)
    assert west <= 73.7
    assert south <= 14.9
    assert east > 74.3
    assert north > 15.8
    for edge in (west, south, east, north):
        assert edge / side == pytest.approx(round(edge / side))


def test_marks_of_neighbours_keep_apart() -> None:
    found, side = clusters(LON, LAT, 11), cell_degrees(11)
    for middle in (found.lon, found.lat):
        inside = middle / side - np.floor(middle / side)
        assert inside.min() >= INNER - 1e-9
        assert inside.max() <= 1 - INNER + 1e-9


def test_nothing_makes_no_cluster() -> None:
    assert len(by_cell(np.empty(0), np.empty(0), 0.1).count) == 0
