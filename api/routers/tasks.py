"""What waits for whom, and for how long."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.answers import listing
from api.asked import LONGEST_TEXT
from api.deps import CurrentOfficer, Paging, RegisterDep
from api.problems import declared
from api.tasks import tasks_of
from api.told import tasks as told
from api.told.answers import Listed
from vetcontrol.errors import Malformed, NotSignedIn

router = APIRouter(tags=["officers"], responses=declared(Malformed, NotSignedIn))


@router.get("/tasks", response_model=Listed)
def tasks(
    *,
    request: Request,
    officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    whose: Annotated[
        Literal["all", "mine", "others"], Query(description="Whom it waits for")
    ] = "all",
    where: Annotated[
        str, Query(max_length=LONGEST_TEXT, description="Only of this village or taluka, by name")
    ] = "",
) -> Response:
    """Steps that nobody has recorded, the worst first: by the law's wording, then by age."""
    with register.reading() as reading:
        found = [
            told.task(task)
            for task in tasks_of(reading, officer)
            if (whose == "all" or task.mine == (whose == "mine"))
            and (not where or where in task.places)
        ]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    shown = found[part.offset : part.offset + part.limit]
    return listing(request, part, shown, len(found), **more)
