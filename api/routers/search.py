"""Finding by number or name, for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.answers import JSON
from api.asked import Sought
from api.deps import OptionalOfficer, RegisterDep
from api.problems import declared
from api.search import MOST_SHOWN, search, straight_to
from api.told.answers import Found
from vetcontrol.errors import Malformed

router = APIRouter(tags=["operation"], responses=declared(Malformed))


@router.get("/search", response_model=Found)
def found(
    officer: OptionalOfficer,
    register: RegisterDep,
    q: Sought,
    most: Annotated[int, Query(ge=1, le=100, description="Most of each kind")] = MOST_SHOWN,
) -> Response:
    """What bears a number or name like `q`, by kind; unsigned, what is gazetted and the land.

    `exact` is the page of the one number that was typed in whole.
    """
    with register.reading() as reading:
        groups = search(reading, officer, q, most)
        answer = {
            "q": q,
            "exact": straight_to(reading, officer, q) or None,
            "groups": [
                {
                    "kind": group.key,
                    "title": group.title,
                    "more": group.more,
                    "items": [
                        {"name": hit.name, "line": hit.line, "address": hit.address}
                        for hit in group.hits
                    ],
                }
                for group in groups
            ],
            "known_seq": reading.known().known_seq,
            "at": reading.now,
        }
    return JSON(answer)
