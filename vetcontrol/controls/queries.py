"""What controls in force say to a movement, a gathering or a dealing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import shapely
from shapely.geometry.base import BaseGeometry

from gis import overlay
from vetcontrol.controls.terms import of_json
from vetcontrol.gazette.commencement import operative
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals import controls as law
from vetcontrol.law.diseases_of_animals.controls import (
    OF_ERADICATION,
    Gathering,
    Matter,
    Moved,
    Movement,
    Terms,
)
from vetcontrol.register.doubts import hour_in_doubt
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Control:
    """A control in force: its version and its terms."""

    version: Version
    terms: Terms

    @property
    def number(self) -> str:
        """The number of its notification."""
        return str(self.version.facts["number"])


def in_force(snapshot: Snapshot, at: datetime) -> list[Control]:
    """Every control in force at `at`, by number."""
    found = [
        Control(version, of_json(version.facts["terms"]))
        for version in snapshot.of_kind(FeatureKind.CONTROL, at)
    ]
    return sorted(found, key=lambda one: one.number)


def on_movement(
    reading: Reading,
    *,
    origin: BaseGeometry,
    destination: BaseGeometry,
    way: BaseGeometry,
    asked: Moved,
    at: datetime,
    known_seq: int | None = None,
) -> list[Decision]:
    """What controls in force at `at` say to a movement from `origin` to `destination` along `way`
    (EPSG:4326); `asked.movements` say how it goes across the territory's boundary.

    Each line of an eradication area is tested by itself: into, out of and within.
    """

    def judge(control: Control) -> Decision | None:
        area = control.version.geometry
        ways = asked.movements
        if control.terms.movements & OF_ERADICATION:
            ways = _over_the_line(area, origin, destination)
        elif overlay.covers(area, way) == "none":
            return None
        return law.moved(control.terms, control.number, replace(asked, movements=ways))

    return list(_judged(reading, at, known_seq, way, judge))


def _over_the_line(
    area: BaseGeometry, origin: BaseGeometry, destination: BaseGeometry
) -> frozenset[Movement]:
    begins, ends = (overlay.covers(area, one) != "none" for one in (origin, destination))
    if begins and ends:
        return frozenset({Movement.WITHIN})
    if begins:
        return frozenset({Movement.OUT_OF})
    return frozenset({Movement.INTO}) if ends else frozenset()


def on_gathering(
    reading: Reading, kind: Gathering, where: BaseGeometry, at: datetime
) -> list[Decision]:
    """What controls in force at `at` say to a gathering of animals there (DOA1974-6-1-b)."""

    def judge(control: Control) -> Decision | None:
        if overlay.covers(control.version.geometry, where) == "none":
            return None
        return law.gathers(control.terms, control.number, kind)

    return list(_judged(reading, at, None, where, judge))


def on_dealing(
    reading: Reading,
    matter: Matter,
    where: BaseGeometry,
    at: datetime,
    *,
    infective: bool | None,
) -> list[Decision]:
    """What controls in force at `at` say to a sale or other dealing there (DOA1974-6-1-c)."""

    def judge(control: Control) -> Decision | None:
        if overlay.covers(control.version.geometry, where) == "none":
            return None
        return law.dealt(control.terms, control.number, matter, infective=infective)

    return list(_judged(reading, at, None, where, judge))


def _judged(
    reading: Reading,
    at: datetime,
    known_seq: int | None,
    where: BaseGeometry,
    judge: Callable[[Control], Decision | None],
) -> Iterator[Decision]:
    for control in in_force(reading.known(known_seq=known_seq), at):
        found = judge(control)
        if found is None:
            continue
        provision = "5(1)" if law.ERADICATION in control.terms.clauses else "6(1)"
        live = operative(
            reading,
            provision,
            disease=control.version.facts["disease"],
            geometry=_met(control.version.geometry, where),
            at=at,
            known_seq=known_seq,
        )
        if live.outcome is not Outcome.REFUSED:
            doubt = hour_in_doubt(control.version, at)
            yield found if doubt is None else _doubted(found, doubt)


def _doubted(found: Decision, doubt: Decision) -> Decision:
    """What a control says on the day of its gazette whose hour is not stated."""
    if found.outcome is Outcome.ALLOWED:
        return found
    return Decision(Outcome.NEEDS_DECISION, (*found.reasons, *doubt.reasons))


def _met(area: BaseGeometry, where: BaseGeometry) -> BaseGeometry:
    """A point at which a control's area meets what is asked about, or lies, where it is asked
    only whether an end lies inside."""
    met = shapely.intersection(area, where)
    return (area if met.is_empty else met).representative_point()


def together(clause: str, found: list[Decision]) -> Decision:
    """All that controls say as one decision; allowed by `clause` where none speaks of it."""
    if not found:
        return Decision.allowed(clause, "No control in force speaks of it.")
    return Decision.together(found)
