"""Approval and publication of notifications: by whose authority."""

from __future__ import annotations

from datetime import date, datetime

from vetcontrol.errors import NoAuthority
from vetcontrol.gazette import notifications
from vetcontrol.gazette.power import clause_of, power
from vetcontrol.officers.authority import Officer, authorise
from vetcontrol.officers.roles import Role
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing


def approve(writing: Writing, officer: Officer, number: str) -> Entry:
    """Approve a draft for Government: another person than its drafter."""
    row = notifications.get(writing.session, number)
    authority = power(writing, row).authority(writing, officer, row)
    entry = notifications.approve(writing, authority, number)
    if row.case_number:
        refresh = writing.register.handlers.refreshers[row.case_number.partition("/")[0]]
        refresh(writing, row.case_number)
    return entry


def publish(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    gazette_series: str,
    gazette_number: str,
    published_on: date,
    published_at: datetime | None = None,
    effective_at: datetime | None = None,
) -> Entry:
    """Record the publication: a ministerial act, by a clerk of Government or by Government."""
    row = notifications.get(writing.session, number)
    clause = clause_of(writing, row)
    try:
        authority = authorise(writing, officer, Role.CLERK, clause=clause, at=writing.now)
    except NoAuthority:
        authority = power(writing, row).authority(writing, officer, row)
    return notifications.publish(
        writing,
        authority,
        number,
        gazette_series=gazette_series,
        gazette_number=gazette_number,
        published_on=published_on,
        published_at=published_at,
        effective_at=effective_at,
    )
