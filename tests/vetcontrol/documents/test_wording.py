"""Values in words: Indian days, hours and digits; nothing hidden in the text of people."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import (
    Clause,
    Count,
    Metres,
    Personal,
    Position,
    SquareMetres,
    Unnamed,
    Value,
    Word,
)
from vetcontrol.documents.wording import Speaker, grouped, shown


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "not stated"),
        ("Curti", "Curti"),
        (1234567, "12,34,567"),
        (-100000, "-1,00,000"),
        (0.1, "0.1"),
        (date(2027, 1, 1), "1 January 2027"),
        # 19:00 in Greenwich is half past midnight of the next day in India.
        (
            datetime(2026, 12, 31, 19, 0, tzinfo=UTC),
            "1 January 2027 at 00:30 Indian Standard Time",
        ),
        (Personal("A. Naik"), "A. Naik"),
        (Personal(None, "digest"), "[withheld]"),
        (Word("species.cattle"), "Cattle"),
        (Clause("DOA1974-11-3a"), "section 11(3)"),
        (Metres(1609.344), "1,609.344 m"),
        (SquareMetres(8_136_000.0), "813.60 hectares (8.136 sq. km)"),
        (Position(73.8278, 15.4909), "73.8278000° E, 15.4909000° N"),
        (Position(-73.5, -15.25), "73.5000000° W, 15.2500000° S"),
        (Unnamed(74.00765, 15.43, outlined=True), "the outlined place at 15.430000 N, 74.007650 E"),
        (Unnamed(74.00765, 15.43, outlined=False), "the place at 15.430000 N, 74.007650 E"),
        (Count(Word("species.goat"), 1200), "Goats: 1,200"),
        ((Count("emu", 2), Count(Word("species.goat"), 3)), "emu: 2; Goats: 3"),
    ],
)
def test_in_words(value: Value, words: str, english: Words, cite: object) -> None:
    assert callable(cite)
    assert Speaker(english, cite).value(value) == words


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a\u202eb", "a[U+202E]b"),
        ("a\u2066b\u2069", "a[U+2066]b[U+2069]"),
        ("a\u200fb", "a[U+200F]b"),
        ("a\u2028b", "a[U+2028]b"),
        ("a\ufeffb", "a[U+FEFF]b"),
        ("a\x1bb\r", "a[U+001B]b[U+000D]"),
        ("a\U000e0041b", "a[U+E0041]b"),
        ("one\ntwo\tthree", "one\ntwo\tthree"),
        # The joiners that Malayalam and Devanagari need are no deceit.
        ("\u0d15\u0d4d\u200d", "\u0d15\u0d4d\u200d"),
        ("\u0915\u094d\u200c\u0937", "\u0915\u094d\u200c\u0937"),
    ],
)
def test_what_hides_is_shown(text: str, visible: str) -> None:
    assert shown(text) == visible


@given(st.integers(-(10**15), 10**15))
def test_grouping_keeps_every_digit(number: int) -> None:
    assert int(grouped(number).replace(",", "")) == number
    assert all(len(group.lstrip("-")) <= 3 for group in grouped(number).split(","))
