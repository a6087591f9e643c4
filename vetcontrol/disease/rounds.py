"""The round: what is still to be delivered, village by village, in an order of visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapely import MultiPoint, Point

from gis.visits import visiting_order


@dataclass(frozen=True)
class Stop:
    """A copy or notice to deliver: its number, the village, and where (None: not known)."""

    document: str
    village: str
    point: Point | None


def in_order_of_round(stops: Sequence[Stop], start: Point | None) -> list[Stop]:
    """The stops village by village, the villages and the stops of each in an order of visit.

    From `start`, always the nearest next, then shortened (`gis.visits`); the same stops give the
    same order. Those of no known position follow in their village by number, and villages where
    none is known come last by name.
    """
    villages: dict[str, list[Stop]] = {}
    for stop in sorted(stops, key=lambda s: (s.village, s.document)):
        villages.setdefault(stop.village, []).append(stop)
    placed = {name: _middle(found) for name, found in villages.items()}
    names = [name for name, middle in placed.items() if middle is not None]
    order = visiting_order([_xy(placed[name]) for name in names], _xy(start) if start else None)
    here = _xy(start) if start else None
    ordered: list[Stop] = []
    for name in (names[at] for at in order):
        known = [s for s in villages[name] if s.point is not None]
        way = [known[at] for at in visiting_order([_xy(s.point) for s in known], here)]
        here = _xy(way[-1].point)
        ordered += [*way, *(s for s in villages[name] if s.point is None)]
    nowhere = [s for name, middle in placed.items() if middle is None for s in villages[name]]
    return ordered + nowhere


def _middle(stops: Sequence[Stop]) -> Point | None:
    points = [s.point for s in stops if s.point is not None]
    return MultiPoint(points).centroid if points else None


def _xy(point: Point | None) -> tuple[float, float]:
    assert point is not None
    return point.x, point.y
