"""Which appointments and delegations are in force at a moment, and how a place lies to an area.

The statute's rules count in days; a charge taken over at noon or an appointment ended in the
afternoon is decided here to the second, and only what is in force is put to the rule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any

from shapely.geometry.base import BaseGeometry
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from gis import overlay
from vetcontrol.clock import in_words
from vetcontrol.law.diseases_of_animals.terms import Relation, day_in_words
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading


def area_feature(number: str) -> str:
    """The feature that is the area of the appointment `number`."""
    return f"{FeatureKind.OFFICERS_AREA}/{number}"


def gazette_words(gazette: Mapping[str, Any] | None) -> str:
    """The gazette reference as it is cited; empty where there is none."""
    if not gazette:
        return ""
    day = day_in_words(date.fromisoformat(gazette["date"]))
    return f"Official Gazette, series {gazette['series']}, no. {gazette['number']}, {day}"


def appointments_of(
    session: Session, username: str, roles: Collection[str] = ()
) -> list[AppointmentRow]:
    """Every appointment of the person, of `roles` where some are given, in order of number."""
    query = select(AppointmentRow).where(AppointmentRow.officer == username)
    if roles:
        query = query.where(AppointmentRow.role.in_([str(role) for role in roles]))
    return list(session.scalars(query.order_by(AppointmentRow.number)))


def delegations_to(session: Session, districts: Collection[str]) -> list[DelegationRow]:
    """Every delegation to the Collectors of `districts` (features), in order of number."""
    query = select(DelegationRow).where(DelegationRow.district.in_(districts))
    return list(session.scalars(query.order_by(DelegationRow.number)))


def named(row: AppointmentRow) -> str:
    """The appointment as a refusal names it."""
    return f"Appointment {row.number} as {WORDS[Role(row.role)]}"


def _outside(name: str, start: datetime, end: datetime | None, at: datetime) -> str:
    if at < start:
        return f"{name} begins only at {in_words(start)}."
    if end is not None and at >= end:
        return f"{name} ended at {in_words(end)}."
    return ""


def why_not(session: Session, row: AppointmentRow, at: datetime) -> str:
    """Why the holder may not act on the appointment at `at`; empty when he may.

    It is in force from `from_at` until before `to_at`; while another holds an acting charge of
    it, its holder is on leave and may not act on it.
    """
    reason = _outside(named(row), row.from_at, row.to_at, at)
    if reason:
        return reason
    if row.state == "proposed":
        return f"{named(row)} is not yet approved by a second person."
    deputy = session.scalars(
        select(AppointmentRow)
        .where(
            AppointmentRow.acting_for == row.number,
            AppointmentRow.state != "proposed",
            AppointmentRow.from_at <= at,
            or_(AppointmentRow.to_at.is_(None), AppointmentRow.to_at > at),
        )
        .order_by(AppointmentRow.number)
    ).first()
    if deputy is not None:
        until = f" until {in_words(deputy.to_at)}" if deputy.to_at else ""
        return f"{named(row)} is in the acting charge of {deputy.officer} ({deputy.number}){until}."
    return ""


def why_not_delegated(row: DelegationRow, at: datetime) -> str:
    """Why the delegation carries nothing at `at`; empty when it is in force."""
    name = f"Delegation {row.number}"
    if row.state == "proposed":
        return f"{name} is not yet approved by a second person."
    return _outside(name, row.from_at, row.until, at)


def held(
    reading: Reading, username: str, roles: Collection[Role], at: datetime
) -> AppointmentRow | None:
    """The first appointment to one of `roles` on which the person may act at `at`."""
    rows = appointments_of(reading.session, username, roles)
    return next((row for row in rows if not why_not(reading.session, row, at)), None)


def area_of(snapshot: Snapshot, row: AppointmentRow, at: datetime) -> Version | None:
    """The area of the appointment as it stood at `at`."""
    return snapshot.feature(area_feature(row.number), at)


def relation(area: Version | None, geometry: BaseGeometry) -> Relation:
    """How the whole of `geometry` (EPSG:4326) lies to `area`, by the accuracy of its outline.

    A boundary belongs to its area. Where no area is in force, everything is outside.
    """
    if area is None:
        return Relation.OUTSIDE
    found = overlay.contains_with_accuracy(area.geometry, geometry, float(area.facts["accuracy_m"]))
    return Relation(found.outcome)
