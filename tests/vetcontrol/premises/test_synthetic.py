"""Synthetic premises: seeded, inside the territory, clustered, and plainly nobody's."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Geod
from shapely.geometry import mapping, shape

from vetcontrol import resources
from vetcontrol.errors import Malformed
from vetcontrol.premises import synthetic
from vetcontrol.premises.synthetic import KIND_NAMES, SPECIES, arrays, generate

GEOD = Geod(ellps="WGS84")
TERRITORY = resources.read_json("places/territory.geojson")
PLACES = resources.read_json("places/places.geojson")
GOA = shape(TERRITORY["features"][0]["geometry"])
POINT, POLYGON, MULTIPOLYGON = 0, 3, 6


def village(name: str, area: Any, **more: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": {"name": name}, "geometry": mapping(area), **more}


def villages(*features: dict[str, Any]) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features)}


L_SHAPE = shapely.Polygon(
    [(74.0, 15.3), (74.05, 15.3), (74.05, 15.305), (74.005, 15.305), (74.005, 15.35), (74.0, 15.35)]
)
SQUARE = shapely.box(74.1, 15.4, 74.13, 15.43)
TWO = villages(village("Bent", L_SHAPE, id="v1"), village("Square", SQUARE, id=2))


def test_the_same_seed_gives_the_same_premises_and_another_seed_others() -> None:
    first = arrays(2_000, 5, territory=TERRITORY, places=PLACES)
    again = arrays(2_000, 5, territory=TERRITORY, places=PLACES)
    other = arrays(2_000, 6, territory=TERRITORY, places=PLACES)
    assert list(first.wkb()) == list(again.wkb())
    assert np.array_equal(first.kind, again.kind)
    assert np.array_equal(first.animals, again.animals)
    assert np.array_equal(first.accuracy_m, again.accuracy_m, equal_nan=True)
    assert list(first.wkb()) != list(other.wkb())


def test_the_stream_does_not_change_between_versions() -> None:
    """A bench or a picture made last year can be made again: the figures are pinned."""
    made = arrays(1_000, 1, territory=shapely.box(73.9, 15.2, 74.3, 15.5), villages=TWO)
    assert made.lon[:2] == pytest.approx([74.033693386, 74.120744145], abs=1e-9)
    assert made.lat[:2] == pytest.approx([15.300616501, 15.415125033], abs=1e-9)
    assert made.animals.sum(axis=0).tolist() == [2654, 1153, 1771, 207, 1683, 51872]


def test_one_in_twenty_is_a_polygon_and_one_in_two_hundred_has_two_parts() -> None:
    made = arrays(20_000, 1, territory=TERRITORY, places=PLACES)
    kinds = shapely.get_type_id(made.geometry)
    assert np.count_nonzero(kinds == MULTIPOLYGON) == 100
    assert np.count_nonzero(kinds == POLYGON) == 900
    assert np.count_nonzero(kinds == POINT) == 19_000
    assert (shapely.get_num_geometries(made.geometry[kinds == MULTIPOLYGON]) == 2).all()


def test_each_is_valid_and_wholly_inside_the_territory() -> None:
    made = arrays(20_000, 2, territory=TERRITORY, places=PLACES, polygon_share=0.3)
    assert shapely.is_valid(made.geometry).all()
    shapely.prepare(GOA)
    assert shapely.covers(GOA, made.geometry).all()


def test_parcels_are_of_a_size_that_parcels_have() -> None:
    made = arrays(4_000, 3, territory=TERRITORY, places=PLACES)
    for geometry in made.geometry[shapely.get_type_id(made.geometry) != POINT]:
        for part in shapely.get_parts(geometry):
            metres2, _ = GEOD.geometry_area_perimeter(shapely.orient_polygons(part))
            assert 200 < metres2 < 18_000


def test_premises_stand_in_the_village_that_they_name() -> None:
    made = arrays(3_000, 4, territory=TERRITORY, villages=TWO, polygon_share=0.0)
    assert made.homes == (("v1", "Bent"), ("2", "Square"))
    for index, area in enumerate((L_SHAPE, SQUARE)):
        here = made.home == index
        assert here.sum() > 500
        assert shapely.contains_xy(area, made.lon[here], made.lat[here]).all()


def test_premises_gather_around_places() -> None:
    made = arrays(10_000, 4, territory=TERRITORY, places=PLACES)
    inside = [f for f in PLACES["features"] if GOA.contains(shape(f["geometry"]))]
    assert [name for _, name in made.homes] == [f["properties"]["name"] for f in inside]
    centre = np.array([f["geometry"]["coordinates"] for f in inside])[made.home]
    _, _, metres = GEOD.inv(made.lon, made.lat, centre[:, 0], centre[:, 1])
    assert np.median(metres) < 1_000
    assert metres.max() < 5_000
    assert len(np.unique(np.column_stack([made.lon, made.lat]), axis=0)) > 9_900


def test_villages_outside_the_territory_get_none() -> None:
    far = village("Far", shapely.box(75.0, 16.0, 75.1, 16.1))
    across = village("Across", shapely.box(74.2, 15.2, 74.6, 15.3))
    made = arrays(500, 4, territory=TERRITORY, villages=villages(far, across))
    assert made.homes == ((None, "Across"),)
    assert shapely.covers(GOA, made.geometry).all()


def test_rows_are_plainly_synthetic_and_fit_the_register() -> None:
    rows = list(generate(3_000, 9, territory=TERRITORY, places=PLACES))
    assert len(rows) == 3_000
    assert rows[122].name == "Synthetic holding 000123"
    assert rows[122].keeper == "Synthetic keeper 000123"
    assert len({row.name for row in rows}) == 3_000
    assert {row.manager for row in rows} <= {"private", "local_authority", "railway", "port"}
    assert sum(row.manager == "private" for row in rows) > 2_900
    assert {row.kind for row in rows} <= set(KIND_NAMES)
    for row in rows:
        assert set(row.animals) <= set(SPECIES)
        assert all(head > 0 for head in row.animals.values())
        assert len(row.animals) > 0 or row.manager != "private"
        assert row.village is not None
        assert row.village_id is None
    stated = sum(row.accuracy_m is not None for row in rows)
    assert 0.5 < stated / 3_000 < 0.7


def test_managers_follow_the_kind_and_a_port_lies_at_the_sea() -> None:
    made = arrays(60_000, 1, territory=TERRITORY, places=PLACES)
    ports = np.flatnonzero(made.kind == KIND_NAMES.index("port_lairage"))
    assert len(ports)
    talukas = {f["properties"]["name"]: f["properties"]["taluka"] for f in PLACES["features"]}
    assert {talukas[made.homes[made.home[i]][1]] for i in ports} == {"Mormugao"}
    assert dict(zip(KIND_NAMES, synthetic.MANAGERS, strict=True))["railway_station_yard"] == (
        "railway"
    )
    assert set(np.unique(made.kind)) == set(range(len(KIND_NAMES)))


def test_wkb_is_the_geometry() -> None:
    made = arrays(200, 1, territory=TERRITORY, places=PLACES)
    assert shapely.equals_exact(shapely.from_wkb(made.wkb()), made.geometry, tolerance=0.0).all()


def test_none_asked_none_given() -> None:
    made = arrays(0, 1, territory=TERRITORY, places=PLACES)
    assert len(made) == 0
    assert len(made.wkb()) == 0
    assert list(generate(0, 1, territory=TERRITORY, villages=TWO)) == []


@settings(max_examples=25, deadline=None)
@given(
    count=st.integers(0, 300),
    seed=st.integers(0, 2**32 - 1),
    side=st.floats(0.002, 0.5),
    share=st.floats(0.0, 0.1),
)
def test_any_small_territory_holds_its_premises(
    count: int, seed: int, side: float, share: float
) -> None:
    ground = shapely.box(74.0, 15.3, 74.0 + side, 15.3 + side)
    inner = villages(village("All", ground))
    made = arrays(count, seed, territory=ground, villages=inner, polygon_share=share)
    kinds = shapely.get_type_id(made.geometry) if count else np.array([])
    assert np.count_nonzero(kinds != POINT) == round(count * share)
    assert shapely.covers(ground, made.geometry).all()
    assert shapely.is_valid(made.geometry).all()


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("count", {"count": -1}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": 2**32}),
        ("polygon_share", {"polygon_share": 1.5}),
        ("polygon_share", {"polygon_share": float("nan")}),
        ("polygon_share", {"polygon_share": 1.0}),
        ("territory", {"territory": {"type": "FeatureCollection", "features": []}}),
        ("territory", {"territory": shapely.Point(74.0, 15.3)}),
        ("territory", {"territory": shapely.Polygon([(74, 15), (75, 16), (75, 15), (74, 16)])}),
        ("places", {"places": None}),
        ("places", {"places": villages()}),
        ("villages", {"villages": villages()}),
        ("villages", {"villages": villages(village("Far", shapely.box(80, 20, 81, 21)))}),
        (
            "villages",
            {"villages": villages(village("Bow", shapely.Polygon(
                [(74, 15.3), (74.1, 15.4), (74.1, 15.3), (74, 15.4)])))},
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_met_is_refused_by_field(field: str, arguments: dict[str, Any]) -> None:
    given_ = {"count": 500, "seed": 1, "territory": TERRITORY, "places": PLACES} | arguments
    with pytest.raises(Malformed) as refusal:
        generate(**given_)
    assert refusal.value.errors[0].field == field


def test_real_villages_hold_their_premises() -> None:
    beside = Path(__file__).resolve().parents[4] / "shared" / "data"
    path = Path(os.environ.get("VETCONTROL_SHARED_DATA", str(beside))) / "goa_villages.geojson"
    if not path.is_file():
        pytest.skip(f"no village polygons at {path}; set VETCONTROL_SHARED_DATA to their folder")
    real = json.loads(path.read_text(encoding="utf-8"))
    whole = shapely.union_all([shape(f["geometry"]) for f in real["features"]])
    made = arrays(20_000, 1, territory=whole, villages=real)
    assert len(made.homes) == 402
    shapely.prepare(whole)
    assert shapely.covers(whole, made.geometry).all()
    counts = np.bincount(made.home, minlength=402)
    assert (counts > 0).sum() > 380
    assert counts.max() < 600
