"""The map of a case or of a notification on paper: one page, for whom it is, of which moment."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pypdfium2 as pdfium
import pytest
import shapely
from starlette.responses import Response

from office_visitor import HERE, NOW, Visitor
from vetcontrol import demonstration
from vetcontrol.clock import SetClock, in_words
from vetcontrol.disease import changes, queries, report
from vetcontrol.disease.decision import decide
from vetcontrol.gazette import issuing


def _text(answer: Response) -> str:
    """The words of the one page."""
    assert answer.headers["content-type"] == "application/pdf"
    with pdfium.PdfDocument(answer.content) as paper:  # type: ignore[attr-defined]
        assert len(paper) == 1
        text = paper[0].get_textpage().get_text_range()
    return " ".join(text.split())


@pytest.fixture
def case(visitor: Visitor) -> str:
    with visitor.register.reading() as reading:
        return queries.listing(reading.session)[0][0].number.replace("/", "-")


def _draft(visitor: Visitor, case: str) -> str:
    officer, number = demonstration.officer, case.replace("-", "/")
    with visitor.register.writing() as writing:
        report.report(writing, officer("veterinary_surgeon"), number)
    with visitor.register.writing() as writing:
        _, draft = decide(writing, officer("government"), number, outcome="confirm")
    assert draft is not None
    return draft


def _publish(
    visitor: Visitor, number: str, effective_at: datetime | None = None, gazette: str = "42"
) -> None:
    officer = demonstration.officer
    with visitor.register.writing() as writing:
        issuing.approve(writing, officer("government_approver"), number)
    with visitor.register.writing() as writing:
        issuing.publish(
            writing, officer("clerk"), number, gazette_series="Series I", gazette_number=gazette,
            published_on=NOW.date(), effective_at=effective_at,
        )  # fmt: skip


def test_a_case_is_printed_from_its_page_for_officers_alone(visitor: Visitor, case: str) -> None:
    page = visitor.be("veterinary_surgeon").page(f"/infected-places/{case}")
    (address,) = re.findall(r'href="(/maps/case/print[^"]*)"', page)
    printed = visitor.get(address)
    text = _text(printed)
    assert f"Case {case.replace('-', '/')}" in text
    assert "As at" in text
    assert "Register entry" in text
    assert "The picture is not the law" in text
    visitor.client.cookies.clear()
    refused = visitor.get(address)
    assert refused.status_code in (303, 401)
    assert refused.headers["content-type"] != "application/pdf"


def test_a_case_before_its_order_shows_that_nothing_was_in_force(
    visitor: Visitor, case: str
) -> None:
    visitor.be("veterinary_surgeon")
    early = visitor.get(f"/maps/case/print?number={case}&at=2026-01-01T10:00")
    assert "Nothing of this case is in force at this moment." in _text(early)


def test_limits_that_wait_are_not_for_everybody_and_say_so(visitor: Visitor, case: str) -> None:
    number = _draft(visitor, case)
    address = f"/maps/area/print?number={number.replace('/', '-')}"
    assert visitor.get(address).status_code == 404
    visitor.be("government")
    assert "Not yet published: these limits have no effect." in _text(visitor.get(address))
    _publish(visitor, number)
    visitor.client.cookies.clear()
    page = visitor.page(f"/gazette/{number.replace('/', '-')}")
    assert address in page
    text = _text(visitor.get(address))
    assert f"Notification {number}" in text
    assert "Not yet published" not in text


def _said(visitor: Visitor, number: str, more: str = "") -> tuple[str, str]:
    """The title of the print and all its words, the legend being outlines and its description."""
    answer = visitor.get(f"/maps/area/print?number={number.replace('/', '-')}{more}")
    with pdfium.PdfDocument(answer.content) as paper:  # type: ignore[attr-defined]
        title = paper.get_metadata_dict()["Title"]
    text = _text(answer)
    assert title in text
    return title, text


def test_limits_that_do_not_yet_have_effect_say_from_when(visitor: Visitor, case: str) -> None:
    number = _draft(visitor, case)
    later = NOW + timedelta(days=3)
    _publish(visitor, number, effective_at=later)
    title, text = _said(visitor, number)
    assert title == f"Notification {number}: takes effect on {in_words(later)}"
    assert f"It begins at {in_words(later)}" in text
    title, text = _said(visitor, number, "&at=2027-01-08T10:00")
    assert title == f"Notification {number}"
    assert f"In force since {in_words(later)}" in text


def test_limits_that_were_replaced_and_ended_say_so(visitor: Visitor, case: str) -> None:
    number = _draft(visitor, case)
    _publish(visitor, number)
    assert _said(visitor, number)[0] == f"Notification {number}"
    government = demonstration.officer("government")
    lon, lat = HERE
    with visitor.register.writing() as writing:
        second = changes.amend(
            writing, government, number, geometry=shapely.box(lon, lat, lon + 0.01, lat + 0.01),
            reason="It spread",
        )  # fmt: skip
    _publish(visitor, second, NOW + timedelta(days=1), "43")
    changed = in_words(NOW + timedelta(days=1))
    title, text = _said(visitor, number, "&at=2027-01-06T10:00")
    assert title == f"Notification {number}: superseded by {second} on {changed}"
    assert f"since {changed} {second} stands in its place" in text
    assert _said(visitor, second, "&at=2027-01-06T10:00")[0] == f"Notification {second}"


def test_rescinded_limits_say_that_they_ended(visitor: Visitor, case: str) -> None:
    number = _draft(visitor, case)
    _publish(visitor, number)
    clock = visitor.register.clock
    assert isinstance(clock, SetClock)
    clock.set(NOW + timedelta(hours=2))
    with visitor.register.writing() as writing:
        last = changes.rescind(
            writing, demonstration.officer("government"), number, reason="It is over"
        )
    with visitor.register.writing() as writing:
        issuing.approve(writing, demonstration.officer("government_approver"), last)
    with visitor.register.writing() as writing:
        issuing.publish(
            writing, demonstration.officer("clerk"), last, gazette_series="Series I",
            gazette_number="43", published_on=NOW.date(), published_at=NOW + timedelta(hours=1),
        )  # fmt: skip
    title, text = _said(visitor, number)
    ended = in_words(NOW + timedelta(hours=1))
    assert title == f"Notification {number}: ended on {ended}"
    assert f"ended at {ended} by {last}" in text
    assert _said(visitor, last)[0] == f"Notification {last}: rescinds these limits"


def test_no_other_map_is_printed(visitor: Visitor) -> None:
    visitor.be("veterinary_surgeon")
    assert visitor.get("/maps/pick/print?number=1").status_code == 404
    assert visitor.get("/maps/case/print?number=IP-2020-000001").status_code == 404
    assert visitor.get("/maps/case/print").status_code == 422
