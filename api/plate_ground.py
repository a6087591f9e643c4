"""The quiet ground of plates: what the register knows of the land round a place at a moment, and
the shipped geography where it knows nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import shapely

from gis.crs import Bounds
from maps import basemap
from maps.plate import Ground, GroundKind
from maps.plate_labels import Looks, Name
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot

ENGLISH = "en"
_AREAS: tuple[tuple[FeatureKind, GroundKind], ...] = (
    (FeatureKind.TERRITORY, "territory"),
    (FeatureKind.TALUKA, "talukas"),
    (FeatureKind.VILLAGE, "villages"),
)
_LOOKS: dict[GroundKind, Looks] = {"talukas": "taluka", "villages": "village"}


def ground(snapshot: Snapshot, bounds: Bounds, at: datetime, language: str) -> Ground:
    """The land in and round `bounds` (degrees) at `at`, named in the language of the place where
    `language` is not English and a name in it is known."""
    under = basemap.load()
    found = snapshot.within_bounds(bounds, at)
    areas: list[tuple[GroundKind, shapely.geometry.base.BaseGeometry]] = []
    names: list[Name] = []
    sources: list[tuple[str, float | None]] = []
    window = shapely.box(*bounds)
    for feature_kind, kind in _AREAS:
        versions = [v for v in found if v.kind is feature_kind]
        if versions:
            areas += [(kind, v.geometry) for v in versions]
            names += _named(versions, kind, language)
            sources += [(_told(v.facts.get("source")), v.facts.get("accuracy_m")) for v in versions]
        elif kind != "villages":
            shipped = under.territory if kind == "territory" else under.talukas
            near = [shp for _, shp in shipped.features if shapely.intersects(shp, window)]
            areas += [(kind, shp) for shp in near]
            sources += [(shipped.source, shipped.accuracy_m)] if near else []
    names += _places(under, bounds, language)
    return Ground(
        land=tuple(shp for _, shp in under.land.features if shapely.intersects(shp, window)),
        areas=tuple(areas),
        names=tuple(names),
        sources=tuple(dict.fromkeys((*sources, (under.land.source, under.land.accuracy_m)))),
    )


def _told(source: object) -> str:
    """A source without the package it came through, which the file itself tells."""
    return "; ".join(part.split(", as packed in ")[0] for part in str(source or "").split("; "))


def _named(versions: Iterable[Version], kind: GroundKind, language: str) -> list[Name]:
    looks = _LOOKS.get(kind)
    if looks is None:
        return []
    return [
        Name(_in(language, str(v.facts["name"]), v.facts.get("name_local")), v.geometry, looks)
        for v in versions
    ]


def _in(language: str, name: str, local: object) -> str:
    return name if language == ENGLISH else str(local or name)


def _places(under: basemap.Basemap, bounds: Bounds, language: str) -> list[Name]:
    west, south, east, north = bounds
    looks: dict[str, Looks] = {"town": "town", "place": "place"}
    return [
        Name(
            _in(language, label.name, label.local),
            shapely.Point(label.lon, label.lat),
            looks[label.kind],
            label.rank,
        )
        for label in under.labels
        if label.kind in looks and west <= label.lon <= east and south <= label.lat <= north
    ]
