"""What the pages say of licences: states, ways, what is met on the way, what is carried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from api.pages.consignment_form import MODES, SHOWN
from api.pages.written import animals_in_words
from api.personal import Reader
from gis.coordinates import describe
from vetcontrol.clock import in_words
from vetcontrol.law.decisions import Reason
from vetcontrol.law.diseases_of_animals.licence import State
from vetcontrol.law.diseases_of_animals.removal import ASK, Item, Way
from vetcontrol.movement.consignment import Consignment, Sealable
from vetcontrol.movement.journey import Journey
from vetcontrol.movement.licence import Licence
from vetcontrol.movement.lying import End
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Reading, personal_text

STATES: Mapping[State, tuple[str, str]] = {
    State.APPLIED: ("waiting", "Asked for, waits for the Inspector"),
    State.GRANTED: ("in_force", "Granted"),
    State.REFUSED: ("refused", "Refused"),
    State.REVOKED: ("ended", "Revoked"),
}
WAYS: Mapping[Way, str] = {
    Way.LEAVES: "goes out of",
    Way.PASSES: "passes through",
    Way.WITHIN: "stays inside",
    Way.ENTERS: "ends inside",
    Way.CLEAR: "stays clear of",
}
MAY_BE: Mapping[Way, str] = {
    Way.LEAVES: "go out of",
    Way.PASSES: "pass through",
    Way.WITHIN: "stay inside",
    Way.ENTERS: "end inside",
    Way.CLEAR: "stay clear of",
}
"""The same where the line or a position leaves more than one of them open."""
VERDICTS: Mapping[str, tuple[str, str, str, str]] = {
    "allowed": ("good", "tick", "Allowed", "What was looked at keeps to the licence."),
    "not_allowed": (
        "bad",
        "stop",
        "Not allowed",
        "What was removed in breach may be required to be taken back.",
    ),
    "needs_decision": (
        "care",
        "query",
        "Needs a decision",
        "Read the reasons, find out what they ask, and decide.",
    ),
}
"""By verdict: how it looks, its sign, its word, and what to do."""
THINGS: Mapping[Item, str] = {
    Item.PART: "Part of an animal",
    Item.FEED: "Feed",
    Item.BEDDING: "Bedding",
    Item.THING: "Thing used with animals",
}
HIDDEN = "not shown outside the officers of the area"


@dataclass(frozen=True)
class Leg:
    """One infected place or area on the way: where along it, how, and what section 14 says."""

    along: str
    words: str
    outcome: str
    reasons: Sequence[Reason]


def legs(of: Journey) -> list[Leg]:
    """What a journey meets, in the order in which it meets it."""
    return [
        Leg(
            f"{one.from_m / 1000:,.1f} to {one.to_m / 1000:,.1f} km",
            f"{lying_in_words(one.ways)} the {one.name}",
            one.decision.outcome.value,
            # Whoever sees these pages asks for the licence, or decides on it.
            [
                replace(reason, remedy="" if reason.remedy == ASK else reason.remedy)
                for reason in one.decision.reasons
            ],
        )
        for one in of.met
    ]


def lying_in_words(ways: Sequence[Way]) -> str:
    """How a journey lies to what it meets: `passes through`, or `may pass through or stay clear
    of` where more than one way is left open."""
    if len(ways) == 1:
        return WAYS[ways[0]]
    return f"may {' or '.join(MAY_BE[one] for one in ways)}"


def way_of(of: Journey) -> dict[str, Any]:
    """The way as a page shows it."""
    return {
        "legs": legs(of),
        "km": f"{of.path.length_m / 1000:,.1f}",
        "drawn": of.drawn,
        "outcome": of.decision.outcome.value,
        "reasons": [*of.decision.reasons, *(r for told in of.controls for r in told.reasons)],
    }


def status(
    state: State,
    valid_from: datetime,
    valid_to: datetime,
    now: datetime,
    revoked_at: datetime | None = None,
) -> tuple[str, str]:
    """The state of a licence with what its time makes of it."""
    if state is State.GRANTED and now >= valid_to:
        return "ended", "Granted, its time is over"
    if state is State.GRANTED and now < valid_from:
        return "waiting", "Granted, its time is still to come"
    if state is State.REVOKED and revoked_at is not None and now < revoked_at:
        return "in_force", "Granted, revoked from a moment to come"
    return STATES[state]


def who_asked(
    reading: Reading, found: Licence, ways: Mapping[str, str], *, may_read: bool
) -> list[tuple[str, str]]:
    """Who asked for a licence, how and when, as (what, words)."""
    said = (
        ("Owner", found.owner),
        ("Address", found.owner_address),
        ("Asked for him", found.asked["by"]),
    )
    told = [(what, text(reading, words, may_read=may_read)) for what, words in said if words]
    return [*told, ("How", ways[found.asked["how"]]), ("When", in_words(found.asked_at))]


def decided(found: Licence) -> list[tuple[str, str]]:
    """What has become of an application, as (what, words)."""
    moments = (
        ("Granted", found.granted_at),
        ("Refused", found.refused_at),
        ("Revoked from", found.revoked_at),
    )
    words = (("Why it was granted", found.reason), ("Reasons", found.reasons))
    return [(what, in_words(at)) for what, at in moments if at is not None] + [
        (what, said) for what, said in words if said
    ]


def text(reading: Reading, value: Sealable | Mapping[str, str] | None, *, may_read: bool) -> str:
    """Personal words of a licence as this officer may read them."""
    if not value:
        return ""
    if not may_read:
        return HIDDEN
    if isinstance(value, str):
        return value
    return personal_text(reading.session, value) or "withheld"


def place_words(reading: Reading, place: End, words: str, reader: Reader) -> str:
    """An end of a journey in words: what was typed, its name on the register, its position."""
    parts = [words] if words else []
    if place.premises_id is not None:
        row = reading.session.get(PremisesRow, place.premises_id)
        if row is not None:
            parts.append(reader.named(row))
    inside = place.geometry.representative_point()
    parts.append(describe(inside.x, inside.y))
    return ", ".join(parts)


def found_of(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a check found, as it was understood, as (what, words); nothing of what nobody looked
    at."""
    tags, counts, items = found["tags"], found["counts"], found["items"]
    pairs: list[tuple[str, str]] = []
    if tags:
        pairs.append((f"{len(tags):,} tag{'' if len(tags) == 1 else 's'} read", ", ".join(tags)))
    if counts is not None:
        pairs.append(("Animals counted", animals_in_words(counts) or "none"))
    if items is not None:
        if Item.CARCASS in items:
            pairs.append(("Dead", "They are dead"))
        things = [words for item, words in THINGS.items() if item in items]
        pairs.append(("What else is carried", ", ".join(things) or "nothing"))
    if found["within"] is not None:
        much = "no more than the licence names" if found["within"] else "more than it names"
        pairs.append(("How much of it", much))
    if found["vehicle"] is not None:
        pairs.append(("Vehicle", found["vehicle"]))
    if found["mode"] is not None:
        pairs.append(("How it travels", dict(MODES)[found["mode"]]))
    pairs += [
        (f"Further condition {at}", "kept" if kept else "not kept")
        for at, kept in (found["conditions"] or {}).items()
    ]
    return pairs


def conditions_of(
    reading: Reading, of: Consignment, reader: Reader, *, may_read: bool
) -> list[tuple[str, str]]:
    """Every condition of a licence, and who is in charge on the way, as (what, words); `may_read`,
    whether the reader may read of persons."""
    pairs: list[tuple[str, str]] = []
    if of.tags:
        pairs.append(("Animals by tag", ", ".join(of.tags)))
    if of.counts:
        pairs.append(("Animals by number", animals_in_words(of.counts)))
    if of.tags or of.counts:
        if of.dead:
            pairs.append(("Dead", "They are dead"))
        known = dict(SHOWN)[of.shown.value]
        pairs.append(("Infective", f"{known}. {of.finding}".strip()))
    pairs += [
        (THINGS[line.item], f"{line.what}{', ' if line.quantity else ''}{line.quantity}")
        for line in of.lines
    ]
    pairs += [
        (
            words,
            place_words(reading, place, text(reading, said, may_read=may_read), reader),
        )
        for words, place, said in (
            ("From", of.origin, of.origin_words),
            ("To", of.destination, of.destination_words),
        )
    ]
    pairs.append(("How", dict(MODES)[of.mode.value]))
    if of.route is not None:
        pairs.append(("Route", f"as drawn; it may be left by {of.corridor_m:,.0f} m"))
    if of.vehicle:
        pairs.append(("Vehicle", of.vehicle))
    if of.carried_by:
        pairs.append(("Rail consignment", of.carried_by))
    if of.person_in_charge:
        pairs.append(("In charge", text(reading, of.person_in_charge, may_read=may_read)))
    pairs.append(("Journeys", str(of.journeys)))
    return pairs
