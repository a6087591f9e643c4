"""Reading the fields that a correction restates: each of its kind, or refused by name."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import Any, Final

import shapely

from gis import geojson
from vetcontrol.canonical import instant_text
from vetcontrol.clock import as_utc
from vetcontrol.errors import Malformed

MAX_WORDS = 5_000
Reader = Callable[[str, Any], Any]


def checked(restated: Mapping[str, Any], **readers: Reader) -> dict[str, Any]:
    """The fields of `restated`, those that have a reader read by it."""
    return {
        name: readers[name](name, value) if name in readers else value
        for name, value in restated.items()
    }


def restating(
    **readers: Reader,
) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]:
    """A kind's `restate`: the content with the restated fields, each read by its reader."""

    def restate(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**content, **checked(restated, **readers)}

    return restate


def wording(name: str, value: Any) -> str:
    """Words that say something, at most 5,000 characters."""
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_WORDS:
        raise Malformed.field(f"restated.{name}", f"are words, at most {MAX_WORDS} characters")
    return value.strip()


def flag(name: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Malformed.field(f"restated.{name}", "is true or false")
    return value


def day(name: str, value: Any) -> str:
    """A day as `YYYY-MM-DD`."""
    try:
        return date.fromisoformat(value).isoformat()
    except (TypeError, ValueError) as error:
        raise Malformed.field(f"restated.{name}", "is a day, YYYY-MM-DD") from error


def metres(name: str, value: Any) -> float | None:
    """A length in metres that is not negative, or None where it is not known."""
    if value is None:
        return None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and math.isfinite(value) and value >= 0):
        raise Malformed.field(f"restated.{name}", "is in metres, 0 or more; null if not known")
    return float(value)


def one_of(choices: Collection[str]) -> Reader:
    """One of `choices`."""

    def read(name: str, value: Any) -> str:
        if value not in choices:
            raise Malformed.field(f"restated.{name}", f"is one of {', '.join(choices)}")
        return str(value)

    return read


def moment(name: str, value: Any) -> str:
    """A time with its offset, as the log writes times."""
    try:
        return instant_text(as_utc(datetime.fromisoformat(str(value))))
    except ValueError as error:
        raise Malformed.field(f"restated.{name}", f"is no time with its offset: {error}") from error


def geometry(_name: str, value: Any) -> Any:
    """A GeoJSON geometry in EPSG:4326, longitude first."""
    return json.loads(shapely.to_geojson(geojson.parse_geojson(value)))


def ids(name: str, value: Any) -> list[int]:
    """Ids of premises."""
    if not isinstance(value, list) or not all(isinstance(item, int) for item in value):
        raise Malformed.field(f"restated.{name}", "is a list of premises ids")
    return value


def untouched(_name: str, value: Any) -> Any:
    """The value as it is given, for the kind's own reader to judge."""
    return value


# Fields that mean the same in every kind of entry; what else a kind restates it reads itself.
SAME_EVERYWHERE: Final[Mapping[str, Reader]] = {
    "signed_at": moment,
    "served_at": moment,
    "examined_at": moment,
    "effective_at": moment,
    "published_at": moment,
    "geometry": geometry,
    "premises_ids": ids,
}
