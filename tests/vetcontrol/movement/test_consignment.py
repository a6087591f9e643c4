"""The ends of a journey, the spelling in which two are compared, and what a paper says of them."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from casework import HERE, Desk, away, jan, square
from removals import apply, area, check, found, grant, read
from vetcontrol.documents.content import from_json
from vetcontrol.documents.values import Personal, Unnamed
from vetcontrol.errors import Malformed, NoAuthority
from vetcontrol.movement.consignment import by_species, compared, end
from vetcontrol.movement.lying import End

# In Sanguem, outside the Inspector's area of Ponda.
ACROSS = (74.0635, 15.1769)


def at(
    desk: Desk, premises: int | None, place: BaseGeometry | None, accuracy_m: float | None = None
) -> End:
    with desk.register.reading() as reading:
        return end(
            reading,
            "origin",
            premises_id=premises,
            geometry=place,
            accuracy_m=accuracy_m,
            at=jan(1),
        )


def refused(desk: Desk, premises: int | None, *place: Any) -> str:
    with pytest.raises(Malformed) as caught:
        at(desk, premises, *place)
    assert caught.value.errors[0].field == "origin"
    return caught.value.detail


def test_a_place_given_with_premises_is_theirs(desk: Desk) -> None:
    premises = desk.premises()
    assert at(desk, premises, away(19.0)).premises_id == premises
    assert f"premises {premises}" in refused(desk, premises, away(21.0))
    assert at(desk, premises, away(60.0), 61.0).accuracy_m == 61.0
    refused(desk, premises, away(60.0), 59.0)
    refused(desk, premises, away(501.0), 5_000.0)
    refused(desk, premises, away(3000.0))
    yard = square(0.001)
    assert at(desk, premises, yard).geometry == yard
    refused(desk, premises, square(0.02))
    refused(desk, premises, shapely.MultiPolygon([yard, square(0.001, ACROSS)]))
    with pytest.raises(Malformed) as caught:
        at(desk, premises, away(3000.0))
    assert caught.value.clauses == ("DOA1974-14-1b",)


def test_of_an_outline_and_of_a_village_it_is_a_part(desk: Desk) -> None:
    outlined = desk.premises(square(0.002))
    for place in (shapely.Point(HERE), square(0.001), square(0.0021), away(235.0)):
        assert at(desk, outlined, place).premises_id == outlined
    for place in (away(300.0), square(0.004), square(0.001, (away(600.0).x, away(600.0).y))):
        refused(desk, outlined, place)
    (village,) = desk.villages({"1": square(0.01)})
    known = desk.premises(None, village=village)
    assert at(desk, known, away(900.0)).premises_id == known
    assert "in the village of" in refused(desk, known, away(1300.0))


@pytest.mark.clause("DOA1974-3-2b")
def test_premises_are_not_carried_over_a_line_by_a_place_of_their_own(desk: Desk) -> None:
    desk.order(desk.premises(), by="inspector")
    beyond = desk.premises(ACROSS, "Beyond")
    refused(desk, beyond, shapely.Point(HERE))
    within = desk.premises(away(50.0), "Within")
    refused(desk, within, shapely.Point(ACROSS))
    asked: dict[str, Any] = {"route": None, "corridor_m": None}
    with pytest.raises(NoAuthority):
        apply(desk, beyond, **asked)


def test_an_accuracy_is_a_length(desk: Desk) -> None:
    for accuracy in (-1.0, float("nan"), float("inf")):
        assert "accuracy" in refused(desk, None, shapely.Point(HERE), accuracy)


def test_digits_of_any_script_and_letters_of_any_width_are_one() -> None:
    for written in (
        "GA-01-T-4321",
        "ga 01 t ४३२१",
        "ＧＡ０１Ｔ４３２１",
        "GA٠١T٤٣٢١",
        "g\u200ba01t4321",
    ):
        assert compared(written) == "GA01T4321", written
    assert compared("Straße 1") == compared("STRASSE-1")
    assert compared("गोवा १") == "गोवा1"
    assert compared("GA01T4322") != "GA01T4321"


def test_a_species_has_one_spelling() -> None:
    told = by_species({" Cattle ": 2, "Mountain  Goat": 1})
    assert told == {"cattle": 2, "mountain goat": 1}
    with pytest.raises(Malformed, match=r"cattle.*twice") as caught:
        by_species({"cattle": 1, "CATTLE": 2})
    assert caught.value.errors[0].field == "counts"


def test_a_licence_counts_and_names_in_the_spelling_compared(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = apply(desk, premises, counts={"Cattle": 2})
    grant(desk, number)
    assert read(desk, number).consignment.counts == {"cattle": 2}
    entry, _ = check(desk, number, found(counts={" CATTLE": 2}))
    assert "Of " not in str(entry.content["decision"])
    with pytest.raises(Malformed, match="twice"):
        apply(desk, premises, counts={"Cattle": 1, "cattle ": 1})
    with pytest.raises(Malformed, match="one animal twice"):
        apply(desk, premises, tags=("12", "१२"))


@pytest.mark.parametrize(("by", "named"), [("inspector", False), ("veterinary_surgeon", True)])
def test_a_name_that_the_officer_may_not_read_is_not_printed(
    desk: Desk, by: str, *, named: bool
) -> None:
    _, premises, _ = area(desk)
    far = desk.premises(ACROSS, "Secret stud")
    number = apply(
        desk, premises, destination=at(desk, far, None), route=None, corridor_m=None, by=by
    )
    grant(desk, number, by=by)
    paper = from_json(desk.document(number).content)
    conditions = {str(row[1].key): row[2] for row in paper.schedules[0].rows}  # type: ignore[union-attr]
    to = next(value for key, value in conditions.items() if key.endswith("matter.to"))
    assert isinstance(to, Personal) is named
    if not named:
        assert to == (f"No. {far}", Unnamed(*ACROSS, outlined=False))
