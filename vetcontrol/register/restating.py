"""Reading the fields that a correction restates: each of its kind, or refused by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import Any

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
