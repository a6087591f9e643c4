"""Unloading from rail (14(2), proviso) and taking back what was removed in breach (15)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
import shapely

from casework import HERE, Desk, away, jan, with_documents
from removals import FAR, apply, area, check, end, grant, licensed, met, read
from vetcontrol.clock import IST
from vetcontrol.documents.content import from_json
from vetcontrol.documents.instruments import Removed
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.law.diseases_of_animals.removal import Mode, Shown
from vetcontrol.movement import queries, returns, unloading
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Entry

TWO = Removed(tags=["100245678901"], counts={"cattle": 2})
STATION = shapely.Point(74.0, 15.425)
WEST = (73.972, 15.425)
THROUGH = shapely.LineString([WEST, (FAR.x, 15.425)])
ELSEWHERE = shapely.Point(74.0635, 15.1769)


def unload(desk: Desk, by: str = "police", **given: Any) -> Entry:
    usual: dict[str, Any] = {"consignment": "KRCL 77", "point": STATION, "removed": TWO}
    with desk.register.writing() as writing:
        return unloading.unload(writing, desk.who(by), **usual | given)


def direct(desk: Desk, origin: str, by: str = "police", **given: Any) -> Entry:
    usual: dict[str, Any] = {
        "breach": "Carried by night without a licence",
        "within": jan(2, 12),
        "point": away(2000, 90.0),
        "removed": TWO,
        "name": "R. Naik",
        "address": "Curti",
    }
    with desk.register.writing() as writing:
        return returns.direct(writing, desk.who(by), origin=origin, **usual | given)


def take_back(desk: Desk, number: str, by: str = "police", **given: Any) -> Entry:
    with desk.register.writing() as writing:
        return returns.returned(writing, desk.who(by), number, **given)


@pytest.mark.clause("DOA1974-14-2", "DOA1974-14-2-prov")
def test_an_unloading_ends_the_freedom_of_its_consignment(desk: Desk) -> None:
    _, _, notification = area(desk)
    asked: dict[str, Any] = {
        "route": THROUGH,
        "destination": end((FAR.x, 15.425)),
        "mode": Mode.RAIL,
        "carried_by": "KRCL-77",
        "vehicle": "",
    }
    number = apply(desk, WEST, **asked)
    with pytest.raises(Refused, match="needs no licence"):
        grant(desk, number)
    entry = unload(desk)
    assert with_documents(desk, entry) == ["unloading_record"]
    assert notification in entry.content["inside"][0]
    paper = from_json(desk.document(str(entry.number)).content)
    assert paper.clauses == ("DOA1974-14-2-prov", "DOA1974-14-2")
    granted = grant(desk, number)
    assert "DOA1974-14-2-prov" in granted.content["journey"]["clauses"]
    assert read(desk, number).state == "granted"
    other = apply(desk, WEST, **asked | {"carried_by": "KRCL-78"})
    with pytest.raises(Refused, match="needs no licence"):
        grant(desk, other)
    desk.correct(str(entry.number), by="veterinary_surgeon")
    with desk.register.reading() as reading:
        assert queries.unloadings(reading.session, consignment="krcl77") == ([], 0)


@pytest.mark.clause("DOA1974-14-2")
def test_outside_rail_stays_free_and_nothing_is_recorded(desk: Desk) -> None:
    area(desk)
    with pytest.raises(Refused) as caught:
        unload(desk, point=away(4000))
    assert caught.value.clauses == ("DOA1974-14-2", "DOA1974-14-2-prov")
    with pytest.raises(NoAuthority) as barred:
        unload(desk, by="clerk")
    assert barred.value.clauses == ("DOA1974-14-2-prov",)
    for wrong in ({"consignment": "?"}, {"removed": Removed()}):
        with pytest.raises(Malformed):
            unload(desk, **wrong)
    with pytest.raises(Malformed, match="twice"):
        unload(desk, removed=Removed(counts={"cattle": 1, "Cattle": 2}))
    assert unload(desk, removed=Removed(counts={"Cattle": 2})).content["counts"] == {"cattle": 2}
    for of in (Removed(tags=["-"]), Removed(items=[("feed", " ", "")])):
        with pytest.raises(Malformed):
            unload(desk, removed=of)


@pytest.mark.clause("DOA1974-15", "DOA1974-15-prov")
def test_taken_back_to_the_area_it_left(desk: Desk) -> None:
    case, _, notification = area(desk)
    entry = direct(desk, notification)
    number = str(entry.number)
    assert with_documents(desk, entry) == ["return_direction"]
    paper = from_json(desk.document(number).content)
    assert paper.clauses == ("DOA1974-15", "DOA1974-14-1a", "DOA1974-15-prov")
    assert notification in paper.related
    assert "R. Naik" not in desk.document(number).content
    with desk.register.reading() as reading:
        rows, total = queries.returns(reading.session, states=("required",))
        assert (total, rows[0].within) == (1, jan(2, 12))
        warned = returns.isolation_beside(reading, ["1002 4567 8901"])
        assert (warned.outcome, warned.clauses) == ("allowed", ("DOA1974-15-prov",))
        assert number in warned.reasons[0].text
        assert "No direction" in returns.isolation_beside(reading, ["1"]).reasons[0].text
    desk.at(jan(2, 13))
    with pytest.raises(NoAuthority) as barred:
        take_back(desk, number, by="clerk")
    assert barred.value.clauses == ("DOA1974-15",)
    back = take_back(desk, number)
    assert back.content["late"] is True
    with desk.register.reading() as reading:
        row = queries.direction(reading.session, number)
        assert (row.state, row.returned_at) == ("returned", jan(2, 13))
    with pytest.raises(Refused, match="already recorded"):
        take_back(desk, number)
    desk.correct(back.seq, by="police")
    desk.correct(number, by="police", restated={"breach": "Without any licence"})
    with desk.register.reading() as reading:
        row = queries.direction(reading.session, number)
        assert row.state == "required"
        assert queries.content_of(reading.session, row)["breach"] == "Without any licence"
    assert case


@pytest.mark.clause("DOA1974-15")
def test_a_direction_stands_while_its_return_does(desk: Desk) -> None:
    _, _, notification = area(desk)
    number = str(direct(desk, notification).number)
    back = take_back(desk, number)
    with pytest.raises(Refused, match="its return cannot stand") as caught:
        desk.correct(number, by="police")
    assert caught.value.clauses == ("DOA1974-15",)
    desk.correct(back.seq, by="police")
    desk.correct(number, by="police")
    with pytest.raises(NotFound), desk.register.reading() as reading:
        queries.direction(reading.session, number)


def test_who_strikes_whose(desk: Desk) -> None:
    _, premises, notification = area(desk)
    by_inspector, by_police = (
        str(direct(desk, notification, by=by).number) for by in ("inspector", "police")
    )
    for by, number in (("police", by_inspector), ("inspector", by_police)):
        with pytest.raises(NoAuthority, match="is corrected by"):
            desk.correct(number, by=by)
    checked, _ = check(desk, licensed(desk, premises))
    with pytest.raises(NoAuthority):
        desk.correct(checked.seq, by="police")
    unloaded = unload(desk)
    with pytest.raises(NoAuthority):
        desk.correct(unloaded.seq, by="inspector")
    for seq, by in (
        (checked.seq, "inspector"),
        (unloaded.seq, "government"),
        (by_inspector, "veterinary_surgeon"),
    ):
        desk.correct(seq, by=by)
    struck = desk.correct(by_police, by="police")
    desk.correct(struck.seq, by="police")
    again = desk.correct(by_police, by="veterinary_surgeon")
    with pytest.raises(NoAuthority):
        desk.correct(again.seq, by="police")


@pytest.mark.clause("DOA1974-15")
def test_in_time_is_not_late(desk: Desk) -> None:
    _, _, notification = area(desk)
    number = str(direct(desk, notification, by="inspector").number)
    desk.at(jan(2, 12))
    assert take_back(desk, number, by="inspector").content["late"] is False


@pytest.mark.clause("DOA1974-15", "DOA1974-3-2b")
def test_any_inspector_or_police_officer_in_his_own_area(desk: Desk) -> None:
    _, _, notification = area(desk)
    for by in ("inspector", "police"):
        with pytest.raises(NoAuthority):
            direct(desk, notification, by=by, point=ELSEWHERE)
    with pytest.raises(NoAuthority):
        direct(desk, notification, by="clerk")
    assert direct(desk, notification, by="veterinary_surgeon", point=ELSEWHERE).number


@pytest.mark.clause("DOA1974-15")
def test_what_cannot_be_required(desk: Desk) -> None:
    case, premises, notification = area(desk)
    for field, wrong in (
        ("origin", {"origin": "NTF/2027/000077"}),
        ("breach", {"breach": " "}),
        ("person", {"person": "neighbour"}),
        ("name", {"name": "x" * 201}),
        ("items", {"removed": Removed()}),
        ("removed_at", {"removed_at": jan(2)}),
        ("removed_at", {"removed_at": jan(1, 11), "signed_at": jan(1, 10)}),
        ("within", {"within": datetime(2028, 1, 2, 13, tzinfo=IST)}),
        ("within", {"within": datetime(2027, 1, 2)}),  # noqa: DTZ001  (no offset is the fault)
    ):
        with pytest.raises(Malformed) as caught:
            direct(desk, **{"origin": notification} | wrong)
        assert caught.value.errors[0].field == field
    with pytest.raises(Refused, match="reasonable time"):
        direct(desk, notification, within=desk.clock.now())
    with pytest.raises(NotFound):
        direct(desk, notification, licence="ML/2027/000077")
    feature = f"infected_place/{case}"
    entry = direct(desk, feature, removed_at=jan(1, 12))
    assert entry.content["origin"] == feature
    assert str(premises) in entry.content["origin_name"]


def test_of_several_places_declared_together_one_is_named(desk: Desk) -> None:
    desk.premises(away(300), "Neighbour")
    desk.premises(away(400), "Second neighbour")
    case = desk.case()
    desk.examine(case)
    declared = str(desk.declare(case).number)
    with pytest.raises(Malformed, match="names several"):
        direct(desk, declared)
    assert met(desk, end(HERE), FAR).met


@pytest.mark.clause("DOA1974-14-2-prov")
def test_what_was_unloaded_inside_goes_on_only_under_a_licence(desk: Desk) -> None:
    """By road from the platform, also where a Veterinary Surgeon found it free."""
    area(desk)
    unload(desk)
    onward: dict[str, Any] = {"route": None, "corridor_m": None, "carried_by": "KRCL 77"}
    free = {"shown": Shown.FREE, "finding": "I saw them", "by": "veterinary_surgeon"}
    where = (STATION.x, STATION.y)
    for given in ({}, free):
        granted = grant(desk, apply(desk, where, **onward | given))
        assert granted.content["journey"]["outcome"] == "refused"
        assert "DOA1974-14-2-prov" in granted.content["journey"]["clauses"]
    with pytest.raises(Refused, match="needs no licence"):
        grant(desk, apply(desk, where, **onward | free | {"carried_by": "KRCL 78"}))


@pytest.mark.clause("DOA1974-15")
def test_what_has_not_left_is_not_taken_back(desk: Desk) -> None:
    case, _, notification = area(desk)
    with pytest.raises(Refused, match="nothing was removed") as caught:
        direct(desk, notification, point=away(400, 270.0))
    assert caught.value.clauses == ("DOA1974-15",)
    inside, outside = (away(m, 270.0, (74.01, 15.42)) for m in (0.5, -0.5))
    for edge in (inside, outside):
        with pytest.raises(Refused, match="may not have left") as asked:
            direct(desk, notification, point=edge)
        assert asked.value.errors[0].field == "position_reason"
        assert direct(desk, notification, point=edge, position_reason="Seen crossing").number
    # The place inside the area was left though the area was not.
    assert direct(desk, f"infected_place/{case}", point=away(400, 270.0)).number
    with pytest.raises(Refused, match="may not have left"):
        direct(desk, f"infected_place/{case}", point=away(15))


def test_no_animal_is_no_number(desk: Desk) -> None:
    _, _, notification = area(desk)
    for counts in ({"cattle": 0}, {"cattle": 2, "goat": 0}):
        nothing = Removed(counts=counts)
        with pytest.raises(Malformed) as caught:
            unload(desk, removed=nothing)
        assert caught.value.errors[0].field == "counts"
        with pytest.raises(Malformed) as caught:
            direct(desk, notification, removed=nothing)
        assert caught.value.errors[0].field == "counts"


@pytest.mark.clause("DOA1974-15")
def test_a_direction_that_names_a_licence_leaves_the_log_and_its_rows_alike(desk: Desk) -> None:
    _, premises, notification = area(desk)
    number = licensed(desk, premises)
    desk.at(jan(1, 14))
    entry = direct(desk, notification, licence=number)
    desk.at(jan(1, 15))
    take_back(desk, str(entry.number))
    assert verify(desk.register).faults == []
