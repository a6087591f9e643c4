"""What is in force at a place at three times; legal features in force as lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.answers import JSON, listing
from api.asked import Box
from api.deps import OptionalOfficer, Paging, RegisterDep, Times
from api.fields import Latitude, Longitude
from api.problems import declared
from api.told.answers import InForceTold, Listed
from vetcontrol.disease.answer_json import in_force_json, item
from vetcontrol.errors import Malformed, NotSignedIn
from vetcontrol.register.effects import FeatureKind

router = APIRouter(tags=["in force"], responses=declared(Malformed, NotSignedIn))


@router.get("/in-force", response_model=InForceTold)
def in_force(
    *,
    lon: Longitude,
    lat: Latitude,
    officer: OptionalOfficer,
    register: RegisterDep,
    asked: Times,
    geometry: Annotated[bool, Query(description="Add each item's geometry")] = False,
) -> Response:
    """All that has legal effect at a place; unsigned callers see gazetted features only."""
    known = asked.known_at if asked.known_seq is None else asked.known_seq
    body = in_force_json(
        register,
        lon,
        lat,
        asked.at,
        known,
        gazetted_only=officer is None,
        geometry=geometry,
    )
    return Response(body, media_type=JSON.media_type)


@router.get("/infected-areas", response_model=Listed)
def infected_areas(
    request: Request, register: RegisterDep, part: Paging, asked: Times, box: Box
) -> Response:
    """Infected areas in force (section 13(2)); a FeatureCollection with f=geojson."""
    with register.reading() as reading:
        snapshot, moment = asked.snapshot(reading), asked.moment(reading)
    found = [
        v
        for v in (
            snapshot.of_kind(FeatureKind.INFECTED_AREA, moment)
            if box is None
            else snapshot.within_bounds(box, moment)
        )
        if v.kind is FeatureKind.INFECTED_AREA
    ]
    shown = [item(v, geometry=True) for v in found[part.offset : part.offset + part.limit]]
    more = {"known_seq": snapshot.known_seq, "at": moment}
    return listing(request, part, shown, len(found), **more)
