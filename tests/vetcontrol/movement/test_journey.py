"""What a journey meets, and whether it may be made without a licence (section 14)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import shapely

from casework import DISEASE, HERE, Desk, away, jan, square
from removals import AREA, FAR, area, end, met
from vetcontrol import demonstration
from vetcontrol.documents.instruments import Removed
from vetcontrol.gazette import commencement
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.law.diseases_of_animals.removal import Item, Mode, Shown, Way
from vetcontrol.movement import queries, unloading
from vetcontrol.movement.journey import Journey
from vetcontrol.movement.lying import End
from vetcontrol.register.effects import FeatureKind

WEST = away(3000, 270.0)
INSIDE = away(400, 270.0)
CLEAR = away(4000, 0.0)


def ways(journey: Journey) -> list[tuple[str, str]]:
    return [(one.version.kind.value, one.way.value) for one in journey.met]


@pytest.mark.clause("DOA1974-14-1a")
def test_any_animal_that_leaves_an_infected_place_needs_a_licence(desk: Desk) -> None:
    premises = desk.premises()
    order = desk.order(premises)
    found = met(desk, end(premises, desk), shown=Shown.FREE)
    assert ways(found) == [("infected_place", "leaves")]
    assert found.decision.outcome == "refused"
    assert str(order.number) in found.met[0].name
    assert found.diseases == (DISEASE,)


@pytest.mark.clause("DOA1974-14-1a")
def test_an_animal_not_shown_infective_that_leaves_an_area_needs_a_decision(desk: Desk) -> None:
    _, _, notification = area(desk)
    found = met(desk, (INSIDE.x, INSIDE.y), away(3000, 270.0))
    assert ways(found) == [("infected_area", "leaves")]
    assert found.decision.outcome == "needs_decision"
    assert notification in found.decision.reasons[0].text
    assert met(desk, (INSIDE.x, INSIDE.y), WEST, items={Item.FEED}).decision.outcome == "refused"
    infective = met(desk, (INSIDE.x, INSIDE.y), WEST, shown=Shown.INFECTIVE)
    assert infective.decision.outcome == "refused"


@pytest.mark.clause("DOA1974-14-1a")
def test_out_of_a_place_inside_an_area_counts_though_it_stays_in_the_area(desk: Desk) -> None:
    _, premises, _ = area(desk)
    found = met(desk, end(premises, desk), INSIDE)
    assert ways(found) == [("infected_place", "leaves"), ("infected_area", "within")]
    assert found.decision.outcome == "refused"
    stays = met(desk, (INSIDE.x, INSIDE.y), away(500, 270.0))
    assert ways(stays) == [("infected_area", "within")]
    assert stays.decision.outcome == "allowed"


@pytest.mark.clause("DOA1974-14-1a")
def test_bringing_in_is_free(desk: Desk) -> None:
    area(desk)
    found = met(desk, (WEST.x, WEST.y), INSIDE)
    assert ways(found) == [("infected_area", "enters")]
    assert found.decision.outcome == "allowed"


@pytest.mark.clause("DOA1974-14-2", "DOA1974-14-2-prov")
def test_rail_goes_through_free_until_it_is_unloaded_inside(desk: Desk) -> None:
    area(desk)
    through = shapely.LineString([(WEST.x, 15.425), (FAR.x, 15.425)])
    ends = ((WEST.x, 15.425), shapely.Point(FAR.x, 15.425))
    by_rail = met(desk, *ends, route=through, mode=Mode.RAIL)
    assert ways(by_rail) == [("infected_area", "passes")]
    assert by_rail.decision.outcome == "allowed"
    assert by_rail.decision.clauses == ("DOA1974-14-2",)
    unloaded = met(
        desk, *ends, route=through, mode=Mode.RAIL, unloadings=[shapely.Point(74.0, 15.425)]
    )
    assert unloaded.decision.outcome == "refused"
    assert "DOA1974-14-2-prov" in unloaded.decision.clauses
    elsewhere = met(desk, *ends, route=through, mode=Mode.RAIL, unloadings=[CLEAR])
    assert elsewhere.decision.outcome == "allowed"
    by_road = met(desk, *ends, route=through)
    assert by_road.decision.outcome == "refused"
    assert by_road.licensed_at.distance(shapely.Point(74.01, 15.425)) < 1e-4


def test_what_is_met_stands_in_the_order_of_the_way_with_metres(desk: Desk) -> None:
    area(desk)
    second = desk.premises(away(2000, 90.0), "Second dairy")
    desk.order(second)
    found = met(desk, (WEST.x, WEST.y), FAR)
    # The straight line comes so near to the points of both places that it may go through them.
    assert all(Way.PASSES in (one.way, *one.otherwise) for one in found.met)
    assert len(found.met) == 3
    along = [one.from_m for one in found.met]
    assert along == sorted(along)
    first = found.met[0]
    assert first.version.kind == "infected_area"
    assert first.from_m == pytest.approx(3000 - 1073, abs=10)
    assert first.to_m == pytest.approx(3000 + 1073, abs=10)
    assert found.path.length_m == pytest.approx(6000, abs=5)


def test_without_a_drawn_route_the_straight_line_is_taken_and_said(desk: Desk) -> None:
    area(desk)
    straight = met(desk, (WEST.x, WEST.y), FAR)
    assert not straight.drawn
    assert "straight line" in straight.decision.reasons[-1].text
    around = shapely.LineString([(WEST.x, WEST.y), (WEST.x, 15.45), (FAR.x, 15.45), (FAR.x, FAR.y)])
    drawn = met(desk, (WEST.x, WEST.y), FAR, route=around)
    assert drawn.drawn
    assert drawn.met == ()
    assert drawn.decision.outcome == "allowed"


@pytest.mark.clause("DOA1974-14-1a")
def test_nearer_to_a_line_than_it_is_known_needs_a_decision(desk: Desk) -> None:
    premises = desk.premises(accuracy_m=200.0)
    desk.order(premises)
    beside = met(desk, (away(150).x, away(150).y), FAR, items={Item.FEED})
    assert beside.met[0].otherwise
    assert beside.decision.outcome == "needs_decision"
    assert met(desk, (away(250).x, away(250).y), CLEAR, items={Item.FEED}).met == ()


@pytest.mark.clause("DOA1974-14-1a")
def test_a_point_within_rounding_of_the_line_needs_a_decision(desk: Desk) -> None:
    area(desk)
    line = shapely.Point(74.01, 15.42)
    inside, outside = (away(m, 270.0, (line.x, line.y)) for m in (0.5, -0.5))
    for origin in (inside, outside):
        found = met(desk, (origin.x, origin.y), FAR, items={Item.FEED})
        assert found.decision.outcome == "needs_decision", origin
    surely = away(5, 270.0, (line.x, line.y))
    assert met(desk, (surely.x, surely.y), FAR, items={Item.FEED}).decision.outcome == "refused"
    rough = End(surely, accuracy_m=30.0)
    assert met(desk, rough, FAR, items={Item.FEED}).decision.outcome == "needs_decision"


def test_premises_partly_in_an_area_or_known_by_their_village_need_a_decision(desk: Desk) -> None:
    area(desk)
    across = End(square(0.002, (74.01, 15.42)))
    assert met(desk, across, FAR, items={Item.FEED}).decision.outcome == "needs_decision"
    village = End(square(0.005), by_village=True)
    assert met(desk, village, FAR, items={Item.FEED}).decision.outcome == "needs_decision"


def test_a_way_that_skims_the_line_needs_a_decision(desk: Desk) -> None:
    area(desk)
    edge = AREA.bounds[3]
    skims = shapely.LineString([(WEST.x, edge), (FAR.x, edge)])
    found = met(desk, (WEST.x, edge), shapely.Point(FAR.x, edge), route=skims, items={Item.FEED})
    assert (found.met[0].way, found.met[0].otherwise) == (Way.PASSES, (Way.CLEAR,))
    assert found.decision.outcome == "needs_decision"


def test_a_journey_out_and_back_takes_out(desk: Desk) -> None:
    area(desk)
    out_and_back = shapely.LineString([(74.0, 15.42), (74.02, 15.42), (74.0, 15.425)])
    found = met(desk, HERE, shapely.Point(74.0, 15.425), route=out_and_back, items={Item.BEDDING})
    assert ("infected_area", "leaves") in ways(found)
    in_out_in = shapely.LineString(
        [(74.03, 15.42), (74.0, 15.422), (74.03, 15.424), INSIDE.coords[0]]
    )
    again = met(desk, (74.03, 15.42), INSIDE, route=in_out_in, items={Item.BEDDING})
    assert ("infected_area", "passes") in ways(again)


@pytest.mark.clause("DOA1974-14-1a")
def test_only_while_the_declaration_is_in_force(desk: Desk) -> None:
    case, premises, notification = area(desk)
    rescission = desk.rescind(notification)
    desk.at(jan(2, 12))
    desk.out(rescission, published_at=jan(2, 12))
    origin = end(premises, desk)
    assert met(desk, origin).decision.outcome == "allowed"
    before = met(desk, origin, since=jan(1, 13), until=jan(1, 14))
    assert before.decision.outcome == "refused"
    over_the_end = met(desk, origin, since=jan(2, 12) - timedelta(hours=1), until=jan(3))
    assert over_the_end.decision.outcome == "refused"
    assert desk.read(case).state == "ceased"


@pytest.mark.clause("DOA1974-14-1a")
def test_a_day_whose_hour_the_gazette_does_not_state_needs_a_decision(desk: Desk) -> None:
    case = str(desk.order(desk.premises(away(1500, 90.0))).content["case_number"])
    desk.examine(case)
    desk.report(case)
    draft = desk.confirm(case, square(0.016))
    desk.approve(draft)
    desk.at(jan(2, 12))
    desk.publish(draft, published_on=jan(1).date())
    asked = {"items": {Item.FEED}}
    same_day = met(desk, HERE, FAR, since=jan(1, 20), **asked)
    assert same_day.decision.outcome == "needs_decision"
    assert met(desk, HERE, FAR, since=jan(2, 11), **asked).decision.outcome == "refused"


def test_an_earlier_state_of_knowledge_meets_what_was_known_then(desk: Desk) -> None:
    premises = desk.premises()
    known = desk.head()
    desk.order(premises)
    assert met(desk, end(premises, desk), known_seq=known).met == ()
    assert met(desk, end(premises, desk)).met


def test_a_journey_that_stays_on_the_spot(desk: Desk) -> None:
    area(desk)
    found = met(desk, HERE, shapely.Point(HERE))
    assert ("infected_area", "within") in ways(found)


@pytest.mark.clause("DOA1974-14-1a", "DOA1974-1-3c")
def test_where_section_14_is_not_in_force_nothing_is_forbidden(desk: Desk) -> None:
    premises = desk.premises()
    desk.order(premises)
    operation(desk, "cease", 1)
    found = met(desk, end(premises, desk))
    assert ways(found) == [("infected_place", "leaves")]
    assert found.decision.outcome == "allowed"
    assert "DOA1974-1-3c" in found.decision.clauses
    assert "Nothing is forbidden by it" in found.met[0].decision.reasons[0].text


@pytest.mark.clause("DOA1974-14-1a")
def test_an_area_that_shrinks_within_the_time_asked_about_still_counts(desk: Desk) -> None:
    _, _, notification = area(desk)
    edge = away(900, 90.0)
    smaller = desk.amend(notification, square(0.003))
    desk.at(jan(2, 12))
    desk.out(smaller, published_at=jan(2, 12))
    asked = {"items": {Item.FEED}}
    over = met(desk, (edge.x, edge.y), FAR, since=jan(2, 9), until=jan(3), **asked)
    assert over.decision.outcome == "refused"
    assert ways(over) == [("infected_area", "leaves")]
    assert met(desk, (edge.x, edge.y), FAR, since=jan(2, 13), until=jan(3), **asked).met == ()


def operation(desk: Desk, what: str, day: int) -> None:
    with desk.register.writing() as writing:
        commencement.notify(
            writing,
            desk.who("government"),
            operation=what,
            provisions=("14",),
            diseases=(),
            area_ids=[
                v.feature for v in writing.known().of_kind(FeatureKind.TERRITORY, writing.now)
            ],
            from_date=jan(day).date(),
            gazette=GazetteReference.from_json(demonstration.GAZETTE),
        )


@pytest.mark.clause("DOA1974-14-1a", "DOA1974-1-3b")
def test_section_14_that_begins_or_ends_within_the_time_counts_as_known_then(desk: Desk) -> None:
    premises = desk.premises()
    desk.order(premises)
    operation(desk, "cease", 1)
    ceased = desk.head()
    operation(desk, "commence", 3)
    origin = end(premises, desk)
    asked: dict[str, Any] = {"since": jan(1, 12), "until": jan(4)}
    assert met(desk, origin, **asked).decision.outcome == "refused"
    assert met(desk, origin, **asked, known_seq=ceased).decision.outcome == "allowed"
    assert met(desk, origin, since=jan(1, 12), until=jan(2)).decision.outcome == "allowed"


@pytest.mark.clause("DOA1974-14-1a")
def test_the_day_after_one_whose_hour_is_not_stated_is_sure(desk: Desk) -> None:
    case = str(desk.order(desk.premises(away(1500, 90.0))).content["case_number"])
    desk.examine(case)
    desk.report(case)
    draft = desk.confirm(case, square(0.016))
    desk.approve(draft)
    desk.at(jan(2, 12))
    desk.publish(draft, published_on=jan(1).date())
    asked = {"items": {Item.FEED}}
    found = met(desk, HERE, FAR, since=jan(1, 20), until=jan(2, 11), **asked)
    assert found.decision.outcome == "refused"


@pytest.mark.clause("DOA1974-14-1a")
def test_a_way_in_that_clips_the_line_needs_a_decision(desk: Desk) -> None:
    area(desk)
    _, south, east, _ = AREA.bounds
    outside = (east + 0.01, 15.42)

    def comes_in(beyond_m: float) -> Journey:
        clip = away(beyond_m, 180.0, (HERE[0], south))
        deep = (HERE[0] + 0.005, south + 0.003)
        last = (HERE[0] - 0.005, south + 0.003)
        line = shapely.LineString([outside, deep, (clip.x, clip.y), last])
        return met(desk, outside, shapely.Point(last), route=line, items={Item.FEED})

    assert comes_in(-5).decision.outcome == "allowed"
    clips = comes_in(0.5)
    assert (clips.met[0].way, clips.met[0].otherwise) == (Way.PASSES, (Way.ENTERS,))
    assert clips.decision.outcome == "needs_decision"
    assert comes_in(50).decision.outcome == "refused"


@pytest.mark.clause("DOA1974-14-1a")
def test_from_the_line_across_the_whole_area_is_taken_out_either_way(desk: Desk) -> None:
    area(desk)
    west = AREA.bounds[0]
    for metres in (0.5, -0.5):
        origin = away(metres, 270.0, (west, 15.425))
        ends = ((origin.x, origin.y), shapely.Point(FAR.x, 15.425))
        found = met(desk, *ends, items={Item.FEED})
        assert {found.met[0].way, *found.met[0].otherwise} == {Way.LEAVES, Way.PASSES}, metres
        assert found.decision.outcome == "refused"
        back = met(desk, (FAR.x, 15.425), origin, items={Item.FEED})
        assert back.decision.outcome == "needs_decision"


@pytest.mark.clause("DOA1974-14-2-prov")
def test_an_unloading_counts_as_known_and_for_the_removals_of_its_own_time(desk: Desk) -> None:
    area(desk)
    before = desk.head()
    with desk.register.writing() as writing:
        entry = unloading.unload(
            writing,
            desk.who("police"),
            consignment="KRCL 77",
            point=shapely.Point(74.0, 15.425),
            removed=Removed(counts={"cattle": 2}),
        )
    known = desk.head()
    desk.correct(str(entry.number), by="veterinary_surgeon")
    at = desk.clock.now()

    def points(consignment: str = "krcl-77", **given: Any) -> int:
        with desk.register.reading() as reading:
            usual: dict[str, Any] = {"since": at - timedelta(days=1), "until": at}
            return len(
                queries.unloading_points(
                    reading.session, consignment, **usual | {"known_seq": known} | given
                )
            )

    assert points() == 1
    assert points(known_seq=before) == 0
    assert points(known_seq=None) == 0
    assert points("KRCL 78") == 0
    assert points("") == 0
    assert points(until=at - timedelta(hours=1)) == 0
    assert points(since=at + timedelta(hours=1), until=at + timedelta(days=365)) == 0
