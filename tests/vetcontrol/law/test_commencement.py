"""Sections 1(2), 1(3) and 2(i), by their case table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest

from vetcontrol import statutes
from vetcontrol.errors import Refused
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals.commencement import Commencement, in_force
from vetcontrol.law.diseases_of_animals.extent import extent
from vetcontrol.law.diseases_of_animals.scheduled import ScheduleEntry, removal, scheduled
from vetcontrol.law.diseases_of_animals.terms import Relation, covers, listed

CASES = "commencement"


def _in_force(
    *, on: date, provision: str, disease: str, live: Sequence[Mapping[str, Any]]
) -> Decision:
    notified = [
        Commencement(
            tuple(one["provisions"]),
            one.get("disease"),
            one["from"],
            one.get("to"),
            one["number"],
        )
        for one in live
    ]
    try:
        return in_force(
            provision,
            disease=disease or None,
            at=on,
            commencements=notified,
            figures=statutes.figures(),
        )
    except Refused as refusal:
        return Decision.refused(refusal.clauses[0], f"Refused: {refusal.detail}")


def _extent(*, on: date, relation: str, import_route: bool = False) -> Decision:
    return extent(Relation(relation), import_route=import_route)


def _scheduled(*, on: date, disease: str, schedule: Sequence[Mapping[str, Any]]) -> Decision:
    entries = [
        ScheduleEntry(
            one["disease"], one["from"], one["gazette"], one.get("to"), one.get("removal", "")
        )
        for one in schedule
    ]
    return scheduled(disease, at=on, schedule=entries)


def _removal(*, on: date, gazette: str) -> Decision:
    return removal(gazette)


RULES = {
    "in_force": _in_force,
    "extent": _extent,
    "scheduled": _scheduled,
    "removal": _removal,
}


def test_case(case: Any) -> None:
    case.run(RULES)


@pytest.mark.clause("DOA1974-1-3b")
@pytest.mark.parametrize(
    ("at", "outcome"),
    [
        (datetime(2027, 1, 9, 18, 29, 59, tzinfo=UTC), Outcome.REFUSED),
        (datetime(2027, 1, 9, 18, 30, tzinfo=UTC), Outcome.ALLOWED),
    ],
)
def test_the_day_of_commencement_begins_in_india(at: datetime, outcome: Outcome) -> None:
    notified = Commencement(("11",), "anthrax", date(2027, 1, 10), None, "COM/1")
    decision = in_force(
        "11", disease="anthrax", at=at, commencements=[notified], figures=statutes.figures()
    )
    assert decision.outcome is outcome


@pytest.mark.parametrize(
    ("stated", "asked", "covered"),
    [
        ("11", "11", True),
        ("11", "11(3)", True),
        ("11", "11(1) proviso", True),
        ("11(1)", "11(1) proviso", True),
        ("5", "5 Explanation", True),
        ("13(1)", "13(1)(a)", True),
        ("all", "28", True),
        ("1", "11", False),
        ("11(1)", "11", False),
        ("11(1)", "11(3)", False),
    ],
)
def test_a_section_takes_in_its_parts(stated: str, asked: str, covered: bool) -> None:
    assert covers(stated, asked) is covered


def test_names_are_listed_once_and_in_order() -> None:
    assert [listed(names) for names in ([], ["A"], ["B", "A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "B and A",
        "A, B and C",
    ]
