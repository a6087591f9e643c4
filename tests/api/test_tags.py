"""Tags as they are typed into a form, and as they are understood."""

from __future__ import annotations

import pytest

from api.pages.tags import apart

ODD = ("IN, 7; 8", "GOA  9", "1002 4567 8901", "12", "1212", "a,b")


@pytest.mark.parametrize(
    ("typed", "known", "understood"),
    [
        ("", (), []),
        (" ,; \n , ", (), []),
        ("7", (), ["7"]),
        ("7, 8;9\r\n10", (), ["7", "8", "9", "10"]),
        # A mark is read in groups; two whole numbers are two tags.
        ("1002 4567 8901, 1002 4567 8902", (), ["1002 4567 8901", "1002 4567 8902"]),
        ("356000000000001 356000000000002", (), ["356000000000001", "356000000000002"]),
        ("GOA 9, GOA 10", (), ["GOA 9", "GOA 10"]),
        ("GOA 9 356000000000001 GOA 10", (), ["GOA 9", "356000000000001", "GOA 10"]),
        ("१२३४५६७८९०१२ 123456789012", (), ["१२३४५६७८९०१२", "123456789012"]),
        ("12345678901 12345678901", (), ["12345678901 12345678901"]),
        ("--, 5", (), ["--", "5"]),
        # What the licence names is read as it names it, also with commas of its own.
        ("IN, 7; 8", ODD, ["IN, 7; 8"]),
        ("in, 7; 8, goa 9", ODD, ["in, 7; 8", "goa 9"]),
        ("IN, 7", ODD, ["IN", "7"]),
        ("goa 9 1002 4567 8901 77", ODD, ["goa 9", "1002 4567 8901", "77"]),
        ("77 78 goa 9", ODD, ["77 78", "goa 9"]),
        # A comma parts what the licence does not join by one.
        ("12, 12", ODD, ["12", "12"]),
        ("12 12", ODD, ["12 12"]),
        ("A, B", ODD, ["A, B"]),
        ("1002, 4567, 8901", ODD, ["1002", "4567", "8901"]),
    ],
)
def test_understood_as_they_are_meant(
    typed: str, known: tuple[str, ...], understood: list[str]
) -> None:
    assert apart(typed, known) == understood


def test_a_long_line_is_read_in_the_time_of_its_length() -> None:
    many = [f"{at:012d}" for at in range(1_000)]
    assert apart(" ".join(many), many) == many
    assert apart(", ".join(many), many) == many
    # No group of these is a whole number: it is one tag, which is refused as too long.
    assert len(apart("7 " * 5_000, ("8",))) == 1
