"""Approval and publication of the notifications of section 13: by whose authority."""

from __future__ import annotations

from datetime import date, datetime

from vetcontrol.disease import queries
from vetcontrol.disease.present import refresh
from vetcontrol.errors import NoAuthority
from vetcontrol.gazette import notifications
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.authority import Authority, Officer, authorise, authorise_section_13
from vetcontrol.officers.roles import Role
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Writing


def approve(writing: Writing, officer: Officer, number: str) -> Entry:
    """Approve a draft for Government: another person than its drafter."""
    row = notifications.get(writing.session, number)
    authority = _section_13(writing, officer, row)
    entry = notifications.approve(writing, authority, number)
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
    try:
        authority = authorise(
            writing,
            officer,
            Role.CLERK,
            clause=notifications.clause_of(row.kind),
            at=writing.now,
        )
    except NoAuthority:
        authority = _section_13(writing, officer, row)
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


def _section_13(writing: Writing, officer: Officer, row: NotificationRow) -> Authority:
    case = queries.case(writing.session, row.case_number)
    content = notifications.content_of(row)
    return authorise_section_13(
        writing,
        officer,
        power=notifications.clause_of(row.kind),
        at=writing.now,
        geometry=geometry_from(content["geometry"]),
        disease=case.disease,
    )
