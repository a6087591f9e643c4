"""What the scripts of a drawing ask while somebody draws: lines to snap to, and the exact measure.

Nothing here decides or keeps anything: the form that is sent is judged anew.
"""

from __future__ import annotations

import json
from typing import Any

import shapely
from starlette.responses import Response

from api.answers import JSON, geojson
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Form
from api.pages import given, limits
from api.pages.page import pages_router
from api.personal import Reader, reader_of
from api.problems import problem_of
from gis import geodesic, shapes
from gis.corners import write_corners
from vetcontrol.canonical import instant_text
from vetcontrol.disease import queries
from vetcontrol.disease.case import Case
from vetcontrol.disease.radius import Found, preview
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.gazette import notifications
from vetcontrol.law.diseases_of_animals.infected_places import RADIUS_MAXIMUM
from vetcontrol.premises import queries as premises_queries
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading

router = pages_router()
MOST_VILLAGES = 400
"""More than these in view are too small to tap: the map asks again when it is nearer."""
DECIMALS = 6


@router.get("/drawing/villages.json")
def villages(_officer: CurrentOfficer, register: RegisterDep, bounds: str) -> Response:
    """The villages in force whose box meets `bounds` (west,south,east,north in degrees), with
    their full lines; none and `too_many` where they are more than can be told apart."""
    west, south, east, north = _box(bounds)
    with register.reading() as reading:
        found = [
            v
            for v in reading.known().within_bounds((west, south, east, north), reading.now)
            if v.kind is FeatureKind.VILLAGE
        ]
        too_many = len(found) > MOST_VILLAGES
        features = [] if too_many else [_village(v) for v in found]
    return JSON({"type": "FeatureCollection", "too_many": too_many, "features": features})


def _box(text: str) -> tuple[float, float, float, float]:
    parts = text.split(",")
    if len(parts) != 4:
        raise Malformed.field("bounds", "give west, south, east and north in degrees, by commas")
    west, south, east, north = (given.number(p, "bounds", "degrees") for p in parts)
    if not (west <= east and south <= north):
        raise Malformed.field("bounds", "west is not east of east, south not north of north")
    return west, south, east, north


def _village(version: Version) -> dict[str, Any]:
    return _feature(
        "village",
        version.geometry,
        feature=version.feature,
        name=str(version.facts["name"]),
        taluka=str(version.facts.get("taluka", "")),
        at=_inside(version.geometry),
    )


@router.get("/drawing/limits.json")
def around_limits(
    officer: CurrentOfficer, register: RegisterDep, number: str = "", notification: str = ""
) -> Response:
    """What stands where limits are chosen: the infected place, the declared premises, and the
    limits as they follow from the declarations or as the notification has them."""
    with register.reading() as reading:
        own = None
        if notification:
            row = notifications.get(reading.session, notification.replace("-", "/"))
            own = geometry_from(notifications.content_of(row)["geometry"])
            number = row.case_number
        case = queries.case(reading.session, number.replace("-", "/"))
        features = [
            _feature("place", geometry_from(case.geometry)),
            _feature("own", own or limits.own(reading, case)),
            *_declared(reading, reader_of(reading, officer), case),
        ]
    return JSON({"type": "FeatureCollection", "features": features})


def _declared(reading: Reading, reader: Reader, case: Case) -> list[dict[str, Any]]:
    snapshot = reading.known()
    found = []
    for declaration in case.live:
        for name, about in declaration.features.items():
            version = snapshot.feature(name, reading.now)
            if version is None or version.kind is not FeatureKind.DECLARED_PLACE:
                continue
            row = premises_queries.get(reading.session, about["premises_id"])
            found.append(
                _feature(
                    "declared",
                    version.geometry,
                    feature=name,
                    name=reader.named(row),
                    at=_inside(version.geometry),
                )
            )
    return found


@router.get("/drawing/premises.json")
def around_place(officer: CurrentOfficer, register: RegisterDep, number: str) -> Response:
    """Every premises that the longest radius could reach, for the live picture of a radius: where
    a point of it lies, how far it is in metres, and how exactly it and the place are placed."""
    with register.reading() as reading:
        most = reading.register.figures.number(RADIUS_MAXIMUM, reading.now.date())
        shown = preview(reading, number.replace("-", "/"), most)
        reader = reader_of(reading, officer)
        lists = (
            ("within", shown.within),
            ("straddling", shown.straddling),
            ("outside", shown.outside_territory),
            ("empty", shown.without_animals),
        )
        of_place = shown.accuracy_m or 0.0
        premises = [_spot(one, kind, reader, of_place) for kind, found in lists for one in found]
        told = {
            "most": most,
            "place": geojson(shown.place),
            "inside": _inside(shown.place),
            "premises": premises,
            "at": instant_text(reading.now),
        }
    return JSON(told)


def _inside(shape: shapely.geometry.base.BaseGeometry) -> list[float]:
    """Where the sign of a shape stands: inside it, and in none of its holes."""
    inside = shape.representative_point()
    return [round(inside.x, DECIMALS), round(inside.y, DECIMALS)]


def _spot(one: Found, kind: str, reader: Reader, of_place: float) -> dict[str, Any]:
    """`of_place` is the accuracy of the place itself, in metres, which adds to that of each."""
    return {
        "id": one.premises_id,
        "kind": kind,
        "name": one.name if reader.may_read(one.geometry) else f"Premises {one.premises_id}",
        "at": _inside(one.geometry),
        "metres": one.distance_m,
        "accuracy": (one.accuracy_m or 0.0) + of_place,
        "village": one.placement == "village",
        "line": one.over_the_line,
        "heads": sum(json.loads(one.animals).values()),
    }


@router.post("/drawing/outline")
def measured(_officer: CurrentOfficer, register: RegisterDep, form: Form) -> Response:
    """The outline of a form's `geometry`, `geometry_corners` or `geometry_file`: its GeoJSON, its
    corners as a list, its geodesic area in square metres, and what is wrong with it."""
    try:
        with register.reading() as reading:
            drawn = given.drawn_outline(reading, form)
    except VetcontrolError as refusal:
        problem = problem_of(refusal)
        field, _, told = refusal.detail.partition(": ")
        return JSON({"detail": told or field}, problem.type.status)
    if drawn is None or drawn.is_empty:
        return JSON({"geometry": None})
    fault = shapes.fault(drawn)
    return JSON(
        {
            "geometry": geojson(drawn),
            "corners": write_corners(drawn),
            "area_m2": None if fault else geodesic.area(drawn),
            "fault": None if fault is None else fault.reason,
            "where": None if fault is None else fault.where,
            "vertices": int(shapely.get_num_coordinates(drawn)),
        }
    )


def _feature(kind: str, shape: shapely.geometry.base.BaseGeometry, **more: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": {"kind": kind, **more}, "geometry": geojson(shape)}
