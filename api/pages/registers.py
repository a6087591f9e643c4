"""The registers kept under the Act: which there are for whom, and their pages as one list."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from api.pages import gazetted_controls
from api.pages.navigation import Room, anyone
from api.pages.page import AnyonesPage, pages_router

router = pages_router()

# In the order of the Act.
ROOMS: tuple[Room, ...] = (
    Room(
        "Controls",
        "/controls",
        "Bans and rules of movement, gatherings and dealing: in force, to come, ended, with gaps.",
        anyone,
    ),
)


@router.get("/registers")
def rooms(page: AnyonesPage) -> Response:
    """The registers that are open to the visitor."""
    viewer = page.viewer()
    return page.show("registers/rooms.html", rooms=[r for r in ROOMS if r.offered(viewer)])


ROUTERS: tuple[APIRouter, ...] = (router, gazetted_controls.router)
