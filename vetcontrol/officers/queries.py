"""What an officer may do, by which appointment and where; and the lists of the register."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TypeVar

from sqlalchemy import select

from vetcontrol import resources, statutes
from vetcontrol.clock import as_utc
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals import appointments as law
from vetcontrol.law.diseases_of_animals.terms import covers
from vetcontrol.officers import authority, tenure
from vetcontrol.officers.people import Officer, officer_of
from vetcontrol.officers.roles import GAZETTED, Role
from vetcontrol.officers.tables import AppointmentRow, DelegationRow, OfficerRow
from vetcontrol.register.effects import Version
from vetcontrol.register.register import Reading, Writing

# The rows of data/law/officers.csv that say which clauses an office may use.
_OFFICES: dict[Role, tuple[str, ...]] = {
    Role.GOVERNMENT: ("OF-01",),
    Role.COLLECTOR: (),
    Role.VETERINARY_SURGEON: ("OF-03", "OF-04"),
    Role.INSPECTOR: ("OF-04",),
    Role.STATION_OFFICER: ("OF-05",),
    Role.POUND_KEEPER: ("OF-16", "OF-26"),
    Role.CHIEF_OFFICER: ("OF-15",),
    Role.POLICE: ("OF-06", "OF-17", "OF-27", "OF-28"),
    Role.CLERK: (),
}


@dataclass(frozen=True)
class Power:
    """One appointment of an officer at a moment.

    `in_force` says whether it carries acts then and `why_not` why it does not; `area` is its area
    (None: the whole territory, or none is stated); `permits` are the clause ids whose steps it
    carries; `public_servant` is section 4; `delegations` are those live ones it may use.
    """

    appointment: AppointmentRow
    in_force: bool
    why_not: str
    gazette: str
    area: Version | None
    permits: tuple[str, ...]
    public_servant: bool
    delegations: tuple[DelegationRow, ...]


def powers(reading: Reading, officer: Officer, at: datetime) -> list[Power]:
    """Every appointment of `officer` as it stands at `at`, with what it permits then."""
    moment = as_utc(at)
    found = [
        _power(reading, row, moment)
        for row in tenure.appointments_of(reading.session, officer.username)
    ]
    _kept(reading, [power.appointment for power in found])
    for power in found:
        _kept(reading, power.delegations)
    return found


def officers(reading: Reading) -> list[tuple[Officer, bool]]:
    """Every person with a sign-in and whether it is active, by username."""
    rows = reading.session.scalars(select(OfficerRow).order_by(OfficerRow.username))
    return [(officer_of(row), row.active) for row in rows]


def appointments(
    reading: Reading,
    *,
    officer: str | None = None,
    role: str | None = None,
    state: str | None = None,
) -> list[AppointmentRow]:
    """Appointments by officer, role and state (`proposed`, `approved`, `ended`), by number."""
    query = select(AppointmentRow).order_by(AppointmentRow.number)
    asked = {
        AppointmentRow.officer: officer,
        AppointmentRow.role: role,
        AppointmentRow.state: state,
    }
    for column, value in asked.items():
        if value is not None:
            query = query.where(column == value)
    return _kept(reading, list(reading.session.scalars(query)))


def delegations(
    reading: Reading, *, district: str | None = None, state: str | None = None
) -> list[DelegationRow]:
    """Delegations by district (feature) and state (`proposed`, `approved`, `revoked`)."""
    query = select(DelegationRow).order_by(DelegationRow.number)
    if district is not None:
        query = query.where(DelegationRow.district == district)
    if state is not None:
        query = query.where(DelegationRow.state == state)
    return _kept(reading, list(reading.session.scalars(query)))


def inspectors_for(reading: Reading, lon: float, lat: float, at: datetime) -> list[AppointmentRow]:
    """Inspectors' appointments in force at `at` whose area holds the point (degrees)."""
    moment = as_utc(at)
    numbers = {
        str(version.facts["number"])
        for version in reading.known().at_point(lon, lat, moment)
        if version.facts.get("role") == Role.INSPECTOR and "number" in version.facts
    }
    return [
        row
        for row in appointments(reading, role=Role.INSPECTOR)
        if row.number in numbers and not tenure.why_not(reading.session, row, moment)
    ]


Rows = TypeVar("Rows", bound=Sequence[AppointmentRow] | Sequence[DelegationRow])


def _kept(reading: Reading, rows: Rows) -> Rows:
    """`rows`, which keep what they say after the transaction that only reads has ended."""
    if not isinstance(reading, Writing):
        for row in rows:
            if row in reading.session:
                reading.session.expunge(row)
    return rows


def _power(reading: Reading, row: AppointmentRow, at: datetime) -> Power:
    reason = tenure.why_not(reading.session, row, at)
    role = Role(row.role)
    given: tuple[DelegationRow, ...] = ()
    if role is Role.COLLECTOR and row.area_feature and not reason:
        given = tuple(
            one
            for one in tenure.delegations_to(reading.session, (row.area_feature,))
            if not tenure.why_not_delegated(one, at)
        )
    return Power(
        appointment=row,
        in_force=not reason,
        why_not=reason,
        gazette=tenure.gazette_words(row.gazette),
        area=tenure.area_of(reading.known(), row, at),
        permits=() if reason else _permits(row, role, given),
        public_servant=not reason and _public_servant(row, role, at),
        delegations=given,
    )


def _public_servant(row: AppointmentRow, role: Role, at: datetime) -> bool:
    if role not in GAZETTED:
        return False
    decision = law.public_servant([authority.facts(row, None)], at=at)
    return decision.outcome is Outcome.ALLOWED


def _permits(row: AppointmentRow, role: Role, given: tuple[DelegationRow, ...]) -> tuple[str, ...]:
    if role is Role.COLLECTOR:
        return tuple(dict.fromkeys(power for one in given for power in one.powers))
    clauses = [clause for office in _OFFICES[role] for clause in _clauses_of_offices()[office]]
    if role is Role.INSPECTOR:
        clauses = [
            clause
            for clause in clauses
            if any(covers(purpose, statutes.section(clause)) for purpose in row.purposes)
        ]
    return tuple(dict.fromkeys(clauses))


@cache
def _clauses_of_offices() -> dict[str, tuple[str, ...]]:
    return {
        row["id"]: tuple(part for part in row["powers_clause_ids"].split(";") if part)
        for row in resources.read_csv("law/officers.csv")
    }
