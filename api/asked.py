"""What the address of a call asks for: a number in the path, a box, words to look for."""

from __future__ import annotations

import math
import re
from typing import Annotated

from fastapi import Depends, Path, Query

from api.bodies.parts import keepable
from gis.spatialdb import Bounds
from vetcontrol.errors import Malformed, NotFound

_NUMBER = re.compile(r"[A-Z]{2,5}-[0-9]{4}-[0-9]{6,9}")
LONGEST_TEXT = 200


def number_of(number: str) -> str:
    """The number that a path writes with `-` for `/`. Raises `NotFound` where it is none."""
    if not _NUMBER.fullmatch(number):
        words = "The address names no number of an instrument or a case."
        if any(letter.isdecimal() for letter in number):
            words += " In an address IP/2027/000012 is written IP-2027-000012."
        raise NotFound(words)
    return number.replace("-", "/")


def _in_path(
    number: Annotated[str, Path(description="Number with - for /", examples=["IP-2027-000012"])],
) -> str:
    return number_of(number)


Number = Annotated[str, Depends(_in_path)]


def box_of(text: str) -> Bounds:
    """West, south, east, north in degrees from `w,s,e,n`. Raises `Malformed`."""
    parts = text.split(",")
    try:
        west, south, east, north = (float(part) for part in parts)
    except ValueError as error:
        raise Malformed.field(
            "bbox", "is west,south,east,north in degrees, like 73.6,14.8,74.4,15.9"
        ) from error
    if not all(map(math.isfinite, (west, south, east, north))):
        raise Malformed.field("bbox", "holds what is no finite number; give degrees")
    if not (-180 <= west <= east <= 180 and -90 <= south <= north <= 90):
        raise Malformed.field(
            "bbox", "is west,south,east,north with west <= east and south <= north, in degrees"
        )
    return west, south, east, north


def _box(
    bbox: Annotated[
        str | None,
        Query(max_length=LONGEST_TEXT, description="west,south,east,north in degrees"),
    ] = None,
) -> Bounds | None:
    return None if bbox is None else box_of(bbox)


Box = Annotated[Bounds | None, Depends(_box)]


def _required_box(
    bbox: Annotated[
        str, Query(max_length=LONGEST_TEXT, description="west,south,east,north in degrees")
    ],
) -> Bounds:
    return box_of(bbox)


RequiredBox = Annotated[Bounds, Depends(_required_box)]


def _sought(
    q: Annotated[
        str, Query(max_length=LONGEST_TEXT, description="Words to look for in the name")
    ] = "",
) -> str:
    try:
        return keepable(q.strip())
    except ValueError as error:
        raise Malformed.field("q", str(error)) from error


Sought = Annotated[str, Depends(_sought)]
