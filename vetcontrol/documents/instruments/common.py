"""What instruments of the 1974 Act share: statute, terms, tables of animals, licence rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import Clause, Count, Paragraph, Schedule, Value, Word
from vetcontrol.documents.values import Term

STATUTE: Final = "DOA1974"

OFFICES: Final = ("inspector", "veterinary_surgeon", "government", "collector")
ROLES: Final = ("owner", "occupier", "person_in_charge", "owner_occupier_or_person_in_charge")
SPECIES: Final = (
    "cattle",
    "buffalo",
    "sheep",
    "goat",
    "pig",
    "horse",
    "donkey",
    "mule",
    "camel",
    "elephant",
    "poultry",
    "duck",
    "dog",
    "cat",
)

_LICENCE: Final = message("paragraph.licence", "clause")
_DELEGATED: Final = message("paragraph.delegated", "delegation", "clause")
_DELEGATION_CLAUSE: Final = "DOA1974-13-7"
_ANIMALS: Final = message("schedule.animals")
SPECIES_COLUMN: Final = message("column.species")
COUNT_COLUMN: Final = message("column.count")

MESSAGES: Final[tuple[Message, ...]] = (
    _LICENCE,
    _DELEGATED,
    _ANIMALS,
    SPECIES_COLUMN,
    COUNT_COLUMN,
    message(f"statute.{STATUTE}"),
    *(message(f"term.office.{name}") for name in OFFICES),
    *(message(f"term.role.{name}") for name in ROLES),
    *(message(f"term.species.{name}") for name in SPECIES),
)


def office(name: str) -> Term:
    """An office by its name in `OFFICES` as a term; any other as it is written."""
    return Word(f"office.{name}") if name in OFFICES else name


def species(name: str) -> Term:
    """A species by its name in `SPECIES` as a term; any other as it is written."""
    return Word(f"species.{name}") if name in SPECIES else name


def animals(counts: Mapping[str, int]) -> Value:
    """Species counts in one cell, in the order of the species' names; None when unknown."""
    return tuple(Count(species(name), counts[name]) for name in sorted(counts)) or None


def animals_schedule(counts: Mapping[str, int]) -> tuple[Schedule, ...]:
    """The schedule of animals by species, in the order of names; none when `counts` is empty."""
    rows = tuple((species(name), counts[name]) for name in sorted(counts))
    columns = (SPECIES_COLUMN.key, COUNT_COLUMN.key)
    return (Schedule(_ANIMALS.key, columns, rows),) if rows else ()


def licence_rule() -> Paragraph:
    """What section 14 asks of everybody while the place or area is declared."""
    return _LICENCE(clause=Clause("DOA1974-14-1a"))


def delegation_of(number: str) -> tuple[tuple[str, ...], tuple[Paragraph, ...]]:
    """The clause and the sentence of an act under delegation `number`; nothing when it is empty."""
    if not number:
        return (), ()
    sentence = _DELEGATED(delegation=number, clause=Clause(_DELEGATION_CLAUSE))
    return (_DELEGATION_CLAUSE,), (sentence,)
