"""A control by gazette: in force on its days, extended in time and late, rescinded."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
import shapely

from casework import DISEASE, HERE, Desk, jan, square
from vetcontrol.clock import IST
from vetcontrol.controls import notice, queries
from vetcontrol.controls.terms import terms
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals.controls import Gathering, Matter, Moved, Movement
from vetcontrol.places.queries import areas

GOA = "territory/IN-GA"
CERTIFICATE = "a certificate of health"
MILCH: dict[str, Any] = {
    "force": "forbid",
    "movements": ["import"],
    "matters": ["animal"],
    "classes": ["cattle"],
    "excepted": {"buffalo": CERTIFICATE},
}
FIRST, LAST = date(2027, 1, 10), date(2027, 3, 10)


def draft(
    desk: Desk, by: str = "government", said: dict[str, Any] | None = None, **given: Any
) -> str:
    facts: dict[str, Any] = {
        "name": "Import of milch cattle",
        "disease": DISEASE,
        "first": FIRST,
        "last": LAST,
        "area_ids": [GOA],
    } | given
    with desk.register.writing() as writing:
        return notice.draft(writing, desk.who(by), terms=terms(**(said or MILCH)), **facts)


def day(month: int, day_: int, hour: int = 12) -> datetime:
    return datetime(2027, month, day_, hour, tzinfo=IST)


def asked(
    desk: Desk, at: datetime, species: str = "cattle", shown: tuple[str, ...] = ()
) -> Outcome | None:
    """What controls say to an import of animals to HERE."""
    point = shapely.Point(HERE)
    with desk.register.reading() as reading:
        found = queries.on_movement(
            reading,
            origin=shapely.Point(74.5, 15.42),
            destination=point,
            way=shapely.LineString([(74.5, 15.42), HERE]),
            asked=Moved(
                frozenset({Movement.IMPORT}),
                frozenset({Matter.ANIMAL}),
                frozenset({species}),
                frozenset(shown),
            ),
            at=at,
        )
    return queries.together("DOA1974-6-1-a", found).outcome if found else None


def text_of(desk: Desk, number: str) -> str:
    return desk.document(number).content


@pytest.mark.clause("DOA1974-6-1-a")
def test_sixty_days_both_included(desk: Desk) -> None:
    number = draft(desk)
    desk.at(jan(5))
    desk.out(number)
    for at, outcome in (
        (day(1, 9, 23), None),
        (day(1, 10, 0), Outcome.REFUSED),
        (day(3, 10, 23), Outcome.REFUSED),
        (day(3, 11, 0), None),
    ):
        assert asked(desk, at) is outcome, at
    assert asked(desk, day(2, 1), "buffalo") is Outcome.NEEDS_DECISION
    assert asked(desk, day(2, 1), "buffalo", (CERTIFICATE,)) is Outcome.ALLOWED
    assert asked(desk, day(2, 1), "goat") is None
    said = text_of(desk, number)
    assert "paragraph.control.days" in said
    assert CERTIFICATE in said


@pytest.mark.clause("DOA1974-6-1-a")
def test_an_extension_in_time_leaves_no_moment_free(desk: Desk) -> None:
    first = draft(desk)
    desk.at(jan(5))
    desk.out(first)
    second = draft(
        desk, first=date(2027, 3, 11), last=date(2027, 5, 9), extends=first, name="Extended"
    )
    desk.at(day(3, 1))
    entry = desk.out(second, gazette_number="48")
    assert entry.content["facts"]["gap"] is None
    assert "paragraph.control.gap" not in text_of(desk, second)
    for at in (day(3, 10, 23), day(3, 11, 0), day(5, 9, 23)):
        assert asked(desk, at) is Outcome.REFUSED
    assert asked(desk, day(5, 10, 0)) is None


@pytest.mark.clause("DOA1974-6-1-a")
def test_a_late_extension_shows_the_nine_days_between(desk: Desk) -> None:
    first = draft(desk)
    desk.at(jan(5))
    desk.out(first)
    desk.at(day(3, 15))
    second = draft(
        desk, first=date(2027, 3, 11), last=date(2027, 5, 9), extends=first, name="Extended"
    )
    desk.at(day(3, 20, 0))
    entry = desk.out(second, gazette_number="48")
    gap = entry.content["facts"]["gap"]
    assert gap["days"] == 9
    assert "9 days, neither is in force" in entry.content["lawful"]["reasons"][0]["text"]
    assert gap["begins"].startswith("2027-03-10T18:30")
    assert gap["ends"].startswith("2027-03-19T18:30")
    said = text_of(desk, second)
    assert "paragraph.control.gap" in said
    assert '"9"' in said
    assert [asked(desk, at) for at in (day(3, 11), day(3, 19, 23))] == [None, None]
    assert asked(desk, day(3, 20, 0)) is Outcome.REFUSED
    with desk.register.reading() as reading:
        control = queries.in_force(reading.known(), day(3, 21))[0]
        known = notice.gap_of(reading, control.version)
    assert known is not None
    assert known.days == 9


@pytest.mark.clause("DOA1974-6-1-a")
def test_a_rescission_ends_it_when_it_is_published(desk: Desk) -> None:
    number = draft(desk)
    desk.at(jan(12))
    desk.out(number)
    with desk.register.writing() as writing:
        ending = notice.rescind(
            writing, desk.who("government"), number, reason="The disease is over"
        )
    assert asked(desk, jan(13)) is Outcome.REFUSED
    desk.at(jan(14, 10))
    desk.out(ending, gazette_number="44")
    assert asked(desk, jan(14, 9)) is Outcome.REFUSED
    assert asked(desk, jan(14, 10)) is None
    assert asked(desk, day(3, 12)) is None
    with desk.register.reading() as reading:
        assert reading.known().conflicts == ()
    again = pytest.raises(Refused, match="not in force any more")
    with desk.register.writing() as writing, again:
        notice.rescind(writing, desk.who("government"), number, reason="Again")


def test_one_change_at_a_time(desk: Desk) -> None:
    number = draft(desk)
    desk.at(jan(12))
    desk.out(number)
    with desk.register.writing() as writing:
        notice.rescind(writing, desk.who("government"), number, reason="Over")
    waits = pytest.raises(Refused, match="waits for publication")
    with desk.register.writing() as writing, waits:
        notice.rescind(writing, desk.who("government"), number, reason="Over")
    with desk.register.writing() as writing, pytest.raises(Malformed, match="infected areas"):
        notice.rescind(writing, desk.who("government"), number, reason="Over", report_number="RG/1")


@pytest.mark.clause("DOA1974-6-1-b")
def test_a_fair_on_a_day_of_the_ban(desk: Desk) -> None:
    number = draft(desk, said={"force": "forbid", "gatherings": ["fair"]}, name="No fairs")
    desk.at(jan(5))
    desk.out(number)
    with desk.register.reading() as reading:
        where = shapely.Point(HERE)
        on = {
            at: queries.on_gathering(reading, Gathering.FAIR, where, at)
            for at in (day(1, 9), day(1, 10), day(3, 10), day(3, 11))
        }
        assert [bool(found) for found in on.values()] == [False, True, True, False]
        assert on[day(1, 10)][0].outcome is Outcome.REFUSED
        assert not queries.on_gathering(reading, Gathering.MARKET, where, day(2, 1))
        assert not queries.on_gathering(
            reading, Gathering.FAIR, shapely.Point(72.9, 20.4), day(2, 1)
        )


@pytest.mark.clause("DOA1974-6-1-c")
def test_dealing_in_infective_animals(desk: Desk) -> None:
    said = {
        "force": "regulate",
        "dealing": True,
        "matters": ["animal"],
        "conditions": "On a permit.",
    }
    number = draft(desk, said=said, name="Dealing", geometry=square(0.01), area_ids=[])
    desk.at(jan(5))
    desk.out(number)
    where, at = shapely.Point(HERE), day(2, 1)
    with desk.register.reading() as reading:
        for infective, found in ((True, 1), (None, 1), (False, 0)):
            assert (
                len(queries.on_dealing(reading, Matter.ANIMAL, where, at, infective=infective))
                == found
            )
        assert not queries.on_dealing(reading, Matter.FODDER, where, at, infective=True)
        far = shapely.Point(74.05, 15.42)
        assert not queries.on_dealing(reading, Matter.ANIMAL, far, at, infective=True)
    assert queries.together("DOA1974-6-1-c", []).outcome is Outcome.ALLOWED


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"area_ids": []}, Malformed, "name areas of the register"),
        ({"geometry": square(0.01)}, Malformed, "name areas of the register"),
        ({"area_ids": [], "geometry": shapely.Point(HERE)}, Malformed, "draw an outline"),
        ({"name": "x" * 201}, Malformed, "longer"),
        ({"name": " "}, Malformed, "empty"),
        ({"last": date(2027, 1, 9)}, Refused, "before it begins"),
        ({"extends": "NOT/2027/000099"}, Malformed, "No notification"),
        ({"disease": "none"}, Malformed, "Schedule"),
        ({"by": "collector"}, NoAuthority, "none"),
        ({"by": "veterinary_surgeon"}, NoAuthority, "none"),
        ({"said": {"force": "forbid"}}, Refused, "nothing"),
        ({"said": MILCH | {"force": "perhaps"}}, Malformed, "force"),
        ({"said": MILCH | {"movements": ["flight"]}}, Malformed, "movements"),
        ({"said": MILCH | {"classes": [" "]}}, Malformed, "classes"),
        ({"said": MILCH | {"classes": ["cows"]}}, Malformed, "'cows' is none of: cattle"),
        ({"said": MILCH | {"excepted": {"buffaloes": ""}}}, Malformed, "'buffaloes' is none"),
        ({"said": MILCH | {"excepted": {"buffalo": "x" * 81}}}, Malformed, "document"),
        ({"said": MILCH | {"movements": ["into"]}}, Refused, "one eradication area"),
    ],
)
def test_what_makes_no_control(
    desk: Desk, given: dict[str, Any], error: type[Exception], says: str
) -> None:
    head = desk.register.database.head()
    with pytest.raises(error, match=says):
        draft(desk, **given)
    assert desk.register.database.head() == head


def test_an_extension_names_a_control_that_was_published_and_ends(desk: Desk) -> None:
    waits = draft(desk)
    with pytest.raises(Malformed, match="no control that was published"):
        draft(desk, extends=waits)
    endless = draft(desk, last=None, name="Endless")
    desk.at(jan(5))
    desk.out(endless)
    assert "paragraph.control.endless" in text_of(desk, endless)
    second = draft(desk, extends=endless, name="More")
    desk.approve(second)
    with pytest.raises(Refused, match="has no end"):
        desk.publish(second, gazette_number="41")


def test_a_control_published_after_its_last_day_is_none(desk: Desk) -> None:
    number = draft(desk, last=date(2027, 1, 11))
    desk.approve(number)
    desk.at(day(1, 12, 9))
    with pytest.raises(Refused, match="no moment of it"):
        desk.publish(number)


def test_the_area_is_that_of_the_register(desk: Desk) -> None:
    number = draft(desk)
    desk.at(jan(5))
    desk.out(number)
    with desk.register.reading() as reading:
        control = queries.in_force(reading.known(), day(2, 1))[0]
        land = areas(reading.known(), [GOA], day(2, 1))[0]
    assert control.number == number
    assert control.version.geometry.equals(land.geometry)
    assert control.version.ends == day(3, 11, 0)
    assert control.version.begins - day(1, 10, 0) == timedelta(0)


@pytest.mark.clause("DOA1974-6-1-a")
def test_a_class_is_held_however_it_was_typed(desk: Desk) -> None:
    number = draft(desk, said=MILCH | {"classes": [" Cattle "]})
    desk.at(jan(5))
    desk.out(number)
    assert asked(desk, day(2, 1)) is Outcome.REFUSED


def test_on_a_day_of_a_gazette_without_hour_the_officer_decides(desk: Desk) -> None:
    number = draft(desk, first=date(2027, 1, 2))
    desk.at(jan(12))
    desk.approve(number)
    desk.publish(number, published_on=date(2027, 1, 11))
    assert asked(desk, jan(11, 9)) is Outcome.NEEDS_DECISION
    assert asked(desk, jan(11, 9), "buffalo", (CERTIFICATE,)) is Outcome.ALLOWED
    assert asked(desk, jan(12, 0)) is Outcome.REFUSED


def test_nothing_is_rescinded_that_ended_before(desk: Desk) -> None:
    number = draft(desk, last=date(2027, 1, 13))
    desk.at(jan(12))
    desk.out(number)
    with desk.register.writing() as writing:
        ending = notice.rescind(writing, desk.who("government"), number, reason="Over")
    desk.approve(ending)
    desk.at(jan(14, 10))
    with pytest.raises(Refused, match="by its own words"):
        desk.publish(ending, gazette_number="44")


def test_a_correction_puts_no_control_beyond_its_own_end(desk: Desk) -> None:
    number = draft(desk)
    desk.at(jan(5))
    entry = desk.out(number)
    with pytest.raises(Malformed, match="until when it holds"):
        desk.correct(
            entry.seq,
            by="government_approver",
            restated={"effective_at": "2027-03-11T00:00:00+05:30"},
        )
    desk.correct(
        entry.seq,
        by="government_approver",
        restated={"effective_at": "2027-01-12T00:00:00+05:30"},
    )
    assert asked(desk, jan(11)) is None
    assert asked(desk, jan(12)) is Outcome.REFUSED
    assert asked(desk, day(3, 11, 0)) is None
