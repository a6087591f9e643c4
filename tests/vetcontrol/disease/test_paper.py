"""Acts done on paper and entered later: what held at the signing decides."""

from __future__ import annotations

from datetime import date

import pytest

from casework import DISEASE, HERE, Desk, jan
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.gazette import commencement, schedule
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.officers import service
from vetcontrol.officers.tables import AppointmentRow

GAZETTE = GazetteReference("Sample series", "1", date(2027, 1, 1))


def end_appointment(desk: Desk, username: str) -> None:
    with desk.register.writing() as writing:
        (number,) = [
            row.number for row in writing.session.query(AppointmentRow).filter_by(officer=username)
        ]
        service.end_appointment(writing, desk.who("administrator"), number, reason="Transfer")


@pytest.mark.clause("DOA1974-2-f", "DOA1974-11-1a")
def test_an_appointment_ended_before_recording_but_not_before_signing(desk: Desk) -> None:
    desk.at(jan(5, 9))
    end_appointment(desk, "inspector")
    desk.at(jan(6, 9))
    key = desk.premises()
    for late in (jan(6, 9), jan(5, 9)):
        with pytest.raises(NoAuthority) as caught:
            desk.order(key, signed_at=late)
        assert "DOA1974-2-f" in caught.value.clauses
    entry = desk.order(key, signed_at=jan(5, 8, 59, 59))
    assert entry.recorded_at == jan(6, 9)
    assert desk.kinds(HERE, jan(5, 9)) == {"infected_place"}
    assert desk.kinds(HERE, jan(5, 9), known_at=jan(6, 8, 59, 59)) == set()


@pytest.mark.clause("DOA1974-1-3b")
def test_a_provision_that_began_after_the_signing(desk: Desk) -> None:
    for operation, day in (("cease", date(2027, 1, 2)), ("commence", date(2027, 1, 5))):
        with desk.register.writing() as writing:
            commencement.notify(
                writing,
                desk.who("government"),
                operation=operation,
                provisions=("11",),
                diseases=(),
                area_ids=("territory/IN-GA",),
                from_date=day,
                gazette=GAZETTE,
            )
    key = desk.premises()
    desk.at(jan(6, 9))
    with pytest.raises(Refused) as caught:
        desk.order(key, signed_at=jan(4, 23, 59, 59))
    assert caught.value.clauses == ("DOA1974-1-3b",)
    assert "5 January 2027" in caught.value.detail
    desk.order(key, signed_at=jan(5))


@pytest.mark.clause("DOA1974-1-3c")
def test_a_provision_that_ceased(desk: Desk) -> None:
    """What was lawfully done before stands; nothing new is done from the day of cessation."""
    before = desk.case()
    with desk.register.writing() as writing:
        commencement.notify(
            writing,
            desk.who("government"),
            operation="cease",
            provisions=("11(2)",),
            diseases=(DISEASE,),
            area_ids=("taluka/5614",),
            from_date=date(2027, 1, 3),
            gazette=GAZETTE,
        )
    desk.at(jan(2, 23, 59))
    desk.examine(before, signed_at=jan(2, 23, 59))
    other = desk.case_of("anthrax")
    fresh = desk.order(desk.premises((74.02, 15.42), "Fresh")).content["case_number"]
    desk.at(jan(3, 0))
    with pytest.raises(Refused) as caught:
        desk.examine(str(fresh))
    assert caught.value.clauses == ("DOA1974-1-3c",)
    desk.examine(other)
    desk.examine(str(fresh), signed_at=jan(2, 23, 59, 59))
    assert desk.kinds(HERE, jan(3)) == {"infected_place"}


@pytest.mark.clause("DOA1974-2-i")
def test_a_disease_that_left_the_schedule(desk: Desk) -> None:
    with desk.register.writing() as writing:
        schedule.remove(
            writing,
            desk.who("government"),
            code=DISEASE,
            to_date=date(2027, 1, 3),
            gazette=GAZETTE,
        )
    key = desk.premises()
    desk.at(jan(3, 9))
    with pytest.raises(Refused) as caught:
        desk.order(key)
    assert "DOA1974-2-i" in caught.value.clauses
    desk.order(key, signed_at=jan(2, 23, 59, 59))


@pytest.mark.clause("DOA1974-11-1a")
def test_a_time_needs_its_offset(desk: Desk) -> None:
    with pytest.raises(Malformed, match="signed_at"):
        desk.order(desk.premises(), signed_at=jan(1, 8).replace(tzinfo=None))
