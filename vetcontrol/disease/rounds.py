"""The round: what is still to be delivered, village by village, in an order of visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapely import MultiPoint, Point
from sqlalchemy import select

from gis.visits import visiting_order
from vetcontrol.disease import queries
from vetcontrol.disease.case import Case
from vetcontrol.disease.serving import about
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.places.queries import whereabouts
from vetcontrol.register.register import Reading


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


@dataclass(frozen=True)
class Due:
    """A copy or notice that waits, with what it is about: its case, clause, place and premises."""

    stop: Stop
    case_number: str
    clause: str
    feature: str
    premises_id: int | None
    distance_m: float | None


def due(reading: Reading, case_number: str | None = None) -> list[Due]:
    """What is still to be delivered, of one case or of all, in order of number.

    The place is that which the copy or notice is about; an outline is met at a point inside it.
    """
    asked = select(ServiceRow).where(ServiceRow.served_at.is_(None), ServiceRow.overtaken_by == "")
    if case_number is not None:
        asked = asked.where(ServiceRow.case_number == case_number)
    rows = reading.session.scalars(asked.order_by(ServiceRow.document)).all()
    cases = {n: queries.case(reading.session, n) for n in {row.case_number for row in rows}}
    return [_due(reading, cases[row.case_number], row) for row in rows]


def stop_of(reading: Reading, case: Case, row: ServiceRow) -> Stop:
    """Where a copy or notice of `case` is delivered, whether or not it still waits."""
    point = about(case, row.feature).representative_point()
    return Stop(row.document, village_of(reading, case, row.feature), point)


def _due(reading: Reading, case: Case, row: ServiceRow) -> Due:
    return Due(
        stop_of(reading, case, row),
        row.case_number,
        row.clause,
        row.feature,
        row.premises_id,
        row.distance_m,
    )


def village_of(reading: Reading, case: Case, feature: str) -> str:
    """The village of a declared place; empty where the register does not know it.

    As the declaration has it, else that of the villages as they lie now which holds the place.
    """
    told = case.place
    for declaration in case.radii:
        if feature in declaration.features:
            told = declaration.features[feature]
            break
    if told.get("village"):
        return str(told["village"])
    return whereabouts(reading.known(), about(case, feature), reading.now).village
