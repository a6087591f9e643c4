"""Reading cases: one by its number, lists, what is unserved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from vetcontrol.disease.case import SUBJECT, Case, replay
from vetcontrol.disease.papers import order_corrected_since
from vetcontrol.disease.present import services_of
from vetcontrol.disease.tables import InfectedPlaceRow, ServiceRow
from vetcontrol.disease.waiting import Waiting, waiting
from vetcontrol.errors import NotFound
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.register.corrections import corrected_by, standing
from vetcontrol.register.entries import Entry, entries_of
from vetcontrol.register.tables import DocumentRow, SubjectRow


@dataclass(frozen=True)
class File:
    """All that belongs to a case as known by a sequence: what stands, what was written, what is
    to be served, and what it waits for. `corrected` is, by the number of each document, the
    correction by which it no longer says what stands, or empty."""

    case: Case
    entries: Sequence[Entry]
    documents: Sequence[DocumentRow]
    services: Sequence[ServiceRow]
    waiting: Sequence[Waiting]
    corrected: Mapping[str, str]


def case(session: Session, number: str) -> Case:
    """The case of that number as its standing entries make it. Raises `NotFound`."""
    entries = standing(session, number) if number.startswith(f"{SUBJECT}/") else []
    if not entries:
        raise NotFound(f"No infected place {number} is on the register.")
    return replay(entries)


def file(session: Session, number: str, known_seq: int | None = None) -> File:
    """The whole file of a case, by default as known now; what its notifications wait for is told
    as it is now. Raises `NotFound` where the case was not yet known."""
    entries = standing(session, number, known_seq) if number.startswith(f"{SUBJECT}/") else []
    if not entries:
        raise NotFound(f"No infected place {number} is on the register.")
    found = replay(entries)
    services = sorted(services_of(found, entries), key=lambda row: row.document)
    documents = [
        row
        for row in session.scalars(
            select(DocumentRow)
            .join(SubjectRow, SubjectRow.entry_seq == DocumentRow.entry_seq)
            .where(SubjectRow.subject == number)
            .order_by(DocumentRow.entry_seq, DocumentRow.number)
        )
        if known_seq is None or row.entry_seq <= known_seq
    ]
    notifications = session.scalars(
        select(NotificationRow)
        .where(NotificationRow.number.in_(found.notifications))
        .order_by(NotificationRow.number)
    ).all()
    # The papers of a correction are made by an entry that is not among those that stand.
    moments = {e.seq: e.moment for e in (*entries_of(session, number), *entries)}
    made_at = {row.number: moments[row.entry_seq] for row in documents}
    steps = waiting(found, entries, services, notifications, made_at)
    known = 2**62 if known_seq is None else known_seq
    own = {seq: corrected_by(session, seq, known) for seq in {d.entry_seq for d in documents}}
    corrected = {
        row.number: own[row.entry_seq] or order_corrected_since(session, row, known)
        for row in documents
    }
    return File(found, entries, documents, services, steps, corrected)


def listing(
    session: Session, *, states: Sequence[str] = (), limit: int = 100, offset: int = 0
) -> tuple[list[InfectedPlaceRow], int]:
    """A page of cases, the newest first, with the total."""
    where = [InfectedPlaceRow.state.in_(states)] if states else []
    total = session.scalar(select(func.count()).select_from(InfectedPlaceRow).where(*where)) or 0
    rows = session.scalars(
        select(InfectedPlaceRow)
        .where(*where)
        .order_by(InfectedPlaceRow.id.desc())
        .limit(limit)
        .offset(offset)
    )
    return list(rows), total


def services(session: Session, case_number: str) -> list[ServiceRow]:
    """Copies and notices of a case that stand, in order of their numbers."""
    return list(
        session.scalars(
            select(ServiceRow)
            .where(ServiceRow.case_number == case_number)
            .order_by(ServiceRow.document)
        )
    )
