"""Sections 3 and 4: Veterinary Surgeons and Inspectors, and who may act where and for what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals.terms import (
    Relation,
    as_day,
    covers,
    day_in_words,
    in_days,
    listed,
)


class Capacity(StrEnum):
    """The capacity in which an officer acts under the Act."""

    VETERINARY_SURGEON = "veterinary_surgeon"
    INSPECTOR = "inspector"
    GOVERNMENT = "government"
    COLLECTOR = "collector"

    @property
    def words(self) -> str:
        """As a sentence writes it."""
        return _WORDS[self]


_WORDS = {
    Capacity.VETERINARY_SURGEON: "Veterinary Surgeon",
    Capacity.INSPECTOR: "Inspector",
    Capacity.GOVERNMENT: "officer for the Government",
    Capacity.COLLECTOR: "Collector of a District",
}
_NEEDS_GAZETTE = {
    Capacity.VETERINARY_SURGEON: "DOA1974-3-1",
    Capacity.INSPECTOR: "DOA1974-3-2a",
}
_DEFINED_BY = {
    Capacity.VETERINARY_SURGEON: "DOA1974-2-l",
    Capacity.INSPECTOR: "DOA1974-2-f",
    Capacity.GOVERNMENT: "DOA1974-2-c",
    Capacity.COLLECTOR: "DOA1974-13-7",
}


@dataclass(frozen=True)
class AppointmentFacts:
    """One appointment of the officer who acts.

    It holds from the beginning of `from_date` in India up to, and not on, `to_date`. `gazette` is
    its reference, `approved` that a second person approved it. `purposes` are sections of the Act
    or `all`. `place` is how the place of the act lies to the appointment's area; a Veterinary
    Surgeon has none, and it is not looked at.
    """

    id: str
    capacity: Capacity
    from_date: date
    to_date: date | None = None
    gazette: str = ""
    approved: bool = False
    purposes: tuple[str, ...] = ("all",)
    place: Relation = Relation.OUTSIDE


@dataclass(frozen=True)
class Authority:
    """Whether an officer may act, and the appointment (with its capacity) the act rests on; None
    when refused. `delegation` is the id of that under which a Collector acts."""

    decision: Decision
    appointment: AppointmentFacts | None = None
    delegation: str = ""

    def require(self) -> AppointmentFacts:
        """The appointment the act rests on. Raises NoAuthority with the reasons."""
        self.decision.require_authority()
        if self.appointment is None:
            raise ValueError("an authority that is not refused rests on an appointment")
        return self.appointment


def appointment(
    capacity: Capacity,
    *,
    gazette: str,
    has_area: bool,
    purposes: Sequence[str],
    from_date: date,
    to_date: date | None = None,
) -> Decision:
    """Whether an appointment may be entered.

    Both officers need a gazette reference (DOA1974-3-1, DOA1974-3-2a); a Veterinary Surgeon is
    for the whole territory (DOA1974-3-1), an Inspector for stated purposes and a stated area
    (DOA1974-3-2a, DOA1974-3-2b). For other capacities only the days are looked at.
    """
    clause = _NEEDS_GAZETTE.get(capacity, _DEFINED_BY[capacity])
    decisions: list[Decision] = []
    if capacity in _NEEDS_GAZETTE and not gazette.strip():
        text = f"A {capacity.words} is appointed by notification in the gazette; none is named."
        decisions.append(Decision.refused(clause, text, "Give the gazette reference."))
    if capacity is Capacity.VETERINARY_SURGEON and has_area:
        text = "A Veterinary Surgeon is appointed for the whole territory, not for an area."
        decisions.append(Decision.refused(clause, text, "Leave the area out."))
    if capacity is Capacity.INSPECTOR and not has_area:
        text = "The appointment of an Inspector states the area; none is given."
        decisions.append(Decision.refused("DOA1974-3-2b", text, "Give the area."))
    if capacity is Capacity.INSPECTOR and not [p for p in purposes if p.strip()]:
        text = "The appointment of an Inspector is for all or some purposes; none is given."
        decisions.append(Decision.refused(clause, text, "Name the sections, or all."))
    if to_date is not None and to_date <= from_date:
        text = "The appointment would end before it begins."
        decisions.append(Decision.refused(clause, text, "Give a later end, or none."))
    if not decisions:
        text = f"The appointment as {capacity.words} is complete."
        decisions.append(Decision.allowed(clause, text))
        if capacity is Capacity.INSPECTOR:
            decisions.append(Decision.allowed("DOA1974-3-2b", "Its area is stated."))
    return Decision.together(decisions)


def may_act(
    needed: Capacity,
    appointments: Sequence[AppointmentFacts],
    *,
    at: date | datetime,
    purpose: str,
) -> Authority:
    """Whether an officer with these appointments may take a step that needs the capacity.

    `purpose` is the provision of the step (`11(1)`). A Veterinary Surgeon acts anywhere in the
    territory (DOA1974-3-1) and may do all that an Inspector may (DOA1974-3-3); an Inspector acts
    for the purposes and in the area of the appointment (DOA1974-3-2a, DOA1974-3-2b), and near its
    edge by a decision. A Collector acts only by delegation (`delegation.may_decide`).
    """
    day = as_day(at)
    found = [_authority(a, needed, day, purpose) for a in appointments if a.capacity is needed]
    if needed is Capacity.INSPECTOR:
        found += [
            _also_inspector(a, day)
            for a in appointments
            if a.capacity is Capacity.VETERINARY_SURGEON
        ]
    if not found:
        clause = _DEFINED_BY[needed]
        text = f"The step needs an appointment as {needed.words}; the officer has none."
        return Authority(Decision.refused(clause, text, _who(needed)))
    order = list(Outcome)
    return min(found, key=lambda one: order.index(one.decision.outcome))


def public_servant(appointments: Sequence[AppointmentFacts], *, at: date | datetime) -> Decision:
    """Whether the officer is a public servant by this Act (DOA1974-4): while appointed as
    Veterinary Surgeon or Inspector."""
    day = as_day(at)
    for one in appointments:
        if one.capacity in _NEEDS_GAZETTE and not _unfit(one, day):
            text = f"A public servant, as {one.capacity.words}; official acts go into the log."
            return Decision.allowed("DOA1974-4", text)
    text = "No appointment as Veterinary Surgeon or Inspector is in force."
    return Decision.refused("DOA1974-4", text)


def _authority(one: AppointmentFacts, needed: Capacity, day: date, purpose: str) -> Authority:
    unfit = _unfit(one, day)
    if unfit:
        clause = _NEEDS_GAZETTE.get(needed, _DEFINED_BY[needed])
        defined = Decision.refused(_DEFINED_BY[needed], f"No {needed.words} on that day.")
        refused = Decision.refused(clause, unfit, _who(needed))
        return Authority(refused if clause == _DEFINED_BY[needed] else refused.also(defined))
    if needed is not Capacity.INSPECTOR:
        clause = _NEEDS_GAZETTE.get(needed, _DEFINED_BY[needed])
        text = f"Acts as {needed.words} ({one.gazette or one.id})."
        decision = Decision.allowed(clause, text)
        if clause != _DEFINED_BY[needed]:
            decision = decision.also(Decision.allowed(_DEFINED_BY[needed], "So appointed."))
        return Authority(decision, one)
    decision = _purpose(one, purpose).also(_area(one))
    return Authority(decision, None if decision.outcome is Outcome.REFUSED else one)


def _also_inspector(one: AppointmentFacts, day: date) -> Authority:
    unfit = _unfit(one, day)
    if unfit:
        return Authority(Decision.refused("DOA1974-3-3", unfit, _who(Capacity.INSPECTOR)))
    text = f"A Veterinary Surgeon ({one.gazette}) uses a power of an Inspector, without an area."
    return Authority(Decision.allowed("DOA1974-3-3", text), one)


def _purpose(one: AppointmentFacts, purpose: str) -> Decision:
    if any(covers(stated, purpose) for stated in one.purposes):
        text = f"Acts as Inspector ({one.gazette}) for the purpose of section {purpose}."
        defined = Decision.allowed("DOA1974-2-f", "So appointed.")
        return Decision.allowed("DOA1974-3-2a", text).also(defined)
    stated = listed(one.purposes) or "no section"
    return Decision.refused(
        "DOA1974-3-2a",
        f"The appointment ({one.gazette}) is for {stated}, not for section {purpose}.",
        "An Inspector appointed for this purpose, or a Veterinary Surgeon, may act.",
    )


def _area(one: AppointmentFacts) -> Decision:
    if one.place is Relation.INSIDE:
        return Decision.allowed("DOA1974-3-2b", "The place lies in the Inspector's area.")
    if one.place is Relation.WITHIN_ACCURACY:
        return Decision.needs_decision(
            "DOA1974-3-2b",
            "The place lies nearer to the edge of the Inspector's area than the edge is accurate.",
            "Say on what ground it lies inside.",
        )
    return Decision.refused(
        "DOA1974-3-2b",
        f"The place lies outside the area of the Inspector's appointment ({one.gazette}).",
        "The Inspector of that area, or a Veterinary Surgeon, may act.",
    )


def _unfit(one: AppointmentFacts, day: date) -> str:
    """Why the appointment carries nothing on `day`; empty when it does."""
    name = f"The appointment as {one.capacity.words} ({one.gazette or one.id})"
    if one.capacity in _NEEDS_GAZETTE and not one.gazette.strip():
        return f"{name} has no gazette reference."
    if not one.approved:
        return f"{name} is not yet approved by a second person."
    if day < one.from_date:
        return f"{name} begins only on {day_in_words(one.from_date)}."
    if one.to_date is not None and not in_days(one.from_date, one.to_date, day):
        return f"{name} ended; {day_in_words(one.to_date)} is the first day without it."
    return ""


def _who(needed: Capacity) -> str:
    if needed is Capacity.INSPECTOR:
        return "An Inspector or Veterinary Surgeon with an appointment in force may act."
    if needed is Capacity.VETERINARY_SURGEON:
        return "A gazetted Veterinary Surgeon may act; a private practitioner may not."
    return f"An {needed.words} in office may act."
