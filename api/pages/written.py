"""Written instruments on pages: their titles, addressees and sentences, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from api.languages import ENGLISH, words_in
from api.templating import cite
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.documents.wording import Speaker


def english() -> Words:
    """The catalogue of words in English."""
    return words_in(ENGLISH)


@cache
def speaker() -> Speaker:
    """Says values and sentences in English."""
    return Speaker(english(), cite)


def species_words(species: str) -> str:
    """A species by its word; one that the catalogue does not know as it was written."""
    return speaker().term(f"species.{species}") if species in SPECIES else species


def animals_in_words(animals: Mapping[str, int]) -> str:
    """Head counts in one line: `Cattle 12, Goats 4`; empty when none are stated."""
    return ", ".join(f"{species_words(s)} {n:,}" for s, n in sorted(animals.items()) if n)


@dataclass(frozen=True)
class Written:
    """A document in a list: its number, what it is, and to whom it goes."""

    number: str
    title: str
    addressee: str


def line_of(made: Document) -> Written:
    """The document as one line of a list."""
    to = made.addressee
    parts = () if to is None else (to.name, to.role)
    return Written(
        made.number,
        english().say(made.title),
        ", ".join(speaker().value(part) for part in parts if part is not None),
    )


def text_of(made: Document) -> dict[str, Any]:
    """Title, sentences and schedules of a document, for a page that shows it before it is made."""
    words = english()
    return {
        "title": words.say(made.title),
        "paragraphs": [speaker().paragraph(part) for part in made.paragraphs],
        "schedules": [
            {
                "caption": words.say(schedule.key),
                "columns": [words.say(column) for column in schedule.columns],
                "rows": [[speaker().value(cell) for cell in row] for row in schedule.rows],
            }
            for schedule in made.schedules
        ],
    }
