"""A place in words, where it has no name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vetcontrol.documents.values import Unnamed
from vetcontrol.register.entries import geometry_from


def unnamed(geometry: Mapping[str, Any]) -> Unnamed:
    """A place (GeoJSON, EPSG:4326) that has no name, as papers say it in their language."""
    shape = geometry_from(geometry)
    point = shape.representative_point()
    return Unnamed(point.x, point.y, outlined=shape.geom_type != "Point")


def position_words(geometry: Mapping[str, Any]) -> str:
    """The same in English, as it begins a line of a page; in a sentence: `within_sentence`."""
    place = unnamed(geometry)
    what = "The outlined place" if place.outlined else "The place"
    return f"{what} at {place.latitude:.6f} N, {place.longitude:.6f} E"


def within_sentence(words: str) -> str:
    """What `position_words` says, or any name, as it stands within a sentence."""
    begins = words.startswith(("The outlined place at ", "The place at "))
    return words[:1].lower() + words[1:] if begins else words
