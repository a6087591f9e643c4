"""A refused outline that could be repaired: its repair is shown, and taken only by a button.

The button sends the form again as it was filled in with the repaired outline in place of the
refused one; from there it goes the way of every outline.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry.base import BaseGeometry

from gis import geojson, shapes
from gis.errors import InvalidGeometryError
from gis.shapes import Repair
from vetcontrol.errors import FieldError, Malformed

AROUND_DEGREES = 0.005
REMEDY = "Redraw the boundary there, or take the repair that is proposed."


class Repairable(Malformed):
    """The outline of a field is invalid; `repair` could be taken in its place."""

    def __init__(self, field_name: str, message: str, repair: Repair) -> None:
        super().__init__(f"{field_name}: {message}", errors=(FieldError(field_name, message),))
        self.field_name = field_name
        self.repair = repair


@dataclass(frozen=True)
class Offer:
    """What the page offers: the change in words, the form again with the repaired outline."""

    words: str
    hidden: Sequence[tuple[str, str]]
    draft: Mapping[str, Any]
    bounds: str


def require_valid(shape: BaseGeometry, field_name: str) -> None:
    """Raises `Repairable` for an invalid shape, `GeodesyError` where no repair is offered."""
    try:
        shapes.require_valid(shape)
    except InvalidGeometryError as error:
        repair = shapes.offered_repair(shape)
        if repair is None:
            raise
        told = str(error).removesuffix(error.remedy)
        raise Repairable(field_name, f"{told}{REMEDY}", repair) from error


def offer(refusal: Exception, pairs: Sequence[tuple[str, str]]) -> Offer | None:
    """The repair that may be taken after `refusal` of a form with the fields `pairs`."""
    if not isinstance(refusal, Repairable):
        return None
    drawn = geojson.as_geojson(refusal.repair.geometry)
    west, south, east, north = refusal.repair.geometry.bounds
    gone = (refusal.field_name, f"{refusal.field_name}_corners", "step")
    kept = [pair for pair in pairs if pair[0] not in gone]
    return Offer(
        refusal.repair.words(),
        [*kept, (refusal.field_name, json.dumps(drawn))],
        {"geometry": drawn, "outline": None},
        ",".join(
            f"{b:.6f}"
            for b in (
                west - AROUND_DEGREES,
                south - AROUND_DEGREES,
                east + AROUND_DEGREES,
                north + AROUND_DEGREES,
            )
        ),
    )
