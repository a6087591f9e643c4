"""Section 13(2) to (4): approval, publication, and what ceases with it."""

from __future__ import annotations

import json

import pytest
import shapely

from casework import HERE, Desk, away, jan, on, square, with_documents
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.premises.service import Keeper

INSIDE, PARTLY, LEFT = away(300), away(600), away(900)
# Takes in HERE and INSIDE and half of what lies at PARTLY.
AREA = shapely.box(73.99, 15.41, 74.01, PARTLY.y)


def drafted(desk: Desk) -> tuple[str, str]:
    """A case with three premises declared and a draft of AREA; returns case and draft."""
    two = (Keeper("owner", "An owner"), Keeper("occupier", "An occupier"))
    desk.premises(INSIDE, "Inside")
    desk.premises(PARTLY.buffer(0.0003), "Partly")
    desk.premises(LEFT, "Left", keepers=two)
    case = desk.case(signed_at=jan(1, 8))
    desk.examine(case)
    desk.declare(case)
    desk.report(case)
    return case, desk.confirm(case, AREA)


@pytest.mark.clause("DOA1974-13-2")
def test_a_draft_is_approved_by_another_and_then_published(desk: Desk) -> None:
    _, number = drafted(desk)
    with pytest.raises(Refused, match="is draft"):
        desk.publish(number)
    with pytest.raises(NoAuthority) as caught:
        desk.approve(number, by="government")
    assert caught.value.clauses == ("DOA1974-13-2",)
    for nobody in ("clerk", "inspector", "veterinary_surgeon"):
        with pytest.raises(NoAuthority):
            desk.approve(number, by=nobody)
    desk.approve(number)
    with pytest.raises(Refused, match="is approved"):
        desk.approve(number)
    with pytest.raises(NoAuthority):
        desk.publish(number, by="inspector")
    with pytest.raises(Malformed, match="gazette_number"):
        desk.publish(number, gazette_number=" ")
    with pytest.raises(NotFound):
        desk.publish("NOT/2027/000999")
    desk.publish(number)
    with pytest.raises(Refused, match="is published"):
        desk.publish(number)


@pytest.mark.clause("DOA1974-13-2", "DOA1974-13-4a", "DOA1974-13-4b")
def test_with_publication_the_area_begins_and_what_it_leaves_out_ceases(desk: Desk) -> None:
    case, number = drafted(desk)
    desk.at(jan(2, 9))
    entry = desk.out(number)
    assert desk.kinds(HERE, jan(2, 8, 59, 59)) == {"infected_place"}
    assert desk.kinds(HERE, jan(2, 9)) == {"infected_place", "infected_area"}
    assert desk.kinds(LEFT, jan(2, 8, 59, 59)) == {"declared_place"}
    assert desk.kinds(LEFT, jan(2, 9)) == set()
    assert desk.kinds(INSIDE, jan(2, 9)) == {"declared_place", "infected_area"}
    fates = {f["feature"].rpartition("/")[2]: f for f in entry.content["fates"]}
    assert sorted(f["ceases"] for f in fates.values()) == [False, False, False, True]
    (partly,) = [f for f in fates.values() if f["outcome"] == "needs_decision"]
    assert partly["ceases"] is False
    assert desk.kinds(away(610), jan(2, 9)) == {"declared_place"}, "partly included stays"
    told = [s for s in desk.services(case) if s.clause == "DOA1974-13-4b"]
    assert len(told) == 2, "both keepers of the premises left out, and nobody else"
    assert len(with_documents(desk, entry)) == 3
    assert "DOA1974-13-2" in desk.document(number).content
    assert desk.read(case).state == "infected_area"
    checksums = dict(entry.content["documents"])
    assert checksums[number] == desk.document(number).checksum


@pytest.mark.clause("DOA1974-13-2")
def test_without_an_hour_today_means_now_and_a_past_day_its_beginning(desk: Desk) -> None:
    _, number = drafted(desk)
    desk.approve(number)
    desk.at(jan(4, 15))
    with pytest.raises(Malformed, match="published_on"):
        desk.publish(number, published_on=on(2027, 1, 5))
    with pytest.raises(Malformed, match="published_at"):
        desk.publish(number, published_on=on(2027, 1, 3), published_at=jan(4, 1))
    with pytest.raises(Malformed, match="still to come"):
        desk.publish(number, published_on=on(2027, 1, 4), published_at=jan(4, 15, 0, 1))
    desk.publish(number, published_on=on(2027, 1, 3))
    row = desk.notification(number)
    assert (row.published_at, row.hour_stated) == (jan(3), False)
    assert desk.kinds(HERE, jan(3)) == {"infected_place", "infected_area"}
    for moment, doubtful in (
        (jan(2, 23, 59, 59), 0),
        (jan(3), 1),
        (jan(3, 23, 59), 1),
        (jan(4), 0),
    ):
        doubts = desk.answer(HERE, moment).doubts
        assert len(doubts) == doubtful, moment
    (doubt,) = desk.answer(LEFT, jan(3, 12)).doubts
    assert doubt.clauses == ("DOA1974-13-4a",)
    (doubt,) = desk.answer(HERE, jan(3, 12)).doubts
    assert doubt.outcome == "needs_decision"


@pytest.mark.clause("DOA1974-13-2")
def test_an_hour_that_is_stated_leaves_no_doubt(desk: Desk) -> None:
    _, number = drafted(desk)
    desk.at(jan(4, 15))
    desk.out(number, published_at=jan(3, 11))
    assert desk.answer(HERE, jan(3, 12)).doubts == []
    assert desk.kinds(HERE, jan(3, 10, 59, 59)) == {"infected_place"}
    assert desk.kinds(HERE, jan(3, 11)) == {"infected_place", "infected_area"}


@pytest.mark.clause("DOA1974-13-2")
def test_nothing_is_published_before_it_was_decided(desk: Desk) -> None:
    _, number = drafted(desk)  # decided on the 1st at 12:00
    desk.at(jan(4, 15))
    desk.approve(number)
    with pytest.raises(Malformed, match="published_at"):
        desk.publish(number, published_at=jan(1, 11, 59, 59))
    with pytest.raises(Malformed, match="published_on"):
        desk.publish(number, published_on=on(2026, 12, 31))
    desk.publish(number, published_on=on(2027, 1, 1))
    assert desk.notification(number).published_at == jan(1, 12), "on that day, not before it"
    assert desk.kinds(LEFT, jan(1, 12)) == set()
    assert desk.answer(HERE, jan(1, 20)).doubts


@pytest.mark.clause("DOA1974-13-4a")
def test_what_is_left_out_ceases_at_once_even_where_the_area_starts_later(desk: Desk) -> None:
    _, number = drafted(desk)
    desk.at(jan(2, 9))
    desk.approve(number)
    with pytest.raises(Malformed, match="effective_at"):
        desk.publish(number, effective_at=jan(2, 8, 59, 59))
    desk.publish(number, effective_at=jan(5))
    assert desk.kinds(LEFT, jan(2, 9)) == set()
    assert desk.kinds(HERE, jan(4, 23, 59, 59)) == {"infected_place"}
    assert desk.kinds(HERE, jan(5)) == {"infected_place", "infected_area"}
    case = desk.read(desk.notification(number).case_number)
    ((feature, begins),) = case.begins.items()
    assert begins == jan(5)
    assert not case.area_in_force(feature, jan(4, 23, 59, 59))
    assert case.area_in_force(feature, jan(5))
    # Only the hour of the gazette can be in doubt, not the moment from which it has effect.
    assert desk.answer(HERE, jan(5, 1)).doubts == []


@pytest.mark.clause("DOA1974-13-4a")
def test_a_later_hour_is_sure_though_the_gazettes_is_not(desk: Desk) -> None:
    _, number = drafted(desk)
    desk.at(jan(4, 9))
    desk.out(number, published_on=on(2027, 1, 3), effective_at=jan(5))
    assert desk.answer(HERE, jan(5, 1)).doubts == []
    assert desk.answer(LEFT, jan(3, 1)).doubts


@pytest.mark.clause("DOA1974-13-4a")
def test_places_of_another_outbreak_are_untouched(desk: Desk) -> None:
    other_place = away(1_200)
    other = str(
        desk.order(desk.premises(other_place, "Other"), disease="anthrax").content["case_number"]
    )
    _, number = drafted(desk)
    desk.at(jan(2, 9))
    entry = desk.out(number)
    assert desk.kinds(other_place, jan(2, 9)) == {"infected_place"}
    assert other not in json.dumps(entry.content["fates"])


@pytest.mark.clause("DOA1974-13-4a")
def test_what_government_has_not_decided_is_left_as_it_is(desk: Desk) -> None:
    case, number = drafted(desk)
    late = away(950, 90.0)
    desk.premises(late, "Found late")
    desk.declare(case)
    desk.at(jan(2, 9))
    desk.out(number)
    assert desk.kinds(late, jan(2, 9)) <= {"declared_place", "infected_area"}
    assert "declared_place" in desk.kinds(late, jan(2, 9))
    assert desk.read(case).state == "radius_declared", "it waits for its report"
    desk.report(case)
    assert desk.read(case).state == "with_government"


@pytest.mark.clause("DOA1974-13-4a")
def test_a_publication_recorded_late_ends_only_what_was_declared_by_then(desk: Desk) -> None:
    case, number = drafted(desk)
    desk.at(jan(3, 9))
    late = away(980)
    desk.premises(late, "Declared on the 3rd")
    desk.declare(case)
    desk.at(jan(4, 9))
    desk.out(number, published_at=jan(2, 9))
    assert desk.kinds(LEFT, jan(2, 9)) == set()
    assert desk.kinds(late, jan(4, 9)) == {"declared_place"}


@pytest.mark.clause("DOA1974-13-2")
def test_what_was_approved_is_what_is_published(desk: Desk) -> None:
    _, number = drafted(desk)
    approval = desk.approve(number)
    assert approval.content["draft_checksum"]
    entry = desk.publish(number)
    assert entry.content["geometry"] == json.loads(desk.notification(number).content)["geometry"]
    assert square(0.001).within(shapely.from_geojson(json.dumps(entry.content["geometry"])))
