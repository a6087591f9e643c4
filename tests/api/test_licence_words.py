"""What the pages say of how a journey lies to what it meets."""

from __future__ import annotations

import pytest

from api.pages.licence_words import lying_in_words
from vetcontrol.law.diseases_of_animals.removal import Way


@pytest.mark.parametrize(
    ("way", "otherwise", "words"),
    [
        (Way.CLEAR, (), "stays clear of"),
        (Way.CLEAR, (Way.PASSES,), "may pass through or stay clear of"),
        (Way.WITHIN, (Way.CLEAR, Way.LEAVES), "may go out of or stay inside or stay clear of"),
    ],
)
def test_what_is_left_open_is_said_as_left_open(
    way: Way, otherwise: tuple[Way, ...], words: str
) -> None:
    assert lying_in_words(way, otherwise) == words
