"""Fields of requests: moments with an offset, days in India, numbers that are numbers."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from vetcontrol.clock import as_utc

MOMENT_EXAMPLE = "2027-01-01T08:00:00+05:30"
_MOMENT = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s*(Z|[+-]\d\d:?\d\d| \d\d:?\d\d)?"
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
# Far enough from the ends of the calendar that no time zone can overflow it.
FIRST_YEAR, LAST_YEAR = 1800, 2200


def moment_of(value: Any) -> datetime:
    """The instant (aware, UTC) that ISO 8601 text with an offset names.

    A space in place of the offset's plus is read as the plus: in a query string `+` means a
    space, and nothing else can have stood there. Raises ValueError with the remedy.
    """
    if isinstance(value, datetime) and value.tzinfo is not None:
        return as_utc(value)
    found = _MOMENT.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError(f"is not a moment of ISO 8601; write it like {MOMENT_EXAMPLE}")
    local, offset = found.groups()
    if offset is None:
        raise ValueError(
            "has no offset, so it names no instant; add +05:30 for Indian time (in an address"
            f" write %2B05:30), like {MOMENT_EXAMPLE}"
        )
    try:
        moment = datetime.fromisoformat(local + offset.replace(" ", "+"))
    except ValueError as error:
        raise ValueError(f"is no moment of the calendar ({error}); correct it") from error
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(f"lies outside the years {FIRST_YEAR} to {LAST_YEAR}; correct the year")
    return as_utc(moment)


def day_in_india(value: Any) -> date:
    """The day that `YYYY-MM-DD` names. Raises ValueError with the remedy."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise ValueError("is not a day; write it as YYYY-MM-DD, like 2027-01-31")
    try:
        day = date.fromisoformat(value)
    except ValueError as error:
        raise ValueError(f"is no day of the calendar ({error}); correct it") from error
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"lies outside the years {FIRST_YEAR} to {LAST_YEAR}; correct the year")
    return day


Moment = Annotated[
    datetime,
    BeforeValidator(moment_of),
    WithJsonSchema({"type": "string", "format": "date-time", "examples": [MOMENT_EXAMPLE]}),
]
Day = Annotated[
    date,
    BeforeValidator(day_in_india),
    WithJsonSchema({"type": "string", "format": "date", "examples": ["2027-01-31"]}),
]
Longitude = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]
Latitude = Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)]
Metres = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Text = Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*[^\s\x00][^\x00]*$")]
"""Words from people: not blank, no NUL (PostgreSQL cannot keep it)."""


class Body(BaseModel):
    """Base of every request body: an unknown field is refused, since it may be a misspelt one."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, str_strip_whitespace=True)
