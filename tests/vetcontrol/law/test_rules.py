"""Section 37: previous publication, laying, annulment for the time to come, own penalties."""

from __future__ import annotations

from datetime import date

import pytest

from vetcontrol import statutes
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals.rules import Sitting, ends, laid, penalty, published

FIGURES = statutes.figures()
DRAFT, FINAL = date(2027, 1, 10), date(2027, 3, 10)


@pytest.mark.clause("DOA1974-37-4")
@pytest.mark.parametrize(
    ("draft", "final", "allowed"),
    [
        (DRAFT, FINAL, True),
        (DRAFT, date(2027, 1, 11), True),
        (DRAFT, DRAFT, False),
        (DRAFT, date(2027, 1, 9), False),
        (None, FINAL, False),
        (DRAFT, None, False),
    ],
)
def test_a_draft_comes_first(draft: date | None, final: date | None, *, allowed: bool) -> None:
    found = published(draft, final)
    assert (found.outcome is Outcome.ALLOWED) is allowed
    assert found.clauses[0] == "DOA1974-37-4"


@pytest.mark.clause("DOA1974-37-1")
def test_rules_operate_from_their_publication() -> None:
    assert "operate from 10 March 2027" in published(DRAFT, FINAL).reasons[-1].text


@pytest.mark.clause("DOA1974-37-5")
@pytest.mark.parametrize(
    ("sittings", "outcome"),
    [
        ([], Outcome.NEEDS_DECISION),
        ([("monsoon", 1, 29)], Outcome.NEEDS_DECISION),
        ([("monsoon", 1, 30)], Outcome.ALLOWED),
        ([("monsoon", 1, 15), ("winter", 17, 31)], Outcome.ALLOWED),
        ([("monsoon", 1, 15), ("winter", 17, 30)], Outcome.NEEDS_DECISION),
        ([("a", 1, 10), ("b", 11, 20), ("c", 21, 31)], Outcome.REFUSED),
    ],
)
def test_thirty_days_in_one_session_or_two(
    sittings: list[tuple[str, int, int]], outcome: Outcome
) -> None:
    days = [Sitting(s, date(2027, 7, a), date(2027, 7, b)) for s, a, b in sittings]
    assert laid(days, made_on=FINAL, figures=FIGURES).outcome is outcome


def test_a_sitting_does_not_end_before_it_begins() -> None:
    backwards = Sitting("monsoon", date(2027, 7, 2), date(2027, 7, 1))
    with pytest.raises(ValueError, match="begins"):
        laid([backwards], made_on=FINAL, figures=FIGURES)


@pytest.mark.clause("DOA1974-37-5")
@pytest.mark.parametrize(
    ("until", "allowed"),
    [(date(2027, 8, 1), True), (date(2027, 8, 2), True), (date(2027, 7, 31), False)],
)
def test_an_annulment_reaches_no_past_day(until: date, *, allowed: bool) -> None:
    found = ends(resolved_on=date(2027, 8, 1), until=until)
    assert (found.outcome is Outcome.ALLOWED) is allowed


@pytest.mark.clause("DOA1974-37-3")
@pytest.mark.parametrize(
    ("first", "repeat", "allowed"),
    [
        (None, None, True),
        (5_000, 10_000, True),
        (5_001, 10_000, False),
        (5_000, 10_001, False),
        (0, 10_000, False),
        (5_000, None, False),
        (None, 10_000, False),
    ],
)
def test_rules_set_a_fine_within_the_caps_or_none(
    first: int | None, repeat: int | None, *, allowed: bool
) -> None:
    found = penalty(first, repeat, on=FINAL, figures=FIGURES)
    assert (found.outcome is Outcome.ALLOWED) is allowed
    assert found.clauses == ("DOA1974-37-3",)
