"""What a case waits for, and since when: a late step shows its age and never blocks (note 44)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from vetcontrol.disease.case import Case, State
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.register.entries import Entry


@dataclass(frozen=True)
class Waiting:
    """A step that the law calls for and nobody has recorded.

    `wording` is the statute's manner of speaking; no section 11 or 13 step lapses with time.
    """

    step: str
    clause: str
    wording: str
    since: datetime
    number: str = ""


def waiting(
    case: Case,
    entries: Sequence[Entry],
    services: Sequence[ServiceRow],
    notifications: Sequence[NotificationRow],
    made_by: Mapping[str, int],
) -> list[Waiting]:
    """The steps that a case waits for, the oldest first.

    `entries` are those that stand; `services` and `notifications` those of the case; `made_by`
    is the sequence of the entry that made each document.
    """
    moments = {e.seq: e.moment for e in entries}
    found = [*_steps(case, entries), *_desk(notifications)]
    found += [
        Waiting("service", row.clause, "forthwith", moments[made_by[row.document]], row.document)
        for row in services
        if row.served_at is None
    ]
    return sorted(found, key=lambda w: (w.since, w.step, w.number))


def _steps(case: Case, entries: Sequence[Entry]) -> Iterator[Waiting]:
    if case.state is State.ORDERED:
        since = case.order.signed_at
        yield Waiting(
            "examination", "DOA1974-11-2a", "as soon as practicable", since, case.order.number
        )
    elif case.state in (State.CONFIRMED, State.RADIUS_DECLARED):
        last = max(e.moment for e in entries if e.number in _acts(case))
        yield Waiting("report_to_government", "DOA1974-11-3c", "thereafter", last)
    elif case.state is State.WITH_GOVERNMENT and case.undecided:
        reported = next(e for e in reversed(entries) if e.number == case.government_report)
        yield Waiting(
            "decision", "DOA1974-13-1-a", "no limit of time", reported.moment, reported.number or ""
        )


def _acts(case: Case) -> set[str]:
    examined = {case.examination.outcome_number} if case.examination else set()
    return examined | {r.number for r in case.radii}


def _desk(notifications: Sequence[NotificationRow]) -> Iterator[Waiting]:
    for row in notifications:
        if row.state == "draft":
            yield Waiting(
                "approval", "DOA1974-13-2", "no limit of time", row.drafted_at, row.number
            )
        elif row.state == "approved":
            since = row.approved_at or row.drafted_at
            yield Waiting("publication", "DOA1974-13-2", "no limit of time", since, row.number)
        elif row.state == "published" and not row.exhibited and row.published_at is not None:
            yield Waiting(
                "exhibition", "DOA1974-13-5", "no limit of time", row.published_at, row.number
            )
