"""How the position of a place was taken: by a device that states its accuracy, or by hand.

A pin that was moved away from where the device was is set by hand: it has no accuracy of the
device's, and where the device was is kept beside it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.errors import Malformed

SAME_DEGREES = 1e-7
"""A position is written to seven decimals, a centimetre."""


@dataclass(frozen=True)
class Device:
    """Where a device said that it was (EPSG:4326), and to how many metres."""

    position: shapely.Point
    accuracy_m: float


@dataclass(frozen=True)
class Taken:
    """The accuracy of the position, and how it was taken for the record; `content` is None for
    what is no position."""

    accuracy_m: float | None
    content: dict[str, Any] | None


def taken(geometry: BaseGeometry | None, accuracy_m: float | None, device: Device | None) -> Taken:
    """How `geometry` was taken, of which `accuracy_m` is stated, with `device` near by or none.

    Raises `Malformed` for a device that states no accuracy.
    """
    if device is not None and not (math.isfinite(device.accuracy_m) and device.accuracy_m > 0):
        raise Malformed.field("device", "states an accuracy in metres, more than 0; leave it out")
    if not isinstance(geometry, shapely.Point):
        return Taken(accuracy_m, None)
    if device is not None and shapely.dwithin(geometry, device.position, SAME_DEGREES):
        return Taken(device.accuracy_m, {"source": "device", "device": None})
    if device is None:
        return Taken(accuracy_m, {"source": "manual", "device": None})
    # The device's figure says nothing of a place that a hand has set.
    own = None if accuracy_m == device.accuracy_m else accuracy_m
    was = {
        "longitude": device.position.x,
        "latitude": device.position.y,
        "accuracy_m": device.accuracy_m,
    }
    return Taken(own, {"source": "manual", "device": was})
