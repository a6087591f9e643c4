"""Appointments and delegations as they are answered."""

from __future__ import annotations

from typing import Any

from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.officers.tenure import gazette_words


def appointment(row: AppointmentRow) -> dict[str, Any]:
    """An appointment as it stands."""
    return {
        "id": row.number,
        "number": row.number,
        "officer": row.officer,
        "role": row.role,
        "office_title": row.office_title,
        "area_feature": row.area_feature,
        "has_area": row.has_area,
        "purposes": row.purposes,
        "from_at": row.from_at,
        "to_at": row.to_at,
        "gazette": gazette_words(row.gazette),
        "acting_for": row.acting_for,
        "state": row.state,
        "proposed_by": row.proposed_by,
        "approved_by": row.approved_by,
    }


def delegation(row: DelegationRow) -> dict[str, Any]:
    """A delegation as it stands."""
    return {
        "id": row.number,
        "number": row.number,
        "district": row.district,
        "powers": row.powers,
        "conditions": row.conditions,
        "from_at": row.from_at,
        "until": row.until,
        "order_reference": row.order_reference,
        "state": row.state,
        "proposed_by": row.proposed_by,
        "approved_by": row.approved_by,
    }
