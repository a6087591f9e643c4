"""The Schedule of diseases (section 38) and commencement (section 1(3)): open to anyone."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from api.acted import answered
from api.answers import listing
from api.bodies.desk import CommencementBody, DiseaseBody
from api.deps import CurrentOfficer, Paging, RegisterDep, Times
from api.once import Once
from api.problems import declared
from api.told import gazette as told
from api.told.answers import Acted, Listed
from vetcontrol.disease.answer_json import item
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.gazette import commencement, schedule
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

router = APIRouter(tags=["gazette"], responses=declared(Malformed))
ACTS = declared(NotSignedIn, NoAuthority, NotFound, Refused)


@router.get("/diseases", response_model=Listed)
def diseases(request: Request, register: RegisterDep, part: Paging) -> Response:
    """Every disease that ever stood in the Schedule, by name, with its days."""
    with register.reading() as reading:
        rows = schedule.diseases(reading.session)
        items = [told.disease(row) for row in rows[part.offset : part.offset + part.limit]]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, len(rows), **more)


@router.post("/diseases", status_code=201, response_model=Acted, responses=ACTS)
def added(body: DiseaseBody, officer: CurrentOfficer, once: Once) -> Response:
    """Add a disease to the Schedule by the gazette that adds it (section 38)."""

    def act(writing: Writing) -> Entry:
        return schedule.add(
            writing,
            officer,
            code=body.code,
            name=body.name,
            from_date=body.from_date,
            gazette=body.gazette.reference(),
        )

    def told_of_it(_writing: Writing, _entry: Entry) -> dict[str, str]:
        return {"id": body.code, "code": body.code, "name": body.name}

    return answered(once, act, told_of_it)


@router.get("/commencements", response_model=Listed)
def commencements(request: Request, register: RegisterDep, part: Paging, asked: Times) -> Response:
    """Which provisions are in force where, for which diseases, from when (section 1(3))."""
    with register.reading() as reading:
        snapshot, moment = asked.snapshot(reading), asked.moment(reading)
    found = sorted(
        snapshot.of_kind(FeatureKind.COMMENCEMENT_AREA, moment),
        key=lambda v: (v.begins, v.feature),
    )
    shown = [item(v, geometry=True) for v in found[part.offset : part.offset + part.limit]]
    more = {"known_seq": snapshot.known_seq, "at": moment}
    return listing(request, part, shown, len(found), **more)


@router.post("/commencements", status_code=201, response_model=Acted, responses=ACTS)
def commenced(body: CommencementBody, officer: CurrentOfficer, once: Once) -> Response:
    """Bring provisions into force, or out of it, in an area from a day (section 1(3))."""

    def act(writing: Writing) -> Entry:
        return commencement.notify(
            writing,
            officer,
            operation=body.operation,
            provisions=body.provisions,
            diseases=body.diseases,
            area_ids=body.area_ids,
            from_date=body.from_date,
            gazette=body.gazette.reference(),
        )

    def told_of_it(_writing: Writing, entry: Entry) -> dict[str, str]:
        return {"id": entry.content["number"], "number": entry.content["number"]}

    return answered(once, act, told_of_it)
