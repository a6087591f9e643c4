"""Limits of an infected area as schedules: villages in whole or part, corners, places left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Paragraph,
    Position,
    Schedule,
    SquareMetres,
    Value,
    Word,
)
from vetcontrol.documents.values import Text


@dataclass(frozen=True)
class VillageLine:
    """A village of the area, in whole or in part, with what the area has of it in square
    metres."""

    name: str
    taluka: str
    whole: bool
    area_m2: float


@dataclass(frozen=True)
class PremisesLeftOut:
    """A declared place that the limits do not include, and the number that declared it."""

    number: str
    name: Text
    village: str
    declared_by: str


def _columns(*names: str) -> tuple[Message, ...]:
    return tuple(message(f"column.{name}") for name in names)


_VILLAGES_LIMIT: Final = message("paragraph.area.villages_limit")
_BOUNDARY_LIMITS: Final = message("paragraph.area.boundary_limits")
_VILLAGES: Final = message("schedule.villages")
_VILLAGE_COLUMNS: Final = _columns("serial", "village", "taluka", "extent", "area")
_BOUNDARY: Final = message("schedule.boundary")
_BOUNDARY_COLUMNS: Final = _columns("part", "line", "corner", "position")
# Less than this, in square metres, is the rounding of sums and no land.
_NO_LAND_M2: Final = 1.0
_PLACES: Final = message("schedule.left_out")
_PLACE_COLUMNS: Final = _columns("serial", "premises_number", "premises", "village", "declared_by")

MESSAGES: Final[tuple[Message, ...]] = (
    _VILLAGES_LIMIT,
    _BOUNDARY_LIMITS,
    _VILLAGES,
    *_VILLAGE_COLUMNS,
    _BOUNDARY,
    *_BOUNDARY_COLUMNS,
    _PLACES,
    *_PLACE_COLUMNS,
    *(
        message(f"term.{name}")
        for name in ("extent.whole", "extent.part", "line.outer", "line.hole")
    ),
)


def _keys(columns: tuple[Message, ...]) -> tuple[str, ...]:
    return tuple(column.key for column in columns)


def boundary_schedule(geometry: Mapping[str, Any]) -> Schedule:
    """Every corner of a Polygon or MultiPolygon in EPSG:4326, by part, line and corner."""
    parts = geometry["coordinates"]
    if geometry["type"] == "Polygon":
        parts = [parts]
    rows: list[tuple[Value, ...]] = []
    for part, rings in enumerate(parts, 1):
        for ring, corners in enumerate(rings):
            line = Word("line.hole" if ring else "line.outer")
            # The closing corner repeats the first and is no corner of its own.
            for corner, (longitude, latitude) in enumerate(corners[:-1], 1):
                rows.append((part, line, corner, Position(longitude, latitude)))
    return Schedule(_BOUNDARY.key, _keys(_BOUNDARY_COLUMNS), tuple(rows))


def limits_of(
    geometry: Mapping[str, Any], villages: Sequence[VillageLine], *, area_m2: float
) -> tuple[tuple[Paragraph, ...], tuple[Schedule, ...]]:
    """The sentence and the schedules that define the limits.

    By villages alone where all are whole and no land of the `area_m2` lies outside them; otherwise
    by every corner of `geometry` (a Polygon or MultiPolygon in EPSG:4326), the villages being
    listed beside.
    """
    rows = tuple(
        (
            serial,
            line.name,
            line.taluka or None,
            Word("extent.whole" if line.whole else "extent.part"),
            SquareMetres(line.area_m2),
        )
        for serial, line in enumerate(villages, 1)
    )
    table = Schedule(_VILLAGES.key, _keys(_VILLAGE_COLUMNS), rows)
    outside_m2 = area_m2 - sum(line.area_m2 for line in villages)
    if all(line.whole for line in villages) and outside_m2 < _NO_LAND_M2:
        return (_VILLAGES_LIMIT(),), (table,)
    return (_BOUNDARY_LIMITS(),), (*((table,) if villages else ()), boundary_schedule(geometry))


def left_out_schedule(places: Sequence[PremisesLeftOut]) -> tuple[Schedule, ...]:
    """The schedule of places that cease to be infected places; none when there are none."""
    rows = tuple(
        (serial, place.number, place.name, place.village or None, place.declared_by)
        for serial, place in enumerate(places, 1)
    )
    return (Schedule(_PLACES.key, _keys(_PLACE_COLUMNS), rows),) if rows else ()
