"""Sections 28, 29, 30(1), 37(3): which offence, first or later, and how much."""

from __future__ import annotations

from datetime import date

import pytest

from vetcontrol import statutes
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals.offences import (
    NAMED,
    OFFICER,
    RULES,
    UNPUNISHED,
    WATER,
    Conviction,
    Scale,
    Sentence,
    earlier,
    offence,
    scale_of,
    sentence,
)

ON = date(2027, 1, 15)
FIGURES = statutes.figures()


def clause_cases() -> list[object]:
    return [
        pytest.param(section, clause, marks=pytest.mark.clause(clause), id=f"{clause}:{section}")
        for clause, sections in NAMED.items()
        for section in sections
    ]


@pytest.mark.parametrize(("section", "clause"), clause_cases())
def test_a_breach_is_offered_under_its_own_clause(section: str, clause: str) -> None:
    found = offence(section)
    assert found.outcome is Outcome.ALLOWED
    assert found.clauses == (clause,)
    numeral = clause.removeprefix("DOA1974-28-")
    assert f"28({numeral})" in found.reasons[0].text
    # The text of the clause speaks of that very section.
    parameters = next(c for c in statutes.clauses() if c.id == clause)
    assert section.partition("(")[0] in parameters.rule


@pytest.mark.clause("DOA1974-29")
def test_water_is_never_an_offence_of_section_28() -> None:
    found = offence("23")
    assert found.clauses == (WATER,)
    assert not any("23" in sections for sections in NAMED.values())


@pytest.mark.parametrize("breached", UNPUNISHED)
def test_what_no_section_punishes_is_no_offence(breached: str) -> None:
    found = offence(breached)
    assert found.outcome is Outcome.REFUSED
    assert found.clauses == (UNPUNISHED[breached][0],)
    assert found.reasons[0].remedy == UNPUNISHED[breached][1]


@pytest.mark.clause("DOA1974-28-ix")
@pytest.mark.clause("DOA1974-28-x")
@pytest.mark.parametrize(("section", "clause"), [("19", "ix"), ("20", "x")])
def test_contact_alone_raises_no_offence(section: str, clause: str) -> None:
    assert offence(section, affected=True).outcome is Outcome.ALLOWED
    refused = offence(section, affected=False)
    assert refused.outcome is Outcome.REFUSED
    assert refused.clauses == (f"DOA1974-28-{clause}",)
    assert offence("21", affected=False).outcome is Outcome.ALLOWED


def test_an_unknown_section_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError, match="99"):
        offence("99")


@pytest.mark.parametrize(
    ("clause", "scale"),
    [
        ("DOA1974-28-i", Scale.SECTION_28),
        ("DOA1974-28-xiii", Scale.SECTION_28),
        (WATER, Scale.SECTION_29),
        (OFFICER, Scale.SECTION_30),
        (RULES, Scale.RULES),
    ],
)
def test_each_offence_has_its_own_count(clause: str, scale: Scale) -> None:
    assert scale_of(clause) is scale


@pytest.mark.clause("DOA1974-28-p2")
@pytest.mark.parametrize(
    ("convictions", "count"),
    [
        ([], 0),
        ([Conviction("DOA1974-28-ii", date(2027, 1, 14))], 1),
        ([Conviction("DOA1974-28-ii", date(2027, 1, 15))], 0),
        ([Conviction("DOA1974-28-i", date(2000, 1, 1)), Conviction(WATER, date(2001, 1, 1))], 1),
        ([Conviction(OFFICER, date(2001, 1, 1)), Conviction(RULES, date(2001, 1, 1))], 0),
    ],
)
def test_any_clause_of_section_28_counts_and_no_other(
    convictions: list[Conviction], count: int
) -> None:
    assert earlier("DOA1974-28-v", ON, convictions) == count


@pytest.mark.clause("DOA1974-29-p2")
def test_section_29_counts_its_own_alone() -> None:
    convictions = [
        Conviction("DOA1974-28-i", date(2026, 1, 1)),
        Conviction(WATER, date(2026, 2, 1)),
    ]
    assert earlier(WATER, ON, convictions) == 1
    assert earlier(RULES, ON, convictions) == 0


RUPEE = 100


@pytest.mark.parametrize(
    ("clause", "before", "fine", "months", "allowed", "by"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[-1]))
        for row in (
            ("DOA1974-28-v", 0, 100, 0, True, "DOA1974-28-p1"),
            ("DOA1974-28-v", 0, 101, 0, False, "DOA1974-28-p1"),
            ("DOA1974-28-v", 0, 0, 1, False, "DOA1974-28-p1"),
            ("DOA1974-28-v", 0, 0, 0, False, "DOA1974-28-p1"),
            ("DOA1974-28-v", 1, 500, 3, True, "DOA1974-28-p2"),
            ("DOA1974-28-v", 1, 501, 0, False, "DOA1974-28-p2"),
            ("DOA1974-28-v", 1, 0, 4, False, "DOA1974-28-p2"),
            ("DOA1974-28-v", 2, 0, 3, True, "DOA1974-28-p2"),
            ("DOA1974-29", 0, 100, 6, True, "DOA1974-29-p1"),
            ("DOA1974-29", 0, 101, 0, False, "DOA1974-29-p1"),
            ("DOA1974-29", 0, 0, 7, False, "DOA1974-29-p1"),
            ("DOA1974-29", 1, 500, 6, True, "DOA1974-29-p2"),
            ("DOA1974-29", 1, 501, 6, False, "DOA1974-29-p2"),
            ("DOA1974-29", 1, 500, 7, False, "DOA1974-29-p2"),
            ("DOA1974-30-1", 0, 500, 6, True, "DOA1974-30-1"),
            ("DOA1974-30-1", 0, 501, 0, False, "DOA1974-30-1"),
            ("DOA1974-30-1", 1, 0, 7, False, "DOA1974-30-1"),
        )
    ],
)
def test_a_sentence_lies_within_its_scale(
    clause: str, before: int, fine: int, months: int, *, allowed: bool, by: str
) -> None:
    found = sentence(
        clause,
        Sentence(fine * RUPEE, months),
        earlier_convictions=before,
        on=ON,
        figures=FIGURES,
    )
    assert (found.outcome is Outcome.ALLOWED) is allowed, found.reasons[0].text
    assert found.clauses == (by,)


@pytest.mark.clause("DOA1974-28-p1")
def test_one_paisa_more_is_too_much() -> None:
    beyond = sentence(
        "DOA1974-28-i", Sentence(10_001), earlier_convictions=0, on=ON, figures=FIGURES
    )
    assert beyond.outcome is Outcome.REFUSED
    assert "Rs 100.01 with a first conviction is beyond Rs 100" in beyond.reasons[0].text


@pytest.mark.parametrize(
    ("before", "fine", "rule_fine", "allowed"),
    [
        (0, 5_000, 5_000, True),
        (0, 5_001, 9_000, False),
        (0, 2_001, 2_000, False),
        (1, 10_000, 10_000, True),
        (1, 10_001, 20_000, False),
        (0, 1, None, False),
    ],
)
@pytest.mark.clause("DOA1974-37-3")
def test_a_breach_of_rules_is_fined_within_the_rule_and_the_cap(
    before: int, fine: int, rule_fine: int | None, *, allowed: bool
) -> None:
    found = sentence(
        RULES,
        Sentence(fine),
        earlier_convictions=before,
        on=ON,
        figures=FIGURES,
        rule_fine_paise=rule_fine,
    )
    assert (found.outcome is Outcome.ALLOWED) is allowed
    assert found.clauses == (RULES,)


def test_a_negative_sentence_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="negative"):
        sentence(WATER, Sentence(-1), earlier_convictions=0, on=ON, figures=FIGURES)
