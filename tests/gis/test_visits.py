"""The order of visit: every place once, short, always the same."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from gis.geodesic import distance
from gis.visits import MOST_TOGETHER, visiting_order

START = (74.0, 15.3)


def length(
    points: list[tuple[float, float]], order: list[int], start: tuple[float, float]
) -> float:
    way = [start, *(points[at] for at in order)]
    return sum(distance(*one, *other) for one, other in itertools.pairwise(way))


def scattered(count: int, seed: int) -> list[tuple[float, float]]:
    chance = np.random.default_rng(seed)
    return [(float(x), float(y)) for x, y in chance.uniform((73.7, 15.0), (74.3, 15.8), (count, 2))]


def test_nothing_and_one() -> None:
    assert visiting_order([]) == []
    assert visiting_order([START], START) == [0]


def test_along_a_line() -> None:
    line = [(74.0 + 0.01 * at, 15.3) for at in (3, 1, 4, 2, 0)]
    assert visiting_order(line) == [4, 1, 3, 0, 2]
    assert visiting_order(line, (74.05, 15.3)) == [2, 0, 3, 1, 4]


def test_equal_positions_stay_together_in_their_order() -> None:
    here, there = (74.0, 15.3), (74.1, 15.3)
    assert visiting_order([there, here, there, here], START) == [1, 3, 0, 2]


@pytest.mark.parametrize("seed", range(12))
def test_close_to_the_shortest_of_all_orders(seed: int) -> None:
    points = scattered(7, seed)
    best = min(length(points, list(way), START) for way in itertools.permutations(range(7)))
    found = visiting_order(points, START)
    assert sorted(found) == list(range(7))
    assert length(points, found, START) <= 1.15 * best


def test_turning_parts_round_shortens_the_nearest_next() -> None:
    points = scattered(60, 5)
    left, here, greedy = set(range(60)), START, []
    while left:
        nearest = min(sorted(left), key=lambda at: distance(*here, *points[at]))
        left.remove(nearest)
        greedy.append(nearest)
        here = points[nearest]
    assert length(points, visiting_order(points, START), START) < 0.95 * length(
        points, greedy, START
    )


def test_many_places_each_once_and_always_alike() -> None:
    points = scattered(2 * MOST_TOGETHER + 1, 9)
    found = visiting_order(points, START)
    assert sorted(found) == list(range(len(points)))
    assert found == visiting_order(points, START)
