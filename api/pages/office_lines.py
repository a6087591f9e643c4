"""Appointments and delegations as a line or a record shows them: in words, with their state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from api.pages.navigation import Viewer, administrators
from vetcontrol import statutes
from vetcontrol.officers import queries, tenure
from vetcontrol.officers.desk import DESK
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.register.register import Reading

WHOLE = "The whole territory"


def keeps_appointments(viewer: Viewer) -> bool:
    """Whether appointments are entered and approved by the viewer (`vetcontrol.officers.desk`)."""
    return administrators(viewer) or bool(viewer.roles & set(DESK))


@dataclass(frozen=True)
class AppointmentLine:
    """One appointment: the person's name, the office, the area and the state, in words."""

    row: AppointmentRow
    name: str
    office: str
    area: str
    kind: str
    state: str
    why_not: str
    gazette: str


@dataclass(frozen=True)
class DelegationLine:
    """One delegation: the district's name, the sections and the state, in words."""

    row: DelegationRow
    district: str
    sections: str
    kind: str
    state: str


def appointment_lines(reading: Reading, rows: Iterable[AppointmentRow]) -> list[AppointmentLine]:
    """The lines of `rows`, in their order."""
    names = {one.username: one.name for one, _ in queries.officers(reading)}
    return [_appointment(reading, row, names.get(row.officer, row.officer)) for row in rows]


def _appointment(reading: Reading, row: AppointmentRow, name: str) -> AppointmentLine:
    why_not = tenure.why_not(reading.session, row, reading.now)
    kind, state = _state(row, why_not, reading.now)
    return AppointmentLine(
        row,
        name,
        WORDS[Role(row.role)],
        _area(reading, row),
        kind,
        state,
        why_not,
        tenure.gazette_words(row.gazette),
    )


def _state(row: AppointmentRow, why_not: str, now: datetime) -> tuple[str, str]:
    if row.state == "proposed":
        return "waiting", "Waits for approval"
    if row.to_at is not None and row.to_at <= row.from_at:
        return "ended", "Never had effect"
    if row.to_at is not None and row.to_at <= now:
        return "ended", "Ended"
    if row.from_at > now:
        return "draft", "Begins later"
    return ("waiting", "In acting charge") if why_not else ("in_force", "In force")


def _area(reading: Reading, row: AppointmentRow) -> str:
    """The area's name; before approval it is no feature yet, so that of its source is told."""
    if not row.has_area:
        return WHOLE
    known = reading.known()
    own = known.by_feature.get(tenure.area_feature(row.number), ())
    source = known.by_feature.get(row.area_feature or "", ())
    versions = own or source
    return str(versions[-1].facts["name"]) if versions else "An outline of its own"


def delegation_lines(reading: Reading, rows: Iterable[DelegationRow]) -> list[DelegationLine]:
    """The lines of `rows`, in their order."""
    return [_delegation(reading, row) for row in rows]


def _delegation(reading: Reading, row: DelegationRow) -> DelegationLine:
    versions = reading.known().by_feature.get(row.district, ())
    name = str(versions[-1].facts["name"]) if versions else row.district
    sections = ", ".join(statutes.section(power) for power in row.powers)
    if row.state == "proposed":
        kind, state = "waiting", "Waits for approval"
    elif row.until is not None and row.until <= reading.now:
        kind, state = "ended", "Ended"
    elif row.from_at > reading.now:
        kind, state = "draft", "Begins later"
    else:
        kind, state = "in_force", "In force"
    return DelegationLine(row, name, sections, kind, state)
