"""The quiet ground under the law: sea, land, State line, talukas and named places.

The outlines are of the project's own reference geography (`data/places/`), public domain or CC-BY
and approximate. They are a backdrop: no answer of law is ever read from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from vetcontrol.errors import Malformed
from vetcontrol.resources import read_json

TOWN = 15_000
"""Inhabitants from which a name is set before others, from a wider view on."""

LabelKind = Literal["taluka", "town", "place"]


@dataclass(frozen=True)
class Label:
    """A name on the ground at `lon`, `lat` (degrees, EPSG:4326); lower `rank` is set first."""

    name: str
    lon: float
    lat: float
    kind: LabelKind
    rank: int
    local: str = ""
    """The name in the language of the place, where the source gives one."""


@dataclass(frozen=True)
class Ground:
    """One set of outlines with its source and how far, in metres, it may lie from the truth."""

    features: tuple[tuple[str, BaseGeometry], ...]
    source: str
    accuracy_m: float | None
    note: str = ""


@dataclass(frozen=True)
class Basemap:
    """All that a sheet draws under its layers; geometries in EPSG:4326."""

    land: Ground
    territory: Ground
    talukas: Ground
    labels: tuple[Label, ...]
    sources: tuple[str, ...]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east and north of the territory, in degrees."""
        west, south, east, north = unary_union([shp for _, shp in self.territory.features]).bounds
        return (west, south, east, north)


@cache
def load(code: str = "IN-GA") -> Basemap:
    """Read the shipped geography round the territory with `code`.

    Raises Malformed when no such territory is shipped, and vetcontrol's DataError when a file is
    missing.
    """
    land, talukas = _ground("land"), _ground("talukas")
    territory = _ground("territory", only=code)
    places = read_json("places/places.geojson")
    labels = tuple(
        _taluka_label(feature, shp)
        for feature, (_, shp) in zip(
            read_json("places/talukas.geojson")["features"], talukas.features, strict=True
        )
    )
    labels += tuple(_place_label(feature) for feature in places["features"])
    found = [
        words
        for name in ("land", "territory", "talukas", "places")
        for words in _sources(read_json(f"places/{name}.geojson"))
    ]
    return Basemap(
        land=land,
        territory=territory,
        talukas=talukas,
        labels=tuple(sorted(labels, key=lambda label: (label.rank, label.name))),
        sources=tuple(dict.fromkeys(found)),
    )


def _ground(name: str, only: str | None = None) -> Ground:
    content = read_json(f"places/{name}.geojson")
    features = [
        (str(item["properties"].get("name") or ""), shape(item["geometry"]))
        for item in content["features"]
        if only is None or item["properties"].get("code") == only
    ]
    if not features:
        raise Malformed.field(
            "code", f"data/places/{name}.geojson holds no outline {only}; name one that it holds."
        )
    accuracy_m = content.get("accuracy_m")
    return Ground(
        features=tuple(features),
        source=", ".join(_sources(content)),
        accuracy_m=None if accuracy_m is None else float(accuracy_m),
        note=str(content.get("note") or ""),
    )


def _sources(content: dict[str, Any]) -> list[str]:
    """What the file was made from, each source with its licence where they come in pairs.

    Through which package a source came is told in the file itself, not on the sheet.
    """
    sources = [
        words.split(", as packed in ")[0] for words in str(content.get("source") or "").split("; ")
    ]
    licences = str(content.get("licence") or "").split("; ")
    if len(sources) == len(licences):
        return [
            f"{words} ({licence})" if licence else words
            for words, licence in zip(sources, licences, strict=True)
            if words
        ]
    return [words for words in (*sources, *licences) if words]


def _taluka_label(feature: dict[str, Any], outline: BaseGeometry) -> Label:
    facts = feature["properties"]
    point = outline.representative_point()
    return Label(
        name=str(facts["name"]),
        lon=point.x,
        lat=point.y,
        kind="taluka",
        rank=0,
        local=str(facts.get("name_local") or ""),
    )


def _place_label(feature: dict[str, Any]) -> Label:
    facts = feature["properties"]
    lon, lat = feature["geometry"]["coordinates"][:2]
    population = int(facts.get("population") or 0)
    return Label(
        name=str(facts["name"]),
        lon=float(lon),
        lat=float(lat),
        kind="town" if population >= TOWN else "place",
        rank=1_000_000_000 - population,
        local=str(facts.get("name_local") or ""),
    )
