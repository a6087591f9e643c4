"""Whether the application lives, whether it can answer, and what it has done."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import PlainTextResponse, Response

from api.answers import JSON
from api.deps import Administrator, RegisterDep
from api.problems import declared
from api.state import state_of
from vetcontrol.errors import NoAuthority, NotSignedIn

router = APIRouter(tags=["operation"])


@router.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return JSON({"status": "alive"})


@router.get("/readyz", responses={503: {"description": "The register cannot be read"}})
def ready(register: RegisterDep) -> Response:
    """The register can be read: `known_seq` is the log's head."""
    try:
        return JSON({"status": "ready", "known_seq": register.database.head()})
    except SQLAlchemyError:
        return JSON({"status": "the register cannot be read"}, 503)


@router.get(
    "/metrics", response_class=PlainTextResponse, responses=declared(NotSignedIn, NoAuthority)
)
def metrics(request: Request, _officer: Administrator, register: RegisterDep) -> Response:
    """Entries, the log's head, features in force and answers by status, for administrators."""
    with register.reading() as reading:
        snapshot, now = reading.known(), reading.now
    live = Counter(v.kind.value for v in snapshot.versions if v.covers(now))
    lines = [
        "# TYPE vetcontrol_log_head gauge",
        f"vetcontrol_log_head {snapshot.known_seq}",
        "# TYPE vetcontrol_features_in_force gauge",
        *(f'vetcontrol_features_in_force{{kind="{k}"}} {n}' for k, n in sorted(live.items())),
        "# TYPE vetcontrol_effects_without_effect gauge",
        f"vetcontrol_effects_without_effect {len(snapshot.conflicts)}",
        "# TYPE vetcontrol_answers_total counter",
        *(
            f'vetcontrol_answers_total{{status="{status}"}} {n}'
            for status, n in state_of(request).counts.by_status().items()
        ),
        "# TYPE vetcontrol_mails_total counter",
        *(
            f'vetcontrol_mails_total{{result="{result}"}} {n}'
            for result, n in state_of(request).alerts.counts().items()
        ),
    ]
    return PlainTextResponse("\n".join(lines) + "\n")
