"""What a case waits for, and since when: a late step shows its age and never blocks (note 44)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from vetcontrol.disease.case import Case, State, clause_of, replay
from vetcontrol.disease.tables import InfectedPlaceRow, ServiceRow
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.gazette.waiting import desk_step
from vetcontrol.officers.roles import Role
from vetcontrol.officers.waiting import (
    AS_SOON_AS_PRACTICABLE,
    FORTHWITH,
    NO_LIMIT,
    THEREAFTER,
    Waiting,
)
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import DocumentRow, EntryRow

__all__ = ["WHOSE", "Waiting", "waiting", "waiting_in_cases"]

_SURGEON: Final = (Role.VETERINARY_SURGEON,)
_GOVERNMENT: Final = (Role.GOVERNMENT, Role.COLLECTOR)
_INSPECTOR: Final = (Role.INSPECTOR, Role.VETERINARY_SURGEON)
#: By step, whose office it is; a Veterinary Surgeon may act as Inspector (section 3(3)).
WHOSE: Final[Mapping[str, tuple[Role, ...]]] = {
    "examination": _SURGEON,
    "report_to_government": _SURGEON,
    "decision": _GOVERNMENT,
    "approval": _GOVERNMENT,
    "publication": (Role.CLERK, Role.GOVERNMENT),
    "exhibition": _INSPECTOR,
    "service": _INSPECTOR,
}
_LIVE: Final = (State.ORDERED, State.CONFIRMED, State.RADIUS_DECLARED, State.WITH_GOVERNMENT)


def waiting(
    case: Case,
    entries: Sequence[Entry],
    services: Sequence[ServiceRow],
    notifications: Sequence[NotificationRow],
    made_at: Mapping[str, datetime],
) -> list[Waiting]:
    """The steps that a case waits for, the oldest first.

    `entries` are those that stand; `services` and `notifications` those of the case; `made_at`
    is the moment of the entry that made each document.
    """
    found = [*_steps(case, entries), *_desk(notifications)]
    found += [
        Waiting("service", row.clause, FORTHWITH, made_at[row.document], row.document)
        for row in services
        if row.waits
    ]
    named = (replace(w, subject=case.number, roles=WHOSE[w.step]) for w in found)
    return sorted(named, key=lambda w: (w.since, w.step, w.number))


def waiting_in_cases(reading: Reading) -> Iterator[Waiting]:
    """What waits in all cases; deliveries of one clause in one case are told as one, counted.

    Only a case whose next step is open is replayed; the rest is read from the rows.
    """
    session = reading.session
    found: dict[str, list[Waiting]] = {}
    live = session.scalars(select(InfectedPlaceRow.number).where(InfectedPlaceRow.state.in_(_LIVE)))
    for number in live:
        entries = standing(session, number)
        found[number] = list(_steps(replay(entries), entries))
    for step, case in _desk_of_all(session):
        found.setdefault(case, []).append(step)
    for step in _services(session):
        found.setdefault(step.subject, []).append(step)
    for row in _rows(session, list(found)):
        for step in found[row.number]:
            yield replace(
                step,
                subject=row.number,
                roles=WHOSE[step.step],
                place=row.shape,
                disease=row.disease,
                village=row.village_name,
                premises_id=row.premises_id,
            )


def _rows(session: Session, numbers: Sequence[str]) -> Iterator[InfectedPlaceRow]:
    for start in range(0, len(numbers), 500):
        portion = numbers[start : start + 500]
        yield from session.scalars(
            select(InfectedPlaceRow)
            .where(InfectedPlaceRow.number.in_(portion))
            .order_by(InfectedPlaceRow.id)
        )


def _services(session: Session) -> Iterator[Waiting]:
    since = func.min(func.coalesce(EntryRow.signed_at, EntryRow.recorded_at))
    rows = session.execute(
        select(
            ServiceRow.case_number,
            ServiceRow.clause,
            since,
            func.count(),
        )
        .join(DocumentRow, DocumentRow.number == ServiceRow.document)
        .join(EntryRow, EntryRow.seq == DocumentRow.entry_seq)
        .where(ServiceRow.served_at.is_(None), ServiceRow.overtaken_by == "")
        .group_by(ServiceRow.case_number, ServiceRow.clause)
        .order_by(ServiceRow.case_number, ServiceRow.clause)
    )
    for case, clause, first, count in rows:
        yield Waiting("service", clause, FORTHWITH, first, subject=case, count=count)


def _desk_of_all(session: Session) -> Iterator[tuple[Waiting, str]]:
    rows = session.scalars(
        select(NotificationRow)
        .where(
            NotificationRow.case_number != "",
            or_(
                NotificationRow.state.in_(("draft", "approved")),
                (NotificationRow.state == "published") & ~NotificationRow.exhibited,
            ),
        )
        .order_by(NotificationRow.number)
    )
    for row in rows:
        for step in _desk([row]):
            yield step, row.case_number


def _steps(case: Case, entries: Sequence[Entry]) -> Iterator[Waiting]:
    if case.state is State.ORDERED:
        since = case.order.signed_at
        yield Waiting(
            "examination", "DOA1974-11-2a", AS_SOON_AS_PRACTICABLE, since, case.order.number
        )
    elif case.state in (State.CONFIRMED, State.RADIUS_DECLARED):
        last = max(e.moment for e in entries if e.number in _acts(case))
        yield Waiting("report_to_government", "DOA1974-11-3c", THEREAFTER, last)
    elif case.state is State.WITH_GOVERNMENT and case.undecided:
        reported = next(e for e in reversed(entries) if e.number == case.government_report)
        yield Waiting(
            "decision", "DOA1974-13-1-a", NO_LIMIT, reported.moment, reported.number or ""
        )


def _acts(case: Case) -> set[str]:
    examined = {case.examination.outcome_number} if case.examination else set()
    return examined | {r.number for r in case.radii}


def _desk(notifications: Sequence[NotificationRow]) -> Iterator[Waiting]:
    for row in notifications:
        step = desk_step(row, clause_of(row.kind))
        if step is not None:
            yield step
        elif row.state == "published" and not row.exhibited and row.published_at is not None:
            yield Waiting("exhibition", "DOA1974-13-5", NO_LIMIT, row.published_at, row.number)
