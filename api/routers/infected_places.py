"""Infected places: from the Inspector's order to the decision of Government."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

from api.acted import answered
from api.answers import JSON, listing
from api.asked import Number
from api.bodies.acts import (
    DecisionBody,
    ExaminationBody,
    LimitsBody,
    OrderBody,
    RadiusBody,
    ReportBody,
)
from api.bodies.parts import Code, read_geometry
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep, Times
from api.once import Done, Once
from api.personal import reader_of
from api.problems import declared
from api.told import acts
from api.told import cases as told
from api.told import limits as limits_told
from api.told.answers import Acted, CaseTold, LimitsTold, Listed, PreviewTold
from gis.errors import TooManyVerticesError
from vetcontrol.disease import (
    decision,
    declaration,
    examination,
    limits_preview,
    order,
    queries,
    report,
)
from vetcontrol.disease.case import State
from vetcontrol.disease.preview_json import preview_json
from vetcontrol.documents.instruments import ExaminedAnimals
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.officers.people import Officer
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Register, Writing

router = APIRouter(
    prefix="/infected-places",
    tags=["infected places"],
    responses=declared(Malformed, NotSignedIn),
)
ACTS = declared(NoAuthority, NotFound, Refused)
DRAWN = declared(NoAuthority, NotFound, Refused, TooManyVerticesError)


def _told(writing: Writing, entry: Entry) -> dict[str, Any]:
    number = entry.content["case_number"]
    return {"number": number, "state": queries.case(writing.session, number).state.value}


@router.get("", response_model=Listed)
def places(
    request: Request,
    _officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    state: Annotated[list[State] | None, Query(description="Only these states")] = None,
) -> Response:
    """Cases, the newest first; a FeatureCollection with f=geojson."""
    with register.reading() as reading:
        rows, total = queries.listing(
            reading.session,
            states=[s.value for s in state or ()],
            limit=part.limit,
            offset=part.offset,
        )
        items = [told.row(row) for row in rows]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, total, **more)


@router.post("", status_code=201, response_model=Acted, responses=DRAWN)
def ordered(
    body: OrderBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """The Inspector's order (section 11(1))."""
    geometry = read_geometry(body.geometry, settings)

    def act(writing: Writing) -> Entry:
        return order.order(
            writing,
            officer,
            disease=body.disease,
            grounds=body.grounds,
            premises_id=body.premises_id,
            geometry=geometry,
            accuracy_m=body.accuracy_m,
            device=body.device.device() if body.device else None,
            keepers=[keeper.keeper() for keeper in body.keepers],
            **body.signing(),
        )

    def of_case(writing: Writing, entry: Entry) -> dict[str, Any]:
        return _told(writing, entry) | {"id": entry.content["case_number"]}

    return answered(once, act, of_case)


@router.get("/{number}", response_model=CaseTold, responses=declared(NotFound))
def place(
    number: Number, _officer: CurrentOfficer, register: RegisterDep, asked: Times
) -> Response:
    """A case with its instruments, services and what it waits for, as known then."""
    with register.reading() as reading:
        seq = asked.snapshot(reading).known_seq
        moment = asked.moment(reading)
        shown = told.file(queries.file(reading.session, number, seq), moment)
    return JSON(shown | {"known_seq": seq, "at": moment})


@router.post("/{number}/examination", status_code=201, response_model=Acted, responses=ACTS)
def examined(
    number: Number, body: ExaminationBody, officer: CurrentOfficer, once: Once
) -> Response:
    """The Veterinary Surgeon examines, and confirms or cancels the order (section 11(2))."""

    def act(writing: Writing) -> Entry:
        return examination.examine(
            writing,
            officer,
            number,
            findings=body.findings,
            outcome=body.outcome,
            animals=[ExaminedAnimals(**one.model_dump()) for one in body.animals],
            no_animals_note=body.no_animals_note,
            animals_examined=body.animals_examined,
            examined_at=body.examined_at,
            **body.signing(),
        )

    return answered(once, act, _told)


@router.get("/{number}/radius", response_model=PreviewTold, responses=declared(NotFound, Refused))
def preview(
    number: Number,
    metres: Annotated[float, Query(gt=0, le=1e7, allow_inf_nan=False)],
    officer: CurrentOfficer,
    register: RegisterDep,
) -> Response:
    """What a radius of so many metres would take in (section 11(3)); nothing is kept."""
    with register.reading() as reading:
        may_read = reader_of(reading, officer).may_read
        body = preview_json(reading, number, metres, may_read=may_read)
    return Response(body, media_type=JSON.media_type)


@router.post("/{number}/radius", status_code=201, response_model=Acted, responses=ACTS)
def declared_within(
    number: Number, body: RadiusBody, officer: CurrentOfficer, once: Once
) -> Response:
    """The declaration of the premises within the radius, with a notice for each (11(3))."""

    def act(writing: Writing) -> Entry:
        return declaration.declare(
            writing,
            officer,
            number,
            metres=body.metres,
            premises_ids=body.premises_ids,
            reason=body.reason,
            **body.signing(),
        )

    return answered(once, act, _told_of_radius)


def _told_of_radius(writing: Writing, entry: Entry) -> dict[str, Any]:
    told_of_each = ("premises_id", "distance_m", "deciding_part", "notices")
    return {
        **_told(writing, entry),
        "metres": entry.content["metres"],
        "premises": [{k: one[k] for k in told_of_each} for one in entry.content["premises"]],
        "left_out": entry.content["left_out"],
    }


@router.post("/{number}/report", status_code=201, response_model=Acted, responses=ACTS)
def reported(
    number: Number, officer: CurrentOfficer, once: Once, body: ReportBody | None = None
) -> Response:
    """The Veterinary Surgeon reports to Government (section 11(3))."""
    given = body or ReportBody()

    def act(writing: Writing) -> Entry:
        return report.report(writing, officer, number, findings=given.findings, **given.signing())

    return answered(once, act, _told)


@router.get(
    "/{number}/decision/preview", response_model=LimitsTold, responses=declared(NotFound, Refused)
)
def limits_as_declared(
    number: Number,
    officer: CurrentOfficer,
    register: RegisterDep,
    village_ids: Annotated[list[Code] | None, Query(max_length=1_000)] = None,
) -> Response:
    """What a confirmation would take in and leave out (13(1), 13(4)): with the villages named, or
    as the declarations stand; nothing is kept."""
    return _limits(register, officer, number, None, village_ids or ())


@router.post("/{number}/decision/preview", response_model=LimitsTold, responses=DRAWN)
def limits_looked_at(
    number: Number,
    body: LimitsBody,
    officer: CurrentOfficer,
    settings: SettingsDep,
    register: RegisterDep,
) -> Response:
    """The same for limits by villages or a boundary of one's own; nothing is kept."""
    geometry = read_geometry(body.geometry, settings)
    return _limits(register, officer, number, geometry, body.village_ids)


def _limits(
    register: Register,
    officer: Officer,
    number: str,
    geometry: BaseGeometry | None,
    village_ids: Sequence[str],
) -> Response:
    with register.reading() as reading:
        shown = limits_preview.of_decision(
            reading, number, geometry=geometry, village_ids=village_ids
        )
        return JSON(limits_told.preview(reading, reader_of(reading, officer), shown))


@router.post("/{number}/decision", status_code=201, response_model=Acted, responses=DRAWN)
def decided(
    number: Number,
    body: DecisionBody,
    officer: CurrentOfficer,
    settings: SettingsDep,
    once: Once,
) -> Response:
    """Government or the Collector confirms, with a draft notification, or cancels (13(1))."""
    geometry = read_geometry(body.geometry, settings)

    def act(writing: Writing) -> Done:
        entry, draft = decision.decide(
            writing,
            officer,
            number,
            outcome=body.outcome,
            declarations=body.declarations,
            geometry=geometry,
            village_ids=body.village_ids,
            modifications=body.modifications,
            reasons=body.reasons,
            **body.signing(),
        )
        answer = acts.act(writing, entry, **_told(writing, entry), notification=draft)
        return Done(201, answer)

    return once(act).response()
