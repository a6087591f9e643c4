"""The shapes of answers, as OpenAPI shows them: lists, acts, what is in force."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Listed(BaseModel):
    """A portion of a list; with `f=geojson` a FeatureCollection with the same members."""

    items: list[dict[str, Any]]
    next: str | None
    total: int
    known_seq: int
    at: datetime


class DocumentLine(BaseModel):
    """A document that an act made."""

    number: str
    kind: str
    seq: int
    checksum: str
    links: dict[str, str]


class Acted(BaseModel):
    """What an act answers: its sequence in the log, its documents, and what it is about."""

    model_config = ConfigDict(extra="allow")

    seq: int
    recorded_at: datetime
    documents: list[DocumentLine]


class Told(BaseModel):
    """One thing of the register, as known by `known_seq`."""

    model_config = ConfigDict(extra="allow")

    known_seq: int
    at: datetime


class Found(Told):
    """What a search found, by kind; `exact` is the page of a number typed in whole."""

    q: str
    exact: str | None
    groups: list[dict[str, Any]]


class CaseTold(Told):
    """An infected place with its instruments, what is to be served and what it waits for."""

    number: str
    state: str
    disease: str
    clauses: list[str]
    instruments: list[dict[str, Any]]
    services: list[dict[str, Any]]
    unserved: int
    waiting: list[dict[str, Any]]
    areas: list[dict[str, Any]]


class PreviewTold(Told):
    """What a radius would take in."""

    metres: float
    decision: dict[str, Any]
    within: list[dict[str, Any]]
    straddling: list[dict[str, Any]]
    outside_territory: list[dict[str, Any]]
    without_animals: list[dict[str, Any]]
    totals: dict[str, Any]
    outline: dict[str, Any]
    place: dict[str, Any]
    place_accuracy_m: float | None


class LimitsTold(Told):
    """What limits would take in; `places` are the declared ones and whether each ceases."""

    geometry: dict[str, Any]
    area_m2: float
    modified: bool
    villages: list[dict[str, Any]]
    premises: dict[str, Any]
    places: list[dict[str, Any]]
    left_out: int


class InForceItem(BaseModel):
    """A feature in force at the place; `until` null is open."""

    model_config = ConfigDict(extra="allow")

    id: str
    feature: str
    kind: str
    title: str
    name: str
    number: str | None
    case: str | None
    disease: str | None
    clauses: list[str]
    since: datetime
    begins: datetime
    until: datetime | None
    entries: list[int]
    facts: dict[str, Any]


class InForceTold(Told):
    """All that has legal effect at a place. `coverage` says which layers know the place and up to
    when; `conflicts` are effects that do nothing; `doubts` ask for a decision."""

    longitude: float
    latitude: float
    known_until: datetime | None
    verdict: str
    items: list[InForceItem]
    coverage: list[dict[str, Any]]
    conflicts: list[dict[str, Any]]
    doubts: list[dict[str, Any]]


class PrintTold(BaseModel):
    """The first PDF issued in a language, as it is kept."""

    language: str
    sha256: str


class DocumentTold(Told):
    """A written instrument. The SHA-256 of `canonical` is `checksum`; `personal` holds, by the
    digests that stand in the content, the texts that the reader may see; `prints` are the first
    PDFs issued, for a reader who may see all of them."""

    number: str
    kind: str
    seq: int
    checksum: str
    links: dict[str, str]
    standing: bool
    canonical: str
    content: dict[str, Any]
    personal: dict[str, str]
    prints: list[PrintTold]
    scans: list[dict[str, Any]]
    certificates: list[str]


class FeaturesTold(Told):
    """A GeoJSON FeatureCollection (RFC 7946); `numberMatched` counts all that match."""

    type: Literal["FeatureCollection"]
    numberMatched: int  # noqa: N815
    numberReturned: int  # noqa: N815
    links: list[dict[str, Any]]
    features: list[dict[str, Any]]


class ClustersTold(BaseModel):
    """Premises of a view: `clusters` are `[longitude, latitude, count]`, or `places` one by one.

    `by_village` counts those of the register whose place is not known; they are in neither.
    """

    zoom: int
    total: int
    by_village: int
    kinds: list[str]
    clusters: list[tuple[float, float, int]]
    places: list[dict[str, Any]]


class MomentsTold(BaseModel):
    """The moments at which something on the map changes, oldest first."""

    items: list[datetime]
    first: datetime | None
    now: datetime
    total: int
    known_seq: int


class CheckTold(BaseModel):
    """A check of a removal. The verdict relies on the entries up to `known_seq`; `as_known_now` is
    the verdict by all that was known when it was recorded. `corrected_by` is the correction that
    struck it, where it is sent once more after that."""

    client_id: str
    licence: str
    verdict: Literal["allowed", "not_allowed", "needs_decision"]
    reasons: list[dict[str, Any]]
    clauses: list[str]
    known_seq: int
    as_known_now: dict[str, Any]
    not_looked_at: list[str]
    journey: int
    seq: int
    recorded_at: datetime
    checked_by: str
    at: datetime
    geometry: dict[str, Any]
    accuracy_m: float | None
    found: dict[str, Any]
    id: str
    corrected_by: str | None
