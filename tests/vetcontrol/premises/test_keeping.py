"""An Inspector keeps the record of premises within his area; others keep it anywhere."""

from __future__ import annotations

from typing import Any

import pytest
import shapely

from casework import HERE, Desk
from gis import geojson
from vetcontrol.errors import NoAuthority
from vetcontrol.premises.correcting import restate
from vetcontrol.premises.keeping import keeper
from vetcontrol.premises.service import Premises, import_premises, record_by
from vetcontrol.register.entries import Actor, Entry

# The Inspector's area is Ponda.
PONDA, CANACONA = shapely.Point(HERE), shapely.Point(74.05, 15.02)


def enter(desk: Desk, by: str, where: shapely.geometry.base.BaseGeometry) -> tuple[int, Entry]:
    with desk.register.writing() as writing:
        return record_by(writing, desk.who(by).username, Premises("Dairy", "dairy", where))


def put_right(desk: Desk, by: str, key: int, where: shapely.Point, **restated: Any) -> Entry:
    who = desk.who(by)
    with desk.register.writing() as writing:
        actor = keeper(writing, who.username, [where])
        return restate(writing, who, actor, key, restated=restated, reason="Misread")


@pytest.mark.parametrize("by", ["veterinary_surgeon", "clerk", "government"])
def test_an_office_without_an_area_keeps_premises_anywhere(desk: Desk, by: str) -> None:
    for where in (PONDA, CANACONA):
        enter(desk, by, where)
    with desk.register.writing() as writing:
        keeper(writing, desk.who(by).username, None)


def test_an_inspector_enters_premises_of_his_area_alone(desk: Desk) -> None:
    _, entry = enter(desk, "inspector", PONDA)
    assert entry.appointment is not None
    head = desk.head()
    for where in (CANACONA, shapely.MultiPoint([PONDA, CANACONA])):
        with pytest.raises(NoAuthority, match="does not cover the place") as caught:
            enter(desk, "inspector", where)
        assert caught.value.clauses == ("DOA1974-3-2b",)
    with desk.register.writing() as writing, pytest.raises(NoAuthority, match="one by one"):
        keeper(writing, desk.who("inspector").username, None)
    with pytest.raises(NoAuthority, match="on an appointment in force"):
        enter(desk, "police", PONDA)
    assert desk.head() == head


def test_premises_known_by_village_lie_where_the_village_lies(desk: Desk) -> None:
    desk.villages({"Here": PONDA.buffer(0.005), "There": CANACONA.buffer(0.005)})
    inspector = desk.who("inspector").username
    with desk.register.writing() as writing:
        record_by(writing, inspector, Premises("Yard", "yard", None, village="village/Here"))
    with desk.register.writing() as writing, pytest.raises(NoAuthority):
        record_by(writing, inspector, Premises("Yard", "yard", None, village="village/There"))


def test_an_inspector_moves_no_premises_into_his_area_or_out_of_it(desk: Desk) -> None:
    key, entry = enter(desk, "inspector", PONDA)
    put_right(desk, "inspector", key, PONDA, animals={"cattle": 2})
    head = desk.head()
    away = {"geometry": geojson.as_geojson(CANACONA)}
    with pytest.raises(NoAuthority, match="does not cover the place"):
        put_right(desk, "inspector", key, PONDA, **away)
    assert desk.head() == head
    own, made = enter(desk, "inspector", PONDA)
    with pytest.raises(NoAuthority, match="does not cover the place"):
        desk.correct(made.seq, by="inspector", restated=away)
    moved = put_right(desk, "veterinary_surgeon", own, PONDA, **away)
    with pytest.raises(NoAuthority):
        desk.correct(moved.seq, by="inspector")
    assert entry.seq != made.seq


def test_a_row_of_a_file_elsewhere_is_not_an_inspectors_to_correct(desk: Desk) -> None:
    with desk.register.writing() as writing:
        made = import_premises(
            writing,
            Actor("clerk"),
            [Premises("Far", "dairy", CANACONA)],
            file_name="one.csv",
            file_digest="0" * 64,
        )
    head = desk.head()
    # Even where the caller asked for the wrong place, the record itself is looked at.
    for asked in (CANACONA, PONDA):
        with pytest.raises(NoAuthority, match="does not cover the place"):
            put_right(desk, "inspector", made.content["first_id"], asked, name="Near")
    assert desk.head() == head
