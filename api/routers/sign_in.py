"""Signing in by programs: an opaque token that ends after `session_hours` or at sign-out."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field, StringConstraints
from starlette.responses import Response

from api.answers import JSON, geojson
from api.cookies import SESSION, end_cookie
from api.deps import CurrentOfficer, RegisterDep, SettingsDep, proof_of
from api.fields import Body
from api.network import address_of
from api.problems import declared
from vetcontrol.errors import Malformed, NotSignedIn, TooMany
from vetcontrol.officers.people import Officer
from vetcontrol.officers.queries import Power, powers
from vetcontrol.officers.signins import sign_in, sign_out

router = APIRouter(tags=["sign-in"])


class Credentials(Body):
    """What an administrator made."""

    username: Annotated[str, Field(min_length=1, max_length=200)]
    # As typed: a password may begin or end with a space.
    password: Annotated[
        str, StringConstraints(strip_whitespace=False, min_length=1, max_length=1000)
    ]


class OfficerAnswer(BaseModel):
    """A person who may sign in."""

    username: str
    name: str
    administrator: bool


class SignInAnswer(BaseModel):
    """The token, shown this once, with the officer it signs in."""

    token: str
    expires_at: datetime
    officer: OfficerAnswer


class HeldAppointment(BaseModel):
    """An appointment: whether it carries acts now and why not, where, and under which clauses."""

    number: str
    role: str
    office_title: str
    state: str
    gazette: str
    from_at: datetime
    to_at: datetime | None
    in_force: bool
    why_not: str
    public_servant: bool
    area: dict[str, Any] | None
    permits: list[str]
    delegations: list[str]


class MeAnswer(OfficerAnswer):
    """The officer who is signed in, with his appointments."""

    appointments: list[HeldAppointment]


def power_json(power: Power) -> dict[str, Any]:
    """An appointment with what it permits; its area as GeoJSON (EPSG:4326)."""
    row, area = power.appointment, power.area
    return {
        "number": row.number,
        "role": row.role,
        "office_title": row.office_title,
        "state": row.state,
        "gazette": power.gazette,
        "from_at": row.from_at,
        "to_at": row.to_at,
        "in_force": power.in_force,
        "why_not": power.why_not,
        "public_servant": power.public_servant,
        "area": area and {"id": area.feature, "geometry": geojson(area.geometry)},
        "permits": power.permits,
        "delegations": [row.number for row in power.delegations],
    }


def officer_json(officer: Officer) -> dict[str, str | bool]:
    """The officer as the API shows him."""
    return {
        "username": officer.username,
        "name": officer.name,
        "administrator": officer.administrator,
    }


@router.post(
    "/sign-in",
    response_model=SignInAnswer,
    responses=declared(Malformed, NotSignedIn, TooMany),
)
def signed_in(request: Request, given: Credentials, register: RegisterDep) -> Response:
    """Sign in. Send the token as `Authorization: Bearer` from then on."""
    made = sign_in(register, given.username, given.password, address=address_of(request))
    return JSON(
        {
            "token": made.token,
            "expires_at": made.expires_at,
            "officer": officer_json(made.officer),
        },
        headers={"Cache-Control": "no-store"},
    )


@router.post("/sign-out", status_code=204, responses=declared(NotSignedIn))
def signed_out(
    request: Request, _officer: CurrentOfficer, register: RegisterDep, settings: SettingsDep
) -> Response:
    """End the sign-in that the request rests on."""
    proof = proof_of(request)
    assert proof is not None
    sign_out(register, proof.token)
    response = Response(status_code=204)
    end_cookie(response, settings, SESSION)
    return response


@router.get("/me", response_model=MeAnswer, responses=declared(NotSignedIn))
def me(officer: CurrentOfficer, register: RegisterDep) -> Response:
    """The officer, and each appointment with its area and the clauses it permits now."""
    with register.reading() as reading:
        held = [power_json(power) for power in powers(reading, officer, reading.now)]
    return JSON(officer_json(officer) | {"appointments": held})
