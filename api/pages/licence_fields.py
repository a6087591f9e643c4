"""At which field of a form of movement a refusal stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from api.forms import Filled
from api.pages import given
from gis.errors import GeodesyError
from vetcontrol.errors import FieldError, Malformed, VetcontrolError

MOST_M = 1e6
FIELDS: Mapping[str, str] = {
    "items": "part",
    "counts": "count_cattle",
    "origin.words": "origin_words",
    "destination.words": "destination_words",
}
"""The form's field by the service's, where the two differ."""


@contextmanager
def at_its_field() -> Iterator[None]:
    """Renames the fields of a service's refusal to the form's; a position that the service finds
    too far away is refused at the field `position`."""
    try:
        yield
    except GeodesyError as error:
        raise Malformed.field("position", str(error)) from error
    except VetcontrolError as error:
        error.errors = tuple(
            FieldError(FIELDS.get(e.field, e.field), e.message) for e in error.errors
        )
        raise


def one_of(form: Filled, name: str, options: tuple[tuple[str, str], ...]) -> str:
    """The choice of the field `name`. Raises `Malformed` for none, and for one not offered."""
    value = form.text(name)
    if value not in {known for known, _ in options}:
        what = "is none of the choices" if value else "is blank"
        raise Malformed.field(name, f"{what}; choose one")
    return value


def accuracy(form: Filled, name: str) -> float | None:
    """Metres to which a position is known; None when blank. Raises `Malformed`."""
    text = form.text(name)
    if not text:
        return None
    metres = given.number(text, name, "metres")
    if not 0 <= metres <= MOST_M:
        raise Malformed.field(name, f"is in metres, 0 to {MOST_M:,.0f}")
    return metres
