"""The Inspector's order, in his order of work: which place, what is suspected, review, signature.

The place is a registered holding found by name, village or number or picked on the map; or a
position typed, picked or given by the device; or an outline drawn, pasted or sent as a file.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import shapely
from fastapi import Query
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.form_marks import FORM_ID, form_id
from api.forms import Filled
from api.once import Done
from api.pages import drafting, given, map_layers, review
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import animals_in_words
from api.personal import Reader, reader_of
from api.problems import problem_of
from api.templating import number_in_path
from gis import geodesic, geojson
from gis.coordinates import describe
from gis.outline import outline
from gis.radius import MAX_WITHIN_M, is_within, measure
from vetcontrol.canonical import instant_text
from vetcontrol.disease.order import order
from vetcontrol.disease.taken import Device
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.gazette.schedule import diseases
from vetcontrol.officers import drafts
from vetcontrol.officers.people import Officer
from vetcontrol.places.queries import whereabouts
from vetcontrol.premises import queries as premises_queries
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
SEARCHED = 20
NEAREST = 8
NEAR_DEGREES = 0.003
"""About 300 m: how near a pick must be to holdings that are offered for it."""
RINGED_M = 25.0
"""How far the ring of a holding that was found lies from it on the map."""


@dataclass(frozen=True)
class Holding:
    """Registered premises as they are offered: what an Inspector knows them by."""

    id: int
    name: str
    village: str
    kind: str
    animals: str
    distance: str = ""


def holding(row: PremisesRow, reader: Reader, distance_m: float | None = None) -> Holding:
    """The premises of a row, as `reader` may know them."""
    return Holding(
        row.id,
        reader.name_of(row),
        row.village_name or "village not known",
        row.kind.replace("_", " "),
        animals_in_words(json.loads(row.animals)) or "no animals stated",
        "" if distance_m is None else f"{distance_m:,.0f} m from the point",
    )


@router.get("/declare")
def which_place(  # noqa: PLR0917  (one parameter for each of the query's)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    q: str = "",
    where: str = "",
    device: str = "",
    accuracy: str = "",
) -> Response:
    """Step 1: which place. `q` searches holdings; `where` is a point on the map, `device` where a
    device said that it was, to `accuracy` metres."""
    problem, total = None, 0
    found: list[Holding] = []
    near: list[Holding] = []
    rows: Sequence[PremisesRow] = ()
    shown: Mapping[str, Any] = {}
    with register.reading() as reading:
        reader = reader_of(reading, officer)
        if reader.area is not None:
            shown = {"bounds": _bounds([reader.area])}
        try:
            if q.strip():
                rows, total = _search(reading, reader, q.strip())
                found = [holding(row, reader) for row in rows]
                shown = _shown(None, rows) or shown
            if where.strip():
                point = given.point(reading, where, "where")
                rows = _near(reading, point)
                near = [holding(row, reader, _away(row, point)) for row in rows]
                shown = _shown(point, rows)
        except VetcontrolError as refusal:
            problem = problem_of(refusal)
    return page.show(
        "story/declare.html",
        status=problem.type.status if problem else 200,
        problem=problem,
        errors={e.field: e.message for e in problem.errors} if problem else {},
        values={"q": q, "where": where, "device": device, "accuracy": accuracy},
        found=found,
        total=total,
        near=near,
        shown=shown,
    )


def _search(reading: Reading, reader: Reader, text: str) -> tuple[Sequence[PremisesRow], int]:
    return premises_queries.listing(
        reading.session, limit=SEARCHED, offset=0, text=text, names=reader.names
    )


def _near(reading: Reading, point: shapely.Point) -> Sequence[PremisesRow]:
    return premises_queries.nearest(reading.session, point.x, point.y, NEAR_DEGREES)[:NEAREST]


def _away(row: PremisesRow, point: shapely.Point) -> float:
    """Metres from its nearest edge, as the holdings are sorted."""
    return float(measure(point, [row.shape], MAX_WITHIN_M).distance_m[0])


def _bounds(shapes: Sequence[BaseGeometry]) -> str:
    return ",".join(f"{b:.6f}" for b in map_layers.around(shapes, NEAR_DEGREES))


def _shown(point: shapely.Point | None, rows: Sequence[PremisesRow]) -> Mapping[str, Any]:
    """The map's first view, and on it the pin and a ring round each holding that was found."""
    shapes = [row.shape for row in rows] + ([] if point is None else [point])
    if not shapes:
        return {}
    rings = [geojson.as_geojson(outline(row.shape, RINGED_M)) for row in rows]
    return {
        "bounds": _bounds(shapes),
        "draft": {
            "geometry": None if point is None else geojson.as_geojson(point),
            "outline": {"type": "GeometryCollection", "geometries": rings} if rings else None,
        },
    }


@router.get("/declare/order")
def order_form(  # noqa: PLR0917  (one parameter for each of the query's)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    premises_id: str = "",
    where: str = "",
    device: str = "",
    accuracy: str = "",
    form: str = "",
) -> Response:
    """Step 2: the order's form for the place chosen, or as it was left where its draft is open.

    `form` is the mark of a form about a place of its own.
    """
    values: dict[str, Any] = {
        "premises_id": premises_id,
        "position": where,
        FORM_ID: form_id(form),
    }
    if device and accuracy:
        values |= {"device_position": device, "device_accuracy_m": accuracy}
        # Of a position that was moved since, the device's accuracy says nothing.
        values |= {"accuracy_m": accuracy} if device == where else {}
    with register.reading() as reading:
        key = _key(premises_id, values[FORM_ID])
        draft = drafting.offered(reading, officer, key, page)
        opened = drafting.begun(draft)
        if opened is not None:
            values |= opened.values()
        context = _context(reading, officer, values) | {"draft": draft}
        if not premises_id:
            context["others"] = _begun_elsewhere(reading, officer, key)
    return page.show("story/order.html", values=values, **context)


@router.post("/declare/order")
def signed_order(
    sent: SentForm, premises_id: str = "", asked: Annotated[str, Query(alias="form")] = ""
) -> Response:
    """Step 3: the review, then the signature; a draft is thrown away by its address."""
    form = sent.form
    with sent.register.reading() as reading:
        context = _context(reading, sent.officer, form.values())
    return review.answer(
        sent,
        lambda: _reviewed(sent.register, sent.officer, form),
        template="story/order.html",
        context=context,
        draft=_key(form.text("premises_id") or premises_id, form.text(FORM_ID) or asked),
    )


def _key(premises_id: str, mark: str) -> drafting.Key:
    """Drafts of orders stand by the holding; about a place of its own each form by its mark,
    since two outlines are two places."""
    chosen = premises_id if premises_id.isascii() and premises_id.isdecimal() else ""
    if chosen:
        return key_of(chosen[: drafts.LONGEST_SUBJECT])
    return key_of(form_id(mark))


def key_of(subject: str) -> drafting.Key:
    """The key of a kept order by what it stands under."""
    name = "premises_id" if subject.isdecimal() else "form"
    return drafting.Key("order", subject, f"/declare/order?{name}={subject}")


def about(draft: drafts.Draft) -> str:
    """Which place a kept order is about, as its officer gave it."""
    given_fields = dict(draft.fields)
    if draft.subject.isdecimal():
        return f"premises No. {draft.subject}"
    if given_fields.get("geometry") or given_fields.get("geometry_corners"):
        return "a place by its outline"
    position = given_fields.get("position", "").strip()
    return f"the place at {position[:80]}" if position else "no place given yet"


def _begun_elsewhere(reading: Reading, officer: Officer, key: drafting.Key) -> list[drafting.Other]:
    """What the officer began about other places that are no holdings."""
    return [
        drafting.Other(key_of(draft.subject), draft.kept_at, about(draft))
        for draft in drafts.listing(reading, officer.username)
        if draft.purpose == key.purpose
        and not draft.subject.isdecimal()
        and draft.subject != key.subject
    ]


def _context(reading: Reading, officer: Officer, values: Mapping[str, Any]) -> dict[str, Any]:
    key = str(values.get("premises_id", ""))
    chosen = None
    if key:
        number = given.whole_number(key, "premises_id") or 0
        row = premises_queries.get(reading.session, number)
        chosen = holding(row, reader_of(reading, officer))
    today = reading.now.date()
    return {
        "chosen": chosen,
        "draft": drafting.Offered(_key(key, str(values.get(FORM_ID, "")))),
        "others": (),
        "diseases": [
            (d.code, d.name)
            for d in diseases(reading.session)
            if d.to_date is None or d.to_date > today
        ],
        "draws": "/maps/ground.json",
    }


def _reviewed(register: Register, officer: Officer, form: Filled) -> review.Reviewed:
    premises_id = given.whole_number(form.text("premises_id"), "premises_id")
    beside: list[str] = []
    with register.reading() as reading:
        shape = given.outline(reading, form)
        if shape is None and form.text("position"):
            shape = given.point(reading, form.text("position"), "position")
        elif shape is not None and premises_id is None:
            beside = _beside_outline(reading, form, shape)
        device = _device(reading, form)
    if shape is None and premises_id is None:
        raise Malformed.field(
            "position",
            "is blank; give the position, an outline, or go back and choose a holding",
            clauses=("DOA1974-11-1a",),
        )
    accuracy = form.text("accuracy_m")
    facts: dict[str, Any] = {
        "disease": form.text("disease"),
        "grounds": form.text("grounds"),
        "premises_id": premises_id,
        "geometry": shape,
        "accuracy_m": given.number(accuracy, "accuracy_m", "metres") if accuracy else None,
        "device": device,
        "keepers": given.keepers(form),
        **given.signing(form),
    }
    carried: dict[str, str] = {}
    if shape is not None and shape.geom_type != "Point":
        carried = given.carried(form, shape)

    def act(writing: Writing) -> Entry:
        return order(writing, officer, **facts)

    def done(entry: Entry) -> Done:
        case = entry.content["case_number"]
        return Done.go(
            f"/infected-places/{number_in_path(case)}",
            said=f"The order {entry.number} is signed. The place is an infected place, case {case}."
            " Give the copy to the owner, occupier or person in charge forthwith.",
        )

    return review.Reviewed(
        title="Read before you sign the order",
        words="Sign the order",
        act=act,
        done=done,
        what=lambda rehearsal: [*_what(rehearsal), *beside],
        look=lambda writing, entry: _look(writing, officer, entry),
        carried=carried,
    )


def _beside_outline(reading: Reading, form: Filled, shape: BaseGeometry) -> list[str]:
    """What the review says of a position given together with the outline that is declared.

    Raises `Malformed` where it lies outside the outline by more than its accuracy: then one of
    the two is of another place.
    """
    text, accuracy = form.text("position"), form.text("accuracy_m")
    if not text or shape.geom_type == "Point":
        return []
    point = given.point(reading, text, "position")
    metres = float(measure(shape, [point], MAX_WITHIN_M).distance_m[0])
    known = given.number(accuracy, "accuracy_m", "metres") if accuracy else 0.0
    if not is_within(metres, known):
        far = f"{metres:,.0f} m" if math.isfinite(metres) else "far"
        raise Malformed.field(
            "position",
            f"lies {far} outside the outline, by more than it is exact; correct the one that is"
            " wrong, or clear the position: the outline alone is declared",
        )
    return ["The outline is declared; the position given with it is not used."]


def _device(reading: Reading, form: Filled) -> Device | None:
    """Where the device was, which the page's script wrote beside the position."""
    where, accuracy = form.text("device_position"), form.text("device_accuracy_m")
    if not where or not accuracy:
        return None
    return Device(
        given.point(reading, where, "device_position"),
        given.number(accuracy, "device_accuracy_m", "metres"),
    )


def _what(rehearsal: review.Rehearsal) -> Sequence[str]:
    content = rehearsal.entry.content
    more = rehearsal.more
    sentences = [
        f"You declare {more['place']} an infected place for {content['disease_name']}.",
        f"It lies {more['lies']}.",
        "From the moment of signature nothing of section 14 may be removed from it without a"
        " licence. The order stands until a Veterinary Surgeon or Government ends it.",
    ]
    sentences += _taken_in_words(content)
    if content["signed_at"] != more["recorded_at"]:
        sentences.append("It is a paper order entered later: it has effect from its signature.")
    return sentences


def _taken_in_words(content: Mapping[str, Any]) -> list[str]:
    position = content["position"]
    if position is None:
        return []
    if position["source"] == "device":
        return [f"Its position is this device's, to about {content['accuracy_m']:,.0f} m."]
    device = position["device"]
    if device is None:
        return []
    lon, lat = content["geometry"]["coordinates"]
    away = geodesic.distance(lon, lat, device["longitude"], device["latitude"])
    return [
        f"Its position is set by hand, {away:,.0f} m from where the device was; it has no accuracy"
        " of the device's."
    ]


def _look(writing: Writing, officer: Officer, entry: Entry) -> Mapping[str, Any]:
    content = entry.content
    shape = geometry_from(content["geometry"])
    lies = whereabouts(writing.known(), shape, writing.now)
    names = [n for n in (lies.village, lies.taluka, lies.district) if n]
    inside = shape.representative_point()
    place = f"the place at {describe(inside.x, inside.y)}"
    if content["premises_id"] is not None:
        row = premises_queries.get(writing.session, content["premises_id"])
        place = reader_of(writing, officer).named(row)
    bounds = map_layers.around([shape], 0.01)
    return {
        "place": place,
        "lies": f"in {', '.join(dict.fromkeys(names))}"
        if names
        else "in no area of the layers known",
        "recorded_at": instant_text(writing.now),
        "draft": {"geometry": content["geometry"], "outline": None},
        "frame": "/maps/inforce?review=1&layers=talukas&layers=villages&bounds="
        + ",".join(f"{b:.6f}" for b in bounds),
    }
