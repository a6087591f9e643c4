"""Map sheets: a whole page for a sandboxed frame that shows what is in force where, and as at when.

The page asks for nothing but this server's own Leaflet and fonts. It tells the page round it what
was clicked, and shows a draft that the page hands in; see `templates/sheet.js` for the messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import folium
import numpy as np
import shapely
from folium.map import CustomPane
from folium.utilities import JsCode
from markupsafe import Markup
from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry

from maps import basemap as ground
from maps.figure import OfflineMap, SheetFigure
from maps.grid import (
    LEVELS,
    MOST_DOTS,
    MOST_SINGLE,
    NEAREST_COUNTED,
    cell_degrees,
    count_by_cell,
)
from maps.layers import Draft, MapFeature, MapLayer
from maps.looks import looks, path_options
from maps.palette import (
    CASING,
    LAND,
    STYLES,
    TERRITORY,
    Kind,
    hatch_defs,
    swatch,
)
from maps.text import inert, inert_lines
from vetcontrol.errors import Malformed

Bounds = tuple[float, float, float, float]
"""West, south, east, north in degrees, EPSG:4326."""

_DECIMALS = 7
"""Of a degree as drawn: a hundredth of a metre. Answers of law never come from the drawing."""


@dataclass(frozen=True)
class _Drawn:
    """A layer on the map with the name of the script's variable that holds it."""

    layer: MapLayer
    group: folium.FeatureGroup
    counted: bool


def render_sheet(
    layers: Sequence[MapLayer],
    *,
    title: str,
    as_at_words: str,
    known_seq: int,
    sources: Sequence[str],
    bounds: Bounds,
    nonce: str,
    highlight: Draft | None = None,
    focus: str | None = None,
    picking: bool = False,
    lang: str = "en-IN",
    basemap: ground.Basemap | None = None,
) -> str:
    """Return the HTML of one sheet.

    `bounds` is the first view (west, south, east, north, degrees); the map cannot leave the
    territory, or `bounds` where they are wider. `known_seq` is the register entry up to which the
    sheet knows. `focus` is the id of a feature to open at once. With `picking` a click chooses a
    place instead of opening what lies there. Raises Malformed for a nonce or bounds that cannot be
    used. The same arguments give the same text.
    """
    under = basemap or ground.load()
    view = _checked(bounds)
    west, south, east, north = view
    sheet = OfflineMap(
        location=[(south + north) / 2, (west + east) / 2],
        tiles=None,
        zoom_control=True,
        zoom_snap=0.25,
        zoom_delta=1,
        max_zoom=19,
        attribution_control=True,
        max_bounds_viscosity=0.9,
    )
    _add_panes(sheet)
    ordered = sorted(layers, key=lambda layer: STYLES[layer.kind].rank)
    own = _ground_layers(under, {layer.kind for layer in ordered})
    _add_land(sheet, under)
    drawn = [_add_layer(sheet, layer) for layer in (*own, *ordered)]
    _add_labels(sheet, under)
    all_sources = tuple(
        dict.fromkeys(
            words
            for words in (*sources, *(layer.source for layer in ordered), *under.sources)
            if words
        )
    )
    page = {
        "lang": lang,
        "title": title,
        "as_at_words": as_at_words,
        "known_seq": known_seq,
        "sources": all_sources,
        "hatches": Markup(hatch_defs()),  # noqa: S704 (made of the palette alone)
        "listed": [layer for layer in _by_weight(ordered) if STYLES[layer.kind].legal],
        "notes": tuple(
            dict.fromkeys(
                area.note for area in (under.territory, under.talukas, under.land) if area.note
            )
        ),
        "picking": picking,
    }
    figure = SheetFigure(nonce=nonce, page=page)
    figure.add_child(sheet)
    figure.number()
    page["map_name"] = sheet.get_name()
    rows = {id(item.layer): _legend_row(item) for item in drawn}
    page["legend"] = [rows[id(layer)] for layer in _by_weight([item.layer for item in drawn])]
    page["draft_rows"] = _draft_rows(highlight, picking)
    page["config"] = _config(view, under, highlight, focus, picking)
    return figure.render()


def _by_weight(layers: Sequence[MapLayer]) -> list[MapLayer]:
    """As a reader looks for them: what has legal effect, what has none, what is ground."""
    return sorted(
        layers,
        key=lambda layer: (
            STYLES[layer.kind].rank < 400,
            not STYLES[layer.kind].legal,
            not layer.features,
            -STYLES[layer.kind].rank,
        ),
    )


def _checked(bounds: Bounds) -> Bounds:
    west, south, east, north = bounds
    if not (-180 <= west < east <= 180 and -85 <= south < north <= 85):
        raise Malformed.field(
            "bounds",
            "give west, south, east and north in degrees, longitude first, west below east and "
            "south below north, within the latitudes 85 S to 85 N.",
        )
    return bounds


def _add_panes(sheet: OfflineMap) -> None:
    for name, rank in (
        ("land", 300),
        ("state", 302),
        ("dots", 419),
        ("labels", 445),
        ("drafts", 460),
    ):
        CustomPane(name, z_index=rank, pointer_events=False).add_to(sheet)
    CustomPane("badges", z_index=470, pointer_events=True).add_to(sheet)
    for style in STYLES.values():
        if style.kind != "draft":
            CustomPane(style.kind, z_index=style.rank, pointer_events=True).add_to(sheet)


def _add_land(sheet: OfflineMap, under: ground.Basemap) -> None:
    for pane, colour, area in (("land", LAND, under.land), ("state", TERRITORY, under.territory)):
        look = {"stroke": False, "fillColor": colour, "fillOpacity": 1.0}
        folium.GeoJson(
            _collection([_drawable(shp, {}) for _, shp in area.features]),
            style_function=lambda _, look=look: look,
            smooth_factor=0,
            pane=pane,
            interactive=False,
        ).add_to(sheet)


def _ground_layers(under: ground.Basemap, given: set[Kind]) -> list[MapLayer]:
    """The basemap's own lines as layers, but for those of which the caller brings better ones."""
    pairs: tuple[tuple[Kind, ground.Ground], ...] = (
        ("talukas", under.talukas),
        ("territory", under.territory),
    )
    return [
        MapLayer(
            kind=kind,
            title=STYLES[kind].label,
            features=tuple(
                MapFeature(kind, f"basemap-{kind}-{place}", name, shp)
                for place, (name, shp) in enumerate(area.features)
            ),
            approximate=True,
            source=area.source,
            accuracy_m=area.accuracy_m,
        )
        for kind, area in pairs
        if kind not in given
    ]


def _add_layer(sheet: OfflineMap, layer: MapLayer) -> _Drawn:
    """Put one layer into a group of its own; too many points become counts by cells."""
    group = folium.FeatureGroup(name=inert(layer.title))
    sheet.add_child(group)
    counted = layer.kind == "premises" and len(layer.features) > MOST_SINGLE
    if counted:
        _add_counts(group, layer)
    elif layer.features:
        style = STYLES[layer.kind]
        quiet = layer.kind in ("territory", "districts", "talukas")
        folium.GeoJson(
            _collection([_drawable(item.geometry, _facts(item)) for item in layer.features]),
            name=inert(layer.title),
            style_function=lambda _: path_options(style),
            smooth_factor=0,
            pane=layer.kind,
            interactive=not quiet,
            on_each_feature=JsCode("sheet.feature"),
            point_to_layer=JsCode("sheet.point"),
        ).add_to(group)
    return _Drawn(layer, group, counted)


def _add_counts(group: folium.FeatureGroup, layer: MapLayer) -> None:
    """Counts by cells for each range of zooms; near by, bare dots where there are not too many."""
    shapes = np.array([item.geometry for item in layer.features])
    lonlat = shapely.get_coordinates(shapely.point_on_surface(shapes))
    dots = len(lonlat) <= MOST_DOTS
    features = [
        _drawable(
            shapely.Point(cell.lon, cell.lat),
            {"count": cell.count, "lowest": lowest, "highest": highest},
        )
        for lowest, highest in LEVELS
        if not (dots and lowest > NEAREST_COUNTED)
        for cell in count_by_cell(lonlat, cell_degrees(min(highest, lowest + 1)))
    ]
    if dots:
        features.append(
            _drawable(shapely.MultiPoint(lonlat), {"dots": True, "lowest": NEAREST_COUNTED + 1})
        )
    folium.GeoJson(
        _collection(features),
        style_function=lambda _: {},
        on_each_feature=JsCode("sheet.count"),
        point_to_layer=JsCode("sheet.point"),
    ).add_to(group)


def _add_labels(sheet: OfflineMap, under: ground.Basemap) -> None:
    folium.GeoJson(
        _collection(
            [
                _drawable(
                    shapely.Point(label.lon, label.lat),
                    {
                        "name": inert(label.name),
                        "local": inert(label.local),
                        "label": label.kind,
                        "rank": place,
                    },
                )
                for place, label in enumerate(under.labels)
            ]
        ),
        style_function=lambda _: {},
        pane="labels",
        point_to_layer=JsCode("sheet.label"),
    ).add_to(sheet)


def _facts(item: MapFeature) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "key": inert(item.id),
        "title": inert(item.title),
        "lines": inert_lines(item.lines),
        "letter": inert(item.letter[:3]),
        "url": None if item.url is None else inert(item.url),
        "at": _badge_at(item),
    }


def _badge_at(item: MapFeature) -> list[float] | None:
    """Where the letter of a place drawn by its outline stands: inside it, longitude first."""
    if STYLES[item.kind].symbol in ("", "ring") or shapely.get_dimensions(item.geometry) < 2:
        return None
    inside = shapely.point_on_surface(item.geometry)
    return [round(inside.x, _DECIMALS), round(inside.y, _DECIMALS)]


def _drawable(shp: BaseGeometry, facts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Feature", "properties": facts, "geometry": _geometry(shp)}


def _geometry(shp: BaseGeometry) -> dict[str, Any]:
    """GeoJSON of `shp` to a hundredth of a metre; no vertex, part or hole is left out."""
    found: dict[str, Any] = mapping(
        shapely.transform(shapely.force_2d(shp), lambda xy: np.round(xy, _DECIMALS))
    )
    return found


def _collection(features: list[dict[str, Any]]) -> dict[str, Any]:
    """A collection whose ids are our own numbers: folium writes ids into the script bare."""
    for place, feature in enumerate(features):
        feature["id"] = str(place)
    return {"type": "FeatureCollection", "features": features}


def _legend_row(item: _Drawn) -> dict[str, Any]:
    layer = item.layer
    dimensions = {shapely.get_dimensions(feature.geometry) for feature in layer.features}
    points = 0 in dimensions
    notes = []
    if layer.approximate:
        notes.append("approximate" + ("," + _within(layer.accuracy_m)).rstrip(","))
    elif layer.accuracy_m is not None:
        notes.append("drawn" + _within(layer.accuracy_m))
    if item.counted:
        notes.append("shown as counts by squares; near by as dots, without details")
    return {
        "group": item.group.get_name(),
        "title": layer.title,
        "count": len(layer.features),
        "notes": notes,
        "empty": not layer.features,
        "ground": STYLES[layer.kind].rank < 400,
        "swatch": Markup(  # noqa: S704 (made of the palette alone)
            swatch(layer.kind, points=points or not dimensions, areas=dimensions != {0})
        ),
    }


def _draft_rows(draft: Draft | None, picking: bool) -> list[dict[str, Any]]:
    """The legend of what is not yet made, also where the page round the sheet hands it in later."""
    rows: list[tuple[str, str]] = []
    if draft is None:
        if picking:
            words = Draft().words
            rows = [(words, swatch("draft", points=True, areas=False))]
    else:
        if draft.geometry is not None:
            point = shapely.get_dimensions(draft.geometry) == 0
            rows.append((draft.words, swatch("draft", points=point, areas=not point)))
        if draft.outline is not None:
            words = "Its radius" if draft.geometry is not None else draft.words
            rows.append((words, swatch("radius_outline", points=False, areas=True)))
    return [{"title": words, "swatch": Markup(picture)} for words, picture in rows]  # noqa: S704


def _within(accuracy_m: float | None) -> str:
    if accuracy_m is None:
        return ""
    if accuracy_m >= 1000:
        return f" to about {accuracy_m / 1000:g}\u00a0km"
    return f" to about {accuracy_m:g}\u00a0m"


def _config(
    view: Bounds,
    under: ground.Basemap,
    highlight: Draft | None,
    focus: str | None,
    picking: bool,
) -> dict[str, Any]:
    """What the sheet's script needs; it stands in the page as data and is never run."""
    ground_bounds = under.bounds
    west, south = min(view[0], ground_bounds[0]), min(view[1], ground_bounds[1])
    east, north = max(view[2], ground_bounds[2]), max(view[3], ground_bounds[3])
    pad_x, pad_y = (east - west) * 0.12, (north - south) * 0.12
    return {
        "view": [[view[1], view[0]], [view[3], view[2]]],
        "limits": [[south - pad_y, west - pad_x], [north + pad_y, east + pad_x]],
        "picking": picking,
        "focus": focus,
        "casing": CASING,
        "styles": looks()["kinds"],
        "draft": None
        if highlight is None
        else {
            "geometry": None if highlight.geometry is None else _geometry(highlight.geometry),
            "outline": None if highlight.outline is None else _geometry(highlight.outline),
        },
    }
