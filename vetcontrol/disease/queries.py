"""Reading cases: one by its number, lists, what is unserved."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from vetcontrol.disease.case import SUBJECT, Case, replay
from vetcontrol.disease.tables import InfectedPlaceRow, ServiceRow
from vetcontrol.errors import NotFound
from vetcontrol.register.corrections import standing


def case(session: Session, number: str) -> Case:
    """The case of that number as its standing entries make it. Raises `NotFound`."""
    entries = standing(session, number) if number.startswith(f"{SUBJECT}/") else []
    if not entries:
        raise NotFound(f"No infected place {number} is on the register.")
    return replay(entries)


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
            .where(ServiceRow.case_number == case_number, ServiceRow.withdrawn.is_(False))
            .order_by(ServiceRow.document)
        )
    )
