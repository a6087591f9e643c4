"""What a radius would take in, told in JSON: from the service call to the bytes sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import orjson
import shapely
from shapely.geometry.base import BaseGeometry

from gis.outline import outline
from gis.radius import METHOD
from vetcontrol.disease.radius import Found, preview
from vetcontrol.register.register import Reading

MayRead = Callable[[BaseGeometry], bool]


def preview_json(
    reading: Reading,
    number: str,
    metres: float,
    *,
    may_read: MayRead | None = None,
    geometry: bool = False,
) -> bytes:
    """The preview of a radius of `metres` around the case `number`, as JSON in UTF-8.

    Each premises with its distance in metres, deciding part and head count by species. Names are
    personal: they are told where `may_read` of the premises' geometry says so. `geometry` adds
    that of each premises (EPSG:4326). Raises as `preview` (DOA1974-11-3a).
    """
    shown = preview(reading, number, metres)
    lists = (
        ("within", shown.within),
        ("straddling", shown.straddling),
        ("outside_territory", shown.outside_territory),
        ("without_animals", shown.without_animals),
    )
    return orjson.dumps(
        {
            "metres": shown.metres,
            "decision": shown.decision.as_json(),
            **{name: _listed(found, may_read, geometry=geometry) for name, found in lists},
            "totals": shown.totals(),
            "outline": orjson.Fragment(_outline(shapely.to_wkb(shown.place), shown.metres)),
            "place_accuracy_m": shown.accuracy_m,
            "place": orjson.Fragment(shapely.to_geojson(shown.place)),
            "method": METHOD,
            "known_seq": reading.known().known_seq,
            "at": reading.now,
        },
        option=orjson.OPT_UTC_Z,
    )


@lru_cache(maxsize=64)
def _outline(place: bytes, metres: float) -> str:
    """The drawn outline as GeoJSON. Kept: officers look at the same radius of a case many times,
    and drawing it around a village costs as much as finding 3,000 premises."""
    return shapely.to_geojson(outline(shapely.from_wkb(place), metres))


def _listed(
    found: Sequence[Found], may_read: MayRead | None, *, geometry: bool
) -> list[dict[str, Any]]:
    fragment = orjson.Fragment
    shapes = np.empty(len(found), dtype=object)
    shapes[:] = [one.geometry for one in found]
    told = [
        {
            "premises_id": one.premises_id,
            "name": one.name if may_read is not None and may_read(one.geometry) else None,
            "village": one.village,
            "placement": one.placement,
            "accuracy_m": one.accuracy_m,
            "distance_m": one.distance_m,
            "deciding_part": one.deciding_part,
            "parts": parts,
            "over_the_line": one.over_the_line,
            "animals": fragment(one.animals),
        }
        for one, parts in zip(found, shapely.get_num_geometries(shapes).tolist(), strict=True)
    ]
    if geometry:
        for item, drawn in zip(told, shapely.to_geojson(shapes).tolist(), strict=True):
            item["geometry"] = fragment(drawn)
    return told
