"""Licences to remove animals and things from infected places and areas (section 14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

from api.acted import answered
from api.answers import JSON, listing
from api.asked import Number, Sought
from api.bodies.movement import (
    ApplicationBody,
    GrantBody,
    JourneyBody,
    LicenceReasonsBody,
    LicenceRevocationBody,
    read_point,
    read_route,
)
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep, Times
from api.once import Once
from api.personal import reader_of
from api.problems import declared
from api.told import movement as told
from api.told.answers import Acted, Listed, Told
from gis.errors import TooManyVerticesError
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.law.diseases_of_animals.licence import State
from vetcontrol.law.diseases_of_animals.removal import Shown
from vetcontrol.movement import application, decision, queries
from vetcontrol.movement.finding import require_finding, shown_by
from vetcontrol.movement.journey import BEFORE, journey
from vetcontrol.officers.people import Officer
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Writing, personal_text

router = APIRouter(
    prefix="/licences", tags=["licences"], responses=declared(Malformed, NotSignedIn)
)
ACTS = declared(NoAuthority, NotFound, Refused)
DRAWN = declared(NoAuthority, NotFound, Refused, TooManyVerticesError)


def reading_text(
    reading: Reading, officer: Officer, *places: BaseGeometry
) -> Callable[[Any], str | None]:
    """What reads sealed text about `places` for the officer: None where he may not."""
    reader = reader_of(reading, officer)
    may = any(reader.may_read(place) for place in places)
    return lambda value: personal_text(reading.session, value) if may and value else None


def _told(writing: Writing, entry: Entry) -> dict[str, Any]:
    (number,) = entry.subjects
    state = queries.licence(writing.session, number).state.value
    more = {"journey": entry.content["journey"]} if "journey" in entry.content else {}
    return {"number": number, "state": state, "id": number, **more}


@router.get("", response_model=Listed)
def licences(
    request: Request,
    _officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    text: Sought,
    state: Annotated[list[State] | None, Query(description="Only these states")] = None,
) -> Response:
    """Licences, the newest first; `q` is a tag, a vehicle, a number or a village."""
    with register.reading() as reading:
        rows, total = queries.licences(
            reading.session,
            states=[s.value for s in state or ()],
            text=text,
            limit=part.limit,
            offset=part.offset,
        )
        items = [told.row(row) for row in rows]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, total, **more)


@router.post("", status_code=201, response_model=Acted, responses=DRAWN)
def applied(
    body: ApplicationBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """A licence is asked for, by the owner or for him (section 14(1))."""

    def act(writing: Writing) -> Entry:
        return application.apply(
            writing,
            officer,
            removal=body.removal(writing, settings),
            owner=body.owner,
            owner_address=body.owner_address,
            asked_how=body.asked_how,
            asked_by=body.asked_by,
            asked_at=body.asked_at,
            **body.signing(),
        )

    return answered(once, act, _told)


@router.post("/preview", response_model=Told, responses=DRAWN)
def looked_at(
    body: JourneyBody, officer: CurrentOfficer, register: RegisterDep, settings: SettingsDep
) -> Response:
    """What a journey would meet on its way, and whether it needs a licence; nothing is kept."""
    with register.reading() as reading:
        own = require_finding(
            reading, officer, shown=body.shown, finding=body.finding, at=reading.now
        )
        origin, free = body.origin.end(reading, "origin", settings), None
        if body.shown is Shown.FREE:
            free = shown_by(reading, body.finding, own=own, origin=origin, known_seq=body.known_seq)
        found = journey(
            reading,
            origin,
            body.destination.end(reading, "destination", settings),
            items=frozenset(body.items),
            shown=body.shown,
            mode=body.mode,
            route=read_route(body.route, settings),
            since=body.at,
            until=body.until,
            unloadings=[
                *(read_point("unloadings", point, settings) for point in body.unloadings),
                *queries.unloading_points(
                    reading.session,
                    body.consignment,
                    since=(body.at or reading.now) - BEFORE,
                    until=body.until or body.at or reading.now,
                    known_seq=body.known_seq,
                ),
            ],
            free=free,
            known_seq=body.known_seq,
        )
        answer = told.journey(found) | {"at": reading.now}
    return JSON(answer)


@router.get("/{number}", response_model=Told, responses=declared(NotFound))
def licence(
    number: Number, officer: CurrentOfficer, register: RegisterDep, asked: Times
) -> Response:
    """A licence with its conditions and its checks, as known then."""
    with register.reading() as reading:
        seq = asked.snapshot(reading).known_seq
        moment = asked.moment(reading)
        found = queries.licence(reading.session, number, seq)
        text = reading_text(reading, officer, found.consignment.origin.geometry, found.licensed_at)
        shown = told.licence(found, text)
    return JSON(shown | {"known_seq": seq, "at": moment})


@router.post("/{number}/grant", status_code=201, response_model=Acted, responses=DRAWN)
def granted(
    number: Number,
    officer: CurrentOfficer,
    settings: SettingsDep,
    once: Once,
    body: GrantBody | None = None,
) -> Response:
    """The Inspector grants the licence on conditions (section 14(1))."""
    given = body or GrantBody()

    def act(writing: Writing) -> Entry:
        return decision.grant(
            writing,
            officer,
            number,
            changes=given.changes(settings),
            reason=given.reason,
            **given.signing(),
        )

    return answered(once, act, _told)


@router.post("/{number}/refuse", status_code=201, response_model=Acted, responses=ACTS)
def refused(
    number: Number, body: LicenceReasonsBody, officer: CurrentOfficer, once: Once
) -> Response:
    """The Inspector refuses the licence, with reasons (section 14(1))."""

    def act(writing: Writing) -> Entry:
        return decision.refuse(writing, officer, number, reasons=body.reasons, **body.signing())

    return answered(once, act, _told)


@router.post("/{number}/revoke", status_code=201, response_model=Acted, responses=ACTS)
def revoked(
    number: Number, body: LicenceRevocationBody, officer: CurrentOfficer, once: Once
) -> Response:
    """The Inspector revokes the licence from a moment, with reasons (section 14(1))."""

    def act(writing: Writing) -> Entry:
        return decision.revoke(
            writing,
            officer,
            number,
            reasons=body.reasons,
            revoked_at=body.revoked_at,
            **body.signing(),
        )

    return answered(once, act, _told)
