"""Sections 6(1) and 5(1)(b): what Government bans or regulates by gazette, and how long."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from vetcontrol.clock import day_of, in_words
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import day_in_words, listed

MOVEMENT, GATHERING, DEALING = "DOA1974-6-1-a", "DOA1974-6-1-b", "DOA1974-6-1-c"
ERADICATION = "DOA1974-5-1-b"


class Movement(StrEnum):
    """How something moves: across the boundary of the territory or inside it (section 6), or
    across the line of an eradication area or inside it (section 5)."""

    IMPORT = "import"
    EXPORT = "export"
    TRANSPORT = "transport"
    INTO = "into"
    OUT_OF = "out_of"
    WITHIN = "within"


OF_ERADICATION = frozenset({Movement.INTO, Movement.OUT_OF, Movement.WITHIN})


class Matter(StrEnum):
    """What moves or is dealt in."""

    ANIMAL = "animal"
    CARCASS = "carcass"
    PART = "part"
    FODDER = "fodder"
    BEDDING = "bedding"
    THING = "thing"


class Gathering(StrEnum):
    """Where animals come together."""

    MARKET = "market"
    FAIR = "fair"
    EXHIBITION = "exhibition"
    OTHER = "other"


class Force(StrEnum):
    """What a control does: it forbids, or lets be done only as its conditions say."""

    FORBID = "forbid"
    REGULATE = "regulate"


@dataclass(frozen=True)
class Terms:
    """What a control says. Without `classes` it speaks of animals of every class; `excepted` are
    classes by the document on which they are let through (empty: on none)."""

    force: Force
    movements: frozenset[Movement] = frozenset()
    matters: frozenset[Matter] = frozenset()
    classes: frozenset[str] = frozenset()
    excepted: Mapping[str, str] = field(default_factory=dict)
    gatherings: frozenset[Gathering] = frozenset()
    dealing: bool = False
    conditions: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it rests on."""
        return tuple(
            clause
            for clause, rests in (
                (ERADICATION, bool(self.movements & OF_ERADICATION)),
                (MOVEMENT, bool(self.movements - OF_ERADICATION)),
                (GATHERING, bool(self.gatherings)),
                (DEALING, self.dealing),
            )
            if rests
        )


def sound(terms: Terms) -> Decision:
    """Whether the terms make a control that can be obeyed and held against what is met."""
    clauses = terms.clauses
    if not clauses:
        return Decision.refused(
            MOVEMENT,
            "It bans or regulates nothing.",
            "Choose movements, gatherings, or dealing.",
        )
    if (terms.movements or terms.dealing) and not terms.matters:
        return Decision.refused(
            clauses[0], "It does not say of what.", "Choose animals, carcasses, fodder or others."
        )
    if ERADICATION in clauses and (len(clauses) > 1 or terms.matters != {Matter.ANIMAL}):
        return Decision.refused(
            ERADICATION,
            "Into, out of and within an eradication area movement of animals alone is restricted.",
            "Make another control for what section 6 allows.",
        )
    if terms.force is Force.REGULATE and not terms.conditions.strip():
        return Decision.refused(
            clauses[0], "It regulates and states no condition.", "Write the conditions."
        )
    return Decision.together(
        Decision.allowed(clause, "The control states what it bans or regulates.")
        for clause in clauses
    )


def days(first: date, last: date) -> Decision:
    """Whether the days, both included, are days in order."""
    if last < first:
        return Decision.refused(
            MOVEMENT,
            f"It would end on {day_in_words(last)}, before it begins on {day_in_words(first)}.",
            "Put the days right.",
        )
    count = (last - first).days + 1
    return Decision.allowed(
        MOVEMENT,
        f"{day_in_words(first)} to {day_in_words(last)}, both included: {count} days.",
    )


@dataclass(frozen=True)
class Gap:
    """The time from the end of a control to the beginning of the one that extends it, in which
    neither is in force: half-open, as all intervals."""

    begins: datetime
    ends: datetime

    @property
    def days(self) -> int:
        """Whole days of it, by the calendar in India."""
        return (day_of(self.ends) - day_of(self.begins)) // timedelta(days=1)


def gap(former_ended: datetime, begins: datetime) -> Gap | None:
    """The time in which nothing was forbidden between a control and its extension; None where
    the extension begins no later than the former ended."""
    return Gap(former_ended, begins) if begins > former_ended else None


def extension(former_ended: datetime, begins: datetime) -> Decision:
    """What an extension does: it joins on, or comes late and covers no day between."""
    between = gap(former_ended, begins)
    if between is None:
        return Decision.allowed(MOVEMENT, f"It joins on to the former, {in_words(former_ended)}.")
    return Decision.allowed(
        MOVEMENT,
        f"Warning: the former ended {in_words(between.begins)} and this begins"
        f" {in_words(between.ends)}. Between them, {between.days} days, neither is in force; what"
        " was done then was not forbidden by them.",
    )


@dataclass(frozen=True)
class Moved:
    """A movement that is asked about: how it moves, of what, which classes of animals (none:
    nobody looked), and which documents are shown."""

    movements: frozenset[Movement]
    matters: frozenset[Matter]
    classes: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()


def moved(terms: Terms, number: str, asked: Moved) -> Decision | None:
    """How the control `number` stands to a movement; None where it does not speak of it."""
    ways, matters = terms.movements & asked.movements, terms.matters & asked.matters
    if not ways or not matters:
        return None
    clause = ERADICATION if ways & OF_ERADICATION else MOVEMENT
    how = listed(sorted(way.value.replace("_", " ") for way in ways))
    if matters != {Matter.ANIMAL}:
        what = listed(sorted(m.value for m in matters - {Matter.ANIMAL}))
        return _forced(terms, number, clause, f"{how} of {what}")
    return _of_animals(terms, number, clause, how, asked)


def _of_animals(terms: Terms, number: str, clause: str, how: str, asked: Moved) -> Decision | None:
    if not asked.classes:
        if not terms.classes and not terms.excepted:
            return _forced(terms, number, clause, f"{how} of animals")
        return Decision.needs_decision(
            clause,
            f"Control {number} speaks of {how} of some classes of animals, and which these are was"
            " not looked at.",
            "Look at the animals.",
        )
    found = [
        one
        for name in sorted(asked.classes)
        if (one := _of_class(terms, number, clause, how, name, asked.documents)) is not None
    ]
    return Decision.together(found) if found else None


def _of_class(  # noqa: PLR0917  (one class against the whole control)
    terms: Terms,
    number: str,
    clause: str,
    how: str,
    name: str,
    documents: Collection[str],
) -> Decision | None:
    if name in terms.excepted:
        document = terms.excepted[name]
        if not document or document in documents:
            on = f" on {document}, which is shown" if document else ""
            return Decision.allowed(clause, f"Control {number} excepts {name}{on}.")
        return Decision.needs_decision(
            clause,
            f"Control {number} excepts {name} on {document} alone, and none was looked at.",
            f"Look at {document}; without it the control holds.",
        )
    if terms.classes and name not in terms.classes:
        return None
    return _forced(terms, number, clause, f"{how} of {name}")


def _forced(terms: Terms, number: str, clause: str, what: str) -> Decision:
    if terms.force is Force.FORBID:
        return Decision.refused(clause, f"Control {number} forbids {what}.")
    return Decision.needs_decision(
        clause,
        f"Control {number} allows {what} only as it says: {terms.conditions.strip()}",
        "See whether its conditions are kept.",
    )


def gathers(terms: Terms, number: str, kind: Gathering) -> Decision | None:
    """How the control stands to a gathering of animals; None where it does not speak of it."""
    if kind not in terms.gatherings:
        return None
    what = "gatherings of animals" if kind is Gathering.OTHER else f"a {kind} of animals"
    return _forced(terms, number, GATHERING, what)


def dealt(terms: Terms, number: str, matter: Matter, *, infective: bool | None) -> Decision | None:
    """How the control stands to a sale or other dealing; None where it does not speak of it.

    `infective`: whether the animal is infective, the carcass was so at death, or the thing was
    used with such an animal; None where nobody knows.
    """
    if not terms.dealing or matter not in terms.matters or infective is False:
        return None
    if infective is None:
        return Decision.needs_decision(
            DEALING,
            f"Control {number} speaks of dealing in what is infective or was used with it, and"
            " whether this is so is not known.",
            "A Veterinary Surgeon decides (section 27).",
        )
    return _forced(terms, number, DEALING, f"dealing in infective {matter}s")
