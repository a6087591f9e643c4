"""Steps through a long list: which part is shown, and the addresses before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from vetcontrol.errors import Malformed

SIZE = 50


@dataclass(frozen=True)
class Steps:
    """The part of a list from `first` to `last` (counted from 1) of `total`."""

    first: int
    last: int
    total: int
    before: str | None
    following: str | None


def steps(request: Request, offset: int, shown: int, total: int, size: int = SIZE) -> Steps:
    """The steps of a list that shows `shown` items after the first `offset`."""

    def at(start: int) -> str:
        url = request.url.include_query_params(offset=max(start, 0))
        return f"{url.path}?{url.query}"

    return Steps(
        offset + 1 if shown else 0,
        offset + shown,
        total,
        at(offset - size) if offset > 0 else None,
        at(offset + size) if offset + size < total else None,
    )


def offset_of(text: str) -> int:
    """How many items to pass over; 0 when blank. Raises `Malformed`."""
    if not text:
        return 0
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise Malformed.field("offset", "is no whole number; open the list from its beginning")
    return int(text)
