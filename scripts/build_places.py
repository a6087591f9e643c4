"""Build the reference geography in data/places/ from public sources, and measure how true it is.

Natural Earth (public domain) gives the coast and the State lines, GeoNames (CC BY 4.0) the places
and the taluka of each post office. See docs/data.md.

    python scripts/build_places.py [--packages FOLDER]
    python scripts/build_places.py --measure VILLAGES.geojson
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import measure_places
import numpy as np
import shapely
from place_names import DEVANAGARI, DISTRICTS, TALUKAS
from place_shapes import GRID, GRID_DIGITS, cells, faces, outline
from place_sources import GEONAMES, NATURAL_EARTH, Place, fetch, read_layer, read_places
from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry

OUT = Path(__file__).resolve().parent.parent / "data" / "places"
BACKDROP = shapely.box(72.5, 14.0, 75.5, 17.0)
DAMAN_BOX = shapely.box(72.5, 20.2, 73.2, 20.7)
PUBLIC_DOMAIN, CC_BY = "Public domain", "CC-BY-4.0"
EDITION = "2026-11"

# Measured by --measure against the village polygons of Goa, rounded up (docs/data.md has the run).
# The largest distance is the accuracy; 95 of 100 vertices of villages are nearer than the second.
ACCURACY_M = {"territory": 5_500, "talukas": 9_700, "districts": 5_500, "land": 5_500}
ACCURACY_P95_M = {"territory": 100, "talukas": 3_800, "districts": 2_500}
PLACE_ACCURACY_M = {"town": 1_600, "post office": 3_200, "postal area": 5_000}
DAMAN_ACCURACY_M = 3_000


def feature(geometry: BaseGeometry, **properties: Any) -> dict[str, Any]:
    """A GeoJSON feature with exterior rings anticlockwise, as RFC 7946 asks."""
    oriented = shapely.transform(
        shapely.orient_polygons(geometry), lambda xy: np.round(xy, GRID_DIGITS)
    )
    return {"type": "Feature", "properties": properties, "geometry": mapping(oriented)}


def write(stem: str, title: str, source: str, licence: str, accuracy: int, **more: Any) -> None:
    """Write data/places/`stem`.geojson; `more` has the features and any further members."""
    collection = {
        "type": "FeatureCollection",
        "name": title,
        "source": source,
        "licence": licence,
        "accuracy_m": accuracy,
        **({"accuracy_p95_m": ACCURACY_P95_M[stem]} if stem in ACCURACY_P95_M else {}),
        "approximate": True,
        "edition": EDITION,
        **more,
    }
    text = json.dumps(collection, ensure_ascii=False, separators=(",", ":"))
    text = text.replace('{"type":"Feature",', '\n{"type":"Feature",') + "\n"
    (OUT / f"{stem}.geojson").write_text(text, encoding="utf-8")


def build_areas(state: BaseGeometry, places: list[Place]) -> list[Any]:
    """Write the talukas and their districts; returns the talukas' polygons."""
    talukas = cells(state, places)
    source, licence = f"{NATURAL_EARTH}; {GEONAMES}", f"{PUBLIC_DOMAIN}; {CC_BY}"
    features = [
        feature(
            talukas[name],
            code=code,
            name=name,
            name_local=DEVANAGARI[name],
            district=district,
            district_code=DISTRICTS[district][0],
        )
        for name, (code, district) in TALUKAS.items()
    ]
    note = (
        "Cells around the places of each taluka, not surveyed boundaries. The sources know 11 "
        "talukas; Dharbandora, the twelfth, is not among them."
    )
    accuracy = ACCURACY_M["talukas"]
    write("talukas", "Talukas of Goa", source, licence, accuracy, note=note, features=features)
    features = [
        feature(
            shapely.coverage_union_all([talukas[t] for t, (_, d) in TALUKAS.items() if d == name]),
            code=code,
            name=name,
            name_local=local,
        )
        for name, (code, local) in DISTRICTS.items()
    ]
    note = "Two districts, as the sources give; the third, Kushavati, is not among them."
    accuracy = ACCURACY_M["districts"]
    write("districts", "Districts of Goa", source, licence, accuracy, note=note, features=features)
    return list(talukas.values())


def build_territory(goa: BaseGeometry, daman: BaseGeometry) -> None:
    """Write the outlines of Goa and of Daman."""
    drawn = (
        (goa, "IN-GA", "Goa", ACCURACY_M["territory"]),
        (daman, "IN-DH.daman", "Daman", DAMAN_ACCURACY_M),
    )
    write(
        "territory",
        "Outlines of Goa and of Daman",
        f"{NATURAL_EARTH}; Goa widened around places of {GEONAMES}",
        f"{PUBLIC_DOMAIN}; {CC_BY}",
        ACCURACY_M["territory"],
        note=(
            "Diu is not covered: the source draws only the eastern end of the island. "
            "Daman's accuracy is an estimate, not a measurement."
        ),
        features=[
            feature(area, code=code, name=name, name_local=DEVANAGARI[name], accuracy_m=accuracy)
            for area, code, name, accuracy in drawn
        ],
    )


def build_places(places: list[Place], scripts: dict[str, str]) -> None:
    """Write the named places as points."""
    features = []
    for place in places:
        code, district = TALUKAS[place.taluka]
        properties: dict[str, Any] = {
            "name": place.name,
            "taluka": place.taluka,
            "taluka_code": code,
            "district": district,
            "located": place.located,
            "accuracy_m": PLACE_ACCURACY_M[place.located],
        }
        if place.population is not None:
            properties["population"] = place.population
        if place.pins:
            properties["pin"] = place.pins[0]
        if place.name in DEVANAGARI:
            properties |= {"name_local": DEVANAGARI[place.name], "name_local_source": "usage"}
        elif place.name in scripts:
            properties |= {"name_local": scripts[place.name], "name_local_source": "GeoNames"}
        features.append(feature(shapely.Point(place.lon, place.lat), **properties))
    note = "Points stand for places without extent; each has its own accuracy_m."
    accuracy = max(PLACE_ACCURACY_M.values())
    write("places", "Named places of Goa", GEONAMES, CC_BY, accuracy, note=note, features=features)


def build_land(pieces: list[BaseGeometry], goa: BaseGeometry) -> None:
    """Write the neighbouring land and the State line between the neighbours."""
    inner = {"Maharashtra": shapely.Point(74.0, 16.7), "Karnataka": shapely.Point(74.6, 14.6)}
    land = {
        name: shapely.union_all([piece for piece in pieces if piece.contains(point)])
        for name, point in inner.items()
    }
    line = shapely.intersection(land["Maharashtra"].boundary, land["Karnataka"].boundary)
    line = shapely.difference(shapely.line_merge(line), goa)
    features = [
        feature(shapely.set_precision(shapely.difference(area, goa), GRID), kind="land", name=name)
        for name, area in land.items()
    ]
    features.append(
        feature(
            shapely.set_precision(line, GRID), kind="state_line", name="Maharashtra and Karnataka"
        )
    )
    write(
        "land",
        "Neighbouring land and State line",
        NATURAL_EARTH,
        PUBLIC_DOMAIN,
        ACCURACY_M["land"],
        note=(
            "Within 72.5..75.5 E and 14..17 N; what is neither here nor in the outline of Goa "
            "is sea."
        ),
        bbox=list(BACKDROP.bounds),
        features=features,
    )


def build(folder: Path) -> None:
    """Make all files of data/places/ from the packages in `folder`."""
    places, scripts = read_places(folder)
    states = "admin_1_states_provinces_lines"
    pieces = {}
    for box in (BACKDROP, DAMAN_BOX):
        land = shapely.union_all(read_layer(folder, "land", box)).intersection(box)
        lines = [line.intersection(box) for line in read_layer(folder, states, box)]
        pieces[box.bounds] = land, faces(land, lines)
    land, around = pieces[BACKDROP.bounds]
    goa = next(piece for piece in around if piece.contains(shapely.Point(74.0, 15.35)))
    goa = shapely.coverage_union_all(build_areas(outline(goa, land, places), places))
    town = shapely.Point(72.85, 20.42)
    daman = next(piece for piece in pieces[DAMAN_BOX.bounds][1] if piece.contains(town))
    build_territory(goa, shapely.set_precision(daman, GRID))
    build_places(places, scripts)
    build_land(around, goa)


def main() -> None:
    """Build, or measure with --measure."""
    parser = argparse.ArgumentParser(description="Build or measure data/places/.")
    parser.add_argument("--packages", type=Path, help="folder of the packages (else fetched)")
    parser.add_argument("--measure", type=Path, help="village polygons to measure against")
    arguments = parser.parse_args()
    if arguments.measure:
        villages = json.loads(arguments.measure.read_text(encoding="utf-8"))
        print(json.dumps(measure_places.measure(OUT, villages), indent=2, ensure_ascii=False))
    elif arguments.packages:
        fetch(arguments.packages)
        build(arguments.packages)
    else:
        with tempfile.TemporaryDirectory() as folder:
            fetch(Path(folder))
            build(Path(folder))


if __name__ == "__main__":
    main()
