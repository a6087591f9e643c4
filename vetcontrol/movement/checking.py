"""How a removal found on the way lies to its licence, as known by a sequence; nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from shapely.geometry import Point

from gis.radius import MAX_WITHIN_M
from gis.routes import Route
from vetcontrol.errors import NotFound
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals import licence as law
from vetcontrol.law.diseases_of_animals.removal import ANIMALS, Item, Mode, Shown
from vetcontrol.movement import queries
from vetcontrol.movement.consignment import Consignment, by_species, compared
from vetcontrol.movement.journey import Journey, journey_of, named
from vetcontrol.movement.licence import Licence
from vetcontrol.movement.lying import holds
from vetcontrol.register.doubts import LEGAL, MOST_NEAR_M
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
    is kept; `within` whether no more is carried of the items than the licence names; `mode` how it
    travels; `journey` is the ordinal of the journey, by default the last checked that the licence
    allows."""

    point: Point
    at: datetime
    accuracy_m: float | None = None
    tags: Sequence[str] | None = None
    counts: Mapping[str, int] | None = None
    items: Sequence[Item] | None = None
    within: bool | None = None
    vehicle: str | None = None
    mode: Mode | None = None
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
    journey = found.journey or _last_journey(licence)
    of = licence.consignment
    met = _journey(reading, of, found, known_seq, mode=found.mode)
    strange = _not_reckoned_with(reading, licence, met, found, known_seq)
    stands = law.standing(
        licence.state,
        at=found.at,
        granted_at=licence.granted_at,
        revoked_at=licence.revoked_at,
    )
    missing = _not_looked_at(licence, found)
    if met.decision.outcome is Outcome.ALLOWED and not strange:
        decision = law.not_needed(met.decision)
        if _off_way(of, found) and of.mode is Mode.RAIL:
            by_road = _journey(reading, of, found, known_seq, mode=Mode.ROAD)
            if by_road.decision.outcome is not Outcome.ALLOWED:
                decision = decision.also(_carriage(of, found))
        looked = tuple(name for name in missing if name in _CARRIED) if met.met else ()
        return Verdict(_with_controls(decision, met), known_seq, journey, looked)
    if met.decision.outcome is Outcome.ALLOWED and stands.outcome is Outcome.REFUSED:
        told = _with_controls(law.reckoned_with(strange), met)
        return Verdict(told, known_seq, journey, missing)
    decision = Decision.together(
        [
            stands,
            law.window(found.at, of.valid_from, of.valid_to),
            law.journeys(journey, of.journeys),
            *_as_found(of, found, met.path),
            law.reckoned_with(strange),
        ]
    )
    # A licence covers what it names; what nobody looked at may be something else.
    carried = "animals" if of.tags or of.counts else "items"
    if carried in missing:
        decision = decision.also(law.unseen())
    return Verdict(_with_controls(decision, met), known_seq, journey, missing)


def _with_controls(decision: Decision, met: Journey) -> Decision:
    """The decision with what controls in force say: a licence under section 14 lets nothing
    through that section 6 forbids."""
    return Decision.together([decision, *met.controls])


def _last_journey(licence: Licence) -> int:
    """The ordinal of the journey last checked that the licence allows; 1 before any check. One
    beyond it was answered where it was named, and is not carried on."""
    most = licence.consignment.journeys
    named_ = [int(check.content["journey"]) for check in licence.checks]
    return max((one for one in named_ if one <= most), default=1)


def _journey(
    reading: Reading, of: Consignment, found: Found, known_seq: int, *, mode: Mode | None = None
) -> Journey:
    """The journey at the moment of the check with what was found, as far as it was looked at. A
    finding that animals are free speaks only of those that the licence names."""
    animals = bool(found.tags) or any((found.counts or {}).values())
    licensed = of.items & ANIMALS
    items = of.items
    if found.items is not None:
        unseen = licensed if found.tags is None and found.counts is None else frozenset()
        items = frozenset(found.items) | unseen
    if animals and not items & ANIMALS:
        items |= licensed or {Item.ANIMAL}
    shown = of.shown
    if shown is Shown.FREE and items & ANIMALS and _others(of, found):
        shown = Shown.NOT_SHOWN
    return journey_of(
        reading,
        of,
        since=found.at,
        until=found.at,
        known_seq=known_seq,
        items=items or of.items,
        shown=shown,
        mode=mode,
        species=None if found.counts is None else by_species(found.counts),
    )


def _others(of: Consignment, found: Found) -> bool:
    """Whether other animals may be carried than the licence names."""
    return not of.items & ANIMALS or _animals(of, found).outcome is not Outcome.ALLOWED


def _off_way(of: Consignment, found: Found) -> bool:
    """Whether a vehicle was seen where the licence is for other travel than by road, and nobody
    said how it travels. One that it names for rail or water may be the train or the boat."""
    if found.mode is not None or not compared(found.vehicle or ""):
        return False
    return of.mode is Mode.FOOT or (of.mode is not Mode.ROAD and not of.vehicle)


def _carriage(of: Consignment, found: Found) -> Decision:
    return law.carriage(compared(found.vehicle or ""), of.mode, names=bool(of.vehicle))


def _not_reckoned_with(
    reading: Reading, licence: Licence, met: Journey, found: Found, known_seq: int
) -> list[str]:
    """What is in force on the way and not in the licence, or there in a way that takes out less;
    and what is so near to the place of the check that it may hold it."""
    ways = queries.ways_licensed(reading.session, licence.number, known_seq)
    on_the_way = {one.feature for one in met.met}
    names = [
        one.name
        for one in met.met
        if one.decision.outcome is not Outcome.ALLOWED
        if one.feature not in ways or one.way.gravity > ways[one.feature].gravity
    ]
    accuracy = min(found.accuracy_m or 0.0, MAX_WITHIN_M - MOST_NEAR_M)
    x, y = found.point.x, found.point.y
    near = reading.known(known_seq=known_seq).near(x, y, accuracy + MOST_NEAR_M, found.at)
    return names + [
        named(version)
        for version in near
        if version.kind in LEGAL
        and version.feature not in ways
        and version.feature not in on_the_way
        and holds(version, found.point, accuracy)
    ]


def _animals(of: Consignment, found: Found) -> Decision:
    return law.animals(
        None if found.tags is None else [compared(tag) for tag in found.tags],
        None if found.counts is None else by_species(found.counts),
        licensed_tags=[compared(tag) for tag in of.tags],
        licensed_counts=of.counts,
        there=bool(ANIMALS & set(found.items or ())),
    )


def _as_found(of: Consignment, found: Found, path: Route) -> list[Decision]:
    """What was looked at, condition by condition."""
    told = []
    if of.corridor_m is not None:
        off = path.off(found.point.x, found.point.y)
        told.append(law.place(off, of.corridor_m, found.accuracy_m or 0.0))
    else:
        off = path.off(found.point.x, found.point.y)
        told.append(law.straight(off, path.length_m, found.accuracy_m or 0.0))
    if found.tags is not None or found.counts is not None:
        told.append(_animals(of, found))
    if found.items is not None:
        told.append(law.items(found.items, of.items))
    if found.within is not None:
        told.append(law.amount(found.within))
    if found.vehicle is not None:
        told.append(law.vehicle(compared(found.vehicle), compared(of.vehicle)))
    if found.mode is not None:
        told.append(law.manner(found.mode, of.mode))
    if _off_way(of, found):
        told.append(_carriage(of, found))
    if of.conditions and found.conditions is not None:
        kept = [found.conditions.get(at) for at in range(1, len(of.conditions) + 1)]
        told.append(law.conditions(kept))
    return told


_CARRIED = ("animals", "tags", "items")


def _not_looked_at(licence: Licence, found: Found) -> tuple[str, ...]:
    """The conditions of the licence of which the check says nothing. A vehicle that was seen is
    carriage by road; who is in charge of it no check tells yet."""
    of = licence.consignment
    kept = found.conditions or {}
    animals = found.tags is None and found.counts is None
    travels = found.mode is not None or (of.mode is Mode.ROAD and found.vehicle is not None)
    things = found.items is None or bool(set(found.items) - ANIMALS)
    asked = {
        "animals": bool(of.tags or of.counts) and animals,
        "tags": bool(of.tags) and found.tags is None and not animals,
        "items": found.items is None,
        "quantity": things and found.within is None and any(x.quantity for x in of.lines),
        "vehicle": bool(of.vehicle) and found.vehicle is None,
        "manner of travel": not travels,
        "person in charge": bool(of.person_in_charge),
        "journey": bool(licence.checks) and found.journey is None,
        **{f"condition {at}": at not in kept for at in range(1, len(of.conditions) + 1)},
    }
    return tuple(name for name, missing in asked.items() if missing)
