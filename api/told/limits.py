"""What limits would take in and leave out, as JSON tells it."""

from __future__ import annotations

from typing import Any

from api.answers import geojson
from api.personal import Reader
from vetcontrol.disease.limits_preview import LimitsPreview
from vetcontrol.premises import queries as premises_queries
from vetcontrol.register.register import Reading


def preview(reading: Reading, reader: Reader, shown: LimitsPreview) -> dict[str, Any]:
    """The limits with their area, villages with shares, premises inside, and the declared places
    with whether each ceases on publication; a name as far as `reader` may read it."""
    limits = shown.limits
    return {
        "geometry": geojson(limits.geometry),
        "area_m2": limits.area_m2,
        "modified": limits.modified,
        "villages": [{**v, "share": limits.shares[v["feature"]]} for v in limits.villages],
        "premises": {
            "inside": shown.inside.premises,
            "by_village": shown.inside.by_village,
            "animals": shown.inside.animals,
        },
        "places": [
            {
                "feature": fate.feature,
                "premises_id": fate.premises_id,
                "name": _name(reading, reader, fate.premises_id),
                "declaration": fate.declaration.number,
                "ceases": fate.ceases,
                "decision": fate.decision.as_json(),
            }
            for fate in shown.fates
        ],
        "left_out": len(shown.left_out),
        "known_seq": reading.known().known_seq,
        "at": reading.now,
    }


def _name(reading: Reading, reader: Reader, premises_id: int | None) -> str | None:
    if premises_id is None:
        return None
    row = premises_queries.get(reading.session, premises_id)
    return row.name if reader.may_read(row.shape) else None
