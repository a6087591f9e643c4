"""What entries do to the map, and what therefore is in force: one pure fold.

An effect begins, replaces or ends a feature from a moment. A correction strikes one earlier
entry and may restate its effects; a struck correction strikes nothing. What is in force at `at`
as known by `known_seq` is folded from the effects of the entries up to `known_seq` that stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.canonical import canonical, digest, instant_text


class Action(StrEnum):
    """What an effect does to its feature."""

    BEGIN = "begin"
    REPLACE = "replace"
    END = "end"


class FeatureKind(StrEnum):
    """What may have legal effect at a place."""

    COMMENCEMENT_AREA = "commencement_area"
    CONTROL = "control"
    DECLARED_PLACE = "declared_place"
    DISTRICT = "district"
    ERADICATION_AREA = "eradication_area"
    INFECTED_AREA = "infected_area"
    INFECTED_PLACE = "infected_place"
    MUNICIPAL_AREA = "municipal_area"
    OFFICERS_AREA = "officers_area"
    PANCHAYAT = "panchayat"
    TALUKA = "taluka"
    TERRITORY = "territory"
    VILLAGE = "village"


@dataclass(frozen=True)
class Effect:
    """One effect of an entry. `replace` carries the whole geometry (EPSG:4326) and all facts;
    `end` no geometry."""

    feature: str
    kind: FeatureKind
    action: Action
    geometry: BaseGeometry | None
    effective_at: datetime
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.geometry is None) != (self.action is Action.END):
            raise ValueError(f"{self.action} of {self.feature}: geometry belongs to begin, replace")


@dataclass(frozen=True)
class Recorded:
    """An effect with the sequence of its entry and its place in it."""

    seq: int
    ordinal: int
    effect: Effect

    @property
    def order(self) -> tuple[datetime, int, int]:
        """By effective time, then sequence, then place in the entry."""
        return (self.effect.effective_at, self.seq, self.ordinal)


@dataclass(frozen=True)
class Version:
    """A feature as it stood over the half-open interval from `begins` to `ends` (None: open)."""

    feature: str
    kind: FeatureKind
    geometry: BaseGeometry
    begins: datetime
    ends: datetime | None
    since: datetime
    entries: tuple[int, ...]
    facts: Mapping[str, Any]

    def covers(self, at: datetime) -> bool:
        """Whether the version is in force at `at`."""
        return self.begins <= at and (self.ends is None or at < self.ends)


@dataclass(frozen=True)
class Conflict:
    """An effect that does nothing: a begin of what is in force, or a change of what is not."""

    seq: int
    feature: str
    kind: FeatureKind
    action: Action
    effective_at: datetime
    geometry: BaseGeometry | None
    facts: Mapping[str, Any]
    reason: str


def struck(strikes: Sequence[tuple[int, int]], known_seq: int) -> set[int]:
    """Entries that do not stand: one pass over the corrections known, newest first.

    `strikes` are pairs (sequence of the correction, sequence of the entry that it strikes).
    """
    fallen: set[int] = set()
    for correction, target in sorted(strikes, reverse=True):
        if correction <= known_seq and correction not in fallen:
            fallen.add(target)
    return fallen


def fold(
    effects: Iterable[Recorded], strikes: Sequence[tuple[int, int]], known_seq: int
) -> tuple[list[Version], list[Conflict]]:
    """Every version of every feature as known by `known_seq`, and the effects that do nothing."""
    fallen = struck(strikes, known_seq)
    standing = [r for r in effects if r.seq <= known_seq and r.seq not in fallen]
    standing.sort(key=lambda r: (r.effect.feature, r.order))
    versions: list[Version] = []
    conflicts: list[Conflict] = []
    for _, group in groupby(standing, key=lambda r: r.effect.feature):
        _fold_feature(list(group), versions, conflicts)
    return versions, conflicts


def _fold_feature(
    history: list[Recorded], versions: list[Version], conflicts: list[Conflict]
) -> None:
    live: Version | None = None
    for recorded in history:
        effect = recorded.effect
        if live is None and effect.facts.get("expired"):
            # It ended earlier than its own words said.
            continue
        if (effect.action is Action.BEGIN) == (live is not None):
            conflicts.append(
                Conflict(
                    recorded.seq,
                    effect.feature,
                    effect.kind,
                    effect.action,
                    effect.effective_at,
                    effect.geometry,
                    effect.facts,
                    "already in force" if live else "not in force",
                )
            )
            continue
        if live is not None:
            closed = Version(
                live.feature,
                live.kind,
                live.geometry,
                live.begins,
                effect.effective_at,
                live.since,
                live.entries,
                {**live.facts, **_ending_facts(effect)},
            )
            if closed.begins < effect.effective_at:
                versions.append(closed)
        if effect.action is Action.END:
            live = None
            continue
        assert effect.geometry is not None
        live = Version(
            effect.feature,
            effect.kind,
            effect.geometry,
            effect.effective_at,
            None,
            live.since if live else effect.effective_at,
            (*live.entries, recorded.seq) if live else (recorded.seq,),
            effect.facts,
        )
    if live is not None:
        versions.append(live)


def _ending_facts(effect: Effect) -> dict[str, Any]:
    return {f"end_{key}": value for key, value in effect.facts.items()}


def effects_digest(effects: Sequence[Effect]) -> str:
    """SHA-256 over the effects of one entry, geometry to the last bit."""
    return digest(
        canonical(
            [
                [
                    e.feature,
                    e.kind.value,
                    e.action.value,
                    None if e.geometry is None else shapely.to_wkb(e.geometry, hex=True),
                    instant_text(e.effective_at),
                    dict(e.facts),
                ]
                for e in effects
            ]
        )
    )
