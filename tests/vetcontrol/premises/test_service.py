"""Premises entered one by one: recorded, found, corrected, struck."""

from __future__ import annotations

import json
from typing import Any

import pytest
import shapely
from sqlalchemy import select

from casework import HERE, Desk, away, square
from gis import geojson
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.premises import queries
from vetcontrol.premises.service import Keeper, Premises, record
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register import audit
from vetcontrol.register.entries import Actor, Entry
from vetcontrol.register.redaction import redact
from vetcontrol.register.register import personal_text
from vetcontrol.register.tables import EntryRow


def enter(desk: Desk, premises: Premises) -> tuple[int, Entry]:
    with desk.register.writing() as writing:
        return record(writing, Actor("surgeon"), premises)


def row_of(desk: Desk, key: int) -> PremisesRow:
    with desk.register.reading() as reading:
        row = queries.get(reading.session, key)
        reading.session.expunge(row)
    return row


def keepers_of(desk: Desk, key: int) -> list[tuple[str, str | None, str | None]]:
    with desk.register.reading() as reading:
        found = queries.keepers(reading.session, [key]).get(key, [])
        return [(k.role, k.name, k.address) for k in found]


DAIRY = Premises(
    "Dairy",
    "dairy",
    shapely.Point(HERE),
    keepers=(Keeper("owner", "Asha Naik", "12 Road"), Keeper("person_in_charge", "B. Naik")),
    animals={"cattle": 3},
    accuracy_m=10.0,
)


def test_what_is_entered_is_found(desk: Desk) -> None:
    desk.villages({"Curti": square(0.01)})
    key, entry = enter(desk, DAIRY)
    row = row_of(desk, key)
    assert (row.name, row.kind, row.manager, row.placement) == (
        "Dairy", "dairy", "private", "located",
    )  # fmt: skip
    assert (row.village, row.village_name, row.accuracy_m) == ("village/Curti", "Curti", 10.0)
    assert row.shape.equals(shapely.Point(HERE))
    assert keepers_of(desk, key) == [
        ("owner", "Asha Naik", "12 Road"),
        ("person_in_charge", "B. Naik", None),
    ]
    assert entry.subjects == (f"premises/{key}",)
    with desk.register.reading() as reading:
        (near,) = queries.nearest(reading.session, *HERE, 0.001)
        assert near.id == key


def test_the_nearest_premises_come_first_by_true_distance(desk: Desk) -> None:
    """A degree of longitude is shorter than one of latitude: the eye in degrees is wrong."""
    north, east = (desk.premises(away(m, azimuth)) for m, azimuth in ((102, 0.0), (100, 90.0)))
    with desk.register.reading() as reading:
        found = queries.nearest(reading.session, *HERE, 0.005)
        assert [row.id for row in found] == [east, north]
        assert queries.nearest(reading.session, 73.0, 14.0, 0.005) == []


NAMES = ("Asha", "12 Road", "Dairy", "Asha's yard")


def test_the_log_holds_no_name_of_a_keeper_or_of_the_place(desk: Desk) -> None:
    key, entry = enter(desk, DAIRY)
    desk.correct(entry.seq, by="veterinary_surgeon", restated={"name": "Asha's yard"})
    assert row_of(desk, key).name == "Asha's yard"
    with desk.register.reading() as reading:
        kept = list(reading.session.scalars(select(EntryRow).where(EntryRow.seq >= entry.seq)))
        assert [row.kind for row in kept] == ["premises.recorded", "correction"]
        assert [name for name in NAMES for row in kept if name in row.content] == []
        said = json.loads(kept[1].content)
        assert said["restated"]["name"] == said["as_corrected"]["name"]
        assert personal_text(reading.session, said["restated"]["name"]) == "Asha's yard"


def test_a_name_is_redacted_and_the_place_goes_by_its_number(desk: Desk) -> None:
    key, entry = enter(desk, DAIRY)
    administrator = desk.who("administrator")
    with desk.register.writing() as writing:
        redact(
            writing,
            Actor(administrator.username),
            [entry.content["name"]["personal"]],
            reason="Asked for",
            administrator=True,
        )
    assert row_of(desk, key).name == f"Premises {key}"
    desk.correct(entry.seq, by="veterinary_surgeon", restated={"animals": {"cattle": 9}})
    row = row_of(desk, key)
    assert (row.name, json.loads(row.animals)) == (f"Premises {key}", {"cattle": 9})
    assert audit.verify(desk.register).faults == []


def test_the_digest_of_another_name_cannot_be_given_for_a_name(desk: Desk) -> None:
    _, other = enter(desk, DAIRY)
    key, entry = enter(desk, DAIRY)
    for name in (other.content["name"], "A\ud800", "A\nB"):
        with pytest.raises(Malformed, match=r"restated\.name"):
            desk.correct(entry.seq, by="veterinary_surgeon", restated={"name": name})
    assert row_of(desk, key).name == "Dairy"


def test_premises_known_by_village_have_its_outline(desk: Desk) -> None:
    desk.villages({"Curti": square(0.01)})
    key, _ = enter(desk, Premises("Dairy", "dairy", None, village="village/Curti"))
    row = row_of(desk, key)
    assert (row.placement, row.village_name) == ("village", "Curti")
    assert row.shape.equals(square(0.01))
    with pytest.raises(NotFound, match="village/Nowhere"):
        enter(desk, Premises("Dairy", "dairy", None, village="village/Nowhere"))
    with pytest.raises(Refused, match="known only by their village"):
        desk.order(key)


def test_a_village_that_is_stated_stands(desk: Desk) -> None:
    desk.villages({"Curti": square(0.01), "Bandora": square(0.01, (74.03, 15.42))})
    key, _ = enter(desk, Premises("Dairy", "dairy", shapely.Point(HERE), village="village/Bandora"))
    row = row_of(desk, key)
    assert (row.village, row.village_name) == ("village/Bandora", "Bandora")


@pytest.mark.parametrize(
    ("fact", "value", "field"),
    [
        ("name", " ", "name"),
        ("name", "A\nB", "name"),
        ("name", "A\u202eB", "name"),
        ("name", "A\ud800", "name"),
        ("kind", "", "kind"),
        ("manager", "army", "manager"),
        ("temporary_use", "fair", "temporary_use"),
        ("keepers", (Keeper("tenant", "A"),), "keepers"),
        ("keepers", (Keeper("owner", ""),), "keepers"),
        ("keepers", (Keeper("owner", "A", "x" * 401),), "keepers"),
        ("keepers", (Keeper("owner", "A", "12\x00"),), "keepers"),
        ("animals", {"cattle": -1}, "animals"),
        ("animals", {"": 1}, "animals"),
        ("animals", {"c\x00w": 1}, "animals"),
        ("accuracy_m", float("nan"), "accuracy_m"),
        ("geometry", None, "geometry"),
        ("geometry", shapely.Point(HERE[1], HERE[0]), "geometry"),
        ("geometry", shapely.Point(0, 0), "geometry"),
        ("geometry", shapely.Point(), "geometry"),
        ("geometry", shapely.LineString([HERE, (74.1, 15.4)]), "geometry"),
        ("geometry", shapely.Polygon([(74, 15), (74.1, 15.1), (74.1, 15), (74, 15.1)]), "geometry"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_field(
    desk: Desk, fact: str, value: Any, field: str
) -> None:
    head = desk.head()
    with pytest.raises(Malformed) as caught:
        enter(desk, Premises(**{**DAIRY.__dict__, fact: value}))
    assert {error.field for error in caught.value.errors} == {field}
    assert desk.head() == head


def test_a_correction_restates_what_was_wrong(desk: Desk) -> None:
    desk.villages({"Curti": square(0.01), "Bandora": square(0.01, (74.03, 15.42))})
    key, entry = enter(desk, DAIRY)
    moved = shapely.Point(74.03, 15.42)
    desk.correct(
        entry.seq,
        by="veterinary_surgeon",
        restated={"name": "Bandora dairy", "animals": {"buffalo": 4},
                  "geometry": geojson.as_geojson(moved)},
    )  # fmt: skip
    row = row_of(desk, key)
    assert (row.name, json.loads(row.animals)) == ("Bandora dairy", {"buffalo": 4})
    assert row.shape.equals(moved)
    assert (row.village, row.village_name) == ("village/Bandora", "Bandora")
    assert keepers_of(desk, key)[0] == ("owner", "Asha Naik", "12 Road")


def test_a_place_known_by_village_is_located_by_correction(desk: Desk) -> None:
    desk.villages({"Curti": square(0.01)})
    key, entry = enter(desk, Premises("Dairy", "dairy", None, village="village/Curti"))
    point = geojson.as_geojson(away(100.0))
    desk.correct(entry.seq, by="veterinary_surgeon", restated={"geometry": point})
    assert row_of(desk, key).placement == "located"
    assert desk.order(key).content["premises_id"] == key


@pytest.mark.parametrize(
    "restated",
    [
        {"manager": "army"},
        {"name": 7},
        {"name": ""},
        {"animals": {"cattle": "3"}},
        {"animals": [3]},
        {"animals": {"cattle": True}},
        {"accuracy_m": "near"},
        {"geometry": {"type": "Point", "coordinates": [15.42, 74.0]}},
        {"keepers": []},
        {"id": 5},
    ],
)
def test_a_correction_cannot_enter_what_could_not_be_recorded(
    desk: Desk, restated: dict[str, Any]
) -> None:
    key, entry = enter(desk, DAIRY)
    head = desk.head()
    with pytest.raises(Malformed, match="restated"):
        desk.correct(entry.seq, by="veterinary_surgeon", restated=restated)
    assert desk.head() == head
    assert row_of(desk, key).name == "Dairy"


def test_the_id_of_a_struck_place_is_never_given_again(desk: Desk) -> None:
    key, entry = enter(desk, DAIRY)
    desk.correct(entry.seq, by="veterinary_surgeon")
    with pytest.raises(NotFound):
        row_of(desk, key)
    assert keepers_of(desk, key) == []
    second, _ = enter(desk, DAIRY)
    assert second == key + 1
    with desk.register.reading() as reading:
        (found,), total = queries.listing(reading.session, limit=5, offset=0)
        assert (found.id, total) == (second, 1)


def test_premises_are_listed_by_box_and_words(desk: Desk) -> None:
    for name in ("Dairy 100%", "Dairy_1", "Yard"):
        enter(desk, Premises(name, "dairy", shapely.Point(HERE)))
    enter(desk, Premises("Dairy far", "dairy", away(20_000.0)))
    with desk.register.reading() as reading:

        def names(**asked: Any) -> list[str]:
            asked = {"names": True} | asked
            found, total = queries.listing(reading.session, limit=10, offset=0, **asked)
            assert total == len(found)
            return [row.name for row in found]

        box = (*(v - 0.001 for v in HERE), *(v + 0.001 for v in HERE))
        assert names(text="dairy") == ["Dairy 100%", "Dairy_1", "Dairy far"]
        assert names(text="%") == ["Dairy 100%"]
        assert names(text="_") == ["Dairy_1"]
        assert names(text="dairy", bounds=box) == ["Dairy 100%", "Dairy_1"]
        near = shapely.Point(HERE).buffer(0.001)
        assert names(text="dairy", names=near) == ["Dairy 100%", "Dairy_1"]
        assert names(text="dairy", names=near, bounds=(70.0, 10.0, 70.1, 10.1)) == []
        assert names(text="dairy", names=False) == []
        # In the area's box, but not in the area.
        assert names(text="dairy", names=near.union(shapely.Point(80.0, 20.0))) == [
            "Dairy 100%",
            "Dairy_1",
        ]
        far = str(max(row.id for row in queries.listing(reading.session, limit=9, offset=0)[0]))
        assert names(text=far, names=False) == ["Dairy far"]
        paged = queries.listing(
            reading.session, limit=1, offset=1, text="dairy", names=shapely.box(70, 10, 80, 20)
        )
        assert ([row.name for row in paged[0]], paged[1]) == (["Dairy_1"], 3)
