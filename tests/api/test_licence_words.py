"""What the pages say of how a journey lies to what it meets."""

from __future__ import annotations

import pytest

from api.pages.licence_words import lying_in_words
from vetcontrol.law.diseases_of_animals.removal import Way


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ((Way.CLEAR,), "stays clear of"),
        ((Way.PASSES, Way.CLEAR), "may pass through or stay clear of"),
        ((Way.LEAVES, Way.WITHIN, Way.CLEAR), "may go out of or stay inside or stay clear of"),
    ],
)
def test_what_is_left_open_is_said_as_left_open(ways: tuple[Way, ...], words: str) -> None:
    assert lying_in_words(ways) == words
