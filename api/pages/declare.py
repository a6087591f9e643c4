"""The Inspector's order, in his order of work: which place, what is suspected, review, signature.

The place is a registered holding found by name, village or number or picked on the map; or a
position typed, picked or given by the device; or an outline drawn, pasted or sent as a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled, Form
from api.once import Done, Once
from api.pages import drafting, given, map_layers, review
from api.pages.page import OfficerPage, pages_router
from api.pages.written import animals_in_words
from api.personal import Reader, reader_of
from api.problems import problem_of
from api.templating import number_in_path
from gis import geodesic
from gis.coordinates import describe
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
    with register.reading() as reading:
        reader = reader_of(reading, officer)
        try:
            if q.strip():
                found, total = _search(reading, reader, q.strip())
            if where.strip():
                near = _near(reading, reader, where)
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
    )


def _search(reading: Reading, reader: Reader, text: str) -> tuple[list[Holding], int]:
    rows, total = premises_queries.listing(
        reading.session, limit=SEARCHED, offset=0, text=text, names=reader.names
    )
    return [holding(row, reader) for row in rows], total


def _near(reading: Reading, reader: Reader, where: str) -> list[Holding]:
    point = given.point(reading, where, "where")
    rows = premises_queries.nearest(reading.session, point.x, point.y, NEAR_DEGREES)
    near = []
    for row in rows[:NEAREST]:
        inside = row.shape.representative_point()
        away = (
            0.0
            if row.shape.covers(point)
            else geodesic.distance(point.x, point.y, inside.x, inside.y)
        )
        near.append(holding(row, reader, away))
    return near


@router.get("/declare/order")
def order_form(  # noqa: PLR0917  (one parameter for each of the query's)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    premises_id: str = "",
    where: str = "",
    device: str = "",
    accuracy: str = "",
) -> Response:
    """Step 2: the order's form for the place chosen, or as it was left where its draft is open."""
    values: dict[str, Any] = {"premises_id": premises_id, "position": where}
    if device and accuracy:
        values |= {"device_position": device, "device_accuracy_m": accuracy}
        # Of a position that was moved since, the device's accuracy says nothing.
        values |= {"accuracy_m": accuracy} if device == where else {}
    with register.reading() as reading:
        draft = drafting.offered(reading, officer, _key(premises_id), page)
        form = drafting.begun(draft)
        if form is not None:
            values = form.values()
        context = _context(reading, officer, values)
    return page.show("story/order.html", values=values, **{**context, "draft": draft})


@router.post("/declare/order")
def signed_order(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, form: Form, once: Once
) -> Response:
    """Step 3: the review, then the signature."""
    with register.reading() as reading:
        context = _context(reading, officer, form.values())
    return review.answer(
        page,
        form,
        once,
        lambda: _reviewed(register, officer, form),
        template="story/order.html",
        context=context,
        draft=_key(form.text("premises_id")),
    )


def _key(premises_id: str) -> drafting.Key:
    """Drafts of orders stand by the holding, or as the one about a place of its own."""
    chosen = premises_id if premises_id.isascii() and premises_id.isdecimal() else ""
    query = f"?premises_id={chosen}" if chosen else ""
    return drafting.Key("order", chosen[: drafts.LONGEST_SUBJECT], f"/declare/order{query}")


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
        "draft": drafting.Offered(_key(key)),
        "diseases": [
            (d.code, d.name)
            for d in diseases(reading.session)
            if d.to_date is None or d.to_date > today
        ],
        "draws": "/maps/ground.json",
    }


def _reviewed(register: Register, officer: Officer, form: Filled) -> review.Reviewed:
    premises_id = given.whole_number(form.text("premises_id"), "premises_id")
    with register.reading() as reading:
        shape = given.outline(reading, form)
        if shape is None and form.text("position"):
            shape = given.point(reading, form.text("position"), "position")
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
        "signed_at": given.moment(form.text("signed_at"), "signed_at"),
        "position_reason": form.text("position_reason"),
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
        what=_what,
        look=lambda writing, entry: _look(writing, officer, entry),
        carried=carried,
    )


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
        "frame": "/maps/pick?layers=talukas&layers=villages&bounds="
        + ",".join(f"{b:.6f}" for b in bounds),
    }
