"""What a radius would take in, told in JSON: from the service call to the bytes sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import orjson
import shapely
from shapely.geometry.base import BaseGeometry

from gis.radius import METHOD
from vetcontrol.disease.radius import Found, preview
from vetcontrol.register.register import Reading


def preview_json(
    reading: Reading,
    number: str,
    metres: float,
    *,
    may_read: Callable[[BaseGeometry], bool] | None = None,
) -> bytes:
    """The preview of a radius of `metres` around the case `number`, as JSON in UTF-8.

    Each premises with its distance in metres, deciding part and head count by species; geometry
    only of the outline and the place (EPSG:4326), that of premises stands in their own layer.
    Names are personal: they are told where `may_read` of the premises' geometry says so.
    Raises as `preview` (DOA1974-11-3a).
    """
    shown = preview(reading, number, metres)
    return orjson.dumps(
        {
            "metres": shown.metres,
            "decision": shown.decision.as_json(),
            "within": _listed(shown.within, may_read),
            "straddling": _listed(shown.straddling, may_read),
            "outside_territory": _listed(shown.outside_territory, may_read),
            "without_animals": _listed(shown.without_animals, may_read),
            "totals": shown.totals(),
            "outline": orjson.Fragment(shapely.to_geojson(shown.outline())),
            "place": orjson.Fragment(shapely.to_geojson(shown.place)),
            "method": METHOD,
            "known_seq": reading.known().known_seq,
            "at": reading.now,
        },
        option=orjson.OPT_UTC_Z,
    )


def _listed(
    found: Sequence[Found], may_read: Callable[[BaseGeometry], bool] | None
) -> list[dict[str, Any]]:
    fragment = orjson.Fragment
    return [
        {
            "premises_id": one.premises_id,
            "name": one.name if may_read is not None and may_read(one.geometry) else None,
            "village": one.village,
            "placement": one.placement,
            "accuracy_m": one.accuracy_m,
            "distance_m": one.distance_m,
            "deciding_part": one.deciding_part,
            "animals": fragment(one.animals),
        }
        for one in found
    ]
