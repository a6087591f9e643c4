"""What is in force, kept in memory against the log's head.

Each process holds the effects it has read and the fold of them at the newest sequence; a question
reads the log's head and catches up when it has moved. Questions about an earlier state of
knowledge fold the same effects up to that sequence.
"""

from __future__ import annotations

import json
import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry
from sqlalchemy import select

from gis import geodesic, overlay
from vetcontrol.register.effects import (
    Action,
    Conflict,
    Effect,
    FeatureKind,
    Recorded,
    Version,
    fold,
)
from vetcontrol.register.engine import Database
from vetcontrol.register.tables import EffectRow, EntryRow, StrikeRow

KEPT_SNAPSHOTS = 8
# About 2 cm: geometry within it of a point is looked at exactly, to the millimetre.
BOUNDARY_DEGREES = 2e-7
FAR = np.iinfo(np.int64).max


def microseconds(moment: datetime) -> int:
    """Whole microseconds since 1970, exact."""
    return (moment - _EPOCH) // _MICROSECOND


@dataclass(frozen=True)
class Snapshot:
    """All versions of all features as known by `known_seq`, with a spatial index of them."""

    known_seq: int
    versions: tuple[Version, ...]
    conflicts: tuple[Conflict, ...]
    tree: shapely.STRtree
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    by_feature: dict[str, tuple[Version, ...]]

    def at_point(self, lon: float, lat: float, at: datetime) -> list[Version]:
        """Versions in force at `at` that hold the point; a boundary belongs to its area."""
        return self._live(self._held(lon, lat), at)

    def holding(self, lon: float, lat: float) -> list[Version]:
        """Versions of any time that hold the point."""
        return [self.versions[i] for i in self._held(lon, lat)]

    def _held(self, lon: float, lat: float) -> NDArray[np.int64]:
        reach = BOUNDARY_DEGREES
        near = self.tree.query(shapely.box(lon - reach, lat - reach, lon + reach, lat + reach))
        near.sort()
        held: NDArray[np.int64] = near[overlay.covering(self.tree.geometries[near], lon, lat)]
        return held

    def near(self, lon: float, lat: float, metres: float, at: datetime) -> list[Version]:
        """Versions in force at `at` whose box comes within about `metres` of the point."""
        box = geodesic.bounds_within((lon, lat, lon, lat), metres)
        return self._live(self.tree.query(shapely.box(*box)), at)

    def conflict_concerns(self, conflict: Conflict, lon: float, lat: float) -> bool:
        """Whether an effect that does nothing was about the point: by its own geometry, or by any
        that its feature ever had."""
        meant = [v.geometry for v in self.by_feature.get(conflict.feature, ())]
        if conflict.geometry is not None:
            meant.append(conflict.geometry)
        return any(_holds(geometry, lon, lat) for geometry in meant)

    def meeting(self, geometry: BaseGeometry, at: datetime) -> list[Version]:
        """Versions in force at `at` that touch or overlap `geometry`."""
        return self._live(self.tree.query(geometry, predicate="intersects"), at)

    def within_bounds(
        self, bounds: tuple[float, float, float, float], at: datetime
    ) -> list[Version]:
        """Versions in force at `at` whose box meets `bounds` (degrees)."""
        return self._live(self.tree.query(shapely.box(*bounds)), at)

    def standing_over(
        self, bounds: tuple[float, float, float, float], since: datetime, until: datetime
    ) -> list[Version]:
        """Versions in force at any moment from `since` to `until` whose box meets `bounds`
        (degrees)."""
        found = self.tree.query(shapely.box(*bounds))
        found = found[
            (self.begins[found] <= microseconds(until)) & (microseconds(since) < self.ends[found])
        ]
        found.sort()
        return [self.versions[i] for i in found]

    def of_kind(self, kind: FeatureKind, at: datetime) -> Iterator[Version]:
        """Versions of `kind` in force at `at`."""
        return (v for v in self.by_kind.get(kind, ()) if v.covers(at))

    @cached_property
    def by_kind(self) -> dict[FeatureKind, tuple[Version, ...]]:
        """The versions of each kind, in their order."""
        found: dict[FeatureKind, list[Version]] = {}
        for version in self.versions:
            found.setdefault(version.kind, []).append(version)
        return {kind: tuple(of_it) for kind, of_it in found.items()}

    def feature(self, feature: str, at: datetime) -> Version | None:
        """The version of `feature` in force at `at`."""
        return next((v for v in self.by_feature.get(feature, ()) if v.covers(at)), None)

    def _live(self, found: NDArray[np.int64], at: datetime) -> list[Version]:
        moment = microseconds(at)
        live = found[(self.begins[found] <= moment) & (moment < self.ends[found])]
        live.sort()
        return [self.versions[i] for i in live]


def _holds(geometry: BaseGeometry, lon: float, lat: float) -> bool:
    return bool(shapely.contains_xy(geometry, lon, lat)) or overlay.covers_point(geometry, lon, lat)


_EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
_MICROSECOND = datetime.resolution


def snapshot(effects: list[Recorded], strikes: list[tuple[int, int]], known_seq: int) -> Snapshot:
    """Fold `effects` as known by `known_seq` and index the result."""
    versions, conflicts = fold(effects, strikes, known_seq)
    by_feature: dict[str, tuple[Version, ...]] = {}
    for version in versions:
        by_feature[version.feature] = (*by_feature.get(version.feature, ()), version)
    # Not prepared: many threads ask one snapshot, and a prepared geometry builds itself unlocked.
    tree = shapely.STRtree([v.geometry for v in versions])
    return Snapshot(
        known_seq,
        tuple(versions),
        tuple(conflicts),
        tree,
        np.array([microseconds(v.begins) for v in versions], dtype=np.int64),
        np.array([FAR if v.ends is None else microseconds(v.ends) for v in versions], np.int64),
        by_feature,
    )


class InForce:
    """The effects of the log in memory, and snapshots of what is in force."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._effects: list[Recorded] = []
        self._strikes: list[tuple[int, int]] = []
        self._recorded: list[datetime] = []
        self._seq = 0
        # Sequences of the entries that changed the map, ascending: only these need a new fold.
        self._changes: list[int] = []
        self._kept: OrderedDict[int, Snapshot] = OrderedDict()
        self._newest: Snapshot | None = None

    def at_head(self) -> Snapshot:
        """What is in force as known by the newest committed entry."""
        head = self._database.head()
        newest = self._newest
        if newest is None or newest.known_seq != head:
            newest = self._newest = self.known_by_seq(head)
        return newest

    def known_by_seq(self, known_seq: int) -> Snapshot:
        """What is in force as known by the entry `known_seq`."""
        with self._lock:
            self._catch_up(known_seq)
            place = bisect_right(self._changes, known_seq)
            changed = self._changes[place - 1] if place else 0
            kept = self._kept.get(changed)
            if kept is None:
                kept = snapshot(self._effects, self._strikes, changed)
                self._kept[changed] = kept
                while len(self._kept) > KEPT_SNAPSHOTS:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(changed)
            return replace(kept, known_seq=known_seq)

    def seq_known_at(self, known_at: datetime) -> int:
        """The newest entry recorded by `known_at`; 0 when there was none."""
        head = self._database.head()
        with self._lock:
            self._catch_up(head)
            return bisect_right(self._recorded, known_at, hi=min(head, len(self._recorded)))

    def recorded_at(self, seq: int) -> datetime | None:
        """When the entry `seq` was recorded; None for 0, before the first."""
        with self._lock:
            self._catch_up(seq)
            return self._recorded[seq - 1] if 0 < seq <= len(self._recorded) else None

    def _catch_up(self, seq: int) -> None:
        """Read the entries after those in memory; the sequence has no gap."""
        if seq <= self._seq:
            return
        with self._database.reading() as session:
            rows = session.execute(
                select(EntryRow.seq, EntryRow.recorded_at)
                .where(EntryRow.seq > self._seq)
                .order_by(EntryRow.seq)
            ).all()
            self._effects.extend(
                recorded_of(row)
                for row in session.scalars(
                    select(EffectRow)
                    .where(EffectRow.entry_seq > self._seq)
                    .order_by(EffectRow.entry_seq, EffectRow.ordinal)
                )
            )
            self._strikes.extend(
                (row.entry_seq, row.struck_seq)
                for row in session.scalars(select(StrikeRow).where(StrikeRow.entry_seq > self._seq))
            )
        changed = {r.seq for r in self._effects} | {seq for seq, _ in self._strikes}
        self._changes = sorted(changed)
        self._recorded.extend(moment for _, moment in rows)
        if rows:
            self._seq = rows[-1].seq


def recorded_of(row: EffectRow) -> Recorded:
    """The effect of a stored row."""
    return Recorded(
        row.entry_seq,
        row.ordinal,
        Effect(
            row.feature,
            FeatureKind(row.feature_kind),
            Action(row.action),
            row.shape,
            row.effective_at,
            json.loads(row.facts),
        ),
    )
