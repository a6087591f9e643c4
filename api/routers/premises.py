"""Premises: holdings and other places where animals are kept, for officers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from api.answers import JSON, listing
from api.asked import Box, Sought
from api.bodies.desk import PremisesBody, PremisesCorrectionBody
from api.bodies.parts import read_geometry
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep
from api.once import Done, Once
from api.personal import reader_of
from api.problems import declared
from api.told import acts
from api.told import premises as told
from api.told.answers import Acted, Listed
from gis.errors import TooManyVerticesError
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.officers.people import Officer
from vetcontrol.premises import queries, service
from vetcontrol.premises.correcting import restate
from vetcontrol.premises.keeping import keeper
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

router = APIRouter(
    prefix="/premises", tags=["premises"], responses=declared(Malformed, NotSignedIn)
)
PremisesId = Annotated[int, Path(ge=1, le=2**53)]


@router.get("", response_model=Listed)
def premises(
    *,
    request: Request,
    officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    box: Box,
    words: Sought,
) -> Response:
    """Premises in a box, or of a village, number or name; a FeatureCollection with f=geojson.

    Names are looked in where the officer's area covers the premises.
    """
    with register.reading() as reading:
        reader = reader_of(reading, officer)
        rows, total = queries.listing(
            reading.session,
            limit=part.limit,
            offset=part.offset,
            bounds=box,
            text=words,
            names=reader.names,
        )
        items = [told.premises(row, reader) for row in rows]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, total, **more)


@router.post(
    "",
    status_code=201,
    response_model=Acted,
    responses=declared(NoAuthority, NotFound, Refused, TooManyVerticesError),
)
def entered(
    body: PremisesBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """Enter one place: a point, an outline or several, or only its village."""
    given = service.Premises(
        name=body.name,
        kind=body.kind,
        geometry=read_geometry(body.geometry, settings),
        manager=body.manager,
        temporary_use=body.temporary_use,
        keepers=[keeper.keeper() for keeper in body.keepers],
        animals=body.animals,
        accuracy_m=body.accuracy_m,
        village=body.village,
    )

    def act(writing: Writing) -> Done:
        key, entry = service.record_by(writing, officer.username, given)
        return _told(writing, entry, officer, key)

    return once(act).response()


def _told(writing: Writing, entry: Entry, officer: Officer, key: int) -> Done:
    shown = told.premises(queries.get(writing.session, key), reader_of(writing, officer))
    return Done(201, acts.act(writing, entry, **shown))


@router.get("/{premises_id}", response_model=dict, responses=declared(NotFound))
def one(premises_id: PremisesId, officer: CurrentOfficer, register: RegisterDep) -> Response:
    """One place with its keepers, where the officer's area covers it."""
    with register.reading() as reading:
        row = queries.get(reading.session, premises_id)
        keepers = queries.keepers(reading.session, [row.id]).get(row.id, [])
        shown = told.with_keepers(row, keepers, reader_of(reading, officer))
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return JSON(shown | more)


@router.post(
    "/{premises_id}/correction",
    status_code=201,
    response_model=Acted,
    responses=declared(NoAuthority, NotFound, Refused, TooManyVerticesError),
)
def corrected(
    premises_id: PremisesId, body: PremisesCorrectionBody, officer: CurrentOfficer, once: Once
) -> Response:
    """Restate the record of one place, also of one that came in with a file."""

    def act(writing: Writing) -> Done:
        place = queries.get(writing.session, premises_id).shape
        entry = restate(
            writing,
            officer,
            keeper(writing, officer.username, [place]),
            premises_id,
            restated=body.restated,
            reason=body.reason,
        )
        return _told(writing, entry, officer, premises_id)

    return once(act).response()
