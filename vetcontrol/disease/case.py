"""The state of a case: a pure replay of its entries that stand (workflow A1).

The page, the correction and the audit all use this one function. A history that the law does not
allow (an examination without an order, a radius without a confirmation) is refused by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from vetcontrol.canonical import instant
from vetcontrol.errors import Refused
from vetcontrol.gazette.notifications import (
    APPROVED,
    DRAFTED,
    EXHIBITED,
    PUBLISHED,
    RESCISSION,
)
from vetcontrol.register.entries import Entry

ORDERED = "infected_place.ordered"
EXAMINED = "infected_place.examined"
RADIUS_DECLARED = "infected_place.radius_declared"
REPORTED = "infected_place.reported"
DECIDED = "infected_place.decided"
SERVED = "document.served"
SUBJECT = "IP"


class State(StrEnum):
    """The states of workflow A1, from the order on."""

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
    state: State
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
    decisions: tuple[str, ...] = ()
    notifications: tuple[str, ...] = ()
    area_feature: str | None = None
    entries: tuple[int, ...] = ()
    served: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """The order and every radius declaration."""
        return (self.order, *self.radii)

    @property
    def live(self) -> tuple[Declaration, ...]:
        """The declarations that were not cancelled."""
        return tuple(d for d in self.declarations if d.cancelled_at is None)


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
        state=State.ORDERED,
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
            {feature: {"premises_id": c["premises_id"], "kind": "infected_place"}},
        ),
        report_number=c["report_number"],
        place=c["place"],
        entries=(entry.seq,),
    )


def _require(case: Case, states: tuple[State, ...], clause: str, step: str) -> None:
    if case.state not in states:
        raise Refused(
            f"{step} does not follow: case {case.number} is {case.state.replace('_', ' ')}.",
            clauses=(clause,),
        )


def _examined(case: Case, entry: Entry) -> Case:
    _require(case, (State.ORDERED,), "DOA1974-11-2b", "The examination of the order")
    c = entry.content
    signed = instant(c["signed_at"])
    examination = Examination(c["number"], c["outcome_number"], signed, c["outcome"], entry.actor)
    if c["outcome"] == "confirm":
        return replace(case, state=State.CONFIRMED, examination=examination)
    return replace(
        case,
        state=State.CANCELLED,
        examination=examination,
        order=replace(case.order, cancelled_at=signed),
    )


def _radius_declared(case: Case, entry: Entry) -> Case:
    _require(
        case,
        (State.CONFIRMED, State.RADIUS_DECLARED, State.WITH_GOVERNMENT),
        "DOA1974-11-3a",
        "A declaration of the radius",
    )
    c = entry.content
    declaration = Declaration(
        c["number"],
        "radius",
        instant(c["signed_at"]),
        "DOA1974-11-3a",
        {
            f"declared_place/{c['number']}/{p['premises_id']}": {**p, "kind": "declared_place"}
            for p in c["premises"]
        },
        metres=c["metres"],
    )
    return replace(
        case,
        state=State.RADIUS_DECLARED,
        radii=(*case.radii, declaration),
        government_report=None,
    )


def _reported(case: Case, entry: Entry) -> Case:
    _require(
        case,
        (State.CONFIRMED, State.RADIUS_DECLARED),
        "DOA1974-11-3c",
        "A report to Government",
    )
    return replace(case, state=State.WITH_GOVERNMENT, government_report=entry.content["number"])


def _decided(case: Case, entry: Entry) -> Case:
    _require(case, (State.WITH_GOVERNMENT,), "DOA1974-13-1-a", "A decision of Government")
    c = entry.content
    named = set(c["declarations"])
    signed = instant(c["signed_at"])

    def change(declaration: Declaration) -> Declaration:
        if declaration.number not in named:
            return declaration
        if c["outcome"] == "cancel":
            return replace(declaration, cancelled_at=signed)
        return replace(declaration, confirmed=True)

    case = replace(
        case,
        order=change(case.order),
        radii=tuple(change(r) for r in case.radii),
        decisions=(*case.decisions, c["number"]),
    )
    return case if case.live else replace(case, state=State.CANCELLED)


def _drafted(case: Case, entry: Entry) -> Case:
    return replace(case, notifications=(*case.notifications, entry.content["number"]))


def _published(case: Case, entry: Entry) -> Case:
    c = entry.content
    if c["case_number"] != case.number:
        return case
    if c["number"] not in case.notifications:
        raise Refused(
            f"Publication of {c['number']} does not follow: its draft does not stand.",
            clauses=("DOA1974-13-2",),
        )
    if c["kind"] == RESCISSION:
        return replace(case, state=State.CEASED)
    return replace(case, state=State.INFECTED_AREA, area_feature=c["feature"])


def _served(case: Case, entry: Entry) -> Case:
    c = entry.content
    return replace(case, served={**case.served, c["document"]: c})


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
