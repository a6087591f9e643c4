"""Amounts are whole paise, written as an Indian office writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vetcontrol.errors import Malformed
from vetcontrol.money import MOST, checked, in_rupees, paise_from


@pytest.mark.parametrize(
    ("paise", "words"),
    [
        (0, "Rs 0"),
        (5, "Rs 0.05"),
        (100, "Rs 1"),
        (99_950, "Rs 999.50"),
        (100_000, "Rs 1,000"),
        (12_345_650, "Rs 1,23,456.50"),
        (1_234_567_800, "Rs 1,23,45,678"),
        (-150, "-Rs 1.50"),
    ],
)
def test_written_in_lakhs(paise: int, words: str) -> None:
    assert in_rupees(paise) == words


@pytest.mark.parametrize(
    ("text", "paise"),
    [("0", 0), ("1500", 150_000), ("1,500.5", 150_050), (" Rs 12.05 ", 1_205), ("₹2", 200)],
)
def test_read_as_typed(text: str, paise: int) -> None:
    assert paise_from("amount", text) == paise


@pytest.mark.parametrize("text", ["", "-1", "1.005", "12 rupees", "1e3", ".50", "१०", "NaN"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="amount"):
        paise_from("amount", text)


@pytest.mark.parametrize("paise", [-1, MOST + 1])
def test_no_sum_beyond_reason(paise: int) -> None:
    with pytest.raises(Malformed, match="fine"):
        checked("fine", paise)


@given(st.integers(0, MOST))
def test_what_is_written_is_read_back(paise: int) -> None:
    assert paise_from("amount", in_rupees(paise)) == paise
