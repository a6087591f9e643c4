"""A record is put right, also that of premises which came in with a whole file."""

from __future__ import annotations

import json

import pytest
import shapely
from sqlalchemy import select

from casework import HERE, Desk, square
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.officers import tenure
from vetcontrol.officers.correcting import correct
from vetcontrol.officers.roles import Role
from vetcontrol.premises import queries
from vetcontrol.premises.correcting import restate
from vetcontrol.premises.service import Keeper, Premises, import_premises
from vetcontrol.register import audit
from vetcontrol.register.entries import Actor, Entry
from vetcontrol.register.tables import EntryRow


def imported(desk: Desk) -> list[int]:
    """Two premises from one file."""
    with desk.register.writing() as writing:
        entry = import_premises(
            writing,
            Actor("clerk"),
            [
                Premises(
                    f"Holding {n}",
                    "dairy",
                    shapely.Point(74.0 + n / 1000, 15.4),
                    keepers=(Keeper("owner", f"Owner {n}"),),
                    animals={"cattle": n},
                )
                for n in (1, 2)
            ],
            file_name="two.csv",
            file_digest="0" * 64,
        )
    first = entry.content["first_id"]
    return [first, first + 1]


def put_right(desk: Desk, key: int, **restated: object) -> Entry:
    with desk.register.writing() as writing:
        clerk = desk.who("clerk")
        row = tenure.held(writing, clerk.username, (Role.CLERK,), writing.now)
        assert row is not None
        actor = Actor(clerk.username, row.number)
        return restate(writing, clerk, actor, key, restated=restated, reason="Miscounted")


def animals(desk: Desk, key: int) -> dict[str, int]:
    with desk.register.reading() as reading:
        found: dict[str, int] = json.loads(queries.get(reading.session, key).animals)
        return found


def test_one_of_a_file_is_put_right_and_its_neighbour_left_alone(desk: Desk) -> None:
    first, second = imported(desk)
    put_right(desk, first, animals={"cattle": 7})
    assert (animals(desk, first), animals(desk, second)) == ({"cattle": 7}, {"cattle": 2})
    with desk.register.reading() as reading:
        (keeper,) = queries.keepers(reading.session, [first])[first]
        assert (keeper.role, keeper.name) == ("owner", "Owner 1")
    assert audit.verify(desk.register).faults == []


def test_what_was_known_of_a_place_is_asked_by_its_sequence(desk: Desk) -> None:
    (village,) = desk.villages({"V1": square(0.005)})
    key, before = desk.premises(None, village=village), desk.head()
    put_right(desk, key, geometry={"type": "Point", "coordinates": list(HERE)})
    first, _ = imported(desk)
    with desk.register.reading() as reading:
        for premises, seq, expected in (
            (key, before - 1, False),
            (key, before, True),
            (key, desk.head(), False),
            (first, desk.head(), False),
        ):
            known = queries.known_only_by_village(reading.session, premises, seq)
            assert known is expected, (premises, seq)


def test_withdrawn_the_correction_gives_back_what_the_file_said(desk: Desk) -> None:
    first, _ = imported(desk)
    made = put_right(desk, first, animals={"cattle": 7})
    with desk.register.writing() as writing:
        correct(writing, desk.who("clerk"), seq=made.seq, reason="They were seven after all not")
    assert animals(desk, first) == {"cattle": 1}


def test_a_second_correction_keeps_what_the_first_restated(desk: Desk) -> None:
    first, _ = imported(desk)
    put_right(desk, first, animals={"cattle": 7})
    put_right(desk, first, name="Holding one")
    assert animals(desk, first) == {"cattle": 7}
    with desk.register.reading() as reading:
        assert queries.get(reading.session, first).name == "Holding one"
    put_right(desk, first, animals={"cattle": 8})
    with desk.register.reading() as reading:
        assert queries.get(reading.session, first).name == "Holding one"
        entries = list(reading.session.scalars(select(EntryRow)))
        assert [row.seq for row in entries if "Holding " in row.content] == []
    assert audit.verify(desk.register).faults == []


def test_a_field_that_cannot_be_is_refused_and_nothing_is_kept(desk: Desk) -> None:
    first, _ = imported(desk)
    head = desk.register.database.head()
    with pytest.raises(Malformed):
        put_right(desk, first, animals={"cattle": -1})
    with pytest.raises(NotFound):
        put_right(desk, 10_000, name="Nobody's")
    assert desk.register.database.head() == head
    assert animals(desk, first) == {"cattle": 1}
