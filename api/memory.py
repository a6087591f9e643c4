"""How a process that answers keeps its memory tidy."""

from __future__ import annotations

import gc

#: Objects made before Python looks for rings of garbage among them: a large answer has fewer.
YOUNG_OBJECTS = 50_000


def look_for_rings_rarely() -> None:
    """Spare an answer the search for rings of garbage, of which it makes none.

    By default Python searches after each 700 new objects; an answer that lists 20,000 premises
    then takes twice as long. What was loaded at the start is not searched again at all.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)
