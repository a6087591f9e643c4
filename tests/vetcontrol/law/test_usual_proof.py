"""What a delivery usually leaves behind: advice, never a demand of the Act."""

from __future__ import annotations

import pytest

from vetcontrol.law.diseases_of_animals.service import (
    POST_NUMBER,
    Evidence,
    Manner,
    post_number_holds,
    proof,
)

CLAUSE = "DOA1974-11-1b"


@pytest.mark.clause(CLAUSE)
@pytest.mark.parametrize(
    ("manner", "kept", "wanting"),
    [
        ("in_person", {"received_by", "signature"}, ()),
        ("in_person", {"received_by"}, ("signature",)),
        ("in_person", {"photograph"}, ("received_by", "signature")),
        ("left_at_premises", {"photograph"}, ()),
        ("left_at_premises", {"received_by"}, ("photograph",)),
        ("affixed", {"photograph"}, ()),
        ("affixed", set(), ("photograph",)),
        ("registered_post", {"post_number"}, ()),
        ("registered_post", {"signature"}, ("post_number",)),
    ],
)
def test_what_is_wanting_asks_for_a_reason_and_refuses_nothing(
    manner: str, kept: set[str], wanting: tuple[str, ...]
) -> None:
    have = frozenset(Evidence(one) for one in kept)
    decision, found = proof(Manner(manner), have, reason="", clause=CLAUSE)
    assert found == wanting
    assert decision.outcome == ("needs_decision" if wanting else "allowed")
    assert decision.clauses == (CLAUSE,)
    stated, _ = proof(Manner(manner), have, reason="He was away", clause=CLAUSE)
    assert stated.outcome == "allowed"


@pytest.mark.parametrize(
    ("number", "holds"),
    [
        # 8, 6, 4, 2, 3, 5, 9, 7 over the first eight: 204; 11 - 204 % 11 = 5.
        ("RM123456785IN", True),
        ("RM123456789IN", False),
        # The remainder 0 gives 5, the remainder 1 gives 0.
        ("RA000000005IN", True),
        ("RA000000000IN", False),
        ("RB473124829GB", True),
    ],
)
def test_the_check_digit_of_a_registered_article(number: str, holds: bool) -> None:
    assert post_number_holds(number) is holds


def test_ten_becomes_nought() -> None:
    # Weight 8 alone: 8 * 7 = 56, 56 % 11 = 1, 11 - 1 = 10, which is written 0.
    assert post_number_holds("RA700000000IN")


def test_the_shape_of_an_indian_number() -> None:
    assert POST_NUMBER.fullmatch("EM123456785IN")
    for wrong in ("RM123456785GB", "RM12345678IN", "rm123456785in", "1M123456785IN"):
        assert not POST_NUMBER.fullmatch(wrong)
