"""What waits in the office: appointments and delegations that another person entered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from api.pages.navigation import viewer_of
from api.pages.office_lines import keeps_appointments
from api.pages.task import Task
from api.templating import number_in_path
from vetcontrol.officers import queries
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import DEFINED_BY, WORDS, Role
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import EntryRow, SubjectRow


def office_tasks(reading: Reading, officer: Officer) -> Sequence[Task]:
    """Approvals that `officer` may give: never of what he entered, nor of his own appointment."""
    viewer = viewer_of(reading, officer)
    found: list[Task] = []
    if keeps_appointments(viewer):
        found += [
            Task(
                f"Approve appointment {row.number}: {WORDS[Role(row.role)]} {row.officer}",
                f"/appointments/{number_in_path(row.number)}",
                _entered(reading, row.number),
                DEFINED_BY.get(Role(row.role), ("DOA1974-3-1",))[0],
            )
            for row in queries.appointments(reading, state="proposed")
            if officer.username not in (row.proposed_by, row.officer)
        ]
    if Role.GOVERNMENT in viewer.roles:
        found += [
            Task(
                f"Approve delegation {row.number}",
                f"/delegations/{number_in_path(row.number)}",
                _entered(reading, row.number),
                "DOA1974-13-7",
            )
            for row in queries.delegations(reading, state="proposed")
            if row.proposed_by != officer.username
        ]
    return found


def _entered(reading: Reading, number: str) -> datetime:
    """When it was entered: its first entry in the log."""
    moment = reading.session.scalar(
        select(EntryRow.recorded_at)
        .join(SubjectRow, SubjectRow.entry_seq == EntryRow.seq)
        .where(SubjectRow.subject == number)
        .order_by(EntryRow.seq)
        .limit(1)
    )
    assert moment is not None
    return moment
