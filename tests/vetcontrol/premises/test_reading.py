"""Premises read from files: every spelling of a row, and every way in which one goes wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gis.errors import UnreadableLayerError
from vetcontrol.errors import Malformed
from vetcontrol.places.rows import RowFault
from vetcontrol.premises.reading import PremisesFile, read_premises
from vetcontrol.premises.service import Keeper, Premises

HEAD = "name,kind,lon,lat"


def read(text: str) -> PremisesFile:
    return read_premises(text.encode())


def only(text: str) -> Premises:
    found = read(text)
    assert found.refused == []
    assert len(found.rows) == 1
    return found.rows[0].premises


def fault(cells: str, head: str = HEAD) -> RowFault:
    found = read(f"{head}\n{cells}\n")
    assert found.rows == []
    (refused,) = found.refused
    assert refused.row == 1
    assert refused.reason
    assert refused.remedy
    return refused


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_commas_semicolons_and_tabs_with_and_without_a_mark(mark: str, bom: str, end: str) -> None:
    head = mark.join(("Name", "KIND", "Longitude", "latitude", "Animals"))
    row = mark.join(("पणजी गोठा", "dairy", "73.8278", "15.4909", '"cattle=3;goat=2"'))
    found = only(f"{bom}{head}{end}{row}{end}")
    assert found.name == "पणजी गोठा"
    assert found.geometry is not None
    assert (found.geometry.bounds[:2]) == (73.8278, 15.4909)
    assert found.animals == {"cattle": 3, "goat": 2}


@pytest.mark.parametrize(
    "words",
    [
        "15º 29’ 27.2’’ N, 73° 49′ 40.1″ E",
        "15 29 27.2 N 73 49 40.1 E",
        "N 15°29'27.2\" E 73°49'40.1\"",
        "15.490889, 73.827806",
        "73° 49′ 40.1″ E, 15° 29′ 27.2″ N",
    ],
)
def test_coordinates_in_any_common_spelling(words: str) -> None:
    quoted = words.replace('"', '""')
    found = only(f'name,kind,coordinates\nA,dairy,"{quoted}"\n')
    assert found.geometry is not None
    assert found.geometry.bounds[0] == pytest.approx(73.827806, abs=1e-5)
    assert found.geometry.bounds[1] == pytest.approx(15.490889, abs=1e-5)


def test_every_column() -> None:
    head = (
        "holding;type;x;y;manager;temporary use;owner;occupier;person-in-charge;address;accuracy_m;"
        "cattle;goats;poultry;animals;village;taluka;colour"
    )
    row = (
        "Yard;market;73.9;15.4;Local Authority;Sale;A. Naik;B. Naik;C. Naik;12 Road\u00a0;10;3;"
        "0;1,200;buffalo: 4 | pig=2;3001000640127000;Ponda;red"
    )
    found = read(f"{head}\n{row}\n")
    assert found.ignored_columns == ("colour",)
    (one,) = found.rows
    assert (one.village, one.taluka) == ("3001000640127000", "Ponda")
    assert one.premises.manager == "local_authority"
    assert one.premises.temporary_use == "sale"
    assert one.premises.keepers == tuple(
        Keeper(role, name, "12 Road")
        for role, name in zip(
            ("owner", "occupier", "person_in_charge"),
            ("A. Naik", "B. Naik", "C. Naik"),
            strict=True,
        )
    )
    assert one.premises.accuracy_m == 10.0
    assert one.premises.animals == {
        "buffalo": 4, "pig": 2, "cattle": 3, "goat": 0, "poultry": 1200,
    }  # fmt: skip


def test_a_blank_position_is_not_nought() -> None:
    found = read("name,kind,lon,lat,village\nA,dairy,,,Curti\nB,dairy,0,0,Curti\n")
    assert [one.premises.geometry is None for one in found.rows] == [True, False]
    assert fault("A,dairy,,").reason.startswith("Neither a position nor a village")


@pytest.mark.parametrize(
    ("cells", "field", "reason"),
    [
        ("A,dairy,73.8,", "lat", "blank although the other is given"),
        ("A,dairy,,15.4", "lon", "blank although the other is given"),
        ("A,dairy,73;8,15.4", "lon", "not a number"),
        ("A,dairy,7_3.8,15.4", "lon", "not a number"),
        ("A,dairy,nan,15.4", "lon", "not a number"),
        ("A,dairy,inf,15.4", "lon", "not a number"),
        ("A,dairy,73.8,15.4,1", "row", "5 cells, the header 4"),
        ("A,dairy,73.8", "row", "3 cells, the header 4"),
        ('A,dairy,"73.8"x,15.4', "row", "cannot be read"),
    ],
)
def test_positions_and_rows_that_cannot_be_read(cells: str, field: str, reason: str) -> None:
    found = fault(cells)
    assert found.field == field
    assert reason in found.reason


@pytest.mark.parametrize(
    ("column", "cell", "field"),
    [
        ("animals", "cattle", "animals"),
        ("animals", "cattle=-1", "animals"),
        ("animals", "cattle=3.5", "animals"),
        ("animals", "cattle=1e3", "animals"),
        ("animals", "cattle=3;Cattle=2", "animals"),
        ("animals", "cattle=9999999999", "animals"),
        ("cattle", "many", "animals"),
        ("accuracy_m", "near", "accuracy_m"),
        ("address", "12 Road", "address"),
        ("coordinates", "15.49 73.82", "coordinates"),
    ],
)
def test_cells_that_cannot_be_read(column: str, cell: str, field: str) -> None:
    assert fault(f"A,dairy,73.8,15.4,{cell}", f"{HEAD},{column}").field == field


def test_unreadable_coordinates_say_what_is_read() -> None:
    found = fault("A,dairy,15.49 N somewhere", "name,kind,coordinates")
    assert found.field == "coordinates"
    assert "15.4909, 73.8278" in found.remedy


def test_rows_keep_the_numbers_of_the_file() -> None:
    found = read(f"{HEAD}\nA,dairy,73.8,15.4\n\n , , , \nB,dairy,x,15.4\n")
    assert [one.row for one in found.rows] == [1]
    assert [one.row for one in found.refused] == [4]
    assert found.count == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (f"{HEAD}\n".encode(), "has no row"),
        ("name,kind,lon,lat\nजी,dairy,73,15".encode("utf-16"), "UTF-16"),
        ("name,kind,lon,lat\nSão,dairy,73,15".encode("latin-1"), "not UTF-8"),
        (b"naam,kind,lon,lat\nA,dairy,73,15", "no column name; its columns are: naam, kind, lon"),
        (b"name,kind,lon\nA,dairy,73", "no column lon and lat, coordinates, or village"),
        (b"name|kind|lon|lat\nA|dairy|73|15", "commas, semicolons or tabs"),
        (b"name,kind,lon,longitude,lat\nA,dairy,73,73,15", "lon and longitude for the same"),
        (b"name,name,kind,lon,lat\nA,B,dairy,73,15", "two columns named name"),
        (b"name,kind,lon,lat,\nA,dairy,73,15,", "column without a name"),
    ],
)
def test_files_that_cannot_be_read_as_a_whole(data: bytes, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        read_premises(data)


def collection(*features: Any) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "geometry": geometry,
        "properties": {"name": "A", "kind": "dairy", **properties},
    }


SQUARE = [[73.8, 15.4], [73.81, 15.4], [73.81, 15.41], [73.8, 15.4]]


def test_geojson_of_every_kind_of_place() -> None:
    shapes = [
        {"type": "Point", "coordinates": [73.8, 15.4]},
        {"type": "MultiPoint", "coordinates": [[73.8, 15.4], [73.9, 15.4]]},
        {"type": "Polygon", "coordinates": [SQUARE]},
        {"type": "MultiPolygon", "coordinates": [[SQUARE]]},
    ]
    found = read_premises(
        collection(*(feature(s, animals={"cattle": 3}, village=127000.0) for s in shapes))
    )
    assert found.refused == []
    kinds = [one.premises.geometry.geom_type for one in found.rows if one.premises.geometry]
    assert kinds == [s["type"] for s in shapes]
    assert {one.village for one in found.rows} == {"127000"}
    assert all(one.premises.animals == {"cattle": 3} for one in found.rows)


def test_geojson_rows_that_cannot_be_read() -> None:
    found = read_premises(
        collection(
            feature(None, village="Curti"),
            feature(None),
            feature({"type": "LineString", "coordinates": [[73.8, 15.4], [73.9, 15.4]]}),
            feature({"type": "Point", "coordinates": [173800, 1715000]}),
            feature({"type": "Polygon", "coordinates": [SQUARE[:-1]]}),
            feature({"type": "Point", "coordinates": [73.8, 15.4]}, name=["A"]),
            feature({"type": "Point", "coordinates": [73.8, 15.4]}, lon=1.0),
        )
    )
    assert [one.row for one in found.rows] == [1, 7]
    assert [(f.row, f.field) for f in found.refused] == [
        (2, "geometry"), (3, "geometry"), (4, "geometry"), (5, "geometry"), (6, "name"),
    ]  # fmt: skip
    assert found.ignored_columns == ("lon",)


def test_damaged_json_is_refused_whole() -> None:
    with pytest.raises(UnreadableLayerError, match="whole JSON"):
        read_premises(b'{"type": "FeatureCollection", "features": [')


@pytest.mark.parametrize(
    "name",
    [
        '=HYPERLINK("http://x","y")',
        "+1+1",
        "@SUM(A1)",
        "{{ 7*7 }}",
        "${alert(1)}",
        "a`b`",
        "</script><script>alert(1)</script>",
        "നെയ്യാറ്റിൻകര",
        "Robert'); DROP TABLE premises;--",
    ],
)
def test_hostile_words_are_kept_as_they_are(name: str) -> None:
    quoted = name.replace('"', '""')
    assert only(f'{HEAD}\n"{quoted}",dairy,73.8,15.4\n').name == name


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    for start in (b"", b"name,kind,lon,lat\n", b'{"type":"FeatureCollection","features":['):
        try:
            found = read_premises(start + data)
        except (Malformed, UnreadableLayerError):
            continue
        assert found.count >= len(found.rows)


@given(st.lists(st.text(alphabet="\x00a1;,\"'\n\r\t=°N- .", max_size=12), min_size=4, max_size=4))
def test_no_cells_break_the_reader(cells: list[str]) -> None:
    head = "name,kind,coordinates,animals"
    line = ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)
    found = read(f"{head}\nA,dairy,,\n{line}\n")
    assert found.count == len(found.rows) + len(found.refused)
