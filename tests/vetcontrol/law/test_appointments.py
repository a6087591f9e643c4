"""Sections 3, 4 and 13(7), by their case table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import pytest

from vetcontrol.errors import NoAuthority
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import delegation as delegations
from vetcontrol.law.diseases_of_animals.appointments import (
    AppointmentFacts,
    Authority,
    Capacity,
    appointment,
    may_act,
    public_servant,
)
from vetcontrol.law.diseases_of_animals.delegation import Condition, Delegation
from vetcontrol.law.diseases_of_animals.terms import Relation

CASES = "appointments"
ANSWERS = {"yes": True, "no": False, "open": None}


def _held(held: Sequence[Mapping[str, Any]]) -> list[AppointmentFacts]:
    return [
        AppointmentFacts(
            id=f"APP/{number}",
            capacity=Capacity(one["capacity"]),
            from_date=one["from"],
            to_date=one.get("to"),
            gazette=one.get("gazette", ""),
            approved=one.get("approved", True),
            purposes=tuple(one.get("purposes", ["all"])),
            place=Relation(one.get("place", "outside")),
        )
        for number, one in enumerate(held, start=1)
    ]


def _appointment(*, on: date, capacity: str, to: date | None = None, **given: Any) -> Decision:
    given["from_date"] = given.pop("from")
    return appointment(Capacity(capacity), to_date=to, **given)


def _may_act(
    *, on: date, needed: str, purpose: str, held: Sequence[Mapping[str, Any]]
) -> Authority:
    return may_act(Capacity(needed), _held(held), at=on, purpose=purpose)


def _public_servant(*, on: date, held: Sequence[Mapping[str, Any]]) -> Decision:
    return public_servant(_held(held), at=on)


def _delegation(*, on: date, powers: Sequence[str], has_district: bool) -> Decision:
    return delegations.delegation(powers, has_district=has_district)


def _delegated(
    *,
    on: date,
    power: str,
    powers: Sequence[str],
    place: str,
    to: date,
    conditions: Mapping[str, str],
    **given: Any,
) -> Decision:
    order = Delegation(
        "DEL/1",
        tuple(powers),
        given.pop("from"),
        to,
        Relation(place),
        tuple(Condition(text, ANSWERS[met]) for text, met in conditions.items()),
    )
    assert not given
    return delegations.delegated(power, [order] if powers else [], at=on)


def _may_decide(*, on: date, held: Sequence[Mapping[str, Any]], powers: Sequence[str]) -> Authority:
    order = Delegation("DEL/1", tuple(powers), date(2027, 1, 1), None, Relation.INSIDE)
    return delegations.may_decide("13(1)(a)", _held(held), [order] if powers else [], at=on)


RULES = {
    "appointment": _appointment,
    "may_act": _may_act,
    "public_servant": _public_servant,
    "delegation": _delegation,
    "delegated": _delegated,
    "may_decide": _may_decide,
}


def test_case(case: Any) -> None:
    case.run(RULES)


def test_the_act_rests_on_the_appointment_that_carries_it() -> None:
    on = date(2027, 2, 1)
    outside, inside, surgeon = _held(
        [
            {"capacity": "inspector", "from": on, "gazette": "S 1", "place": "outside"},
            {"capacity": "inspector", "from": on, "gazette": "S 2", "place": "inside"},
            {"capacity": "veterinary_surgeon", "from": on, "gazette": "S 3"},
        ]
    )
    needed = Capacity.INSPECTOR
    assert may_act(needed, [surgeon, outside, inside], at=on, purpose="11").require() is inside
    assert may_act(needed, [outside, surgeon], at=on, purpose="11").require() is surgeon


def test_a_refused_authority_names_the_clause_and_what_would_satisfy_it() -> None:
    authority = may_act(Capacity.INSPECTOR, [], at=date(2027, 2, 1), purpose="11")
    with pytest.raises(NoAuthority, match="An Inspector or Veterinary Surgeon") as refusal:
        authority.require()
    assert refusal.value.clauses == ("DOA1974-2-f",)


def test_an_authority_that_is_not_refused_rests_on_an_appointment() -> None:
    with pytest.raises(ValueError, match="rests on an appointment"):
        Authority(Decision.allowed("DOA1974-3-1", "Somebody may.")).require()
