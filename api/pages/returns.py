"""Section 15: taking back what was removed in breach; section 14(2): unloading from rail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapely import Point, shortest_line
from starlette.responses import Response

from api.asked import Number
from api.deps import RegisterDep
from api.forms import Filled
from api.numbers import read_number
from api.once import Done
from api.pages import consignment_form, given, review
from api.pages.licence_fields import at_its_field, one_of
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.tags import apart
from gis.coordinates import parse_coordinates
from gis.errors import GeodesyError
from gis.geodesic import length
from vetcontrol.clock import in_words
from vetcontrol.documents.instruments import Removed
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.law.diseases_of_animals.removal import Item
from vetcontrol.movement import queries, returns
from vetcontrol.movement.journey import named
from vetcontrol.movement.licence import Licence
from vetcontrol.movement.tables import ReturnRow
from vetcontrol.movement.unloading import unload
from vetcontrol.officers.people import Officer
from vetcontrol.register.doubts import LEGAL
from vetcontrol.register.effects import Version
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
FORM, UNLOADING = "movement/return.html", "movement/unloading.html"
PERSONS = (("person_in_charge", "The person in charge"), ("owner", "The owner"))
MOST = 200
NEAR_M = 20_000.0
"""How near to where it is found a place or area is listed before the others."""


@router.get("/returns")
def listed(page: OfficerPage, register: RegisterDep) -> Response:
    """Directions to take back, the one due first at the top, and the unloadings from rail."""
    with register.reading() as reading:
        (waiting, waits), (done, back) = (
            queries.returns(reading.session, states=(state,), limit=MOST)
            for state in ("required", "returned")
        )
        waiting.sort(key=lambda row: (row.within, row.number))
        unloadings, unloaded = queries.unloadings(reading.session, limit=MOST)
        return page.show(
            "movement/returns.html",
            waiting=[_shown(row) for row in waiting],
            waits=waits,
            done=[_shown(row) for row in done],
            back=back,
            unloadings=[
                {"number": u.number, "consignment": u.consignment, "unloaded_at": u.unloaded_at}
                for u in unloadings
            ],
            unloaded=unloaded,
            now=reading.now,
        )


def _shown(row: ReturnRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "licence": row.licence,
        "within": row.within,
        "returned_at": row.returned_at,
    }


@router.get("/returns/new")
def direction_form(
    page: OfficerPage, register: RegisterDep, check: str = "", position: str = ""
) -> Response:
    """The form; after a check with what it found and why it is a breach."""
    with register.reading() as reading:
        context = _context(reading, position)
        known = _after_check(reading, check, context["places"]) if check else {}
    return page.show(FORM, values={"position": position} | known, **context)


def _after_check(reading: Reading, client_id: str, places: list[tuple[str, str]]) -> dict[str, str]:
    """The fields that a check fills in: its licence, what it found, what is against it, and the
    place left where the licence reckons with one alone."""
    content = queries.entry_of_check(reading.session, client_id).content
    found = content["found"]
    against = [r["text"] for r in content["decision"]["reasons"] if r["outcome"] == "refused"]
    licensed = queries.licence(reading.session, content["licence"]).met
    left = [feature for feature, _ in places if feature in licensed]
    return {
        "licence": content["licence"],
        "origin": left[0] if len(left) == 1 else "",
        "breach": "\n".join(against),
        "tags": "\n".join(found["tags"] or ()),
        "dead": "yes" if Item.CARCASS in (found["items"] or ()) else "",
        **{f"count_{name}": str(number) for name, number in (found["counts"] or {}).items()},
    }


@router.post("/returns/new")
def directed(sent: SentForm) -> Response:
    """The review, then the signature."""
    with sent.register.reading() as reading:
        context = _context(reading, sent.form.text("position"))
    return review.answer(
        sent,
        lambda: _direction(sent.register, sent.officer, sent.form),
        template=FORM,
        context=context,
    )


def _context(reading: Reading, position: str) -> dict[str, Any]:
    known = reading.known()
    places = [v for kind in LEGAL for v in known.of_kind(kind, reading.now)]
    here = _readable(position)
    return {
        "choices": consignment_form.choices(),
        "places": [(v.feature, f"{named(v)}: {v.facts['name']}") for v in _in_order(places, here)],
        "persons": PERSONS,
    }


def _readable(position: str) -> Point | None:
    """Where a position lies that can be read; one that cannot is refused as the form is sent."""
    try:
        return Point(parse_coordinates(position)) if position.strip() else None
    except GeodesyError:
        return None


def _in_order(places: Sequence[Version], here: Point | None) -> list[Version]:
    """Places and areas within `NEAR_M` of `here` first, the nearest at the top; the rest by
    name."""

    def key(one: Version) -> tuple[float, str, str]:
        off = float("inf") if here is None else length(shortest_line(here, one.geometry))
        return (off if off <= NEAR_M else float("inf"), one.facts["name"].casefold(), one.feature)

    return sorted(places, key=key)


def _removed(form: Filled, known: Sequence[str] = ()) -> Removed:
    """Animals and things as the form lists them; tags that are `known` as they are known. Raises
    `Malformed` where it lists nothing."""
    lines = consignment_form.lines(form)
    tags, counted = apart(form.text("tags"), known), consignment_form.counts(form)
    if not (tags or counted or lines):
        raise Malformed.field(
            "tags", "is blank, and so is all else; say what it is: animals, or things"
        )
    return Removed(
        tuple(tags),
        counted,
        form.text("dead") == "yes",
        [(line.item.value, line.what, line.quantity) for line in lines],
    )


def _licence(reading: Reading, typed: str) -> Licence | None:
    """The licence, however its number was typed; None where it is blank. Raises `Malformed`."""
    try:
        return queries.licence(reading.session, read_number(typed) or typed) if typed else None
    except NotFound as unknown:
        raise Malformed.field("licence", unknown.detail) from unknown


def _direction(register: Register, officer: Officer, form: Filled) -> review.Reviewed:
    within = given.moment(form.text("within"), "within")
    if within is None:
        raise Malformed.field("within", "is blank; give a reasonable time by which it is back")
    with register.reading() as reading:
        point = given.point(reading, form.text("position"), "position")
        licence = _licence(reading, form.text("licence"))
    facts: dict[str, Any] = {
        "origin": form.text("origin"),
        "breach": form.text("breach"),
        "within": within,
        "point": point,
        "removed": _removed(form, licence.consignment.tags if licence else ()),
        "person": one_of(form, "person", PERSONS),
        "name": form.text("name"),
        "address": form.text("address"),
        "licence": licence.number if licence else "",
        "removed_at": given.moment(form.text("removed_at"), "removed_at"),
        **given.signing(form),
    }

    def act(writing: Writing) -> Entry:
        with at_its_field():
            return returns.direct(writing, officer, **facts)

    return review.Reviewed(
        title="Read before you direct the return",
        words="Direct the return",
        act=act,
        done=lambda entry: Done.go(
            "/returns", said=f"The direction {entry.number} is signed. Hand over the paper."
        ),
        what=lambda rehearsal: [
            f"You require what is listed to be taken back to the"
            f" {rehearsal.entry.content['origin_name']} by {in_words(within)}.",
            "Not complying with it is a matter for section 28. It does not limit an isolation"
            " under section 8.",
        ],
    )


@router.get("/returns/{number}/returned")
def returned_form(page: OfficerPage, register: RegisterDep, number: Number) -> Response:
    """The form that records the return."""
    with register.reading() as reading:
        row = _shown(queries.direction(reading.session, number))
    return page.show("movement/returned.html", row=row)


@router.post("/returns/{number}/returned")
def returned(sent: SentForm, number: Number) -> Response:
    """Records that it was taken back."""
    form = sent.form

    def act(writing: Writing) -> Done:
        at = given.moment(form.text("returned_at"), "returned_at")
        entry = returns.returned(
            writing, sent.officer, number, returned_at=at, remarks=form.text("remarks")
        )
        late = ", after the time given" if entry.content["late"] else ""
        return Done.go("/returns", said=f"{number} is recorded as taken back{late}.")

    def context(reading: Reading) -> dict[str, Any]:
        return {"row": _shown(queries.direction(reading.session, number))}

    return sent.answer(act, "movement/returned.html", context)


@router.get("/unloadings/new")
def unloading_form(page: OfficerPage) -> Response:
    """The form of an unloading from rail."""
    return page.show(UNLOADING, choices=consignment_form.choices())


@router.post("/unloadings/new")
def unloaded(sent: SentForm) -> Response:
    """Records it: from then on rail frees that consignment no more."""
    form = sent.form

    def act(writing: Writing) -> Done:
        facts: dict[str, Any] = {
            "consignment": form.text("consignment"),
            "point": given.point(writing, form.text("position"), "position"),
            "unloaded_at": given.moment(form.text("unloaded_at"), "unloaded_at"),
            "removed": _removed(form),
            "remarks": form.text("remarks"),
        }
        with at_its_field():
            entry = unload(writing, sent.officer, **facts)
        return Done.go(
            "/returns",
            said=f"The unloading is recorded as {entry.number}; to leave, it needs a licence.",
        )

    def context(_reading: Reading) -> dict[str, Any]:
        return {"choices": consignment_form.choices()}

    return sent.answer(act, UNLOADING, context)
