"""The copies and notices of a case in one file, to be printed and carried round."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.languages import Language, words_in
from api.notices import PART, Order, Which, numbers_of, part_of, parts_of
from api.papers import PDF, Press
from api.problems import declared
from api.templating import number_in_path
from vetcontrol.errors import Malformed, NotFound, NotSignedIn, Refused, TooLarge

router = APIRouter(
    prefix="/infected-places",
    tags=["infected places"],
    responses=declared(Malformed, NotSignedIn, NotFound, Refused, TooLarge),
)


@router.get("/{number}/notices.pdf", response_class=PDF)
def notices(  # noqa: PLR0917  (what a print of many is chosen by)
    request: Request,
    number: Number,
    officer: CurrentOfficer,
    register: RegisterDep,
    order: Annotated[Order, Query(description="In order of the round, or of the numbers")] = (
        Order.ROUND
    ),
    which: Annotated[Which, Query(description="Those not yet delivered, or all")] = Which.UNSERVED,
    language: Language = None,
    part: Annotated[
        int | None, Query(ge=1, le=10_000, description=f"Part of at most {PART} papers, from 1")
    ] = None,
) -> Response:
    """Copies and notices of a case in one file; the first print of each is kept as well.

    Each is numbered by its own pages. Raises `TooLarge` for more than one part where none is
    named.
    """
    if language is not None:
        words_in(language)
    with register.reading() as reading:
        numbers = numbers_of(reading, number, which, order)
    if part is None and len(numbers) > PART:
        raise TooLarge(
            f"{len(numbers):,} copies and notices are more than one file takes, which is {PART}."
            f" Ask for part=1 to part={parts_of(len(numbers))}."
        )
    chosen = part_of(numbers, part or 1)
    place = number_in_path(number)
    return Press(request, officer, language).together(
        chosen, name=f"notices-{place}-{part or 1}", title=f"{number}: {chosen[0]} – {chosen[-1]}"
    )
