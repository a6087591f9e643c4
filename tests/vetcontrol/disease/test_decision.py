"""Section 13(1) and (7): Government, or the Collector, confirms or cancels what was reported."""

from __future__ import annotations

import json
from typing import Any

import pytest
import shapely
from sqlalchemy import select

from casework import HERE, Desk, away, jan, square, with_documents
from gis.geodesic import area
from vetcontrol.disease.serving import outstanding
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.officers import delegations
from vetcontrol.officers.proposals import DelegationProposal
from vetcontrol.officers.tables import DelegationRow
from vetcontrol.places.queries import territory
from vetcontrol.premises.service import Keeper

NEAR = away(300)


def reported(desk: Desk, *, radius: bool = True, **given: object) -> str:
    """A case with its order confirmed, one premises declared, and the report made."""
    if radius:
        desk.premises(NEAR, "Neighbour")
    case = desk.case(**given)
    desk.examine(case)
    if radius:
        desk.declare(case)
    desk.report(case)
    return case


@pytest.mark.clause("DOA1974-11-3c", "DOA1974-13-1-a")
def test_nothing_is_decided_before_the_report(desk: Desk) -> None:
    case = desk.case()
    desk.examine(case)
    for outcome in ("confirm", "cancel"):
        with pytest.raises(Refused) as caught:
            desk.decide(case, outcome)
        assert "DOA1974-11-3c" in caught.value.clauses
    with pytest.raises(Refused):
        desk.decide(case, "adjourn")


@pytest.mark.clause("DOA1974-13-1-a", "DOA1974-13-2")
def test_a_confirmation_drafts_the_limits_that_were_declared(desk: Desk) -> None:
    case = reported(desk)
    entry, draft = desk.decide(case)
    assert draft is not None
    assert entry.content["modified"] is False
    row = desk.notification(draft)
    assert (row.state, row.feature) == ("draft", f"infected_area/{draft}")
    content = json.loads(row.content)
    disc = shapely.from_geojson(json.dumps(content["geometry"]))
    assert disc.covers(away(999.9, 10.0))
    assert not disc.covers(away(1000.3, 10.0))
    assert area(disc) == pytest.approx(content["area_m2"])
    assert desk.read(case).state == "with_government", (
        "there is no infected area before the gazette"
    )
    assert desk.kinds(HERE, jan(1, 12)) == {"infected_place"}
    assert with_documents(desk, entry)
    with pytest.raises(Refused, match="waits for a decision"):
        desk.decide(case)


@pytest.mark.clause("DOA1974-13-2")
def test_a_point_without_a_radius_has_no_limits(desk: Desk) -> None:
    case = reported(desk, radius=False)
    with pytest.raises(Refused) as caught:
        desk.decide(case)
    assert caught.value.clauses == ("DOA1974-13-2",)
    line = shapely.LineString([HERE, (NEAR.x, NEAR.y)])
    for nothing in (shapely.Point(HERE), line):
        with pytest.raises((Refused, Malformed)):
            desk.decide(case, geometry=nothing, modifications="As drawn")
    assert desk.confirm(case, square(0.01))


@pytest.mark.clause("DOA1974-13-2")
def test_limits_that_nobody_could_walk_are_refused(desk: Desk) -> None:
    case = reported(desk)
    for half in (1e-9, 4e-5):
        with pytest.raises(Refused, match="below 100 m2") as caught:
            desk.decide(case, geometry=square(half), modifications="As drawn")
        assert caught.value.clauses == ("DOA1974-13-2",)
    assert desk.confirm(case, square(6e-5))


@pytest.mark.clause("DOA1974-13-2")
def test_limits_take_in_a_place_declared(desk: Desk) -> None:
    case = reported(desk)
    far = away(5000)
    elsewhere = square(0.01, (far.x, far.y))
    villages = desk.villages({"Elsewhere": elsewhere})
    given: list[dict[str, Any]] = [{"geometry": elsewhere}, {"village_ids": villages}]
    for limits in given:
        with pytest.raises(Refused, match="none of the places declared") as caught:
            desk.decide(case, modifications="As drawn", **limits)
        assert caught.value.clauses == ("DOA1974-13-2",)
        assert "cancel the declarations" in caught.value.detail.lower()
    # A declared neighbour is enough, without the infected place itself.
    assert desk.confirm(case, square(0.001, (NEAR.x, NEAR.y)))


@pytest.mark.clause("DOA1974-13-2", "DOA1974-1-2")
def test_the_outline_is_clipped_to_the_territory(desk: Desk) -> None:
    with desk.register.reading() as reading:
        land = territory(reading.known(), jan(1)).outline
    edge = land.boundary.interpolate(land.boundary.project(shapely.Point(74.30, 15.20)))
    inside = shapely.Point(edge.x - 0.002, edge.y)
    place = inside.buffer(0.004)
    near: dict[str, Any] = {"position_reason": "At the State line"}
    case = str(desk.order(geometry=place, by="veterinary_surgeon", **near).content["case_number"])
    desk.examine(case, **near)
    desk.report(case, **near)
    _, draft = desk.decide(case, **near)
    assert draft is not None
    limits = shapely.from_geojson(
        json.dumps(json.loads(desk.notification(draft).content)["geometry"])
    )
    assert shapely.difference(limits, land).area < 1e-12
    assert 0 < limits.area < place.area


@pytest.mark.clause("DOA1974-13-1-a", "DOA1974-13-2")
def test_limits_composed_of_villages(desk: Desk) -> None:
    west, east = shapely.box(73.99, 15.41, 74.0, 15.43), shapely.box(74.0, 15.41, 74.01, 15.43)
    ids = desk.villages({"West": west, "East": east})
    case = reported(desk)
    for wrong in (["village/None"], [ids[0], "taluka/5614"]):
        with pytest.raises((NotFound, Malformed)):
            desk.decide(case, village_ids=wrong, modifications="Two villages")
    with pytest.raises(Malformed, match="one of the two"):
        desk.decide(case, village_ids=ids, geometry=square(0.01))
    entry, draft = desk.decide(case, village_ids=ids, modifications="Two villages")
    assert draft is not None
    content = json.loads(desk.notification(draft).content)
    assert entry.content["modified"] is True
    assert [(v["name"], v["whole"]) for v in content["villages"]] == [
        ("East", True),
        ("West", True),
    ]
    united = shapely.from_geojson(json.dumps(content["geometry"]))
    assert united.equals(west.union(east))
    paper = desk.document(entry.content["number"]).content
    assert "of_villages" in paper
    assert '["East","West"]' in paper
    assert "Two villages" in paper
    with pytest.raises(Refused):
        desk.decide(case, modifications="words without limits")


@pytest.mark.clause("DOA1974-13-1-a")
def test_the_decision_says_what_limits_it_modifies(desk: Desk) -> None:
    case = reported(desk)
    entry, _ = desk.decide(case, geometry=square(0.01))
    paper = json.loads(desk.document(entry.content["number"]).content)
    said = {p["key"].rpartition(".")[2]: p.get("blanks", {}) for p in paper["paragraphs"]}
    assert set(said) == {"on_report", "confirms", "of_boundary", "notification"}
    assert said["of_boundary"]["area"]["square_metres"] == pytest.approx(4.75e6, rel=0.01)


@pytest.mark.clause("DOA1974-13-1-b", "DOA1974-13-6a", "DOA1974-13-6b")
def test_the_radius_is_cancelled_and_the_order_confirmed(desk: Desk) -> None:
    two = (Keeper("owner", "An owner"), Keeper("occupier", "An occupier"))
    desk.premises(away(500), "Two keepers", keepers=two)
    case = reported(desk)
    radius = desk.read(case).radii[0].number
    desk.at(jan(2, 9))
    entry, draft = desk.decide(case, "cancel", declarations=[radius])
    assert draft is None
    assert desk.kinds(NEAR, jan(2, 8, 59, 59)) == {"declared_place"}
    assert desk.kinds(NEAR, jan(2, 9)) == set()
    assert desk.kinds(HERE, jan(2, 9)) == {"infected_place"}
    told = [s for s in desk.services(case) if s.clause == "DOA1974-13-6b"]
    assert len(told) == 3 == len(entry.content["cessation_notices"])
    assert desk.read(case).state == "with_government"
    with pytest.raises(Refused):
        desk.decide(case, "cancel", declarations=[radius])
    assert desk.confirm(case, square(0.01))


@pytest.mark.clause("DOA1974-13-6a", "DOA1974-13-6b")
def test_all_is_cancelled_by_default_and_what_else_holds_is_named(desk: Desk) -> None:
    case = reported(desk)
    other_place = desk.premises(away(900), "Other outbreak")
    other = str(desk.order(other_place).content["case_number"])
    desk.examine(other)
    neighbour = next(f["premises_id"] for f in desk.read(case).radii[0].features.values())
    declared = desk.declare(other, premises_ids=[neighbour], reason="Only this one")
    entry, _ = desk.decide(case, "cancel")
    assert desk.read(case).state == "cancelled"
    assert desk.kinds(HERE, jan(1, 12)) == set()
    assert desk.kinds(NEAR, jan(1, 12)) == {"declared_place"}, "another declaration still lives"
    (notice,) = [n for n in entry.content["cessation_notices"] if n["premises_id"] == neighbour]
    assert str(declared.content["number"]) in desk.document(notice["document"]).content
    with desk.register.reading() as reading:
        decision = outstanding(reading, case)
    assert decision.outcome == "refused"
    for row in desk.services(case):
        desk.serve(row.document)
    with desk.register.reading() as reading:
        assert outstanding(reading, case).outcome == "allowed"
    with pytest.raises(Refused):
        desk.decide(case, "cancel")
    with pytest.raises(Refused):
        desk.report(case)


@pytest.mark.clause("DOA1974-13-1-a")
def test_a_confirmation_takes_all_that_wait(desk: Desk) -> None:
    case = reported(desk)
    state = desk.read(case)
    for some in ([state.order.number], [state.radii[0].number]):
        with pytest.raises(Refused, match="takes all"):
            desk.decide(case, declarations=some)
    for wrong in ([], ["DEC/2027/000999"]):
        with pytest.raises(Malformed, match="declarations"):
            desk.decide(case, declarations=wrong)
    assert desk.confirm(case)


@pytest.mark.clause("DOA1974-13-1-a")
def test_no_decision_is_signed_before_the_report(desk: Desk) -> None:
    case = reported(desk, signed_at=jan(1, 8))
    desk.at(jan(2, 9))
    with pytest.raises(Malformed, match="signed_at"):
        desk.decide(case, signed_at=jan(1, 11, 59, 59))
    entry, _ = desk.decide(case, "cancel", signed_at=jan(1, 12))
    assert entry.signed_at == jan(1, 12)
    assert desk.kinds(HERE, jan(1, 12)) == set()


@pytest.mark.clause("DOA1974-13-1-a")
def test_a_new_declaration_waits_for_a_new_report(desk: Desk) -> None:
    case = reported(desk)
    desk.premises(away(350), "Found later")
    desk.declare(case)
    with pytest.raises(Refused) as caught:
        desk.decide(case)
    assert "DOA1974-11-3c" in caught.value.clauses
    desk.report(case)
    assert len(desk.decide(case)[0].content["declarations"]) == 3


@pytest.mark.clause("DOA1974-13-7")
def test_the_collector_decides_in_his_district(desk: Desk) -> None:
    case = reported(desk)
    entry, draft = desk.decide(case, by="collector")
    assert entry.actor == "collector"
    assert draft is not None
    assert "DOA1974-13-7" in entry.content["decision"]["clauses"]
    text = desk.document(entry.content["number"]).content
    assert "DLG/" in text
    with pytest.raises(NoAuthority) as caught:
        desk.approve(draft, by="collector")
    assert "DOA1974-13-7" in caught.value.clauses, "13(2) was not delegated to him"


@pytest.mark.clause("DOA1974-13-7")
def test_what_the_collector_approves_names_his_delegation(desk: Desk) -> None:
    with desk.register.writing() as writing:
        row = delegations.delegate(
            writing,
            desk.who("government"),
            DelegationProposal(
                district="district/552",
                powers=("DOA1974-13-2",),
                from_at=desk.register.clock.now(),
                order_reference={"number": "8", "date": "2027-01-01"},
            ),
        )
    with desk.register.writing() as writing:
        delegations.approve_delegation(writing, desk.who("government_approver"), row.number)
    _, draft = desk.decide(reported(desk))
    assert draft is not None
    desk.approve(draft, by="collector")
    desk.publish(draft)
    assert row.number in json.loads(desk.document(draft).content)["related"]


@pytest.mark.clause("DOA1974-13-7")
def test_the_collector_decides_nowhere_else(desk: Desk) -> None:
    north = (73.95, 15.60)
    place = desk.premises(north, "In the north")
    case = str(desk.order(place, by="veterinary_surgeon").content["case_number"])
    desk.examine(case)
    desk.report(case)
    for outcome, given in (("cancel", {}), ("confirm", {"geometry": square(0.005, north)})):
        with pytest.raises(NoAuthority) as caught:
            desk.decide(case, outcome, by="collector", **given)
        assert "DOA1974-13-7" in caught.value.clauses
    for nobody in ("inspector", "veterinary_surgeon", "clerk"):
        with pytest.raises(NoAuthority):
            desk.decide(case, "cancel", by=nobody)
    desk.decide(case, "cancel")


@pytest.mark.clause("DOA1974-13-7")
def test_conditions_of_a_delegation_and_its_end(desk: Desk) -> None:
    with desk.register.reading() as reading:
        (given,) = reading.session.scalars(select(DelegationRow.number))
    with desk.register.writing() as writing:
        delegations.revoke_delegation(
            writing, desk.who("government"), given, reason="Conditions are due"
        )
    anthrax = reported(desk, disease="anthrax")
    with pytest.raises(NoAuthority, match="ended"):
        desk.decide(anthrax, by="collector")
    desk.at(jan(2, 9))
    with desk.register.writing() as writing:
        row = delegations.delegate(
            writing,
            desk.who("government"),
            DelegationProposal(
                district="district/552",
                powers=("DOA1974-13-1-a",),
                from_at=jan(2, 9),
                order_reference={"number": "7", "date": "2027-01-01"},
                conditions={"diseases": ["anthrax"], "max_area_m2": 10_000_000.0},
            ),
        )
    with desk.register.writing() as writing:
        delegations.approve_delegation(writing, desk.who("government_approver"), row.number)
    case = reported(desk, radius=False)
    with pytest.raises(NoAuthority, match="only for anthrax"):
        desk.decide(case, by="collector", geometry=square(0.01))
    with pytest.raises(NoAuthority, match="no area above"):
        desk.decide(anthrax, by="collector", geometry=square(0.03))
    with pytest.raises(NoAuthority, match="not section"):
        desk.decide(anthrax, "cancel", by="collector")
    desk.decide(anthrax, by="collector")
