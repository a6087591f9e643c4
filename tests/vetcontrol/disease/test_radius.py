"""Section 11(3): the declaration within at most a mile, with a notice for each premises."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given as drawn
from hypothesis import strategies as st
from shapely.ops import nearest_points

from casework import HERE, MILE, Desk, away, jan, square, with_documents
from gis.radius import Measured, classify
from vetcontrol.disease.radius import preview
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.law.diseases_of_animals.infected_places import declarable
from vetcontrol.places.queries import territory
from vetcontrol.premises.service import Keeper
from vetcontrol.register.corrections import standing


def confirmed(desk: Desk, **given: object) -> str:
    case = desk.case(**given)
    desk.examine(case)
    return case


@pytest.mark.clause("DOA1974-11-3a", "DOA1974-11-3b")
def test_a_mile_and_not_a_millimetre_more(desk: Desk) -> None:
    near = desk.premises(away(MILE - 0.001), "Near")
    far = desk.premises(away(MILE + 1.0, 90.0), "Far")
    case = confirmed(desk)
    for metres in (1609.345, 0.0, -1.0, math.nan, math.inf):
        with pytest.raises(Refused) as caught:
            desk.declare(case, metres)
        assert caught.value.clauses == ("DOA1974-11-3a",)
    entry = desk.declare(case, MILE)
    (declared,) = entry.content["premises"]
    assert declared["premises_id"] == near
    assert declared["distance_m"] == pytest.approx(MILE - 0.001, abs=0.0011)
    assert far not in {p["premises_id"] for p in entry.content["premises"]}
    assert desk.kinds(away(MILE - 0.001), jan(1, 12)) == {"declared_place"}
    assert desk.kinds(away(MILE + 1.0, 90.0), jan(1, 12)) == set()
    assert desk.kinds(away(800), jan(1, 12)) == set(), "the disc itself is not declared"
    assert desk.read(case).state == "radius_declared"


@pytest.mark.clause("DOA1974-11-3a")
@pytest.mark.parametrize(("metres", "inside"), [(999.0, True), (1001.0, False)])
def test_a_metre_on_either_side(desk: Desk, metres: float, inside: bool) -> None:
    desk.premises(away(metres, 45.0), "Edge")
    desk.premises(away(300.0), "Sure")
    case = confirmed(desk)
    entry = desk.declare(case, 1000.0)
    assert len(entry.content["premises"]) == (2 if inside else 1)


@pytest.mark.clause("DOA1974-11-3a")
def test_no_radius_before_confirmation(desk: Desk) -> None:
    desk.premises(away(300), "Near")
    case = desk.case()
    with pytest.raises(Refused) as caught:
        desk.declare(case)
    assert caught.value.clauses == ("DOA1974-11-3a",)
    with desk.register.reading() as reading, pytest.raises(Refused):
        preview(reading, case, 1000.0)


@pytest.mark.clause("DOA1974-11-3b")
def test_each_premises_has_a_notice_for_each_keeper(desk: Desk) -> None:
    two = (Keeper("owner", "One owner"), Keeper("occupier", "One occupier"))
    first = desk.premises(away(300), "Two keepers", keepers=two)
    second = desk.premises(away(400), "None known", keepers=())
    entry = desk.declare(confirmed(desk))
    notices = {p["premises_id"]: p["notices"] for p in entry.content["premises"]}
    assert {key: len(made) for key, made in notices.items()} == {first: 2, second: 1}
    assert len(with_documents(desk, entry)) == 4
    assert {number for number, _ in entry.content["documents"]} >= {
        n for made in notices.values() for n in made
    }
    waiting = [s for s in desk.services(entry.content["case_number"]) if s.premises_id == first]
    assert [s.clause for s in waiting] == ["DOA1974-11-3b"] * 2
    assert all(s.distance_m == pytest.approx(300, abs=0.001) for s in waiting)
    assert "owner_occupier_or_person_in_charge" in desk.document(notices[second][0]).content


@pytest.mark.clause("DOA1974-11-3a")
def test_what_is_listed_apart(desk: Desk) -> None:
    (village,) = desk.villages({"Curti": square(0.004)})
    sure = desk.premises(away(500), "Sure")
    rough = desk.premises(away(990), "Rough", accuracy_m=30.0)
    vague = desk.premises(None, "Vague", village=village)  # type: ignore[arg-type]
    empty = desk.premises(away(600), "Empty", animals={"cattle": 0})
    case = confirmed(desk)
    with desk.register.reading() as reading:
        seen = preview(reading, case, 1000.0)
    assert [f.premises_id for f in seen.within] == [sure]
    assert {f.premises_id for f in seen.straddling} == {rough, vague}
    assert [f.premises_id for f in seen.without_animals] == [empty]
    assert seen.totals()["animals"] == {"cattle": 3}
    with pytest.raises(Malformed, match="reason"):
        desk.declare(case, premises_ids=[sure, rough])
    with pytest.raises(Malformed, match="reason"):
        desk.declare(case, premises_ids=[rough])
    with pytest.raises(Malformed, match="premises_ids"):
        desk.declare(case, premises_ids=[])
    with pytest.raises(Refused, match="No animals"):
        desk.declare(case, premises_ids=[sure, empty], reason="All of them")
    entry = desk.declare(
        case, premises_ids=[sure, rough, vague], reason="Shares the well with the infected place"
    )
    assert len(entry.content["premises"]) == 3


@pytest.mark.clause("DOA1974-11-3a", "DOA1974-1-2")
def test_premises_outside_the_territory_are_for_the_neighbour(desk: Desk) -> None:
    # The shipped outline is approximate to 5.5 km: a place 4.5 km beyond it may lie in Goa, and
    # premises 6 km beyond it do not.
    with desk.register.reading() as reading:
        land = territory(reading.known(), jan(1)).outline
    line = nearest_points(land, shapely.Point(74.40, 15.30))[0]
    beyond = away(4_500, 90.0, (line.x, line.y))
    near: dict[str, Any] = {"position_reason": "The stone stands east of it"}
    foreign = desk.premises(away(6_050, 90.0, (line.x, line.y)), "Beyond")
    order = desk.order(geometry=beyond, by="veterinary_surgeon", **near)
    case = str(order.content["case_number"])
    desk.examine(case, **near)
    with desk.register.reading() as reading:
        seen = preview(reading, case, MILE)
    assert [f.premises_id for f in seen.outside_territory] == [foreign]
    with pytest.raises(Refused, match="No premises that keep animals"):
        desk.declare(case, MILE, **near)
    with pytest.raises(Refused, match=f"Outside the territory.*{foreign}"):
        desk.declare(case, MILE, premises_ids=[foreign], reason="Near", **near)


@pytest.mark.clause("DOA1974-11-3a")
def test_premises_found_later_need_a_declaration_of_their_own(desk: Desk) -> None:
    first = desk.premises(away(300), "First")
    case = confirmed(desk)
    desk.declare(case)
    with pytest.raises(Refused, match="nothing to declare"):
        desk.declare(case)
    later = desk.premises(away(350), "Later")
    desk.report(case)
    second = desk.declare(case)
    assert [p["premises_id"] for p in second.content["premises"]] == [later]
    assert desk.read(case).state == "radius_declared", "the report is to be made anew"
    with pytest.raises(Refused, match="declared already"):
        desk.declare(case, premises_ids=[first], reason="again")
    desk.report(case)
    assert desk.read(case).state == "with_government"


@pytest.mark.clause("DOA1974-11-3a", "DOA1974-13-1-a")
def test_a_declaration_after_the_infected_area_is_decided_by_itself(desk: Desk) -> None:
    desk.premises(away(300), "First")
    left = away(900)
    again = desk.premises(left, "Left out")
    case = confirmed(desk)
    desk.declare(case)
    desk.report(case)
    area = shapely.box(73.99, 15.41, 74.01, 15.426)
    number = desk.confirm(case, area)
    desk.at(jan(2, 9))
    desk.out(number)
    assert desk.kinds(left, jan(2, 9)) == set()
    # The premises left out is infected after all: declared anew, and decided by itself.
    entry = desk.declare(case)
    assert [p["premises_id"] for p in entry.content["premises"]] == [again]
    assert desk.read(case).state == "radius_declared"
    desk.report(case)
    second = desk.confirm(case, square(0.012))
    assert second != number
    desk.at(jan(3, 9))
    desk.out(second)
    assert desk.read(case).state == "infected_area"
    assert desk.kinds(left, jan(3, 9)) == {"declared_place", "infected_area"}
    # The end of the first area leaves what only the second confirmed.
    third = desk.rescind(number)
    desk.at(jan(4, 9))
    desk.out(third)
    assert desk.kinds(left, jan(4, 9)) == {"declared_place", "infected_area"}
    assert desk.read(case).state == "infected_area"
    desk.out(desk.rescind(second))
    assert desk.read(case).state == "ceased"
    with pytest.raises(Refused):
        desk.declare(case)


@pytest.mark.clause("DOA1974-11-3a")
def test_who_declares_and_when(desk: Desk) -> None:
    desk.premises(away(300), "Near")
    case = confirmed(desk, signed_at=jan(1, 8))
    for other in ("inspector", "government"):
        with pytest.raises(NoAuthority):
            desk.declare(case, by=other)
    with pytest.raises(Malformed, match="signed_at"):
        desk.declare(case, signed_at=jan(1, 11, 59, 59))


@pytest.mark.clause("DOA1974-11-3a")
def test_any_part_of_premises_in_counts_and_is_named(desk: Desk) -> None:
    shed, pasture = away(5_000), away(700)
    parts = shapely.MultiPolygon([shed.buffer(0.0005), pasture.buffer(0.0005)])
    desk.premises(parts, "Two parts")
    entry = desk.declare(confirmed(desk))
    (line,) = entry.content["premises"]
    assert line["deciding_part"] == 1
    assert desk.kinds(shed, jan(1, 12)) == {"declared_place"}


@pytest.mark.clause("DOA1974-11-3c")
def test_the_report_to_government(desk: Desk) -> None:
    case = desk.case()
    with pytest.raises(Refused) as caught:
        desk.report(case)
    assert caught.value.clauses == ("DOA1974-11-3c",)
    desk.examine(case)
    with pytest.raises(NoAuthority):
        desk.report(case, by="inspector")
    entry = desk.report(case)
    assert desk.read(case).state == "with_government"
    assert "DOA1974-11-3c" in desk.document(entry.content["number"]).content
    with pytest.raises(Refused, match="nothing new"):
        desk.report(case)


@drawn(*[st.integers(0, 3000)] * 3, st.integers(1, 3000))
def test_the_list_and_the_law_sort_premises_alike(
    distance_mm: int, accuracy_mm: int, place_mm: int, radius_mm: int
) -> None:
    """What the preview lists as within, open or outside the declaration takes, asks or refuses;
    the place's accuracy adds to that of the premises."""
    place = place_mm / 1000
    distance, accuracy, metres = distance_mm / 1000, accuracy_mm / 1000, radius_mm / 1000
    measured = Measured(np.array([distance]), np.zeros(1, dtype=np.int64))
    kind = str(classify(measured, np.array([accuracy]), metres, place)[0])
    decision = declarable(
        distance_m=distance, metres=metres, keeps_animals=True, accuracy_m=accuracy + place
    )
    expected = {"within": "allowed", "straddling": "needs_decision", "outside": "refused"}
    assert decision.outcome == expected[kind]
    surely = distance_mm + accuracy_mm + place_mm <= radius_mm
    assert (kind == "within") == surely
    assert (kind == "outside") == (distance_mm - accuracy_mm - place_mm > radius_mm)


@pytest.mark.clause("DOA1974-11-3a")
def test_a_place_known_roughly_leaves_the_line_to_the_surgeon(desk: Desk) -> None:
    keys = {m: desk.premises(away(m), f"At {m}", accuracy_m=20.0) for m in (679, 681, 1320, 1322)}
    order = desk.order(geometry=shapely.Point(HERE), accuracy_m=300.0)
    case = str(order.content["case_number"])
    desk.examine(case)
    with desk.register.reading() as reading:
        seen = preview(reading, case, 1000.0)
    assert seen.accuracy_m == 300.0
    assert [f.premises_id for f in seen.within] == [keys[679]]
    assert [f.premises_id for f in seen.straddling] == [keys[681], keys[1320]]
    with pytest.raises(Refused, match="2 may"):
        desk.declare(case, 400.0)
    with pytest.raises(Malformed, match="reason"):
        desk.declare(case, premises_ids=[keys[681]])
    with pytest.raises(Refused, match="Not within"):
        desk.declare(case, premises_ids=[keys[1322]], reason="Near")
    content = desk.declare(case).content
    assert [p["premises_id"] for p in content["premises"]] == [keys[679]]
    assert (content["doubtful"], content["place_accuracy_m"]) == ([], 300.0)
    (notice,) = content["premises"][0]["notices"]
    for number in (notice, content["number"]):
        assert '"metres":300' in desk.document(number).content.replace(" ", "")


@pytest.mark.clause("DOA1974-11-3a", "DOA1974-13-1-a")
def test_a_strike_out_of_order_names_what_is_to_be_struck_first(desk: Desk) -> None:
    desk.premises(away(300), "Near")
    case = confirmed(desk)
    declared = desk.declare(case)
    desk.report(case)
    decided, draft = desk.decide(case)
    with desk.register.reading() as reading:
        drafted = standing(reading.session, case)[-1]
    assert drafted.content["number"] == draft
    named = [f"entry {drafted.seq} ({draft})", f"entry {decided.seq} ({decided.number})"]
    with pytest.raises(Refused) as caught:
        desk.correct(declared.seq, "veterinary_surgeon")
    assert caught.value.detail.endswith(f"Strike first, in this order: {', '.join(named)}.")
    with pytest.raises(Refused) as caught:
        desk.correct(decided.seq)
    assert caught.value.detail.endswith(f"Strike first, in this order: {named[0]}.")
    for seq, by in ((drafted.seq, "government"), (decided.seq, "government")):
        desk.correct(seq, by)
    desk.correct(declared.seq, "veterinary_surgeon")
    assert desk.read(case).radii == ()
