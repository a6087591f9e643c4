"""The radius of section 11(3): chosen with a live preview, then declared with a reason.

Without JavaScript the button of the preview asks the same page again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled, Form
from api.once import Done, Once
from api.pages import given, review
from api.pages.case_page import place_words
from api.pages.page import OfficerPage, pages_router
from api.pages.written import animals_in_words
from api.personal import Reader, reader_of
from api.problems import Problem, problem_of
from api.templating import number_in_path
from gis import geojson
from gis.errors import GeodesyError
from gis.outline import outline
from vetcontrol.clock import day_of
from vetcontrol.disease import queries
from vetcontrol.disease.declaration import declare
from vetcontrol.disease.radius import Found, Preview, preview
from vetcontrol.errors import VetcontrolError
from vetcontrol.law.diseases_of_animals.infected_places import RADIUS_MAXIMUM
from vetcontrol.officers.people import Officer
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Writing

router = pages_router()
TEMPLATE = "story/radius.html"


@dataclass(frozen=True)
class Listed:
    """Premises in the preview, in words."""

    id: int
    name: str
    about: str
    ticked: bool


@dataclass(frozen=True)
class Around:
    """What a radius takes in, as the page lists it."""

    metres: float
    within: Sequence[Listed]
    straddling: Sequence[Listed]
    outside: Sequence[Listed]
    empty: Sequence[Listed]
    animals: str
    heads: int
    draft: Mapping[str, Any]


@router.get("/infected-places/{number}/radius")
def radius(
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    metres: str = "",
) -> Response:
    """The form; with `metres`, what lies within."""
    with register.reading() as reading:
        context = _context(reading, officer, number, {"metres": metres}, None)
    return page.show(TEMPLATE, values={"metres": metres}, **context)


@router.post("/infected-places/{number}/radius")
def declared(  # noqa: PLR0917  (what a reviewed form needs)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    form: Form,
    once: Once,
) -> Response:
    """The preview again, the review, then the signature."""
    with register.reading() as reading:
        context = _context(reading, officer, number, form.values(), form)
    if form.text("step") == "preview":
        return page.show(TEMPLATE, values=form.values(), **context)
    return review.answer(
        page,
        form,
        once,
        lambda: _reviewed(officer, number, form),
        template=TEMPLATE,
        context={k: v for k, v in context.items() if k != "problem"},
    )


def _context(
    reading: Reading,
    officer: Officer,
    number: str,
    values: Mapping[str, Any],
    form: Filled | None,
) -> dict[str, Any]:
    case = queries.case(reading.session, number)
    reader = reader_of(reading, officer)
    around: Around | None = None
    problem: Problem | None = None
    if values.get("metres"):
        try:
            metres = given.number(str(values["metres"]), "metres", "metres")
            around = _around(preview(reading, number, metres), reader, form)
        except (VetcontrolError, GeodesyError) as refusal:
            problem = problem_of(refusal)
    return {
        "case": case,
        "place": place_words(reading, case, reader),
        "most": reading.register.figures.number(RADIUS_MAXIMUM, day_of(reading.now)),
        "around": around,
        "problem": problem,
    }


def _around(found: Preview, reader: Reader, form: Filled | None) -> Around:
    ticked: Collection[str] | None = None
    if form is not None and form.text("listed") == f"{found.metres!r}":
        ticked = set(form.texts("premises_ids"))

    def listed(items: Sequence[Found], *, usual: bool) -> list[Listed]:
        return [
            _line(one, reader, usual if ticked is None else str(one.premises_id) in ticked)
            for one in sorted(items, key=lambda f: f.distance_m)
        ]

    totals = found.totals()
    return Around(
        found.metres,
        listed(found.within, usual=True),
        listed(found.straddling, usual=False),
        listed(found.outside_territory, usual=False),
        listed(found.without_animals, usual=False),
        animals_in_words(totals["animals"]),
        sum(totals["animals"].values()),
        {
            "geometry": geojson.as_geojson(found.place),
            "outline": geojson.as_geojson(found.outline()),
        },
    )


def _line(one: Found, reader: Reader, ticked: bool) -> Listed:
    parts = shapely.get_num_geometries(one.geometry)
    name = one.name if reader.may_read(one.geometry) else f"Premises {one.premises_id}"
    where = (
        f"known only by its village, {one.village}"
        if one.placement == "village"
        else f"{one.distance_m:,.3f} m away"
    )
    about = [
        where,
        f"by part {one.deciding_part + 1} of {parts}" if parts > 1 else "",
        f"placed to {one.accuracy_m:,.0f} m" if one.accuracy_m else "",
        one.village if one.placement != "village" else "",
        animals_in_words(json.loads(one.animals)) or "no animals",
    ]
    return Listed(one.premises_id, name, ", ".join(a for a in about if a), ticked)


def _reviewed(officer: Officer, number: str, form: Filled) -> review.Reviewed:
    metres = given.number(form.text("metres"), "metres", "metres")
    # Without a list that was seen, all within are meant; a list seen is taken as ticked.
    seen = form.text("listed") == f"{metres!r}"
    ids = [given.whole_number(i, "premises_ids") or 0 for i in form.texts("premises_ids")]
    facts: dict[str, Any] = {
        "metres": metres,
        "premises_ids": ids if seen else None,
        "reason": form.text("reason"),
        "signed_at": given.moment(form.text("signed_at"), "signed_at"),
        "position_reason": form.text("position_reason"),
    }

    def act(writing: Writing) -> Entry:
        return declare(writing, officer, number, **facts)

    def done(entry: Entry) -> Done:
        count = len(entry.content["premises"])
        return Done.go(
            f"/infected-places/{number_in_path(number)}",
            said=f"{count} premises are declared by {entry.number}. Have each notice delivered.",
        )

    return review.Reviewed(
        title="Read before you sign the declaration",
        words="Sign the declaration",
        act=act,
        done=done,
        what=_what,
        look=_look,
    )


def _what(rehearsal: review.Rehearsal) -> Sequence[str]:
    content = rehearsal.entry.content
    left = len(content["left_out"])
    return [
        f"{len(content['premises'])} premises within {content['metres']:,.3f} metres become"
        " infected places, each from the moment of signature.",
        *([f"{left} within the radius are left out: {content['reason']}"] if left else []),
        "Each gets a notice of its own. Premises found later need a declaration of their own.",
    ]


def _look(writing: Writing, entry: Entry) -> Mapping[str, Any]:
    number = entry.content["case_number"]
    case = queries.case(writing.session, number)
    found = geometry_from(case.geometry)
    return {
        "draft": {
            "geometry": geojson.as_geojson(found),
            "outline": geojson.as_geojson(outline(found, entry.content["metres"])),
        },
        "frame": f"/maps/case?number={number_in_path(number)}",
    }
