"""The one search box: everything that bears a number or a name, as far as one may see it."""

from __future__ import annotations

from starlette.responses import Response

from api import asked
from api.deps import RegisterDep
from api.pages.page import AnyonesPage, pages_router
from api.search import search, straight_to
from vetcontrol.register.finding import LONGEST, SHORTEST, Sought

router = pages_router()


@router.get("/search")
def found(page: AnyonesPage, register: RegisterDep, q: asked.Sought) -> Response:
    """What was found, by kind; a whole number leads straight to its page."""
    typed = " ".join(q.split())
    with register.reading() as reading:
        straight = straight_to(reading, page.officer, typed)
        groups = [] if straight else search(reading, page.officer, typed)
    if straight:
        return page.go(straight)
    sought = Sought(typed)
    return page.show(
        "search.html",
        q=typed,
        groups=groups,
        too_little=bool(typed) and not sought.words and sought.number is None,
        shortest=SHORTEST,
        longest=LONGEST,
    )
