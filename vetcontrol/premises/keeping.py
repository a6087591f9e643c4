"""Who keeps the register of premises, and where: an Inspector within the area given to him."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapely.geometry.base import BaseGeometry

from vetcontrol.errors import NoAuthority
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.officers import tenure
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.register.corrections import KIND as CORRECTION
from vetcontrol.register.corrections import find
from vetcontrol.register.entries import Actor, Entry, geometry_from
from vetcontrol.register.register import Writing

ROLES = ("inspector", "veterinary_surgeon", "clerk", "government", "collector")
#: Roles whose power ends at the area of the appointment (section 3(2)(b) for the Inspector).
WITHIN_AREA = frozenset({Role.INSPECTOR, Role.COLLECTOR})


def keeper(writing: Writing, username: str, places: Sequence[BaseGeometry] | None) -> Actor:
    """The officer as one who keeps the record of premises at `places` (EPSG:4326).

    An Inspector's or Collector's appointment serves where each place lies whole in its area, as
    far as the accuracy of the outline tells. None asks for an appointment that serves anywhere,
    no places for any appointment at all. Raises `NoAuthority`.
    """
    held = _in_force(writing, username)
    for row in held:
        if Role(row.role) not in WITHIN_AREA or _covers(writing, row, places):
            return Actor(username, row.number)
    if not held:
        who = ", ".join(WORDS[Role(role)] for role in ROLES)
        raise NoAuthority(
            f"Premises are entered on an appointment in force as one of: {who}.",
            clauses=("DOA1974-11-3a",),
        )
    named = " and ".join(tenure.named(row) for row in held)
    if places is None:
        raise NoAuthority(
            f"{named} serves within an area, and a file may hold premises anywhere. Enter the"
            " premises one by one, or let an officer without an area take in the file.",
            clauses=("DOA1974-3-2b",),
        )
    raise NoAuthority(
        f"{named} does not cover the place: premises are entered and corrected within the area of"
        " the appointment. An officer of that area, or one without an area, may do it.",
        clauses=("DOA1974-3-2b",),
    )


def may_correct(
    writing: Writing, username: str, target: Entry, corrected: Mapping[str, Any] | None
) -> None:
    """Raises `NoAuthority` where the officer does not keep the record of the place that `target`
    tells of, as it stands or as `corrected`."""
    told = [] if corrected is None else [corrected]
    while target.kind == CORRECTION:
        # A correction withdrawn gives back what it struck.
        if target.content["as_corrected"] is not None:
            told.append(target.content["as_corrected"])
        target = find(writing.session, seq=target.content["strikes"], number=None)
    told.append(target.content)
    keeper(writing, username, [geometry_from(content["geometry"]) for content in told])


def _in_force(writing: Writing, username: str) -> list[AppointmentRow]:
    """Appointments to keep premises, those that serve anywhere first."""
    rows = [
        row
        for row in tenure.appointments_of(writing.session, username, ROLES)
        if not tenure.why_not(writing.session, row, writing.now)
    ]
    return sorted(rows, key=lambda row: (Role(row.role) in WITHIN_AREA, ROLES.index(row.role)))


def _covers(writing: Writing, row: AppointmentRow, places: Sequence[BaseGeometry] | None) -> bool:
    if places is None:
        return False
    area = tenure.area_of(writing.known(), row, writing.now)
    return all(tenure.relation(area, place) is not Relation.OUTSIDE for place in places)
