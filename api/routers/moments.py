"""When something on the map changes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.answers import JSON, MOST_ITEMS
from api.asked import Box
from api.deps import OptionalOfficer, RegisterDep, Times
from api.problems import declared
from api.told.answers import MomentsTold
from vetcontrol.disease.moments import moments
from vetcontrol.errors import Malformed, NotSignedIn

router = APIRouter(tags=["in force"], responses=declared(Malformed, NotSignedIn))


@router.get("/moments", response_model=MomentsTold)
def moments_of_change(
    officer: OptionalOfficer,
    register: RegisterDep,
    asked: Times,
    box: Box,
    limit: Annotated[
        int, Query(ge=1, le=MOST_ITEMS, description="Most moments, the newest")
    ] = MOST_ITEMS,
) -> Response:
    """Moments at which a place or area begins, changes or ends, also those to come, as known.

    `first` is the oldest of all, `total` counts all; unsigned callers learn of gazetted ones only.
    """
    with register.reading() as reading:
        snapshot, now = asked.snapshot(reading), reading.now
    found = moments(snapshot, bounds=box, gazetted_only=officer is None)
    return JSON(
        {
            "items": found[-limit:],
            "first": found[0] if found else None,
            "now": now,
            "total": len(found),
            "known_seq": snapshot.known_seq,
        }
    )
