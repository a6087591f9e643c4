"""Directions to take back what was removed in breach of section 14 (section 15)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.acted import answered
from api.answers import JSON, listing
from api.asked import Number
from api.bodies.movement import ReturnBody, ReturnedBody, read_point
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep
from api.once import Once
from api.problems import declared
from api.routers.licences import reading_text
from api.told import movement as told
from api.told.answers import Acted, Listed, Told
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.movement import queries, returns
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

router = APIRouter(prefix="/returns", tags=["returns"], responses=declared(Malformed, NotSignedIn))
ACTS = declared(NoAuthority, NotFound, Refused)


def _told(writing: Writing, entry: Entry) -> dict[str, Any]:
    number = entry.content["number"]
    state = queries.direction(writing.session, number).state
    return {"number": number, "state": state, "id": number}


@router.get("", response_model=Listed)
def directions(
    request: Request,
    _officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    state: Annotated[
        Literal["required", "returned"] | None, Query(description="Only this state")
    ] = None,
) -> Response:
    """Directions to take back, the newest first."""
    with register.reading() as reading:
        rows, total = queries.returns(
            reading.session,
            states=(state,) if state else (),
            limit=part.limit,
            offset=part.offset,
        )
        items = [told.return_row(row) for row in rows]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, total, **more)


@router.post("", status_code=201, response_model=Acted, responses=ACTS)
def directed(
    body: ReturnBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """Any Inspector or police officer requires that it be taken back (section 15)."""
    point = read_point("geometry", body.geometry, settings)

    def act(writing: Writing) -> Entry:
        return returns.direct(
            writing,
            officer,
            origin=body.origin,
            breach=body.breach,
            within=body.within,
            point=point,
            removed=body.removed(),
            person=body.person,
            name=body.name,
            address=body.address,
            licence=body.licence.replace("-", "/"),
            removed_at=body.removed_at,
            **body.signing(),
        )

    return answered(once, act, _told)


@router.get("/{number}", response_model=Told, responses=declared(NotFound))
def direction(number: Number, officer: CurrentOfficer, register: RegisterDep) -> Response:
    """A direction to take back."""
    with register.reading() as reading:
        row = queries.direction(reading.session, number)
        text = reading_text(reading, officer, row.shape)
        shown = told.direction(row, queries.content_of(reading.session, row), text)
        known = reading.known().known_seq
        moment = reading.now
    return JSON(shown | {"known_seq": known, "at": moment})


@router.post("/{number}/returned", status_code=201, response_model=Acted, responses=ACTS)
def taken_back(
    number: Number, officer: CurrentOfficer, once: Once, body: ReturnedBody | None = None
) -> Response:
    """It was taken back, in time or late."""
    given = body or ReturnedBody()

    def act(writing: Writing) -> Entry:
        return returns.returned(
            writing, officer, number, returned_at=given.returned_at, remarks=given.remarks
        )

    return answered(
        once, act, lambda writing, entry: _told(writing, entry) | {"late": entry.content["late"]}
    )
