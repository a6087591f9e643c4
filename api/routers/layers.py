"""Map layers as GeoJSON: features in force at a moment, and premises for officers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.answers import (
    JSON,
    Portion,
    feature,
    feature_collection,
    listing,
    next_address,
    wants_geojson,
)
from api.asked import Box, Sought
from api.deps import OptionalOfficer, Paging, RegisterDep, Times
from api.personal import reader_of
from api.problems import declared
from api.told import premises as told
from api.told.answers import FeaturesTold, Listed
from gis.spatialdb import Bounds
from vetcontrol.disease.answer_json import item
from vetcontrol.disease.answers import NOT_GAZETTED
from vetcontrol.errors import Malformed, NotFound, NotSignedIn
from vetcontrol.officers.people import Officer
from vetcontrol.places.service import Level
from vetcontrol.premises import queries
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

router = APIRouter(tags=["layers"], responses=declared(Malformed, NotSignedIn))


@dataclass(frozen=True)
class Layer:
    """A layer: what its features are; None for premises, which are no legal features."""

    kind: FeatureKind | None
    title: str

    @property
    def officers_only(self) -> bool:
        """Whether unsigned callers may not see it."""
        return self.kind is None or self.kind in NOT_GAZETTED


LAYERS: Mapping[str, Layer] = {
    "infected_areas": Layer(FeatureKind.INFECTED_AREA, "Infected areas"),
    "infected_places": Layer(FeatureKind.INFECTED_PLACE, "Infected places"),
    "declared_places": Layer(FeatureKind.DECLARED_PLACE, "Premises declared within a radius"),
    "controls": Layer(FeatureKind.CONTROL, "Controls of movement, gatherings and dealing"),
    "commencement_areas": Layer(FeatureKind.COMMENCEMENT_AREA, "Provisions in force"),
    "officers_areas": Layer(FeatureKind.OFFICERS_AREA, "Officers' areas"),
    "territory": Layer(FeatureKind.TERRITORY, "Territory"),
    "districts": Layer(FeatureKind.DISTRICT, "Districts"),
    "talukas": Layer(FeatureKind.TALUKA, "Talukas"),
    "villages": Layer(FeatureKind.VILLAGE, "Villages"),
    "panchayats": Layer(FeatureKind.PANCHAYAT, "Panchayats"),
    "municipal_areas": Layer(FeatureKind.MUNICIPAL_AREA, "Municipal areas"),
    "premises": Layer(None, "Premises"),
}


@router.get("/layers", response_model=Listed)
def layers(
    request: Request, officer: OptionalOfficer, register: RegisterDep, asked: Times
) -> Response:
    """The layers that the caller may see, with their editions, sources and accuracy."""
    with register.reading() as reading:
        snapshot, moment = asked.snapshot(reading), asked.moment(reading)
        premises = 0 if officer is None else queries.listing(reading.session, limit=0, offset=0)[1]
    items = [
        {"id": name, "title": layer.title, "href": f"{request.url.path}/{name}"}
        | (
            {"count": premises}
            if layer.kind is None
            else _about(list(snapshot.of_kind(layer.kind, moment)))
        )
        for name, layer in LAYERS.items()
        if officer is not None or not layer.officers_only
    ]
    more = {"known_seq": snapshot.known_seq, "at": moment}
    return JSON({"items": items, "next": None, "total": len(items), **more})


def _about(found: list[Version]) -> dict[str, Any]:
    """How many features a layer has, and what its editions say of themselves."""
    editions = {
        (v.facts["edition"], v.facts["source"], v.facts["accuracy_m"], v.facts["approximate"])
        for v in found
        if "edition" in v.facts
    }
    names = ("edition", "source", "accuracy_m", "approximate")
    return {
        "count": len(found),
        "editions": [dict(zip(names, one, strict=True)) for one in sorted(editions)],
    }


@router.get("/layers/{name}", response_model=FeaturesTold, responses=declared(NotFound))
def layer(
    *,
    request: Request,
    name: str,
    officer: OptionalOfficer,
    register: RegisterDep,
    part: Paging,
    asked: Times,
    box: Box,
) -> Response:
    """One layer in force at `at` as a FeatureCollection; `numberMatched` counts all that match."""
    wanted = LAYERS.get(name)
    if wanted is None:
        raise NotFound(f"There is no layer of this name; there are {', '.join(LAYERS)}.")
    if officer is None and wanted.officers_only:
        raise NotSignedIn(f"The layer {name} is for officers. Sign in, then ask again.")
    with register.reading() as reading:
        snapshot, moment = asked.snapshot(reading), asked.moment(reading)
        if wanted.kind is None:
            items, matched = _premises(reading, officer, part, box)
        else:
            items, matched = _features(snapshot, wanted.kind, moment, part, box)
    more = {"known_seq": snapshot.known_seq, "at": moment}
    following = next_address(request, part, matched)
    return feature_collection(request, [feature(i) for i in items], matched, following, **more)


def _features(
    snapshot: Snapshot, kind: FeatureKind, at: datetime, part: Portion, box: Bounds | None
) -> tuple[list[dict[str, Any]], int]:
    found = (
        list(snapshot.of_kind(kind, at))
        if box is None
        else [v for v in snapshot.within_bounds(box, at) if v.kind is kind]
    )
    shown = found[part.offset : part.offset + part.limit]
    return [item(version, geometry=True) for version in shown], len(found)


def _premises(
    reading: Reading, officer: Officer | None, part: Portion, box: Bounds | None
) -> tuple[list[dict[str, Any]], int]:
    rows, total = queries.listing(reading.session, limit=part.limit, offset=part.offset, bounds=box)
    reader = reader_of(reading, officer)
    return [told.premises(row, reader) for row in rows], total


@router.get("/areas", response_model=Listed)
def areas(
    *,
    request: Request,
    register: RegisterDep,
    part: Paging,
    asked: Times,
    words: Sought,
    level: Annotated[Level, Query(description="What the areas are")] = Level.VILLAGE,
    geometry: Annotated[bool, Query(description="Add each area's outline")] = False,
) -> Response:
    """Areas of the land to choose from, by name; `id` is what other calls name them by."""
    with register.reading() as reading:
        snapshot, moment = asked.snapshot(reading), asked.moment(reading)
    sought = words.casefold()
    found = sorted(
        (v for v in snapshot.of_kind(level.kind, moment) if sought in _name(v).casefold()),
        key=lambda v: (_name(v).casefold(), v.feature),
    )
    drawn = geometry or wants_geojson(request)
    shown = [
        item(v, geometry=drawn) | {"code": v.facts.get("code")}
        for v in found[part.offset : part.offset + part.limit]
    ]
    more = {"known_seq": snapshot.known_seq, "at": moment}
    return listing(request, part, shown, len(found), **more)


def _name(version: Version) -> str:
    return str(version.facts.get("name", ""))
