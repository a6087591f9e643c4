"""A file of premises judged against the register, and taken in whole or not at all."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
import shapely
from sqlalchemy import func, select

from casework import HERE, MILE, OPENED, Desk, away, jan, square
from vetcontrol import demonstration, resources
from vetcontrol.disease.radius import preview
from vetcontrol.errors import Malformed, Refused
from vetcontrol.places.locating import whereabouts_of
from vetcontrol.places.queries import near_boxes, whereabouts
from vetcontrol.places.rows import Report
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.premises import queries, synthetic
from vetcontrol.premises.importing import import_file
from vetcontrol.premises.tables import KeeperRow, PremisesRow
from vetcontrol.register import entries
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register

HEAD = "name,kind,lon,lat,owner,address,animals,accuracy_m,village,taluka"
LAT, LON = HERE[1], HERE[0]


def bring(desk: Desk, *rows: str, head: str = HEAD, **given: Any) -> Report:
    data = "\n".join([head, *rows]).encode()
    return import_file(
        desk.register, data, file_name="premises.csv", actor=Actor("vetcontrol"), **given
    )


def count(register: Register, table: Any = PremisesRow) -> int:
    with register.reading() as reading:
        return reading.session.scalar(select(func.count()).select_from(table)) or 0


def rows_of(desk: Desk) -> list[PremisesRow]:
    with desk.register.reading() as reading:
        found = queries.listing(reading.session, limit=1000, offset=0)[0]
        reading.session.expunge_all()
    return found


SOUND = f"A,dairy,{LON},{LAT},Asha Naik,12 Road,cattle=3;goat=2,10,,"


def test_a_file_is_one_entry_with_its_digest(desk: Desk) -> None:
    desk.villages({"Curti": square(0.01)})
    report = bring(desk, SOUND, f"B,piggery,{LON},15.421,,,,,,")
    assert (report.rows, report.accepted, report.refused) == (2, 2, [])
    data = "\n".join([HEAD, SOUND, f"B,piggery,{LON},15.421,,,,,,"]).encode()
    assert report.digest == hashlib.sha256(data).hexdigest()
    with desk.register.reading() as reading:
        row = entries.newest(reading.session)
        assert row is not None
        assert (row.seq, row.kind, row.actor) == (report.entry, "premises.imported", "vetcontrol")
        content = json.loads(row.content)
        assert (content["file"], content["digest"]) == ("premises.csv", report.digest)
        assert (content["count"], content["first_id"]) == (2, 1)
        (keeper,) = reading.session.scalars(select(KeeperRow))
        assert (keeper.premises_id, keeper.role) == (1, "owner")
        assert (keeper.name, keeper.address) == ("Asha Naik", "12 Road")
    first, second = rows_of(desk)
    assert (first.village, first.village_name) == ("village/Curti", "Curti")
    assert first.placement == "located"
    assert json.loads(first.animals) == {"cattle": 3, "goat": 2}
    assert (first.accuracy_m, second.accuracy_m) == (10.0, None)
    assert first.keeps_animals


def test_any_refused_row_refuses_the_file(desk: Desk) -> None:
    head = desk.head()
    report = bring(desk, SOUND, "B,dairy,15.42,74.0,,,,,,")
    assert (report.accepted, report.entry) == (0, None)
    (fault,) = report.refused
    assert (fault.row, fault.field) == (2, "geometry")
    assert "outside the territory" in fault.reason
    assert "Did you swap" in fault.remedy
    assert "longitude 74.0" in fault.remedy
    assert (count(desk.register), desk.head()) == (0, head)
    partial = bring(desk, SOUND, "B,dairy,15.42,74.0,,,,,,", accept_partial=True)
    assert (partial.accepted, len(partial.refused)) == (1, 1)
    assert partial.entry == desk.head()
    assert [row.name for row in rows_of(desk)] == ["A"]


def test_a_dry_run_keeps_nothing(desk: Desk) -> None:
    head = desk.head()
    report = bring(desk, SOUND, dry_run=True)
    assert (report.accepted, report.entry, report.dry_run) == (1, None, True)
    assert report.summary == {"located": 1, "known_by_village": 0}
    assert (count(desk.register), desk.head()) == (0, head)


def test_what_fails_while_it_is_written_leaves_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = desk.head()

    def full(stage: str, done: int, total: int | None) -> None:
        if stage == "Writing":
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        bring(desk, SOUND, watch=full)
    assert (count(desk.register), count(desk.register, KeeperRow), desk.head()) == (0, 0, head)


@pytest.mark.parametrize(
    ("lon", "lat", "words"),
    [
        ("0", "0", "stands where a position is missing"),
        ("73.8", "0", "stands where a position is missing"),
        ("15.42", "74.0", "lies outside the territory"),
        ("72.83", "18.94", "lies outside the territory"),  # Mumbai, between Goa and Daman
        ("77.2", "28.6", "lies outside the territory"),
        ("380000", "1713000", "not longitude and latitude in degrees"),
    ],
)
def test_positions_that_are_none_here(desk: Desk, lon: str, lat: str, words: str) -> None:
    (fault,) = bring(desk, f"A,dairy,{lon},{lat},,,,,,").refused
    assert fault.field == "geometry"
    assert words in fault.reason


def test_goa_and_daman_are_near_each_by_itself(desk: Desk) -> None:
    with desk.register.reading() as reading:
        boxes = near_boxes(reading.known(), reading.now)
    assert len(boxes) == 2
    assert bring(desk, "A,dairy,72.84,20.41,,,,,,").accepted == 1


@pytest.mark.parametrize(
    ("column", "cell", "field"),
    [
        ("manager", "army", "manager"),
        ("temporary_use", "fair", "temporary_use"),
        ("name", "n" * 201, "name"),
        ("kind", "k" * 41, "kind"),
        ("name", "A\u202egnip", "name"),
        ("name", "A\x07", "name"),
        ("owner", "Asha\x00", "keepers"),
        ("address", "x" * 401, "keepers"),
        ("accuracy_m", "-1", "accuracy_m"),
        ("accuracy_m", "inf", "accuracy_m"),
        ("animals", "cattle=99999999", "animals"),
    ],
)
def test_facts_that_cannot_be_kept(desk: Desk, column: str, cell: str, field: str) -> None:
    cells = {"name": "A", "kind": "dairy", "lon": LON, "lat": LAT, "owner": "Asha"} | {column: cell}
    report = bring(desk, ",".join(map(str, cells.values())), head=",".join(cells))
    assert [fault.field for fault in report.refused] == [field]
    assert report.refused[0].remedy


def test_doubles_in_the_file_and_on_the_register(desk: Desk) -> None:
    same = f"a,dairy,{LON},{LAT},,,,,,"
    other = f"A,dairy,{LON},15.43,,,,,,"
    report = bring(desk, SOUND, same, other, accept_partial=True)
    assert [(f.row, f.reason) for f in report.refused] == [
        (2, "It has the name and the place of row 1")
    ]
    again = bring(desk, other, SOUND)
    assert [f.reason for f in again.refused] == [
        "It is on the register already, as premises 2",
        "It is on the register already, as premises 1",
    ]
    assert count(desk.register) == 2


def test_the_same_outline_begun_elsewhere_is_the_same_place(desk: Desk) -> None:
    ring = [[74.0, 15.42], [74.001, 15.42], [74.001, 15.421], [74.0, 15.42]]
    turned = [ring[1], ring[2], ring[0], ring[1]]
    features = [
        {
            "type": "Feature",
            "properties": {"name": "A", "kind": "dairy"},
            "geometry": {"type": "Polygon", "coordinates": [one]},
        }
        for one in (ring, turned)
    ]
    data = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    report = import_file(desk.register, data, file_name="a", actor=Actor("vetcontrol"))
    assert [fault.row for fault in report.refused] == [2]


def test_a_bow_tie_is_refused_where_it_crosses(desk: Desk) -> None:
    ring = [[74.0, 15.42], [74.002, 15.422], [74.002, 15.42], [74.0, 15.422], [74.0, 15.42]]
    feature = {
        "type": "Feature",
        "properties": {"name": "A", "kind": "dairy"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    report = import_file(
        desk.register, json.dumps(feature).encode(), file_name="a", actor=Actor("vetcontrol")
    )
    (fault,) = report.refused
    assert "crosses" in fault.reason
    assert "74.0010000, 15.4210000" in fault.reason


def villages(desk: Desk) -> None:
    """Two villages of one name in two talukas of the layer's own words, one whose name holds it."""
    areas = [
        ("1", "Navelim", square(0.01), "Ponda"),
        ("2", "Navelim", square(0.01, (74.03, 15.42)), "Salcete"),
        ("3", "Navelim Khurd", square(0.01, (74.06, 15.42)), "Ponda"),
    ]
    with desk.register.writing() as writing:
        import_areas(
            writing,
            Actor("vetcontrol"),
            Level.VILLAGE,
            [Area(code, name, shape, {"taluka": taluka}) for code, name, shape, taluka in areas],
            edition=Edition("1", "test", "CC0-1.0", 50.0),
            effective_at=OPENED,
        )


def test_premises_known_only_by_village_are_placed_as_such(desk: Desk) -> None:
    villages(desk)
    rows = ("A,dairy,,,,,cattle=2,,3,", "B,dairy,,,,,,,navelim,salcete", "C,dairy,,,,,cattle=1,,1,")
    report = bring(desk, *rows)
    assert report.summary == {"located": 0, "known_by_village": 3}
    first, second, third = rows_of(desk)
    assert (first.placement, first.village) == ("village", "village/3")
    assert (second.placement, second.village_name) == ("village", "Navelim")
    assert first.shape.equals(square(0.01, (74.06, 15.42)))
    case = desk.case()
    desk.examine(case)
    with desk.register.reading() as reading:
        seen = preview(reading, case, MILE)
    # Its village holds the place itself, and yet nothing says that the holding is near it.
    assert [(f.premises_id, f.placement) for f in seen.straddling] == [(third.id, "village")]
    assert seen.within == []


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("Navelim,", "2 villages are named 'Navelim': 1 (Ponda), 2 (Salcete)"),
        ("Naveli,", "No village 'Naveli' is among the layers"),
        ("Navelim,Bardez", "No village 'Navelim' of Bardez is among the layers"),
        ("99,", "No village '99' is among the layers"),
    ],
)
def test_a_village_that_is_not_certain_is_asked_for(desk: Desk, cells: str, words: str) -> None:
    villages(desk)
    (fault,) = bring(desk, f"A,dairy,,,,,,,{cells}").refused
    assert (fault.field, fault.reason) == ("village", words)
    located = bring(desk, f"A,dairy,{LON},{LAT},,,,,{cells}")
    assert located.accepted == 1
    (note,) = located.notes
    assert words in note
    assert rows_of(desk)[0].village == "village/1"


def test_a_position_in_another_village_than_stated_is_noted(desk: Desk) -> None:
    villages(desk)
    report = bring(desk, f"A,dairy,{LON},{LAT},,,,,3,")
    assert report.notes == [
        "row 1: states the village Navelim Khurd, but lies in Navelim; look at its position."
    ]
    (row,) = rows_of(desk)
    assert (row.village, row.village_name) == ("village/3", "Navelim Khurd")


def test_without_a_territory_nothing_can_be_judged(register: Register) -> None:
    with pytest.raises(Refused, match="--level territory"):
        import_file(register, f"{HEAD}\n{SOUND}".encode(), file_name="a", actor=Actor("vetcontrol"))


def test_a_file_without_premises_is_refused(desk: Desk) -> None:
    with pytest.raises(Malformed, match="has no row"):
        bring(desk)


def test_many_at_once_lie_where_each_lies_alone(desk: Desk) -> None:
    desk.villages(
        {"West": shapely.box(73.5, 14.5, 74.0, 16), "East": shapely.box(74, 14.5, 75, 16)}
    )
    made = synthetic.arrays(
        400,
        7,
        territory=demonstration._goa(),
        places=resources.read_json("places/places.geojson"),
        polygon_share=0.5,
    )
    border = [shapely.Point(74.0, 15.3), square(0.001), away(10.0).buffer(0.001)]
    places = [*made.geometry, *border, shapely.Point(73.0, 15.0)]
    with desk.register.reading() as reading:
        snapshot, now = reading.known(), jan(1, 12)
        together = whereabouts_of(snapshot, places, now)
        assert together == [whereabouts(snapshot, place, now) for place in places]
    assert together[-1].village == together[-1].taluka == ""
    assert {w.village for w in together[:-1]} == {"West", "East"}
