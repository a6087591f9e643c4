"""What an endpoint may ask for, as `Annotated` dependencies.

None of them opens the writing transaction of an act: the endpoint's body does, through
`Once` (`api.once`) or `with register.writing()`, so that it is committed before the answer is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Query, Request, Security
from fastapi.security import HTTPBearer

from api.answers import Portion, portion
from api.cookies import session_cookie
from api.fields import Moment
from api.state import state_of
from vetcontrol.errors import Malformed, NoAuthority, NotSignedIn
from vetcontrol.officers.people import Officer
from vetcontrol.officers.signins import SignInKind, officer_of_token
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading, Register
from vetcontrol.settings import Settings


def register_of(request: Request) -> Register:
    """The register of this application."""
    return state_of(request).register


def settings_of(request: Request) -> Settings:
    """The settings of this application."""
    return state_of(request).settings


RegisterDep = Annotated[Register, Depends(register_of)]
SettingsDep = Annotated[Settings, Depends(settings_of)]
Paging = Annotated[Portion, Depends(portion)]


@dataclass(frozen=True)
class Proof:
    """The opaque token that stands behind a request, and how it came."""

    token: str
    kind: SignInKind


def proof_of(request: Request) -> Proof | None:
    """The Bearer token, else the session's cookie, not yet checked.

    Where there is an `Authorization` header the cookie counts for nothing: the guard of origin
    lets such requests pass. Raises `NotSignedIn` for a header that is not Bearer.
    """
    header = request.headers.get("authorization")
    if header is None:
        cookie = session_cookie(request)
        return None if cookie is None else Proof(cookie, SignInKind.SESSION)
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotSignedIn(
            "The header Authorization must read Bearer and the token of POST /api/v1/sign-in."
        )
    return Proof(token.strip(), SignInKind.TOKEN)


def officer_of_request(request: Request, register: Register) -> Officer | None:
    """The officer who is signed in, or None for an unsigned caller.

    A token that has ended or expired raises `NotSignedIn`: who believes to be signed in must not
    be answered as the public.
    """
    proof = proof_of(request)
    if proof is None:
        return None
    with register.reading() as reading:
        officer = officer_of_token(reading, proof.token, kind=proof.kind)
    # A refusal further on is shown on a page with this officer's menu.
    request.state.officer = officer
    return officer


# Shows the scheme in OpenAPI; the header itself is read by `proof_of`.
_SCHEME = HTTPBearer(auto_error=False, scheme_name="bearer", description="POST /api/v1/sign-in")


def optional_officer(
    request: Request, register: RegisterDep, _shown: Annotated[object, Security(_SCHEME)]
) -> Officer | None:
    """As `officer_of_request`."""
    return officer_of_request(request, register)


OptionalOfficer = Annotated[Officer | None, Depends(optional_officer)]


def current_officer(officer: OptionalOfficer) -> Officer:
    """The officer who is signed in. Raises `NotSignedIn`."""
    if officer is None:
        raise NotSignedIn("Nobody is signed in. Sign in, then do this again.")
    return officer


CurrentOfficer = Annotated[Officer, Depends(current_officer)]


def administrator(officer: CurrentOfficer) -> Officer:
    """The officer, who keeps sign-ins. Raises `NoAuthority` for others."""
    if not officer.administrator:
        raise NoAuthority("This is for administrators only. Ask one of them.")
    return officer


Administrator = Annotated[Officer, Depends(administrator)]


@dataclass(frozen=True)
class ThreeTimes:
    """At which moment, and as known when, a question asks; None means now and the log's head."""

    at: datetime | None
    known_at: datetime | None
    known_seq: int | None

    def moment(self, reading: Reading) -> datetime:
        """The moment of effect that is asked about."""
        return self.at or reading.now

    def snapshot(self, reading: Reading) -> Snapshot:
        """What is in force as known then; its `known_seq` belongs in the answer."""
        return reading.known(known_at=self.known_at, known_seq=self.known_seq)


def three_times(
    at: Annotated[Moment | None, Query(description="Moment of effect; default now")] = None,
    known_at: Annotated[Moment | None, Query(description="Entries recorded by then")] = None,
    known_seq: Annotated[
        int | None, Query(ge=0, le=2**53, description="Entries up to this sequence")
    ] = None,
) -> ThreeTimes:
    """The three times of the query. Raises `Malformed` where knowledge is named twice."""
    if known_at is not None and known_seq is not None:
        raise Malformed.field("known_seq", "give known_at or known_seq, not both")
    return ThreeTimes(at, known_at, known_seq)


Times = Annotated[ThreeTimes, Depends(three_times)]
