"""Names on a plate: each where it covers nothing, the weightier first; what finds no room is left
out, since the map only helps to find a place that the schedules name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from maps.lettering import extent, speakable
from maps.plate_frame import Box, Frame

_GAP: Final = 2.0
_APART: Final = 4.5
_DOT: Final = 2.4
Looks = Literal["taluka", "town", "place", "village"]


@dataclass(frozen=True)
class Name:
    """A name on the ground in EPSG:4326: an area is named inside, a point beside."""

    text: str
    where: BaseGeometry
    looks: Looks
    rank: float = 0.0


@dataclass(frozen=True)
class Set:
    """A name as it is set: its left end and its line on the plate; `dot` is the point named."""

    name: Name
    text: str
    x: float
    y: float
    dot: tuple[float, float] | None


SIZES: Final[dict[Looks, float]] = {"taluka": 7.6, "town": 7.4, "place": 6.6, "village": 6.6}
COLOURS: Final[dict[Looks, str]] = {
    "taluka": "#6a6149",
    "town": "#2f2a20",
    "place": "#4c463a",
    "village": "#4c463a",
}
_FIRST: Final[dict[Looks, int]] = {"town": 0, "village": 1, "place": 2, "taluka": 3}


@dataclass
class Room:
    """The room left on a plate: what is taken already, in points."""

    window: Box
    taken: list[Box] = field(default_factory=list)

    def take(self, box: Box) -> None:
        """Keep `box` free of names."""
        self.taken.append(box)

    def free(self, box: Box) -> bool:
        """Whether `box` lies in the window and meets nothing that is taken."""
        left, top, right, bottom = box
        west, north, east, south = self.window
        if left < west + _GAP or top < north + _GAP or right > east - _GAP or bottom > south - _GAP:
            return False
        return not any(
            left < r + _APART and right > l_ - _APART and top < b + _GAP and bottom > t - _GAP
            for l_, t, r, b in self.taken
        )

    def letter(self, area: BaseGeometry, size: float) -> tuple[float, float]:
        """Where the letter of an area stands, and takes room: at its widest, or near that."""
        part = max(shapely.get_parts(area), key=shapely.area)
        middle = shapely.get_point(shapely.maximum_inscribed_circle(part, tolerance=2.0), 0)
        half = size * 0.45
        spots = [(middle.x, middle.y)]
        spots += [
            (middle.x + far * math.cos(turn), middle.y - far * math.sin(turn))
            for far in (1.6 * size, 2.6 * size, 4.0 * size)
            for turn in np.radians(np.arange(90.0, 450.0, 45.0))
        ]
        good = (s for s in spots if shapely.contains_xy(part, *s) and self.free(_square(*s, half)))
        x, y = next(good, spots[0])
        self.take(_square(x, y, half))
        return x, y

    def symbol(self, x: float, y: float, r: float) -> tuple[float, float]:
        """Where a symbol of radius `r` that wants to stand at (x, y) stands, and takes room.

        Where all round is taken, upon the others.
        """
        spots = [(x, y)]
        for far in (2.3 * r, 3.6 * r, 5.0 * r):
            spots += [
                (x + far * math.cos(turn), y - far * math.sin(turn))
                for turn in np.radians(np.arange(45.0, 405.0, 45.0))
            ]
        at_x, at_y = next((s for s in spots if self.free(_square(*s, r))), (x, y))
        self.take(_square(at_x, at_y, r))
        return at_x, at_y


def _square(x: float, y: float, r: float) -> Box:
    return (x - r, y - r, x + r, y + r)


def placed(names: Sequence[Name], frame: Frame, room: Room) -> list[Set]:
    """The names that find room, weightiest first."""
    ordered = sorted(names, key=lambda n: (_FIRST[n.looks], n.rank, n.text))
    found: dict[str, Set] = {}
    for name in ordered:
        # A village known by its outline and by a point is named once.
        if name.looks == "taluka" or name.text not in found:
            made = _placed(name, frame, room)
            if made is not None:
                found[made.text] = made
    return list(found.values())


def _placed(name: Name, frame: Frame, room: Room) -> Set | None:
    text = speakable(name.text.upper() if name.looks == "taluka" else name.text)
    size = SIZES[name.looks]
    width, above, below = extent(text, size)
    shape = shapely.intersection(frame.drawn(name.where), frame.window)
    if shape.is_empty or not text:
        return None
    point = shapely.get_dimensions(name.where) == 0
    for x, y in _beside(shape, width, above) if point else _inside(shape, width, above):
        box = (x, y - above, x + width, y + below)
        if room.free(box):
            room.take(box)
            at = shapely.point_on_surface(shape)
            dot = (at.x, at.y) if point else None
            if dot:
                room.take((dot[0] - _DOT, dot[1] - _DOT, dot[0] + _DOT, dot[1] + _DOT))
            return Set(name, text, x, y, dot)
    return None


def _beside(shape: BaseGeometry, width: float, above: float) -> Iterable[tuple[float, float]]:
    (x, y), *_ = shapely.get_coordinates(shape).tolist()
    off = _DOT + 1.6
    yield x + off, y + above / 2
    yield x - off - width, y + above / 2
    yield x - width / 2, y - off
    yield x - width / 2, y + off + above


def _inside(shape: BaseGeometry, width: float, above: float) -> Iterable[tuple[float, float]]:
    """The middle of the widest room, then round it, as long as the middle of the name lies in."""
    biggest = max(shapely.get_parts(shape), key=shapely.area)
    if shapely.area(biggest) < width * above:
        return
    middle = shapely.get_point(shapely.maximum_inscribed_circle(biggest, tolerance=2.0), 0)
    for up in (0, -1, 1, -2, 2, -3, 3):
        for across in (0, -0.5, 0.5, -1, 1):
            x, y = middle.x + across * width, middle.y + up * 2 * above
            if shapely.contains_xy(biggest, x, y):
                yield x - width / 2, y + above / 2
