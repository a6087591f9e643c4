"""What the forms of the office share: days with an hour, gazette references, names of fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta

from api.forms import Filled, keepable
from api.pages import given
from vetcontrol.clock import start_of_day
from vetcontrol.errors import FieldError, Malformed, VetcontrolError
from vetcontrol.gazette.reference import GazetteReference

GAZETTE_FIELDS = {
    "gazette": "gazette_series",
    "gazette.series": "gazette_series",
    "gazette.number": "gazette_number",
    "gazette.date": "gazette_day",
}


@contextmanager
def fields_named(names: Mapping[str, str]) -> Iterator[None]:
    """Refusals raised inside name the fields as this page's form does."""
    try:
        yield
    except VetcontrolError as error:
        error.errors = tuple(
            FieldError(names.get(one.field, one.field), one.message) for one in error.errors
        )
        raise


def begins(form: Filled, day: str, hour: str) -> datetime:
    """The instant of a day in India at its hour, at 00:00 where none is given.

    Raises `Malformed`, also for a blank day.
    """
    first = given.day(form.text(day), day)
    if not form.text(hour):
        return start_of_day(first)
    found = given.moment(f"{first.isoformat()}T{form.text(hour)}", hour)
    assert found is not None
    return found


def after_last_day(form: Filled, name: str) -> datetime | None:
    """The instant at which a stated last day is over; None when blank. Raises `Malformed`."""
    if not form.text(name):
        return None
    return start_of_day(given.day(form.text(name), name) + timedelta(days=1))


def optional_gazette(form: Filled) -> dict[str, str] | None:
    """Series, number and day of a gazette; None where all three are blank."""
    found = {
        "series": form.text("gazette_series"),
        "number": form.text("gazette_number"),
        "date": form.text("gazette_day"),
    }
    return found if any(found.values()) else None


def gazette(form: Filled) -> GazetteReference:
    """The gazette that the form must name. Raises `Malformed`."""
    return GazetteReference(
        form.text("gazette_series"),
        form.text("gazette_number"),
        given.day(form.text("gazette_day"), "gazette_day"),
    )


def reason(form: Filled) -> str:
    """Why something is done. Raises `Malformed` when it is blank."""
    words = form.text("reason")
    if not words:
        raise Malformed.field("reason", "is blank; say why, in a sentence")
    return words


LONGEST_SOUGHT = 200


def sought(text: str, field: str = "q") -> str:
    """Words to look for. Raises `Malformed` for what no database can look for."""
    words = text.strip()
    if len(words) > LONGEST_SOUGHT or not keepable(words):
        raise Malformed.field(field, f"are words to look for, at most {LONGEST_SOUGHT} characters")
    return words
