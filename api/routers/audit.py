"""The audit over HTTP, for administrators: whether the log is whole."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.responses import Response

from api.answers import JSON
from api.deps import Administrator, RegisterDep
from api.problems import declared
from vetcontrol.errors import NoAuthority, NotSignedIn
from vetcontrol.register.checkpoints import audited

router = APIRouter(prefix="/audit", tags=["operation"])


class CheckpointTold(BaseModel):
    """A head of the log that was signed: from then on nothing up to `seq` can change unseen."""

    format: int
    register_: Annotated[str, Field(alias="register", description="Hash of the first entry")]
    seq: int
    entries: int
    hash: str
    recorded_at: datetime
    issued_at: datetime
    kid: str


class AuditAnswer(BaseModel):
    """What the audit found; `faults` are empty where the log is whole, and the first hundred of
    `faults_found` where it is not. The log was held against
    all `checkpoints` (how many) that are kept here; `checkpoint` is the newest. `unchecked` says
    what was not held against the log, in sentences; `rows_of_files` how many rows follow from
    files that were taken in, of which the log holds the digest alone."""

    whole: bool
    entries: int
    effects: int
    documents: int
    personal_fields: int
    redacted: int
    attachments: int
    head: dict[str, Any]
    faults: list[str]
    faults_found: int
    rows_of_files: int
    unchecked: list[str]
    checkpoint: CheckpointTold | None
    checkpoints: int


@router.get("/verify", response_model=AuditAnswer, responses=declared(NotSignedIn, NoAuthority))
def verified(_officer: Administrator, register: RegisterDep) -> Response:
    """The chain, the documents and what is in force, held against the words of the entries."""
    return JSON(audited(register).as_json())
