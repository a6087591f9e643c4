"""The appointment by which an officer has to do with a place: to read of it, and keep its papers.

No clause gives this power; it follows from the office. The area counts as it stands now.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry.base import BaseGeometry

from vetcontrol.errors import NoAuthority
from vetcontrol.law.decisions import Decision
from vetcontrol.officers import tenure
from vetcontrol.officers.authority import Appointment, Authority
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Reading

#: The offices that act under the Act on a place, and keep its papers.
OFFICES = (
    Role.INSPECTOR,
    Role.VETERINARY_SURGEON,
    Role.COLLECTOR,
    Role.GOVERNMENT,
    Role.CLERK,
)


def in_charge(
    reading: Reading, officer: Officer, places: Sequence[BaseGeometry], *, clause: str
) -> Authority:
    """The authority of `officer` over papers about `places` (EPSG:4326), by an appointment in
    force to one of `OFFICES` whose area meets one of them, or that has no area. Raises
    `NoAuthority`."""
    for row in tenure.appointments_of(reading.session, officer.username, OFFICES):
        if tenure.why_not(reading.session, row, reading.now):
            continue
        if row.has_area and not _meets(reading, row, places):
            continue
        held = Appointment(
            row.number, row.office_title, Role(row.role), tenure.gazette_words(row.gazette)
        )
        words = f"Acts as {row.office_title} ({row.number})."
        decision = Decision.allowed(clause, words)
        actor = Actor(officer.username, row.number)
        return Authority(officer, actor, held, row.role, decision)
    raise NoAuthority(
        "This is for an officer under the Act whose appointment in force covers the place that the"
        f" paper is about: {', '.join(WORDS[role] for role in OFFICES)}. Ask one of that area."
    )


def covers_place(reading: Reading, officer: Officer, place: BaseGeometry) -> bool:
    """Whether an appointment of `officer` in force covers `place` (EPSG:4326), so that he may read
    what is personal there."""
    return any(
        not row.has_area or _meets(reading, row, (place,))
        for row in tenure.appointments_of(reading.session, officer.username)
        if not tenure.why_not(reading.session, row, reading.now)
    )


def _meets(reading: Reading, row: AppointmentRow, places: Sequence[BaseGeometry]) -> bool:
    area = tenure.area_of(reading.known(), row, reading.now)
    return area is not None and any(area.geometry.intersects(place) for place in places)
