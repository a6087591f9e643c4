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
from api.forms import Filled
from api.once import Done
from api.pages import drafting, given, review
from api.pages.case_page import place_words
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
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
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.law.diseases_of_animals.infected_places import RADIUS_MAXIMUM
from vetcontrol.officers.people import Officer
from vetcontrol.places.words import within_sentence
from vetcontrol.premises import queries as premises_queries
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Writing

router = pages_router()
TEMPLATE = "story/radius.html"
SORTS = (("distance", "Nearest first"), ("village", "By village"))
SHORT = 40
"""A list up to this long is shown whole; a longer one in groups that open."""
BANDS = (10, 20, 50, 100, 200, 500)
"""Metres that a group by distance may span, the first of which makes few enough groups."""
MOST_BANDS = 10


@dataclass(frozen=True)
class Listed:
    """Premises in the preview, in words."""

    id: int
    name: str
    about: str
    ticked: bool
    village: str
    metres: float


@dataclass(frozen=True)
class Group:
    """Some of a list that is too long to be read at once, under what they have in common."""

    title: str
    items: Sequence[Listed]

    @property
    def ticked(self) -> int:
        """How many of them are ticked."""
        return sum(one.ticked for one in self.items)


@dataclass(frozen=True)
class Names:
    """A list of premises: of one group where it is short, else by village or by distance."""

    items: Sequence[Listed]
    groups: Sequence[Group]


@dataclass(frozen=True)
class Around:
    """What a radius takes in, as the page lists it."""

    metres: float
    within: Names
    straddling: Names
    outside: Names
    empty: Names
    animals: str
    heads: int
    draft: Mapping[str, Any]


@router.get("/infected-places/{number}/radius")
def radius(  # noqa: PLR0917  (one parameter for each of the query's)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    metres: str = "",
    sort: str = "",
) -> Response:
    """The form; with `metres`, what lies within; or as it was left, where its draft is open."""
    values: dict[str, Any] = {"metres": metres, "sort": sort}
    with register.reading() as reading:
        draft = drafting.offered(reading, officer, _key(number), page)
        form = drafting.begun(draft)
        if form is not None:
            values = form.values()
        context = _context(reading, officer, number, values, form)
    return page.show(TEMPLATE, values=values, **{**context, "draft": draft})


@router.post("/infected-places/{number}/radius")
def declared(sent: SentForm, number: Number) -> Response:
    """The preview again, the review, then the signature."""
    form = sent.form
    with sent.register.reading() as reading:
        context = _context(reading, sent.officer, number, form.values(), form)
    if form.text("step") == "preview":
        return sent.page.show(TEMPLATE, values=form.values(), **context)
    return review.answer(
        sent,
        lambda: _reviewed(sent.officer, number, form),
        template=TEMPLATE,
        context={k: v for k, v in context.items() if k != "problem"},
        draft=_key(number),
    )


def _key(number: str) -> drafting.Key:
    return drafting.Key("radius", number, f"/infected-places/{number_in_path(number)}/radius")


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
            sort = str(values.get("sort", ""))
            around = _around(preview(reading, number, metres), reader, form, sort)
        except (VetcontrolError, GeodesyError) as refusal:
            problem = problem_of(refusal)
    return {
        "case": case,
        "draft": drafting.Offered(_key(number)),
        "sorts": SORTS,
        "place": within_sentence(place_words(reading, case, reader)),
        "most": reading.register.figures.number(RADIUS_MAXIMUM, day_of(reading.now)),
        "around": around,
        "problem": problem,
    }


def _around(found: Preview, reader: Reader, form: Filled | None, sort: str) -> Around:
    ticked: Collection[str] | None = None
    if form is not None and form.text("listed") == f"{found.metres!r}":
        ticked = set(form.texts("premises_ids"))

    def listed(items: Sequence[Found], *, usual: bool) -> Names:
        lines = [
            _line(one, reader, usual if ticked is None else str(one.premises_id) in ticked)
            for one in sorted(items, key=lambda f: (f.distance_m, f.premises_id))
        ]
        return _names(lines, sort)

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


def _names(lines: Sequence[Listed], sort: str) -> Names:
    by_village = sort == "village"
    if len(lines) <= SHORT:
        ordered = sorted(lines, key=lambda n: (n.village, n.metres)) if by_village else lines
        return Names(ordered, ())
    groups: dict[str, list[Listed]] = {}
    farthest = lines[-1].metres
    band = next((b for b in BANDS if farthest / b <= MOST_BANDS), BANDS[-1])
    for line in lines:
        first = int(line.metres // band) * band
        title = line.village if by_village else f"{first:,} to {first + band:,} m"
        groups.setdefault(title, []).append(line)
    made = [Group(title, items) for title, items in groups.items()]
    return Names(lines, sorted(made, key=lambda g: g.title) if by_village else made)


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
    return Listed(
        one.premises_id,
        name,
        ", ".join(a for a in about if a),
        ticked,
        one.village or "Village not known",
        one.distance_m,
    )


def _reviewed(officer: Officer, number: str, form: Filled) -> review.Reviewed:
    metres = given.number(form.text("metres"), "metres", "metres")
    # Without a list that was seen, all within are meant; a list seen is taken as ticked.
    seen = form.text("listed") == f"{metres!r}"
    if form.text("listed") and not seen:
        raise Malformed.field(
            "metres",
            "is another radius than that of the list that was ticked; the list below is of this"
            " one: tick it anew, then review",
            clauses=("DOA1974-11-3a",),
        )
    ids = [given.whole_number(i, "premises_ids") or 0 for i in form.texts("premises_ids")]
    facts: dict[str, Any] = {
        "metres": metres,
        "premises_ids": ids if seen else None,
        "reason": form.text("reason"),
        **given.signing(form),
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
        look=lambda writing, entry: _look(writing, officer, entry),
        review="story/review_radius.html",
    )


def _what(rehearsal: review.Rehearsal) -> Sequence[str]:
    content = rehearsal.entry.content
    left = len(content["left_out"])
    return [
        f"{len(content['premises'])} premises within {content['metres']:,.3f} metres become"
        " infected places, each from the moment of signature.",
        *(
            [
                f"{left} within the radius {'is' if left == 1 else 'are'} left out:"
                f" {content['reason']}"
            ]
            if left
            else []
        ),
        "Each gets a notice of its own. Premises found later need a declaration of their own.",
    ]


def _look(writing: Writing, officer: Officer, entry: Entry) -> Mapping[str, Any]:
    content = entry.content
    number = content["case_number"]
    found = geometry_from(queries.case(writing.session, number).geometry)
    reader = reader_of(writing, officer)
    return {
        "draft": {
            "geometry": geojson.as_geojson(found),
            "outline": geojson.as_geojson(outline(found, content["metres"])),
        },
        "frame": f"/maps/case?number={number_in_path(number)}&review=1",
        "declared": len(content["premises"]),
        "left_out": _called(writing, reader, content["left_out"]),
        "doubtful": _called(writing, reader, content["doubtful"]),
    }


def _called(reading: Reading, reader: Reader, ids: Sequence[int]) -> list[str]:
    rows = [premises_queries.get(reading.session, one) for one in ids]
    return sorted(f"{reader.named(row)}, {row.village_name or 'village not known'}" for row in rows)
