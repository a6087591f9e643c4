"""Files read row by row, and the radius as a tool of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pyproj import Geod, Proj
from shapely.geometry import Point, box

from gis.errors import GeodesyError, MalformedGeometryError, UnreadableLayerError
from gis.formats import read_file, read_layer, write_geojson
from gis.radius_files import radius_of_files
from gis.shapes import as_geojson
from gis.units import MILE_M

EARTH = Geod(ellps="WGS84")


def test_geojson_rows_each_with_its_fault() -> None:
    features: list[Any] = [
        {"type": "Feature", "properties": {"n": "पणजी"}, "geometry": as_geojson(Point(73.8, 15.4))},
        {"type": "Feature", "properties": None, "geometry": {"type": "Point", "coordinates": [1]}},
        {"type": "Feature", "properties": {}, "geometry": None},
        7,
    ]
    data = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    rows = list(read_layer(b"\xef\xbb\xbf" + data))
    assert [r.index for r in rows] == [1, 2, 3, 4]
    assert rows[0].properties == {"n": "पणजी"}
    assert rows[0].geometry == Point(73.8, 15.4)
    # A null geometry is a feature without a place (RFC 7946, 3.2), not a fault of it.
    assert [bool(r.error) for r in rows] == [False, True, False, True]
    assert rows[2].geometry is None
    assert [r.fault is not None for r in rows] == [False, True, False, True]
    single = json.dumps(as_geojson(box(73, 15, 74, 16))).encode()
    assert [r.geometry for r in read_layer(single)] == [box(73, 15, 74, 16)]


def test_a_collection_in_another_crs_is_refused_row_by_row() -> None:
    crs = {"type": "name", "properties": {"name": "EPSG:32643"}}
    point = {"type": "Feature", "properties": {}, "geometry": as_geojson(Point(73, 15))}
    data = {"type": "FeatureCollection", "crs": crs, "features": [point]}
    assert "not WGS84" in (next(read_layer(json.dumps(data).encode())).error or "")


def test_csv_rows_each_with_its_fault() -> None:
    text = (
        "Name,Latitude,Longitude\r\n"
        "म्हापसा,15.59,73.81\r\nno place,,\r\nhalf,15.5,\r\nword,x,73\r\nswap,73.8,15.5\r\n"
        "inf,inf,73\r\nnought,0,0\r\nmore,15,73,1\r\nfew,15\r\nmetres,1713000,380000\r\n"
        '"q, w",15,73\r\n'
    )
    rows = list(read_layer(text.encode("utf-8-sig")))
    assert rows[0].properties == {"Name": "म्हापसा"}
    assert rows[0].geometry == Point(73.81, 15.59)
    assert (rows[1].geometry, rows[1].error) == (None, None)
    said = [r.error or "" for r in rows]
    for i, words in ((2, "blank"), (3, "not a number"), (5, "finite"), (7, "cells"), (8, "cells")):
        assert words in said[i]
    assert rows[4].geometry == Point(15.5, 73.8)
    assert rows[6].geometry == Point(0, 0)
    assert "degrees" in said[9]
    assert rows[10].properties == {"Name": "q, w"}


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_csv_with_other_delimiters_and_projected_numbers(delimiter: str) -> None:
    x, y = Proj(proj="utm", zone=43, ellps="WGS84")(73.8278, 15.4909)
    text = delimiter.join(("id", "x", "y")) + "\n" + delimiter.join(("1", str(x), str(y)))
    (row,) = read_layer(text.encode(), crs="EPSG:32643")
    assert isinstance(row.geometry, Point)
    assert EARTH.inv(row.geometry.x, row.geometry.y, 73.8278, 15.4909)[2] < 0.01
    lost = text + "\n" + delimiter.join(("2", "1e30", "1e30"))
    assert "no place" in (list(read_layer(lost.encode(), crs="EPSG:32643"))[1].error or "")


def test_a_broken_quote_is_one_row_of_trouble() -> None:
    rows = list(read_layer(b'id,lon,lat\n1,73,15\n2,"73"x,15\n3,73,15\n'))
    assert [bool(r.error) for r in rows] == [False, True, False]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"{", "line 1"),
        (b'{"type": "FeatureCollection"}', "no list"),
        (b"[1, 2]", "not GeoJSON"),
        (b'{"type": NaN}', "NaN"),
        (b'{"a":' * 100_000, "nested|JSON"),
        (b"PK\x03\x04zip", "neither"),
        (b"a,b\n1,2", "neither"),
        (b'"lon,lat\n1,2', "neither"),
        (b"lon,lat,lon\n1,2,3", "same name"),
    ],
)
def test_a_file_that_is_no_layer_is_refused_at_once(data: bytes, says: str) -> None:
    with pytest.raises(UnreadableLayerError, match=says):
        read_layer(data)


def test_too_large_and_misplaced_crs_are_refused() -> None:
    with pytest.raises(UnreadableLayerError, match="limit is 3"):
        read_layer(b"lon,lat", max_bytes=3)
    with pytest.raises(UnreadableLayerError, match="always WGS84"):
        read_layer(b"{}", crs="EPSG:32643")


@pytest.mark.parametrize(
    "path", ["/vsicurl/http://a/b", "/VSIZIP/a.zip", "http://a/b.geojson", "a\0b", "/nowhere", "/"]
)
def test_nothing_is_fetched(path: str) -> None:
    with pytest.raises(UnreadableLayerError):
        read_file(path)


def test_a_file_is_read_within_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"lon,lat\n73,15\n")
    assert read_file(file) == b"lon,lat\n73,15\n"
    with pytest.raises(UnreadableLayerError, match="limit"):
        read_file(file, max_bytes=3)


def test_what_is_written_is_read_back() -> None:
    shapes = [box(73, 15, 73.1, 15.1), Point(1 / 3, 2 / 3), None]
    text = write_geojson([({"n": "ക്ഷ", "i": i}, g) for i, g in enumerate(shapes)])
    rows = list(read_layer(text.encode()))
    assert rows[0].properties["n"] == "ക്ഷ"
    assert rows[0].geometry is not None
    assert rows[0].geometry.equals(box(73, 15, 73.1, 15.1))
    assert rows[1].geometry == Point(1 / 3, 2 / 3)
    assert rows[2].geometry is None


def files(tmp_path: Path, premises: list[tuple[dict[str, Any], Any]]) -> tuple[Path, Path]:
    place, other = tmp_path / "place.geojson", tmp_path / "premises.geojson"
    place.write_text(json.dumps(as_geojson(Point(73.8278, 15.4909))), encoding="utf-8")
    other.write_text(write_geojson(premises), encoding="utf-8")
    return place, other


def test_the_radius_of_two_files(tmp_path: Path) -> None:
    def at(metres: float) -> Point:
        return Point(*EARTH.fwd(73.8278, 15.4909, 40, metres)[:2])

    place, other = files(
        tmp_path,
        [
            ({"premises_id": "far"}, at(1700)),
            ({"premises_id": "b", "accuracy_m": 5}, at(1500)),
            ({"premises_id": "line", "accuracy_m": 200}, at(1700)),
            ({"premises_id": 7, "accuracy_m": ""}, at(MILE_M)),
            ({"premises_id": "yard"}, box(73.82, 15.48, 73.83, 15.5)),
        ],
    )
    found = radius_of_files(place, other, MILE_M)
    assert [p["premises_id"] for p in found["within"]] == ["yard", "b", 7]
    assert found["within"][0] == {"premises_id": "yard", "distance_m": 0.0, "deciding_part": 0}
    assert found["within"][2]["distance_m"] == MILE_M
    assert [p["premises_id"] for p in found["straddling"]] == ["line"]
    json.dumps(found)


@pytest.mark.parametrize(
    ("premises", "says"),
    [
        ([({}, Point(73, 15))], "Feature 1 of the premises file has no premises_id"),
        ([({"premises_id": 1}, None)], "Feature 1 of the premises file"),
        ([({"premises_id": 1}, Point(73, 15)), ({"premises_id": "1"}, Point(73, 15))], "Two feat"),
        ([({"premises_id": 1, "accuracy_m": -1}, Point(73, 15))], "accuracy_m"),
        ([({"premises_id": 1, "accuracy_m": "x"}, Point(73, 15))], "accuracy_m"),
        ([({"premises_id": 1, "accuracy_m": True}, Point(73, 15))], "accuracy_m"),
    ],
)
def test_a_premises_without_what_it_needs_is_named(
    tmp_path: Path, premises: list[tuple[dict[str, Any], Any]], says: str
) -> None:
    with pytest.raises(MalformedGeometryError, match=says):
        radius_of_files(*files(tmp_path, premises), MILE_M)


def test_a_bow_tie_or_two_places_are_refused(tmp_path: Path) -> None:
    place, other = files(tmp_path, [({"premises_id": 1}, Point(73.8, 15.4))])
    ring = [[73, 15], [73.1, 15.1], [73.1, 15], [73, 15.1], [73, 15]]
    place.write_text(json.dumps({"type": "Polygon", "coordinates": [ring]}), encoding="utf-8")
    with pytest.raises(MalformedGeometryError, match="crosses"):
        radius_of_files(place, other, MILE_M)
    with pytest.raises(MalformedGeometryError, match="exactly one place"):
        radius_of_files(files(tmp_path, [])[1], other, MILE_M)
    with pytest.raises(GeodesyError):
        radius_of_files(*files(tmp_path, []), float("nan"))
    assert radius_of_files(*files(tmp_path, []), MILE_M) == {"within": [], "straddling": []}
