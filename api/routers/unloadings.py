"""Loads taken off rail inside infected places and areas (section 14(2), proviso)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.acted import answered
from api.answers import listing
from api.bodies.movement import UnloadingBody, read_point
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep
from api.once import Once
from api.problems import declared
from api.told import movement as told
from api.told.answers import Acted, Listed
from vetcontrol.errors import Malformed, NoAuthority, NotSignedIn, Refused
from vetcontrol.movement import queries, unloading
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

router = APIRouter(
    prefix="/unloadings", tags=["unloadings"], responses=declared(Malformed, NotSignedIn)
)


def _told(_writing: Writing, entry: Entry) -> dict[str, Any]:
    number = entry.content["number"]
    return {"number": number, "inside": entry.content["inside"], "id": number}


@router.get("", response_model=Listed)
def made(
    request: Request,
    _officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    consignment: Annotated[str, Query(max_length=40, description="Of this reference")] = "",
) -> Response:
    """Unloadings from rail, the newest first."""
    with register.reading() as reading:
        rows, total = queries.unloadings(
            reading.session, consignment=consignment, limit=part.limit, offset=part.offset
        )
        items = [told.unloading(row, queries.content_of(reading.session, row)) for row in rows]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, total, **more)


@router.post("", status_code=201, response_model=Acted, responses=declared(NoAuthority, Refused))
def unloaded(
    body: UnloadingBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """A rail consignment was unloaded inside: from then it leaves only under a licence."""
    point = read_point("geometry", body.geometry, settings)

    def act(writing: Writing) -> Entry:
        return unloading.unload(
            writing,
            officer,
            consignment=body.consignment,
            point=point,
            unloaded_at=body.unloaded_at,
            removed=body.removed(),
            remarks=body.remarks,
        )

    return answered(once, act, _told)
