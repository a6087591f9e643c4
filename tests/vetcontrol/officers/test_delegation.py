"""Section 13(7) at the register: the powers of section 13 in a Collector's hand."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import shapely
from sqlalchemy import select

from gis import geodesic
from vetcontrol.clock import IST, SetClock
from vetcontrol.documents.content import from_json
from vetcontrol.documents.values import Word
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.law.decisions import Outcome
from vetcontrol.officers import kinds, queries, service
from vetcontrol.officers.service import DelegationProposal
from vetcontrol.register import corrections
from vetcontrol.register.entries import Actor, entries_of
from vetcontrol.register.tables import DocumentRow

SECOND = timedelta(seconds=1)
WEST, SOUTH, EAST, NORTH = 73.75, 15.40, 73.90, 15.55
DISTRICT = shapely.box(WEST, SOUTH, EAST, NORTH)
ORDER = {"number": "13/7", "date": "2027-01-01"}
CONFIRM = "DOA1974-13-1-a"


def ist(day: int, hour: int = 0) -> datetime:
    """A time of January 2027 in India."""
    return datetime(2027, 1, day, hour, tzinfo=IST)


def plot(metres_beyond: float, width: float = 0.001) -> shapely.Polygon:
    """A plot whose eastern edge lies `metres_beyond` the district's eastern edge."""
    per_degree = geodesic.distance(EAST, NORTH, EAST + 0.001, NORTH) / 0.001
    east = EAST + metres_beyond / per_degree
    return shapely.box(east - width, NORTH - width, east, NORTH)


@pytest.fixture
def house(office: Any, clock: SetClock) -> SimpleNamespace:
    """Two officers for the Government and a Collector of district 1, known to 20 metres."""
    people = {name: office.add(name) for name in ("secretary", "under", "collector")}
    for name in ("secretary", "under"):
        office.appoint(people[name], "government", gazette=None)
    district = office.district("1", DISTRICT, ist(1), accuracy_m=20)
    office.appoint(people["collector"], "collector", gazette=None, area_feature=district)
    clock.set(ist(2))
    return SimpleNamespace(office=office, district=district, **people)


def given(house: SimpleNamespace, **fields: Any) -> str:
    """A delegation made by the two officers."""
    fields = {"district": house.district, "powers": (CONFIRM,), **fields}
    number: str = house.office.delegate(house.secretary, house.under, **fields)
    return number


@pytest.mark.clause("DOA1974-13-7")
def test_a_delegation_carries_from_its_first_second_to_before_its_last(
    house: SimpleNamespace,
) -> None:
    number = given(house, from_at=ist(3, 9), until=ist(6, 9))
    for at in (ist(3, 9), ist(6, 9) - SECOND):
        authority = house.office.may_decide(house.collector, at, plot(-1))
        assert authority.decision.outcome is Outcome.ALLOWED
        assert "DOA1974-13-7" in authority.decision.clauses
        assert (authority.capacity, authority.appointment.role) == ("government", "collector")
        assert authority.signatory().capacity == Word("office.government")
        assert authority.signatory().office == Word("office.collector")
    for at, words in ((ist(3, 9) - SECOND, "begins only"), (ist(6, 9), "ended at")):
        with pytest.raises(NoAuthority, match=f"Delegation {number} {words}") as refusal:
            house.office.may_decide(house.collector, at, plot(-1))
        assert refusal.value.clauses == ("DOA1974-13-7",)


@pytest.mark.clause("DOA1974-13-7")
def test_only_the_powers_named_are_delegated(house: SimpleNamespace) -> None:
    with pytest.raises(NoAuthority, match="delegated no power"):
        house.office.may_decide(house.collector, ist(3), plot(-1))
    given(house)
    assert house.office.may_decide(house.collector, ist(3), plot(-1))
    for power in ("DOA1974-13-1-b", "DOA1974-13-2", "DOA1974-13-3"):
        with pytest.raises(NoAuthority, match="not section"):
            house.office.may_decide(house.collector, ist(3), plot(-1), power)
    with house.office.register.reading() as reading:
        [held] = queries.powers(reading, house.collector, ist(3))
    assert held.permits == (CONFIRM,)


@pytest.mark.clause("DOA1974-13-7")
@pytest.mark.parametrize(
    ("metres", "outcome"),
    [
        (-1.0, Outcome.ALLOWED),
        (19.0, Outcome.NEEDS_DECISION),
        (21.0, Outcome.REFUSED),
    ],
)
def test_a_collector_decides_in_his_district(
    house: SimpleNamespace, metres: float, outcome: Outcome
) -> None:
    given(house)
    if outcome is Outcome.REFUSED:
        with pytest.raises(NoAuthority, match="outside the Collector's district"):
            house.office.may_decide(house.collector, ist(3), plot(metres))
        assert house.office.may_decide(house.secretary, ist(3), plot(metres))
    else:
        authority = house.office.may_decide(house.collector, ist(3), plot(metres))
        assert authority.decision.outcome is outcome


@pytest.mark.clause("DOA1974-13-7")
def test_the_district_is_that_of_the_day(house: SimpleNamespace, clock: SetClock) -> None:
    given(house)
    clock.set(ist(4))
    house.office.district("1", shapely.box(WEST, SOUTH, 73.80, NORTH), ist(5), accuracy_m=20)
    assert house.office.may_decide(house.collector, ist(5) - SECOND, plot(-1))
    with pytest.raises(NoAuthority, match="outside"):
        house.office.may_decide(house.collector, ist(5), plot(-1))


@pytest.mark.clause("DOA1974-13-7")
def test_the_conditions_bind(house: SimpleNamespace) -> None:
    size = geodesic.area(plot(-1))
    given(house, conditions={"diseases": ["anthrax"], "max_area_m2": size + 1})
    assert house.office.may_decide(house.collector, ist(3), plot(-1))
    with pytest.raises(NoAuthority, match="only for anthrax"):
        house.office.may_decide(house.collector, ist(3), plot(-1), disease="rinderpest")
    with pytest.raises(NoAuthority, match="square metres"):
        house.office.may_decide(house.collector, ist(3), plot(-1, width=0.0011))


@pytest.mark.clause("DOA1974-13-7")
def test_on_revocation_the_cases_are_the_governments_again(
    house: SimpleNamespace, clock: SetClock
) -> None:
    number = given(house)
    clock.set(ist(4, 12))
    with house.office.register.writing() as writing:
        row = service.revoke_delegation(writing, house.under, number, reason="Policy")
        assert row.state == "revoked"
    assert house.office.may_decide(house.collector, ist(4, 12) - SECOND, plot(-1))
    with pytest.raises(NoAuthority, match="ended at"):
        house.office.may_decide(house.collector, ist(4, 12), plot(-1))
    with house.office.register.writing() as writing, pytest.raises(Refused, match="already"):
        service.revoke_delegation(writing, house.under, number, reason="Policy")
    with house.office.register.reading() as reading:
        texts = reading.session.scalars(select(DocumentRow.content).order_by(DocumentRow.number))
        order, revocation = map(from_json, texts)
    assert (order.number, revocation.related) == (number, (number,))
    assert revocation.number == "DLR/2027/000001"
    assert order.signatory.name == "Dr Under"


@pytest.mark.clause("DOA1974-13-7")
@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"powers": ()}, Refused, "section 13"),
        ({"powers": ("DOA1974-13-7",)}, Refused, "section 13"),
        ({"powers": ("DOA1974-5-1-a",)}, Refused, "section 13"),
        ({"powers": ("GOA1968-269-1",)}, Malformed, "powers"),
        ({"powers": ("13(2)",)}, Malformed, "powers"),
        ({"district": "taluka/1"}, Refused, "district"),
        ({"district": ""}, Refused, "district"),
        ({"conditions": {"weather": "dry"}}, Malformed, "conditions.weather"),
        ({"conditions": {"diseases": "anthrax"}}, Malformed, "conditions.diseases"),
        ({"conditions": {"max_area_m2": 0}}, Malformed, "conditions.max_area_m2"),
        ({"conditions": {"max_area_m2": True}}, Malformed, "conditions.max_area_m2"),
        ({"until": ist(2)}, Malformed, "until"),
        ({"order_reference": {"number": "1"}}, Malformed, "order_reference.date"),
        ({"order_reference": ORDER | {"date": "2027-01-03"}}, Malformed, "order_reference.date"),
        (
            {"order_reference": ORDER | {"date": "2027-01-02"}, "from_at": ist(2) - SECOND},
            Refused,
            "2027-01-02 or later",
        ),
    ],
)
def test_what_cannot_be_delegated_is_refused(
    house: SimpleNamespace, fields: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        given(house, **fields)
    with house.office.register.reading() as reading:
        assert queries.delegations(reading) == []


@pytest.mark.clause("DOA1974-13-7")
def test_only_government_delegates_and_another_officer_approves(house: SimpleNamespace) -> None:
    proposal = DelegationProposal(house.district, (CONFIRM,), ist(2), ORDER)
    register = house.office.register
    with register.writing() as writing, pytest.raises(NoAuthority):
        service.delegate(writing, house.collector, proposal)
    with register.writing() as writing:
        number = service.delegate(writing, house.secretary, proposal).number
    with pytest.raises(NoAuthority, match="not yet approved"):
        house.office.may_decide(house.collector, ist(3), plot(-1))
    with register.writing() as writing, pytest.raises(Refused, match="Another person"):
        service.approve_delegation(writing, house.secretary, number)
    with register.writing() as writing, pytest.raises(NotFound):
        service.approve_delegation(writing, house.under, "DLG/2027/000009")
    with register.writing() as writing:
        service.revoke_delegation(writing, house.secretary, number, reason="Withdrawn")
    with register.writing() as writing, pytest.raises(Refused, match="only a proposed one"):
        service.approve_delegation(writing, house.under, number)


@pytest.mark.clause("DOA1974-13-7")
def test_a_collector_is_of_a_district_and_holds_office(house: SimpleNamespace) -> None:
    with pytest.raises(Refused, match="district"):
        house.office.propose(officer="under", role="collector", from_at=ist(2))
    given(house)
    nobody = house.office.add("nobody")
    with pytest.raises(NoAuthority):
        house.office.may_decide(nobody, ist(3), plot(-1))
    with house.office.register.reading() as reading:
        [own] = queries.appointments(reading, role="collector")
    house.office.end(own.number, ist(4))
    assert house.office.may_decide(house.collector, ist(4) - SECOND, plot(-1))
    with pytest.raises(NoAuthority, match="ended"):
        house.office.may_decide(house.collector, ist(4), plot(-1))


def test_a_correction_of_a_delegation_must_leave_sense(house: SimpleNamespace) -> None:
    number = given(house)

    def strike(writing: Any, target: Any) -> None:
        actor = Actor("secretary")
        corrections.correct(
            writing, actor, target, reason="misread", restated=None, as_corrected=None
        )
        kinds.REFRESHERS["DLG"](writing, number)

    register = house.office.register
    with register.writing() as writing, pytest.raises(Refused, match="later entries first"):
        strike(writing, corrections.standing(writing.session, number)[0])
    with register.writing() as writing:
        # A refused correction is never committed by the ways in; here it has to be withdrawn.
        [proposed, approved] = entries_of(writing.session, number)[:2]
        strike(writing, entries_of(writing.session, number)[-1])
        strike(writing, approved)
        [row] = queries.delegations(writing, district=house.district, state="proposed")
        assert row.approved_by is None
    with register.writing() as writing, pytest.raises(Refused, match="Enter it anew"):
        service.approve_delegation(writing, house.under, number)
    with register.writing() as writing:
        strike(writing, proposed)
        assert queries.delegations(writing) == []
