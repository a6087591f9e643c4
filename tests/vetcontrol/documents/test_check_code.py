"""A check code as people type it, and what can be none."""

from __future__ import annotations

import pytest

from vetcontrol.documents.check_code import check_code, matches, well_formed

CHECKSUM = "ab" * 32
CODE = check_code(CHECKSUM)
FULL_WIDTH = str.maketrans({chr(at): chr(at + 0xFEE0) for at in range(0x21, 0x7F)})
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


DASHES = "-–—‑‐−－"
BLANKS = (" ", "\u00ad", "\u200b", "\u00a0")


@pytest.mark.parametrize("dash", ["", *DASHES, *BLANKS])
def test_no_dash_and_no_blank_counts(dash: str) -> None:
    assert matches(CHECKSUM, f" {CODE.replace('-', dash)}\n")
    assert well_formed(CODE.replace("-", dash))


def test_letters_of_other_widths_and_digits_of_other_scripts_are_read() -> None:
    with_digits = next(
        checksum
        for checksum in (f"{n:064x}" for n in range(100))
        if "1" in check_code(checksum) and "0" in check_code(checksum)
    )
    code = check_code(with_digits)
    for typed in (
        code.translate(FULL_WIDTH),
        code.lower().translate(FULL_WIDTH),
        code.translate(DEVANAGARI),
        code.replace("1", "l").replace("0", "o"),
        code.replace("1", "I").replace("0", "O"),
        with_digits,
        with_digits.upper(),
    ):
        assert matches(with_digits, typed), typed
        assert well_formed(typed), typed
        assert not matches(CHECKSUM, typed)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "-",
        CODE[:-1],
        CODE + "A",
        CODE[:-1] + "U",
        CODE[:-1] + "é",
        "0" * 63,
        "G" * 64,
        "☃" * 10,
    ],
)
def test_what_can_be_no_code(typed: str) -> None:
    assert not well_formed(typed)
    assert not matches(CHECKSUM, typed)
