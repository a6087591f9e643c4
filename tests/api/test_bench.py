"""The bench's own code at a small size: its keys, its stores, and that ours is right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import orjson
import pytest
import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import select
from typer.testing import CliRunner

import postgis_server
from api.bench import run, seeding, stores
from api.bench.floors import Floor
from api.bench.ground import CORNERS, POINT, SHARED_DATA, Ground, ground, infected_areas, questions
from api.bench.maps import first_bytes, first_view, folium_layer
from api.bench.measure import table
from api.bench.pairs import MILE_M, PAIRS, preview_bytes
from api.cli import app
from oracle_radius import oracle
from vetcontrol.disease.answer_json import in_force_json
from vetcontrol.errors import Refused
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Register

PREMISES, AREAS = 2_000, 40
KEYS = {"name", "engine", "ours", "floor", "unit", "ratio", "size", "note"}


@pytest.fixture
def land(monkeypatch: pytest.MonkeyPatch) -> Ground:
    """The drawn villages, also where the user has real ones."""
    monkeypatch.setattr("api.bench.ground._shared", lambda: None)
    return ground()


def test_the_first_map_and_the_layer_it_stands_against_hold_all_premises(
    seeded: Register,
) -> None:
    ours = orjson.loads(first_view(seeded)())
    assert ours["total"] == sum(n for _, _, n in ours["clusters"]) == PREMISES
    page = folium_layer(seeded)().decode()
    assert page.count('"village": ') == PREMISES
    told = first_bytes(seeded, PREMISES)
    assert told.keys() == KEYS
    assert told["ours"] < told["floor"]


@pytest.fixture
def seeded(blank_url: str, land: Ground) -> Iterator[Register]:
    """A small bench register on each engine."""
    seeding.fill(blank_url, PREMISES, AREAS, land)
    register = seeding.open_bench(blank_url)
    yield register
    register.close()


def _by_oracle(register: Register, place: BaseGeometry) -> dict[int, tuple[float, int]]:
    """Distance and part of all premises that a mile concerns, from every row of the table."""
    with register.reading() as reading:
        about = select(PremisesRow.id, PremisesRow.shape, PremisesRow.accuracy_m)
        rows = reading.session.execute(about.order_by(PremisesRow.id)).all()
    metres, part = oracle(place, [row.shape for row in rows], MILE_M + 100.0)
    accuracy = np.array([row.accuracy_m or 0.0 for row in rows])
    metres = np.round(metres, 3)
    concerned = (metres <= MILE_M) | (np.abs(metres - MILE_M) < accuracy)
    return {rows[i].id: (metres[i], int(part[i])) for i in np.flatnonzero(concerned)}


def test_ours_is_what_brute_force_finds(seeded: Register, land: Ground) -> None:
    floor = Floor(seeded)
    for number, place in ((1, POINT), (2, land.place)):
        with seeded.reading() as reading:
            year = reading.now.year
        answer = orjson.loads(preview_bytes(seeded, f"IP/{year}/{number:06d}")())
        listed = {
            one["premises_id"]: (one["distance_m"], one["deciding_part"])
            for name in ("within", "straddling", "outside_territory", "without_animals")
            for one in answer[name]
        }
        expected = _by_oracle(seeded, place)
        assert len(expected) > 10
        assert listed.keys() == expected.keys()
        for key, (metres, part) in expected.items():
            assert listed[key] == (pytest.approx(metres, abs=0.0011), part)
        assert answer["totals"]["within"] == len(answer["within"])
        cattle = sum(one["animals"].get("cattle", 0) for one in answer["within"])
        assert answer["totals"]["animals"]["cattle"] == cattle > 0
        # The floor's feet lie in the plane of degrees: the same premises but at the very line.
        under = floor.radius(place, MILE_M)()
        sure = {key for key, (metres, _) in expected.items() if metres < MILE_M - 1.0}
        assert sure <= under.keys() <= expected.keys()

    held = seeded.in_force.at_head().versions
    for lon, lat in questions(30, land.villages).tolist():
        expected_here = {v.feature for v in held if v.geometry.intersects(shapely.Point(lon, lat))}
        told = orjson.loads(in_force_json(seeded, lon, lat))
        assert {item["feature"] for item in told["items"]} == expected_here
        assert {row[1] for row in floor.in_force(lon, lat)()} == expected_here
    floor.close()


def test_a_run_has_the_agreed_keys_and_keeps_its_store(tmp_path: Path, land: Ground) -> None:
    def once() -> list[dict[str, object]]:
        return run.bench(
            list(PAIRS),
            ["sqlite"],
            premises=500,
            areas=20,
            repeat=3,
            folder=tmp_path,
            progress=lambda _: None,
        )

    results = once()
    assert [r["name"] for r in results] == ["radius.point", "radius.polygon", "in_force.point"]
    for result in results:
        assert result.keys() == KEYS
        assert (result["engine"], result["unit"]) == ("sqlite", "ms")
        assert result["ratio"] == pytest.approx(result["ours"] / result["floor"], rel=0.05)
        assert "MB" in str(result["note"])
        assert str(result["name"]) in table(results)
    assert "20 infected areas" in str(results[2]["size"])
    run.write(results, tmp_path / "build" / "bench.json")
    assert json.loads((tmp_path / "build" / "bench.json").read_text()) == results

    (kept,) = tmp_path.glob("*.sqlite")
    before = kept.stat().st_ino
    once()
    assert [p.stat().st_ino for p in tmp_path.glob("*.sqlite")] == [before]


def test_the_key_of_a_store_tells_sizes_and_outlines(land: Ground) -> None:
    other = Ground(land.source, land.villages[:-1], land.place)
    keys = {
        seeding.key(1000, 20, land),
        seeding.key(1001, 20, land),
        seeding.key(1000, 21, land),
        seeding.key(1000, 20, other),
    }
    assert len(keys) == 4


def test_drawn_villages_are_valid_and_of_like_detail(land: Ground) -> None:
    assert shapely.is_valid(land.villages).all()
    assert set(shapely.get_num_coordinates(land.villages)) == {CORNERS}
    areas = infected_areas(300, land.villages)
    assert len(areas) == 300
    assert shapely.is_valid(areas).all()


def test_real_villages_are_used_where_the_user_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, land: Ground
) -> None:
    monkeypatch.undo()
    features = [
        {
            "type": "Feature",
            "properties": {"NAME": name},
            "geometry": json.loads(shapely.to_geojson(outline)),
        }
        for name, outline in (("Elsewhere", land.villages[0]), ("Curti", land.villages[1]))
    ]
    collection = {"type": "FeatureCollection", "features": features}
    (tmp_path / "goa_villages.geojson").write_text(json.dumps(collection))
    monkeypatch.setenv(SHARED_DATA, str(tmp_path))
    real = ground()
    assert "DataMeet" in real.source
    assert real.place.equals(land.villages[1])


def test_a_database_in_other_use_is_not_touched(
    postgis_server: postgis_server.PostgisServer, monkeypatch: pytest.MonkeyPatch, land: Ground
) -> None:
    url = postgis_server.create("bench_given")
    monkeypatch.setenv(stores.POSTGRESQL, url)
    with stores.postgis_store(200, 5, land) as first:
        assert first == url
    with stores.postgis_store(200, 5, land) as again:
        assert again == url
    with (
        pytest.raises(Refused, match="Name an empty database"),
        stores.postgis_store(201, 5, land),
    ):
        pass
    postgis_server.drop("bench_given")


def test_without_postgis_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, land: Ground
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(stores.POSTGRESQL, raising=False)
    monkeypatch.setattr(postgis_server, "_programs", lambda: None)
    answer = CliRunner().invoke(app, ["bench", "--premises", "100", "--areas", "1"])
    assert answer.exit_code == 1
    assert "PostGIS is missing" in answer.stderr
    assert not (tmp_path / "build").exists()


def test_an_unknown_question_is_wrong_use() -> None:
    answer = CliRunner().invoke(app, ["bench", "--only", "radius.circle"])
    assert answer.exit_code == 2
    assert "radius.circle is none of" in answer.stderr
