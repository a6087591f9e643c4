"""Units of length and area: the statute mile in metres."""

from __future__ import annotations

from typing import Final

#: The international mile in metres (Weights and Measures: 1 mile = 1,760 yards of 0.9144 m).
MILE_M: Final = 1609.344

#: Distances are compared after rounding to this many decimals of a metre: the millimetre.
DISTANCE_DECIMALS: Final = 3


def miles(metres: float) -> float:
    """Metres as international miles."""
    return metres / MILE_M
