"""Written instruments: the record in JSON, its page, and its delivery."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import orjson
from fastapi import APIRouter
from sqlalchemy import select
from starlette.responses import HTMLResponse, Response

from api.answers import JSON
from api.asked import Number
from api.bodies.acts import ServiceBody
from api.deps import CurrentOfficer, OptionalOfficer, RegisterDep
from api.once import Done, Once
from api.personal import reader_of
from api.problems import declared
from api.told import acts
from api.told.answers import Acted, DocumentTold
from vetcontrol import resources, statutes
from vetcontrol.disease import serving
from vetcontrol.disease.tables import InfectedPlaceRow
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document, DocumentKind, from_json
from vetcontrol.documents.html import render_html
from vetcontrol.documents.personal import opened
from vetcontrol.documents.vocabulary import words_of
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.officers.people import Officer
from vetcontrol.register.corrections import strikes_of
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing, personal_values
from vetcontrol.register.tables import DocumentRow, EntryRow

router = APIRouter(prefix="/documents", tags=["documents"], responses=declared(NotFound))
# What a gazette has published is open to anyone, as long as its entry stands.
GAZETTED = frozenset(
    {
        DocumentKind.NOTIFICATION,
        DocumentKind.AMENDMENT,
        DocumentKind.RESCISSION,
        DocumentKind.COMMENCEMENT,
        DocumentKind.END_OF_OPERATION,
        DocumentKind.SCHEDULED_DISEASE,
    }
)
LANGUAGE = "languages/en.toml"


@dataclass(frozen=True)
class Opened:
    """A document as its reader may see it."""

    row: DocumentRow
    document: Document
    personal: dict[str, str]
    standing: bool
    corrected_by: str


def open_document(reading: Reading, officer: Officer | None, number: str) -> Opened:
    """The document of that number with the personal texts that the reader may see.

    Raises `NotFound`, also where it is not open to an unsigned caller.
    """
    row = reading.session.get(DocumentRow, number)
    if row is None:
        raise _unknown(number)
    document = from_json(row.content)
    strikes = strikes_of(reading.session)
    fallen = struck(strikes, reading.known().known_seq)
    standing = row.entry_seq not in fallen
    corrected_by = ""
    if not standing:
        seq = max(c for c, target in strikes if target == row.entry_seq and c not in fallen)
        corrected_by = str(reading.session.get_one(EntryRow, seq).number)
    if officer is None and not (standing and document.kind in GAZETTED):
        raise _unknown(number)
    personal: dict[str, str] = {}
    if _may_read(reading, officer, document):
        personal = personal_values(reading.session, document)
    return Opened(row, opened(document, personal), personal, standing, corrected_by)


def _may_read(reading: Reading, officer: Officer | None, document: Document) -> bool:
    reader = reader_of(reading, officer)
    drawn = None if document.geometry is None else geometry_from(document.geometry)
    place = None
    if document.case_number:
        place = reading.session.scalar(
            select(InfectedPlaceRow.shape).where(InfectedPlaceRow.number == document.case_number)
        )
    return any(reader.may_read(shape) for shape in (drawn, place))


def _unknown(number: str) -> NotFound:
    return NotFound(f"No document {number} is known, or it is not open to you.")


@cache
def _words() -> Words:
    return words_of(resources.read_toml(LANGUAGE), file=f"data/{LANGUAGE}")


@router.get("/{number}.json", response_model=DocumentTold)
def record(number: Number, officer: OptionalOfficer, register: RegisterDep) -> Response:
    """The record itself: canonical content with its checksum, and the personal texts apart."""
    with register.reading() as reading:
        found = open_document(reading, officer, number)
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
        row = found.row
        shown = acts.document(row) | {
            "standing": found.standing,
            # The exact text, so that its SHA-256 is the checksum.
            "canonical": row.content,
            "content": orjson.Fragment(row.content),
            "personal": found.personal,
        }
    return JSON(shown | more)


@router.get("/{number}.html", response_class=HTMLResponse)
def page(number: Number, officer: OptionalOfficer, register: RegisterDep) -> Response:
    """The instrument as a page, complete and printable."""
    with register.reading() as reading:
        found = open_document(reading, officer, number)
    shown = render_html(
        found.document, _words(), cite=statutes.cite, corrected_by=found.corrected_by
    )
    return HTMLResponse(shown)


@router.post(
    "/{number}/service",
    status_code=201,
    response_model=Acted,
    responses=declared(Malformed, NotSignedIn, NoAuthority, Refused),
)
def served(number: Number, body: ServiceBody, officer: CurrentOfficer, once: Once) -> Response:
    """A copy or notice was delivered: how, when and to whom (sections 11 and 13)."""

    def act(writing: Writing) -> Done:
        entry = serving.serve(
            writing,
            officer,
            number,
            manner=body.manner,
            served_at=body.served_at,
            received_by=body.received_by,
        )
        content = entry.content
        more = {key: content[key] for key in ("document", "manner", "served_at", "clause")}
        return Done(201, acts.act(writing, entry, case=content["case_number"], **more))

    return once(act).response()
