"""Checks on the way (section 14): what they test, what they rely on, recorded once."""

from __future__ import annotations

from typing import Any

import pytest
import shapely

from casework import HERE, Desk, away, jan, square
from removals import AREA, FAR, apply, area, check, found, grant, licensed, refuse, revoke
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.law.diseases_of_animals.removal import Item, Mode, Shown
from vetcontrol.movement import checks, queries
from vetcontrol.movement.consignment import Line

ON_THE_WAY = away(1500, 90.0)
OFF = away(1500, 45.0)
# In Sanguem, outside the areas of the Inspector and the police of Ponda.
ELSEWHERE = (74.0635, 15.1769)


def licence(desk: Desk, **given: Any) -> str:
    _, premises, _ = area(desk)
    return licensed(desk, premises, **given)


@pytest.mark.clause("DOA1974-14-1b")
def test_a_removal_that_keeps_to_its_licence(desk: Desk) -> None:
    number = licence(desk, conditions=("Cleansed", "Covered"))
    seq = desk.head()
    entry, new = check(
        desk,
        number,
        found(
            ON_THE_WAY,
            tags=["1002 4567 8901", "100245678902"],
            counts={"cattle": 2},
            items=[Item.ANIMAL],
            vehicle="ga01 t4321",
            conditions={1: True, 2: True},
        ),
        by="police",
    )
    told = entry.content
    assert (new, told["verdict"], told["known_seq"]) == (True, "allowed", seq)
    assert told["not_looked_at"] == ["person in charge"]
    assert "DOA1974-14-1b" in told["decision"]["clauses"]
    with desk.register.reading() as reading:
        rows, total = queries.checks(reading.session, licence_number=number, verdict="allowed")
        assert (total, rows[0].checked_by) == (1, "police")
        assert queries.checks(reading.session, verdict="not_allowed")[1] == 0


OUTSIDE: list[tuple[shapely.Point, dict[str, Any], str]] = [
    (OFF, {}, "from the route"),
    (ON_THE_WAY, {"at": jan(2, 12)}, "It is given from"),
    (ON_THE_WAY, {"tags": ["99"]}, "no animal of tag 99"),
    (ON_THE_WAY, {"counts": {"cattle": 3}}, "Of cattle 3"),
    (ON_THE_WAY, {"items": [Item.FEED]}, "feed"),
    (ON_THE_WAY, {"vehicle": "GA 01 T 4322"}, "GA01T4322"),
    (ON_THE_WAY, {"journey": 2}, "journey 2"),
    (ON_THE_WAY, {"conditions": {2: False}}, "condition 2"),
]


@pytest.mark.clause("DOA1974-14-1b")
def test_outside_any_condition_it_is_not_allowed(desk: Desk) -> None:
    number = licence(desk, conditions=("Cleansed", "Covered"))
    for at, (where, what, says) in enumerate(OUTSIDE):
        entry, _ = check(desk, number, found(where, **what), client_id=f"device-00{at:02d}")
        assert entry.content["verdict"] == "not_allowed", says
        against = [r for r in entry.content["decision"]["reasons"] if r["outcome"] == "refused"]
        assert any(says in r["text"] for r in against), against


def test_what_was_not_looked_at_is_said(desk: Desk) -> None:
    number = licence(desk, conditions=("Cleansed",), lines=(Line(Item.FEED, "Hay"),))
    entry, _ = check(desk, number, found(ON_THE_WAY, tags=None))
    assert entry.content["verdict"] == "needs_decision", "nobody looked at what is carried"
    unseen = ["animals", "items", "vehicle", "manner of travel", "person in charge", "condition 1"]
    assert entry.content["not_looked_at"] == unseen
    counted, _ = check(
        desk, number, found(ON_THE_WAY, counts={"cattle": 2}), client_id="device-0002"
    )
    assert counted.content["verdict"] == "allowed"
    assert {"tags", "journey"} <= set(counted.content["not_looked_at"])


@pytest.mark.clause("DOA1974-14-1b")
def test_the_edge_of_the_corridor_needs_a_decision(desk: Desk) -> None:
    number = licence(desk)
    edge = away(205, 0.0, (ON_THE_WAY.x, ON_THE_WAY.y))
    entry, _ = check(desk, number, found(edge, accuracy_m=20.0))
    assert entry.content["verdict"] == "needs_decision"


@pytest.mark.clause("DOA1974-14-1b")
def test_before_its_grant_and_after_its_revocation(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = apply(desk, premises)
    asked, _ = check(desk, number, found(ON_THE_WAY), client_id="device-0001")
    assert asked.content["verdict"] == "not_allowed"
    desk.at(jan(1, 14))
    grant(desk, number)
    early, _ = check(desk, number, found(ON_THE_WAY, jan(1, 13)), client_id="device-0002")
    assert early.content["verdict"] == "not_allowed"
    revoke(desk, number, revoked_at=jan(1, 16))
    stands, _ = check(desk, number, found(ON_THE_WAY, jan(1, 15)), client_id="device-0003")
    assert stands.content["verdict"] == "allowed"
    gone, _ = check(desk, number, found(ON_THE_WAY, jan(1, 16)), client_id="device-0004")
    assert gone.content["verdict"] == "not_allowed"


@pytest.mark.clause("DOA1974-14-1b")
def test_a_newer_area_on_the_way_needs_a_decision(desk: Desk) -> None:
    number = licence(desk)
    desk.at(jan(1, 13))
    second = desk.premises(away(2500, 90.0), "Second dairy")
    desk.order(second)
    entry, _ = check(desk, number, found(ON_THE_WAY, jan(1, 14)))
    assert entry.content["verdict"] == "needs_decision"
    (open_,) = [r for r in entry.content["decision"]["reasons"] if r["outcome"] == "needs_decision"]
    assert "does not reckon with" in open_["text"]


def test_an_area_at_the_place_of_the_check_that_is_not_on_the_way(desk: Desk) -> None:
    number = licence(desk, route=None, corridor_m=None)
    north = away(3000)
    area(desk, square(0.003, (north.x, north.y)) | AREA, disease="anthrax")
    entry, _ = check(desk, number, found(north))
    assert entry.content["verdict"] == "needs_decision"


@pytest.mark.clause("DOA1974-14-1b")
def test_once_the_declaration_has_ended_no_licence_is_needed(desk: Desk) -> None:
    _, premises, notification = area(desk)
    number = licensed(desk, premises)
    rescission = desk.rescind(notification)
    desk.at(jan(1, 14))
    desk.out(rescission, published_at=jan(1, 14))
    entry, _ = check(desk, number, found(ON_THE_WAY, jan(1, 15)))
    assert entry.content["verdict"] == "allowed"
    assert "No licence is needed now." in entry.content["decision"]["reasons"][0]["text"]


def test_what_a_check_knew_and_what_was_true(desk: Desk) -> None:
    number = licence(desk)
    device = desk.head()
    desk.at(jan(1, 15))
    revoke(desk, number, signed_at=jan(1, 12, 30))
    entry, _ = check(desk, number, found(ON_THE_WAY, jan(1, 13)), known_seq=device)
    told = entry.content
    assert (told["verdict"], told["known_seq"]) == ("allowed", device)
    assert told["as_known_now"]["verdict"] == "not_allowed"
    assert told["as_known_now"]["known_seq"] > device
    before, _ = check(
        desk, number, found(ON_THE_WAY, jan(1, 13)), known_seq=3, client_id="device-0002"
    )
    assert before.content["verdict"] == "needs_decision"
    with pytest.raises(Malformed, match="known_seq"):
        check(desk, number, known_seq=desk.head() + 1, client_id="device-0003")


def test_once_for_each_id_and_another_body_is_refused(desk: Desk) -> None:
    number = licence(desk)
    first, new = check(desk, number, found(ON_THE_WAY))
    head = desk.head()
    again, repeated = check(desk, number, found(ON_THE_WAY))
    assert (new, repeated, again.seq, desk.head()) == (True, False, first.seq, head)
    with pytest.raises(Refused, match="another check"):
        check(desk, number, found(OFF))
    with pytest.raises(Refused, match="another check"):
        check(desk, number, found(ON_THE_WAY), by="police")
    assert desk.head() == head


def test_contrary_verdicts_of_two_officers_both_stand(desk: Desk) -> None:
    number = licence(desk)
    check(desk, number, found(ON_THE_WAY, vehicle="GA-01-T-4321"), client_id="device-0001")
    check(
        desk,
        number,
        found(ON_THE_WAY, vehicle="GA-01-T-4322"),
        by="police",
        client_id="device-0002",
    )
    with desk.register.reading() as reading:
        rows, _ = queries.checks(reading.session, licence_number=number)
        assert [row.verdict for row in rows] == ["not_allowed", "allowed"]
        stands = queries.licence(reading.session, number)
    desk.correct(stands.checks[0].seq, by="inspector")
    head = desk.head()
    again, new = check(
        desk, number, found(ON_THE_WAY, vehicle="GA-01-T-4321"), client_id="device-0001"
    )
    assert (again.seq, new, desk.head()) == (stands.checks[0].seq, False, head)
    assert again.content["corrected_by"] == "COR/2027/000001"
    with pytest.raises(Refused, match="another check"):
        check(desk, number, found(OFF), client_id="device-0001")
    with desk.register.reading() as reading:
        assert queries.checks(reading.session, licence_number=number)[1] == 1
        with pytest.raises(NotFound, match="struck by the correction COR/2027/000001"):
            queries.entry_of_check(reading.session, "device-0001")


def test_by_an_inspector_a_surgeon_or_the_police_wherever_they_stand(desk: Desk) -> None:
    number = licence(desk, journeys=3)
    for at, by in enumerate(("inspector", "veterinary_surgeon", "police")):
        entry, _ = check(desk, number, found(ELSEWHERE), by=by, client_id=f"device-000{at}")
        assert entry.content["verdict"] == "not_allowed"
    with pytest.raises(NoAuthority):
        check(desk, number, by="clerk", client_id="device-0009")


def test_the_journey_is_that_last_checked_unless_another_is_named(desk: Desk) -> None:
    number = licence(desk, journeys=2)
    ordinals = [
        check(desk, number, found(ON_THE_WAY, journey=one), client_id=f"device-000{at}")[0].content[
            "journey"
        ]
        for at, one in enumerate((None, 2, None, 900, None))
    ]
    assert ordinals == [1, 2, 2, 900, 2]


NOT_FOUND: list[tuple[str, dict[str, Any]]] = [
    ("client_id", {"client_id": "short"}),
    ("client_id", {"client_id": "with a space in it"}),
    ("at", {"what": found(at=jan(3))}),
    ("tags", {"what": found(tags=["--"])}),
    ("tags", {"what": found(tags=["1"] * 1001)}),
    ("counts", {"what": found(counts={"cattle": -1})}),
    ("vehicle", {"what": found(vehicle="x" * 41)}),
    ("journey", {"what": found(journey=0)}),
    ("conditions_met", {"what": found(conditions={1: True})}),
]


def test_what_cannot_have_been_found(desk: Desk) -> None:
    number = licence(desk)
    desk.at(jan(1, 14))
    head = desk.head()
    for field, what in NOT_FOUND:
        given: dict[str, Any] = {"what": found(), "client_id": "device-0001"} | what
        looked = given.pop("what")
        with pytest.raises(Malformed) as caught, desk.register.writing() as writing:
            checks.check(writing, desk.who("inspector"), number, looked, **given)
        assert caught.value.errors[0].field == field
    assert desk.head() == head


def test_an_unknown_licence(desk: Desk) -> None:
    with pytest.raises(NotFound):
        check(desk, "ML/2027/000077", found(HERE))


@pytest.mark.clause("DOA1974-14-1a")
def test_a_removal_that_needs_no_licence_is_judged_by_what_is_found(desk: Desk) -> None:
    area(desk)
    inside = away(500)
    free: dict[str, Any] = {"shown": Shown.FREE, "finding": "VS 7", "route": None}
    number = apply(desk, (inside.x, inside.y), by="veterinary_surgeon", corridor_m=None, **free)
    refuse(desk, number)

    def verdict(at: int, **given: Any) -> str:
        what = found(ON_THE_WAY, **given)
        return str(check(desk, number, what, client_id=f"device-{at:04d}")[0].content["verdict"])

    tags = ["100245678901", "100245678902"]
    assert verdict(1) == "allowed"
    assert verdict(2, items=[Item.ANIMAL], tags=tags) == "allowed"
    # The finding frees neither straw nor an animal that it does not speak of.
    assert verdict(3, items=[Item.ANIMAL, Item.BEDDING]) == "not_allowed"
    assert verdict(4, counts={"cattle": 3}) == "not_allowed"
    assert verdict(5, tags=["99"]) == "not_allowed"


@pytest.mark.clause("DOA1974-14-2")
def test_a_load_of_rail_that_is_found_in_a_vehicle_needs_a_decision(desk: Desk) -> None:
    area(desk)
    west = away(3000, 270.0)
    line = shapely.LineString([west, FAR])
    by_rail: dict[str, Any] = {"mode": Mode.RAIL, "vehicle": "", "carried_by": "KRCL 77"}
    number = apply(desk, (west.x, west.y), route=line, corridor_m=200.0, **by_rail)
    free, _ = check(desk, number, found(ON_THE_WAY))
    assert free.content["verdict"] == "allowed"
    off, _ = check(desk, number, found(ON_THE_WAY, vehicle="GA 1"), client_id="device-0002")
    assert off.content["verdict"] == "needs_decision"


@pytest.mark.clause("DOA1974-14-1b")
def test_tags_read_of_fewer_than_are_carried_need_a_decision(desk: Desk) -> None:
    number = licence(desk)
    unread: list[dict[str, Any]] = [
        {"tags": ["100245678901"], "counts": {"cattle": 2}},
        {"tags": [], "items": [Item.ANIMAL]},
    ]
    for at, what in enumerate(unread):
        entry, _ = check(desk, number, found(ON_THE_WAY, **what), client_id=f"device-000{at}")
        assert entry.content["verdict"] == "needs_decision"


@pytest.mark.clause("DOA1974-14-1b")
def test_far_from_a_way_that_nobody_drew_needs_a_decision(desk: Desk) -> None:
    number = licence(desk, route=None, corridor_m=None)
    beside, _ = check(desk, number, found(away(6000)))
    assert beside.content["verdict"] == "allowed"
    far, _ = check(desk, number, found(ELSEWHERE), client_id="device-0002")
    assert far.content["verdict"] == "needs_decision"


def test_a_newer_place_as_near_as_the_position_is_known_needs_a_decision(desk: Desk) -> None:
    number = licence(desk)
    desk.at(jan(1, 13))
    desk.order(desk.premises(away(600, 0.0, (ON_THE_WAY.x, ON_THE_WAY.y)), "Second dairy"))
    sure, _ = check(desk, number, found(ON_THE_WAY, jan(1, 14), accuracy_m=50.0))
    assert sure.content["verdict"] == "allowed"
    edge = away(190, 0.0, (ON_THE_WAY.x, ON_THE_WAY.y))
    rough, _ = check(
        desk, number, found(edge, jan(1, 14), accuracy_m=400.0), client_id="device-0002"
    )
    texts = [r["text"] for r in rough.content["decision"]["reasons"]]
    assert any("does not reckon with" in text for text in texts)


@pytest.mark.clause("DOA1974-14-1b")
def test_an_area_that_was_entered_and_is_now_passed_is_not_reckoned_with(desk: Desk) -> None:
    second = desk.premises(away(3000, 90.0), "Second dairy")
    case = str(desk.order(second).content["case_number"])
    desk.examine(case)
    desk.report(case)
    far_end = square(0.004, (FAR.x, FAR.y))
    notification = desk.confirm(case, far_end)
    desk.out(notification, published_at=desk.clock.now())
    premises = desk.premises()
    desk.order(premises)
    number = licensed(desk, premises, lines=(Line(Item.FEED, "Hay"),))
    before, _ = check(desk, number, found(ON_THE_WAY))
    assert before.content["verdict"] == "allowed"
    desk.at(jan(1, 14))
    wider = desk.amend(notification, far_end | AREA)
    desk.out(wider, published_at=jan(1, 14))
    after, _ = check(desk, number, found(ON_THE_WAY, jan(1, 15)), client_id="device-0002")
    assert after.content["verdict"] == "needs_decision"


@pytest.mark.clause("DOA1974-14-1b")
@pytest.mark.parametrize(
    ("mode", "what", "verdict", "says"),
    [
        (Mode.FOOT, {"vehicle": "GA 1"}, "not_allowed", "on foot, and this is the vehicle GA1"),
        (Mode.WATER, {"vehicle": "GA 1"}, "needs_decision", "by water, and this is the vehicle"),
        (Mode.RAIL, {"vehicle": "GA 1"}, "needs_decision", "by rail, and this is the vehicle"),
        (Mode.FOOT, {"mode": Mode.ROAD}, "not_allowed", "on foot, and this goes by road"),
        (Mode.ROAD, {"mode": Mode.FOOT}, "not_allowed", "by road, and this goes on foot"),
        (Mode.RAIL, {"mode": Mode.ROAD}, "not_allowed", "by rail, and this goes by road"),
        (Mode.FOOT, {"mode": Mode.FOOT}, "allowed", "It travels on foot, as the licence says"),
        (Mode.WATER, {"mode": Mode.WATER, "vehicle": "IND-GA 7"}, "allowed", "by water"),
    ],
)
def test_how_it_travels_is_held_against_the_licence(
    desk: Desk, mode: Mode, what: dict[str, Any], verdict: str, says: str
) -> None:
    number = licence(desk, mode=mode, vehicle="")
    told = check(desk, number, found(ON_THE_WAY, **what))[0].content
    assert told["verdict"] == verdict
    assert any(says in reason["text"] for reason in told["decision"]["reasons"])
    assert ("manner of travel" in told["not_looked_at"]) == ("mode" not in what)


@pytest.mark.clause("DOA1974-14-1b")
def test_a_vehicle_that_a_licence_for_travel_on_foot_names_needs_a_decision(desk: Desk) -> None:
    number = licence(desk, mode=Mode.FOOT)
    told = check(desk, number, found(ON_THE_WAY, vehicle="GA-01-T-4321"))[0].content
    assert told["verdict"] == "needs_decision"


@pytest.mark.clause("DOA1974-14-2")
def test_a_load_of_rail_that_goes_by_road_needs_a_licence(desk: Desk) -> None:
    area(desk)
    west = away(3000, 270.0)
    by_rail: dict[str, Any] = {"mode": Mode.RAIL, "vehicle": "", "carried_by": "KRCL 77"}
    line = shapely.LineString([west, FAR])
    number = apply(desk, (west.x, west.y), route=line, corridor_m=200.0, **by_rail)
    for at, (mode, verdict) in enumerate(
        ((Mode.RAIL, "allowed"), (Mode.ROAD, "not_allowed"), (Mode.FOOT, "not_allowed"))
    ):
        told, _ = check(desk, number, found(ON_THE_WAY, mode=mode), client_id=f"device-000{at}")
        assert told.content["verdict"] == verdict, mode


@pytest.mark.clause("DOA1974-14-1b")
def test_more_than_the_quantity_it_names_is_not_allowed(desk: Desk) -> None:
    lines = (Line(Item.FEED, "Hay", "2 bags"),)
    number = licence(desk, lines=lines)
    items = [Item.FEED, Item.ANIMAL]
    for at, (within, verdict, unseen) in enumerate(
        ((None, "allowed", True), (True, "allowed", False), (False, "not_allowed", False))
    ):
        what = found(ON_THE_WAY, items=items, within=within)
        told, _ = check(desk, number, what, client_id=f"device-000{at}")
        assert told.content["verdict"] == verdict
        assert ("quantity" in told.content["not_looked_at"]) == unseen
    none = found(ON_THE_WAY, items=[Item.ANIMAL])
    told, _ = check(desk, number, none, client_id="device-0009")
    assert "quantity" not in told.content["not_looked_at"], "there is none of it"
