"""A written instrument by its number, however a person types it.

Letters may be small, and the parts may stand between /, -, spaces or dots.
"""

from __future__ import annotations

from starlette.responses import Response

from api.deps import RegisterDep
from api.numbers import read_number
from api.opened import open_document
from api.pages.page import AnyonesPage, pages_router
from api.templating import number_in_path
from vetcontrol.errors import NotFound, NotSignedIn

router = pages_router()


@router.get("/documents/{typed:path}")
def instrument(page: AnyonesPage, register: RegisterDep, typed: str) -> Response:
    """Leads to the written instrument. Raises `NotSignedIn` where signing in may show it."""
    number = read_number(typed) or typed.strip()
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
