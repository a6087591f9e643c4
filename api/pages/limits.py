"""Choosing the limits of an infected area on a page: villages from a list, or an outline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry.base import BaseGeometry

from api.forms import Filled
from api.pages import given, map_layers
from api.personal import Reader
from api.templating import number_in_path
from vetcontrol.disease import limits, queries
from vetcontrol.disease.case import Case
from vetcontrol.disease.publication import fates
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette import notifications
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.premises import queries as premises_queries
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing


@dataclass(frozen=True)
class Limits:
    """The limits that a form gives: an outline or villages, or neither."""

    geometry: BaseGeometry | None
    village_ids: tuple[str, ...]


def of_form(reading: Reading, form: Filled, way: str) -> Limits:
    """The limits by `way`: `villages`, `outline`, or anything else for none. Raises `Malformed`."""
    if way == "villages":
        ids = tuple(form.texts("village_ids"))
        if not ids:
            raise Malformed.field("village_ids", "tick at least one village")
        return Limits(None, ids)
    if way == "outline":
        shape = given.outline(reading, form)
        if shape is None:
            raise Malformed.field("geometry", "is blank; draw, paste or send the outline")
        return Limits(shape, ())
    return Limits(None, ())


def villages(
    reading: Reading, near: BaseGeometry, ticked: Sequence[str]
) -> list[tuple[str, str, bool, bool]]:
    """Every village in force as (feature, words, ticked, touched by `near`); those touched first,
    then by taluka and name."""
    snapshot = reading.known()
    touched = {
        v.feature for v in snapshot.meeting(near, reading.now) if v.kind is FeatureKind.VILLAGE
    }
    found = [
        (
            v.feature,
            f"{v.facts['name']}, {v.facts.get('taluka') or 'taluka not known'}",
            v.feature in ticked,
            v.feature in touched,
        )
        for v in snapshot.of_kind(FeatureKind.VILLAGE, reading.now)
    ]
    return sorted(found, key=lambda v: (not v[3], v[1]))


def own(reading: Reading, case: Case) -> BaseGeometry:
    """What the declarations of the case reach: their outline, or the place where it has none."""
    try:
        return limits.limits(reading, case, geometry=None, village_ids=(), at=reading.now).geometry
    except Refused:
        return geometry_from(case.geometry)


def drafted(writing: Writing, reader: Reader, number: str) -> Mapping[str, Any]:
    """For the review: the limits of the draft `number` on the map, and which places would cease."""
    row = notifications.get(writing.session, number)
    content = notifications.content_of(row)
    area = geometry_from(content["geometry"])
    ends = row.kind == notifications.RESCISSION
    return {
        "draft": {"geometry": content["geometry"], "outline": None},
        "frame": f"/maps/case?number={number_in_path(row.case_number)}"
        "&layers=infected_places&layers=declared_places&layers=infected_areas&layers=villages"
        "&bounds=" + ",".join(f"{b:.6f}" for b in map_layers.around([area], 0.01)),
        "area_m2": content["area_m2"],
        "villages": content["villages"],
        "number": number,
        "ceasing": becoming(writing, reader, row, None if ends else area),
    }


def becoming(
    reading: Reading, reader: Reader, row: NotificationRow, area: BaseGeometry | None
) -> list[tuple[str, str, bool]]:
    """What becomes of the declared places on publication of `area` (None: a rescission)."""
    case = queries.case(reading.session, row.case_number)
    named = notifications.content_of(row)["declarations"]
    found = fates(reading, [d for d in case.live if d.number in named], area, reading.now)
    return places_in_words(
        reading, reader, [(f.premises_id, f.declaration.number, f.ceases) for f in found]
    )


def places_in_words(
    reading: Reading, reader: Reader, places: Sequence[tuple[int | None, str, bool]]
) -> list[tuple[str, str, bool]]:
    """Declared places as (name, declared by, whether it ceases), those that cease first.

    A name that `reader` may not read is the premises' number.
    """
    found = []
    for premises_id, declared_by, ceases in places:
        row: PremisesRow | None = (
            None if premises_id is None else premises_queries.get(reading.session, premises_id)
        )
        name = "The infected place" if row is None else reader.named(row)
        found.append((name, declared_by, ceases))
    return sorted(found, key=lambda place: (not place[2], place[0]))
