"""How far each of many cases had come at a moment, as known by a sequence."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from vetcontrol.disease.case import State, replay
from vetcontrol.register.corrections import standing
from vetcontrol.register.register import Reading


def states(
    reading: Reading, cases: Iterable[str], at: datetime, known_seq: int
) -> dict[str, State]:
    """The state of each case whose order was made by `at` and is known by the entry `known_seq`.

    It is that of the acts done by `at`; a case that was not ordered by then is left out.
    """
    found: dict[str, State] = {}
    for number in dict.fromkeys(cases):
        entries = [e for e in standing(reading.session, number, known_seq) if e.moment <= at]
        if entries:
            found[number] = replay(entries).state
    return found
