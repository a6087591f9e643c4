"""What a map sheet is asked to draw: features and layers, as plain facts without any drawing."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry

from maps.palette import Kind
from vetcontrol.errors import Malformed


@dataclass(frozen=True)
class MapFeature:
    """One thing on the map.

    `geometry` is in EPSG:4326, longitude first, in degrees. `title`, `lines` (label, value) and
    `letter` may hold any text of people: the sheet makes them inert. `url` is a path of this
    server ("/..."), or None; anything else raises Malformed.
    """

    kind: Kind
    id: str
    title: str
    geometry: BaseGeometry
    lines: tuple[tuple[str, str], ...] = ()
    letter: str = ""
    url: str | None = None

    def __post_init__(self) -> None:
        if self.url is not None and not is_own_path(self.url):
            raise Malformed.field(
                "url", "a feature may only point to a path of this server; begin it with one '/'."
            )


@dataclass(frozen=True)
class MapLayer:
    """Features of one kind, with where they come from.

    `accuracy_m` is how far, in metres, a line of the layer may lie from the truth (None: as exact
    as the instrument that drew it); `approximate` marks the layer so in the legend.
    """

    kind: Kind
    title: str
    features: tuple[MapFeature, ...]
    approximate: bool = False
    source: str = ""
    accuracy_m: float | None = None


@dataclass(frozen=True)
class Draft:
    """What an officer is about to declare and has not: drawn above everything, marked a draft.

    `geometry` is the place and `outline` the picture of the radius, both EPSG:4326 or None.
    """

    geometry: BaseGeometry | None = None
    outline: BaseGeometry | None = None
    words: str = "Draft, not yet made"


def is_own_path(url: str) -> bool:
    """Whether `url` is a path of this server and nothing that a browser takes elsewhere."""
    return (
        url.startswith("/")
        and not url.startswith("//")
        and "\\" not in url
        and all(" " < character <= "~" for character in url)
    )
