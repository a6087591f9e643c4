"""Sections 2(f), 2(l), 3 and 4 at the register: who may act, where, when and for what."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import shapely

from gis import geodesic
from vetcontrol.clock import IST, SetClock
from vetcontrol.documents.values import Word
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.law.decisions import Outcome
from vetcontrol.officers import queries, tenure
from vetcontrol.register.entries import Actor

SECOND = timedelta(seconds=1)
WEST, SOUTH, EAST, NORTH = 73.75, 15.40, 73.90, 15.55
SQUARE = shapely.box(WEST, SOUTH, EAST, NORTH)
INSIDE = shapely.Point(73.8278, 15.4909)
FAR_AWAY = shapely.Point(74.2, 15.0)


def ist(day: int, hour: int = 0, minute: int = 0) -> datetime:
    """A time of January 2027 in India."""
    return datetime(2027, 1, day, hour, minute, tzinfo=IST)


def area(**fields: Any) -> dict[str, Any]:
    """An Inspector's area: the square, for all purposes."""
    return {"geometry": SQUARE, "area_name": "Panaji", "purposes": ("all",), **fields}


def beyond(metres: float) -> shapely.Point:
    """The point `metres` east of the middle of the square's eastern edge (negative: inside)."""
    lat = (SOUTH + NORTH) / 2
    return shapely.Point(
        EAST + metres * 0.001 / geodesic.distance(EAST, lat, EAST + 0.001, lat), lat
    )


SURGEON: tuple[str, dict[str, Any]] = ("veterinary_surgeon", {})
INSPECTOR = ("inspector", area())


@pytest.mark.clause("DOA1974-3-1")
@pytest.mark.clause("DOA1974-3-2a")
@pytest.mark.parametrize(("role", "fields"), [SURGEON, INSPECTOR], ids=["surgeon", "inspector"])
def test_an_appointment_carries_acts_from_its_first_second_to_before_its_last(
    office: Any, role: str, fields: dict[str, Any]
) -> None:
    officer = office.add("officer")
    number = office.appoint(officer, role, from_at=ist(2, 9), to_at=ist(5, 18), **fields)

    for at in (ist(2, 9), ist(5, 18) - SECOND):
        authority = office.may(officer, role, at, INSIDE)
        assert authority.actor == Actor("officer", number)
        assert authority.decision.outcome is Outcome.ALLOWED
    for at, words in ((ist(2, 9) - SECOND, "begins only"), (ist(5, 18), "ended at")):
        with pytest.raises(NoAuthority, match=words) as refusal:
            office.may(officer, role, at, INSIDE)
        assert number in refusal.value.detail
    expected = ("DOA1974-3-1", "DOA1974-2-l") if role != "inspector" else ("DOA1974-3-2a",)
    assert set(expected) <= set(refusal.value.clauses)


@pytest.mark.clause("DOA1974-3-1")
def test_an_ended_appointment_carried_what_was_done_before(office: Any, clock: SetClock) -> None:
    surgeon = office.add("surgeon")
    number = office.appoint(surgeon, "veterinary_surgeon")
    clock.set(ist(4, 15))
    office.end(number)

    assert office.may(surgeon, "veterinary_surgeon", ist(4, 15) - SECOND)
    with pytest.raises(NoAuthority, match="ended at 4 January 2027, 15:00 IST"):
        office.may(surgeon, "veterinary_surgeon", ist(4, 15))
    with pytest.raises(Refused, match="already"):
        office.end(number)


@pytest.mark.clause("DOA1974-3-1")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"gazette": None}, "gazette"),
        (area(), "whole territory"),
        ({"from_at": ist(1) - SECOND}, "before the day of the gazette"),
    ],
)
def test_a_surgeon_without_gazette_or_with_an_area_is_not_appointed(
    office: Any, fields: dict[str, Any], words: str
) -> None:
    office.add("surgeon")
    whole = {"from_at": ist(2), "gazette": {"series": "II", "number": "4", "date": "2027-01-01"}}
    with pytest.raises(Refused, match=words) as refusal:
        office.propose(officer="surgeon", role="veterinary_surgeon", **{**whole, **fields})
    assert refusal.value.clauses == ("DOA1974-3-1",)
    assert office.propose(officer="surgeon", role="veterinary_surgeon", **whole)


@pytest.mark.clause("DOA1974-2-l")
@pytest.mark.clause("DOA1974-2-f")
@pytest.mark.parametrize(
    ("role", "clause"),
    [("veterinary_surgeon", "DOA1974-2-l"), ("inspector", "DOA1974-2-f")],
)
def test_a_person_without_appointment_is_neither(office: Any, role: str, clause: str) -> None:
    practitioner = office.add("practitioner")
    with pytest.raises(NoAuthority, match="has none") as refusal:
        office.may(practitioner, role, ist(3), INSIDE)
    assert refusal.value.clauses == (clause,)

    office.appoint(practitioner, role, **(area() if role == "inspector" else {}))
    assert clause in office.may(practitioner, role, ist(3), INSIDE).decision.clauses


@pytest.mark.clause("DOA1974-3-2a")
@pytest.mark.parametrize(
    ("purposes", "clause", "allowed"),
    [
        (("11",), "DOA1974-11-1a", True),
        (("11(1)",), "DOA1974-11-1a", True),
        (("11(1)",), "DOA1974-11-4b", False),
        (("14", "15"), "DOA1974-11-1a", False),
        (("14", "11"), "DOA1974-11-1a", True),
        (("all",), "DOA1974-14-1b", True),
    ],
)
def test_an_inspector_acts_for_his_purposes(
    office: Any, purposes: tuple[str, ...], clause: str, allowed: bool
) -> None:
    inspector = office.add("inspector")
    office.appoint(inspector, "inspector", **area(purposes=purposes))
    if allowed:
        authority = office.may(inspector, "inspector", ist(3), INSIDE, clause)
        assert "DOA1974-3-2a" in authority.decision.clauses
    else:
        with pytest.raises(NoAuthority, match="not for section") as refusal:
            office.may(inspector, "inspector", ist(3), INSIDE, clause)
        assert "DOA1974-3-2a" in refusal.value.clauses


@pytest.mark.clause("DOA1974-3-2a")
@pytest.mark.parametrize("purposes", [(), ("113",), ("DOA1974-11-1a",)])
def test_an_inspectors_purposes_are_sections_of_the_act(
    office: Any, purposes: tuple[str, ...]
) -> None:
    office.add("inspector")
    with pytest.raises((Refused, Malformed), match="purpose"):
        office.propose(
            officer="inspector",
            role="inspector",
            from_at=ist(2),
            gazette={"series": "II", "number": "4", "date": "2027-01-01"},
            **area(purposes=purposes),
        )


@pytest.mark.clause("DOA1974-3-2b")
@pytest.mark.parametrize(
    ("accuracy_m", "metres", "outcome"),
    [
        (0.0, -1.0, Outcome.ALLOWED),
        (0.0, 0.0, Outcome.ALLOWED),
        (0.0, 1.0, Outcome.REFUSED),
        (50.0, -1.0, Outcome.ALLOWED),
        (50.0, 49.0, Outcome.NEEDS_DECISION),
        (50.0, 51.0, Outcome.REFUSED),
    ],
)
def test_an_inspectors_powers_stop_at_the_edge_of_his_area(
    office: Any, accuracy_m: float, metres: float, outcome: Outcome
) -> None:
    inspector = office.add("inspector")
    office.appoint(inspector, "inspector", **area(accuracy_m=accuracy_m))
    place = beyond(metres)
    if outcome is Outcome.REFUSED:
        with pytest.raises(NoAuthority, match="outside the area") as refusal:
            office.may(inspector, "inspector", ist(3), place)
        assert "DOA1974-3-2b" in refusal.value.clauses
    else:
        decision = office.may(inspector, "inspector", ist(3), place).decision
        assert decision.outcome is outcome
        assert "DOA1974-3-2b" in decision.clauses


@pytest.mark.clause("DOA1974-3-2b")
def test_a_place_that_reaches_out_of_the_area_is_outside(office: Any) -> None:
    inspector = office.add("inspector")
    office.appoint(inspector, "inspector", **area())
    reaching = shapely.box(EAST - 0.001, 15.45, EAST + 0.001, 15.451)
    with pytest.raises(NoAuthority, match="outside the area"):
        office.may(inspector, "inspector", ist(3), reaching)
    with pytest.raises(NoAuthority, match="no place is named"):
        office.may(inspector, "inspector", ist(3))


@pytest.mark.clause("DOA1974-3-2b")
def test_an_inspector_without_area_is_not_appointed(office: Any) -> None:
    office.add("inspector")
    with pytest.raises(Refused, match="area") as refusal:
        office.propose(
            officer="inspector",
            role="inspector",
            from_at=ist(2),
            purposes=("all",),
            gazette={"series": "II", "number": "4", "date": "2027-01-01"},
        )
    assert refusal.value.clauses == ("DOA1974-3-2b",)


@pytest.mark.clause("DOA1974-3-2b")
def test_an_area_taken_from_a_layer_keeps_its_geometry(office: Any, clock: SetClock) -> None:
    inspector = office.add("inspector")
    feature = office.district("1", SQUARE, ist(1))
    number = office.appoint(inspector, "inspector", area_feature=feature, purposes=("all",))
    clock.set(ist(3))
    office.district("1", shapely.box(74.0, 15.0, 74.3, 15.2), ist(3))

    assert office.may(inspector, "inspector", ist(4), INSIDE)
    with office.register.reading() as reading:
        version = reading.known().feature(tenure.area_feature(number), ist(4))
    assert version.geometry.equals(SQUARE)
    assert (version.begins, version.facts["source_feature"]) == (ist(2), feature)


@pytest.mark.clause("DOA1974-3-3")
def test_a_surgeon_does_all_that_an_inspector_may_and_the_capacity_is_kept(office: Any) -> None:
    surgeon = office.add("surgeon")
    number = office.appoint(surgeon, "veterinary_surgeon")
    authority = office.may(surgeon, "inspector", ist(3), FAR_AWAY)

    assert (authority.capacity, authority.appointment.role) == ("inspector", "veterinary_surgeon")
    assert "DOA1974-3-3" in authority.decision.clauses
    signatory = authority.signatory()
    assert signatory.capacity == Word("office.inspector")
    assert signatory.office == Word("office.veterinary_surgeon")
    assert signatory.appointment == (
        f"{number}, Official Gazette, series II, no. 40, 1 January 2027"
    )
    assert office.may(surgeon, "veterinary_surgeon", ist(3)).signatory().capacity is None


@pytest.mark.clause("DOA1974-3-3")
def test_an_inspector_does_not_do_what_a_surgeon_may(office: Any) -> None:
    inspector = office.add("inspector")
    office.appoint(inspector, "inspector", **area())
    with pytest.raises(NoAuthority, match="Veterinary Surgeon"):
        office.may(inspector, "veterinary_surgeon", ist(3), INSIDE, "DOA1974-11-3a")


@pytest.mark.clause("DOA1974-4")
def test_both_are_public_servants_while_appointed(office: Any) -> None:
    surgeon, clerk = office.add("surgeon"), office.add("clerk")
    office.appoint(surgeon, "veterinary_surgeon")
    office.appoint(clerk, "clerk", gazette=None)
    with office.register.reading() as reading:
        [then] = queries.powers(reading, surgeon, ist(3))
        [before] = queries.powers(reading, surgeon, ist(2) - SECOND)
        [no_servant] = queries.powers(reading, clerk, ist(3))
    assert (then.public_servant, before.public_servant, no_servant.public_servant) == (
        True,
        False,
        False,
    )
    assert {"DOA1974-11-3a", "DOA1974-11-1a"} <= set(then.permits)
    assert (before.permits, before.in_force) == ((), False)


@pytest.mark.clause("DOA1974-3-2b")
def test_while_another_has_the_acting_charge_the_holder_may_not_act(office: Any) -> None:
    holder, deputy = office.add("holder"), office.add("deputy")
    own = office.appoint(holder, "inspector", **area(purposes=("11",)))
    acting = office.appoint(deputy, "inspector", from_at=ist(5, 9), to_at=ist(8, 9), acting_for=own)

    for at in (ist(5, 9), ist(8, 9) - SECOND):
        assert office.may(deputy, "inspector", at, INSIDE).actor.appointment == acting
        with pytest.raises(NoAuthority, match=rf"acting charge of deputy \({acting}\)"):
            office.may(holder, "inspector", at, INSIDE)
    for at in (ist(5, 9) - SECOND, ist(8, 9)):
        assert office.may(holder, "inspector", at, INSIDE).actor.appointment == own
        with pytest.raises(NoAuthority):
            office.may(deputy, "inspector", at, INSIDE)
    with pytest.raises(NoAuthority, match="outside"):
        office.may(deputy, "inspector", ist(6), FAR_AWAY)
    with pytest.raises(NoAuthority, match="not for section"):
        office.may(deputy, "inspector", ist(6), INSIDE, "DOA1974-14-1b")
