"""Reading the gazette desk: lists of notifications."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from vetcontrol.gazette import notifications
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry


def listing(
    session: Session, *, states: Sequence[str], limit: int = 100, offset: int = 0
) -> tuple[list[NotificationRow], int]:
    """A page of notifications in one of `states`, the newest first, with the total."""
    where = NotificationRow.state.in_(states)
    total = session.scalar(select(func.count()).select_from(NotificationRow).where(where)) or 0
    rows = session.scalars(
        select(NotificationRow)
        .where(where)
        .order_by(NotificationRow.drafted_at.desc(), NotificationRow.number.desc())
        .limit(limit)
        .offset(offset)
    )
    return list(rows), total


def approval_of(session: Session, number: str) -> Entry | None:
    """The approval of a notification that stands; None before it is approved."""
    entries = standing(session, number)
    return next((e for e in reversed(entries) if e.kind == notifications.APPROVED), None)
