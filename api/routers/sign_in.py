"""Signing in by programs: an opaque token that ends after `session_hours` or at sign-out."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from api.answers import JSON
from api.cookies import SESSION, end_cookie
from api.deps import CurrentOfficer, RegisterDep, SettingsDep, proof_of
from api.fields import Body
from api.network import address_of
from api.problems import declared
from vetcontrol.errors import Malformed, NotSignedIn, TooMany
from vetcontrol.officers.people import Officer
from vetcontrol.officers.signins import sign_in, sign_out

router = APIRouter(tags=["sign-in"])


class Credentials(Body):
    """What an administrator made."""

    username: Annotated[str, Field(min_length=1, max_length=200)]
    # As typed: a password may begin or end with a space.
    password: Annotated[str, Field(min_length=1, max_length=1000, strip_whitespace=False)]


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


@router.get("/me", response_model=OfficerAnswer, responses=declared(NotSignedIn))
def me(officer: CurrentOfficer) -> Response:
    """The officer who is signed in."""
    return JSON(officer_json(officer))
