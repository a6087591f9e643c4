"""Section 14: what may not be removed from an infected place or area, and what rail is free of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from vetcontrol.clock import start_of_day
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import as_day
from vetcontrol.law.prescribed import Prescribed

REMOVAL, RAIL, UNLOADED, FINDING = (
    "DOA1974-14-1a",
    "DOA1974-14-2",
    "DOA1974-14-2-prov",
    "DOA1974-27",
)
AREA_SCOPE, ROAD_TRANSIT = "doa.s14.area_scope", "doa.s14.road_transit"


class Item(StrEnum):
    """What section 14(1) names; `animal` is a live one, `carcass` a dead one."""

    ANIMAL = "animal"
    CARCASS = "carcass"
    PART = "part"
    FEED = "feed"
    BEDDING = "bedding"
    THING = "thing"


ANIMALS = frozenset({Item.ANIMAL, Item.CARCASS})


class Shown(StrEnum):
    """What is known of the animals: `free` only by the Veterinary Surgeon's finding."""

    INFECTIVE = "infective"
    NOT_SHOWN = "not_shown"
    FREE = "free"


class Mode(StrEnum):
    """How the removal travels."""

    ROAD = "road"
    WATER = "water"
    FOOT = "foot"
    RAIL = "rail"


class Way(StrEnum):
    """How a journey lies to one infected place or area."""

    LEAVES = "leaves"
    PASSES = "passes"
    WITHIN = "within"
    ENTERS = "enters"
    CLEAR = "clear"

    @property
    def gravity(self) -> int:
        """Whether it takes out: 2 where the journey leaves, 1 where it passes through, else 0."""
        return {Way.LEAVES: 2, Way.PASSES: 1}.get(self, 0)


class AreaScope(StrEnum):
    """Which animals need a licence to leave an infected area from outside any infected place."""

    DECIDE = "decide"
    ALL = "all"
    INFECTIVE_ONLY = "infective_only"


class RoadTransit(StrEnum):
    """What carriage through, other than by rail, needs."""

    LICENCE = "licence"
    WARN = "warn"


@dataclass(frozen=True)
class Readings:
    """The readings of section 14 that are set for this place and day."""

    area_scope: AreaScope = AreaScope.DECIDE
    road_transit: RoadTransit = RoadTransit.LICENCE


def readings(prescribed: Prescribed, at: date | datetime, *, locality: str = "") -> Readings:
    """The readings in force. Raises ValueError where the file sets a word that none knows."""
    day, usual = as_day(at), Readings()
    scope = prescribed.find(AREA_SCOPE, day, locality=locality)
    transit = prescribed.find(ROAD_TRANSIT, day, locality=locality)
    return Readings(
        usual.area_scope if scope is None else AreaScope(scope.value),
        usual.road_transit if transit is None else RoadTransit(transit.value),
    )


def readings_change(
    prescribed: Prescribed, since: datetime, until: datetime, *, locality: str = ""
) -> list[datetime]:
    """The beginnings of days after `since` and up to `until` from which other readings hold."""
    days = range(1, (as_day(until) - as_day(since)).days + 1)
    found, before = [], readings(prescribed, since, locality=locality)
    for day in (as_day(since) + timedelta(days=ahead) for ahead in days):
        now = readings(prescribed, day, locality=locality)
        if now != before:
            found.append(start_of_day(day))
        before = now
    return found


@dataclass(frozen=True)
class Met:
    """One infected place or area in force, and how the journey lies to it.

    `name` is as a sentence says it after `the`, with its number. `otherwise` are the ways in which
    the journey may lie too, where a line or a position is not known well enough to tell.
    `unloaded`: the load came by rail and was unloaded inside.
    """

    name: str
    is_area: bool
    way: Way
    otherwise: tuple[Way, ...] = ()
    unloaded: bool = False


def removal(
    met: Met, *, items: Collection[Item], shown: Shown, mode: Mode, readings: Readings
) -> Decision:
    """Whether the journey takes `items` out of the place or area `met` without need of a licence.

    Allowed: none is needed. Refused: unlawful without one (DOA1974-14-1a). Needs a decision:
    where the Act leaves open whether an animal is meant, or where the journey lies is not known.
    Raises ValueError where nothing travels.
    """
    if not items:
        raise ValueError("a removal without anything removed is no removal")

    def ask(way: Way) -> Decision:
        if way is Way.LEAVES:
            return _taken_out(met, items, shown, mode, readings)
        if way is Way.PASSES:
            return _carried_through(met, items, shown, mode, readings)
        return Decision.allowed(REMOVAL, f"{_UNTOUCHED[way]} the {met.name}.")

    found = ask(met.way)
    if all(ask(way).outcome is found.outcome for way in met.otherwise):
        return found
    return Decision.needs_decision(
        REMOVAL,
        f"Whether anything is taken out of the {met.name} turns on a line or a position that is not"
        " known well enough.",
        "Find out on which side of the line it lies, then decide with a reason.",
    )


_UNTOUCHED = {
    Way.WITHIN: "Nothing is taken out: the journey begins, goes and ends wholly inside",
    Way.ENTERS: "Bringing in is not forbidden by section 14: the journey ends inside",
    Way.CLEAR: "Nothing is taken out: the journey stays clear of",
}


def _taken_out(
    met: Met, items: Collection[Item], shown: Shown, mode: Mode, readings: Readings
) -> Decision:
    """A journey that begins inside and goes out across the boundary."""
    if met.unloaded:
        return _unloaded(f"It takes {_what(items)} out of the {met.name}.")
    if not met.is_area or set(items) - ANIMALS:
        decision = _forbidden(f"It takes {_what(items)} out of the {met.name}.")
    else:
        decision = _animal_of_area(met, shown, readings)
    if mode is Mode.RAIL:
        begun = "Rail is free only for what is carried through, and this is loaded inside."
        return decision.also(Decision(decision.outcome, Decision.allowed(RAIL, begun).reasons))
    return decision


def _animal_of_area(met: Met, shown: Shown, readings: Readings) -> Decision:
    """An animal that leaves an area, as far as the area is concerned."""
    if shown is Shown.INFECTIVE or readings.area_scope is AreaScope.ALL:
        return _forbidden(f"It takes an animal out of the {met.name}.")
    if _not_meant(met, ANIMALS, shown, readings):
        return _free(met, shown)
    return Decision.needs_decision(
        REMOVAL,
        f"An animal not shown to be infective leaves the {met.name}; whether section 14 means it"
        " the Act leaves open.",
        "Decide with a reason, or ask the Veterinary Surgeon whether the animal is infective.",
    )


def _carried_through(
    met: Met, items: Collection[Item], shown: Shown, mode: Mode, readings: Readings
) -> Decision:
    """A journey that begins outside, goes in and comes out again."""
    text = f"It carries {_what(items)} through the {met.name}, and so out of it."
    if met.unloaded:
        return _unloaded(text)
    if mode is Mode.RAIL:
        return Decision.allowed(RAIL, f"Carriage by rail through the {met.name} needs no licence.")
    if _not_meant(met, items, shown, readings):
        return _free(met, shown)
    only_rail = "Only carriage by rail is free of the licence."
    if readings.road_transit is RoadTransit.WARN:
        warning = f"Warning: {text} As set here such transit goes without a licence."
        return Decision.allowed(REMOVAL, warning).also(Decision.allowed(RAIL, only_rail))
    return _forbidden(text).also(Decision.refused(RAIL, only_rail, ASK))


def _unloaded(text: str) -> Decision:
    """What was taken off rail inside leaves only under a licence, also where it is free."""
    ended = "It was unloaded inside while in transit; rail no longer frees it."
    return _forbidden(text).also(Decision.refused(UNLOADED, ended, ASK))


ASK = "Ask the Inspector for a licence."
"""The remedy of what no licence frees yet."""


def _not_meant(met: Met, items: Collection[Item], shown: Shown, readings: Readings) -> bool:
    """Whether only animals go, out of an area, that section 14 does not mean."""
    if not met.is_area or set(items) - ANIMALS or shown is Shown.INFECTIVE:
        return False
    return shown is Shown.FREE or readings.area_scope is AreaScope.INFECTIVE_ONLY


def _free(met: Met, shown: Shown) -> Decision:
    if shown is Shown.FREE:
        text = f"The Veterinary Surgeon found the animals that leave the {met.name} not infective."
        return Decision.allowed(FINDING, text)
    text = (
        f"An animal not shown to be infective may leave the {met.name}, as the reading is set here."
    )
    return Decision.allowed(REMOVAL, text)


def unproved(why: Sequence[str]) -> Decision:
    """What a finding is worth that does not show animals free, and `why`."""
    return Decision.needs_decision(
        FINDING,
        f"The animals are not shown to be free. {' '.join(why)}".strip(),
        "Ask the Veterinary Surgeon to examine these animals, or decide with a reason.",
    )


def _forbidden(text: str) -> Decision:
    return Decision.refused(REMOVAL, text, ASK)


_WORDS = {
    Item.ANIMAL: "animals",
    Item.CARCASS: "carcasses",
    Item.PART: "parts of animals",
    Item.FEED: "feed",
    Item.BEDDING: "bedding",
    Item.THING: "things used with animals",
}


def _what(items: Collection[Item]) -> str:
    return ", ".join(_WORDS[item] for item in Item if item in items)


def without_licence(found: Sequence[Decision]) -> Decision:
    """Whether a journey may be made without a licence, by the answers of `removal` for all that
    it meets, in that order."""
    if not found:
        return Decision.allowed(REMOVAL, "The journey meets no infected place or area in force.")
    return Decision.together(found)
