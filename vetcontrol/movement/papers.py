"""What the papers of a removal say of its places, its owner and what is removed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import shapely

from vetcontrol.documents.instruments import Removed
from vetcontrol.documents.parts import Addressee, Place
from vetcontrol.documents.values import Described, Personal, Unnamed, Value, Word
from vetcontrol.errors import Malformed
from vetcontrol.movement.consignment import LONGEST_TAG, Consignment, Sealable, by_species, compared
from vetcontrol.movement.lying import End
from vetcontrol.officers.people import Officer
from vetcontrol.officers.reach import covers_place
from vetcontrol.places.queries import Whereabouts
from vetcontrol.places.words import unnamed
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Writing


def personal(writing: Writing, text: Sealable | None) -> Personal | None:
    """Personal text for a paper, typed now or sealed before; None where there is none.

    What was redacted since stays its digest.
    """
    if not text:
        return None
    if isinstance(text, str):
        return Personal(text)
    known = writing.personal_text(text)
    return Personal(None, text["personal"]) if known is None else Personal(known)


def end_words(writing: Writing, officer: Officer, end: End, words: Sealable) -> Described:
    """An end of a journey: by what was typed, else its name on the register, else its position.

    The name of premises beyond the reach of the officer is not his to read, nor to print.
    """
    typed = personal(writing, words)
    if typed is not None:
        return typed
    row = None if end.premises_id is None else writing.session.get(PremisesRow, end.premises_id)
    if row is not None and covers_place(writing, officer, row.shape):
        return Personal(row.name)
    return unnamed(json.loads(shapely.to_geojson(end.geometry)))


def end_value(writing: Writing, officer: Officer, end: End, words: Sealable) -> Value:
    """The same where no register number stands beside it: with that of premises not named."""
    said = end_words(writing, officer, end, words)
    if end.premises_id is None or not isinstance(said, Unnamed):
        return said
    return (f"No. {end.premises_id}", said)


def origin_place(
    writing: Writing,
    officer: Officer,
    of: Consignment,
    lies: Mapping[str, str],
) -> Place:
    """The origin as the place of a paper; `lies`, as `place_content` made it, says where it is."""
    return Place(
        description=end_words(writing, officer, of.origin, of.origin_words),
        village=lies["village"],
        taluka=lies["taluka"],
        district=lies["district"],
        number="" if of.origin.premises_id is None else str(of.origin.premises_id),
    )


def place_content(lies: Whereabouts) -> dict[str, str]:
    """Where a place lies, as an entry's content holds it."""
    return {"village": lies.village, "taluka": lies.taluka, "district": lies.district}


def owner(writing: Writing, name: Sealable, address: Sealable | None) -> Addressee:
    """The owner as the addressee of a paper."""
    return Addressee(Word("role.owner"), personal(writing, name), personal(writing, address))


def removed(of: Consignment) -> Removed:
    """What is removed, as the papers list it."""
    return Removed(
        of.tags,
        of.counts,
        of.dead,
        [(line.item.value, line.what, line.quantity) for line in of.lines],
    )


def removed_content(of: Removed) -> dict[str, Any]:
    """What was removed, as an entry's content holds it."""
    return {
        "tags": list(of.tags),
        "counts": dict(of.counts),
        "dead": of.dead,
        "items": [{"item": kind, "what": what, "quantity": much} for kind, what, much in of.items],
    }


def require_something(of: Removed) -> Removed:
    """What is named, each species in one spelling. Raises `Malformed` where nothing is, or what no
    paper could list."""
    if not (of.tags or of.counts or of.items):
        raise Malformed.field("items", "name what it is: animals by tag or number, or items")
    if any(not compared(tag) or len(tag) > LONGEST_TAG for tag in of.tags):
        raise Malformed.field("tags", f"each is at most {LONGEST_TAG} characters")
    if any(not what.strip() for _, what, _ in of.items):
        raise Malformed.field("items", "say what each is")
    if any(number < 1 for number in of.counts.values()):
        raise Malformed.field("counts", "are numbers of 1 or more by species")
    return replace(of, counts=by_species(of.counts))
