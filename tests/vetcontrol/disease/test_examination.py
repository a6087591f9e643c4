"""Section 11(2) and (4): examination, and then confirmation or cancellation."""

from __future__ import annotations

from typing import Any

import pytest

from casework import HERE, Desk, jan, with_documents
from vetcontrol.documents.instruments import ExaminedAnimals
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.premises.service import Keeper


@pytest.mark.clause("DOA1974-11-2a", "DOA1974-11-2b")
@pytest.mark.parametrize(
    "seen",
    [
        {"animals": (ExaminedAnimals("cattle", 3, 3, 2, 1),)},
        {"no_animals_note": "The herd was sold", "animals_examined": False},
    ],
    ids=["animals", "a note that none are kept"],
)
def test_the_examined_order_is_confirmed(desk: Desk, seen: dict[str, Any]) -> None:
    case = desk.case()
    entry = desk.examine(case, **seen)
    assert desk.read(case).state == "confirmed"
    assert desk.kinds(HERE, jan(1, 12)) == {"infected_place"}
    assert len(with_documents(desk, entry)) == 2
    assert desk.services(case)[0].clause == "DOA1974-11-1b"


@pytest.mark.clause("DOA1974-11-2a")
def test_no_outcome_without_the_animals_or_a_note(desk: Desk) -> None:
    case = desk.case()
    for outcome in ("confirm", "cancel"):
        with pytest.raises(Refused) as caught:
            desk.examine(case, outcome, animals_examined=False)
        assert caught.value.clauses == ("DOA1974-11-2a",)
    assert desk.read(case).state == "ordered"


@pytest.mark.clause("DOA1974-11-2a")
def test_counts_that_cannot_be_are_refused(desk: Desk) -> None:
    case = desk.case()
    head = desk.head()
    with pytest.raises(Malformed, match="more than the 3 kept") as caught:
        desk.examine(case, animals=(ExaminedAnimals("cattle", 3, 4, 0),))
    assert caught.value.clauses == ("DOA1974-11-2a",)
    for outcome in ("confirm", "cancel"):
        with pytest.raises(Refused) as unexamined:
            desk.examine(case, outcome, animals=(ExaminedAnimals("cattle", 3, 0, 0),))
        assert unexamined.value.clauses == ("DOA1974-11-2a",)
    assert desk.head() == head


@pytest.mark.clause("DOA1974-11-2b")
def test_there_is_no_third_outcome_and_no_second_examination(desk: Desk) -> None:
    case = desk.case()
    with pytest.raises(Refused) as caught:
        desk.examine(case, "postpone")
    assert caught.value.clauses == ("DOA1974-11-2b",)
    assert desk.kinds(HERE, jan(1, 12)) == {"infected_place"}, "it stays in force until one is"
    desk.examine(case, "confirm")
    for outcome in ("confirm", "cancel"):
        with pytest.raises(Refused):
            desk.examine(case, outcome)
    with pytest.raises(NotFound):
        desk.examine("IP/2027/000999")


@pytest.mark.clause("DOA1974-11-4a", "DOA1974-11-4b")
def test_a_cancelled_place_ceases_at_once_and_all_served_are_told(desk: Desk) -> None:
    keepers = (Keeper("owner", "An owner"), Keeper("occupier", "An occupier"))
    order = desk.order(desk.premises(keepers=keepers), signed_at=jan(1, 8))
    case = str(order.content["case_number"])
    entry = desk.examine(case, "cancel", signed_at=jan(1, 11))
    assert desk.kinds(HERE, jan(1, 10, 59, 59)) == {"infected_place"}
    assert desk.kinds(HERE, jan(1, 11)) == set()
    assert desk.read(case).state == "cancelled"
    told = [row for row in desk.services(case) if row.clause == "DOA1974-11-4b"]
    assert len(told) == 2
    assert len(with_documents(desk, entry)) == 4
    with pytest.raises(Refused) as caught:
        desk.declare(case)
    assert caught.value.clauses == ("DOA1974-11-3a",)
    with pytest.raises(Refused):
        desk.report(case)


@pytest.mark.clause("DOA1974-11-4b")
def test_the_cessation_notice_names_what_still_holds(desk: Desk) -> None:
    key = desk.premises()
    first = str(desk.order(key).content["case_number"])
    other = desk.order(key, disease="anthrax")
    entry = desk.examine(first, "cancel")
    (notice,) = entry.content["cessation_notices"]
    assert str(other.content["number"]) in desk.document(notice["document"]).content
    assert desk.kinds(HERE, jan(1, 12)) == {"infected_place"}


@pytest.mark.clause("DOA1974-11-2b", "DOA1974-3-3", "DOA1974-2-l")
def test_who_examines(desk: Desk) -> None:
    case = desk.case(by="veterinary_surgeon")
    for other in ("inspector", "government", "clerk"):
        with pytest.raises(NoAuthority):
            desk.examine(case, by=other)
    # One person may order and confirm; the decision warns.
    entry = desk.examine(case)
    assert "DOA1974-3-3" in entry.content["decision"]["clauses"]


@pytest.mark.clause("DOA1974-11-2a")
def test_the_outcome_follows_the_examination_and_the_order(desk: Desk) -> None:
    case = desk.case(signed_at=jan(1, 8))
    desk.at(jan(1, 18))
    with pytest.raises(Malformed, match="examined_at"):
        desk.examine(case, signed_at=jan(1, 10), examined_at=jan(1, 11))
    with pytest.raises(Malformed, match="signed_at"):
        desk.examine(case, signed_at=jan(1, 7, 59, 59))
    with pytest.raises(Malformed, match="findings"):
        desk.examine(case, findings=" ")
    desk.examine(case, signed_at=jan(1, 8), examined_at=jan(1, 8))
