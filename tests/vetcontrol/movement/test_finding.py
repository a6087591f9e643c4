"""What a finding on the register shows of animals: only one that cancelled, only there (27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from casework import Desk, away
from removals import apply, area, grant, read
from vetcontrol.errors import Refused
from vetcontrol.law.diseases_of_animals.removal import Shown
from vetcontrol.register.entries import Entry

THERE = away(700)
FREE: dict[str, Any] = {"route": None, "corridor_m": None, "shown": Shown.FREE}


def cancelled(desk: Desk) -> tuple[int, Entry]:
    """A dairy inside the area, and the examination by which its order was cancelled."""
    dairy = desk.premises(THERE, "Second dairy")
    case = str(desk.order(dairy).content["case_number"])
    return dairy, desk.examine(case, outcome="cancel", findings="No sign of disease")


def numbers(examined: Entry) -> Iterator[str]:
    yield str(examined.content["number"])
    yield str(examined.content["outcome_number"])


@pytest.mark.clause("DOA1974-27", "DOA1974-14-1a")
def test_a_finding_of_disease_frees_nothing(desk: Desk) -> None:
    area(desk)
    dairy = desk.premises(THERE, "Second dairy")
    examined = desk.examine(str(desk.order(dairy).content["case_number"]))
    inside = away(400)
    for finding in numbers(examined):
        number = apply(desk, (inside.x, inside.y), finding=finding, **FREE)
        with pytest.raises(Refused, match=f"{finding} confirmed the order") as caught:
            grant(desk, number)
        assert "for you to decide" in caught.value.detail
        assert "DOA1974-14-1b" in caught.value.clauses
        told = grant(desk, number, reason="In contact").content["journey"]
        assert told["outcome"] == "needs_decision"
        assert "DOA1974-27" in told["clauses"]
        assert read(desk, number).state == "granted"


@pytest.mark.clause("DOA1974-27")
def test_one_that_cancelled_frees_the_animals_of_that_place_alone(desk: Desk) -> None:
    area(desk)
    dairy, examined = cancelled(desk)
    elsewhere = away(400)
    for finding in numbers(examined):
        for origin in (dairy, (THERE.x, THERE.y)):
            with pytest.raises(Refused, match="needs no licence"):
                grant(desk, apply(desk, origin, finding=f"By {finding}", **FREE))
        beside = away(5, 90.0, (THERE.x, THERE.y))
        for where in (elsewhere, beside):
            number = apply(desk, (where.x, where.y), finding=finding, **FREE)
            with pytest.raises(Refused, match="not surely begin there"):
                grant(desk, number)


@pytest.mark.clause("DOA1974-27")
def test_a_surgeon_who_enters_it_is_taken_at_his_word(desk: Desk) -> None:
    area(desk)
    _, examined = cancelled(desk)
    elsewhere = away(400)
    for finding in ("I saw them, no vesicles", f"As at {examined.number}, seen today"):
        number = apply(
            desk, (elsewhere.x, elsewhere.y), by="veterinary_surgeon", finding=finding, **FREE
        )
        assert read(desk, number).consignment.own_finding
        with pytest.raises(Refused, match="needs no licence"):
            grant(desk, number)


@pytest.mark.clause("DOA1974-27", "DOA1974-14-1a")
def test_no_finding_takes_an_animal_out_of_the_place_itself(desk: Desk) -> None:
    _, premises, _ = area(desk)
    _, examined = cancelled(desk)
    told = grant(desk, apply(desk, premises, finding=str(examined.number), **FREE))
    assert told.content["journey"]["outcome"] == "refused"


@pytest.mark.clause("DOA1974-27")
def test_a_finding_of_one_disease_frees_of_no_other(desk: Desk) -> None:
    area(desk)
    dairy = desk.premises(THERE, "Second dairy")
    case = str(desk.order(dairy, disease="rabies").content["case_number"])
    examined = desk.examine(case, outcome="cancel", findings="No sign of it")
    number = apply(desk, dairy, finding=examined.number, **FREE)
    with pytest.raises(Refused, match=f"{examined.number} speaks of .* alone"):
        grant(desk, number)
