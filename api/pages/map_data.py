"""What the working map's script fetches: the features of its view, as its address asks."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

import numpy as np
import shapely
from fastapi import Query
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

from api.answers import JSON, geojson
from api.asked import RequiredBox
from api.deps import RegisterDep
from api.pages.map_asked import Asked, MapAsked
from api.pages.map_shown import shown
from api.pages.page import AnyonesPage, pages_router
from gis.clusters import cell_degrees
from maps.layers import MapFeature, MapLayer
from maps.palette import STYLES
from vetcontrol.clock import in_words

router = pages_router()
DECIMALS = 7
"""Of a degree as drawn: a hundredth of a metre. Answers of law never come from the drawing."""
TIMES = ("at", "known_at")
NOT_SEEN_PX = 0.3
"""A corner of a land line that moves the picture by less than this is not sent."""


@router.get("/map/features.json")
def features(
    page: AnyonesPage,
    register: RegisterDep,
    asked: Asked,
    box: RequiredBox,
    zoom: Annotated[int, Query(ge=0, le=22, description="Zoom of the map that asks")],
) -> Response:
    """The layers within the box, those with legal effect corner by corner."""
    with register.reading() as reading:
        found = shown(reading, page.officer, asked, bounds=box)
    within = shapely.box(*box)
    coarse = cell_degrees(zoom, 1) * NOT_SEEN_PX
    return JSON(
        {
            "at": found.at,
            "at_words": in_words(found.at),
            "known_seq": found.snapshot.known_seq,
            "layers": [_layer(layer, within, coarse, asked) for layer in found.layers],
        }
    )


def _layer(layer: MapLayer, within: BaseGeometry, coarse: float, asked: MapAsked) -> dict[str, Any]:
    shapes = np.array([f.geometry for f in layer.features], dtype=object)
    seen = [layer.features[i] for i in np.flatnonzero(shapely.intersects(shapes, within))]
    legal = STYLES[layer.kind].legal
    return {
        "kind": layer.kind,
        "total": len(layer.features),
        "approximate": layer.approximate,
        "source": layer.source,
        "features": [_feature(f, 0.0 if legal else coarse, asked) for f in seen],
    }


def _print_address(feature: MapFeature, asked: MapAsked) -> str | None:
    """The map of the feature's case or area on paper, as at the moment that the page shows."""
    sheet = {"infected_area": "area"}.get(feature.kind, "case")
    if feature.url is None or feature.kind == "route" or not STYLES[feature.kind].legal:
        return None
    times = {name: value for name, value in asked.values.items() if name in TIMES and value}
    number = feature.url.rpartition("/")[2]
    return f"/maps/{sheet}/print?{urlencode({'number': number, **times})}"


def _feature(feature: MapFeature, coarse: float, asked: MapAsked) -> dict[str, Any]:
    shape = feature.geometry
    drawn = shapely.simplify(shape, coarse) if coarse else shape
    inside = shapely.point_on_surface(shape)
    return {
        "id": feature.id,
        "title": feature.title,
        "lines": feature.lines,
        "letter": feature.letter,
        "url": feature.url,
        "print": _print_address(feature, asked),
        "at": [round(inside.x, DECIMALS), round(inside.y, DECIMALS)],
        "geometry": geojson(
            shapely.transform(shapely.force_2d(drawn), lambda xy: np.round(xy, DECIMALS))
        ),
    }
