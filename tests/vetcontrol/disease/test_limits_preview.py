"""What limits take in and leave out, told before the decision, is what the publication does."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import partial

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from casework import HERE, Desk, away, jan, square
from gis.geodesic import area
from vetcontrol.disease import limits_preview
from vetcontrol.disease.limits_preview import LimitsPreview
from vetcontrol.documents.content import from_json
from vetcontrol.errors import Malformed, Refused
from vetcontrol.premises.service import Premises, record
from vetcontrol.register.entries import Actor

WEST, EAST = (
    shapely.box(73.98, 15.40, 74.002, 15.44),
    shapely.box(74.002, 15.40, 74.03, 15.44),
)


def reported(desk: Desk) -> str:
    """A case with two premises declared, 500 m east and 300 m west, and the report made."""
    desk.premises(away(300, 270.0), "West", animals={"cattle": 3, "goat": 2})
    desk.premises(away(500, 90.0), "East")
    case = desk.case()
    desk.examine(case)
    desk.declare(case)
    desk.report(case)
    return case


def look(desk: Desk, case: str, **given: object) -> LimitsPreview:
    with desk.register.reading() as reading:
        return limits_preview.of_decision(reading, case, **given)  # type: ignore[arg-type]


@pytest.mark.clause("DOA1974-13-2", "DOA1974-13-4a")
def test_what_is_told_is_what_the_publication_does(desk: Desk) -> None:
    west, _ = desk.villages({"West": WEST, "East": EAST})
    case = reported(desk)
    told = look(desk, case, village_ids=[west])
    assert told.limits.area_m2 == pytest.approx(area(WEST))
    assert [(v["name"], v["whole"]) for v in told.limits.villages] == [("West", True)]
    assert told.limits.shares == {west: 1.0}
    assert told.inside.premises == 2
    assert told.inside.animals == {"cattle": 6, "goat": 2}
    (gone,) = told.left_out
    draft = desk.confirm(case, village_ids=[west], modifications="West alone")
    with desk.register.reading() as reading:
        row = desk.notification(draft)
        drafted = limits_preview.of_draft(reading, row)
        assert [fate.feature for fate in drafted.left_out] == [gone.feature]
    desk.at(jan(2, 12))
    published = desk.out(draft)
    assert [p["feature"] for p in published.content["ceases"]] == [gone.feature]


@pytest.mark.clause("DOA1974-13-2")
def test_without_a_choice_the_limits_follow_the_declarations(desk: Desk) -> None:
    west, east = desk.villages({"West": WEST, "East": EAST})
    case = reported(desk)
    told = look(desk, case)
    assert not told.limits.modified
    assert told.left_out == []
    shares = told.limits.shares
    assert 0 < shares[east] < shares[west] < 1
    taken = sum(v["area_m2"] for v in told.limits.villages)
    assert taken == pytest.approx(told.limits.area_m2, rel=1e-9)
    head = desk.head()
    look(desk, case, geometry=square(0.004))
    assert desk.head() == head


@pytest.mark.clause("DOA1974-13-2")
def test_what_could_not_be_decided_is_refused_as_it_would_be(desk: Desk) -> None:
    case = reported(desk)
    with pytest.raises(Malformed, match="one of the two"):
        look(desk, case, geometry=square(0.004), village_ids=["village/none"])
    with pytest.raises(Refused):
        look(desk, case, geometry=shapely.Point(HERE))


@pytest.mark.clause("DOA1974-13-3", "DOA1974-13-4a")
def test_an_amendment_is_told_before_it_is_drafted(desk: Desk) -> None:
    case = reported(desk)
    draft = desk.confirm(case)
    desk.at(jan(2, 12))
    desk.out(draft)
    with desk.register.reading() as reading:
        with pytest.raises(Malformed, match="whole new boundary"):
            limits_preview.of_amendment(reading, draft)
        told = limits_preview.of_amendment(reading, draft, geometry=square(0.004))
    assert len(told.left_out) == 1
    desk.at(jan(3, 12))
    amended = desk.amend(draft, square(0.004))
    entry = desk.out(amended)
    assert [p["feature"] for p in entry.content["ceases"]] == [told.left_out[0].feature]
    desk.at(jan(4, 12))
    rescinded = desk.rescind(amended)
    with desk.register.reading() as reading:
        ends = limits_preview.of_draft(reading, desk.notification(rescinded))
    assert len(ends.left_out) == len(ends.fates) == 2
    assert json.loads(desk.notification(rescinded).content)["villages"] == []


def test_premises_at_the_boundary_and_known_by_village_only(desk: Desk) -> None:
    edge = square(0.004)
    west, south, east, north = edge.bounds
    desk.premises(shapely.Point(east, (south + north) / 2), "On the line")
    desk.premises(shapely.Point(east + 1e-6, north - 0.001), "A hand's breadth outside")
    desk.premises(shapely.box(east, south, east + 0.001, north), "Beside, sharing the line")
    desk.premises(shapely.box(east - 0.0001, south, east + 0.001, north), "Across", animals={})
    (village,) = desk.villages({"West": shapely.box(west, south, east, north)})
    with desk.register.writing() as writing:
        record(writing, Actor("surgeon"), Premises("Somewhere", "dairy", None, village=village))
    with desk.register.reading() as reading:
        found = limits_preview.inside(reading, edge)
    assert (found.premises, found.by_village) == (2, 1)
    assert found.animals == {"cattle": 3}
    with desk.register.reading() as reading:
        assert limits_preview.inside(reading, shapely.box(73.0, 14.0, 73.001, 14.001)).animals == {}


def refusals(desk: Desk, preview: Callable[[], object], act: Callable[[], object]) -> Refused:
    """The refusal of the preview, which is the act's."""
    with pytest.raises(Refused) as told:
        preview()
    head = desk.head()
    with pytest.raises(Refused) as done:
        act()
    assert desk.head() == head
    assert (told.value.detail, told.value.clauses) == (done.value.detail, done.value.clauses)
    return told.value


def amended(desk: Desk, number: str, area: BaseGeometry) -> LimitsPreview:
    with desk.register.reading() as reading:
        return limits_preview.of_amendment(reading, number, geometry=area)


@pytest.mark.clause("DOA1974-13-2", "DOA1974-13-3")
def test_limits_take_in_something_declared_in_the_preview_and_in_the_act(desk: Desk) -> None:
    yard = square(0.001)
    desk.premises(away(500, 90.0), "East")
    case = str(desk.order(desk.premises(yard)).content["case_number"])
    desk.examine(case)
    desk.report(case)
    _, south, east, north = yard.bounds
    beside = shapely.box(east, south, east + 0.002, north)
    around_east = away(500, 90.0).buffer(0.001)
    for nothing in (beside, around_east):
        refused = refusals(
            desk,
            partial(look, desk, case, geometry=nothing),
            partial(desk.confirm, case, nothing),
        )
        assert refused.clauses == ("DOA1974-13-2",)
        assert "Cancel the declarations instead" in refused.detail
    corner = shapely.box(east - 0.0005, south, east + 0.002, north)
    draft = desk.confirm(case, corner)
    desk.at(jan(2, 12))
    desk.out(draft)
    refused = refusals(
        desk, partial(amended, desk, draft, beside), partial(desk.amend, draft, beside)
    )
    assert refused.clauses == ("DOA1974-13-3",)
    assert "Rescind the notification instead" in refused.detail
    assert amended(desk, draft, square(0.0002)).left_out == []
    second = desk.amend(draft, square(0.0002))
    desk.at(jan(3, 12))
    assert desk.out(second).content["ceases"] == []


@pytest.mark.clause("DOA1974-13-2", "DOA1974-13-1-a")
def test_a_later_declaration_has_limits_of_its_own(desk: Desk) -> None:
    """An earlier area's place does not carry it, nor does its wider radius (ADR 17, ADR 27)."""
    desk.premises(away(900, 90.0), "East")
    case = desk.case()
    desk.examine(case)
    desk.declare(case)
    desk.report(case)
    first = desk.confirm(case)
    desk.at(jan(2, 12))
    desk.out(first)
    desk.premises(away(300, 270.0), "Found later")
    desk.declare(case, 400.0)
    desk.report(case)
    refused = refusals(
        desk,
        partial(look, desk, case, geometry=square(0.001)),
        partial(desk.confirm, case, square(0.001)),
    )
    assert refused.clauses == ("DOA1974-13-2",)
    told = look(desk, case)
    assert told.limits.area_m2 == pytest.approx(math.pi * 400.0**2, rel=1e-3)
    assert [(fate.premises_id is not None, fate.ceases) for fate in told.fates] == [(True, False)]
    second = desk.confirm(case)
    assert json.loads(desk.notification(second).content)["area_m2"] == told.limits.area_m2
    with pytest.raises(Refused, match="no declaration that waits"):
        look(desk, case)


@pytest.mark.clause("DOA1974-13-3")
def test_a_place_that_ceased_does_not_carry_an_amendment(desk: Desk) -> None:
    case = reported(desk)
    draft = desk.confirm(case, square(0.0035))
    desk.at(jan(2, 12))
    gone = desk.out(draft).content["ceases"]
    assert len(gone) == 1
    around_it = away(500, 90.0).buffer(0.0005)
    refusals(desk, partial(amended, desk, draft, around_it), partial(desk.amend, draft, around_it))


@pytest.mark.clause("DOA1974-13-2")
@pytest.mark.parametrize("wider", [False, True])
def test_villages_say_the_limits_only_where_they_hold_all_of_the_area(
    desk: Desk, wider: bool
) -> None:
    """Land drawn beyond whole villages is in the area: the paper must not leave it out."""
    desk.villages({"West": WEST, "East": EAST})
    case = reported(desk)
    both = shapely.union(WEST, EAST)
    lon, _, east, north = both.bounds
    drawn = shapely.union(both, shapely.box(lon, north, east, north + 0.001)) if wider else both
    told = look(desk, case, geometry=drawn)
    assert [v["whole"] for v in told.limits.villages] == [True, True]
    draft = desk.confirm(case, drawn)
    desk.at(jan(2, 12))
    desk.out(draft)
    paper = from_json(desk.document(draft).content)
    assert [schedule.key for schedule in paper.schedules] == [
        "schedule.villages",
        *(["schedule.boundary"] if wider else []),
    ]
