"""Delivery of copies and notices with proof, scans of signed papers, certificates of records."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile
from starlette.responses import Response

from api import proofs
from api.acted import answered
from api.asked import Number
from api.bodies.acts import ServiceBody
from api.deps import CurrentOfficer, RegisterDep
from api.once import Done, Once
from api.opened import open_document
from api.personal import reader_of
from api.problems import declared
from api.told import acts
from api.told.answers import Acted
from vetcontrol.disease import papers, serving
from vetcontrol.disease.case import SERVED
from vetcontrol.documents.content import from_json
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.officers.people import Officer
from vetcontrol.register import attachments
from vetcontrol.register.checkpoints import Audited, audited
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing
from vetcontrol.register.tables import AttachmentRow, DocumentRow

router = APIRouter(tags=["documents"], responses=declared(NotFound))
ACTS = declared(Malformed, NotSignedIn, NoAuthority, Refused)
PROGRAM = f"vetcontrol {version('vetcontrol')}"
SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"
_ENDINGS = {"image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf"}


@router.post("/documents/{number}/service", status_code=201, response_model=Acted, responses=ACTS)
def served(number: Number, body: ServiceBody, officer: CurrentOfficer, once: Once) -> Response:
    """A copy or notice was delivered: how, when, to whom and with what proof (sections 11, 13).

    `warnings` say what the manner usually leaves behind and this delivery did not.
    """
    proof = proofs.of_body(body)

    def act(writing: Writing) -> Entry:
        return serving.serve(
            writing,
            officer,
            number,
            manner=body.manner,
            served_at=body.served_at,
            received_by=body.received_by,
            proof=proof,
        )

    return answered(once, act, _told_of_service)


def _told_of_service(_writing: Writing, entry: Entry) -> dict[str, Any]:
    content = entry.content
    more = {key: content[key] for key in ("document", "manner", "served_at", "clause", "proof")}
    warnings = [
        f"{reason['text']} {reason['remedy']}".strip()
        for reason in content["decision"]["reasons"]
        if reason["outcome"] == "needs_decision"
    ]
    return {"case": content["case_number"], **more, "warnings": warnings}


@router.post("/documents/{number}/scan", status_code=201, response_model=Acted, responses=ACTS)
def scanned(
    number: Number,
    officer: CurrentOfficer,
    once: Once,
    scan: Annotated[UploadFile, File(description="JPEG, PNG, WebP or PDF")],
    remark: Annotated[str, Form(max_length=2_000)] = "",
) -> Response:
    """A scan of the copy that was signed by hand; several may be kept."""
    file = attachments.read("scan", scan.file.read(), pdf=True)

    def act(writing: Writing) -> Entry:
        return papers.scan(writing, officer, number, file, remark)

    kept = {"document": number, "sha256": file.sha256, "media_type": file.media_type}
    return answered(once, act, lambda *_: kept)


@router.post(
    "/documents/{number}/certificate", status_code=201, response_model=Acted, responses=ACTS
)
def certified(
    number: Number, officer: CurrentOfficer, register: RegisterDep, once: Once
) -> Response:
    """The certificate of the record as evidence (section 63(4), Bharatiya Sakshya Adhiniyam, 2023).

    The log is verified for it first and held against every checkpoint kept here.
    """
    act = Certifying(register, officer, number)

    def done(writing: Writing) -> Done:
        entry, whole = act(writing)
        more = {"number": entry.number, "document": number, "whole": whole}
        return Done(201, acts.act(writing, entry, **more))

    return once(done, first=act.audit).response()


class Certifying:
    """The act that certifies an instrument: `audit` first, outside the write lock and only for who
    may ask it; the result is handed to the act."""

    def __init__(self, register: Register, officer: Officer, number: str) -> None:
        self._register, self._officer, self._number = register, officer, number
        self._audited: Audited | None = None

    def audit(self) -> None:
        """Hold the log against itself and every checkpoint kept here. Raises as the act does."""
        with self._register.reading() as reading:
            open_document(reading, self._officer, self._number)
            papers.require_certifiable(reading, self._officer, self._number)
        self._audited = audited(self._register, rows=False)

    def __call__(self, writing: Writing) -> tuple[Entry, bool]:
        """The entry of the certificate, and whether the log was found whole."""
        assert self._audited is not None
        found = self._audited
        entry = papers.certify(writing, self._officer, self._number, found, program=PROGRAM)
        return entry, found.report.whole


@router.get(
    "/attachments/{sha256}",
    response_class=Response,
    responses=declared(NotSignedIn)
    | {200: {"content": {name: {} for name in _ENDINGS}, "description": "The file"}},
)
def attachment(sha256: str, officer: CurrentOfficer, register: RegisterDep) -> Response:
    """A scan, photograph or signature, for officers whose area covers the place it is about."""
    with register.reading() as reading:
        row = attachments.get(reading.session, sha256)
        if not may_see(reading, officer, row):
            raise NotFound("No such attachment is kept, or it is not open to you.")
        data, media_type = row.data, row.media_type
    how = "inline" if media_type in attachments.PICTURES else "attachment"
    name = f"{sha256[:12]}.{_ENDINGS[media_type]}"
    return Response(
        data,
        media_type=media_type,
        headers={
            "Content-Disposition": f'{how}; filename="{name}"',
            "Content-Security-Policy": SANDBOX,
            "X-Content-Type-Options": "nosniff",
        },
    )


def may_see(reading: Reading, officer: Officer, row: AttachmentRow) -> bool:
    """Whether the officer may see the attachment: who may read a paper that it is about, or who
    recorded it himself."""
    reader = reader_of(reading, officer)
    naming = attachments.entries_naming(reading.session, row, (SERVED, papers.SCANNED))
    for actor, content in naming:
        if actor == officer.username:
            return True
        number = str(json.loads(content)["document"])
        document = from_json(reading.session.get_one(DocumentRow, number).content)
        places = papers.places_of(reading, document)
        if reader.everywhere or any(reader.may_read(place) for place in places):
            return True
    return False
