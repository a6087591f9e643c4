"""The terms of a control as the log keeps them, and as callers state them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import Malformed
from vetcontrol.gazette.grounds import remark
from vetcontrol.law.diseases_of_animals.controls import Force, Gathering, Matter, Movement, Terms

LONGEST_WORD = 80
Choice = TypeVar("Choice", bound=StrEnum)


def terms(
    *,
    force: str,
    movements: Collection[str] = (),
    matters: Collection[str] = (),
    classes: Collection[str] = (),
    excepted: Mapping[str, str] | None = None,
    gatherings: Collection[str] = (),
    dealing: bool = False,
    conditions: str = "",
) -> Terms:
    """The terms that these words state. Raises `Malformed` naming what is none."""
    excepted = excepted or {}
    if any(len(document) > LONGEST_WORD for document in excepted.values()):
        raise Malformed.field("excepted", f"name a document in at most {LONGEST_WORD} characters")
    return Terms(
        _chosen("force", (force,), Force).pop(),
        movements=frozenset(_chosen("movements", movements, Movement)),
        matters=frozenset(_chosen("matters", matters, Matter)),
        classes=frozenset(_class("classes", one) for one in classes),
        excepted={
            _class("excepted", name): document.strip() for name, document in excepted.items()
        },
        gatherings=frozenset(_chosen("gatherings", gatherings, Gathering)),
        dealing=dealing,
        conditions=remark("conditions", conditions),
    )


def _class(field: str, typed: str) -> str:
    """A class of animals in the spelling in which consignments are counted.

    Raises `Malformed` for any other: a control of what is called otherwise would hold nothing.
    """
    name = typed.strip().casefold()
    if name not in SPECIES:
        raise Malformed.field(field, f"{typed!r} is none of: {', '.join(SPECIES)}")
    return name


def _chosen(field: str, given: Collection[str], of: type[Choice]) -> set[Choice]:
    try:
        return {of(one) for one in given}
    except ValueError as error:
        raise Malformed.field(field, f"is of {', '.join(of)}") from error


def of_words(terms_: Terms) -> dict[str, Any]:
    """The terms as the log keeps them."""
    return {
        "force": terms_.force.value,
        "movements": [m.value for m in Movement if m in terms_.movements],
        "matters": [m.value for m in Matter if m in terms_.matters],
        "classes": sorted(terms_.classes),
        "excepted": dict(sorted(terms_.excepted.items())),
        "gatherings": [g.value for g in Gathering if g in terms_.gatherings],
        "dealing": terms_.dealing,
        "conditions": terms_.conditions,
    }


def of_json(kept: Mapping[str, Any]) -> Terms:
    """The terms that `of_words` wrote."""
    return terms(**kept)
