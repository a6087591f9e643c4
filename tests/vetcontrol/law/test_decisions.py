"""A decision: the graver outcome wins, and a refusal says only what stands against the act."""

from __future__ import annotations

import pytest

from vetcontrol.errors import NoAuthority, Refused
from vetcontrol.law.decisions import Decision, Outcome, Reason

YES = Decision.allowed("DOA1974-11-2a", "Examined.")
OPEN = Decision.needs_decision("DOA1974-3-2b", "At the edge.", "Decide.")
NO = Decision.refused("DOA1974-11-1c", "Not reported.", "Report it.")


@pytest.mark.parametrize(
    ("decisions", "outcome"),
    [
        ([YES], Outcome.ALLOWED),
        ([YES, OPEN], Outcome.NEEDS_DECISION),
        ([OPEN, YES], Outcome.NEEDS_DECISION),
        ([YES, NO, OPEN], Outcome.REFUSED),
    ],
)
def test_the_graver_outcome_wins_and_no_reason_is_lost(
    decisions: list[Decision], outcome: Outcome
) -> None:
    whole = Decision.together(decisions)
    assert whole.outcome is outcome
    assert whole.clauses == tuple(d.clauses[0] for d in decisions)


def test_a_refusal_names_only_what_stands_against_the_act() -> None:
    whole = YES.also(NO).also(OPEN)
    with pytest.raises(Refused) as refusal:
        whole.require()
    assert refusal.value.detail == "Not reported. Report it."
    assert refusal.value.clauses == ("DOA1974-11-1c",)
    with pytest.raises(NoAuthority, match="Report it"):
        whole.require_authority()


def test_what_is_not_refused_goes_on() -> None:
    assert YES.require() is YES
    assert OPEN.require_authority() is OPEN


def test_a_reason_keeps_its_own_outcome_in_the_log() -> None:
    kept = YES.also(NO).as_json()
    assert kept["outcome"] == "refused"
    assert [reason["outcome"] for reason in kept["reasons"]] == ["allowed", "refused"]
    assert NO.as_json()["reasons"] == [
        {
            "clause": "DOA1974-11-1c",
            "text": "Not reported.",
            "remedy": "Report it.",
            "outcome": "refused",
        }
    ]


def test_a_clause_is_named_once() -> None:
    assert YES.also(YES).clauses == ("DOA1974-11-2a",)


def test_a_decision_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="cannot be defended"):
        Decision(Outcome.ALLOWED, ())
    with pytest.raises(ValueError, match="not enough values"):
        Decision.together([])


def test_a_reason_as_json() -> None:
    assert Reason("DOA1974-4", "So.").as_json() == {
        "clause": "DOA1974-4",
        "text": "So.",
        "remedy": "",
    }
