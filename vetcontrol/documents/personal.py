"""Personal text in an instrument: bound to salted digests, opened for those who may read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from vetcontrol.documents.content import Document
from vetcontrol.documents.values import Personal

T = TypeVar("T")


def _map(part: T, change: Callable[[Personal], Personal]) -> T:
    changed: Any = part
    if isinstance(part, Personal):
        changed = change(part)
    elif isinstance(part, tuple):
        changed = tuple(_map(item, change) for item in part)
    elif is_dataclass(part) and not isinstance(part, type):
        changed = replace(
            part, **{f.name: _map(getattr(part, f.name), change) for f in fields(part)}
        )
    result: T = changed
    return result


def personals(document: Document) -> tuple[Personal, ...]:
    """Every personal text of `document`, in the order of its fields, repeats kept."""
    found: list[Personal] = []

    def note(item: Personal) -> Personal:
        found.append(item)
        return item

    _map(document, note)
    return tuple(found)


def sealed(document: Document, digest_of: Callable[[str], str]) -> Document:
    """`document` with each personal text bound to its salted digest, which `digest_of` makes.

    From here on `canonical` writes the digests alone. What is sealed already stays as it is.
    """

    def seal(item: Personal) -> Personal:
        if item.digest or item.text is None:
            return item
        return Personal(item.text, digest_of(item.text))

    return _map(document, seal)


def opened(document: Document, texts: Mapping[str, str]) -> Document:
    """`document` with the personal texts whose digests `texts` knows; all others are withheld.

    Opening and withholding never change `canonical` of a sealed document; a text that is not
    yet sealed stays.
    """

    def show(item: Personal) -> Personal:
        return Personal(texts.get(item.digest), item.digest) if item.digest else item

    return _map(document, show)
