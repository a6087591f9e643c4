"""Corrections: an earlier entry is struck, and what was wrong in it restated."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from api.acted import answered
from api.bodies.desk import CorrectionBody
from api.deps import CurrentOfficer
from api.once import Once
from api.problems import declared
from api.told.answers import Acted
from gis.errors import TooManyVerticesError
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.officers.correcting import correct
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

router = APIRouter(prefix="/corrections", tags=["corrections"])


@router.post(
    "",
    status_code=201,
    response_model=Acted,
    responses=declared(
        Malformed, NotSignedIn, NoAuthority, NotFound, Refused, TooManyVerticesError
    ),
)
def corrected(body: CorrectionBody, officer: CurrentOfficer, once: Once) -> Response:
    """Strike the entry of a sequence or number; a correction so struck is withdrawn."""

    def act(writing: Writing) -> Entry:
        return correct(
            writing,
            officer,
            reason=body.reason,
            seq=body.seq,
            number=body.number,
            restated=body.restated,
        )

    return answered(once, act, _told)


def _told(_writing: Writing, entry: Entry) -> dict[str, Any]:
    more = {key: entry.content[key] for key in ("strikes", "kind", "restated")}
    return {"number": entry.number, **more}
