"""The audit over HTTP, for administrators: whether the log is whole."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.responses import Response

from api.answers import JSON
from api.deps import Administrator, RegisterDep
from api.problems import declared
from vetcontrol.errors import NoAuthority, NotSignedIn
from vetcontrol.register.audit import verify

router = APIRouter(prefix="/audit", tags=["operation"])


class AuditAnswer(BaseModel):
    """What the audit found; `faults` are empty where the log is whole."""

    whole: bool
    entries: int
    effects: int
    documents: int
    personal_fields: int
    redacted: int
    attachments: int
    head: dict[str, Any]
    faults: list[str]


@router.get("/verify", response_model=AuditAnswer, responses=declared(NotSignedIn, NoAuthority))
def verified(_officer: Administrator, register: RegisterDep) -> Response:
    """The chain, the documents and what is in force, held against the words of the entries."""
    return JSON(verify(register).as_json())
