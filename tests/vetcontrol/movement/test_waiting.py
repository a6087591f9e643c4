"""What waits in movement, since when, how pressing it is and for whom (sections 14 and 15)."""

from __future__ import annotations

from datetime import timedelta

import pytest
import shapely

from casework import HERE, Desk, away, jan
from removals import apply, area, end, refuse
from vetcontrol.documents.instruments import Removed
from vetcontrol.movement import returns
from vetcontrol.movement.waiting import waiting_in_movement
from vetcontrol.officers.holders import Holders
from vetcontrol.officers.waiting import NO_LIMIT, PAST_TIME, WITHIN_TIME, Waiting, worst_first

# In Sanguem, outside the areas of the Inspector and the police of Ponda.
ACROSS = (74.0635, 15.1769)
BEYOND = (74.0, 15.45)


def waits(desk: Desk, step: str) -> list[Waiting]:
    with desk.register.reading() as reading:
        found = sorted(waiting_in_movement(reading), key=worst_first)
    return [one for one in found if one.step == step]


def holders(desk: Desk, waiting: Waiting) -> set[str]:
    with desk.register.reading() as reading:
        return {holder.username for holder in Holders(reading).of(waiting)}


def directed(desk: Desk, origin: str, within_hours: float, **given: object) -> str:
    usual = {"point": away(2000, 90.0), "by": "police"} | given
    by = str(usual.pop("by"))
    with desk.register.writing() as writing:
        entry = returns.direct(
            writing,
            desk.who(by),
            origin=origin,
            breach="No licence",
            within=desk.clock.now() + timedelta(hours=within_hours),
            removed=Removed(counts={"cattle": 1}),
            **usual,  # type: ignore[arg-type]
        )
    return str(entry.number)


@pytest.mark.clause("DOA1974-15")
def test_a_direction_waits_until_it_is_recorded_as_back(desk: Desk) -> None:
    _, _, notification = area(desk)
    since = desk.clock.now()
    slow, quick = (directed(desk, notification, hours) for hours in (24, 2))
    assert [(w.number, w.wording, w.since) for w in waits(desk, "return")] == [
        (slow, WITHIN_TIME, since),
        (quick, WITHIN_TIME, since),
    ]
    desk.at(since + timedelta(hours=2))
    assert {w.wording for w in waits(desk, "return")} == {WITHIN_TIME}, "at the moment given"
    desk.at(since + timedelta(hours=3))
    late, in_time = waits(desk, "return")
    assert (late.number, late.wording, late.since) == (
        quick,
        PAST_TIME,
        since + timedelta(hours=2),
    )
    assert (in_time.number, in_time.wording) == (slow, WITHIN_TIME)
    with desk.register.writing() as writing:
        back = returns.returned(writing, desk.who("inspector"), quick)
    assert [w.number for w in waits(desk, "return")] == [slow]
    desk.correct(back.seq, by="inspector")
    assert [w.number for w in waits(desk, "return")] == [quick, slow]
    desk.correct(slow, by="police")
    assert [w.number for w in waits(desk, "return")] == [quick]


@pytest.mark.clause("DOA1974-15", "DOA1974-3-2b")
def test_a_direction_waits_for_those_where_it_was_found(desk: Desk) -> None:
    _, _, notification = area(desk)
    here = directed(desk, notification, 24)
    there = directed(desk, notification, 24, by="veterinary_surgeon", point=end(ACROSS).point)
    who = {w.number: holders(desk, w) for w in waits(desk, "return")}
    assert {"inspector", "police", "surgeon"} <= who[here]
    assert "surgeon" in who[there]
    assert not {"inspector", "police"} & who[there]
    assert "clerk" not in who[here] | who[there]


@pytest.mark.clause("DOA1974-14-1b", "DOA1974-3-2b")
def test_what_may_pass_through_waits_where_it_would_come_out(desk: Desk) -> None:
    """Whether the road skims the infected place is not known; it begins in another area."""
    desk.case()
    road = shapely.LineString([ACROSS, HERE, BEYOND])
    apply(
        desk, ACROSS, by="veterinary_surgeon", route=road, destination=end(BEYOND), corridor_m=50.0
    )
    (waiting,) = waits(desk, "licence")
    assert waiting.place is not None
    assert waiting.place.distance(shapely.Point(HERE)) < 0.001
    assert "inspector" in holders(desk, waiting)


@pytest.mark.clause("DOA1974-14-1b", "DOA1974-3-2b")
def test_an_application_waits_where_the_removal_happens(desk: Desk) -> None:
    """Of transit that is where it comes out, whatever the village it begins in."""
    _, premises, _ = area(desk)
    own = apply(desk, premises)
    transit = apply(
        desk,
        ACROSS,
        by="veterinary_surgeon",
        route=None,
        corridor_m=None,
        destination=end(BEYOND),
        valid_to=jan(1, 20),
    )
    found = {w.number: w for w in waits(desk, "licence")}
    assert found.keys() == {own, transit}
    assert {w.wording for w in found.values()} == {NO_LIMIT}
    assert (found[own].premises_id, found[transit].premises_id) == (premises, None)
    assert found[transit].village == ""
    for waiting in found.values():
        assert {"inspector", "surgeon"} <= holders(desk, waiting), waiting.number
        assert "police" not in holders(desk, waiting)
    elsewhere = apply(
        desk,
        ACROSS,
        by="veterinary_surgeon",
        route=None,
        corridor_m=None,
        destination=end((74.1, 15.18)),
    )
    (far,) = [w for w in waits(desk, "licence") if w.number == elsewhere]
    assert "inspector" not in holders(desk, far)
    refuse(desk, own)
    assert [w.number for w in waits(desk, "licence")] == [transit, elsewhere]
