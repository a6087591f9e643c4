"""The reference geography that the project ships: sources, validity, coverage, stated accuracy."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import shapely
import shapely.affinity
from pyproj import Geod
from shapely.geometry import shape

from vetcontrol import resources

ROOT = Path(__file__).resolve().parents[2]
FILES = ("territory", "talukas", "districts", "places", "land")
GEOD = Geod(ellps="WGS84")


def read(stem: str) -> dict[str, Any]:
    found: dict[str, Any] = resources.read_json(f"places/{stem}.geojson")
    return found


def areas(stem: str) -> dict[str, Any]:
    return {f["properties"]["name"]: shape(f["geometry"]) for f in read(stem)["features"]}


def away(area: Any, point: Any) -> float:
    """Metres from a point to an area, 0 inside; geodesic to the nearest vertex in degrees."""
    if area.covers(point):
        return 0.0
    foot = shapely.shortest_line(point, area).coords
    return float(GEOD.inv(*foot[0], *foot[1])[2])


@pytest.mark.parametrize("stem", FILES)
def test_each_file_says_where_it_comes_from_and_how_true_it_is(stem: str) -> None:
    found = read(stem)
    assert found["type"] == "FeatureCollection"
    assert found["approximate"] is True
    assert isinstance(found["accuracy_m"], int)
    assert found["accuracy_m"] > 0
    assert found["name"]
    assert found["edition"]
    licences = {part.strip() for part in found["licence"].split(";")}
    assert licences <= {"Public domain", "CC-BY-4.0"}
    assert ("GeoNames" in found["source"]) == ("CC-BY-4.0" in licences)
    assert ("Natural Earth" in found["source"]) == ("Public domain" in licences)


@pytest.mark.parametrize("stem", FILES)
def test_each_geometry_is_valid_and_in_its_box(stem: str) -> None:
    for feature in read(stem)["features"]:
        geometry = shape(feature["geometry"])
        assert geometry.is_valid, feature["properties"]
        assert not geometry.is_empty
        west, south, east, north = geometry.bounds
        box = (70.0, 20.0, 74.0, 21.0) if feature["properties"]["name"] == "Daman" else None
        box = box or ((72.5, 14.0, 75.5, 17.0) if stem == "land" else (73.6, 14.8, 74.4, 15.9))
        assert box[0] <= west <= east <= box[2]
        assert box[1] <= south <= north <= box[3]


def test_rings_turn_as_geojson_asks() -> None:
    for stem in FILES:
        for feature in read(stem)["features"]:
            for part in shapely.get_parts(shape(feature["geometry"])):
                if part.geom_type == "Polygon":
                    assert part.exterior.is_ccw
                    assert not any(ring.is_ccw for ring in part.interiors)


def test_the_whole_is_small() -> None:
    sizes = [len(resources.read_bytes(f"places/{stem}.geojson")) for stem in FILES]
    assert sum(sizes) < 600_000


def test_eleven_talukas_with_codes_and_districts() -> None:
    found = read("talukas")["features"]
    assert len(found) == 11
    assert {f["properties"]["code"] for f in found} == {str(c) for c in range(5609, 5620)}
    by_district = {
        d: {f["properties"]["name"] for f in found if f["properties"]["district"] == d}
        for d in ("North Goa", "South Goa")
    }
    assert by_district["North Goa"] == {"Pernem", "Bardez", "Tiswadi", "Bicholim", "Satari"}
    assert by_district["South Goa"] == {
        "Ponda", "Mormugao", "Salcete", "Quepem", "Sanguem", "Canacona",
    }  # fmt: skip


def test_talukas_cover_the_territory_without_gaps_or_overlaps() -> None:
    talukas = list(areas("talukas").values())
    assert shapely.coverage_is_valid(talukas)
    goa = areas("territory")["Goa"]
    whole = shapely.coverage_union_all(talukas)
    assert whole.symmetric_difference(goa).area == pytest.approx(0.0, abs=1e-12)
    assert sum(t.area for t in talukas) == pytest.approx(goa.area, rel=1e-9)


def test_districts_are_their_talukas() -> None:
    talukas = read("talukas")["features"]
    districts = areas("districts")
    assert shapely.coverage_is_valid(list(districts.values()))
    for name, district in districts.items():
        parts = [shape(t["geometry"]) for t in talukas if t["properties"]["district"] == name]
        assert shapely.union_all(parts).symmetric_difference(district).area < 1e-12


def test_the_outline_is_about_as_large_as_the_state() -> None:
    metres2, _ = GEOD.geometry_area_perimeter(areas("territory")["Goa"])
    assert abs(metres2) == pytest.approx(3_702e6, rel=0.08)  # Goa has 3,702 km2, rivers included


def test_neighbours_do_not_overlap_the_territory() -> None:
    goa = areas("territory")["Goa"]
    for feature in read("land")["features"]:
        if feature["properties"]["kind"] == "land":
            # 1e-6 square degrees are 0.012 km2: slivers of snapping along 200 km of State line.
            assert shape(feature["geometry"]).intersection(goa).area < 1e-6
        else:
            assert shape(feature["geometry"]).length > 1.0


def test_at_least_150_places_each_in_its_taluka_or_within_its_accuracy() -> None:
    talukas = areas("talukas")
    found = read("places")["features"]
    assert len(found) >= 150
    names = [(f["properties"]["name"], f["properties"]["taluka"]) for f in found]
    assert len(set(names)) == len(names)
    limits = read("places")["accuracy_m"]
    for feature in found:
        properties = feature["properties"]
        distance = away(talukas[properties["taluka"]], shape(feature["geometry"]))
        assert distance <= properties["accuracy_m"] <= limits, properties


def test_each_taluka_has_places_and_the_towns_have_people_and_local_names() -> None:
    found = [f["properties"] for f in read("places")["features"]]
    assert {p["taluka"] for p in found} == set(areas("talukas"))
    panaji = next(p for p in found if p["name"] == "Panaji")
    assert panaji["population"] > 50_000
    assert panaji["name_local"] == "पणजी"
    local = [p["name_local"] for p in found if "name_local" in p]
    assert len(local) >= 40
    assert all("\u0900" <= c <= "\u097f" or c == " " for name in local for c in name)


def test_spellings_are_mended() -> None:
    text = resources.read_text("places/places.geojson") + resources.read_text(
        "places/talukas.geojson"
    )
    for wrong in ("Salcate", "Salcette", "Marmugao", "Sangaum", "Cancona", "Tiswaddi", "Sattari"):
        assert wrong not in text


def measuring() -> ModuleType:
    path = ROOT / "scripts" / "measure_places.py"
    spec = importlib.util.spec_from_file_location("measure_places", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_stated_accuracy_holds_against_real_villages() -> None:
    folder = os.environ.get("VETCONTROL_SHARED_DATA", str(ROOT.parent / "shared" / "data"))
    path = Path(folder) / "goa_villages.geojson"
    if not path.is_file():
        pytest.skip(f"no village polygons at {path}; set VETCONTROL_SHARED_DATA to their folder")
    villages = json.loads(path.read_text(encoding="utf-8"))
    report = measuring().measure(ROOT / "data" / "places", villages)
    assert report["territory"]["villages"] == 402
    assert report["territory"]["villages_beyond_accuracy"] == []
    for stem in ("territory", "talukas", "districts"):
        assert report[stem]["beyond"]["max"] <= read(stem)["accuracy_m"]
        assert report[stem]["beyond"]["p95"] <= read(stem)["accuracy_p95_m"]
    limits = {
        f["properties"]["located"]: f["properties"]["accuracy_m"]
        for f in read("places")["features"]
    }
    for located, measured in report["places"].items():
        assert measured["max"] <= limits[located]


def test_measuring_sees_a_fault(tmp_path: Path) -> None:
    for stem in FILES:
        text = json.dumps(read(stem))
        (tmp_path / f"{stem}.geojson").write_text(text, encoding="utf-8")
    goa = areas("talukas")
    moved = [
        {
            "type": "Feature",
            "properties": {"NAME": name, "SUB_DIST": name},
            "geometry": shapely.affinity.translate(area, 0.1, 0.0).__geo_interface__,
        }
        for name, area in goa.items()
    ]
    report = measuring().measure(tmp_path, {"type": "FeatureCollection", "features": moved})
    assert report["territory"]["beyond"]["max"] == pytest.approx(10_700, rel=0.03)
    assert report["territory"]["villages_beyond_accuracy"]
