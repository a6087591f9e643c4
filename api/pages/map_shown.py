"""The layers that the map was asked for, narrowed by state, disease and taluka."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from api.pages import map_layers
from api.pages.case_words import STATES
from api.pages.map_asked import MapAsked
from maps.layers import MapFeature, MapLayer
from maps.palette import STATE_LETTERS, STYLES
from vetcontrol.disease.answers import LEGAL
from vetcontrol.disease.case import State
from vetcontrol.disease.states import states
from vetcontrol.errors import Malformed
from vetcontrol.gazette.schedule import diseases
from vetcontrol.officers.people import Officer
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

OF_A_CASE = frozenset({"infected_place", "declared_place"})
STATE_WORDS = {State.INFECTED_AREA: "Area published"}
"""Where the word for a case would read as one for an area."""


@dataclass(frozen=True)
class Shown:
    """The layers with what they were folded from; `part` is the taluka they are narrowed to."""

    snapshot: Snapshot
    at: datetime
    layers: Sequence[MapLayer]
    part: Version | None


def shown(
    reading: Reading,
    officer: Officer | None,
    asked: MapAsked,
    *,
    legal: bool = False,
    bounds: map_layers.Bounds | None = None,
) -> Shown:
    """The layers but premises, which come by clusters; `legal` leaves out the land.

    Raises `Malformed` for a moment, state or taluka that is none.
    """
    snapshot, at = reading.known(known_at=asked.known), asked.moment or reading.now
    choices = [
        c
        for c in map_layers.chosen(officer, asked.layers)
        if c.kind != "premises" and (STYLES[c.kind].legal or not legal)
    ]
    part = part_named(snapshot, at, asked.taluka)
    made = map_layers.layers(
        reading, snapshot, at, choices, officer=officer, bounds=bounds, disease=asked.disease
    )
    known, seq = _known(snapshot, at), snapshot.known_seq
    narrowed = _narrowed(reading, asked, at, known, made, known_seq=seq, part=part)
    return Shown(snapshot, at, narrowed, part)


def state_words(state: State) -> str:
    """What the map calls the state of a case."""
    return STATE_WORDS.get(state, STATES[state][1])


def talukas(snapshot: Snapshot, at: datetime) -> list[Version]:
    """The talukas in force, by name."""
    return sorted(snapshot.of_kind(FeatureKind.TALUKA, at), key=lambda v: str(v.facts["name"]))


def part_named(snapshot: Snapshot, at: datetime, named: str) -> Version | None:
    """The taluka that the map is narrowed to. Raises `Malformed` for one that is not in force."""
    if not named:
        return None
    for one in talukas(snapshot, at):
        if one.feature == named:
            return one
    raise Malformed.field("taluka", "is none in force at that time; choose one of the list")


@dataclass(frozen=True)
class _Narrowing:
    """What a feature is judged by: its version, the state of its case, the names of diseases."""

    asked: MapAsked
    wanted: frozenset[State]
    known: Mapping[str, Version]
    reached: Mapping[str, State]
    names: Mapping[str, str]
    part: Version | None

    def __call__(self, feature: MapFeature) -> MapFeature | None:
        """The feature as it is shown, or None where it is not asked for."""
        version = self.known.get(feature.id)
        if version is None:
            met = self.part is None or self.part.geometry.intersects(feature.geometry)
            return feature if met or feature.kind != "route" else None
        state = self.reached.get(str(version.facts["case"]))
        if not self._wants(version, state):
            return None
        if feature.kind == "infected_area":
            code = str(version.facts["disease"])
            return replace(feature, lines=(("Disease", self.names.get(code, code)), *feature.lines))
        if feature.kind == "declared_place" or state is None:
            return feature
        lines = (("State", state_words(state)), *feature.lines)
        return replace(feature, letter=STATE_LETTERS.get(state.value, ""), lines=lines)

    def _wants(self, version: Version, state: State | None) -> bool:
        of_a_case = version.kind.value in OF_A_CASE
        return (
            (self.part is None or self.part.geometry.intersects(version.geometry))
            and self.asked.disease in ("", str(version.facts["disease"]))
            and (not self.wanted or not of_a_case or state in self.wanted)
        )


def _narrowed(
    reading: Reading,
    asked: MapAsked,
    at: datetime,
    known: Mapping[str, Version],
    layers: Sequence[MapLayer],
    *,
    known_seq: int,
    part: Version | None,
) -> list[MapLayer]:
    cases = {
        str(known[one.id].facts["case"])
        for layer in layers
        if layer.kind in OF_A_CASE
        for one in layer.features
    }
    judge = _Narrowing(
        asked,
        asked.states,
        known,
        states(reading, cases, at, known_seq),
        {row.code: row.name for row in diseases(reading.session)},
        part,
    )
    return [
        replace(layer, features=tuple(f for f in map(judge, layer.features) if f is not None))
        for layer in layers
    ]


def _known(snapshot: Snapshot, at: datetime) -> dict[str, Version]:
    return {v.feature: v for kind in LEGAL for v in snapshot.of_kind(kind, at)}
