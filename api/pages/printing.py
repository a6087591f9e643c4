"""The copies and notices of a case, to be printed together in parts that a printer can take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import Query
from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.languages import ENGLISH, Language, catalogues, words_in
from api.notices import PART, Order, Which, numbers_of, parts_of
from api.pages.page import OfficerPage, pages_router
from api.templating import number_in_path

router = pages_router()
ORDERS: Final = (
    (Order.ROUND.value, "Of the round, village by village"),
    (Order.NUMBER.value, "Of their numbers"),
)
WHICH: Final = (
    (Which.UNSERVED.value, "Those not yet delivered"),
    (Which.ALL.value, "All"),
)


@dataclass(frozen=True)
class Part:
    """One file of the print."""

    address: str
    words: str


@router.get("/infected-places/{number}/notices")
def printing(  # noqa: PLR0917  (what a print of many is chosen by)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    order: Annotated[Order, Query()] = Order.ROUND,
    which: Annotated[Which, Query()] = Which.UNSERVED,
    language: Language = None,
) -> Response:
    """Which are printed, in what order and language, and a link to each part."""
    del officer
    words = words_in(language or ENGLISH)
    with register.reading() as reading:
        count = len(numbers_of(reading, number, which, Order.NUMBER))
    asked = {"order": order.value, "which": which.value, "language": words.language}
    return page.show(
        "story/printing.html",
        number=number,
        count=count,
        parts=_parts(number, count, asked),
        orders=ORDERS,
        which=WHICH,
        languages=[(code, words_in(ENGLISH).say(f"languages.{code}")) for code in catalogues()],
        most=PART,
        checked=words.checked_by_speaker,
        values=asked,
    )


def _parts(number: str, count: int, asked: dict[str, str]) -> list[Part]:
    base = f"/api/v1/infected-places/{number_in_path(number)}/notices.pdf"
    return [
        Part(
            f"{base}?{urlencode({**asked, 'part': part})}",
            "Print all" if count <= PART else f"Print {_span(part, count)} of {count:,}",
        )
        for part in range(1, parts_of(count) + 1)
    ]


def _span(part: int, count: int) -> str:
    first, last = (part - 1) * PART + 1, min(part * PART, count)
    return f"{first:,} to {last:,}" if last > first else f"{first:,}"
