"""At which field of a form of movement a refusal stands, and what that field is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from api.forms import Filled
from api.pages import given
from api.pages.written import species_words
from gis.errors import GeodesyError
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import FieldError, Malformed, VetcontrolError

MOST_M = 1e6
FIELDS: Mapping[str, str] = {
    "items": "part",
    "counts": "count_cattle",
    "origin.words": "origin_words",
    "destination.words": "destination_words",
}
"""The form's field by the service's, where the two differ."""
WORDS: Mapping[str, str] = {
    "owner": "Owner's name",
    "owner_address": "Owner's address",
    "asked_how": "How he asked",
    "asked_by": "Who asked for him",
    "asked_at": "When he asked",
    "signed_at": "When the paper was signed",
    "position_reason": "Why the place lies inside",
    "tags": "Tags of the animals",
    "shown": "Are the animals infective",
    "finding": "The Veterinary Surgeon's finding",
    "part": "Parts of animals",
    "feed": "Feed",
    "bedding": "Bedding",
    "thing": "Other things",
    "items": "What else is carried",
    "origin_premises": "From, number in the register",
    "origin_position": "From, position",
    "origin_accuracy_m": "From, how exact it is",
    "origin_words": "From, in words",
    "destination_premises": "To, number in the register",
    "destination_position": "To, position",
    "destination_accuracy_m": "To, how exact it is",
    "destination_words": "To, in words",
    "mode": "How it travels",
    "route": "Route",
    "corridor_m": "How far the route may be left",
    "vehicle": "Vehicle",
    "person_in_charge": "Person in charge",
    "consignment": "Rail consignment",
    "valid_from": "From when",
    "valid_to": "Until when",
    "journeys": "Number of journeys",
    "journey": "Which journey",
    "conditions": "Further conditions",
    "reason": "Why a licence is granted",
    "reasons": "Reasons",
    "revoked_at": "From when",
    "position": "Where",
    "accuracy_m": "How exact it is",
    "at": "When",
    "licence": "Licence",
    "origin": "The place or area it left",
    "breach": "How it was removed in breach",
    "within": "To be back by",
    "person": "Who must take it back",
    "name": "Name",
    "address": "Address",
    "removed_at": "When it was removed",
    "returned_at": "When",
    "unloaded_at": "When",
    "remarks": "Remarks",
}
"""What a field is called above its control."""


@cache
def labels() -> Mapping[str, str]:
    """What every field of these forms is called, head counts by their species."""
    return {**WORDS, **{f"count_{name}": species_words(name) for name in SPECIES}}


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
