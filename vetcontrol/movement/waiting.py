"""What waits in movement: applications for a licence that nobody has decided (section 14)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from vetcontrol.law.diseases_of_animals.licence import CLAUSE, State
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.officers.roles import Role
from vetcontrol.officers.waiting import NO_LIMIT, Waiting
from vetcontrol.register.register import Reading

DECIDERS = (Role.INSPECTOR, Role.VETERINARY_SURGEON)


def waiting_in_movement(reading: Reading) -> Iterator[Waiting]:
    """Applications, by number; a Veterinary Surgeon may act as Inspector (section 3(3))."""
    rows = reading.session.scalars(
        select(LicenceRow).where(LicenceRow.state == State.APPLIED).order_by(LicenceRow.number)
    )
    for row in rows:
        yield Waiting(
            "licence",
            CLAUSE,
            NO_LIMIT,
            row.applied_at,
            row.number,
            row.number,
            DECIDERS,
            place=row.shape,
            village=row.village_name,
            premises_id=row.premises_id,
        )
