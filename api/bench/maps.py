"""The first map with 50,000 premises: clusters that the server makes, and one folium layer of them.

`ours` is the answer to the first view of the whole territory, from the opening of the transaction
to its JSON. `floor` is what it stands against: all premises as one GeoJSON layer of folium with a
tooltip of three lines each, every word inert, from the same rows to the page's HTML. Both count as
sent, by gzip; of folium's page the libraries and fonts are left out, since they are files of their
own.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Mapping
from typing import Any

import folium
import shapely

from api.answers import JSON
from api.bench.floors import Floor
from api.bench.ground import Ground
from api.bench.measure import Pair
from api.compression import LEVEL
from api.pages.map_layers import premises_layer
from api.personal import Reader
from api.routers.clusters import answer
from maps import basemap
from maps.figure import OfflineMap, SheetFigure
from maps.looks import path_options
from maps.palette import STYLES
from maps.policy import new_nonce
from maps.text import inert
from vetcontrol.register.engine import engine_name
from vetcontrol.register.register import Register

PREMISES = 50_000
ZOOM = 9
ALL = Reader(everywhere=True, area=None)
LEAST_FASTER, LEAST_SMALLER = 30, 50
"""What the map must keep to: so many times less time of the server, and fewer bytes."""


def first_view(register: Register) -> Callable[[], bytes]:
    """Ours: the bytes of the clusters of the whole territory at the first zoom."""
    box = basemap.load().bounds

    def ask() -> bytes:
        with register.reading() as reading:
            return bytes(JSON(answer(reading, ALL, box, ZOOM)).body)

    return ask


def folium_layer(register: Register) -> Callable[[], bytes]:
    """The floor: the HTML of one map with all premises in one layer."""

    def ask() -> bytes:
        with register.reading() as reading:
            layer = premises_layer(reading, ALL, None, most=PREMISES)
        names = ("title", "village", "animals")
        features = [
            {
                "type": "Feature",
                "id": str(place),
                "geometry": shapely.geometry.mapping(shapely.point_on_surface(one.geometry)),
                "properties": dict(
                    zip(names, (inert(w) for w in (one.title, *_lines(one.lines))), strict=True)
                ),
            }
            for place, one in enumerate(layer.features)
        ]
        look = path_options(STYLES["premises"])
        sheet = OfflineMap(location=[15.35, 74.05], zoom_start=ZOOM, tiles=None)
        folium.GeoJson(
            {"type": "FeatureCollection", "features": features},
            style_function=lambda _: look,
            marker=folium.CircleMarker(radius=4),
            tooltip=folium.GeoJsonTooltip(list(names)),
        ).add_to(sheet)
        return _whole(sheet)

    return ask


def _lines(lines: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    told = dict(lines)
    return told["Village"], told["Animals"]


def _whole(sheet: OfflineMap) -> bytes:
    figure = SheetFigure(nonce=new_nonce(), page={})
    figure.add_child(sheet)
    figure.number()
    for child in list(figure._children.values()):
        child.render()
    return str(figure.script.render()).encode()


def first(register: Register, floor: Floor, ground: Ground, premises: int) -> Pair:
    """The server's time for the first map."""
    del floor, ground
    ours, theirs = first_view(register), folium_layer(register)
    begun = time.perf_counter()
    size = len(ours())
    cold_ms = (time.perf_counter() - begun) * 1000.0
    return Pair(
        "map.first",
        engine_name(register.database.engine),
        f"{premises:,} premises; the whole territory at zoom {ZOOM}; {size:,} bytes",
        [(ours, theirs)],
        (
            "against one folium layer of them all, in place of a floor",
            f"the ratio must be at most 1/{LEAST_FASTER}",
            "places kept in memory against the log; the first answer of a process, which reads"
            f" them, took {cold_ms:.0f} ms",
        ),
    )


def first_bytes(register: Register, premises: int) -> dict[str, Any]:
    """The data of the first map as sent."""
    ours, theirs = (
        len(gzip.compress(ask(), LEVEL)) for ask in (first_view(register), folium_layer(register))
    )
    return {
        "name": "map.first_bytes",
        "engine": engine_name(register.database.engine),
        "ours": ours,
        "floor": theirs,
        "unit": "B",
        "ratio": round(ours / theirs, 5),
        "size": f"{premises:,} premises; the whole territory at zoom {ZOOM}",
        "note": (
            f"as sent, gzip {LEVEL}, libraries and fonts aside; against one folium layer of them"
            f" all, in place of a floor; the ratio must be at most 1/{LEAST_SMALLER}"
        ),
    }


MAPS: Mapping[str, Callable[..., Any]] = {"map.first": first, "map.first_bytes": first_bytes}
