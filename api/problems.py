"""Refusals as RFC 9457 problem details: one table from class of error to type, status and title.

Errors below this layer know nothing of HTTP. Programs get `application/problem+json`, people on a
page get the same words in HTML (`api.handlers`). Each answer carries a code to report it by.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from api.validation import field_errors
from gis.errors import GeodesyError, SwappedCoordinatesError, TooManyVerticesError
from vetcontrol.errors import (
    FieldError,
    Malformed,
    NoAuthority,
    NotFound,
    NotSignedIn,
    Refused,
    TooLarge,
    TooMany,
    VetcontrolError,
)
from vetcontrol.settings import Settings

MEDIA_TYPE = "application/problem+json"


class NotFromHere(VetcontrolError):
    """A request that changes something did not come from this site's own pages."""


@dataclass(frozen=True)
class Type:
    """One type of problem: the last part of its address, status, title, meaning and remedy."""

    name: str
    status: int
    title: str
    meaning: str
    remedy: str

    @property
    def address(self) -> str:
        """The type's URI, which is also the page that explains it."""
        return f"/problems/{self.name}"


MALFORMED = Type(
    "malformed",
    422,
    "Something must be corrected",
    "A field is missing, is not of its kind, or lies outside what it may be. Nothing was kept.",
    "Correct the fields that `errors` names and send the request again.",
)
NOT_SIGNED_IN = Type(
    "not-signed-in",
    401,
    "Not signed in",
    "No valid sign-in stands behind the request: it is missing, has ended or has expired.",
    "Sign in again. A program sends `Authorization: Bearer` with the token of"
    " POST /api/v1/sign-in.",
)
NO_AUTHORITY = Type(
    "no-authority",
    403,
    "No authority",
    "You hold no appointment, area or delegation that carries this act on that day.",
    "The words name what is missing. An administrator enters appointments by their gazette"
    " reference; another person approves them.",
)
NOT_FROM_HERE = Type(
    "not-from-here",
    403,
    "Not sent from this site's own page",
    "A request that changes something must come from a page of this site that you opened"
    " yourself, so that no other site can act in your name.",
    "Open the page again and send it from there. A program uses a Bearer token, or sends the"
    " header X-Vetcontrol: 1 with its cookie.",
)
NOT_FOUND = Type(
    "not-found",
    404,
    "Not found",
    "Nothing of that number or address is known, or it is not open to you.",
    "Check the number. In an address the / of a number is written -.",
)
NOT_THIS_WAY = Type(
    "method-not-allowed",
    405,
    "Not done this way",
    "The address exists but does not answer to this method.",
    "Use one of the methods that the header Allow names.",
)
REFUSED = Type(
    "refused",
    409,
    "Refused",
    "The law, or the state in which the case stands, forbids the act. Nothing was kept.",
    "The words name the clause and what would satisfy it.",
)
TOO_LARGE = Type(
    "too-large",
    413,
    "Too large",
    "The request, a file or a geometry exceeds the stated limit. Nothing was kept.",
    "Divide it, or leave out what is not needed.",
)
TOO_MANY = Type(
    "too-many",
    429,
    "Too many tries",
    "Too many tries in the stated time, for this account or from this address.",
    "Wait as long as the header Retry-After says.",
)
FAULT = Type(
    "fault",
    500,
    "A fault of this system",
    "Something went wrong here, not in what you sent. Nothing was kept of a request that failed.",
    "Try once more; then report the code.",
)

BY_ERROR: dict[type[Exception], Type] = {
    Malformed: MALFORMED,
    NotSignedIn: NOT_SIGNED_IN,
    NoAuthority: NO_AUTHORITY,
    NotFromHere: NOT_FROM_HERE,
    NotFound: NOT_FOUND,
    Refused: REFUSED,
    TooLarge: TOO_LARGE,
    TooMany: TOO_MANY,
    GeodesyError: MALFORMED,
    TooManyVerticesError: TOO_LARGE,
    RequestValidationError: MALFORMED,
}
TYPES = {t.name: t for t in (*BY_ERROR.values(), NOT_THIS_WAY, FAULT)}
BY_STATUS = {404: NOT_FOUND, 405: NOT_THIS_WAY, 413: TOO_LARGE, 422: MALFORMED, 400: MALFORMED}


class ProblemField(BaseModel):
    """A field that cannot be accepted."""

    field: str
    message: str


class ProblemBody(BaseModel):
    """RFC 9457 problem details, as OpenAPI shows them."""

    model_config = ConfigDict(title="Problem")

    type: str
    title: str
    status: int
    detail: str
    clauses: list[str]
    errors: list[ProblemField]
    code: str


@dataclass(frozen=True)
class Problem:
    """One refusal as it is answered; `labels` are what a page calls the fields that it has."""

    type: Type
    detail: str
    clauses: tuple[str, ...] = ()
    errors: tuple[FieldError, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    code: str = field(default_factory=lambda: f"VC-{secrets.token_hex(4)}")
    labels: Mapping[str, str] = field(default_factory=dict)

    def headers_for(self, settings: Settings) -> dict[str, str]:
        """The headers of the answer; who tried too often waits for at most the whole window."""
        minutes = max(settings.sign_in_window_minutes, settings.verify_window_minutes)
        wait = str(minutes * 60)
        return ({"Retry-After": wait} if self.type is TOO_MANY else {}) | self.headers

    def as_json(self) -> dict[str, Any]:
        """The members of the problem details."""
        return {
            "type": self.type.address,
            "title": self.type.title,
            "status": self.type.status,
            "detail": self.detail,
            "clauses": list(self.clauses),
            "errors": [{"field": e.field, "message": e.message} for e in self.errors],
            "code": self.code,
            **self.more,
        }


def type_of(error: Exception) -> Type:
    """The type of the nearest class of `error` in the table; a fault when none is."""
    return next((BY_ERROR[c] for c in type(error).__mro__ if c in BY_ERROR), FAULT)


def problem_of(error: Exception) -> Problem:
    """The problem that `error` is. Of a fault, nothing but its code is told."""
    kind = type_of(error)
    match error:
        case VetcontrolError():
            return Problem(kind, error.detail, error.clauses, error.errors, headers=_headers(error))
        case GeodesyError():
            return Problem(
                kind, str(error), errors=(FieldError("geometry", str(error)),), more=_place(error)
            )
        case RequestValidationError():
            errors = field_errors(error.errors())
            detail = " ".join(f"{e.field} {e.message}." for e in errors)
            return Problem(kind, detail, errors=errors)
        case HTTPException():
            return _from_http(error)
    return Problem(FAULT, f"{FAULT.meaning} {FAULT.remedy}")


def _headers(error: VetcontrolError) -> dict[str, str]:
    if isinstance(error, NotSignedIn):
        return {"WWW-Authenticate": "Bearer"}
    return {}


def _place(error: GeodesyError) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if error.where is not None:
        more["where"] = list(error.where)
    if isinstance(error, SwappedCoordinatesError):
        more["offer"] = list(error.offer)
    return more


def _from_http(error: HTTPException) -> Problem:
    kind = BY_STATUS.get(error.status_code, FAULT)
    words = {
        NOT_FOUND: "Nothing stands at this address.",
        MALFORMED: "The body cannot be read. Send it whole, as its Content-Type says.",
    }
    detail = words.get(kind, f"{kind.meaning} {kind.remedy}")
    return Problem(kind, detail, headers=dict(error.headers or {}))


def declared(*errors: type[Exception]) -> dict[int | str, dict[str, Any]]:
    """The `responses=` of a route that may answer these refusals."""
    return responses_of(BY_ERROR[error] for error in errors)


def responses_of(kinds: Iterable[Type]) -> dict[int | str, dict[str, Any]]:
    """OpenAPI responses of problem types; types of one status share an entry."""
    found: dict[int | str, dict[str, Any]] = {}
    for kind in kinds:
        known = found.get(kind.status)
        words = kind.title if known is None else f"{known['description']}; {kind.title}"
        found[kind.status] = {
            "description": words,
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    return found
