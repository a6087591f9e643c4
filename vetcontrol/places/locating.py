"""Where many places lie at once: in which village, taluka and district, and which are far off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from gis import geodesic
from vetcontrol.places.queries import Whereabouts, near_boxes
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot

Shapes = NDArray[np.object_]


def as_shapes(geometries: Sequence[BaseGeometry | None] | Shapes) -> Shapes:
    """Geometries as an array (n,), whatever their kinds."""
    result: Shapes = np.empty(len(geometries), dtype=object)
    result[:] = geometries
    return result


def whereabouts_of(
    snapshot: Snapshot, geometries: Sequence[BaseGeometry] | Shapes, at: datetime
) -> list[Whereabouts]:
    """As `vetcontrol.places.queries.whereabouts`, for many geometries (EPSG:4326) at once."""
    shapes = as_shapes(geometries)
    tree = shapely.STRtree(shapes)
    village, taluka, district = (
        _greatest(snapshot, kind, tree, shapes, at)
        for kind in (FeatureKind.VILLAGE, FeatureKind.TALUKA, FeatureKind.DISTRICT)
    )
    return [_whereabouts(*held) for held in zip(village, taluka, district, strict=True)]


def _whereabouts(
    village: Version | None, taluka: Version | None, district: Version | None
) -> Whereabouts:
    facts: Any = village.facts if village else {}
    return Whereabouts(
        str(facts.get("name", "")),
        str(taluka.facts["name"] if taluka else facts.get("taluka", "")),
        str(district.facts["name"] if district else facts.get("district", "")),
        village.feature if village else "",
    )


def _greatest(
    snapshot: Snapshot, kind: FeatureKind, tree: shapely.STRtree, shapes: Shapes, at: datetime
) -> list[Version | None]:
    """The area of `kind` that holds the greatest share of each shape; of equals the first."""
    areas = list(snapshot.of_kind(kind, at))
    result: list[Version | None] = [None] * len(shapes)
    if not areas or not len(shapes):
        return result
    outlines = as_shapes([area.geometry for area in areas])
    # The areas are few and large: they are prepared, and the many shapes are only looked up.
    area, shape = tree.query(outlines, predicate="intersects")
    doubled = np.bincount(shape, minlength=len(shapes))[shape] > 1
    share = np.zeros(len(shape))
    held_in = shapely.intersection(outlines[area[doubled]], shapes[shape[doubled]])
    share[doubled] = [geodesic.area(part) for part in held_in]
    order = np.lexsort((area, -share, shape))
    held, first = np.unique(shape[order], return_index=True)
    for of, holder in zip(held, area[order][first], strict=True):
        result[of] = areas[holder]
    return result


def lies_near(
    snapshot: Snapshot, geometries: Sequence[BaseGeometry] | Shapes, at: datetime
) -> NDArray[np.bool_]:
    """Which geometries lie in or near the territory, as `require_near` asks it of one: (n,)."""
    bounds = shapely.bounds(as_shapes(geometries)).reshape(-1, 4)
    near = np.zeros(len(bounds), dtype=np.bool_)
    for west, south, east, north in near_boxes(snapshot, at):
        near |= (
            (bounds[:, 0] >= west)
            & (bounds[:, 1] >= south)
            & (bounds[:, 2] <= east)
            & (bounds[:, 3] <= north)
        )
    return near
