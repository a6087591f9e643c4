"""A control in force speaks besides section 14: to the preview, the grant and the check."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
import shapely

from casework import DISEASE, HERE, Desk, jan
from removals import AREA, FAR, apply, area, check, end, found, grant, licensed, met
from vetcontrol.controls import notice
from vetcontrol.controls.terms import terms
from vetcontrol.errors import Refused
from vetcontrol.law.decisions import Outcome

OUTSIDE = (74.40, 15.42)


def control(desk: Desk, movement: str = "transport", **given: Any) -> str:
    """A control of cattle over the whole territory, published at the clock's moment."""
    said: dict[str, Any] = {
        "force": "forbid",
        "movements": [movement],
        "matters": ["animal"],
        "classes": ["cattle"],
    } | given
    now = desk.clock.now()
    with desk.register.writing() as writing:
        number = notice.draft(
            writing,
            desk.who("government"),
            name="Cattle",
            disease=DISEASE,
            terms=terms(**said),
            first=date(2027, 1, 1),
            last=date(2027, 3, 1),
            area_ids=["territory/IN-GA"],
        )
    desk.out(number, published_at=now)
    return number


def said(desk: Desk, *ends: Any, species: tuple[str, ...] = ("cattle",)) -> list[Outcome]:
    return [one.outcome for one in met(desk, *ends, species=species).controls]


@pytest.mark.clause("DOA1974-6-1-a")
def test_import_export_and_transport_are_told_apart(desk: Desk) -> None:
    desk.at(jan(2))
    control(desk, "import")
    inside, beyond = end(HERE), end(OUTSIDE)
    assert said(desk, beyond, inside) == [Outcome.REFUSED]
    assert said(desk, inside, beyond) == []
    assert said(desk, inside, end((FAR.x, FAR.y))) == []
    assert said(desk, beyond, inside, species=("goat",)) == []
    assert said(desk, beyond, inside, species=()) == [Outcome.NEEDS_DECISION]
    control(desk, "export")
    assert said(desk, inside, beyond) == [Outcome.REFUSED]
    control(desk, "transport")
    assert said(desk, inside, end((FAR.x, FAR.y))) == [Outcome.REFUSED]


@pytest.mark.clause("DOA1974-6-1-a")
@pytest.mark.clause("DOA1974-2-k")
def test_between_detached_parcels_it_is_all_three(desk: Desk) -> None:
    desk.at(jan(2))
    daman = end((72.85, 20.42))
    for movement in ("import", "export", "transport"):
        number = control(desk, movement)
        found_ = met(desk, end(HERE), daman, species=("cattle",)).controls
        assert number in found_[-1].reasons[0].text
    # From a neighbour State through Goa to the sea: in and out again; and past it.
    assert said(desk, end(OUTSIDE), end((73.60, 15.42))) == [Outcome.REFUSED, Outcome.REFUSED]
    assert said(desk, end(OUTSIDE), end((74.41, 15.42))) == []


@pytest.mark.clause("DOA1974-6-1-a")
def test_no_licence_is_granted_for_what_a_control_forbids(desk: Desk) -> None:
    _, premises, _ = area(desk, AREA)
    number = apply(desk, premises)
    control(desk)
    with pytest.raises(Refused, match="forbids transport of cattle") as refusal:
        grant(desk, number)
    assert refusal.value.clauses == ("DOA1974-6-1-a",)


@pytest.mark.clause("DOA1974-6-1-a")
def test_what_a_control_regulates_is_granted_with_a_reason(desk: Desk) -> None:
    _, premises, _ = area(desk, AREA)
    number = apply(desk, premises)
    control(desk, force="regulate", conditions="By day only.")
    with pytest.raises(Refused, match="By day only") as refusal:
        grant(desk, number)
    assert [e.field for e in refusal.value.errors] == ["reason"]
    entry = grant(desk, number, reason="The lorry goes at noon")
    clauses = [r["clause"] for r in entry.content["decision"]["reasons"]]
    assert "DOA1974-6-1-a" in clauses


@pytest.mark.clause("DOA1974-6-1-a")
def test_a_check_answers_by_the_control_whatever_the_licence_says(desk: Desk) -> None:
    _, premises, _ = area(desk, AREA)
    number = licensed(desk, premises)
    before, _ = check(desk, number)
    assert before.content["verdict"] == "allowed"
    control(desk)
    after, _ = check(desk, number, found(at=jan(1, 14)), client_id="device-0002")
    assert after.content["verdict"] == "not_allowed"
    reasons = [r["text"] for r in after.content["decision"]["reasons"] if r["outcome"] == "refused"]
    assert len(reasons) == 1
    assert "forbids transport of cattle" in reasons[0]
    offline, _ = check(
        desk, number, found(at=jan(1, 15)), client_id="device-0003", known_seq=before.seq
    )
    assert offline.content["verdict"] == "allowed"
    assert offline.content["as_known_now"]["verdict"] == "not_allowed"


def test_a_line_that_a_journey_only_passes_counts(desk: Desk) -> None:
    desk.at(jan(2))
    with desk.register.writing() as writing:
        number = notice.draft(
            writing,
            desk.who("government"),
            name="A strip",
            disease=DISEASE,
            terms=terms(force="forbid", movements=["transport"], matters=["animal"]),
            first=date(2027, 1, 1),
            geometry=shapely.box(74.01, 15.41, 74.012, 15.43),
        )
    desk.out(number, published_at=desk.clock.now())
    assert said(desk, end(HERE), end((FAR.x, FAR.y))) == [Outcome.REFUSED]
    assert said(desk, end(HERE), end((73.99, 15.42))) == []


def test_near_the_state_line_what_one_side_alone_says_needs_a_decision(desk: Desk) -> None:
    # Goa's outline is known to 5,500 m; it runs at 74.257 here.
    desk.at(jan(2))
    control(desk, "import")
    inside = end(HERE)
    assert said(desk, end((74.25, 15.42)), inside) == []
    assert said(desk, end((74.28, 15.42)), inside) == [Outcome.NEEDS_DECISION]
    assert said(desk, end((74.33, 15.42)), inside) == [Outcome.REFUSED]
    control(desk, "transport")
    assert said(desk, end((74.28, 15.42)), inside) == [Outcome.NEEDS_DECISION] * 2
