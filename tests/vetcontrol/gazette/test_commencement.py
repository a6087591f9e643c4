"""Section 1(3): what is in force where, for which disease, from which day; by the register."""

from __future__ import annotations

from datetime import date, datetime

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from casework import DISEASE, HERE, Desk, jan
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.gazette import commencement
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.law.decisions import Decision
from vetcontrol.register.entries import Entry

GAZETTE = GazetteReference("Sample series", "1", date(2027, 1, 1))
PONDA, THIRD = "taluka/5614", jan(3)


def notify(desk: Desk, by: str = "government", **given: object) -> Entry:
    facts: dict[str, object] = {
        "operation": "cease",
        "provisions": ("all",),
        "diseases": (),
        "area_ids": (PONDA,),
        "from_date": date(2027, 1, 3),
        "gazette": GAZETTE,
    }
    with desk.register.writing() as writing:
        return commencement.notify(writing, desk.who(by), **facts | given)  # type: ignore[arg-type]


def operative(
    desk: Desk,
    provision: str = "11(1)",
    at: datetime = THIRD,
    disease: str = DISEASE,
    where: BaseGeometry | None = None,
) -> Decision:
    with desk.register.reading() as reading:
        return commencement.operative(
            reading, provision, disease=disease, geometry=where or shapely.Point(HERE), at=at
        )


@pytest.mark.clause("DOA1974-1-3b", "DOA1974-1-3c")
def test_a_cessation_holds_from_its_day_for_what_it_names(desk: Desk) -> None:
    entry = notify(desk, provisions=("11(1)",), diseases=(DISEASE,))
    assert operative(desk, at=jan(2, 23, 59, 59)).outcome == "allowed"
    refused = operative(desk)
    assert (refused.outcome, refused.clauses) == ("refused", ("DOA1974-1-3c",))
    assert operative(desk, "11(2)").outcome == "allowed"
    other = operative(desk, disease="anthrax")
    assert other.outcome == "allowed"
    assert "in force here for Anthrax since" in other.reasons[0].text
    elsewhere = shapely.Point(73.80, 15.58)
    assert operative(desk, where=elsewhere).outcome == "allowed"
    assert desk.document(str(entry.content["number"])).entry_seq == entry.seq


@pytest.mark.clause("DOA1974-1-3c")
def test_a_place_that_lies_partly_where_it_ceased_is_refused(desk: Desk) -> None:
    notify(desk)
    with desk.register.reading() as reading:
        ponda = reading.known().feature(PONDA, jan(1))
    assert ponda is not None
    edge = ponda.geometry.boundary.interpolate(0.5, normalized=True)
    across = edge.buffer(0.02)
    assert not ponda.geometry.covers(across)
    assert operative(desk, where=across).outcome == "refused"


@pytest.mark.clause("DOA1974-1-3b")
def test_it_may_be_brought_into_force_again(desk: Desk) -> None:
    notify(desk)
    notify(desk, operation="commence", from_date=date(2027, 1, 10))
    assert operative(desk, at=jan(2)).outcome == "allowed"
    assert operative(desk, at=jan(9, 23, 59, 59)).outcome == "refused"
    assert operative(desk, at=jan(10)).outcome == "allowed"


@pytest.mark.clause("DOA1974-1-3a")
def test_sections_1_2_and_5_need_no_notification(desk: Desk) -> None:
    notify(desk, area_ids=("territory/IN-GA",))
    for section in ("1", "2", "5", "5(2)"):
        assert operative(desk, section).clauses == ("DOA1974-1-3a",)
    assert operative(desk, "13(1)").outcome == "refused"


@pytest.mark.clause("DOA1974-1-3b")
def test_what_a_notification_must_say(desk: Desk) -> None:
    for wrong in (
        {"operation": "suspend"},
        {"provisions": ()},
        {"provisions": ("eleven",)},
        {"provisions": ("39",)},
        {"provisions": ("13(8)",)},
        {"gazette": GazetteReference("Sample series", "1", date(2027, 1, 2))},
        {"area_ids": ()},
        {"diseases": ("dragon_pox",)},
    ):
        with pytest.raises(Malformed):
            notify(desk, **wrong)
    with pytest.raises(NotFound):
        notify(desk, area_ids=("taluka/0",))
    with pytest.raises(NoAuthority):
        notify(desk, by="clerk")
    assert notify(desk, provisions=("11(1)", "13")).content["provisions"] == ["11(1)", "13"]


@pytest.mark.clause("DOA1974-1-3c")
def test_a_correction_of_a_cessation(desk: Desk) -> None:
    entry = notify(desk)
    for wrong in (
        {"from_date": "soon"},
        {"provisions": "all"},
        {"provisions": ["eleven"]},
        {"diseases": [7]},
        {"gazette": {"series": "I"}},
        {"area_names": ["Ponda"]},
    ):
        with pytest.raises(Malformed):
            desk.correct(entry.seq, restated=wrong)
    for unlawful in ({"from_date": "2026-12-31"}, {"provisions": ["5(2)"]}):
        with pytest.raises(Refused):
            desk.correct(entry.seq, restated=unlawful)
    desk.correct(entry.seq, restated={"from_date": "2027-01-05"})
    assert operative(desk, at=jan(4)).outcome == "allowed"
    assert operative(desk, at=jan(5)).outcome == "refused"


@pytest.mark.clause("DOA1974-1-3a", "DOA1974-1-3b", "DOA1974-1-3c")
@pytest.mark.parametrize(
    ("operation", "clause"), [("commence", "DOA1974-1-3b"), ("cease", "DOA1974-1-3c")]
)
def test_what_no_notification_can_do(desk: Desk, operation: str, clause: str) -> None:
    """It neither reaches before its gazette, nor touches what is always in force."""
    with pytest.raises(Refused) as caught:
        notify(desk, operation=operation, from_date=date(2026, 12, 31))
    assert caught.value.clauses == (clause,)
    for provision in ("1", "1(3)", "2", "2(a)", "5", "5(2)"):
        with pytest.raises(Refused) as caught:
            notify(desk, operation=operation, provisions=("11", provision))
        assert caught.value.clauses == ("DOA1974-1-3a",)
    first = notify(desk, operation=operation, provisions=("13(1)(a)",), from_date=GAZETTE.day)
    with pytest.raises(Malformed, match="area_ids") as malformed:
        notify(desk, area_ids=(PONDA, f"commencement/{first.content['number']}"))
    assert malformed.value.errors[0].field == "area_ids"
