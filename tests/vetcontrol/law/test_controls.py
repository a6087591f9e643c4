"""Sections 6(1) and 5(1)(b): the case tables of controls."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from vetcontrol.clock import IST
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals.controls import (
    Force,
    Gathering,
    Matter,
    Moved,
    Movement,
    Terms,
    days,
    dealt,
    extension,
    gap,
    gathers,
    moved,
    sound,
)

ALLOWED, REFUSED, DECIDE = Outcome.ALLOWED, Outcome.REFUSED, Outcome.NEEDS_DECISION
CERTIFICATE = "a certificate of health"
# A real order: import of milch cattle forbidden, buffaloes excepted on a certificate.
MILCH = Terms(
    Force.FORBID,
    movements=frozenset({Movement.IMPORT}),
    matters=frozenset({Matter.ANIMAL}),
    classes=frozenset({"cattle", "buffalo"}),
    excepted={"buffalo": CERTIFICATE},
)
NUMBER = "NOT/2027/000001"


def asked(*ways: Movement, classes: tuple[str, ...] = (), shown: tuple[str, ...] = ()) -> Moved:
    return Moved(frozenset(ways), frozenset({Matter.ANIMAL}), frozenset(classes), frozenset(shown))


@pytest.mark.clause("DOA1974-6-1-a")
@pytest.mark.parametrize(
    ("of", "outcome"),
    [
        (asked(Movement.IMPORT, classes=("cattle",)), REFUSED),
        (asked(Movement.IMPORT, classes=("buffalo",)), DECIDE),
        (asked(Movement.IMPORT, classes=("buffalo",), shown=(CERTIFICATE,)), ALLOWED),
        (asked(Movement.IMPORT, classes=("buffalo",), shown=("a receipt",)), DECIDE),
        (asked(Movement.IMPORT, classes=("buffalo", "cattle"), shown=(CERTIFICATE,)), REFUSED),
        (asked(Movement.IMPORT, classes=("goat",)), None),
        (asked(Movement.IMPORT), DECIDE),
        (asked(Movement.EXPORT, classes=("cattle",)), None),
        (asked(Movement.TRANSPORT, classes=("cattle",)), None),
        (asked(Movement.EXPORT, Movement.IMPORT, classes=("cattle",)), REFUSED),
        (Moved(frozenset({Movement.IMPORT}), frozenset({Matter.FODDER})), None),
    ],
)
def test_the_order_on_milch_cattle(of: Moved, outcome: Outcome | None) -> None:
    found = moved(MILCH, NUMBER, of)
    assert (None if found is None else found.outcome) is outcome
    if found is not None:
        assert NUMBER in found.reasons[0].text
        assert found.clauses == ("DOA1974-6-1-a",)


@pytest.mark.clause("DOA1974-6-1-a")
@pytest.mark.parametrize("matter", [m for m in Matter if m is not Matter.ANIMAL])
@pytest.mark.parametrize("way", [Movement.IMPORT, Movement.EXPORT, Movement.TRANSPORT])
def test_every_item_in_every_movement(matter: Matter, way: Movement) -> None:
    terms = Terms(Force.FORBID, movements=frozenset({way}), matters=frozenset({matter}))
    found = moved(terms, NUMBER, Moved(frozenset({way}), frozenset({matter})))
    assert found is not None
    assert found.outcome is REFUSED
    other = Matter.BEDDING if matter is Matter.THING else Matter.THING
    assert moved(terms, NUMBER, Moved(frozenset({way}), frozenset({other}))) is None


@pytest.mark.clause("DOA1974-6-1-a")
def test_a_control_of_all_animals_needs_no_look_at_their_class() -> None:
    terms = replace(MILCH, classes=frozenset(), excepted={})
    found = moved(terms, NUMBER, asked(Movement.IMPORT))
    assert found is not None
    assert found.outcome is REFUSED
    excepted = replace(terms, excepted={"buffalo": ""})
    found = moved(excepted, NUMBER, asked(Movement.IMPORT, classes=("buffalo",)))
    assert found is not None
    assert found.outcome is ALLOWED
    assert found.reasons[0].text == f"Control {NUMBER} excepts buffalo."
    found = moved(excepted, NUMBER, asked(Movement.IMPORT))
    assert found is not None
    assert found.outcome is DECIDE


@pytest.mark.clause("DOA1974-6-1-a")
def test_a_regulation_is_for_the_officer_to_see_kept() -> None:
    terms = replace(MILCH, force=Force.REGULATE, conditions="By day only.")
    found = moved(terms, NUMBER, asked(Movement.IMPORT, classes=("cattle",)))
    assert found is not None
    assert found.outcome is DECIDE
    assert "By day only." in found.reasons[0].text


@pytest.mark.clause("DOA1974-5-1-b")
@pytest.mark.parametrize("way", [Movement.INTO, Movement.OUT_OF, Movement.WITHIN])
def test_entry_exit_and_movement_inside_are_apart(way: Movement) -> None:
    terms = Terms(
        Force.FORBID,
        movements=frozenset({way}),
        matters=frozenset({Matter.ANIMAL}),
        classes=frozenset({"cattle"}),
    )
    for other in (Movement.INTO, Movement.OUT_OF, Movement.WITHIN):
        found = moved(terms, NUMBER, asked(other, classes=("cattle",)))
        assert (found is not None) is (other is way)
        if found is not None:
            assert found.outcome is REFUSED
            assert found.clauses == ("DOA1974-5-1-b",)


@pytest.mark.clause("DOA1974-6-1-b")
@pytest.mark.parametrize("kind", Gathering)
def test_a_gathering_of_each_kind(kind: Gathering) -> None:
    terms = Terms(Force.FORBID, gatherings=frozenset({kind}))
    for other in Gathering:
        found = gathers(terms, NUMBER, other)
        assert (found is not None) is (other is kind)
        if found is not None:
            assert found.outcome is REFUSED
            assert found.clauses == ("DOA1974-6-1-b",)
    regulated = replace(terms, force=Force.REGULATE, conditions="With a veterinary officer.")
    found = gathers(regulated, NUMBER, kind)
    assert found is not None
    assert found.outcome is DECIDE


@pytest.mark.clause("DOA1974-6-1-c")
@pytest.mark.parametrize("matter", Matter)
@pytest.mark.parametrize(("infective", "outcome"), [(True, REFUSED), (None, DECIDE), (False, None)])
def test_dealing_in_what_is_infective(
    matter: Matter,
    infective: bool | None,
    outcome: Outcome | None,
) -> None:
    terms = Terms(Force.FORBID, dealing=True, matters=frozenset({matter}))
    found = dealt(terms, NUMBER, matter, infective=infective)
    assert (None if found is None else found.outcome) is outcome
    assert dealt(replace(terms, dealing=False), NUMBER, matter, infective=True) is None
    if found is not None:
        assert found.clauses == ("DOA1974-6-1-c",)
    regulated = replace(terms, force=Force.REGULATE, conditions="On a permit.")
    told = dealt(regulated, NUMBER, matter, infective=True)
    assert told is not None
    assert told.outcome is DECIDE
    other = Matter.PART if matter is not Matter.PART else Matter.THING
    assert dealt(terms, NUMBER, other, infective=True) is None


@pytest.mark.parametrize(
    ("terms", "outcome", "says"),
    [
        (MILCH, ALLOWED, "states what"),
        (Terms(Force.FORBID), REFUSED, "nothing"),
        (replace(MILCH, matters=frozenset()), REFUSED, "of what"),
        (Terms(Force.FORBID, dealing=True), REFUSED, "of what"),
        (Terms(Force.FORBID, gatherings=frozenset({Gathering.FAIR})), ALLOWED, "states what"),
        (replace(MILCH, force=Force.REGULATE), REFUSED, "no condition"),
        (replace(MILCH, force=Force.REGULATE, conditions="By day."), ALLOWED, "states what"),
        (
            replace(MILCH, movements=frozenset({Movement.INTO, Movement.IMPORT})),
            REFUSED,
            "movement of animals alone",
        ),
        (
            replace(
                MILCH, movements=frozenset({Movement.INTO}), matters=frozenset({Matter.FODDER})
            ),
            REFUSED,
            "movement of animals alone",
        ),
        (replace(MILCH, movements=frozenset({Movement.INTO})), ALLOWED, "states what"),
    ],
)
def test_terms_that_can_be_obeyed(terms: Terms, outcome: Outcome, says: str) -> None:
    found = sound(terms)
    assert found.outcome is outcome
    assert says in found.reasons[0].text


def test_the_clauses_of_a_control() -> None:
    whole = Terms(
        Force.FORBID,
        movements=frozenset({Movement.IMPORT}),
        matters=frozenset({Matter.ANIMAL}),
        gatherings=frozenset({Gathering.FAIR}),
        dealing=True,
    )
    assert whole.clauses == ("DOA1974-6-1-a", "DOA1974-6-1-b", "DOA1974-6-1-c")
    assert sound(whole).clauses == whole.clauses


@pytest.mark.parametrize(
    ("last", "outcome", "says"),
    [
        (date(2027, 3, 1), ALLOWED, "60 days"),
        (date(2027, 1, 1), ALLOWED, "1 days"),
        (date(2026, 12, 31), REFUSED, "before it begins"),
    ],
)
def test_both_days_are_included(last: date, outcome: Outcome, says: str) -> None:
    found = days(date(2027, 1, 1), last)
    assert found.outcome is outcome
    assert says in found.reasons[0].text


ENDED = datetime(2027, 3, 2, tzinfo=IST)


@pytest.mark.clause("DOA1974-6-1-a")
@pytest.mark.parametrize(
    ("begins", "count"),
    [
        (datetime(2027, 3, 1, tzinfo=IST), None),
        (ENDED, None),
        (datetime(2027, 3, 2, 0, 0, 1, tzinfo=IST), 0),
        (datetime(2027, 3, 3, tzinfo=IST), 1),
        (datetime(2027, 3, 11, tzinfo=IST), 9),
    ],
)
def test_the_time_between_a_control_and_its_late_extension(
    begins: datetime, count: int | None
) -> None:
    between = gap(ENDED, begins)
    assert (None if between is None else between.days) == count
    told = extension(ENDED, begins).reasons[0].text
    assert told.startswith("It joins on") if count is None else f"{count} days" in told
