"""Section 14(1): the Inspector's licence, and whether a removal keeps to its conditions.

What a check finds outside any condition is as if there were no licence (DOA1974-14-1b).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from vetcontrol.clock import apart_in_words, in_words
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals.removal import Item, Mode
from vetcontrol.law.diseases_of_animals.terms import listed

CLAUSE = "DOA1974-14-1b"
#: How far beside the straight line, besides half of its length, a way that nobody drew may go.
ASIDE_M = 5_000.0


class State(StrEnum):
    """What has become of an application."""

    APPLIED = "applied"
    GRANTED = "granted"
    REFUSED = "refused"
    REVOKED = "revoked"


def grant(journey: Decision, *, reason: str) -> Decision:
    """Whether a licence may be granted for a journey of which `journey` says whether it may be
    made without one. A needless licence is not granted; where that needs a decision, the
    Inspector's `reason` decides it."""
    texts = " ".join(r.text for r in journey.reasons)
    if journey.outcome is Outcome.ALLOWED:
        return Decision.refused(
            CLAUSE,
            f"This removal needs no licence. {texts}",
            "Refuse the application with that reason, so that the owner is told.",
        )
    if journey.outcome is Outcome.NEEDS_DECISION:
        if not reason.strip():
            open_ = [r for r in journey.reasons if r.outcome is not Outcome.ALLOWED]
            return Decision.refused(
                CLAUSE,
                f"Whether this removal needs a licence is for you to decide."
                f" {' '.join(r.text for r in open_)}",
                "Say in the field reason why a licence is granted.",
            )
        return Decision.allowed(CLAUSE, f"The Inspector decides that it needs one: {reason}")
    return Decision.allowed(CLAUSE, "The removal is unlawful without a licence; one is granted.")


def standing(
    state: State, *, at: datetime, granted_at: datetime | None, revoked_at: datetime | None
) -> Decision:
    """Whether a licence stood at `at`."""
    if granted_at is None:
        what = "was refused" if state is State.REFUSED else "was asked for and is not granted"
        return Decision.refused(CLAUSE, f"The licence {what}.", "Ask the Inspector for one.")
    if at < granted_at:
        return Decision.refused(CLAUSE, f"It was granted only at {in_words(granted_at)}.")
    if revoked_at is not None and revoked_at <= at:
        return Decision.refused(CLAUSE, f"It was revoked from {in_words(revoked_at)}.")
    return Decision.allowed(CLAUSE, f"It was granted at {in_words(granted_at)} and stands.")


def window(at: datetime, valid_from: datetime, valid_to: datetime) -> Decision:
    """Whether `at` lies in the time for which the licence is given: from `valid_from` up to, and
    not on, `valid_to`."""
    begins, ends, now = apart_in_words(valid_from, valid_to, at)
    span = f"from {begins} until before {ends}"
    if valid_from <= at < valid_to:
        return Decision.allowed(CLAUSE, f"It is the time for which it is given, {span}.")
    return Decision.refused(CLAUSE, f"It is given {span}, and this is {now}.")


def journeys(ordinal: int, allowed: int) -> Decision:
    """Whether the `ordinal`-th journey is one of those that the licence allows."""
    if ordinal <= allowed:
        return Decision.allowed(CLAUSE, f"It is journey {ordinal} of {allowed}.")
    return Decision.refused(CLAUSE, f"It is journey {ordinal}, and the licence allows {allowed}.")


def place(off_m: float, corridor_m: float, accuracy_m: float) -> Decision:
    """Whether a place `off_m` from the route lies in its corridor; a place nearer to the edge than
    it is known (`accuracy_m`) needs a decision. Metres on WGS84, to the millimetre."""
    off, most, known = (round(m, 3) for m in (off_m, corridor_m, accuracy_m))
    told = "more than 100 km" if off == float("inf") else f"{off:,.0f} m"
    where = f"The place lies {told} from the route, which may be left by {most:,.0f} m"
    if off + known <= most:
        return Decision.allowed(CLAUSE, f"{where}.")
    if off - known > most:
        return Decision.refused(CLAUSE, f"{where}.")
    return Decision.needs_decision(
        CLAUSE,
        f"{where}; it is known to {known:,.0f} m.",
        "Find out whether the vehicle left its route.",
    )


def straight(off_m: float, length_m: float, accuracy_m: float) -> Decision:
    """Whether a place `off_m` from the straight line of `length_m` may be on a way that nobody
    drew: within half that length and `ASIDE_M`. No condition says how far the line may be left, so
    beyond it needs a decision. Metres on WGS84."""
    most = length_m / 2 + ASIDE_M
    told = "more than 100 km" if off_m == float("inf") else f"{off_m:,.0f} m"
    where = f"No route is drawn; the place lies {told} from the straight line of {length_m:,.0f} m"
    if off_m - accuracy_m <= most:
        return Decision.allowed(CLAUSE, f"{where}.")
    return Decision.needs_decision(
        CLAUSE,
        f"{where}, farther than half of it and {ASIDE_M:,.0f} m.",
        "Find out whether the vehicle is on its way from the origin to the destination.",
    )


def animals(
    tags: Collection[str] | None,
    counts: Mapping[str, int] | None,
    *,
    licensed_tags: Collection[str],
    licensed_counts: Mapping[str, int],
    there: bool = False,
) -> Decision:
    """Whether the animals found are among those licensed: no other tag, and no more of a species.

    None was not looked at. Where the licence counts no species its tags are the number; where it
    counts more than it names by tag, the others may go without one. `there`: that animals are
    carried is known without their number. Tags read of fewer than there must be need a decision.
    """
    found: list[Decision] = []
    strange = sorted(set(tags or ()) - set(licensed_tags))
    if strange and licensed_tags:
        found.append(Decision.refused(CLAUSE, f"It names no animal of tag {listed(strange)}."))
    numbers = dict(counts or {})
    if licensed_counts:
        for species, number in sorted(numbers.items()):
            most = licensed_counts.get(species, 0)
            if number > most:
                text = f"Of {species} {number} are carried, and it allows {most}."
                found.append(Decision.refused(CLAUSE, text))
        most = sum(licensed_counts.values())
    else:
        most = len(licensed_tags)
    total = max(sum(numbers.values()), len(tags or ()), int(there))
    if total > most:
        text = f"In all {total} animals are carried, and it allows {most}."
        found.append(Decision.refused(CLAUSE, text))
    untagged = max(sum(licensed_counts.values()) - len(licensed_tags), 0)
    if licensed_tags and tags is not None and total - len(tags) > untagged:
        carried = "is 1 animal" if total == 1 else f"are {total} animals"
        found.append(
            Decision.needs_decision(
                CLAUSE,
                f"There {carried}, and the tags of {len(tags)} were read.",
                "Read the tags of all, or find out why an animal has none.",
            )
        )
    return Decision.together(
        found or [Decision.allowed(CLAUSE, "The animals are among those it names.")]
    )


def unseen() -> Decision:
    """What a check is worth that looked at nothing of what is carried."""
    return Decision.needs_decision(
        CLAUSE,
        "What is carried was not looked at, and a licence covers only what it names.",
        "Look at the animals or things, then give the verdict.",
    )


def items(found: Collection[Item], licensed: Collection[Item]) -> Decision:
    """Whether nothing is carried of a kind that the licence does not name."""
    strange = [item.value for item in Item if item in found and item not in licensed]
    if strange:
        return Decision.refused(CLAUSE, f"It does not name what is carried: {listed(strange)}.")
    return Decision.allowed(CLAUSE, "What is carried is of the kinds it names.")


def vehicle(found: str, licensed: str) -> Decision:
    """Whether the vehicle is the one named, both in the spelling that is compared."""
    if not licensed:
        return Decision.allowed(CLAUSE, "It names no vehicle.")
    if found == licensed:
        return Decision.allowed(CLAUSE, f"The vehicle is the one it names, {licensed}.")
    return Decision.refused(CLAUSE, f"It names the vehicle {licensed}, and this is {found}.")


def amount(within: bool) -> Decision:
    """Whether no more is carried of the items that it names than the quantity that it names."""
    if within:
        return Decision.allowed(CLAUSE, "No more is carried than the quantity it names.")
    return Decision.refused(CLAUSE, "More is carried than the quantity it names.")


_TRAVEL = {
    Mode.ROAD: "by road",
    Mode.WATER: "by water",
    Mode.FOOT: "on foot",
    Mode.RAIL: "by rail",
}


def manner(found: Mode, licensed: Mode) -> Decision:
    """Whether it travels in the manner for which the licence is given."""
    if found is licensed:
        return Decision.allowed(CLAUSE, f"It travels {_TRAVEL[found]}, as the licence says.")
    text = f"It is for travel {_TRAVEL[licensed]}, and this goes {_TRAVEL[found]}."
    return Decision.refused(CLAUSE, text)


def carriage(found: str, licensed: Mode, *, names: bool) -> Decision:
    """A licence for travel other than by road where the vehicle `found` was seen, and nobody said
    how it travels. `names`: the licence names a vehicle, which need not carry what it names."""
    text = f"It is for travel {_TRAVEL[licensed]}, and this is the vehicle {found}."
    if licensed is Mode.FOOT and not names:
        return Decision.refused(CLAUSE, text)
    return Decision.needs_decision(
        CLAUSE, text, f"Find out whether the load still travels {_TRAVEL[licensed]}."
    )


def conditions(met: Sequence[bool | None]) -> Decision:
    """Whether the further conditions, in their order, are met; None was not looked at."""
    broken = [str(at) for at, kept in enumerate(met, 1) if kept is False]
    if broken:
        return Decision.refused(CLAUSE, f"Its further condition {listed(broken)} is not kept.")
    return Decision.allowed(CLAUSE, "None of its further conditions was found broken.")


def reckoned_with(names: Sequence[str]) -> Decision:
    """Whether the licence reckons with all that is in force on its way; not with the places and
    areas `names`, most of which came after it."""
    if not names:
        text = "Nothing is in force on its way that it does not reckon with."
        return Decision.allowed(CLAUSE, text)
    return Decision.needs_decision(
        CLAUSE,
        f"It does not reckon with {listed(names)}, in force on its way.",
        "Ask the Inspector whether the licence is to stand.",
    )


def not_needed(journey: Decision) -> Decision:
    """The removal that a licence was given for, where nothing on its way forbids it any more."""
    return Decision.allowed(
        CLAUSE, f"No licence is needed now. {' '.join(r.text for r in journey.reasons)}"
    )
