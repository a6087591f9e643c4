"""The truth table of three times: a history of A, B, D, E, Q and R, told over any way in.

January 2027, Indian time. Rows: what is asked, place, at, known at, and what must be in force.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

import shapely

from vetcontrol.clock import IST

# Points in Ponda taluka, metres from each other: A - B 500, A - E 900, D - E 900, Q and R apart.
POINTS = {
    "A": (74.0000, 15.4000),
    "B": (74.0000, 15.4045),
    "E": (74.0080, 15.4000),
    "D": (74.0160, 15.4000),
    "Q": (73.9950, 15.3950),
    "R": (74.0000, 15.3850),
}
# Area X takes in A, E and Q and leaves out B (and R, until it is amended).
X = shapely.box(73.9900, 15.3900, 74.0100, 15.4020)
X_WITHOUT_Q = shapely.box(73.9980, 15.3900, 74.0100, 15.4020)
X_WITH_R = shapely.box(73.9980, 15.3800, 74.0100, 15.4020)
RADIUS_M = 1_000.0


def jan(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of January 2027 in India."""
    return datetime(2027, 1, day, hour, minute, tzinfo=IST)


class Teller(Protocol):
    """A way in over which the story is told: by service, or over HTTP."""

    def at(self, moment: datetime) -> None:
        """Set the clock."""

    def premises(self, name: str, lon: float, lat: float) -> int:
        """Register premises."""

    def order(self, premises: int, signed_at: datetime) -> str:
        """The Inspector's order; returns the case."""

    def seq(self) -> int:
        """The log's head."""

    def confirm(self, case: str) -> None:
        """The Veterinary Surgeon examines and confirms."""

    def radius(self, case: str, premises: list[int]) -> None:
        """The declaration of these premises within the radius."""

    def report(self, case: str) -> None:
        """The report to Government."""

    def correct(self, seq: int, signed_at: datetime | None) -> int:
        """A correction; returns its sequence."""

    def cancel(self, case: str) -> None:
        """Government cancels all that lives."""

    def notify(self, case: str, area: shapely.Polygon) -> str:
        """Government confirms with these limits, a second person approves."""

    def amend(self, number: str, area: shapely.Polygon) -> str:
        """An amendment, approved."""

    def rescind(self, number: str) -> str:
        """A rescission, approved."""

    def publish(
        self, number: str, published_at: datetime, effective_at: datetime | None = None
    ) -> None:
        """The publication."""

    def in_force(self, point: tuple[float, float], at: datetime, known_at: datetime) -> set[str]:
        """Letters of what is in force: `place A`, `radius A`, `area`; and `conflict`."""


def tell(story: Teller) -> None:
    """Record the whole history, in order."""
    story.at(datetime(2026, 12, 31, 12, 0, tzinfo=IST))
    ids = {name: story.premises(name, *POINTS[name]) for name in "ABDE"}
    story.at(jan(1, 12, 0))
    a = story.order(ids["A"], jan(1, 8))
    i1 = story.seq()
    story.at(jan(1, 12, 1))
    d = story.order(ids["D"], jan(1, 10))
    story.at(jan(2, 9, 0))
    story.confirm(a)
    story.confirm(d)
    story.at(jan(2, 10, 0))
    story.radius(a, [ids["B"], ids["E"]])
    story.at(jan(2, 11, 0))
    story.radius(d, [ids["E"]])
    story.at(jan(3, 9, 0))
    k1 = story.correct(i1, jan(1, 9))
    story.at(jan(4, 9, 0))
    story.correct(k1, None)
    story.at(jan(4, 12, 0))
    story.report(a)
    story.report(d)
    story.at(jan(5, 16, 0))
    story.cancel(d)
    story.at(jan(6, 10, 0))
    n1 = story.notify(a, X)
    story.at(jan(6, 11, 0))
    story.publish(n1, jan(6, 11), jan(8, 0))
    story.at(jan(10, 14, 0))
    n2 = story.amend(n1, X_WITHOUT_Q)
    story.at(jan(10, 15, 0))
    story.publish(n2, jan(10, 15))
    story.at(jan(13, 11, 0))
    n4 = story.amend(n1, X_WITH_R)
    story.at(jan(13, 12, 0))
    story.publish(n4, jan(13, 12))
    story.at(jan(15, 9, 0))
    n3 = story.rescind(n1)
    story.at(jan(15, 10, 0))
    story.publish(n3, jan(12, 10))
    story.at(jan(31, 12, 0))


def agrees(found: set[str], expected: set[str]) -> bool:
    """Whether an answer is that of the table, which names a conflict only where it matters."""
    return found - {"conflict"} == expected - {"conflict"} and expected <= found


A, D, AREA = "place A", "place D", "area"
RADIUS_A, RADIUS_D = "radius A", "radius D"
ROWS = [
    ("1 late recording", "A", jan(1, 10), jan(1, 11, 59), set()),
    ("1 late recording", "A", jan(1, 10), jan(1, 12, 0), {A}),
    ("2 before signing", "A", jan(1, 7, 59), jan(5, 12), set()),
    ("3 correction", "A", jan(1, 8, 30), jan(2, 12), {A}),
    ("3 correction", "A", jan(1, 8, 30), jan(3, 9), set()),
    ("4 correction of a correction", "A", jan(1, 8, 30), jan(4, 9), {A}),
    ("5 cancelled is not void", "D", jan(4, 12), jan(6, 12), {D}),
    ("5 cancelled is not void", "D", jan(5, 16), jan(6, 12), set()),
    ("6 a second declaration still lives", "E", jan(5, 17), jan(6, 12), {RADIUS_A}),
    ("7 left out, on publication", "B", jan(6, 10, 59), jan(7, 12), {RADIUS_A}),
    ("7 left out, on publication", "B", jan(6, 11), jan(7, 12), set()),
    ("8 later effective date", "Q", jan(7, 23, 59), jan(6, 12), set()),
    ("8 later effective date", "Q", jan(8, 0), jan(6, 12), {AREA}),
    ("9 the same, not yet known", "Q", jan(8, 0), jan(6, 10, 59), set()),
    ("10 amendment", "Q", jan(10, 15), jan(10, 14, 59), {AREA}),
    ("10 amendment", "Q", jan(10, 15), jan(11, 12), set()),
    ("11 rescission known late", "A", jan(13, 10), jan(14, 12), {A, AREA}),
    ("11 rescission known late", "A", jan(13, 10), jan(15, 10), set()),
    ("12 amendment of what was rescinded", "R", jan(13, 13), jan(14, 12), {AREA}),
    ("12 amendment of what was rescinded", "R", jan(13, 13), jan(16, 12), {"conflict"}),
    ("the day before the rescission", "A", jan(12, 9, 59), jan(16, 12), {A, AREA}),
    ("nothing lapses", "A", jan(31, 0), jan(14, 12), {A, AREA}),
]
