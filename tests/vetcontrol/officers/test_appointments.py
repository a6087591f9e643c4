"""Section 3 at the register: appointments entered, approved, ended, corrected."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
import shapely
from sqlalchemy import select

from gis import geodesic
from vetcontrol.clock import IST, SetClock
from vetcontrol.documents.content import from_json
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.law.decisions import Outcome
from vetcontrol.officers import correcting, kinds, queries, replay, service, tenure
from vetcontrol.register import corrections
from vetcontrol.register.entries import Actor, entries_of
from vetcontrol.register.tables import DocumentRow

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


def test_an_acting_charge_is_of_anothers_approved_appointment(office: Any) -> None:
    holder = office.add("holder")
    office.add("deputy")
    gazette = {"series": "II", "number": "4", "date": "2027-01-01"}
    common = {"role": "inspector", "from_at": ist(5), "gazette": gazette}
    proposed = office.propose(officer="holder", **common, **area())
    with pytest.raises(Refused, match="not approved"):
        office.propose(officer="deputy", acting_for=proposed, **common)
    office.approve(proposed)
    with pytest.raises(Malformed, match="same officer"):
        office.propose(officer="holder", acting_for=proposed, **common)
    with pytest.raises(Malformed, match="same role"):
        office.propose(officer="deputy", acting_for=proposed, **{**common, "role": "clerk"})
    with pytest.raises(NotFound, match="acting_for"):
        office.propose(officer="deputy", acting_for="APT/2027/999999", **common)
    office.end(proposed, ist(5, 12))
    with pytest.raises(Refused, match="ends before"):
        office.propose(officer="deputy", acting_for=proposed, **{**common, "from_at": ist(6)})
    assert holder.username == "holder"


def test_what_one_enters_another_approves(office: Any) -> None:
    surgeon = office.add("surgeon")
    gazette = {"series": "II", "number": "4", "date": "2027-01-01"}
    number = office.propose(
        officer="surgeon", role="veterinary_surgeon", from_at=ist(2), gazette=gazette
    )
    with pytest.raises(NoAuthority, match="not yet approved"):
        office.may(surgeon, "veterinary_surgeon", ist(3))
    with pytest.raises(Refused, match="Another person"):
        office.approve(number, office.first)
    with pytest.raises(NoAuthority, match="clerk"):
        office.approve(number, surgeon)
    office.approve(number)
    assert office.may(surgeon, "veterinary_surgeon", ist(3))
    with pytest.raises(Refused, match="only a proposed one"):
        office.approve(number)
    own = office.propose(officer="second", role="clerk", from_at=ist(2))
    with pytest.raises(Refused, match="your own"):
        office.approve(own)


def test_a_clerk_and_government_keep_the_register_and_government_signs(
    office: Any, clock: SetClock
) -> None:
    clerk, government = office.add("clerk"), office.add("secretary")
    office.add("surgeon")
    clerks = office.appoint(clerk, "clerk", gazette=None)
    office.appoint(government, "government", gazette=None, office_title="Under Secretary (AH)")
    clock.set(ist(2, 10))
    with office.register.writing() as writing:
        proposal = service.Proposal(
            officer="surgeon",
            role="veterinary_surgeon",
            from_at=ist(3),
            to_at=ist(9),
            gazette={"series": "I", "number": "2", "date": "2027-01-02"},
        )
        number = service.propose_appointment(writing, clerk, proposal).number
        assert corrections.standing(writing.session, number)[0].appointment == clerks
    office.approve(number, government)
    with office.register.reading() as reading:
        content = reading.session.scalar(select(DocumentRow.content))
    document = from_json(content)
    assert (document.number, document.clauses) == (number, ("DOA1974-3-1", "DOA1974-4"))
    assert document.signatory.office == "Under Secretary (AH)"
    assert json.loads(content)["paragraphs"][1]["blanks"]["until"] == {"day": "2027-01-08"}


def strike(writing: Any, target: Any, **content: Any) -> None:
    """A correction of `target`, which falls whole or has `content` restated."""
    corrections.correct(
        writing,
        Actor("first"),
        target,
        reason="misread",
        restated=content or None,
        as_corrected=replay.restated_end(target.content, content) if content else None,
    )
    kinds.REFRESHERS["APT"](writing, target.subjects[0])


def test_an_end_restated_and_struck_moves_the_appointment_and_its_area(office: Any) -> None:
    inspector = office.add("inspector")
    number = office.appoint(inspector, "inspector", **area())
    office.end(number, ist(4))
    end = [
        lambda entries, kind=kind: next(e for e in entries if e.kind == kind)
        for kind in (replay.ENDED, corrections.KIND)
    ]

    def in_force(at: datetime) -> bool:
        with office.register.reading() as reading:
            shown = reading.known().feature(tenure.area_feature(number), at) is not None
        try:
            office.may(inspector, "inspector", at, INSIDE)
        except NoAuthority:
            assert not shown
            return False
        assert shown
        return True

    assert (in_force(ist(4) - SECOND), in_force(ist(4))) == (True, False)
    with office.register.writing() as writing:
        strike(
            writing, end[0](entries_of(writing.session, number)), ended_at="2027-01-06T00:00+05:30"
        )
    assert (in_force(ist(6) - SECOND), in_force(ist(6))) == (True, False)
    with office.register.writing() as writing:
        strike(writing, end[1](entries_of(writing.session, number)))
    assert (in_force(ist(4) - SECOND), in_force(ist(4))) == (True, False)
    with office.register.writing() as writing:
        strike(writing, end[0](entries_of(writing.session, number)))
    assert in_force(ist(6))
    with pytest.raises(Malformed, match="offset"):
        replay.restated_end({}, {"ended_at": "2027-01-06T00:00"})


def test_an_approval_struck_leaves_a_proposal_that_is_entered_anew(office: Any) -> None:
    inspector = office.add("inspector")
    number = office.appoint(inspector, "inspector", **area())
    with office.register.writing() as writing:
        [proposed, approved] = corrections.standing(writing.session, number)
        strike(writing, approved)
        assert [r.state for r in queries.appointments(writing, officer="inspector")] == ["proposed"]
    with pytest.raises(NoAuthority, match="not yet approved"):
        office.may(inspector, "inspector", ist(3), INSIDE)
    with pytest.raises(Refused, match="Enter it anew"):
        office.approve(number)
    with office.register.writing() as writing:
        strike(writing, proposed)
        assert queries.appointments(writing, officer="inspector") == []
    with pytest.raises(NoAuthority, match="has none"):
        office.may(inspector, "inspector", ist(3), INSIDE)


def test_a_proposal_is_not_struck_under_its_approval(office: Any) -> None:
    office.add("inspector")
    number = office.propose(officer="inspector", role="clerk", from_at=ist(2))
    office.approve(number)
    with office.register.writing() as writing:
        [proposed, _] = corrections.standing(writing.session, number)
        with pytest.raises(Refused, match="Correct the later entries first"):
            strike(writing, proposed)


def test_what_two_entered_and_approved_is_not_restated_by_one(office: Any) -> None:
    office.add("inspector")
    secretary = office.add("secretary")
    office.appoint(secretary, "government", gazette=None, from_at=ist(1))
    number = office.propose(
        officer="inspector",
        role="inspector",
        from_at=ist(2),
        **area(),
        gazette={"series": "II", "number": "4", "date": "2027-01-01"},
    )
    office.approve(number)
    with office.register.writing() as writing, pytest.raises(Malformed, match="none"):
        correcting.correct(
            writing, secretary, number=number, reason="x", restated={"to_at": "2028-01-01"}
        )


def test_an_appointment_ended_before_it_begins_never_has_effect(office: Any) -> None:
    inspector = office.add("inspector")
    number = office.appoint(inspector, "inspector", from_at=ist(6), **area())
    office.end(number)
    with pytest.raises(NoAuthority, match="ended"):
        office.may(inspector, "inspector", ist(6), INSIDE)
    with office.register.reading() as reading:
        assert reading.known().feature(tenure.area_feature(number), ist(7)) is None
    dropped = office.propose(officer="inspector", role="clerk", from_at=ist(2))
    office.end(dropped)
    with pytest.raises(NoAuthority, match="ended"):
        office.may(inspector, "clerk", ist(3), clause="DOA1974-3-1")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"role": "king"}, "role"),
        ({"from_at": datetime(2027, 1, 2)}, "from_at"),  # noqa: DTZ001
        ({"to_at": ist(2)}, "to_at"),
        ({"geometry": shapely.Point(73.8, 15.4)}, "geometry"),
        ({"geometry": shapely.Polygon([(73, 15), (74, 16), (74, 15), (73, 16)])}, "geometry"),
        ({"geometry": SQUARE, "area_feature": "district/1"}, "geometry"),
        ({"geometry": SQUARE, "accuracy_m": -1.0}, "accuracy_m"),
        ({"office_title": "x" * 201}, "office_title"),
        ({"gazette": {"series": "II", "number": "4", "date": "1.1.2027"}}, "gazette.date"),
        ({"gazette": {"series": "", "number": "4", "date": "2027-01-01"}}, "gazette.series"),
    ],
)
def test_a_field_that_cannot_stand_is_named(
    office: Any, fields: dict[str, Any], field: str
) -> None:
    office.add("person")
    with pytest.raises(Malformed) as refusal:
        office.propose(**{"officer": "person", "role": "police", "from_at": ist(2), **fields})
    assert [error.field for error in refusal.value.errors] == [field]
    with office.register.reading() as reading:
        assert queries.appointments(reading) == []


def test_an_unknown_officer_or_area_is_not_found(office: Any) -> None:
    office.add("person")
    with pytest.raises(NotFound, match="nobody"):
        office.propose(officer="nobody", role="police", from_at=ist(2))
    with pytest.raises(NotFound, match="district/9"):
        office.propose(officer="person", role="police", from_at=ist(2), area_feature="district/9")
    with pytest.raises(NotFound):
        office.approve("APT/2027/000009")


@pytest.mark.parametrize(
    ("metres", "outcome"),
    [(-1.0, Outcome.ALLOWED), (49.0, Outcome.NEEDS_DECISION), (51.0, Outcome.REFUSED)],
)
def test_an_office_of_other_law_holds_in_its_area(
    office: Any, metres: float, outcome: Outcome
) -> None:
    keeper = office.add("keeper")
    with pytest.raises(NoAuthority, match="has none"):
        office.may(keeper, "pound_keeper", ist(3), clause="GOA1968-269-1")
    office.appoint(keeper, "pound_keeper", gazette=None, **area(accuracy_m=50.0))
    if outcome is Outcome.REFUSED:
        with pytest.raises(NoAuthority, match="outside"):
            office.may(keeper, "pound_keeper", ist(3), beyond(metres), "GOA1968-269-1")
    else:
        authority = office.may(keeper, "pound_keeper", ist(3), beyond(metres), "GOA1968-269-1")
        assert authority.decision.outcome is outcome
        assert authority.signatory().office == "Pound-keeper"


@pytest.mark.clause("DOA1974-3-2b")
def test_the_inspectors_for_a_place_are_those_in_force_whose_area_holds_it(office: Any) -> None:
    one, other = office.add("one"), office.add("other")
    number = office.appoint(one, "inspector", **area())
    office.appoint(other, "inspector", to_at=ist(3), **area())
    with office.register.reading() as reading:
        found = queries.inspectors_for(reading, INSIDE.x, INSIDE.y, ist(3))
        assert [row.number for row in found] == [number]
        assert queries.inspectors_for(reading, FAR_AWAY.x, FAR_AWAY.y, ist(3)) == []
        [power] = queries.powers(reading, one, ist(3))
    assert power.area is not None
    assert power.area.facts["name"] == "Panaji"
