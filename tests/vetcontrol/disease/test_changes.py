"""Section 13(3): amendment and rescission of an infected area."""

from __future__ import annotations

import pytest
import shapely

from casework import HERE, Desk, away, jan, on, square
from vetcontrol.errors import Malformed, NoAuthority, Refused

NORTH, SOUTH = away(900), away(900, 180.0)
BOTH = square(0.012)
NORTHERN = shapely.box(73.99, 15.415, 74.01, 15.435)


def published(desk: Desk, area: shapely.Polygon = BOTH, **given: object) -> tuple[str, str]:
    """A case with premises north and south, and its infected area published on the 2nd, 09:00."""
    desk.premises(NORTH, "North")
    desk.premises(SOUTH, "South")
    case = desk.case()
    desk.examine(case)
    desk.declare(case)
    desk.report(case)
    number = desk.confirm(case, area)
    desk.at(jan(2, 9))
    desk.out(number, **given)
    return case, number


@pytest.mark.clause("DOA1974-13-3", "DOA1974-13-4a", "DOA1974-13-4b")
def test_an_amendment_gives_whole_new_limits_and_brings_nothing_back(desk: Desk) -> None:
    case, number = published(desk)
    desk.at(jan(3, 9))
    second = desk.amend(number, NORTHERN)
    assert desk.kinds(SOUTH, jan(3, 9)) == {"declared_place", "infected_area"}, "not yet published"
    desk.at(jan(4, 9))
    entry = desk.out(second)
    assert desk.kinds(SOUTH, jan(3, 23)) == {"declared_place", "infected_area"}
    assert desk.kinds(SOUTH, jan(4, 9)) == set()
    assert len([s for s in desk.services(case) if s.clause == "DOA1974-13-4b"]) == 1
    third = desk.amend(second, BOTH)
    desk.at(jan(5, 9))
    again = desk.out(third)
    assert desk.kinds(SOUTH, jan(5, 9)) == {"infected_area"}, "the area is back, the place is not"
    assert again.content["ceases"] == []
    assert len(entry.content["ceases"]) == 1
    (area,) = [v for v in desk.answer(HERE, jan(5, 9)).versions if v.kind == "infected_area"]
    assert area.facts["number"] == third
    assert len(area.entries) == 3


@pytest.mark.clause("DOA1974-13-3", "DOA1974-13-4a")
def test_a_rescission_ends_the_area_and_the_places_of_its_chain(desk: Desk) -> None:
    case, number = published(desk)
    second = desk.amend(number, NORTHERN)
    desk.at(jan(3, 9))
    desk.out(second)
    third = desk.rescind(number)
    desk.at(jan(5, 9))
    desk.out(third)
    assert desk.kinds(HERE, jan(5, 8, 59, 59)) == {"infected_place", "infected_area"}
    assert desk.kinds(HERE, jan(5, 9)) == set()
    assert desk.kinds(NORTH, jan(5, 9)) == set()
    assert desk.read(case).state == "ceased"
    told = [s for s in desk.services(case) if s.clause == "DOA1974-13-4b"]
    assert sorted(s.feature.partition("/")[0] for s in told) == [
        "declared_place",
        "declared_place",
        "infected_place",
    ], "each place once: what the amendment left out was told then"
    states = [desk.notification(n).state for n in (number, second, third)]
    assert states == ["rescinded", "rescinded", "published"]
    for change in (desk.rescind, lambda n: desk.amend(n, BOTH)):
        for each in (number, second, third):
            with pytest.raises(Refused):
                change(each)


@pytest.mark.clause("DOA1974-13-3")
def test_what_can_be_changed_and_by_whom(desk: Desk) -> None:
    desk.premises(NORTH, "North")
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    draft = desk.confirm(case, BOTH)
    with pytest.raises(Refused) as caught:
        desk.amend(draft, NORTHERN)
    assert caught.value.clauses == ("DOA1974-13-3",)
    desk.out(draft)
    with pytest.raises(Malformed, match="geometry"):
        desk.amend(draft)
    for nobody in ("collector", "clerk", "veterinary_surgeon"):
        with pytest.raises(NoAuthority):
            desk.amend(draft, NORTHERN, by=nobody)
    second = desk.amend(draft, NORTHERN)
    for change in (desk.rescind, lambda n: desk.amend(n, BOTH)):
        with pytest.raises(Refused, match="waits for publication"):
            change(draft)
    with pytest.raises(NoAuthority):
        desk.approve(second, by="government")


@pytest.mark.clause("DOA1974-13-3")
def test_a_change_published_before_the_area_has_effect(desk: Desk) -> None:
    """Limits amended before they begin begin as amended; what is rescinded never begins."""
    _, number = published(desk, effective_at=jan(8))
    second = desk.amend(number, NORTHERN)
    desk.at(jan(3, 9))
    desk.approve(second)
    with pytest.raises(Malformed, match="effective_at"):
        desk.publish(second, effective_at=jan(7))
    desk.publish(second)
    assert desk.notification(second).effective_at == jan(8)
    assert desk.kinds(SOUTH, jan(3, 9)) == set(), "the place ceases at publication"
    assert desk.kinds(SOUTH, jan(8)) == set()
    assert "infected_area" in desk.kinds(NORTH, jan(8))
    assert desk.answer(HERE, jan(8)).conflicts in ([], ())
    third = desk.rescind(number)
    desk.at(jan(4, 9))
    desk.out(third)
    assert desk.kinds(NORTH, jan(8)) == set()
    assert desk.kinds(NORTH, jan(20)) == set()


@pytest.mark.clause("DOA1974-13-3")
def test_no_change_is_published_before_what_it_changes(desk: Desk) -> None:
    _, number = published(desk)
    desk.at(jan(5, 9))
    second = desk.rescind(number)
    desk.approve(second)
    with pytest.raises(Malformed, match="published_at"):
        desk.publish(second, published_at=jan(2, 8, 59, 59))
    with pytest.raises(Malformed, match="published_on"):
        desk.publish(second, published_on=on(2027, 1, 1))
    desk.publish(second, published_on=on(2027, 1, 2))
    assert desk.kinds(HERE, jan(2, 9)) == set(), "no area that never ends"
    assert desk.kinds(HERE, jan(9)) == set()


@pytest.mark.clause("DOA1974-13-3")
def test_a_newer_amendment_does_not_fall_back_to_an_older_one(desk: Desk) -> None:
    _, number = published(desk)
    second = desk.amend(number, NORTHERN)
    desk.at(jan(3, 9))
    desk.out(second, effective_at=jan(20))
    third = desk.amend(second, square(0.0119))
    desk.at(jan(4, 9))
    desk.out(third)
    assert desk.notification(third).effective_at == jan(20)
    assert "infected_area" in desk.kinds(SOUTH, jan(20))
    # An end waits for no amendment that is still to have effect.
    fourth = desk.rescind(number)
    desk.at(jan(5, 9))
    desk.out(fourth)
    assert desk.kinds(HERE, jan(5, 9)) == set()
    assert desk.kinds(HERE, jan(21)) == set()
    assert {c.feature for c in desk.answer(HERE, jan(21)).conflicts} == {f"infected_area/{number}"}


@pytest.mark.clause("DOA1974-13-3")
def test_doubt_about_an_hour_ends_with_the_next_notification(desk: Desk) -> None:
    desk.at(jan(1, 12))
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    number = desk.confirm(case, BOTH)
    desk.at(jan(3, 9))
    desk.out(number, published_on=on(2027, 1, 2))
    second = desk.amend(number, square(0.0119))
    desk.at(jan(5, 9))
    desk.out(second, published_at=jan(5, 8))
    assert desk.answer(HERE, jan(2, 12)).doubts
    assert desk.answer(HERE, jan(5, 12)).doubts == []


@pytest.mark.clause("DOA1974-13-3")
def test_limits_of_an_amendment_are_limits(desk: Desk) -> None:
    _, number = published(desk)
    for wrong in (shapely.Point(HERE), shapely.LineString([HERE, (74.01, 15.42)])):
        with pytest.raises((Refused, Malformed)):
            desk.amend(number, wrong)
    with pytest.raises((Refused, Malformed)) as caught:
        desk.amend(number, shapely.box(74.2, 15.2, 74.6, 15.4))
    assert "territory" in caught.value.detail.lower()
    with pytest.raises(Malformed, match="reason"):
        desk.rescind(number, position_reason="x" * 6000)


@pytest.mark.clause("DOA1974-13-3")
def test_a_rescission_has_effect_when_it_is_published(desk: Desk) -> None:
    _, number = published(desk)
    second = desk.rescind(number)
    desk.at(jan(5, 9))
    desk.approve(second)
    with pytest.raises(Malformed, match="effective_at") as caught:
        desk.publish(second, effective_at=jan(5, 9, 0, 1))
    assert caught.value.clauses == ("DOA1974-13-3",)
    entry = desk.publish(second, effective_at=jan(5, 9))
    assert "infected_area" in desk.kinds(HERE, jan(5, 8, 59, 59))
    assert desk.kinds(HERE, jan(5, 9)) == set()
    with pytest.raises(Malformed, match="effective_at"):
        desk.correct(entry.seq, restated={"effective_at": jan(6).isoformat()})
