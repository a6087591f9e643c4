"""Appointments and delegations as entries of the log: their effects, and what now stands of them.

Effects follow from the content of an entry alone. The rows of the present state are rebuilt from
the entries that stand, so that the act, its correction and the audit use one function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import delete

from vetcontrol.canonical import instant, instant_text
from vetcontrol.errors import Malformed, Refused
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.officers.tenure import area_feature
from vetcontrol.register.corrections import standing
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import Entry, Kind, geometry_from
from vetcontrol.register.register import Writing

PROPOSED = "appointment.proposed"
APPROVED = "appointment.approved"
ENDED = "appointment.ended"
DELEGATION_PROPOSED = "delegation.proposed"
DELEGATION_APPROVED = "delegation.approved"
DELEGATION_REVOKED = "delegation.revoked"


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


def restated_end(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
    """An end with its times restated. Raises `Malformed` for what is no time with its offset."""
    try:
        times = {k: instant_text(datetime.fromisoformat(str(v))) for k, v in restated.items()}
    except ValueError as error:
        raise Malformed.field("restated", f"is no time with its offset: {error}") from error
    return {**content, **times}


def _not_the_approver(_writing: Writing, approval: Entry) -> frozenset[str]:
    """Who entered what the entry approves, and whom it appoints: another person approves."""
    content = approval.content
    return frozenset(name for key in ("proposed_by", "officer") if (name := content.get(key)))


_END_FIELDS = frozenset({"ended_at", "signed_at"})

# What two persons entered and approved is not restated by one: a correction strikes it, and it is
# entered and approved anew.
KINDS: tuple[Kind, ...] = (
    Kind(PROPOSED, corrected_by=("government", "clerk")),
    Kind(APPROVED, effects=approval_effects, barred=_not_the_approver),
    Kind(ENDED, effects=ending_effects, restatable=_END_FIELDS, restate=restated_end),
    Kind(DELEGATION_PROPOSED),
    Kind(DELEGATION_APPROVED, barred=_not_the_approver),
    Kind(DELEGATION_REVOKED, restatable=_END_FIELDS, restate=restated_end),
)


def _earlier(start: datetime, end: datetime | None, ended: datetime) -> datetime:
    """The end of what begins at `start`, stated to end at `end`, and was ended at `ended`."""
    ended = max(start, ended)
    return ended if end is None else min(end, ended)


Row = TypeVar("Row", AppointmentRow, DelegationRow)


def _known(row: Row | None, number: str) -> Row:
    if row is None:
        raise Refused(
            f"{number} would be approved or ended without having been entered. Correct the later"
            " entries first."
        )
    return row


def refresh_appointment(writing: Writing, subject: str) -> None:
    """Rebuild the row of the appointment `subject` from its entries that stand.

    Raises `Refused` where a correction leaves a history that makes no sense.
    """
    row: AppointmentRow | None = None
    for entry in standing(writing.session, subject):
        content = entry.content
        if entry.kind == ENDED:
            row = _known(row, subject)
            ended = instant(content["ended_at"]) if row.approved_by else row.from_at
            row.to_at = _earlier(row.from_at, row.to_at, ended)
            row.state = "ended"
            continue
        approved = entry.kind == APPROVED
        if approved:
            _known(row, subject)
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
    """Rebuild the row of the delegation `subject`, as `refresh_appointment` does."""
    given: DelegationRow | None = None
    for entry in standing(writing.session, subject):
        content = entry.content
        if entry.kind == DELEGATION_REVOKED:
            given = _known(given, subject)
            ended = instant(content["ended_at"]) if given.approved_by else given.from_at
            given.until = _earlier(given.from_at, given.until, ended)
            given.state = "revoked"
            continue
        approved = entry.kind == DELEGATION_APPROVED
        if approved:
            _known(given, subject)
        given = DelegationRow(
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
    _keep(writing, DelegationRow, subject, given)


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
