"""Bringing in a layer of areas as one entry, and a new edition of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from gis import shapes
from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import in_words
from vetcontrol.errors import FieldError, Malformed, Refused
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import Actor, Entry, Kind, geometry_from
from vetcontrol.register.register import Writing

KIND = "areas.imported"


class Level(StrEnum):
    """What a layer's areas are, as `vetcontrol import areas --level` names them."""

    VILLAGE = "village"
    PANCHAYAT = "panchayat"
    MUNICIPAL = "municipal"
    TALUKA = "taluka"
    DISTRICT = "district"
    TERRITORY = "territory"
    OFFICER = "officer"

    @property
    def kind(self) -> FeatureKind:
        """The kind of feature that the areas of this level are."""
        return _KINDS[self]


_KINDS = {
    Level.VILLAGE: FeatureKind.VILLAGE,
    Level.PANCHAYAT: FeatureKind.PANCHAYAT,
    Level.MUNICIPAL: FeatureKind.MUNICIPAL_AREA,
    Level.TALUKA: FeatureKind.TALUKA,
    Level.DISTRICT: FeatureKind.DISTRICT,
    Level.TERRITORY: FeatureKind.TERRITORY,
    Level.OFFICER: FeatureKind.OFFICERS_AREA,
}


@dataclass(frozen=True)
class Area:
    """One area of a layer: its code (unique in the layer), name, outline and further facts."""

    code: str
    name: str
    geometry: BaseGeometry
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Edition:
    """What a layer says of itself. `accuracy_m`: how far its lines may be off, in metres."""

    name: str
    source: str
    licence: str
    accuracy_m: float
    approximate: bool = False
    file_digest: str | None = None


def feature_id(level: Level, code: str) -> str:
    """The name by which the log knows an area, e.g. `village/3001000640127000`."""
    return f"{level.value}/{code}"


def faults(areas: Sequence[Area]) -> list[FieldError]:
    """Why areas cannot be taken in: doubled codes, no polygon, an invalid outline and where."""
    found: list[FieldError] = []
    seen: dict[str, int] = {}
    for row, area in enumerate(areas, start=1):
        where = f"row {row} ({area.name or area.code})"
        if not area.code or not area.name:
            found.append(FieldError(where, "has no code or no name; give both"))
        if area.code in seen:
            found.append(
                FieldError(where, f"has the code {area.code} of row {seen[area.code]}; make it own")
            )
        seen.setdefault(area.code, row)
        if area.geometry.geom_type not in ("Polygon", "MultiPolygon"):
            found.append(FieldError(where, f"is a {area.geometry.geom_type}; an area is a polygon"))
            continue
        fault = shapes.fault(area.geometry)
        if fault is not None:
            found.append(FieldError(where, f"{fault.reason}; correct the outline there"))
    return found


def import_areas(
    writing: Writing,
    actor: Actor,
    level: Level,
    areas: Sequence[Area],
    *,
    edition: Edition,
    effective_at: datetime,
    spared: Collection[str] = (),
) -> Entry:
    """Take in an edition of a layer: new areas begin, changed ones are replaced, others end.

    Those whose codes are `spared` stay as they are. Areas already issued by an instrument keep
    their geometry: they hold it themselves.
    Raises `Malformed` naming every row that cannot be taken in, `Refused` where the layer changes
    after `effective_at`; then nothing is kept.
    """
    errors = faults(areas)
    if errors:
        raise Malformed(
            f"{len(errors)} of {len(areas)} rows cannot be taken in; nothing was imported.",
            errors=tuple(errors),
        )
    _require_last(writing, level, areas, effective_at)
    content = {
        "level": level.value,
        "edition": edition.name,
        "source": edition.source,
        "licence": edition.licence,
        "accuracy_m": edition.accuracy_m,
        "approximate": edition.approximate,
        "file_digest": edition.file_digest,
        "effective_at": instant_text(effective_at),
        "areas": _changes(writing, level, areas, effective_at, spared),
    }
    return writing.append(KIND, actor, content, subjects=(f"layer/{level.value}",))


def _require_last(
    writing: Writing, level: Level, areas: Sequence[Area], effective_at: datetime
) -> None:
    """Raises `Refused` where the layer changes after `effective_at`: the later change would stand
    against the new edition, and undo it in part."""
    ours = {feature_id(level, area.code) for area in areas} if level is Level.OFFICER else None
    later = [
        moment
        for version in writing.known().versions
        if version.kind is level.kind and (ours is None or version.feature in ours)
        for moment in (version.begins, version.ends)
        if moment is not None and moment > effective_at
    ]
    if later:
        raise Refused(
            f"The layer {level.value} changes at {in_words(max(later))}, after the day from which"
            f" this edition would stand ({in_words(effective_at)}). Let it stand from then on."
        )


def _changes(
    writing: Writing,
    level: Level,
    areas: Sequence[Area],
    effective_at: datetime,
    spared: Collection[str],
) -> list[dict[str, Any]]:
    snapshot = writing.known()
    live = {v.feature: v for v in snapshot.of_kind(level.kind, effective_at)}
    for code in spared:
        live.pop(feature_id(level, code), None)
    changes: list[dict[str, Any]] = []
    for area in areas:
        before = live.pop(feature_id(level, area.code), None)
        changes.append(
            {
                "action": (Action.BEGIN if before is None else Action.REPLACE).value,
                "code": area.code,
                "name": area.name,
                "facts": dict(area.facts),
                "geometry": json.loads(shapely.to_geojson(area.geometry)),
            }
        )
    # Officers' areas are each one's own and come singly: one more does not end the others.
    if level is not Level.OFFICER:
        changes.extend(
            {"action": Action.END.value, "code": feature.partition("/")[2], "name": v.facts["name"]}
            for feature, v in live.items()
        )
    return changes


def effects_of(content: Mapping[str, Any]) -> list[Effect]:
    """The effects of an imported layer, from the entry's content alone."""
    level = Level(content["level"])
    about = {k: content[k] for k in ("edition", "source", "accuracy_m", "approximate")}
    return [
        Effect(
            feature_id(level, change["code"]),
            level.kind,
            Action(change["action"]),
            geometry_from(change["geometry"]) if "geometry" in change else None,
            instant(content["effective_at"]),
            {"name": change["name"], "code": change["code"], **change.get("facts", {}), **about},
        )
        for change in content["areas"]
    ]


KINDS = (Kind(KIND, effects=effects_of, restatable=frozenset({"effective_at"})),)
