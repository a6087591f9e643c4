"""The fold: from effects and strikes to what is in force; against a naive replay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from vetcontrol.register.effects import Action, Effect, FeatureKind, Recorded, fold, struck
from vetcontrol.register.inforce import snapshot

ZERO = datetime(2027, 1, 1, tzinfo=UTC)
B, R, E = Action.BEGIN, Action.REPLACE, Action.END
Row = tuple[int, str, Action, int]


def hour(number: int) -> datetime:
    return ZERO + timedelta(hours=number)


def recorded(rows: list[Row]) -> list[Recorded]:
    """Rows (sequence, feature, action, hour); the geometry of a row is a point at its place."""
    places: dict[int, int] = {}
    made = []
    for number, (seq, feature, action, at) in enumerate(rows):
        places[seq] = places.get(seq, -1) + 1
        shape = None if action is E else shapely.Point(number, 0)
        effect = Effect(
            feature, FeatureKind.INFECTED_AREA, action, shape, hour(at), {"row": number}
        )
        made.append(Recorded(seq, places[seq], effect))
    return made


def spans(rows: list[Row], strikes: list[tuple[int, int]] = [], known: int = 99):  # type: ignore[no-untyped-def]  # noqa: B006
    versions, conflicts = fold(recorded(rows), strikes, known)
    hours = [
        (
            v.feature,
            v.facts["row"],
            (v.begins - ZERO) // timedelta(hours=1),
            None if v.ends is None else (v.ends - ZERO) // timedelta(hours=1),
        )
        for v in versions
    ]
    return hours, [(c.seq, c.reason) for c in conflicts]


@pytest.mark.parametrize(
    ("rows", "versions", "conflicts"),
    [
        ([(1, "a", B, 1)], [("a", 0, 1, None)], []),
        ([(1, "a", B, 1), (2, "a", E, 3)], [("a", 0, 1, 3)], []),
        ([(1, "a", B, 1), (2, "a", R, 3)], [("a", 0, 1, 3), ("a", 1, 3, None)], []),
        # By effective time, then sequence, then place in the entry.
        ([(1, "a", B, 5), (2, "a", E, 3)], [("a", 0, 5, None)], [(2, "not in force")]),
        ([(2, "a", E, 3), (1, "a", B, 3)], [], []),
        ([(1, "a", E, 3), (1, "a", B, 3)], [("a", 1, 3, None)], [(1, "not in force")]),
        ([(1, "a", B, 1), (2, "a", B, 2)], [("a", 0, 1, None)], [(2, "already in force")]),
        ([(1, "a", R, 1)], [], [(1, "not in force")]),
        # What begins and ends at one moment was never in force.
        ([(1, "a", B, 1), (2, "a", E, 1)], [], []),
        ([(1, "a", B, 1), (2, "a", R, 1)], [("a", 1, 1, None)], []),
        # It may begin again.
        (
            [(1, "a", B, 1), (2, "a", E, 2), (3, "a", B, 2)],
            [("a", 0, 1, 2), ("a", 2, 2, None)],
            [],
        ),
        # An end that comes before is not reached by an amendment after it.
        (
            [(1, "a", B, 1), (2, "a", R, 5), (3, "a", E, 4)],
            [("a", 0, 1, 4)],
            [(2, "not in force")],
        ),
        ([(1, "b", B, 1), (2, "a", B, 1)], [("a", 1, 1, None), ("b", 0, 1, None)], []),
    ],
)
def test_the_fold(
    rows: list[Row],
    versions: list[tuple[str, int, int, int | None]],
    conflicts: list[tuple[int, str]],
) -> None:
    assert spans(rows) == (versions, conflicts)


def test_intervals_are_half_open() -> None:
    held = snapshot(recorded([(1, "a", B, 1), (2, "a", E, 3)]), [], 2)
    moment = timedelta(microseconds=1)
    found = [
        held.feature("a", at) is not None
        for at in (hour(1) - moment, hour(1), hour(3) - moment, hour(3))
    ]
    assert found == [False, True, True, False]
    assert [len(held.at_point(0, 0, at)) for at in (hour(1), hour(3))] == [1, 0]


def test_a_replacement_carries_all_facts_and_the_chain_of_entries() -> None:
    shape = shapely.Point(0, 0)
    first = Effect("a", FeatureKind.VILLAGE, B, shape, hour(1), {"name": "A", "old": True})
    second = Effect("a", FeatureKind.VILLAGE, R, shape, hour(2), {"name": "B"})
    versions, _ = fold([Recorded(1, 0, first), Recorded(4, 0, second)], [], 9)
    assert [dict(v.facts) for v in versions] == [
        {"name": "A", "old": True, "end_name": "B"},
        {"name": "B"},
    ]
    assert [v.entries for v in versions] == [(1,), (1, 4)]
    assert [v.since for v in versions] == [hour(1), hour(1)]


@pytest.mark.parametrize(
    ("strikes", "known", "fallen"),
    [
        ([], 9, set()),
        ([(3, 1)], 9, {1}),
        ([(3, 1)], 2, set()),
        ([(3, 1), (4, 3)], 9, {3}),
        ([(3, 1), (4, 3)], 3, {1}),
        ([(3, 1), (4, 3), (5, 4)], 9, {1, 4}),
        ([(3, 1), (4, 3), (5, 1)], 9, {1, 3}),
    ],
)
def test_strikes_of_strikes(strikes: list[tuple[int, int]], known: int, fallen: set[int]) -> None:
    assert struck(strikes, known) == fallen


def test_geometry_belongs_to_begin_and_replace() -> None:
    for action, shape in ((B, None), (R, None), (E, shapely.Point(0, 0))):
        with pytest.raises(ValueError, match="geometry"):
            Effect("a", FeatureKind.VILLAGE, action, shape, hour(1))


# The oracle: the same questions asked hour by hour of plain tuples, with nothing of the project.


def stands(seq: int, strikes: list[tuple[int, int]], known: int) -> bool:
    """Whether no standing correction that is known strikes the entry: asked recursively."""
    return not any(
        target == seq and by <= known and stands(by, strikes, known) for by, target in strikes
    )


def naive(
    rows: list[tuple[int, str, str, int]], strikes: list[tuple[int, int]], known: int, at: int
) -> dict[str, int]:
    """The row that is in force of each feature at an hour."""
    live: dict[str, int] = {}
    order = sorted(range(len(rows)), key=lambda i: (rows[i][3], rows[i][0], i))
    for i in order:
        seq, feature, action, when = rows[i]
        if when > at or seq > known or not stands(seq, strikes, known):
            continue
        if (action == "begin" and feature not in live) or (action == "replace" and feature in live):
            live[feature] = i
        elif action == "end":
            live.pop(feature, None)
    return live


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Row], list[tuple[int, int]]]:
    """Entries in order of sequence: some with one to three effects, some that strike one before,
    each entry struck by one standing correction at most."""
    rows: list[Row] = []
    strikes: list[tuple[int, int]] = []
    for seq in range(1, draw(st.integers(1, 14))):
        open_ = [s for s in range(1, seq) if stands(s, strikes, seq)]
        if open_ and draw(st.integers(0, 3)) == 0:
            strikes.append((seq, draw(st.sampled_from(open_))))
        if draw(st.booleans()):
            continue
        rows += [
            (
                seq,
                draw(st.sampled_from("abc")),
                draw(st.sampled_from([B, B, R, E])),
                draw(st.integers(0, 6)),
            )
            for _ in range(draw(st.integers(1, 3)))
        ]
    return rows, strikes


@given(histories(), st.integers(0, 15), st.integers(0, 7))
def test_the_fold_is_the_naive_replay(
    history: tuple[list[Row], list[tuple[int, int]]], known: int, at: int
) -> None:
    rows, strikes = history
    held = snapshot(recorded(rows), strikes, known)
    found = {v.feature: v.facts["row"] for v in held.versions if v.covers(hour(at))}
    plain = [(seq, feature, action.value, when) for seq, feature, action, when in rows]
    assert found == naive(plain, strikes, known, at)
    assert len([v for v in held.versions if v.covers(hour(at))]) == len(found)
    assert all(v.ends is None or v.begins < v.ends for v in held.versions)
    standing = [r for r in rows if r[0] <= known and stands(r[0], strikes, known)]
    done = sum(len(set(v.entries)) > 0 for v in held.versions)
    assert len(held.conflicts) + done <= len(standing)
