"""Words that several sections share: how a place lies to an area, days, and stated provisions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum

from vetcontrol.clock import day_of


class Relation(StrEnum):
    """How a whole place lies to an area whose outline has a stated accuracy in metres."""

    INSIDE = "inside"
    WITHIN_ACCURACY = "within_accuracy"
    OUTSIDE = "outside"


class Inclusion(StrEnum):
    """How much of a declared place a notified area takes in."""

    NONE = "none"
    PART = "part"
    WHOLE = "whole"


def as_day(at: date | datetime) -> date:
    """The day in India: of an instant (aware) the day on which it falls."""
    return day_of(at) if isinstance(at, datetime) else at


def in_days(since: date, until: date | None, at: date | datetime) -> bool:
    """Whether the day of `at` lies in the half-open interval from `since` up to `until`."""
    day = as_day(at)
    return since <= day and (until is None or day < until)


def day_in_words(day: date) -> str:
    """`day` as an Indian office writes it: `1 January 2027`."""
    return f"{day.day} {day:%B %Y}"


def covers(stated: str, asked: str) -> bool:
    """Whether a provision `stated` in a notification takes in the one `asked` for.

    A section takes in its sub-sections, provisos and explanations: `11` covers `11(3)` and
    `11(1) proviso`, but `1` does not cover `11`, nor `11(1)` the whole of `11`. `all` covers
    every provision.
    """
    return stated in ("all", asked) or asked.startswith((f"{stated}(", f"{stated} "))


def listed(names: Iterable[str]) -> str:
    """Names in one sentence, each once and in order: `A, B and C`."""
    unique = list(dict.fromkeys(names))
    if len(unique) < 2:
        return "".join(unique)
    return f"{', '.join(unique[:-1])} and {unique[-1]}"
