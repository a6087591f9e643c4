"""One way to write a value as text, so that the same content has the same hash for ever.

Keys sorted, no spaces, UTF-8 as it stands, numbers by their shortest exact spelling. Refused:
NaN and infinities, NUL and lone surrogates (PostgreSQL cannot keep them), keys that are not text.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from vetcontrol.clock import as_utc


class CanonicalError(ValueError):
    """A value that has no canonical text."""


def instant_text(moment: datetime) -> str:
    """`moment` in UTC as `2027-01-01T02:30:00.000000Z`, always with microseconds."""
    return as_utc(moment).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def instant(text: str) -> datetime:
    """The moment that `instant_text` wrote."""
    return as_utc(datetime.fromisoformat(text))


def canonical(value: Any) -> str:
    """The canonical JSON text of `value` (dict, list, text, int, float, bool, None)."""
    _check(value, "$")
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(text: str) -> str:
    """SHA-256 of `text` in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def _check(value: Any, path: str) -> None:
    match value:
        case None | bool() | int():
            return
        case float():
            if not math.isfinite(value):
                raise CanonicalError(f"{path}: {value} is not a number that can be kept")
        case str():
            if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
                raise CanonicalError(f"{path}: the text holds a character that cannot be kept")
        case Mapping():
            for key, item in value.items():
                if not isinstance(key, str):
                    raise CanonicalError(f"{path}: the key {key!r} is not text")
                _check(key, path)
                _check(item, f"{path}.{key}")
        case list() | tuple():
            for place, item in enumerate(value):
                _check(item, f"{path}[{place}]")
        case _:
            raise CanonicalError(f"{path}: {type(value).__name__} has no canonical text")
