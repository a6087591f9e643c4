"""What a paper says of its own effect agrees with what is in force, at every pair of times."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry
from sqlalchemy import select

from casework import DISEASE, Desk, away, jan, square
from vetcontrol.clock import start_of_day
from vetcontrol.disease.answers import LEGAL
from vetcontrol.disease.effect_now import (
    Force,
    effect_now,
    of_commencement,
    of_feature,
)
from vetcontrol.documents.content import DocumentKind, from_json
from vetcontrol.gazette import commencement
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.law.diseases_of_animals.terms import covers
from vetcontrol.register.effects import Action, Effect, FeatureKind, Recorded
from vetcontrol.register.inforce import snapshot
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import DocumentRow

ZERO = datetime(2027, 1, 1, tzinfo=UTC)
HOURS = 8
AREA = "infected_area/N1"


def hour(number: int) -> datetime:
    return ZERO + timedelta(hours=number)


def _recorded(history: list[tuple[Action, int]]) -> list[Recorded]:
    return [
        Recorded(
            seq,
            0,
            Effect(
                AREA,
                FeatureKind.INFECTED_AREA,
                action,
                None if action is Action.END else square(0.001),
                hour(at),
                {"number": f"N{seq}"},
            ),
        )
        for seq, (action, at) in enumerate(history, 1)
    ]


@given(
    st.lists(st.tuples(st.sampled_from(list(Action)), st.integers(0, HOURS)), max_size=6),
    st.lists(st.tuples(st.integers(7, 9), st.integers(1, 6)), max_size=2),
)
def test_what_a_number_did_agrees_with_the_fold_at_all_pairs_of_times(
    history: list[tuple[Action, int]], strikes: list[tuple[int, int]]
) -> None:
    effects = _recorded(history)
    for known in range(len(history) + 4):
        held = snapshot(effects, strikes, known)
        for seq in range(1, len(history) + 1):
            number = f"N{seq}"
            for at in map(hour, range(-1, HOURS + 2)):
                told = of_feature(held, AREA, number, at)
                now = held.feature(AREA, at)
                in_force = now is not None and now.facts["number"] == number
                assert (told.force is Force.IN_FORCE) == in_force
                if told.force is Force.NONE:
                    assert all(v.facts["number"] != number for v in held.versions)
                    continue
                assert told.since is not None
                begun = held.feature(AREA, told.since)
                assert begun is not None
                assert begun.facts["number"] == number
                assert (told.force is Force.NOT_YET) == (at < told.since)
                over = told.until is not None and told.until <= at
                assert (told.force in (Force.ENDED, Force.SUPERSEDED)) == over
                if told.until is not None:
                    after = held.feature(AREA, told.until)
                    assert after is None or after.facts["number"] != number
                if told.force is Force.SUPERSEDED:
                    assert after is not None
                    assert (after.facts["number"], after.since < after.begins) == (told.by, True)


CELLS = [(x, y) for x in range(2) for y in range(2)]
PROVISIONS, DISEASES = ("11(1)", "13", "14"), ("fmd", "anthrax")
Notice = tuple[str, list[str], list[str], list[tuple[int, int]], int]
NOTICES = st.lists(
    st.tuples(
        st.sampled_from(["commence", "cease", "cease"]),
        st.one_of(
            st.just(["all"]),
            st.lists(st.sampled_from(["11", *PROVISIONS]), min_size=1, max_size=2, unique=True),
        ),
        st.lists(st.sampled_from(DISEASES), max_size=2, unique=True),
        st.lists(st.sampled_from(CELLS), min_size=1, unique=True),
        st.integers(1, 5),
    ),
    max_size=5,
)


def _cells(cells: list[tuple[int, int]]) -> BaseGeometry:
    return shapely.union_all([shapely.box(x, y, x + 1, y + 1) for x, y in cells])


@settings(max_examples=150)
@given(NOTICES)
def test_a_commencement_agrees_with_the_notices_point_by_point(notices: list[Notice]) -> None:
    """It has ended when nothing of it is left, and partly when something is gone: counted over
    each provision, disease and place apart, as the law's clause has it."""
    numbered = list(enumerate([("commence", ["11", "14"], [], CELLS, 2), *notices], 1))
    effects = [
        Recorded(
            seq,
            0,
            Effect(
                f"commencement/C{seq}",
                FeatureKind.COMMENCEMENT_AREA,
                Action.BEGIN,
                _cells(cells),
                start_of_day(date(2027, 1, day)),
                {
                    "number": f"C{seq}",
                    "operation": operation,
                    "provisions": provisions,
                    "diseases": diseases,
                },
            ),
        )
        for seq, (operation, provisions, diseases, cells, day) in numbered
    ]
    for known in range(1, len(numbered) + 1):
        held = snapshot(effects, [], known)
        stops = [n for seq, n in numbered[:known] if n[0] == "cease"]
        for day in range(1, 7):
            told = of_commencement(held, "C1", start_of_day(date(2027, 1, day)))
            left = _left(stops, max(day, 2))
            expected = Force.IN_FORCE if day >= 2 else Force.NOT_YET
            assert told.force is (expected if any(left) else Force.ENDED)
            if told.force is Force.IN_FORCE:
                assert told.partly == (not all(left))


def _left(stops: list[Notice], day: int) -> list[bool]:
    """Of each provision, disease and cell whether it is in force on `day`, begun on the 2nd."""
    return [
        not any(
            2 <= begins <= day
            and any(covers(one, provision) for one in named)
            and (not of or disease in of)
            and cell in cells
            for _, named, of, cells, begins in stops
        )
        for provision in ("11(1)", "11(2)", "11", "14")
        # A disease that no notice names: one that the Schedule takes in later.
        for disease in (*DISEASES, "other")
        for cell in CELLS
    ]


def test_two_ends_of_operation_end_a_commencement_together(desk: Desk) -> None:
    areas = desk.villages({"North": square(0.01), "South": square(0.01, (74.1, 15.3))})
    numbers = []
    for operation, chosen, day in (
        ("commence", areas, 2),
        ("cease", areas[:1], 4),
        ("cease", areas[1:], 6),
    ):
        with desk.register.writing() as writing:
            entry = commencement.notify(
                writing,
                desk.who("government"),
                operation=operation,
                provisions=["14"],
                diseases=[DISEASE],
                area_ids=chosen,
                from_date=date(2027, 1, day),
                gazette=GazetteReference("Series I", "41", date(2027, 1, 1)),
            )
        numbers.append(str(entry.number))
    with desk.register.reading() as reading:
        held = reading.known()
    begun, _, last = numbers
    assert not of_commencement(held, begun, jan(3)).partly
    partly = of_commencement(held, begun, jan(5))
    assert (partly.force, partly.partly, partly.until) == (Force.IN_FORCE, True, jan(6))
    ended = of_commencement(held, begun, jan(6))
    assert (ended.force, ended.until, ended.by) == (Force.ENDED, jan(6), last)


@pytest.mark.clause("DOA1974-13-4a")
def test_every_paper_of_a_case_agrees_with_the_map_at_every_moment(desk: Desk) -> None:
    """Orders, declarations and notifications: told in force just while the map shows what they
    began; a declaration of several places as long as any is, and ended with the last."""
    desk.premises(away(300), "Near")
    desk.premises(away(600), "Farther")
    case = desk.case(signed_at=jan(1, 8))
    desk.at(jan(2, 10))
    desk.examine(case)
    desk.declare(case)
    desk.report(case)
    first = desk.confirm(case, square(0.0042))
    desk.at(jan(3, 9))
    desk.out(first, effective_at=jan(4, 6))
    desk.at(jan(5, 9))
    second = desk.amend(first, square(0.006))
    desk.out(second)
    desk.at(jan(6, 9))
    desk.out(desk.rescind(second))
    kinds = {
        DocumentKind.ORDER,
        DocumentKind.DECLARATION,
        DocumentKind.NOTIFICATION,
        DocumentKind.AMENDMENT,
    }
    with desk.register.reading() as reading:
        rows = reading.session.scalars(select(DocumentRow).where(DocumentRow.kind.in_(kinds)))
        papers = [from_json(row.content) for row in rows]
        assert {paper.kind for paper in papers} == kinds
        legal = [v for v in reading.known().versions if v.kind in LEGAL]
        moments = {v.begins for v in legal} | {v.ends for v in legal if v.ends}
        assert len(moments) == 6
        for moment in moments:
            for at in (moment - timedelta(microseconds=1), moment):
                shown = {v.facts["number"] for v in legal if v.covers(at)}
                for paper in papers:
                    told = effect_now(Reading(reading.session, desk.register, at), paper)
                    assert (told.force is Force.IN_FORCE) == (paper.number in shown)
        [declared] = [p for p in papers if p.kind is DocumentKind.DECLARATION]
        ended = effect_now(Reading(reading.session, desk.register, jan(7)), declared)
        assert (ended.force, ended.until) == (Force.ENDED, jan(6, 9))
