"""The certificate that goes with an electronic record as evidence: section 63 of the Bharatiya
Sakshya Adhiniyam, 2023, and its Schedule.

What the register knows stands in it; what only a person can know or swear (parentage, the make of
the machine, the expert's part) is left to be written by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Clause,
    Document,
    DocumentKind,
    Paragraph,
    Schedule,
    Signatory,
    Value,
    Word,
)
from vetcontrol.documents.values import Text

STATUTE: Final = "BSA2023"
CLAUSES: Final = ("BSA2023-63-4c", "BSA2023-63-2")
ALGORITHM: Final = "SHA-256"

PARTICULARS: Final = (
    "number",
    "kind",
    "checksum",
    "algorithm",
    "entry",
    "recorded_at",
    "actor",
    "appointment",
    "entry_hash",
    "head",
    "head_hash",
    "computer",
    "database",
    "program",
)
FILES: Final = ("print", "scan")

_TITLE: Final = message("title.electronic_record_certificate")
_PART_A: Final = message("paragraph.evidence.part_a", "name", "office", "clause")
_RECORD: Final = message("paragraph.evidence.record", "number", "checksum", "algorithm")
_DEVICE: Final = message("paragraph.evidence.device", "computer", "program")
_MAKE: Final = message("paragraph.evidence.make")
_PERIOD: Final = message("paragraph.evidence.period", "since", "until", "clause")
_WORKING: Final = message("paragraph.evidence.working")
_LOG: Final = message("paragraph.evidence.log")
_WHOLE: Final = message("paragraph.evidence.whole", "verified_at", "head", "head_hash")
_NOT_WHOLE: Final = message("paragraph.evidence.not_whole", "verified_at", "head", "faults")
_CHECKPOINT: Final = message(
    "paragraph.evidence.checkpoint", "held", "checkpoint", "checkpoint_hash", "key"
)
_NO_CHECKPOINT: Final = message("paragraph.evidence.no_checkpoint")
_UNCHECKED: Final = message("paragraph.evidence.unchecked", "of_files")
_STRUCK: Final = message("paragraph.evidence.struck", "correction")
_BELIEF: Final = message("paragraph.evidence.belief")
_SWORN: Final = message("paragraph.evidence.sworn")
_PART_B: Final = message("paragraph.evidence.part_b")
_EXPERT: Final = message("paragraph.evidence.expert", "checksum", "algorithm")
_PARTICULARS: Final = message("schedule.evidence_record")
_FILES: Final = message("schedule.evidence_files")
_PARTICULAR: Final = message("column.particular")
_VALUE: Final = message("column.value")
_FILE: Final = message("column.file")
_WHICH: Final = message("column.which")
_DIGEST: Final = message("column.digest")

MESSAGES: Final[tuple[Message, ...]] = (
    message(f"statute.{STATUTE}"),
    _TITLE,
    _PART_A,
    _RECORD,
    _DEVICE,
    _MAKE,
    _PERIOD,
    _WORKING,
    _LOG,
    _WHOLE,
    _NOT_WHOLE,
    _CHECKPOINT,
    _NO_CHECKPOINT,
    _UNCHECKED,
    _STRUCK,
    _BELIEF,
    _SWORN,
    _PART_B,
    _EXPERT,
    _PARTICULARS,
    _FILES,
    _PARTICULAR,
    _VALUE,
    _FILE,
    _WHICH,
    _DIGEST,
    *(message(f"term.particular.{name}") for name in PARTICULARS),
    *(message(f"term.evidence_file.{name}") for name in FILES),
)


@dataclass(frozen=True)
class Record:
    """The record that is certified, as the log keeps it; its kind as the record names it."""

    number: str
    kind: DocumentKind
    checksum: str
    seq: int
    entry_hash: str
    recorded_at: datetime
    actor: str
    appointment: str
    corrected_by: str = ""


@dataclass(frozen=True)
class KeptFile:
    """A print or scan that belongs to the record: `print` or `scan`, which one, its SHA-256."""

    kind: str
    which: str
    sha256: Text


@dataclass(frozen=True)
class Checkpoint:
    """Against what the log was held: how many checkpoints, and of the newest its entry, how its
    hash begins, and the key that signed it."""

    held: int
    seq: int
    hash: str
    kid: str


@dataclass(frozen=True)
class Verified:
    """The state of the log when it was verified: when, its head, how many faults; the checkpoints
    kept with it, and how many rows follow from files and were not held against it."""

    at: datetime
    head: int
    head_hash: str
    faults: int
    checkpoint: Checkpoint | None = None
    of_files: int = 0


@dataclass(frozen=True)
class Computer:
    """What produced the record: the machine as its keeper names it, its database, the program,
    and since when the register has been in use there."""

    name: str
    database: str
    program: str
    since: datetime


def electronic_record_certificate(
    *,
    number: str,
    record: Record,
    files: Sequence[KeptFile],
    verified: Verified,
    computer: Computer,
    signed_at: datetime,
    signatory: Signatory,
    case_number: str = "",
) -> Document:
    """The certificate (BSA2023-63-4c) about `record` and the prints and scans kept of it.

    Part A is the signatory's, who has charge of the activity; part B stays blank for the expert.
    """
    return Document(
        number=number,
        kind=DocumentKind.ELECTRONIC_RECORD_CERTIFICATE,
        statute=STATUTE,
        clauses=CLAUSES,
        title=_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=(record.number,),
        paragraphs=(
            _PART_A(name=signatory.name, office=signatory.office, clause=Clause(CLAUSES[0])),
            _RECORD(number=record.number, checksum=record.checksum, algorithm=ALGORITHM),
            _DEVICE(computer=computer.name, program=computer.program),
            _MAKE(),
            _PERIOD(since=computer.since, until=signed_at, clause=Clause(CLAUSES[1])),
            _WORKING(),
            _LOG(),
            _chain(verified),
            _held(verified.checkpoint),
            _UNCHECKED(of_files=verified.of_files),
            *((_STRUCK(correction=record.corrected_by),) if record.corrected_by else ()),
            _BELIEF(),
            _SWORN(),
            _PART_B(),
            _EXPERT(checksum=record.checksum, algorithm=ALGORITHM),
        ),
        schedules=(_particulars(record, verified, computer), *_files(files)),
    )


def _chain(verified: Verified) -> Paragraph:
    if verified.faults:
        return _NOT_WHOLE(verified_at=verified.at, head=verified.head, faults=verified.faults)
    return _WHOLE(verified_at=verified.at, head=verified.head, head_hash=verified.head_hash)


def _held(checkpoint: Checkpoint | None) -> Paragraph:
    if checkpoint is None:
        return _NO_CHECKPOINT()
    return _CHECKPOINT(
        held=checkpoint.held,
        checkpoint=checkpoint.seq,
        checkpoint_hash=checkpoint.hash,
        key=checkpoint.kid,
    )


def _particulars(record: Record, verified: Verified, computer: Computer) -> Schedule:
    values: dict[str, Value] = {
        "number": record.number,
        "kind": record.kind.value,
        "checksum": record.checksum,
        "algorithm": ALGORITHM,
        "entry": record.seq,
        "recorded_at": record.recorded_at,
        "actor": record.actor,
        "appointment": record.appointment or None,
        "entry_hash": record.entry_hash,
        "head": verified.head,
        "head_hash": verified.head_hash,
        "computer": computer.name,
        "database": computer.database,
        "program": computer.program,
    }
    rows = tuple((Word(f"particular.{name}"), values[name]) for name in PARTICULARS)
    return Schedule(_PARTICULARS.key, (_PARTICULAR.key, _VALUE.key), rows)


def _files(files: Sequence[KeptFile]) -> tuple[Schedule, ...]:
    rows = tuple((Word(f"evidence_file.{f.kind}"), f.which, f.sha256) for f in files)
    columns = (_FILE.key, _WHICH.key, _DIGEST.key)
    return (Schedule(_FILES.key, columns, rows),) if rows else ()
