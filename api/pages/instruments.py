"""A written instrument by its number, however a person types it.

Letters may be small, and the parts may stand between /, -, spaces or dots.
"""

from __future__ import annotations

import re

from starlette.responses import Response

from api.deps import RegisterDep
from api.opened import open_document
from api.pages.page import AnyonesPage, pages_router
from api.templating import number_in_path
from vetcontrol.errors import NotFound, NotSignedIn

router = pages_router()
_NUMBER = re.compile(r"([A-Za-z]{2,8})[\s./_-]+([0-9]{4})[\s./_-]+([0-9]{1,9})")
DIGITS = 6


def as_registered(typed: str) -> str:
    """The number as the register writes it, `ORD/2027/000012`; other text as it was typed."""
    found = _NUMBER.fullmatch(typed.strip())
    if found is None:
        return typed.strip()
    return f"{found[1].upper()}/{found[2]}/{found[3].zfill(DIGITS)}"


@router.get("/documents/{typed:path}")
def instrument(page: AnyonesPage, register: RegisterDep, typed: str) -> Response:
    """Leads to the written instrument. Raises `NotSignedIn` where signing in may show it."""
    number = as_registered(typed)
    with register.reading() as reading:
        try:
            open_document(reading, page.officer, number)
        except NotFound as unknown:
            if page.officer is None:
                raise NotSignedIn(
                    f"No document {number} is open to all. Sign in, if it may be for officers."
                ) from unknown
            raise
    return page.go(f"/api/v1/documents/{number_in_path(number)}.html")
