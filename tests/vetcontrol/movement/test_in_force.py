"""Licences in force at a moment, as known now and as known before."""

from __future__ import annotations

from datetime import datetime

import pytest

from casework import Desk, jan
from removals import apply as ask
from removals import area, grant, licensed, revoke
from vetcontrol.movement.in_force import licences_in_force


def held(desk: Desk, at: datetime, known_seq: int | None = None) -> list[str]:
    with desk.register.reading() as reading:
        seq = reading.known().known_seq if known_seq is None else known_seq
        return [one.number for one in licences_in_force(reading, at, seq)]


@pytest.mark.clause("DOA1974-14-1b")
def test_from_the_grant_within_its_window_to_the_revocation(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = ask(desk, premises, valid_from=jan(1, 12), valid_to=jan(2, 12))
    assert held(desk, jan(1, 13)) == []
    grant(desk, number)
    other = licensed(desk, premises, valid_from=jan(1, 12), valid_to=jan(3, 12))
    before = desk.head()
    assert held(desk, jan(1, 11)) == []
    assert held(desk, jan(1, 12)) == held(desk, jan(2, 11)) == [other, number]
    assert held(desk, jan(2, 12)) == [other]
    desk.at(jan(1, 15))
    revoke(desk, number)
    assert held(desk, jan(1, 14)) == [other, number]
    assert held(desk, jan(1, 15)) == [other]
    # Before the revocation was known it still held.
    assert held(desk, jan(1, 16), before) == [other, number]
    assert held(desk, jan(1, 16), 1) == []
