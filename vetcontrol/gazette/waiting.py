"""What waits at the gazette desk and belongs to no case: drafts and approved notifications."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from vetcontrol.gazette import notifications
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.roles import Role
from vetcontrol.officers.waiting import NO_LIMIT, Waiting
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading

APPROVERS, PUBLISHERS = (Role.GOVERNMENT,), (Role.CLERK, Role.GOVERNMENT)


def waiting_at_the_desk(reading: Reading) -> Iterator[Waiting]:
    """Drafts that another person approves, then those to be published, each by number. Nothing is
    due at a time: the Act sets none for Government."""
    rows = reading.session.scalars(
        select(NotificationRow)
        .where(NotificationRow.case_number == "", NotificationRow.state.in_(("draft", "approved")))
        .order_by(NotificationRow.number)
    )
    for row in rows:
        content = notifications.content_of(row)
        draft = row.state == "draft"
        yield Waiting(
            "approval" if draft else "publication",
            notifications.clause_of(reading, row),
            NO_LIMIT,
            row.drafted_at if draft or row.approved_at is None else row.approved_at,
            row.number,
            row.number,
            APPROVERS if draft else PUBLISHERS,
            barred=frozenset({row.drafted_by}) if draft else frozenset(),
            place=None if content["geometry"] is None else geometry_from(content["geometry"]),
            disease=content["disease"],
        )
