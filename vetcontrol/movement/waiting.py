"""What waits in movement: applications that nobody has decided (section 14), and what was directed
back and is not recorded as back (section 15).

An unloading from rail waits for nobody: from it on a licence is needed to leave, and the Act calls
for no step before the owner asks for one.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from vetcontrol.law.diseases_of_animals import licence, return_direction
from vetcontrol.movement import queries
from vetcontrol.movement.checks import ROLES
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.officers.roles import Role
from vetcontrol.officers.waiting import NO_LIMIT, PAST_TIME, WITHIN_TIME, Waiting
from vetcontrol.register.register import Reading

DECIDERS = (Role.INSPECTOR, Role.VETERINARY_SURGEON)


def waiting_in_movement(reading: Reading) -> Iterator[Waiting]:
    """Applications and directions, each by number; a Veterinary Surgeon may act as Inspector
    (section 3(3))."""
    yield from _applications(reading)
    yield from _directions(reading)


def _applications(reading: Reading) -> Iterator[Waiting]:
    """At the place where the removal happens: of transit that is not where it begins."""
    rows = reading.session.scalars(
        select(LicenceRow)
        .where(LicenceRow.state == licence.State.APPLIED)
        .order_by(LicenceRow.number)
    )
    for row in rows:
        place = queries.licence(reading.session, row.number).licensed_at
        begins_there = place.equals(row.shape)
        yield Waiting(
            "licence",
            licence.CLAUSE,
            NO_LIMIT,
            row.applied_at,
            row.number,
            row.number,
            DECIDERS,
            place=place,
            village=row.village_name if begins_there else "",
            premises_id=row.premises_id if begins_there else None,
        )


def _directions(reading: Reading) -> Iterator[Waiting]:
    """Where it was found; since the direction, or since its time has run out."""
    for row in queries.open_directions(reading.session):
        late = row.within < reading.now
        yield Waiting(
            "return",
            return_direction.CLAUSE,
            PAST_TIME if late else WITHIN_TIME,
            row.within if late else row.directed_at,
            row.number,
            row.number,
            ROLES,
            place=row.shape,
        )
