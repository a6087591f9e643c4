"""What is in force at a place: what holds it, what layers cover it, and what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import shapely

from gis.radius import measure
from vetcontrol.law.decisions import Decision
from vetcontrol.register.doubts import LEGAL, MOST_NEAR_M, hour_in_doubt, placed_to
from vetcontrol.register.effects import Conflict, FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

__all__ = ["LEGAL", "NOT_GAZETTED", "TOLD", "Answer", "Coverage", "answer", "in_force"]

# Places are declared before any gazette; areas and layers are public from their publication.
NOT_GAZETTED = frozenset(
    {FeatureKind.INFECTED_PLACE, FeatureKind.DECLARED_PLACE, FeatureKind.OFFICERS_AREA}
)
# What binds at a place: what is declared infected, and what a control of section 6 says there.
TOLD = (*LEGAL, FeatureKind.CONTROL)
LAND = (FeatureKind.TERRITORY, FeatureKind.DISTRICT, FeatureKind.TALUKA, FeatureKind.VILLAGE)


@dataclass(frozen=True)
class Coverage:
    """Whether a layer of the land reaches the place: silence is not freedom.

    `begins` and `ends` bound the version of the area that covers it; `ends` None is open.
    """

    layer: str
    covers: bool
    name: str = ""
    edition: str = ""
    accuracy_m: float | None = None
    begins: datetime | None = None
    ends: datetime | None = None


@dataclass(frozen=True)
class Answer:
    """What is in force at a place at `at`, as known by `known_seq`."""

    lon: float
    lat: float
    at: datetime
    known_seq: int
    versions: Sequence[Version]
    conflicts: Sequence[Conflict]
    coverage: Sequence[Coverage]
    doubts: Sequence[Decision]


def in_force(
    reading: Reading,
    lon: float,
    lat: float,
    *,
    at: datetime | None = None,
    known_at: datetime | None = None,
    known_seq: int | None = None,
    gazetted_only: bool = False,
) -> Answer:
    """All that has legal effect at a point (degrees) at a moment, as known at another.

    `gazetted_only` for unsigned callers: no place that is declared but not yet published.
    """
    snapshot = reading.known(known_at, known_seq)
    return answer(snapshot, lon, lat, at or reading.now, gazetted_only=gazetted_only)


def answer(
    snapshot: Snapshot, lon: float, lat: float, at: datetime, *, gazetted_only: bool = False
) -> Answer:
    """`in_force` from what is already in memory: no transaction is opened."""
    holding = snapshot.holding(lon, lat)
    found = [
        v
        for v in holding
        if v.begins <= at
        and (v.ends is None or at < v.ends)
        and not (gazetted_only and v.kind in NOT_GAZETTED)
    ]
    return Answer(
        lon,
        lat,
        at,
        snapshot.known_seq,
        found,
        _conflicts(snapshot, lon, lat, gazetted_only=gazetted_only) if snapshot.conflicts else (),
        [_coverage(found, snapshot, kind, at) for kind in LAND],
        [
            *_doubts(holding, at, gazetted_only=gazetted_only),
            *([] if gazetted_only else _nearby(snapshot, found, lon, lat, at)),
        ],
    )


def _nearby(
    snapshot: Snapshot, found: Sequence[Version], lon: float, lat: float, at: datetime
) -> list[Decision]:
    """Declared places so near that, as well as they are placed, they may hold the point."""
    doubts: list[Decision] = []
    for version in snapshot.near(lon, lat, MOST_NEAR_M, at):
        if version.kind not in (FeatureKind.INFECTED_PLACE, FeatureKind.DECLARED_PLACE):
            continue
        if version in found:
            continue
        accuracy = placed_to(version)
        shape = np.array([version.geometry], dtype=object)
        metres = float(measure(shapely.Point(lon, lat), shape, MOST_NEAR_M).distance_m[0])
        if metres <= accuracy:
            doubts.append(
                Decision.needs_decision(
                    version.facts["clauses"][0],
                    f"{version.facts['number']} (case {version.facts['case']}) declares a place"
                    f" {metres:,.1f} m from here, placed to {accuracy:,.0f} m: it may lie here.",
                    "Find out whether this is the place before you rely on the answer.",
                )
            )
    return doubts


def _coverage(
    found: Sequence[Version], snapshot: Snapshot, kind: FeatureKind, at: datetime
) -> Coverage:
    here = next((v for v in found if v.kind is kind), None)
    if here is not None:
        return Coverage(
            kind.value,
            covers=True,
            name=str(here.facts["name"]),
            edition=str(here.facts["edition"]),
            accuracy_m=float(here.facts["accuracy_m"]),
            begins=here.begins,
            ends=here.ends,
        )
    layer = next(snapshot.of_kind(kind, at), None)
    return Coverage(kind.value, covers=False, edition=str(layer.facts["edition"]) if layer else "")


def _conflicts(
    snapshot: Snapshot, lon: float, lat: float, *, gazetted_only: bool
) -> list[Conflict]:
    """Effects that did nothing on features whose geometry, then or as meant, holds the place."""
    return [
        conflict
        for conflict in snapshot.conflicts
        if snapshot.conflict_concerns(conflict, lon, lat)
        and not (gazetted_only and conflict.kind in NOT_GAZETTED)
    ]


def _doubts(holding: Sequence[Version], at: datetime, *, gazetted_only: bool) -> list[Decision]:
    """Where the gazette's hour is not stated, a question inside that day needs a decision."""
    asked = (
        hour_in_doubt(version, at)
        for version in holding
        if version.kind in TOLD and not (gazetted_only and version.kind in NOT_GAZETTED)
    )
    return [doubt for doubt in asked if doubt is not None]
