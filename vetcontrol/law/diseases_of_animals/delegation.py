"""Section 13(7): the Government's powers of section 13, delegated to a Collector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals.appointments import (
    AppointmentFacts,
    Authority,
    Capacity,
    may_act,
)
from vetcontrol.law.diseases_of_animals.terms import (
    Relation,
    as_day,
    covers,
    day_in_words,
    in_days,
    listed,
)

CLAUSE = "DOA1974-13-7"
DELEGABLE = ("13(1)(a)", "13(1)(b)", "13(2)", "13(3)")


@dataclass(frozen=True)
class Condition:
    """A condition of a delegation; `met` is None while nobody has said."""

    text: str
    met: bool | None = None


@dataclass(frozen=True)
class Delegation:
    """An order that delegates powers (provisions of section 13) to a Collector.

    It holds from the beginning of `from_date` up to, and not on, `to_date`, the day from which it
    is revoked. `place` is how the place of the decision lies to the Collector's district.
    """

    id: str
    powers: tuple[str, ...]
    from_date: date
    to_date: date | None = None
    place: Relation = Relation.OUTSIDE
    conditions: tuple[Condition, ...] = ()


def delegation(powers: Sequence[str], *, has_district: bool) -> Decision:
    """Whether such an order may be entered: to a Collector of a District, of powers of section 13
    only, and not of the power to delegate (DOA1974-13-7)."""
    decision = Decision.allowed(CLAUSE, f"Delegates {listed(powers) or 'nothing'}.")
    beyond = [p for p in powers if p != "13" and not any(covers(p, d) for d in DELEGABLE)]
    if "all" in powers:
        beyond.append("all")
    if beyond or not powers:
        decision = decision.also(
            Decision.refused(
                CLAUSE,
                f"Only powers of section 13 can be delegated; {listed(beyond) or 'none'} given.",
                f"Name any of {listed(DELEGABLE)}, or 13 for all of them.",
            )
        )
    if not has_district:
        text = "The delegation is to the Collector of a District; no district is given."
        decision = decision.also(Decision.refused(CLAUSE, text, "Give the district."))
    return decision


def delegated(power: str, delegations: Sequence[Delegation], *, at: date | datetime) -> Decision:
    """Whether a Collector with these delegations may use `power` (`13(1)(a)`) on the day of `at`:
    a live one must cover it, the place must lie in the district, and the conditions must be met;
    the edge of the district and a condition not yet answered need a decision (DOA1974-13-7)."""
    return _best(power, delegations, as_day(at))[0]


def _best(power: str, delegations: Sequence[Delegation], day: date) -> tuple[Decision, str]:
    """The kindest answer of the delegations, and the id of the one that gives it."""
    if not any(covers(d, power) for d in DELEGABLE):
        text = f"Section {power} is not among the powers that can be delegated to a Collector."
        return Decision.refused(CLAUSE, text, "The Government itself may act."), ""
    if not delegations:
        text = "The Government has delegated no power to this Collector."
        return Decision.refused(CLAUSE, text, "The Government may act, or delegate."), ""
    order = list(Outcome)
    found = [(_by(one, power, day), one.id) for one in delegations]
    return min(found, key=lambda answer: order.index(answer[0].outcome))


def may_decide(
    power: str,
    appointments: Sequence[AppointmentFacts],
    delegations: Sequence[Delegation],
    *,
    at: date | datetime,
) -> Authority:
    """Whether the officer may use a power of the Government under section 13: as an officer for
    the Government, or as a Collector in office under a delegation (DOA1974-13-7)."""
    government = may_act(Capacity.GOVERNMENT, appointments, at=at, purpose=power)
    if government.appointment is not None:
        return government
    collector = may_act(Capacity.COLLECTOR, appointments, at=at, purpose=power)
    if collector.appointment is None:
        held = any(a.capacity is Capacity.COLLECTOR for a in appointments)
        return collector if held else government
    decision, used = _best(power, delegations, as_day(at))
    if decision.outcome is Outcome.REFUSED:
        return Authority(decision)
    return Authority(collector.decision.also(decision), collector.appointment, used)


def _by(one: Delegation, power: str, day: date) -> Decision:
    if not in_days(one.from_date, one.to_date, day):
        if day < one.from_date:
            text = f"Delegation {one.id} begins only on {day_in_words(one.from_date)}."
        else:
            text = f"Delegation {one.id} is revoked; the case is with the Government again."
        return Decision.refused(CLAUSE, text, "The Government may act, or delegate anew.")
    if not any(covers(stated, power) for stated in one.powers):
        text = f"Delegation {one.id} covers {listed(one.powers)}, not section {power}."
        return Decision.refused(CLAUSE, text, "The Government may act, or delegate it.")
    text = f"Delegation {one.id} covers section {power}."
    return _district(one).also(_conditions(one)).also(Decision.allowed(CLAUSE, text))


def _district(one: Delegation) -> Decision:
    if one.place is Relation.INSIDE:
        return Decision.allowed(CLAUSE, "The place lies in the Collector's district.")
    if one.place is Relation.WITHIN_ACCURACY:
        text = "The place lies nearer to the edge of the district than the edge is accurate."
        return Decision.needs_decision(CLAUSE, text, "Say on what ground it lies inside.")
    text = "The place lies outside the Collector's district."
    return Decision.refused(CLAUSE, text, "The Government may act.")


def _conditions(one: Delegation) -> Decision:
    failed = [c.text for c in one.conditions if c.met is False]
    unsaid = [c.text for c in one.conditions if c.met is None]
    if failed:
        text = f"A condition of delegation {one.id} is not met: {listed(failed)}."
        return Decision.refused(CLAUSE, text, "The Government may act.")
    if unsaid:
        text = f"Whether these conditions of delegation {one.id} are met is open: {listed(unsaid)}."
        return Decision.needs_decision(CLAUSE, text, "Say so of each.")
    return Decision.allowed(CLAUSE, f"The conditions of delegation {one.id} are met.")
