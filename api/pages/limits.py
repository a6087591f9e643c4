"""Choosing the limits of an infected area on a page: villages from a list, or an outline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

from api.forms import Filled
from api.pages import given, map_layers
from api.pages.page import Page
from api.pages.written import animals_in_words
from api.personal import Reader
from api.problems import Problem, problem_of
from api.security import OWN_HEADER
from api.templating import number_in_path
from gis import geojson
from gis.errors import GeodesyError
from vetcontrol.disease import limits, limits_preview, queries
from vetcontrol.disease.case import Case
from vetcontrol.disease.limits_preview import LimitsPreview
from vetcontrol.disease.publication import fates
from vetcontrol.errors import Malformed, Refused, VetcontrolError
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


@dataclass(frozen=True)
class Told:
    """Limits in words and on the map, before and at the review.

    `whole` and `part` are villages as (name, taluka, share), `layered` whether the register knows
    any; `places` declared places as (name, declared by, whether it ceases), those that cease first;
    `shape` is for the page's own map.
    """

    hectares: float
    square_km: float
    parts: int
    holes: int
    whole: Sequence[tuple[str, str, float]]
    part: Sequence[tuple[str, str, float]]
    layered: bool
    inside: int
    by_village: int
    heads: int
    animals: str
    places: Sequence[tuple[str, str, bool]]
    shape: Mapping[str, Any]

    @property
    def ceasing(self) -> int:
        """How many declared places cease on publication."""
        return sum(ceases for _, _, ceases in self.places)


def told(reading: Reading, reader: Reader, shown: LimitsPreview) -> Told:
    """What a page says of limits; a name that `reader` may not read is the premises' number."""
    drawn = shown.limits
    villages_ = [
        (v["name"], v.get("taluka", ""), drawn.shares[v["feature"]], v["whole"])
        for v in drawn.villages
    ]
    polygons = [p for p in shapely.get_parts(drawn.geometry) if isinstance(p, shapely.Polygon)]
    return Told(
        hectares=drawn.area_m2 / 10_000,
        square_km=drawn.area_m2 / 1_000_000,
        parts=len(polygons),
        holes=sum(len(p.interiors) for p in polygons),
        whole=[v[:3] for v in villages_ if v[3]],
        part=sorted((v[:3] for v in villages_ if not v[3]), key=lambda v: -v[2]),
        layered=bool(reading.known().of_kind(FeatureKind.VILLAGE, reading.now)),
        inside=shown.inside.premises,
        by_village=shown.inside.by_village,
        heads=sum(shown.inside.animals.values()),
        animals=animals_in_words(shown.inside.animals),
        places=places_in_words(
            reading,
            reader,
            [(f.premises_id, f.declaration.number, f.ceases) for f in shown.fates],
        ),
        shape={
            "geometry": geojson.as_geojson(drawn.geometry),
            "ceasing": [f.feature for f in shown.left_out],
        },
    )


Look = Callable[[Reading, "Limits"], LimitsPreview]


def looked_at(reading: Reading, reader: Reader, form: Filled, way: str, look: Look) -> Looked:
    """What the limits of a form would do, or why they cannot be."""
    try:
        given_ = of_form(reading, form, way)
        return Looked(told(reading, reader, look(reading, given_)))
    except (VetcontrolError, GeodesyError) as refusal:
        return Looked(None, problem_of(refusal))


@dataclass(frozen=True)
class Looked:
    """The answer of a preview: what it tells, or the refusal."""

    told: Told | None = None
    problem: Problem | None = None


def preview(page: Page, template: str, looked: Looked, context: Mapping[str, Any]) -> Response:
    """The page with its preview; a script, which sends its own header, gets that part alone."""
    if OWN_HEADER in page.request.headers:
        return page.show("story/limits_told.html", looked=looked)
    return page.show(template, **{**context, "looked": looked})


def drafted(writing: Writing, reader: Reader, number: str) -> Mapping[str, Any]:
    """For the review: the limits of the draft `number` on the map, and which places would cease."""
    row = notifications.get(writing.session, number)
    content = notifications.content_of(row)
    area = geometry_from(content["geometry"])
    return {
        "draft": {"geometry": content["geometry"], "outline": None},
        "frame": f"/maps/case?number={number_in_path(row.case_number)}&review=1"
        "&layers=infected_places&layers=declared_places&layers=infected_areas&layers=villages"
        "&bounds=" + ",".join(f"{b:.6f}" for b in map_layers.around([area], 0.01)),
        "number": number,
        "limits": told(writing, reader, limits_preview.of_draft(writing, row)),
        "rescinds": row.kind == notifications.RESCISSION,
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
