"""Appointments and delegations as entries of the log: their effects, and what now stands of them.

Effects follow from the content of an entry alone. The rows of the present state are rebuilt from
the entries that stand, so that the act, its correction and the audit use one function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete

from vetcontrol.canonical import instant
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.officers.tenure import area_feature
from vetcontrol.register.corrections import standing
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import Kind, geometry_from
from vetcontrol.register.register import Writing

PROPOSED = "appointment.proposed"
APPROVED = "appointment.approved"
ENDED = "appointment.ended"
DELEGATION_PROPOSED = "delegation.proposed"
DELEGATION_APPROVED = "delegation.approved"
DELEGATION_REVOKED = "delegation.revoked"

_APPOINTMENT_FIELDS = frozenset(
    {"from_at", "to_at", "purposes", "gazette", "office_title", "geometry", "accuracy_m"}
    | {"acting_for", "signed_at"}
)
_DELEGATION_FIELDS = frozenset(
    {"from_at", "until", "powers", "conditions", "order_reference", "signed_at"}
)


def approval_effects(content: Mapping[str, Any]) -> Sequence[Effect]:
    """The area begins with the appointment and ends at its stated end, its geometry its own."""
    if content["geometry"] is None:
        return ()
    feature, kind = area_feature(content["number"]), FeatureKind.OFFICERS_AREA
    facts = {
        "name": content["area_name"],
        "number": content["number"],
        "officer": content["officer"],
        "role": content["role"],
        "source_feature": content["area_feature"],
        "accuracy_m": content["accuracy_m"],
    }
    shape = geometry_from(content["geometry"])
    begin = Effect(feature, kind, Action.BEGIN, shape, instant(content["from_at"]), facts)
    if content["to_at"] is None:
        return (begin,)
    return (begin, Effect(feature, kind, Action.END, None, instant(content["to_at"])))


def ending_effects(content: Mapping[str, Any]) -> Sequence[Effect]:
    """The area of an approved appointment ends when the appointment was ended."""
    if not content["has_area"]:
        return ()
    feature, kind = area_feature(content["number"]), FeatureKind.OFFICERS_AREA
    return (Effect(feature, kind, Action.END, None, instant(content["ended_at"])),)


KINDS: tuple[Kind, ...] = (
    Kind(PROPOSED, restatable=_APPOINTMENT_FIELDS),
    Kind(APPROVED, effects=approval_effects, restatable=_APPOINTMENT_FIELDS),
    Kind(ENDED, effects=ending_effects, restatable=frozenset({"ended_at", "signed_at"})),
    Kind(DELEGATION_PROPOSED, restatable=_DELEGATION_FIELDS),
    Kind(DELEGATION_APPROVED, restatable=_DELEGATION_FIELDS),
    Kind(DELEGATION_REVOKED, restatable=frozenset({"ended_at", "signed_at"})),
)


def _earlier(start: datetime, end: datetime | None, ended: datetime) -> datetime:
    """The end of what begins at `start`, stated to end at `end`, and was ended at `ended`."""
    ended = max(start, ended)
    return ended if end is None else min(end, ended)


def refresh_appointment(writing: Writing, subject: str) -> None:
    """Rebuild the row of the appointment `subject` from its entries that stand."""
    row: AppointmentRow | None = None
    for entry in standing(writing.session, subject):
        content = entry.content
        if entry.kind == ENDED:
            if row is not None:
                ended = instant(content["ended_at"]) if row.approved_by else row.from_at
                row.to_at = _earlier(row.from_at, row.to_at, ended)
                row.state = "ended"
            continue
        approved = entry.kind == APPROVED
        row = AppointmentRow(
            number=content["number"],
            officer=content["officer"],
            role=content["role"],
            office_title=content["office_title"],
            area_feature=content["area_feature"],
            has_area=content["geometry"] is not None,
            purposes=list(content["purposes"]),
            from_at=instant(content["from_at"]),
            to_at=None if content["to_at"] is None else instant(content["to_at"]),
            gazette=content["gazette"],
            acting_for=content["acting_for"],
            state="approved" if approved else "proposed",
            proposed_by=content["proposed_by"],
            approved_by=entry.actor if approved else None,
        )
    _keep(writing, AppointmentRow, subject, row)


def refresh_delegation(writing: Writing, subject: str) -> None:
    """Rebuild the row of the delegation `subject` from its entries that stand."""
    row: DelegationRow | None = None
    for entry in standing(writing.session, subject):
        content = entry.content
        if entry.kind == DELEGATION_REVOKED:
            if row is not None:
                ended = instant(content["ended_at"]) if row.approved_by else row.from_at
                row.until = _earlier(row.from_at, row.until, ended)
                row.state = "revoked"
            continue
        approved = entry.kind == DELEGATION_APPROVED
        row = DelegationRow(
            number=content["number"],
            district=content["district"],
            powers=list(content["powers"]),
            conditions=dict(content["conditions"]),
            from_at=instant(content["from_at"]),
            until=None if content["until"] is None else instant(content["until"]),
            order_reference=dict(content["order_reference"]),
            state="approved" if approved else "proposed",
            proposed_by=content["proposed_by"],
            approved_by=entry.actor if approved else None,
        )
    _keep(writing, DelegationRow, subject, row)


def _keep(
    writing: Writing,
    table: type[AppointmentRow | DelegationRow],
    number: str,
    row: AppointmentRow | DelegationRow | None,
) -> None:
    if row is None:
        writing.session.execute(delete(table).where(table.number == number))
    else:
        writing.session.merge(row)
    writing.session.flush()
