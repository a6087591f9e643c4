"""Drafts: kept for one officer alone, in place of the one before, wiped when they grow old."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from vetcontrol.clock import SetClock
from vetcontrol.errors import Malformed, TooLarge
from vetcontrol.officers import drafts
from vetcontrol.officers.tables import DraftRow
from vetcontrol.register.register import Register

CASE = "IP/2027/000001"
FIELDS = (("way", "villages"), ("village_ids", "V1"), ("village_ids", "V2"), ("reasons", "क्षेत्र"))


@pytest.fixture
def people(office: object) -> tuple[str, str]:
    """Two who may sign in, of the office's own."""
    assert office is not None
    return ("first", "second")


def keep(
    register: Register, who: str, subject: str = CASE, fields: drafts.Fields = FIELDS
) -> drafts.Draft:
    with register.writing() as writing:
        return drafts.keep(writing, who, "decision", subject, fields)


def got(register: Register, who: str, subject: str = CASE) -> drafts.Draft | None:
    with register.reading() as reading:
        return drafts.get(reading, who, "decision", subject)


def listed(register: Register, who: str) -> list[str]:
    with register.reading() as reading:
        return [d.subject for d in drafts.listing(reading, who)]


def test_a_draft_is_its_officers_alone(register: Register, people: tuple[str, str]) -> None:
    one, other = people
    head = register.database.head()
    kept = keep(register, one)
    found = got(register, one)
    assert found == kept
    assert found.fields == FIELDS
    assert got(register, other) is None
    assert listed(register, other) == []
    with register.writing() as writing:
        assert not drafts.drop(writing.session, other, "decision", CASE)
    assert got(register, one) == kept
    assert register.database.head() == head, "a draft is no entry of the log"


def test_the_newest_stands_in_place_of_the_one_before(
    register: Register, people: tuple[str, str], clock: SetClock
) -> None:
    one, _ = people
    keep(register, one)
    keep(register, one, "IP/2027/000002")
    clock.set(clock.now() + timedelta(minutes=1))
    keep(register, one, fields=(("way", "cancel"),))
    found = got(register, one)
    assert found is not None
    assert found.fields == (("way", "cancel"),)
    assert found.kept_at == clock.now()
    assert listed(register, one) == [CASE, "IP/2027/000002"]
    with register.writing() as writing:
        assert drafts.drop(writing.session, one, "decision", CASE)
    assert got(register, one) is None
    assert listed(register, one) == ["IP/2027/000002"]


def test_an_old_draft_is_offered_no_more_and_wiped(
    register: Register, people: tuple[str, str], clock: SetClock
) -> None:
    one, other = people
    keep(register, one)
    clock.set(clock.now() + timedelta(days=register.settings.draft_days, seconds=1))
    assert got(register, one) is None
    assert listed(register, one) == []
    keep(register, other, "IP/2027/000002")
    with register.reading() as reading:
        assert reading.session.scalar(select(func.count()).select_from(DraftRow)) == 1


def test_what_is_too_much_is_refused(
    register: Register, people: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = people
    with pytest.raises(TooLarge, match="at most 2,000,000"):
        keep(register, one, fields=(("geometry", "x" * drafts.MOST_BYTES),))
    monkeypatch.setattr(drafts, "MOST_DRAFTS", 2)
    keep(register, one, "1")
    keep(register, one, "2")
    keep(register, one, "2", fields=())
    with pytest.raises(TooLarge, match="You have 2 drafts"):
        keep(register, one, "3")


def test_a_purpose_or_subject_nobody_has(register: Register, people: tuple[str, str]) -> None:
    one, _ = people
    with register.writing() as writing, pytest.raises(Malformed, match="purpose"):
        drafts.keep(writing, one, "letter", CASE, FIELDS)
    with pytest.raises(Malformed, match="subject"):
        keep(register, one, "x" * 81)
