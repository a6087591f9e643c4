"""What every map drawn by a page stands on: the quiet ground as GeoJSON, the palette as JSON."""

from __future__ import annotations

from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

from api.answers import JSON, GeoJSON, geojson
from api.deps import RegisterDep
from api.pages.page import AnyonesPage, pages_router
from api.pages.viewing import for_officers
from maps import basemap
from maps.looks import looks
from vetcontrol.disease import queries
from vetcontrol.register.entries import geometry_from

router = pages_router()
KEPT = {"Cache-Control": "private, max-age=3600"}
"""Both are shipped with the program and hold nothing of the register."""
PLACES_DECIMALS = 5


@router.get("/maps/style.json")
def style() -> Response:
    """The palette: every kind's line, hatch, symbol and letter."""
    return JSON(looks(), headers=KEPT)


@router.get("/maps/ground.json")
def ground(page: AnyonesPage, register: RegisterDep, number: str = "") -> Response:
    """Land, State line, talukas and names as GeoJSON, and the place of the case `number`.

    `properties.kind` is `land`, `territory`, `talukas`, `label` or `place`.
    """
    under = basemap.load()
    features = [
        _feature({"kind": kind, "name": name}, shape)
        for kind, area in (
            ("land", under.land),
            ("territory", under.territory),
            ("talukas", under.talukas),
        )
        for name, shape in area.features
    ]
    features += [
        _feature(
            {
                "kind": "label",
                "name": one.name,
                "local": one.local,
                "label": one.kind,
                "rank": rank,
            },
            shapely.Point(round(one.lon, PLACES_DECIMALS), round(one.lat, PLACES_DECIMALS)),
        )
        for rank, one in enumerate(under.labels)
    ]
    if number:
        for_officers(page.officer)
        with register.reading() as reading:
            case = queries.case(reading.session, number.replace("-", "/"))
        features.append(_feature({"kind": "place"}, geometry_from(case.geometry)))
    return GeoJSON(
        {
            "type": "FeatureCollection",
            "bbox": under.bounds,
            "sources": under.sources,
            "features": features,
        },
        headers=None if number else KEPT,
    )


def _feature(properties: dict[str, Any], shape: BaseGeometry) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geojson(shape)}
