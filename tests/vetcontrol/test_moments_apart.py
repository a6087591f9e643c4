"""Moments of one sentence that differ do not read alike."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from vetcontrol.clock import IST, apart_in_words
from vetcontrol.law.diseases_of_animals import licence, return_direction

NOON = datetime(2027, 1, 4, 12, 0, tzinfo=IST)


def test_as_exact_as_needed() -> None:
    day = "4 January 2027, "
    assert apart_in_words(NOON, NOON) == [f"{day}12:00 IST"] * 2
    hour = NOON + timedelta(hours=1)
    assert apart_in_words(NOON, hour) == [f"{day}12:00 IST", f"{day}13:00 IST"]
    second = NOON + timedelta(seconds=1)
    assert apart_in_words(NOON, second) == [f"{day}12:00:00 IST", f"{day}12:00:01 IST"]
    least = NOON + timedelta(microseconds=1)
    assert apart_in_words(NOON, least) == [f"{day}12:00:00.{at} IST" for at in ("000000", "000001")]


@pytest.mark.clause("DOA1974-14-1b")
def test_a_check_seconds_after_the_time_says_so() -> None:
    ends = NOON + timedelta(seconds=10)
    found = licence.window(NOON + timedelta(seconds=30), NOON - timedelta(days=1), ends)
    assert "until before 4 January 2027, 12:00:10 IST, and this is 4 January 2027, 12:00:30" in (
        found.reasons[0].text
    )


@pytest.mark.clause("DOA1974-15")
def test_a_return_seconds_late_says_so() -> None:
    found = return_direction.returned(within=NOON, at=NOON + timedelta(seconds=5))
    assert "at 4 January 2027, 12:00:05 IST, after 4 January 2027, 12:00:00 IST" in (
        found.reasons[0].text
    )
