"""The finding by which animals are not infective (section 27): a Veterinary Surgeon's, not hearsay.

It is an instrument of his on the register, or his own words where he acts himself.
"""

from __future__ import annotations

import re
from datetime import datetime

from sqlalchemy import select

from vetcontrol.documents.content import DocumentKind
from vetcontrol.errors import Malformed
from vetcontrol.law.diseases_of_animals.removal import Shown
from vetcontrol.officers import tenure
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import Role
from vetcontrol.register.corrections import standing
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import DocumentRow, SubjectRow

CLAUSE = "DOA1974-27"
KINDS = (DocumentKind.EXAMINATION, DocumentKind.CONFIRMATION, DocumentKind.CANCELLATION)
_NUMBER = re.compile(r"[A-Z]{2,5}/[0-9]{4}/[0-9]{6,9}")


def require_finding(
    reading: Reading, officer: Officer, *, shown: Shown, finding: str, at: datetime
) -> None:
    """Raises `Malformed` where animals are shown free by a `finding` that names no instrument of a
    Veterinary Surgeon that stands, and the officer is not one himself at `at`."""
    if shown is not Shown.FREE:
        return
    surgeon = tenure.held(reading, officer.username, (Role.VETERINARY_SURGEON,), at)
    if surgeon is not None and finding.strip():
        return
    if any(_stands(reading, number) for number in _NUMBER.findall(finding)):
        return
    raise Malformed.field(
        "finding",
        "names no Veterinary Surgeon's finding that stands on the register; give the number of his"
        " examination, confirmation or cancellation, or let him enter this himself",
        clauses=(CLAUSE,),
    )


def still_stands(reading: Reading, finding: str, known_seq: int | None = None) -> bool:
    """Whether a finding that was relied on holds, as known by `known_seq` (default now): of the
    instruments that it names one stands; a Veterinary Surgeon's own words do with their entry."""
    numbers = _NUMBER.findall(finding)
    return not numbers or any(_stands(reading, number, known_seq) for number in numbers)


def _stands(reading: Reading, number: str, known_seq: int | None = None) -> bool:
    row = reading.session.get(DocumentRow, number)
    if row is None or row.kind not in KINDS:
        return False
    subjects = reading.session.scalars(
        select(SubjectRow.subject).where(SubjectRow.entry_seq == row.entry_seq)
    )
    return any(
        entry.seq == row.entry_seq
        for subject in subjects
        for entry in standing(reading.session, subject, known_seq)
    )
