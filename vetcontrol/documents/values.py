"""What a written instrument can say in a blank: words, counts, days, measures, personal text.

A value keeps its kind, so that each language writes days, distances and terms in its own way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from vetcontrol.canonical import instant, instant_text
from vetcontrol.errors import Malformed

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def checked_text(field: str, text: str) -> str:
    """`text` itself. Raises `Malformed` for NUL and lone surrogates, which no register can keep."""
    if "\x00" in text:
        raise Malformed.field(field, "holds a NUL character; remove it")
    if _SURROGATE.search(text):
        raise Malformed.field(field, "holds half a character (a lone surrogate); type it again")
    return text


def checked_number(field: str, number: float) -> float:
    """`number` as a float. Raises `Malformed` for NaN and infinity."""
    if not math.isfinite(number):
        raise Malformed.field(field, "is not a finite number; measure or enter it again")
    return float(number)


@dataclass(frozen=True)
class Personal:
    """Text about a private person, which the register can redact without breaking the chain.

    `digest` is the register's salted digest of `text`. Once it is set, canonical content holds
    the digest alone, so that the checksum is the same with the text known, withheld or redacted.
    """

    text: str | None
    digest: str | None = None

    def __post_init__(self) -> None:
        if self.text is None and not self.digest:
            raise Malformed.field("personal", "has neither text nor digest; give one of the two")
        checked_text("personal", (self.text or "") + (self.digest or ""))


@dataclass(frozen=True)
class Word:
    """A term of the catalogue (a species, an office, a part), said in the document's language."""

    key: str

    def __post_init__(self) -> None:
        checked_text("word", self.key)


@dataclass(frozen=True)
class Clause:
    """A clause of a statute by its id in `data/law/clauses.csv`, cited in words when rendered."""

    id: str

    def __post_init__(self) -> None:
        checked_text("clause", self.id)


@dataclass(frozen=True)
class Metres:
    """A geodesic length in metres on WGS84, finite and not negative."""

    metres: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "metres", checked_number("metres", self.metres))
        if self.metres < 0:
            raise Malformed.field("metres", "is less than nothing; a distance is 0 or more")


@dataclass(frozen=True)
class SquareMetres:
    """A geodesic area in square metres on WGS84, finite and not negative."""

    square_metres: float

    def __post_init__(self) -> None:
        number = checked_number("square_metres", self.square_metres)
        object.__setattr__(self, "square_metres", number)
        if number < 0:
            raise Malformed.field("square_metres", "is less than nothing; an area is 0 or more")


@dataclass(frozen=True)
class Position:
    """A point in EPSG:4326 degrees, longitude first."""

    longitude: float
    latitude: float

    def __post_init__(self) -> None:
        for name in ("longitude", "latitude"):
            object.__setattr__(self, name, checked_number(name, getattr(self, name)))
        if abs(self.longitude) > 180 or abs(self.latitude) > 90:
            raise Malformed.field("position", "lies off the earth; longitude stands first")


@dataclass(frozen=True)
class Unnamed:
    """A place that has no name, by a point in it (EPSG:4326 degrees), told to six decimals.

    `outlined` where it is an outline, of which the point is one inside.
    """

    longitude: float
    latitude: float
    outlined: bool

    def __post_init__(self) -> None:
        point = Position(self.longitude, self.latitude)
        object.__setattr__(self, "longitude", round(point.longitude, 6))
        object.__setattr__(self, "latitude", round(point.latitude, 6))


Text = str | Personal
Term = str | Word
Described = Text | Unnamed


@dataclass(frozen=True)
class Count:
    """So many of a thing, for instance of a species."""

    of: Term
    number: int

    def __post_init__(self) -> None:
        if type(self.number) is not int or self.number < 0:
            raise Malformed.field("count", "is no number of things; count 0 or more")


Measure = Metres | SquareMetres | Position | Unnamed | Count
Atom = str | int | float | date | datetime | Personal | Word | Clause | Measure | None
Value = Atom | tuple["Value", ...]


def _scalar_as_json(value: str | float | None) -> Any:
    if isinstance(value, str):
        return checked_text("value", value)
    if isinstance(value, bool):
        raise Malformed.field("value", "is a bare yes or no; use a word of the catalogue")
    if isinstance(value, float):
        return checked_number("value", value)
    return value


def value_as_json(value: Value) -> Any:  # noqa: PLR0911  (one line for each kind)
    """`value` as plain JSON: text and numbers bare, every other kind under its own name."""
    match value:
        case datetime():
            return {"time": instant_text(value)}
        case date():
            return {"day": value.isoformat()}
        case Personal(text, digest):
            return {"personal": digest} if digest else {"personal_text": text}
        case Word(key):
            return {"word": key}
        case Clause(clause):
            return {"clause": clause}
        case Metres(metres):
            return {"metres": metres}
        case SquareMetres(square_metres):
            return {"square_metres": square_metres}
        case Position(longitude, latitude):
            return {"position": [longitude, latitude]}
        case Unnamed(longitude, latitude, outlined):
            return {"outlined_place" if outlined else "point_place": [longitude, latitude]}
        case Count(of, number):
            return {"count": [value_as_json(of), number]}
        case tuple():
            return [value_as_json(item) for item in value]
        case _:
            return _scalar_as_json(value)


def _count(data: Any) -> Count:
    of, number = data
    term = value_from_json(of)
    if not isinstance(term, str | Word):
        raise Malformed.field("count", "is of neither text nor a word of the catalogue")
    return Count(term, number)


def _unnamed(data: Any, *, outlined: bool) -> Unnamed:
    longitude, latitude = data
    return Unnamed(longitude, latitude, outlined)


_READERS: Final[Mapping[str, Callable[[Any], Value]]] = {
    "time": instant,
    "day": date.fromisoformat,
    "personal": lambda digest: Personal(None, digest),
    "personal_text": Personal,
    "word": Word,
    "clause": Clause,
    "metres": Metres,
    "square_metres": SquareMetres,
    "position": lambda pair: Position(*pair),
    "outlined_place": lambda pair: _unnamed(pair, outlined=True),
    "point_place": lambda pair: _unnamed(pair, outlined=False),
    "count": _count,
}


def value_from_json(data: Any) -> Value:
    """The value that `value_as_json` wrote. Raises `Malformed` for any other shape."""
    if isinstance(data, list):
        return tuple(value_from_json(item) for item in data)
    if isinstance(data, dict):
        kind, *others = data
        if others or kind not in _READERS:
            raise Malformed.field("value", f"is of no known kind: {', '.join(data)}")
        return _READERS[kind](data[kind])
    if data is None or isinstance(data, str | int | float):
        scalar: Value = _scalar_as_json(data)
        return scalar
    raise Malformed.field("value", "is neither text, number nor a known kind")
