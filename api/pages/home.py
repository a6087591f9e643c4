"""The first page: what waits for the officer."""

from __future__ import annotations

from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.pages.page import OfficerPage, pages_router
from api.pages.tasks import tasks_of

router = pages_router()


@router.get("/")
def tasks(page: OfficerPage, officer: CurrentOfficer, register: RegisterDep) -> Response:
    """Tasks, those with a last moment first."""
    with register.reading() as reading:
        found, now = tasks_of(reading, officer), reading.now
    return page.show("tasks.html", tasks=found, now=now)
