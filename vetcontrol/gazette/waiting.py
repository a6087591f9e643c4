"""What waits at the gazette desk and belongs to no case: drafts and approved notifications."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import select

from vetcontrol.gazette import notifications
from vetcontrol.gazette.power import clause_of
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.roles import Role
from vetcontrol.officers.waiting import NO_LIMIT, Waiting
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading

APPROVAL = "approval"
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
        step = desk_step(row, clause_of(reading, row))
        assert step is not None
        content = notifications.content_of(row)
        yield replace(
            step,
            subject=row.number,
            roles=APPROVERS if step.step == APPROVAL else PUBLISHERS,
            place=None if content["geometry"] is None else geometry_from(content["geometry"]),
            disease=content["disease"],
        )


def desk_step(row: NotificationRow, clause: str) -> Waiting | None:
    """What the desk does next with a notification, by `clause`; None once it is published. A draft
    is approved by another person than its drafter."""
    if row.state == "draft":
        barred = frozenset({row.drafted_by})
        return Waiting(APPROVAL, clause, NO_LIMIT, row.drafted_at, row.number, barred=barred)
    if row.state == "approved":
        since = row.approved_at or row.drafted_at
        return Waiting("publication", clause, NO_LIMIT, since, row.number)
    return None
