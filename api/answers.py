"""Answers in JSON and GeoJSON: exact numbers, lists with their total and the next page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import orjson
import shapely
from fastapi import Query, Request
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

GEOJSON = "application/geo+json"
MOST_ITEMS = 1000
USUAL_ITEMS = 100
OPTIONS = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_UTC_Z


class JSON(Response):
    """JSON by orjson: floats in their shortest exact spelling, instants in ISO 8601."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content, option=OPTIONS)


class GeoJSON(JSON):
    """GeoJSON (RFC 7946): WGS84, longitude first."""

    media_type = GEOJSON


def geojson(geometry: BaseGeometry | None) -> orjson.Fragment | None:
    """A geometry (EPSG:4326) as it stands in an answer, to the last digit."""
    return None if geometry is None else orjson.Fragment(shapely.to_geojson(geometry))


@dataclass(frozen=True)
class Portion:
    """Which part of a list is asked for: `limit` items after the first `offset`."""

    limit: int
    offset: int


def portion(
    limit: Annotated[
        int, Query(ge=1, le=MOST_ITEMS, description="Most items of one answer")
    ] = USUAL_ITEMS,
    offset: Annotated[int, Query(ge=0, le=2**53, description="Items to pass over")] = 0,
) -> Portion:
    """The portion that the query names."""
    return Portion(limit, offset)


def wants_geojson(request: Request) -> bool:
    """Whether the caller asked for a FeatureCollection, by `?f=geojson` or by Accept."""
    asked = request.query_params.get("f")
    if asked is not None:
        return asked == "geojson"
    return GEOJSON in request.headers.get("accept", "")


def next_address(request: Request, part: Portion, total: int) -> str | None:
    """The address of the next portion with every other parameter kept; None at the end."""
    after = part.offset + part.limit
    if after >= total:
        return None
    return str(request.url.include_query_params(limit=part.limit, offset=after))


def listing(
    request: Request,
    part: Portion,
    items: Sequence[Mapping[str, Any]],
    total: int,
    **more: Any,
) -> Response:
    """One portion of a list, as `{"items", "next", "total"}` or as a FeatureCollection.

    For the second every item carries its `geometry` (GeoJSON, EPSG:4326, or None) and `id`; the
    rest become properties. `more` are members of the answer, such as `known_seq`.
    """
    following = next_address(request, part, total)
    if wants_geojson(request):
        return feature_collection(request, [feature(i) for i in items], total, following, **more)
    return JSON({"items": items, "next": following, "total": total, **more})


def feature(item: Mapping[str, Any]) -> dict[str, Any]:
    """An item of a list as a GeoJSON Feature."""
    return {
        "type": "Feature",
        "id": item["id"],
        "geometry": item.get("geometry"),
        "properties": {k: v for k, v in item.items() if k not in {"geometry"}},
    }


def feature_collection(
    request: Request,
    features: Sequence[Mapping[str, Any]],
    matched: int,
    following: str | None = None,
    **more: Any,
) -> Response:
    """A FeatureCollection with `numberMatched`, `numberReturned` and links."""
    links = [{"rel": "self", "type": GEOJSON, "href": str(request.url)}]
    if following is not None:
        links.append({"rel": "next", "type": GEOJSON, "href": following})
    return GeoJSON(
        {
            "type": "FeatureCollection",
            "numberMatched": matched,
            "numberReturned": len(features),
            "links": links,
            "features": features,
            **more,
        }
    )
