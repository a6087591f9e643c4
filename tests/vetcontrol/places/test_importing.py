"""A layer of areas from a file: judged, taken in as an edition, and what an edition changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from casework import HERE, Desk, away, jan, square
from gis import geojson
from gis.formats import write_geojson
from vetcontrol.errors import Malformed, Refused
from vetcontrol.places import importing
from vetcontrol.places.importing import Source
from vetcontrol.places.reading import read_areas
from vetcontrol.places.rows import Report
from vetcontrol.places.service import Level
from vetcontrol.register import entries
from vetcontrol.register.effects import Version
from vetcontrol.register.entries import Actor

Rows = Sequence[tuple[dict[str, Any], BaseGeometry | None]]
WEST, EAST = square(0.01), square(0.01, (74.02, 15.42))


def layer(rows: Rows, **about: Any) -> bytes:
    return json.dumps({**json.loads(write_geojson(rows)), **about}).encode()


def area(code: str, name: str, shape: BaseGeometry = WEST, **facts: Any) -> Any:
    return {"code": code, "name": name, **facts}, shape


def bring(desk: Desk, rows: Rows, level: Level = Level.VILLAGE, **given: Any) -> Report:
    about = given.pop("about", {})
    return importing.import_file(
        desk.register, layer(rows, **about), level,
        file_name="layer.geojson", actor=Actor("vetcontrol"), **given,
    )  # fmt: skip


def live(desk: Desk, level: Level = Level.VILLAGE) -> dict[str, Version]:
    with desk.register.reading() as reading:
        versions = reading.known().of_kind(level.kind, reading.now)
        return {v.facts["code"]: v for v in versions if v.feature.startswith(f"{level}/")}


def test_a_layer_is_one_entry_and_says_what_it_is(desk: Desk) -> None:
    about = {"edition": "2026-11", "source": "Survey", "licence": "CC0-1.0", "accuracy_m": 30}
    rows = [area("1", "Curti", SUB_DIST="Ponda", DISTRICT="North Goa", TYPE="Town")]
    report = bring(desk, rows, about=about)
    assert (report.accepted, report.notes) == (1, [])
    assert report.ignored_columns == ("TYPE",)
    facts = live(desk)["1"].facts
    assert facts == {
        "name": "Curti", "code": "1", "taluka": "Ponda", "district": "North Goa",
        "edition": "2026-11", "source": "Survey", "accuracy_m": 30.0, "approximate": False,
    }  # fmt: skip
    with desk.register.reading() as reading:
        row = entries.newest(reading.session)
        assert row is not None
        content = json.loads(row.content)
        assert (row.seq, content["file_digest"]) == (report.entry, report.digest)
    assert content["licence"] == "CC0-1.0"
    said = Source("2027", "Office", "own", 20.0, date(2027, 1, 2))
    later = bring(desk, rows, about=about, source=said)
    assert later.notes == []
    assert live(desk)["1"].facts["edition"] == "2026-11", "not yet: it stands from tomorrow"
    desk.at(jan(2))
    assert live(desk)["1"].facts["edition"] == "2027"
    assert live(desk)["1"].facts["accuracy_m"] == 20.0


def test_what_is_not_said_is_noted_or_asked_for(desk: Desk) -> None:
    report = bring(desk, [area("1", "Curti")])
    assert [note.split(":")[0] for note in report.notes] == [
        "accuracy_m", "edition", "source", "licence",
    ]  # fmt: skip
    assert live(desk)["1"].facts["accuracy_m"] == 100.0
    with pytest.raises(Malformed, match="--accuracy-m"):
        bring(desk, [area("1", "Ponda")], Level.TALUKA)
    with pytest.raises(Malformed, match="accuracy_m"):
        bring(desk, [area("1", "Curti")], source=Source(accuracy_m=float("inf")))
    with pytest.raises(Malformed, match="source"):
        bring(desk, [area("1", "Curti")], source=Source(source="x" * 401))
    for bad in ("near", True, [1]):
        with pytest.raises(Malformed, match="--accuracy-m"):
            bring(desk, [area("1", "P")], Level.TALUKA, about={"accuracy_m": bad})


@pytest.mark.parametrize(
    ("code", "name"),
    [("code", "NAME"), ("CEN_2001", "name"), ("id", "Village Name"), ("LGD-Code", "vill_name")],
)
def test_usual_names_of_properties_are_known(code: str, name: str) -> None:
    ((_, found),) = read_areas(layer([({code: 30010.0, name: "Curti"}, WEST)])).areas
    assert (found.code, found.name) == ("30010", "Curti")


def test_other_properties_are_named_or_the_file_says_which_it_has(desk: Desk) -> None:
    rows = [({"kod": "1", "nom": "Curti"}, WEST)]
    with pytest.raises(Malformed, match=r"its properties are: kod, nom\. Name one by --name"):
        bring(desk, rows)
    with pytest.raises(Malformed, match=r"no property 'nam'.* kod, nom"):
        bring(desk, rows, name="nam")
    with pytest.raises(Malformed, match="Name one by --code"):
        bring(desk, rows, name="nom")
    assert bring(desk, rows, name="nom", code="kod").accepted == 1
    with pytest.raises(Malformed, match="none at all"):
        bring(desk, [({}, WEST)])


BOW_TIE = shapely.Polygon([(74, 15.4), (74.01, 15.41), (74.01, 15.4), (74, 15.41), (74, 15.4)])


@pytest.mark.parametrize(
    ("row", "field", "words"),
    [
        (area("", "Curti"), "code", "no code"),
        (area("1", ""), "name", "no name"),
        (area("1<script>", "Curti"), "code", "cannot be kept"),
        (area("1" * 61, "Curti"), "code", "cannot be kept"),
        (area("1", "C\u202eurti"), "name", "cannot be kept"),
        (({"code": 1.5, "name": "Curti"}, WEST), "code", "broken number"),
        (({"code": True, "name": "Curti"}, WEST), "code", "no text"),
        (({"code": ["1"], "name": "Curti"}, WEST), "code", "no text"),
        (area("1", "Curti", shapely.Point(HERE)), "geometry", "is a Point"),
        ((area("1", "Curti")[0], None), "geometry", "without a place"),
        (area("1", "Curti", BOW_TIE), "geometry", "crosses or runs over itself at 74.00"),
        (area("1", "Curti", shapely.box(15.4, 73.9, 15.5, 74.0)), "geometry", "outside"),
        (area("1", "Curti", shapely.box(0, 0, 0.1, 0.1)), "geometry", "position is missing"),
        (area("1", "Curti", shapely.box(74.0, 15.4, 74.6, 15.5)), "geometry", "metres beyond"),
        (area("2", "Double"), "code", "the code 2 of row 1"),
    ],
)
def test_a_refused_row_refuses_the_layer(desk: Desk, row: Any, field: str, words: str) -> None:
    head = desk.head()
    report = bring(desk, [area("2", "Sound", EAST), row])
    (fault,) = report.refused
    assert (fault.row, fault.field) == (2, field)
    assert words in fault.reason
    assert fault.remedy
    assert (report.accepted, report.entry, desk.head()) == (0, None, head)
    partial = bring(desk, [area("2", "Sound", EAST), row], accept_partial=True)
    assert (partial.accepted, len(partial.refused)) == (1, 1)
    assert set(live(desk)) == {"2"}


def test_a_swapped_layer_is_offered_the_other_way_round(desk: Desk) -> None:
    swapped = [area("1", "Curti", shapely.box(15.4, 73.9, 15.5, 74.0))]
    assert "Did you swap" in bring(desk, swapped).refused[0].remedy
    land = bring(desk, swapped, Level.TERRITORY, source=Source(accuracy_m=10.0))
    assert "Did you swap" in land.refused[0].remedy


def test_an_area_may_reach_beyond_the_outline_within_its_accuracy(desk: Desk) -> None:
    with desk.register.reading() as reading:
        goa = reading.known().feature("territory/IN-GA", reading.now)
    assert goa is not None
    east = shapely.get_coordinates(goa.geometry)
    corner = tuple(map(float, east[east[:, 0].argmax()]))
    near = square(0.001, (away(4_000.0, 90.0, corner).x, corner[1]))
    far = square(0.001, (away(8_000.0, 90.0, corner).x, corner[1]))
    report = bring(desk, [area("1", "Near", near), area("2", "Far", far)])
    assert [fault.row for fault in report.refused] == [2]
    assert "accurate to 5,500" in report.refused[0].reason


def test_a_new_edition_changes_begins_and_ends(desk: Desk) -> None:
    bring(desk, [area("1", "Kept", WEST), area("2", "Changed", EAST), area("3", "Gone", EAST)])
    desk.at(jan(2))
    grown = square(0.012, (74.02, 15.42))
    rows = [area("1", "Kept", WEST), area("2", "Changed", grown), area("4", "New", EAST)]
    seen = bring(desk, rows, dry_run=True)
    assert seen.summary == {"begins": 1, "changed": 1, "unchanged": 1, "ends": ["Gone"]}
    assert set(live(desk)) == {"1", "2", "3"}
    assert bring(desk, rows).summary == seen.summary
    assert set(live(desk)) == {"1", "2", "4"}
    assert live(desk)["2"].geometry.equals(grown)
    desk.at(jan(1, 23))
    with desk.register.reading() as reading:
        before = reading.known().feature("village/2", jan(1, 23))
    assert before is not None
    assert before.geometry.equals(EAST)


def test_an_area_whose_row_is_refused_keeps_its_outline(desk: Desk) -> None:
    bring(desk, [area("1", "Curti", WEST), area("2", "Bandora", EAST)])
    desk.at(jan(2))
    report = bring(desk, [area("1", "Curti", BOW_TIE), area("2", "B.", EAST)], accept_partial=True)
    assert report.summary["ends"] == []
    assert live(desk)["1"].geometry.equals(WEST)
    assert live(desk)["2"].facts["name"] == "B."


def test_an_edition_cannot_stand_before_a_later_change(desk: Desk) -> None:
    bring(desk, [area("1", "Curti", WEST)])
    with pytest.raises(Refused, match="changes at 1 January 2027, 12:00"):
        bring(desk, [area("1", "Curti", EAST)], source=Source(effective_on=date(2026, 6, 1)))
    assert live(desk)["1"].geometry.equals(WEST)
    # Areas of officers come singly: another's later beginning is no hindrance.
    mine, later = Source(accuracy_m=5.0, effective_on=date(2026, 6, 1)), Source(accuracy_m=5.0)
    bring(desk, [area("a", "A", WEST, of="x")], Level.OFFICER, source=later, dissolve="of")
    assert bring(desk, [area("b", "B", EAST)], Level.OFFICER, source=mine).summary["ends"] == []
    assert set(live(desk, Level.OFFICER)) == {"x", "b"}


def test_areas_are_made_of_villages_by_what_they_share(desk: Desk) -> None:
    south = square(0.01, (74.0, 15.38))
    rows = [
        area("1", "Curti", WEST, SUB_DIST="Ponda", DISTRICT="North Goa"),
        area("2", "Bandora", EAST, SUB_DIST="Ponda", DISTRICT="North Goa"),
        area("3", "Far", south, SUB_DIST="Salcete", DISTRICT="South Goa"),
    ]
    source = Source(accuracy_m=25.0)
    before = {v.facts["name"]: v.feature for v in live(desk, Level.TALUKA).values()}
    report = bring(desk, rows, Level.TALUKA, dissolve="SUB_DIST", source=source)
    assert (report.rows, report.accepted) == (3, 2)
    assert report.summary["changed"] == 2
    assert "Tiswadi" in report.summary["ends"]
    made = {v.facts["name"]: v for v in live(desk, Level.TALUKA).values()}
    # The code of the area in force of that name is kept, so that appointments for it go on.
    assert made["Ponda"].feature == before["Ponda"]
    assert made["Ponda"].geometry.equals(WEST.union(EAST))
    assert made["Ponda"].facts["accuracy_m"] == 25.0
    assert made["Salcete"].facts["district"] == "South Goa"
    coded = bring(desk, rows, Level.PANCHAYAT, dissolve="SUB_DIST", code="DISTRICT")
    assert coded.accepted == 2
    assert set(live(desk, Level.PANCHAYAT)) == {"North Goa", "South Goa"}


def test_no_area_is_made_of_villages_some_of_which_are_refused(desk: Desk) -> None:
    rows = [area("1", "A", WEST, T="x"), area("2", "B", BOW_TIE, T="x")]
    report = bring(
        desk, rows, Level.TALUKA, dissolve="T", source=Source(accuracy_m=5.0), accept_partial=True
    )
    assert (report.accepted, report.entry, len(report.refused)) == (0, None, 1)


def test_a_csv_is_no_layer(desk: Desk) -> None:
    with pytest.raises(Malformed, match="no GeoJSON"):
        read_areas(b"code,name\n1,Curti\n")
    with pytest.raises(Malformed, match="no feature"):
        read_areas(layer([]))


@pytest.mark.clause("DOA1974-13-2")
def test_an_infected_area_of_villages_keeps_its_limits_when_they_change(desk: Desk) -> None:
    bring(desk, [area("1", "Curti", WEST), area("2", "Bandora", EAST)])
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    _, draft = desk.decide(
        case, village_ids=("village/1", "village/2"), modifications="The two villages"
    )
    assert draft is not None
    desk.out(draft)
    inside = (74.025, 15.425)
    assert "infected_area" in desk.kinds(inside, jan(1, 13))
    desk.at(jan(2))
    bring(desk, [area("1", "Curti", square(0.002))])
    assert set(live(desk)) == {"1"}
    with desk.register.reading() as reading:
        (held,) = (v for v in reading.known().versions if v.kind.value == "infected_area")
    assert held.geometry.equals(WEST.union(EAST))
    assert "infected_area" in desk.kinds(inside, jan(2, 1))


def test_the_real_villages_of_goa(desk: Desk, villages_of_goa: bytes) -> None:
    report = importing.import_file(
        desk.register, villages_of_goa, Level.VILLAGE,
        file_name="goa_villages.geojson", actor=Actor("vetcontrol"),
    )  # fmt: skip
    assert (report.rows, report.accepted, report.refused) == (402, 402, [])
    curti = live(desk)["3001000640127000"]
    assert (curti.facts["name"], curti.facts["taluka"]) == ("Curti", "Ponda")
    assert curti.facts["district"] == "North Goa"
    whole = json.loads(villages_of_goa)["features"]
    for feature in whole:
        kept = live_geometry(desk, feature["properties"]["CEN_2001"])
        assert kept.equals_exact(geojson.parse_geojson(feature), 0.0)


def live_geometry(desk: Desk, code: str) -> BaseGeometry:
    with desk.register.reading() as reading:
        version = reading.known().feature(f"village/{code}", reading.now)
    assert version is not None
    return version.geometry
