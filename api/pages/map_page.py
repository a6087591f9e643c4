"""The map with its "as at": what is in force where, and what is in force at one place, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from api.deps import RegisterDep
from api.pages import given, map_layers, map_words
from api.pages.map_asked import Asked, MapAsked
from api.pages.map_shown import shown, state_words, talukas
from api.pages.page import AnyonesPage, pages_router
from api.problems import problem_of
from gis.coordinates import describe
from maps import basemap
from maps.palette import CASING, STATE_LETTERS, STYLES, Kind, Style, badge, hatch_defs, swatch
from vetcontrol.clock import IST
from vetcontrol.disease.answers import TOLD, Answer, in_force
from vetcontrol.disease.case import State
from vetcontrol.errors import VetcontrolError
from vetcontrol.gazette.schedule import diseases
from vetcontrol.officers.people import Officer
from vetcontrol.premises.points import points
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading

router = pages_router()
KIND_WORDS: Mapping[FeatureKind, str] = {
    FeatureKind.INFECTED_PLACE: "Infected place",
    FeatureKind.DECLARED_PLACE: "Premises declared within a radius",
    FeatureKind.INFECTED_AREA: "Infected area",
    FeatureKind.CONTROL: "Control",
}
LAYER_WORDS = {
    "territory": "Territory",
    "district": "District",
    "taluka": "Taluka",
    "village": "Village",
}


@dataclass(frozen=True)
class Found:
    """One thing in force at the place, with the page that shows it."""

    kind: str
    version: Version
    address: str | None
    name: str


@dataclass(frozen=True)
class Verdict:
    """What is in force at a place, and what is not known there."""

    where: str
    lon: float
    lat: float
    answer: Answer
    found: Sequence[Found]
    reaches: Sequence[tuple[str, Any]]
    public: bool


@dataclass(frozen=True)
class Row:
    """A tick of the layers' panel with its picture."""

    name: str
    words: str
    swatch: Markup
    shown: bool


@dataclass(frozen=True)
class MapView:
    """The map page's content."""

    bounds: str
    kinds: Sequence[map_words.Kind]
    legal: Sequence[Row]
    land: Sequence[Row]
    states: Sequence[Row]
    diseases: Sequence[tuple[str, str]]
    premises_kinds: Sequence[tuple[str, str]]
    at: datetime
    known_at: datetime | None
    known_seq: int
    verdict: Verdict | None
    talukas: Sequence[tuple[str, str]]
    part: str
    hatches: Markup
    sources: Sequence[str]


def local_text(moment: datetime) -> str:
    """An instant as a form's field takes it: the hour in India, to the minute."""
    return moment.astimezone(IST).strftime("%Y-%m-%dT%H:%M")


@router.get("/map")
def map_page(page: AnyonesPage, register: RegisterDep, asked: Asked, kind: str = "") -> Response:
    """The map, of one taluka where it is named; with `where`, what is in force at that place."""
    problem = None
    with register.reading() as reading:
        try:
            view = _view(reading, page.officer, asked)
        except VetcontrolError as refusal:
            problem = problem_of(refusal)
            view = _view(reading, page.officer, MapAsked(layers=asked.layers))
    return page.show(
        "story/map.html",
        status=problem.type.status if problem else 200,
        view=view,
        problem=problem,
        errors={e.field: e.message for e in problem.errors} if problem else {},
        values={**asked.values, "kind": kind},
    )


def _view(reading: Reading, officer: Officer | None, asked: MapAsked) -> MapView:
    found = shown(reading, officer, asked, legal=True)
    chosen = {c.name for c in map_layers.chosen(officer, asked.layers)}
    rows = [
        (c, Row(c.name, c.words, _swatch(c.kind), c.name in chosen))
        for c in map_layers.choices_for(officer)
    ]
    legal = [row for c, row in rows if STYLES[c.kind].legal]
    return MapView(
        bounds=_bounds(found.part),
        kinds=map_words.kinds(found.layers),
        legal=legal,
        land=[row for _, row in rows if row not in legal],
        states=[] if officer is None else _states(asked),
        diseases=[(row.code, row.name) for row in diseases(reading.session)],
        premises_kinds=[] if officer is None else _kinds(reading),
        at=found.at,
        known_at=asked.known,
        known_seq=found.snapshot.known_seq,
        verdict=_verdict(reading, officer, asked.where, found.at, asked.known)
        if asked.where
        else None,
        talukas=[(v.feature, str(v.facts["name"])) for v in talukas(found.snapshot, found.at)],
        part="" if found.part is None else str(found.part.facts["name"]),
        hatches=Markup(hatch_defs()),  # noqa: S704 (made of the palette alone)
        sources=basemap.load().sources,
    )


def _bounds(part: Version | None) -> str:
    return "" if part is None else ",".join(f"{b:.6f}" for b in part.geometry.bounds)


def _swatch(kind: Kind) -> Markup:
    style = STYLES[kind]
    picture = swatch(kind, points=bool(style.symbol), areas=style.symbol != "ring")
    if style.letter and not style.symbol:
        picture = picture.replace("</svg>", f"{_on_the_line(style)}</svg>")
    return Markup(picture)  # noqa: S704 (made of the palette alone)


def _on_the_line(style: Style) -> str:
    """The letter of an area as it sits on its line."""
    return (
        f'<rect x="14.5" y="4.5" width="15" height="15" rx="3" fill="{CASING}"'
        f' stroke="{style.stroke}" stroke-width="1.5"/><text x="22" y="12" dy=".36em"'
        f' text-anchor="middle" class="badge-letter" fill="{style.stroke}">{style.letter}</text>'
    )


def _states(asked: MapAsked) -> list[Row]:
    """The states in which an infected place is in force, each with the letter that it bears."""
    wanted = asked.states or frozenset(State)
    return [
        Row(state.value, state_words(state), _letter(letter), state in wanted)
        for state, letter in ((State(name), letter) for name, letter in STATE_LETTERS.items())
    ]


def _letter(letter: str) -> Markup:
    picture = badge(STYLES["infected_place"], letter, x=12, y=12, r=9)
    return Markup(  # noqa: S704 (made of the palette alone)
        f'<svg class="swatch" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">'
        f"{picture}</svg>"
    )


def _kinds(reading: Reading) -> list[tuple[str, str]]:
    return [(kind, kind.replace("_", " ").capitalize()) for kind in points(reading).kinds]


def _verdict(
    reading: Reading,
    officer: Officer | None,
    where: str,
    at: datetime,
    known_at: datetime | None,
) -> Verdict:
    point = given.point(reading, where, "where")
    answer = in_force(
        reading, point.x, point.y, at=at, known_at=known_at, gazetted_only=officer is None
    )
    return Verdict(
        describe(point.x, point.y),
        point.x,
        point.y,
        answer,
        [
            Found(
                KIND_WORDS[v.kind],
                v,
                map_layers.address(v, officer),
                str(v.facts["name"]),
            )
            for v in answer.versions
            if v.kind in TOLD
        ],
        [(LAYER_WORDS[c.layer], c) for c in answer.coverage],
        officer is None,
    )
