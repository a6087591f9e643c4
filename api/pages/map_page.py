"""The map with its "as at": what is in force where, and what is in force at one place, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query
from starlette.responses import Response

from api.deps import RegisterDep
from api.pages import given, map_layers, map_words
from api.pages.page import AnyonesPage, pages_router
from api.problems import problem_of
from gis.coordinates import describe
from maps.layers import MapLayer
from maps.palette import STYLES
from vetcontrol.clock import IST
from vetcontrol.disease.answers import LEGAL, Answer, in_force
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.officers.people import Officer
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading

router = pages_router()
KIND_WORDS: Mapping[FeatureKind, str] = {
    FeatureKind.INFECTED_PLACE: "Infected place",
    FeatureKind.DECLARED_PLACE: "Premises declared within a radius",
    FeatureKind.INFECTED_AREA: "Infected area",
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
    answer: Answer
    found: Sequence[Found]
    reaches: Sequence[tuple[str, Any]]
    public: bool


@dataclass(frozen=True)
class MapView:
    """The map page's content."""

    frame: str
    kinds: Sequence[map_words.Kind]
    choices: Sequence[map_layers.Choice]
    chosen: Sequence[str]
    at: datetime
    known_at: datetime | None
    known_seq: int
    verdict: Verdict | None
    talukas: Sequence[tuple[str, str]]
    part: str

    @property
    def layer_options(self) -> list[tuple[str, str]]:
        """The layers on offer, by name and words."""
        return [(c.name, c.words) for c in self.choices]


def local_text(moment: datetime) -> str:
    """An instant as a form's field takes it: the hour in India, to the minute."""
    return moment.astimezone(IST).strftime("%Y-%m-%dT%H:%M")


@router.get("/map")
def map_page(  # noqa: PLR0917  (one parameter for each of the query's)
    page: AnyonesPage,
    register: RegisterDep,
    at: str = "",
    known_at: str = "",
    layers: Annotated[list[str] | None, Query()] = None,
    where: str = "",
    taluka: str = "",
) -> Response:
    """The map, of one `taluka` where it is named; with `where`, what is in force at that place."""
    values = {"at": at, "known_at": known_at, "where": where, "taluka": taluka}
    problem = None
    with register.reading() as reading:
        try:
            view = _view(reading, page.officer, values, layers or ())
        except VetcontrolError as refusal:
            problem = problem_of(refusal)
            view = _view(reading, page.officer, {}, layers or ())
    return page.show(
        "story/map.html",
        status=problem.type.status if problem else 200,
        view=view,
        problem=problem,
        errors={e.field: e.message for e in problem.errors} if problem else {},
        values=values,
    )


def _view(
    reading: Reading, officer: Officer | None, values: Mapping[str, str], names: Sequence[str]
) -> MapView:
    moment = given.moment(values.get("at", ""), "at") or reading.now
    known_at = given.moment(values.get("known_at", ""), "known_at")
    snapshot = reading.known(known_at=known_at)
    choices = map_layers.chosen(officer, names)
    legal = [c for c in choices if STYLES[c.kind].legal]
    talukas = sorted(snapshot.of_kind(FeatureKind.TALUKA, moment), key=lambda v: v.facts["name"])
    part = _part(talukas, values.get("taluka", ""))
    query = {
        "at": values.get("at", ""),
        "known_at": values.get("known_at", ""),
        "layers": [c.name for c in choices],
        "bounds": "" if part is None else ",".join(f"{b:.6f}" for b in part.geometry.bounds),
    }
    where = values.get("where", "")
    return MapView(
        frame="/maps/inforce?" + urlencode({k: v for k, v in query.items() if v}, doseq=True),
        kinds=map_words.kinds(
            _meeting(layer, part)
            for layer in map_layers.layers(reading, snapshot, moment, legal, officer=officer)
        ),
        choices=map_layers.choices_for(officer),
        chosen=[c.name for c in choices],
        at=moment,
        known_at=known_at,
        known_seq=snapshot.known_seq,
        verdict=_verdict(reading, officer, where, moment, known_at) if where else None,
        talukas=[(v.feature, str(v.facts["name"])) for v in talukas],
        part="" if part is None else str(part.facts["name"]),
    )


def _part(talukas: Sequence[Version], named: str) -> Version | None:
    """The taluka that the map is narrowed to. Raises `Malformed` for one that is not in force."""
    if not named:
        return None
    for one in talukas:
        if one.feature == named:
            return one
    raise Malformed.field("taluka", "is none in force at that time; choose one of the list")


def _meeting(layer: MapLayer, part: Version | None) -> MapLayer:
    if part is None:
        return layer
    met = tuple(one for one in layer.features if part.geometry.intersects(one.geometry))
    return replace(layer, features=met)


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
        answer,
        [
            Found(
                KIND_WORDS[v.kind],
                v,
                map_layers.address(v, officer),
                str(v.facts["name"]),
            )
            for v in answer.versions
            if v.kind in LEGAL
        ],
        [(LAYER_WORDS[c.layer], c) for c in answer.coverage],
        officer is None,
    )
