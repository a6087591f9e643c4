"""The Schedule (sections 2(i), 38): added by gazette, ended exceptionally, corrected."""

from __future__ import annotations

from datetime import date

import pytest

from casework import DISEASE, Desk, jan
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.gazette import schedule
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.register.entries import Entry

GAZETTE = GazetteReference("Series I", "3", date(2027, 1, 1))


def add(
    desk: Desk, code: str = "ppr", name: str = "Peste des petits ruminants", by: str = "government"
) -> Entry:
    with desk.register.writing() as writing:
        return schedule.add(
            writing,
            desk.who(by),
            code=code,
            name=name,
            from_date=date(2027, 1, 5),
            gazette=GAZETTE,
        )


def remove(desk: Desk, code: str) -> Entry:
    with desk.register.writing() as writing:
        return schedule.remove(
            writing, desk.who("government"), code=code, to_date=date(2027, 1, 9), gazette=GAZETTE
        )


def outcome(desk: Desk, code: str, day: int) -> str:
    with desk.register.reading() as reading:
        return schedule.in_schedule(reading.session, code, jan(day))[1].outcome.value


@pytest.mark.clause("DOA1974-2-i")
def test_a_disease_stands_from_its_day_to_its_end(desk: Desk) -> None:
    entry = add(desk)
    assert [outcome(desk, "ppr", day) for day in (4, 5)] == ["refused", "allowed"]
    end = remove(desk, "ppr")
    assert [outcome(desk, "ppr", day) for day in (5, 8, 9)] == ["allowed", "allowed", "refused"]
    with pytest.raises(Refused):
        remove(desk, "ppr")
    desk.correct(end.seq, restated={"to_date": "2027-01-07"})
    assert outcome(desk, "ppr", 7) == "refused"
    desk.correct(desk.head())
    desk.correct(end.seq)
    assert outcome(desk, "ppr", 20) == "allowed"
    desk.correct(entry.seq, restated={"name": "PPR", "from_date": "2027-01-03"})
    assert outcome(desk, "ppr", 3) == "allowed"


def test_what_is_refused(desk: Desk) -> None:
    for wrong in ({"code": "Foot and mouth"}, {"name": " "}, {"name": "x" * 201}):
        with pytest.raises(Malformed):
            add(desk, **wrong)
    with pytest.raises(Refused):
        add(desk, code=DISEASE)
    with pytest.raises(NoAuthority):
        add(desk, by="clerk")
    with pytest.raises(Refused):
        remove(desk, "dragon_pox")
    entry = add(desk)
    with pytest.raises(Refused, match="before 2027-01-01"):
        desk.correct(entry.seq, restated={"from_date": "2026-12-31"})
    for restated in ({"from_date": 7}, {"name": ""}, {"gazette": None}, {"code": "x"}):
        with pytest.raises(Malformed):
            desk.correct(entry.seq, restated=restated)
    with pytest.raises(Malformed, match="dragon_pox"):
        outcome(desk, "dragon_pox", 5)


@pytest.mark.clause("DOA1974-38")
def test_the_gazette_is_published_and_reaches_no_earlier_day(desk: Desk) -> None:
    """The clock stands at 1 January 2027 in India: the 2nd is to come, the 1st is not."""

    def added(gazette_day: date, from_date: date) -> Entry:
        with desk.register.writing() as writing:
            return schedule.add(
                writing,
                desk.who("government"),
                code="ppr",
                name="Peste des petits ruminants",
                from_date=from_date,
                gazette=GazetteReference("Series I", "3", gazette_day),
            )

    with pytest.raises(Malformed, match=r"gazette\.date"):
        added(date(2027, 1, 2), date(2027, 1, 5))
    with pytest.raises(Refused) as caught:
        added(date(2027, 1, 1), date(2026, 12, 31))
    assert caught.value.clauses == ("DOA1974-38",)
    added(date(2027, 1, 1), date(2027, 1, 1))
    for gazette_day, to_date, refusal in (
        (date(2027, 1, 2), date(2027, 1, 5), Malformed),
        (date(2027, 1, 1), date(2026, 12, 31), Refused),
    ):
        with desk.register.writing() as writing, pytest.raises(refusal):
            schedule.remove(
                writing,
                desk.who("government"),
                code="ppr",
                to_date=to_date,
                gazette=GazetteReference("Series I", "4", gazette_day),
            )
