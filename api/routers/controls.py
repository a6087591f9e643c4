"""Controls by gazette (sections 6(1), 5(1)(b)): drafted; in force; what they say to a gathering or
a dealing. What they say to a movement stands with the licence that is asked for."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from shapely import Point
from starlette.responses import Response

from api.answers import JSON, listing
from api.asked import Number
from api.bodies.controls import ControlBody
from api.bodies.parts import read_geometry
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep, Times
from api.fields import Latitude, Longitude
from api.once import Done, Once
from api.problems import declared
from api.told import acts
from api.told.answers import Acted, Listed, Told
from gis.errors import TooManyVerticesError
from vetcontrol.controls import notice, queries
from vetcontrol.controls.queries import Control
from vetcontrol.disease.answer_json import item
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.law.diseases_of_animals import controls as law
from vetcontrol.law.diseases_of_animals.controls import Gathering, Matter
from vetcontrol.register.register import Reading, Writing

router = APIRouter(prefix="/controls", tags=["controls"], responses=declared(Malformed))
ACTS = declared(NotSignedIn, NoAuthority, NotFound, Refused, TooManyVerticesError)
Lon = Annotated[Longitude, Query()]
Lat = Annotated[Latitude, Query()]


def _told(reading: Reading, control: Control) -> dict[str, Any]:
    gap = notice.gap_of(reading, control.version)
    shown: dict[str, Any] = item(control.version, geometry=True)
    shown["gap"] = (
        None if gap is None else {"begins": gap.begins, "ends": gap.ends, "days": gap.days}
    )
    return shown


@router.get("", response_model=Listed)
def listed(request: Request, register: RegisterDep, part: Paging, asked: Times) -> Response:
    """Controls in force, each with its terms and the gap before it where it extended one late."""
    with register.reading() as reading:
        snapshot, moment = asked.snapshot(reading), asked.moment(reading)
        found = queries.in_force(snapshot, moment)
        shown = [_told(reading, one) for one in found[part.offset : part.offset + part.limit]]
        more = {"known_seq": snapshot.known_seq, "at": moment}
    return listing(request, part, shown, len(found), **more)


@router.get("/gathering", response_model=Told)
def gathering(register: RegisterDep, asked: Times, kind: Gathering, lon: Lon, lat: Lat) -> Response:
    """Whether a market, fair, exhibition or other gathering may be held there (section 6(1)(b))."""
    with register.reading() as reading:
        moment = asked.moment(reading)
        found = queries.on_gathering(reading, kind, Point(lon, lat), moment)
        decision = queries.together(law.GATHERING, found)
        more = {"known_seq": reading.known().known_seq, "at": moment}
    return JSON({"decision": decision.as_json()} | more)


@router.get("/dealing", response_model=Told)
def dealing(  # noqa: PLR0917  (each is a part of the address)
    register: RegisterDep,
    asked: Times,
    matter: Matter,
    lon: Lon,
    lat: Lat,
    infective: Annotated[bool | None, Query(description="Left out where nobody knows")] = None,
) -> Response:
    """Whether what is infective, or was used with it, may be sold or dealt in there (6(1)(c))."""
    with register.reading() as reading:
        moment = asked.moment(reading)
        found = queries.on_dealing(reading, matter, Point(lon, lat), moment, infective=infective)
        decision = queries.together(law.DEALING, found)
        more = {"known_seq": reading.known().known_seq, "at": moment}
    return JSON({"decision": decision.as_json()} | more)


@router.get("/{number}", response_model=Told, responses=declared(NotFound))
def one(register: RegisterDep, asked: Times, number: Number) -> Response:
    """One control in force at the moment asked about."""
    with register.reading() as reading:
        snapshot, moment = asked.snapshot(reading), asked.moment(reading)
        found = [c for c in queries.in_force(snapshot, moment) if c.number == number]
        if not found:
            raise NotFound(f"No control {number} is in force then.")
        more = {"known_seq": snapshot.known_seq, "at": moment}
        return JSON(_told(reading, found[0]) | more)


@router.post("", status_code=201, response_model=Acted, responses=ACTS)
def drafted(
    body: ControlBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """Draft a control; another person approves it, and it has effect when it is published."""
    geometry, terms = read_geometry(body.geometry, settings), body.terms.terms()

    def act(writing: Writing) -> Done:
        number = notice.draft(
            writing,
            officer,
            name=body.name,
            disease=body.disease,
            terms=terms,
            first=body.first,
            last=body.last,
            area_ids=body.area_ids,
            geometry=geometry,
            extends=body.extends,
            position_reason=body.position_reason,
        )
        return Done(201, acts.newest(writing, number=number, state="draft", kind=notice.CONTROL))

    return once(act).response()
