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


def across(desk: Desk) -> BaseGeometry:
    """A place that lies in Ponda for the one half and outside for the other."""
    with desk.register.reading() as reading:
        ponda = reading.known().feature(PONDA, jan(1))
    assert ponda is not None
    found = ponda.geometry.boundary.interpolate(0.5, normalized=True).buffer(0.005)
    assert not ponda.geometry.covers(found)
    return found


def neighbours(desk: Desk) -> tuple[str, str]:
    """Two areas of the land that meet at HERE."""
    lon, lat = HERE
    west, east = desk.villages(
        {
            "West": shapely.box(lon - 0.02, lat - 0.02, lon, lat + 0.02),
            "East": shapely.box(lon, lat - 0.02, lon + 0.02, lat + 0.02),
        }
    )
    return west, east


@pytest.mark.clause("DOA1974-1-3b", "DOA1974-1-3c")
def test_a_place_across_two_areas_of_commencement_is_held_by_both(desk: Desk) -> None:
    """The section is in force at every point of it, though no one notification says so."""
    where = shapely.Point(HERE).buffer(0.005)
    west, east = neighbours(desk)
    notify(desk, area_ids=("territory/IN-GA",))
    again = {"operation": "commence", "provisions": ("11",), "diseases": (DISEASE,)}
    one = notify(desk, **again, area_ids=(west,), from_date=date(2027, 1, 5))
    assert operative(desk, at=jan(6), where=where).outcome == "refused"
    assert operative(desk, at=jan(6)).outcome == "allowed"
    two = notify(desk, **again, area_ids=(east,), from_date=date(2027, 1, 8))
    notify(desk, **again, area_ids=(west,), from_date=date(2027, 1, 9))
    assert operative(desk, at=jan(7, 23, 59, 59), where=where).outcome == "refused"
    held = operative(desk, at=jan(10), where=where)
    assert held.outcome == "allowed"
    assert held.reasons[0].text.endswith(
        f"since 8 January 2027 (notification {one.number} and {two.number})."
    )
    assert operative(desk, "14", at=jan(10), where=where).outcome == "refused"
    assert operative(desk, at=jan(10), where=where, disease="anthrax").outcome == "refused"
    wider = shapely.Point(HERE).buffer(0.03)
    assert operative(desk, at=jan(10), where=wider).outcome == "refused"
    notify(desk, provisions=("11(1)",), area_ids=(east,), from_date=date(2027, 1, 12))
    assert operative(desk, at=jan(11, 23, 59, 59), where=where).outcome == "allowed"
    assert operative(desk, at=jan(12), where=where).outcome == "refused"
    assert operative(desk, "11(2)", at=jan(12), where=where).outcome == "allowed"


@pytest.mark.clause("DOA1974-1-3b", "DOA1974-1-3c")
def test_where_it_ceased_and_began_again_a_place_across_the_line_is_held(desk: Desk) -> None:
    where = across(desk)
    notify(desk)
    assert operative(desk, at=jan(4), where=where).clauses == ("DOA1974-1-3c",)
    notify(desk, operation="commence", from_date=date(2027, 1, 10))
    assert operative(desk, at=jan(9), where=where).outcome == "refused"
    assert operative(desk, at=jan(10), where=where).outcome == "allowed"
