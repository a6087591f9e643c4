"""Sections 30, 32, 33: time to prosecute, arrest, seizure, custody, court."""

from __future__ import annotations

from datetime import date

import pytest

from vetcontrol import statutes
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals.offences import OFFICER, WATER
from vetcontrol.law.diseases_of_animals.proceedings import (
    POLICE_RANKS,
    arrest,
    complaint,
    court,
    last_day,
    prosecution,
    requisition,
    seizure,
)

FIGURES = statutes.figures()
ALLOWED, REFUSED = Outcome.ALLOWED, Outcome.REFUSED


@pytest.mark.clause("DOA1974-30-2")
@pytest.mark.parametrize(
    ("offence_on", "last"),
    [
        (date(2027, 1, 15), date(2027, 4, 15)),
        (date(2027, 11, 30), date(2028, 2, 29)),
        (date(2026, 11, 30), date(2027, 2, 28)),
        (date(2027, 12, 31), date(2028, 3, 31)),
        (date(2027, 9, 30), date(2027, 12, 30)),
    ],
)
def test_three_calendar_months_and_not_a_day_more(offence_on: date, last: date) -> None:
    assert last_day(offence_on, figures=FIGURES) == last
    in_time = prosecution(OFFICER, offence_on=offence_on, starts_on=last, figures=FIGURES)
    assert in_time.outcome is ALLOWED
    late = prosecution(
        OFFICER,
        offence_on=offence_on,
        starts_on=date.fromordinal(last.toordinal() + 1),
        figures=FIGURES,
    )
    assert late.outcome is REFUSED
    assert late.clauses == ("DOA1974-30-2",)


@pytest.mark.clause("DOA1974-30-2")
def test_no_other_offence_has_a_bar_of_time() -> None:
    for clause in ("DOA1974-28-i", WATER):
        late = prosecution(
            clause, offence_on=date(2027, 1, 1), starts_on=date(2047, 1, 1), figures=FIGURES
        )
        assert late.outcome is ALLOWED
        early = prosecution(
            clause, offence_on=date(2027, 1, 2), starts_on=date(2027, 1, 1), figures=FIGURES
        )
        assert early.outcome is REFUSED


@pytest.mark.clause("DOA1974-30-1")
@pytest.mark.parametrize(
    ("vexatious", "unnecessary", "acts", "outcome"),
    [
        (True, True, ["entry 12"], ALLOWED),
        (True, False, ["entry 12"], REFUSED),
        (False, True, ["entry 12"], REFUSED),
        (True, True, [], REFUSED),
    ],
)
def test_the_officers_offence_needs_both(
    vexatious: bool,
    unnecessary: bool,
    acts: list[str],
    outcome: Outcome,
) -> None:
    found = complaint(vexatious=vexatious, unnecessary=unnecessary, acts=acts)
    assert found.outcome is outcome
    assert found.clauses == (OFFICER,)


@pytest.mark.clause("DOA1974-33")
@pytest.mark.parametrize(
    ("kind", "empowering", "outcome"),
    [
        ("first_class", "", ALLOWED),
        ("second_class", "Order 7 of 2026", ALLOWED),
        ("second_class", " ", REFUSED),
        ("sessions", "Order 7 of 2026", REFUSED),
    ],
)
def test_which_court_tries(kind: str, empowering: str, outcome: Outcome) -> None:
    assert court(kind, empowering).outcome is outcome


@pytest.mark.clause("DOA1974-32-1b")
@pytest.mark.parametrize(
    ("person", "clause", "outcome"),
    [
        ("Somebody", "DOA1974-28-v", ALLOWED),
        ("Somebody", WATER, ALLOWED),
        (" ", "DOA1974-28-v", REFUSED),
        ("Somebody", "DOA1974-25", REFUSED),
        ("Somebody", "", REFUSED),
    ],
)
def test_a_requisition_names_person_and_offence(person: str, clause: str, outcome: Outcome) -> None:
    assert requisition(person=person, offence_clause=clause).outcome is outcome


@pytest.mark.clause("DOA1974-32-1a")
@pytest.mark.parametrize("rank", POLICE_RANKS)
def test_an_arrest_is_a_sub_inspectors_at_least(rank: str) -> None:
    able = POLICE_RANKS.index(rank) >= POLICE_RANKS.index("sub_inspector")
    found = arrest(rank=rank, requisition_number="RQ/2027/000001")
    assert (found.outcome is ALLOWED) is able
    assert found.clauses == ("DOA1974-32-1a",)
    assert arrest(rank=rank, requisition_number="").outcome is REFUSED


@pytest.mark.clause("DOA1974-32-2a")
@pytest.mark.clause("DOA1974-32-2b")
def test_a_seized_animal_lacks_its_custody_order_until_one_is_entered() -> None:
    without = seizure(rank="sub_inspector")
    assert without.outcome is Outcome.NEEDS_DECISION
    assert without.clauses == ("DOA1974-32-2a", "DOA1974-32-2b")
    assert seizure(rank="sub_inspector", custody_order="CO 4").outcome is ALLOWED
    assert seizure(rank="assistant_sub_inspector", custody_order="CO 4").outcome is REFUSED


def test_an_unknown_rank_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError, match="general"):
        arrest(rank="general", requisition_number="RQ/2027/000001")
