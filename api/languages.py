"""The languages in which papers can be had: their words, and how each cites a clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Final

from fastapi import Query

from api.templating import cite
from vetcontrol import resources, statutes
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.vocabulary import words_of
from vetcontrol.errors import Malformed

ENGLISH: Final = "en"
Language = Annotated[
    str | None, Query(max_length=20, description="Language of the paper: en, kok; default its own")
]


@cache
def catalogues() -> Mapping[str, Words]:
    """Every shipped language by its code. Raises `DataError` for a catalogue that is not whole."""
    files = resources.list_files("languages", ".toml")
    found = [words_of(resources.read_toml(file), file=f"data/{file}") for file in files]
    return {words.language: words for words in found}


def words_in(language: str) -> Words:
    """The words of `language`. Raises `Malformed` for one that is not shipped."""
    words = catalogues().get(language)
    if words is None:
        known = ", ".join(catalogues())
        raise Malformed.field("language", f"is not one that papers are written in: {known}")
    return words


def cite_in(words: Words) -> Callable[[str], str]:
    """How a paper in the language of `words` cites a clause by its id."""

    def cited(clause_id: str) -> str:
        named = words.messages.get(f"statute.{clause_id.partition('-')[0]}")
        if named is None:
            return cite(clause_id)
        if clause_id in statutes.cited():
            section, _ = statutes.cited()[clause_id]
        elif clause_id in statutes.clauses():
            section = statutes.clauses()[clause_id].section
        else:
            return cite(clause_id)
        section = section.replace("proviso", words.say("value.proviso"))
        return words.say("value.clause", section=section, statute=named)

    return cited
