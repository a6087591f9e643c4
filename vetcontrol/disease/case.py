"""The state of a case: a pure replay of its entries that stand (workflow A1).

The page, the correction and the audit all use this one function. A history that the law does not
allow (an examination without an order, a radius without a confirmation, a step signed before the
one that it follows) is refused by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from vetcontrol.canonical import instant
from vetcontrol.clock import in_words
from vetcontrol.errors import Refused
from vetcontrol.gazette.notifications import (
    APPROVED,
    DRAFTED,
    EXHIBITED,
    INFECTED_AREA,
    PUBLISHED,
    RESCISSION,
)
from vetcontrol.law.diseases_of_animals import infected_areas as law
from vetcontrol.register.entries import Entry

ORDERED = "infected_place.ordered"
EXAMINED = "infected_place.examined"
RADIUS_DECLARED = "infected_place.radius_declared"
REPORTED = "infected_place.reported"
DECIDED = "infected_place.decided"
SERVED = "document.served"
SUBJECT = "IP"


def clause_of(kind: str) -> str:
    """The clause under which a notification of that kind is published."""
    return law.DEFINED if kind == INFECTED_AREA else law.CHANGED


class State(StrEnum):
    """The states of workflow A1, from the order on.

    A state is that of the declarations which Government has not yet decided; where none waits,
    that of the infected area.
    """

    ORDERED = "ordered"
    CONFIRMED = "confirmed"
    RADIUS_DECLARED = "radius_declared"
    WITH_GOVERNMENT = "with_government"
    INFECTED_AREA = "infected_area"
    CANCELLED = "cancelled"
    CEASED = "ceased"


@dataclass(frozen=True)
class Declaration:
    """The order, or a declaration of the radius: what it declared and what became of it."""

    number: str
    kind: str
    signed_at: datetime
    clause: str
    features: Mapping[str, Mapping[str, Any]]
    metres: float | None = None
    cancelled_at: datetime | None = None
    confirmed: bool = False


@dataclass(frozen=True)
class Examination:
    """What the Veterinary Surgeon found and did with the order (section 11(2))."""

    number: str
    outcome_number: str
    signed_at: datetime
    outcome: str
    actor: str


@dataclass(frozen=True)
class Case:
    """An infected place from its order to its end."""

    number: str
    disease: str
    disease_name: str
    premises_id: int | None
    geometry: Mapping[str, Any]
    accuracy_m: float | None
    ordered_by: str
    order: Declaration
    report_number: str
    place: Mapping[str, Any]
    examination: Examination | None = None
    radii: tuple[Declaration, ...] = ()
    government_report: str | None = None
    reported_at: datetime | None = None
    # When each decision of Government was signed, by its number.
    decisions: Mapping[str, datetime] = field(default_factory=dict)
    # When the act was done that each notification publishes or changes, by its number.
    notifications: Mapping[str, datetime] = field(default_factory=dict)
    published: Mapping[str, datetime] = field(default_factory=dict)
    # Infected areas published: whether each was not rescinded, by its feature.
    areas: Mapping[str, bool] = field(default_factory=dict)
    # When each of them takes effect, which may be after its publication.
    begins: Mapping[str, datetime] = field(default_factory=dict)
    entries: tuple[int, ...] = ()
    served: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # The copies of the order that a correction of it replaced.
    former_copies: frozenset[str] = frozenset()

    @property
    def state(self) -> State:
        """How far the case has come."""
        if self.examination is None:
            return State.ORDERED
        if not self.live:
            return State.CANCELLED
        if self.undecided:
            if self.government_report is not None:
                return State.WITH_GOVERNMENT
            waits = any(d.kind == "radius" for d in self.undecided)
            return State.RADIUS_DECLARED if waits else State.CONFIRMED
        if any(self.areas.values()):
            return State.INFECTED_AREA
        return State.CEASED if self.areas else State.WITH_GOVERNMENT

    def area_in_force(self, feature: str, at: datetime) -> bool:
        """Whether a published area has taken effect by `at` and was not rescinded."""
        return self.areas[feature] and self.begins[feature] <= at

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """The order and every radius declaration."""
        return (self.order, *self.radii)

    @property
    def live(self) -> tuple[Declaration, ...]:
        """The declarations that were not cancelled."""
        return tuple(d for d in self.declarations if d.cancelled_at is None)

    @property
    def undecided(self) -> tuple[Declaration, ...]:
        """The declarations that live and that Government has not confirmed."""
        return tuple(d for d in self.live if not d.confirmed)


def replay(entries: Sequence[Entry]) -> Case:
    """The case that the standing `entries` make. Raises `Refused` for an impossible history."""
    if not entries or entries[0].kind != ORDERED:
        raise Refused(
            "Without the order nothing of the case can stand: strike the later entries of the"
            " case first, the newest before the older.",
            clauses=("DOA1974-11-1a",),
        )
    case = _ordered(entries[0])
    for entry in entries[1:]:
        step = _STEPS.get(entry.kind)
        if step is not None:
            case = step(case, entry)
        case = replace(case, entries=(*case.entries, entry.seq))
    return case


def _ordered(entry: Entry) -> Case:
    c = entry.content
    feature = f"infected_place/{c['case_number']}"
    return Case(
        number=c["case_number"],
        disease=c["disease"],
        disease_name=c["disease_name"],
        premises_id=c["premises_id"],
        geometry=c["geometry"],
        accuracy_m=c["accuracy_m"],
        ordered_by=entry.actor,
        order=Declaration(
            c["number"],
            "order",
            instant(c["signed_at"]),
            "DOA1974-11-1a",
            {
                feature: {
                    "premises_id": c["premises_id"],
                    "kind": "infected_place",
                    "geometry": c["geometry"],
                }
            },
        ),
        report_number=c["report_number"],
        place=c["place"],
        entries=(entry.seq,),
        former_copies=frozenset(c.get("former_copies", ())),
    )


def _require(follows: bool, case: Case, clause: str, step: str) -> None:
    if not follows:
        raise Refused(
            f"{step} does not follow: case {case.number} is {case.state.replace('_', ' ')}.",
            clauses=(clause,),
        )


def _after(at: datetime, before: datetime | None, clause: str, step: str, what: str) -> datetime:
    """`at`, which must not be before the act that it follows."""
    if before is not None and at < before:
        raise Refused(
            f"{step} of {in_words(at)} would come before {what} of {in_words(before)}.",
            clauses=(clause,),
        )
    return at


def _examined(case: Case, entry: Entry) -> Case:
    _require(
        case.examination is None and case.order.cancelled_at is None,
        case,
        "DOA1974-11-2b",
        "The examination of the order",
    )
    c = entry.content
    signed = _after(
        instant(c["signed_at"]),
        case.order.signed_at,
        "DOA1974-11-2b",
        "The examination",
        "the order",
    )
    examination = Examination(c["number"], c["outcome_number"], signed, c["outcome"], entry.actor)
    if c["outcome"] == "confirm":
        return replace(case, examination=examination)
    return replace(case, examination=examination, order=replace(case.order, cancelled_at=signed))


def _radius_declared(case: Case, entry: Entry) -> Case:
    examination = case.examination
    _require(
        examination is not None and case.order.cancelled_at is None and may_declare(case),
        case,
        "DOA1974-11-3a",
        "A declaration of the radius",
    )
    assert examination is not None
    c = entry.content
    declaration = Declaration(
        c["number"],
        "radius",
        _after(
            instant(c["signed_at"]),
            examination.signed_at,
            "DOA1974-11-3a",
            "The declaration of the radius",
            "the confirmation",
        ),
        "DOA1974-11-3a",
        {
            f"declared_place/{c['number']}/{p['premises_id']}": {**p, "kind": "declared_place"}
            for p in c["premises"]
        },
        metres=c["metres"],
    )
    return replace(case, radii=(*case.radii, declaration), government_report=None, reported_at=None)


def may_declare(case: Case) -> bool:
    """Whether premises may be declared within a radius: the order is confirmed and was neither
    cancelled nor ended by a rescission (DOA1974-11-3a). Premises found later need a declaration
    of their own, and that may also come after the infected area was notified."""
    return (
        case.examination is not None
        and case.order.cancelled_at is None
        and case.state is not State.CEASED
    )


def _reported(case: Case, entry: Entry) -> Case:
    _require(
        case.state in (State.CONFIRMED, State.RADIUS_DECLARED),
        case,
        "DOA1974-11-3c",
        "A report to Government",
    )
    signed = _after(
        instant(entry.content["signed_at"]),
        max(d.signed_at for d in case.undecided),
        "DOA1974-11-3c",
        "The report to Government",
        "the declaration",
    )
    return replace(case, government_report=entry.content["number"], reported_at=signed)


def _decided(case: Case, entry: Entry) -> Case:
    c = entry.content
    named = set(c["declarations"])
    _require(
        case.reported_at is not None and named <= {d.number for d in case.undecided},
        case,
        "DOA1974-13-1-a",
        "A decision of Government",
    )
    signed = _after(
        instant(c["signed_at"]),
        case.reported_at,
        "DOA1974-13-1-a",
        "The decision",
        "the report to Government",
    )

    def change(declaration: Declaration) -> Declaration:
        if declaration.number not in named:
            return declaration
        if c["outcome"] == "cancel":
            return replace(declaration, cancelled_at=signed)
        return replace(declaration, confirmed=True)

    return replace(
        case,
        order=change(case.order),
        radii=tuple(change(r) for r in case.radii),
        decisions={**case.decisions, c["number"]: signed},
    )


def _drafted(case: Case, entry: Entry) -> Case:
    c = entry.content
    done = {**case.decisions, **case.published}
    follows = done.get(c.get("decision_number") or c["amends"])
    if follows is None:
        raise Refused(
            f"The draft {c['number']} does not follow: what it publishes or changes does not"
            " stand.",
            clauses=("DOA1974-13-2",),
        )
    return replace(case, notifications={**case.notifications, c["number"]: follows})


def _published(case: Case, entry: Entry) -> Case:
    c = entry.content
    if c["case_number"] != case.number:
        return case
    if c["number"] not in case.notifications:
        raise Refused(
            f"Publication of {c['number']} does not follow: its draft does not stand.",
            clauses=("DOA1974-13-2",),
        )
    at = _after(
        instant(c["published_at"]),
        case.notifications[c["number"]],
        "DOA1974-13-2",
        "The publication",
        "the act that it publishes or changes",
    )
    return replace(
        case,
        published={**case.published, c["number"]: at},
        areas={**case.areas, c["feature"]: c["kind"] != RESCISSION},
        begins={c["feature"]: instant(c["effective_at"]), **case.begins},
    )


def _served(case: Case, entry: Entry) -> Case:
    c = entry.content
    told = {**c, "seq": entry.seq, "actor": entry.actor}
    return replace(case, served={**case.served, c["document"]: told})


def _unchanged(case: Case, _entry: Entry) -> Case:
    return case


_STEPS: Mapping[str, Callable[[Case, Entry], Case]] = {
    EXAMINED: _examined,
    RADIUS_DECLARED: _radius_declared,
    REPORTED: _reported,
    DECIDED: _decided,
    DRAFTED: _drafted,
    APPROVED: _unchanged,
    PUBLISHED: _published,
    EXHIBITED: _unchanged,
    SERVED: _served,
}
