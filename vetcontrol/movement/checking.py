"""How a removal found on the way lies to its licence, as known by a sequence; nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from shapely.geometry import Point

from gis.routes import Route
from vetcontrol.errors import NotFound
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals import licence as law
from vetcontrol.law.diseases_of_animals.removal import Item
from vetcontrol.movement import queries
from vetcontrol.movement.consignment import Consignment, compared
from vetcontrol.movement.journey import Journey, journey_of, named
from vetcontrol.movement.licence import Licence
from vetcontrol.register.doubts import LEGAL
from vetcontrol.register.register import Reading

VERDICTS = {
    Outcome.ALLOWED: "allowed",
    Outcome.REFUSED: "not_allowed",
    Outcome.NEEDS_DECISION: "needs_decision",
}


@dataclass(frozen=True)
class Found:
    """What is found at a place (EPSG:4326, known to `accuracy_m`) at a moment. None was not
    looked at. `conditions` tell of the further conditions by their number, from 1, whether each
    is kept; `journey` is the ordinal of the journey, by default that last checked."""

    point: Point
    at: datetime
    accuracy_m: float | None = None
    tags: Sequence[str] | None = None
    counts: Mapping[str, int] | None = None
    items: Sequence[Item] | None = None
    vehicle: str | None = None
    conditions: Mapping[int, bool] | None = None
    journey: int | None = None


@dataclass(frozen=True)
class Verdict:
    """The answer of a check, and the sequence that it relied on."""

    decision: Decision
    known_seq: int
    journey: int
    not_looked_at: tuple[str, ...]

    @property
    def word(self) -> str:
        """`allowed`, `not_allowed` or `needs_decision`."""
        return VERDICTS[self.decision.outcome]


def judge(reading: Reading, number: str, found: Found, known_seq: int) -> Verdict:
    """Whether the removal found is the one that licence `number` allows, as known by `known_seq`.

    Raises `NotFound` where no such licence is known even now.
    """
    try:
        licence = queries.licence(reading.session, number, known_seq)
    except NotFound:
        queries.licence(reading.session, number)
        unknown = Decision.needs_decision(
            law.CLAUSE,
            f"Licence {number} came onto the register after entry {known_seq}, which is all that"
            " is relied on here.",
            "Ask again with the newest entries.",
        )
        return Verdict(unknown, known_seq, found.journey or 1, ())
    journey = found.journey or licence.journey
    met = journey_of(
        reading, licence.consignment, since=found.at, until=found.at, known_seq=known_seq
    )
    strange = _not_reckoned_with(reading, licence, met, found, known_seq)
    needed = met.decision.outcome is not Outcome.ALLOWED or bool(strange)
    if licence.granted_at is not None and not needed:
        return Verdict(law.not_needed(met.decision), known_seq, journey, ())
    decision = law.standing(
        licence.state,
        at=found.at,
        granted_at=licence.granted_at,
        revoked_at=licence.revoked_at,
    )
    of = licence.consignment
    decision = Decision.together(
        [
            decision,
            law.window(found.at, of.valid_from, of.valid_to),
            law.journeys(journey, of.journeys),
            *_as_found(of, found, met.path),
            law.reckoned_with(strange),
        ]
    )
    return Verdict(decision, known_seq, journey, _not_looked_at(of, found))


def _not_reckoned_with(
    reading: Reading, licence: Licence, met: Journey, found: Found, known_seq: int
) -> list[str]:
    """What is in force on the way, or at the place of the check, and not in the licence."""
    on_the_way = {one.feature: one for one in met.met}
    names = [
        one.name
        for one in met.met
        if one.feature not in licence.met and one.decision.outcome is not Outcome.ALLOWED
    ]
    snapshot = reading.known(known_seq=known_seq)
    return names + [
        named(version)
        for version in snapshot.at_point(found.point.x, found.point.y, found.at)
        if version.kind in LEGAL
        and version.feature not in licence.met
        and version.feature not in on_the_way
    ]


def _as_found(of: Consignment, found: Found, path: Route) -> list[Decision]:
    """What was looked at, condition by condition."""
    told = []
    if of.corridor_m is not None:
        off = path.off(found.point.x, found.point.y)
        told.append(law.place(off, of.corridor_m, found.accuracy_m or 0.0))
    if found.tags is not None or found.counts is not None:
        told.append(
            law.animals(
                None if found.tags is None else [compared(tag) for tag in found.tags],
                found.counts,
                licensed_tags=[compared(tag) for tag in of.tags],
                licensed_counts=of.counts,
            )
        )
    if found.items is not None:
        told.append(law.items(found.items, of.items))
    if found.vehicle is not None:
        told.append(law.vehicle(compared(found.vehicle), compared(of.vehicle)))
    if of.conditions and found.conditions is not None:
        kept = [found.conditions.get(at) for at in range(1, len(of.conditions) + 1)]
        told.append(law.conditions(kept))
    return told


def _not_looked_at(of: Consignment, found: Found) -> tuple[str, ...]:
    """The conditions of the licence of which the check says nothing."""
    kept = found.conditions or {}
    asked = {
        "animals": bool(of.tags or of.counts) and found.tags is None and found.counts is None,
        "items": found.items is None,
        "vehicle": bool(of.vehicle) and found.vehicle is None,
        **{f"condition {at}": at not in kept for at in range(1, len(of.conditions) + 1)},
    }
    return tuple(name for name, missing in asked.items() if missing)
