"""Measure the reference geography against village polygons that somebody else surveyed."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from pyproj import Transformer
from shapely.geometry import shape

TO_PLANE = Transformer.from_crs(4326, 32643, always_xy=True)
STEP_M = 100.0  # borders are sampled this often

Json = dict[str, Any]


def to_plane(geometry: Any) -> Any:
    """GeoJSON geometry, EPSG:4326, to the plane EPSG:32643, in metres."""

    def step(xy: Any) -> Any:
        return np.column_stack(TO_PLANE.transform(xy[:, 0], xy[:, 1]))

    return shapely.transform(shape(geometry), step)


def spread(metres: Iterable[float]) -> dict[str, int]:
    """Median, 95th percentile and maximum of distances, in whole metres."""
    values = np.asarray(list(metres), dtype=float)
    median, high = np.percentile(values, [50, 95])
    return {"p50": round(median), "p95": round(high), "max": int(np.ceil(values.max()))}


def vertices(geometry: Any) -> Any:
    """The vertices of a geometry as points."""
    return shapely.points(shapely.get_coordinates(geometry))


def border(geometry: Any) -> Any:
    """Points along the border, every 100 m; slits under 60 m between villages are closed first."""
    whole = geometry.buffer(30).buffer(-30)
    return vertices(shapely.segmentize(whole.boundary, STEP_M))


def key(name: str) -> str:
    """A name without the spellings in which sources differ."""
    name = re.sub(r"[^a-z]", "", re.sub(r"\(.*?\)", "", name.lower()))
    for pattern, letter in (("x", "sh"), (r"(.)\1", r"\1"), ("([td])h", r"\1"), ("[ei]?m$", "")):
        name = re.sub(pattern, letter, name)
    return name


def measure(folder: Path, villages: Json) -> Json:
    """How far data/places/ in `folder` is from `villages`, in metres.

    `villages` is a FeatureCollection (EPSG:4326) with properties NAME and SUB_DIST (taluka).
    `beyond` is how far the vertices of villages lie outside the area that is drawn for them (0
    within), `overreach` how far the drawn outline lies outside all villages, `border` how far the
    real border is from the drawn one. Villages are put into the district that their taluka is in
    now, not into the one of an older edition.
    """
    files = {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.geojson")}
    real = [(f["properties"], to_plane(f["geometry"])) for f in villages["features"]]
    names = {
        f["properties"]["name"]: to_plane(f["geometry"]) for f in files["territory"]["features"]
    }
    goa = names["Goa"]
    beyond = {
        f"{p['NAME']} ({p['SUB_DIST']})": float(shapely.distance(vertices(g), goa).max())
        for p, g in real
    }
    whole = shapely.union_all([g for _, g in real])
    accuracy = files["territory"]["accuracy_m"]
    report: Json = {
        "territory": {
            "villages": len(real),
            "beyond": spread(np.concatenate([shapely.distance(vertices(g), goa) for _, g in real])),
            "villages_beyond_accuracy": [n for n, d in beyond.items() if d > accuracy],
            "farthest": sorted(((round(d), n) for n, d in beyond.items()), reverse=True)[:5],
            "border": spread(shapely.distance(border(whole), goa.boundary)),
            "overreach": spread(shapely.distance(border(goa), whole)),
            "share_of_village_area_inside": round(whole.intersection(goa).area / whole.area, 4),
        }
    }
    now = {f["properties"]["name"]: f["properties"] for f in files["talukas"]["features"]}
    talukas = [(match(p["SUB_DIST"], now), g) for p, g in real]
    districts = [(now[taluka]["district"], g) for taluka, g in talukas]
    report["talukas"] = measure_areas(files["talukas"], talukas)
    report["districts"] = measure_areas(files["districts"], districts)
    report["places"] = measure_points(files["places"], real)
    return report


def measure_areas(drawn: Json, real: list[tuple[str, Any]]) -> Json:
    """Areas of one level against the villages, each with the name of its area."""
    areas = {f["properties"]["name"]: to_plane(f["geometry"]) for f in drawn["features"]}
    groups: dict[str, list[Any]] = defaultdict(list)
    for name, geometry in real:
        groups[name].append(geometry)
    beyond, edges, right = [], [], 0.0
    for name, parts in groups.items():
        whole = shapely.union_all(parts)
        beyond.append(shapely.distance(vertices(whole), areas[name]))
        edges.append(shapely.distance(border(whole), areas[name].boundary))
        right += whole.intersection(areas[name]).area
    total = sum(geometry.area for _, geometry in real)
    return {
        "beyond": spread(np.concatenate(beyond)),
        "border": spread(np.concatenate(edges)),
        "share_of_village_area_right": round(right / total, 4),
    }


def match(name: str, areas: Iterable[str]) -> str:
    """The drawn area whose name is meant by `name`; SystemExit where none is."""
    found = get_close_matches(name, list(areas), 1, 0.7)
    if not found:
        raise SystemExit(f"no drawn area is called {name}")
    return found[0]


def measure_points(drawn: Json, real: list[tuple[Json, Any]]) -> Json:
    """Places against the village of like name in the same taluka, else anywhere; by `located`."""
    by_key: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for properties, geometry in real:
        by_key[key(properties["NAME"])].append((properties["SUB_DIST"], geometry))
    found: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for feature in drawn["features"]:
        properties = feature["properties"]
        likely = get_close_matches(key(properties["name"]), list(by_key), 1, 0.88)
        if not likely:
            continue
        homes = [g for t, g in by_key[likely[0]] if t == properties["taluka"]]
        homes = homes or [g for _, g in by_key[likely[0]]]
        point = to_plane(feature["geometry"])
        away = min(float(home.distance(point)) for home in homes)
        found[properties["located"]].append((away, properties["name"]))
    return {
        located: {
            "matched": len(pairs),
            **spread(away for away, _ in pairs),
            "farthest": [(round(away), name) for away, name in sorted(pairs)[-3:]],
        }
        for located, pairs in found.items()
    }
