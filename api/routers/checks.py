"""Checks of removals on the way against their licences (section 14)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.answers import listing
from api.asked import number_of
from api.bodies.movement import CheckBody, read_point
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep
from api.once import Done, Once
from api.problems import declared
from api.told import movement as told
from api.told.answers import CheckTold, Listed
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.movement import checks, queries
from vetcontrol.movement.checking import Found
from vetcontrol.register.register import Writing

router = APIRouter(prefix="/checks", tags=["checks"], responses=declared(Malformed, NotSignedIn))


@router.get("", response_model=Listed)
def made(
    request: Request,
    _officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    licence: Annotated[str, Query(max_length=40, description="Of this licence")] = "",
    verdict: Annotated[
        Literal["allowed", "not_allowed", "needs_decision"] | None,
        Query(description="With this verdict"),
    ] = None,
) -> Response:
    """Checks, the newest first."""
    number = number_of(licence.replace("/", "-")) if licence else ""
    with register.reading() as reading:
        rows, total = queries.checks(
            reading.session,
            licence_number=number,
            verdict=verdict or "",
            limit=part.limit,
            offset=part.offset,
        )
        items = [told.check_row(row) for row in rows]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, total, **more)


@router.post(
    "",
    status_code=201,
    response_model=CheckTold,
    responses={
        200: {"model": CheckTold, "description": "Recorded before under the same client_id"},
        **declared(NoAuthority, NotFound, Refused),
    },
)
def checked(
    body: CheckBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """A check at a post or on the road, recorded once for each `client_id`."""
    if body.token is not None:
        raise Malformed.field(
            "token", "licences are not yet read from a token; give the number on the paper"
        )
    if body.number is None:
        raise Malformed.field("number", "give the number of the licence")
    number = body.number.replace("-", "/")
    kept = body.conditions_met
    found = Found(
        point=read_point("geometry", body.geometry, settings),
        at=body.at,
        accuracy_m=body.accuracy_m,
        tags=body.animals,
        counts=body.counts,
        items=body.items,
        within=None if body.quantity is None else body.quantity == "within",
        vehicle=body.vehicle,
        mode=body.mode,
        conditions=None
        if kept is None
        else {at: value for at, value in enumerate(kept, 1) if value is not None},
        journey=body.journey,
    )

    def act(writing: Writing) -> Done:
        entry, new = checks.check(
            writing,
            officer,
            number,
            found,
            client_id=body.client_id,
            known_seq=body.known_seq,
        )
        return Done(201 if new else 200, told.check(entry))

    return once(act).response()
