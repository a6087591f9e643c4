"""The Schedule and notifications as they are answered."""

from __future__ import annotations

from typing import Any

import orjson

from api.told.acts import document_links
from vetcontrol.gazette.notifications import content_of
from vetcontrol.gazette.tables import DiseaseRow, NotificationRow

PUBLIC_STATES = ("published", "rescinded")


def disease(row: DiseaseRow) -> dict[str, Any]:
    """A disease of the Schedule."""
    return {
        "id": row.code,
        "code": row.code,
        "name": row.name,
        "from_date": row.from_date,
        "to_date": row.to_date,
        "gazette": row.gazette,
        "removal_gazette": row.removal_gazette,
    }


def notification(row: NotificationRow, *, public: bool, whole: bool = False) -> dict[str, Any]:
    """A notification; who drafted and approved it is for officers. `whole` adds what it says."""
    content = content_of(row)
    told: dict[str, Any] = {
        "id": row.number,
        "number": row.number,
        "kind": row.kind,
        "about": row.about,
        "state": row.state,
        "case": row.case_number,
        "amends": row.amends,
        "feature": row.feature,
        "area_name": content["area_name"],
        "disease": content["disease"],
        "disease_name": content["disease_name"],
        "area_m2": content["area_m2"],
        "gazette": row.gazette,
        "published_at": row.published_at,
        "effective_at": row.effective_at,
        "hour_stated": row.hour_stated,
        "exhibited": row.exhibited,
        "geometry": orjson.Fragment(orjson.dumps(content["geometry"])),
    }
    if row.state in PUBLIC_STATES:
        told["links"] = document_links(row.number)
    if not public:
        told |= {
            "drafted_by": row.drafted_by,
            "drafted_at": row.drafted_at,
            "approved_by": row.approved_by,
            "approved_at": row.approved_at,
        }
    if whole:
        told |= {
            name: content[name]
            for name in ("villages", "declarations", "reason", "title", "text", "values")
            if name in content
        }
    return told
