"""A place in words, where it has no name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vetcontrol.register.entries import geometry_from


def position_words(geometry: Mapping[str, Any]) -> str:
    """A place (GeoJSON, EPSG:4326) that has no name, by its position in degrees."""
    shape = geometry_from(geometry)
    point = shape.representative_point()
    what = "The place" if shape.geom_type == "Point" else "The outlined place"
    return f"{what} at {point.y:.6f} N, {point.x:.6f} E"
