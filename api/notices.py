"""Copies and notices of a case to be printed together: which, and in what order."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from vetcontrol.disease import queries
from vetcontrol.disease.rounds import in_order_of_round, stop_of
from vetcontrol.errors import NotFound
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading

# Papers in one file: it takes some seconds, and 5 MB of memory for each map while it is drawn.
PART: Final = 50


class Order(StrEnum):
    """How the papers lie in the file."""

    ROUND = "round"
    NUMBER = "number"


class Which(StrEnum):
    """Those that still wait to be delivered, or all."""

    UNSERVED = "unserved"
    ALL = "all"


def numbers_of(reading: Reading, case_number: str, which: Which, order: Order) -> list[str]:
    """The numbers of the copies and notices of a case, in that order. Raises `NotFound`."""
    case = queries.case(reading.session, case_number)
    rows = queries.services(reading.session, case_number)
    chosen = [row for row in rows if which is Which.ALL or row.waits]
    if order is Order.NUMBER:
        return [row.document for row in chosen]
    stops = [stop_of(reading, case, row) for row in chosen]
    # From the infected place, as the page of the round sets out.
    start = geometry_from(case.geometry).representative_point()
    return [stop.document for stop in in_order_of_round(stops, start)]


def part_of(numbers: list[str], part: int) -> list[str]:
    """The numbers of that part, counted from 1. Raises `NotFound` where there is none."""
    chosen = numbers[(part - 1) * PART : part * PART]
    if not chosen:
        raise NotFound(
            f"There is no part {part}: {len(numbers):,} copies and notices make"
            f" {parts_of(len(numbers))} parts of at most {PART}."
        )
    return chosen


def parts_of(count: int) -> int:
    """How many parts so many papers make."""
    return -(-count // PART)
