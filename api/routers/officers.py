"""Appointments and delegations: entered by one person, approved by another (3, 13(7))."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.answers import JSON, listing
from api.asked import Number
from api.bodies.desk import AppointmentBody, DelegationBody, EndBody
from api.bodies.parts import Code, read_geometry
from api.deps import CurrentOfficer, Paging, RegisterDep, SettingsDep
from api.once import Done, Once
from api.problems import declared
from api.told import acts
from api.told import offices as told
from api.told.answers import Acted, Listed, Told
from gis.errors import TooManyVerticesError
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.officers import delegations, queries, service
from vetcontrol.officers.proposals import DelegationProposal, Proposal
from vetcontrol.officers.roles import Role
from vetcontrol.register.register import Writing

router = APIRouter(tags=["officers"], responses=declared(Malformed, NotSignedIn))
ACTS = declared(NoAuthority, NotFound, Refused)
DRAWN = declared(NoAuthority, NotFound, Refused, TooManyVerticesError)


@router.get("/appointments", response_model=Listed)
def appointments(
    *,
    request: Request,
    _officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    officer: Annotated[Code | None, Query(description="Only this person's")] = None,
    role: Role | None = None,
    state: Literal["proposed", "approved", "ended"] | None = None,
) -> Response:
    """Appointments by number, with their gazette references."""
    with register.reading() as reading:
        rows = queries.appointments(reading, officer=officer, role=role, state=state)
        items = [told.appointment(row) for row in rows[part.offset : part.offset + part.limit]]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, len(rows), **more)


@router.get("/appointments/{number}", response_model=Told, responses=declared(NotFound))
def appointment(number: Number, _officer: CurrentOfficer, register: RegisterDep) -> Response:
    """One appointment as it stands."""
    with register.reading() as reading:
        shown = told.appointment(service.appointment(reading, number))
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return JSON(shown | more)


@router.post("/appointments", status_code=201, response_model=Acted, responses=DRAWN)
def proposed(
    body: AppointmentBody, officer: CurrentOfficer, settings: SettingsDep, once: Once
) -> Response:
    """Enter an appointment; it carries nothing until another person approves it (section 3)."""
    proposal = Proposal(
        officer=body.officer,
        role=body.role,
        from_at=body.from_at,
        to_at=body.to_at,
        office_title=body.office_title,
        area_feature=body.area_feature,
        geometry=read_geometry(body.geometry, settings),
        accuracy_m=body.accuracy_m,
        area_name=body.area_name,
        purposes=body.purposes,
        gazette=None if body.gazette is None else body.gazette.reference().as_json(),
        acting_for=body.acting_for,
    )

    def act(writing: Writing) -> Done:
        row = service.propose_appointment(writing, officer, proposal)
        return Done(201, acts.newest(writing, **told.appointment(row)))

    return once(act).response()


@router.post("/appointments/{number}/approve", response_model=Acted, responses=ACTS)
def approved(number: Number, officer: CurrentOfficer, once: Once) -> Response:
    """Approve what another person entered."""

    def act(writing: Writing) -> Done:
        row = service.approve_appointment(writing, officer, number)
        return Done(200, acts.newest(writing, **told.appointment(row)))

    return once(act).response()


@router.post("/appointments/{number}/end", response_model=Acted, responses=ACTS)
def ended(number: Number, body: EndBody, officer: CurrentOfficer, once: Once) -> Response:
    """End an appointment, or drop a proposed one."""

    def act(writing: Writing) -> Done:
        row = service.end_appointment(writing, officer, number, reason=body.reason, at=body.at)
        return Done(200, acts.newest(writing, **told.appointment(row)))

    return once(act).response()


@router.get("/delegations", response_model=Listed)
def all_delegations(
    request: Request,
    _officer: CurrentOfficer,
    register: RegisterDep,
    part: Paging,
    district: Annotated[Code | None, Query(description="Feature of the district")] = None,
    state: Literal["proposed", "approved", "revoked"] | None = None,
) -> Response:
    """Delegations by number."""
    with register.reading() as reading:
        rows = queries.delegations(reading, district=district, state=state)
        items = [told.delegation(row) for row in rows[part.offset : part.offset + part.limit]]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, len(rows), **more)


@router.get("/delegations/{number}", response_model=Told, responses=declared(NotFound))
def one_delegation(number: Number, _officer: CurrentOfficer, register: RegisterDep) -> Response:
    """One delegation as it stands."""
    with register.reading() as reading:
        shown = told.delegation(delegations.delegation(reading, number))
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return JSON(shown | more)


@router.post("/delegations", status_code=201, response_model=Acted, responses=ACTS)
def delegated(body: DelegationBody, officer: CurrentOfficer, once: Once) -> Response:
    """Enter a delegation to the Collector of a district; another officer approves it (13(7))."""
    proposal = DelegationProposal(
        district=body.district,
        powers=body.powers,
        from_at=body.from_at,
        until=body.until,
        order_reference=body.order_reference.model_dump(),
        conditions=body.conditions.model_dump(exclude_none=True),
    )

    def act(writing: Writing) -> Done:
        row = delegations.delegate(writing, officer, proposal)
        return Done(201, acts.newest(writing, **told.delegation(row)))

    return once(act).response()


@router.post("/delegations/{number}/approve", response_model=Acted, responses=ACTS)
def delegation_approved(number: Number, officer: CurrentOfficer, once: Once) -> Response:
    """Approve what another officer entered: the order is made."""

    def act(writing: Writing) -> Done:
        row = delegations.approve_delegation(writing, officer, number)
        return Done(200, acts.newest(writing, **told.delegation(row)))

    return once(act).response()


@router.post("/delegations/{number}/revoke", response_model=Acted, responses=ACTS)
def delegation_revoked(
    number: Number, body: EndBody, officer: CurrentOfficer, once: Once
) -> Response:
    """Revoke a delegation, or drop a proposed one."""

    def act(writing: Writing) -> Done:
        row = delegations.revoke_delegation(
            writing, officer, number, reason=body.reason, at=body.at
        )
        return Done(200, acts.newest(writing, **told.delegation(row)))

    return once(act).response()
