"""Corrections: an earlier entry is struck, and what was wrong in it restated."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from api.bodies.desk import CorrectionBody
from api.deps import CurrentOfficer
from api.once import Done, Once
from api.problems import declared
from api.told import acts
from api.told.answers import Acted
from gis.errors import TooManyVerticesError
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.officers.correcting import correct
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

    def act(writing: Writing) -> Done:
        entry = correct(
            writing,
            officer,
            reason=body.reason,
            seq=body.seq,
            number=body.number,
            restated=body.restated,
        )
        content = entry.content
        more = {key: content[key] for key in ("strikes", "kind", "restated")}
        return Done(201, acts.act(writing, entry, number=entry.number, **more))

    return once(act).response()
