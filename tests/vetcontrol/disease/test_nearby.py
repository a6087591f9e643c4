"""A place entered as a point is found by a position typed from its order, or tapped nearby."""

from __future__ import annotations

import pytest

from casework import Desk, away, jan
from vetcontrol.law.decisions import Outcome


def doubts(desk: Desk, metres: float) -> list[str]:
    found = desk.answer(away(metres), jan(1, 13))
    assert all(d.outcome is Outcome.NEEDS_DECISION for d in found.doubts)
    return [reason.text for doubt in found.doubts for reason in doubt.reasons]


@pytest.mark.clause("DOA1974-11-1a")
@pytest.mark.parametrize(
    ("accuracy_m", "metres", "near"),
    [
        (None, 0.05, True),  # six decimals of a degree, as an order prints them
        (None, 19.99, True),
        (None, 20.01, False),
        (45.0, 44.99, True),
        (45.0, 45.01, False),
        (900.0, 499.9, True),
        (900.0, 500.1, False),
    ],
)
def test_a_point_is_looked_for_as_far_as_it_may_be_off(
    desk: Desk, accuracy_m: float | None, metres: float, near: bool
) -> None:
    key = desk.premises(away(0.0), "Here", accuracy_m=accuracy_m)
    desk.order(key)
    assert [f"{metres:,.1f} m from here" in text for text in doubts(desk, metres)] == [True] * near


def test_what_holds_the_point_is_no_doubt(desk: Desk) -> None:
    key = desk.premises(away(0.0), "Here", accuracy_m=45.0)
    desk.order(key)
    assert doubts(desk, 0.0) == []
    assert desk.kinds(away(0.0), jan(1, 13)) == {"infected_place"}


def test_unsigned_callers_are_not_told_of_what_is_not_gazetted(desk: Desk) -> None:
    key = desk.premises(away(0.0), "Here", accuracy_m=45.0)
    desk.order(key)
    assert desk.answer(away(5.0), jan(1, 13), gazetted_only=True).doubts == []
