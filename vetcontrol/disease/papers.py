"""What is kept about an instrument: scans of the copy signed by hand, and the certificate that
goes with it to a court (section 63, Bharatiya Sakshya Adhiniyam, 2023)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shapely.geometry.base import BaseGeometry
from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.clock import in_words
from vetcontrol.disease.tables import InfectedPlaceRow
from vetcontrol.documents.content import Document, DocumentKind, from_json
from vetcontrol.documents.instruments import evidence
from vetcontrol.documents.values import Personal
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.gazette.grounds import remark
from vetcontrol.movement import queries as movement
from vetcontrol.officers.authority import Authority, Officer
from vetcontrol.officers.reach import in_charge
from vetcontrol.register import prints
from vetcontrol.register.attachments import Attachment, keep
from vetcontrol.register.checkpoints import PRINTED_DIGITS, Audited
from vetcontrol.register.corrections import corrected_by, find, standing
from vetcontrol.register.engine import engine_name
from vetcontrol.register.entries import Entry, Kind, geometry_from
from vetcontrol.register.register import Reading, Writing, personal_text
from vetcontrol.register.tables import AttachmentRow, DocumentRow, EntryRow, PrintRow

SCANNED = "document.scanned"
CERTIFIED = "certificate.issued"
SUBJECT = "paper"
CLAUSE = evidence.CLAUSES[0]
_OF_LICENCE = (
    DocumentKind.LICENCE,
    DocumentKind.LICENCE_REFUSAL,
    DocumentKind.LICENCE_REVOCATION,
)
# What the Veterinary Surgeon made of an order, and what these repeat of it.
_OF_ORDER = (DocumentKind.EXAMINATION, DocumentKind.CONFIRMATION, DocumentKind.CANCELLATION)
_REPEATED = frozenset({"geometry", "signed_at"})
KEEPERS = ("inspector", "veterinary_surgeon", "government", "collector", "clerk")
KINDS = (
    Kind(SCANNED, corrected_by=KEEPERS),
    Kind(CERTIFIED, corrected_by=KEEPERS),
)


@dataclass(frozen=True)
class Scan:
    """A scan of the copy signed by hand; `media_type` is None once it was redacted."""

    seq: int
    scanned_at: datetime
    actor: str
    sha256: str
    media_type: str | None
    remark: str


@dataclass(frozen=True)
class Certificate:
    """A certificate issued about an instrument."""

    number: str
    seq: int
    issued_at: datetime


def subject_of(number: str) -> str:
    """The subject of what is kept about the instrument of that number."""
    return f"{SUBJECT}/{number}"


def places_of(reading: Reading, document: Document) -> list[BaseGeometry]:
    """Where the instrument is about (EPSG:4326): what is drawn on it, the place of its case, and
    where the removal of its licence begins and happens. A certificate is about the places of the
    instrument that it certifies."""
    if document.kind is DocumentKind.ELECTRONIC_RECORD_CERTIFICATE:
        [certified] = document.related
        return places_of(reading, from_json(_row(reading, certified).content))
    found = [] if document.geometry is None else [geometry_from(document.geometry)]
    if document.kind in _OF_LICENCE:
        return found + _licensed(reading, document.case_number or document.number)
    if document.case_number:
        found += reading.session.scalars(
            select(InfectedPlaceRow.shape).where(InfectedPlaceRow.number == document.case_number)
        )
    return found


def _licensed(reading: Reading, number: str) -> list[BaseGeometry]:
    try:
        found = movement.licence(reading.session, number)
    except NotFound:
        # Its application is struck.
        return []
    return [found.consignment.origin.geometry, found.licensed_at]


def corrected_since(session: Session, row: DocumentRow, known_seq: int) -> str:
    """The number of the correction, as known by `known_seq`, by which the instrument no longer says
    what stands; empty where it does. See `order_corrected_since`."""
    return corrected_by(session, row.entry_seq, known_seq) or order_corrected_since(
        session, row, known_seq
    )


def order_corrected_since(session: Session, row: DocumentRow, known_seq: int) -> str:
    """The number of the correction that restated, after the instrument was made, the place or hour
    of the order that it repeats; empty where there is none."""
    if row.kind not in _OF_ORDER:
        return ""
    order = session.scalars(
        select(DocumentRow).where(
            DocumentRow.number.in_(from_json(row.content).related),
            DocumentRow.kind == DocumentKind.ORDER.value,
        )
    ).one()
    number = corrected_by(session, order.entry_seq, known_seq)
    if not number:
        return ""
    correction = find(session, seq=None, number=number)
    restated = correction.content["restated"] or {}
    return number if correction.seq > row.entry_seq and _REPEATED & set(restated) else ""


def scan(writing: Writing, officer: Officer, number: str, file: Attachment, words: str) -> Entry:
    """Keep a scan of the copy of instrument `number` that was signed by hand. Several may be
    kept, each an entry that a correction can strike."""
    row = _row(writing, number)
    authority = in_charge(
        writing, officer, places_of(writing, from_json(row.content)), clause=CLAUSE
    )
    for other in scans(writing, number):
        if other.sha256 == file.sha256:
            raise Malformed.field(
                "scan", f"is the very file of entry {other.seq}; choose the other sheet"
            )
    said = remark("remark", words)
    return writing.append(
        SCANNED,
        authority.actor,
        {
            "document": number,
            "checksum": row.checksum,
            "scan": keep(writing, file),
            "remark": writing.seal(said) if said else None,
        },
        subjects=(subject_of(number),),
    )


def scans(reading: Reading, number: str) -> list[Scan]:
    """The scans of the instrument that stand, the oldest first."""
    found = []
    for entry in standing(reading.session, subject_of(number)):
        if entry.kind != SCANNED:
            continue
        sha256 = str(entry.content["scan"]["attachment"])
        row = reading.session.get(AttachmentRow, sha256)
        gone = row is None or row.data is None
        said = entry.content["remark"]
        found.append(
            Scan(
                entry.seq,
                entry.recorded_at,
                entry.actor,
                sha256,
                None if gone else entry.content["scan"]["media_type"],
                personal_text(reading.session, said) or "",
            )
        )
    return found


def certificates(reading: Reading, number: str) -> list[Certificate]:
    """The certificates about the instrument that stand, the oldest first."""
    return [
        Certificate(str(entry.number), entry.seq, entry.recorded_at)
        for entry in standing(reading.session, subject_of(number))
        if entry.kind == CERTIFIED
    ]


def certify(
    writing: Writing, officer: Officer, number: str, found: Audited, *, program: str
) -> Entry:
    """Draw up the certificate of instrument `number` from the log (BSA2023-63-4c).

    `found` is the audit made for it just before; it must have read the entry of the instrument.
    Raises as `require_certifiable` does.
    """
    row, document, authority = require_certifiable(writing, officer, number)
    verified = found.report
    if verified.at is None or verified.head[0] < row.entry_seq:
        raise Refused("The log was not verified up to this instrument; ask once more.")
    entry = writing.session.get_one(EntryRow, row.entry_seq)
    first = writing.session.get_one(EntryRow, 1)
    own = writing.next_number("CER")
    certificate = evidence.electronic_record_certificate(
        number=own,
        record=_record(writing, row, document, entry),
        files=list(_files(writing, number)),
        verified=evidence.Verified(
            verified.at,
            *verified.head,
            len(verified.faults),
            checkpoint=_checkpoint(found),
            of_files=verified.of_files,
        ),
        computer=evidence.Computer(
            writing.register.settings.computer,
            engine_name(writing.register.database.engine),
            program,
            first.recorded_at,
        ),
        case_number=document.case_number,
        signed_at=writing.now,
        signatory=authority.signatory(),
    )
    return writing.append(
        CERTIFIED,
        authority.actor,
        {
            "number": own,
            "document": number,
            "checksum": row.checksum,
            "head": {"seq": verified.head[0], "hash": verified.head[1]},
            "checkpoint": found.newest and {"seq": found.newest.seq, "hash": found.newest.hash},
            "whole": verified.whole,
            "faults": len(verified.faults),
        },
        subjects=(subject_of(number),),
        number=own,
        documents=(certificate,),
    )


def _checkpoint(found: Audited) -> evidence.Checkpoint | None:
    newest = found.newest
    if newest is None:
        return None
    return evidence.Checkpoint(found.held, newest.seq, newest.hash[:PRINTED_DIGITS], newest.kid)


def require_certifiable(
    reading: Reading, officer: Officer, number: str
) -> tuple[DocumentRow, Document, Authority]:
    """The instrument, and by what authority the officer certifies it.

    Raises `Refused` where the computer is not described (`VETCONTROL_COMPUTER`) or the instrument
    is itself such a certificate, `NoAuthority`, `NotFound`.
    """
    row = _row(reading, number)
    document = from_json(row.content)
    if document.statute == evidence.STATUTE:
        raise Refused(f"{number} is a certificate itself; certify the instrument it is about.")
    if not reading.register.settings.computer:
        raise Refused(
            "The certificate names the computer that keeps the register, and it is not described."
            " Whoever runs it sets VETCONTROL_COMPUTER.",
            clauses=(CLAUSE,),
        )
    places = places_of(reading, document)
    return row, document, in_charge(reading, officer, places, clause=CLAUSE)


def _row(reading: Reading, number: str) -> DocumentRow:
    row = reading.session.get(DocumentRow, number)
    if row is None:
        raise NotFound(f"No document {number} is known, or it is not open to you.")
    return row


def _record(
    reading: Reading, row: DocumentRow, document: Document, entry: EntryRow
) -> evidence.Record:
    return evidence.Record(
        number=row.number,
        kind=document.kind,
        checksum=row.checksum,
        seq=entry.seq,
        entry_hash=entry.hash,
        recorded_at=entry.recorded_at,
        actor=entry.actor,
        appointment=entry.appointment or "",
        corrected_by=corrected_by(reading.session, entry.seq, reading.known().known_seq),
    )


def _files(writing: Writing, number: str) -> Iterator[evidence.KeptFile]:
    """First prints and scans. A print that shows personal text is named by the sealed digest that
    its own entry holds, so that redaction reaches the certificate too."""
    rows = writing.session.scalars(
        select(PrintRow)
        .where(PrintRow.number == number, PrintRow.sha256.isnot(None))
        .order_by(PrintRow.language)
    )
    for row in rows:
        said: Any = prints.named(writing.session.get_one(EntryRow, row.entry_seq).content)
        digest = said[row.number, row.language]
        sha256 = str(row.sha256)
        shown = sha256 if isinstance(digest, str) else Personal(sha256, digest["personal"])
        yield evidence.KeptFile("print", row.language, shown)
    for one in scans(writing, number):
        yield evidence.KeptFile("scan", in_words(one.scanned_at), one.sha256)
