"""For anyone: whether a paper is genuine and in force, and the gazette's signature."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from api.answers import JSON
from api.asked import Number
from api.deps import RegisterDep
from api.handlers import handle
from api.network import address_of
from api.numbers import read_number
from api.opened import open_document
from api.problems import declared
from api.templating import number_in_path
from vetcontrol.disease.verification import Genuine, verify
from vetcontrol.errors import NotFound, Refused, TooMany
from vetcontrol.gazette.signature import signed

router = APIRouter(tags=["verification"])
# What was asked, and that it was, is nobody's to keep or to pass on.
PRIVATE = {
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cache-Control": "no-store",
}


class EffectTold(BaseModel):
    """`force`: in_force, not_yet, ended, superseded, none (nothing of it is in force), or act (it
    records an act that was done). `by` is what ended or superseded it; `partly` that some of its
    places have ended."""

    force: str
    since: datetime | None
    until: datetime | None
    by: str
    partly: bool


class SignatureTold(BaseModel):
    """The key that signed, and where its token is."""

    kid: str
    address: str


class VerifyTold(BaseModel):
    """A genuine paper. `stands` is false where a correction, `corrected_by`, changed what it says;
    `unsigned` says why a gazette's paper has no signature here."""

    genuine: bool
    number: str
    kind: str
    statute: str
    clauses: list[str]
    issued_on: date
    signed_at: datetime
    checksum: str
    gazetted: bool
    stands: bool
    corrected_by: str
    effect: EffectTold
    at: datetime
    known_seq: int
    signature: SignatureTold | None
    unsigned: str


class COSE(Response):
    """A token in COSE_Sign1."""

    media_type = "application/cose"


def signature_address(number: str) -> str:
    """Where the gazette's signature of `number` is."""
    return f"/api/v1/documents/{number_in_path(number)}.cose"


def told(found: Genuine) -> dict[str, Any]:
    """The paper as the API tells it."""
    effect, signature = found.effect, found.signature
    return {
        "genuine": True,
        "number": found.number,
        "kind": found.kind,
        "statute": found.statute,
        "clauses": list(found.clauses),
        "issued_on": found.issued_on,
        "signed_at": found.signed_at,
        "checksum": found.checksum,
        "gazetted": found.gazetted,
        "stands": found.stands,
        "corrected_by": found.corrected_by,
        "effect": {
            "force": effect.force.value,
            "since": effect.since,
            "until": effect.until,
            "by": effect.by,
            "partly": effect.partly,
        },
        "at": found.at,
        "known_seq": found.known_seq,
        "signature": signature
        and {"kid": signature.kid, "address": signature_address(found.number)},
        "unsigned": found.unsigned,
    }


@router.get("/verify/{number}", response_model=VerifyTold, responses=declared(NotFound, TooMany))
def verified(
    request: Request,
    register: RegisterDep,
    number: Annotated[str, Path(description="As on the paper, with - for /")],
    code: Annotated[
        str, Query(description="The check code on the paper, or the checksum; gazettes need none")
    ] = "",
) -> Response:
    """Whether a paper is genuine and in force, for anyone who holds it.

    An unknown number and a wrong code are answered alike, and so is every number without a
    code; of what a gazette published it is told that a code given is not its own.
    """
    asked = read_number(number) or ""
    try:
        answer: Response = JSON(told(verify(register, asked, code, address=address_of(request))))
    except (NotFound, TooMany) as refusal:
        answer = handle(request, refusal)
    answer.headers.update(PRIVATE)
    return answer


@router.get(
    "/documents/{number}.cose",
    response_class=COSE,
    tags=["documents"],
    responses=declared(NotFound, Refused),
)
def signature(number: Number, register: RegisterDep) -> Response:
    """The gazette's signature of what it published: COSE_Sign1 over number and checksum.

    Refused where this machine has no gazette key.
    """
    with register.reading() as reading:
        token = signed(reading, open_document(reading, None, number).row).token
    name = f"{number_in_path(number)}.cose"
    return COSE(token, headers={"Content-Disposition": f'attachment; filename="{name}"'})
