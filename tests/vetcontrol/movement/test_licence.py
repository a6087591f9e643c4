"""A licence from its application to its revocation (section 14(1))."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import shapely

from casework import HERE, Desk, away, jan, with_documents
from removals import (
    FAR,
    ROUTE,
    apply,
    area,
    check,
    end,
    found,
    grant,
    licensed,
    read,
    refuse,
    revoke,
)
from vetcontrol.documents.content import from_json
from vetcontrol.documents.values import Word
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.law.diseases_of_animals.removal import Item, Mode, Shown
from vetcontrol.movement import queries
from vetcontrol.movement.consignment import Line
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.register.audit import verify
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import personal_text
from vetcontrol.register.tables import DocumentRow

# In Sanguem, far from every line of Ponda.
ACROSS = (74.0635, 15.1769)


@pytest.mark.clause("DOA1974-14-1b")
def test_asked_for_and_granted_on_conditions(desk: Desk) -> None:
    _, premises, notification = area(desk)
    number = apply(desk, premises, asked_how="telephone", asked_by="B. Naik")
    assert number == "ML/2027/000001"
    assert read(desk, number).state == "applied"
    entry = grant(desk, number, changes={"conditions": ("The vehicle is cleansed first",)})
    licence = read(desk, number)
    assert licence.state == "granted"
    assert licence.consignment.conditions == ("The vehicle is cleansed first",)
    assert set(licence.met) == {
        entry.content["met"][0]["feature"],
        entry.content["met"][1]["feature"],
    }
    assert entry.number == number
    assert with_documents(desk, entry) == ["licence"]
    paper = from_json(desk.document(number).content)
    assert paper.clauses == ("DOA1974-14-1b", "DOA1974-14-1a")
    told = [row for schedule in paper.schedules for row in schedule.rows]
    assert ("1", "100245678901") in told
    assert ("1", "The vehicle is cleansed first") in told
    assert any(notification in str(row[0]) for row in told)


def test_names_are_sealed_and_stand_apart_from_the_chain(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises)
    licence = read(desk, number)
    with desk.register.reading() as reading:
        assert personal_text(reading.session, licence.owner) == "A. Naik"
        of = licence.consignment
        assert personal_text(reading.session, of.person_in_charge) == "R. Naik"
        kept = desk.document(number).content
    assert "Naik" not in kept


@pytest.mark.clause("DOA1974-14-1b")
def test_a_needless_licence_is_not_granted(desk: Desk) -> None:
    number = apply(desk, HERE)
    with pytest.raises(Refused, match="needs no licence") as caught:
        grant(desk, number)
    assert caught.value.clauses == ("DOA1974-14-1b",)
    entry = refuse(desk, number, reasons="It needs none")
    assert read(desk, number).state == "refused"
    assert with_documents(desk, entry) == ["licence_refusal"]
    assert not _says_forbidden(desk, entry)
    area(desk)
    assert _says_forbidden(desk, refuse(desk, apply(desk, HERE)))


def _says_forbidden(desk: Desk, refusal: Entry) -> bool:
    """Whether the owner is told that nobody may remove from there without a licence."""
    paper = from_json(desk.document(str(refusal.number)).content)
    return "paragraph.movement.forbidden" in [one.key for one in paper.paragraphs]


@pytest.mark.clause("DOA1974-14-1b")
def test_what_needs_a_decision_is_granted_with_a_reason(desk: Desk) -> None:
    area(desk)
    inside = away(400, 270.0)
    number = apply(desk, (inside.x, inside.y), route=None, corridor_m=None)
    with pytest.raises(Refused, match="for you to decide"):
        grant(desk, number)
    entry = grant(desk, number, reason="In contact last week")
    assert entry.content["reason"] == "In contact last week"
    assert read(desk, number).reason == "In contact last week"


@pytest.mark.clause("DOA1974-14-1a", "DOA1974-3-2b")
def test_the_decision_is_the_authority_and_the_journey_has_its_own_name(desk: Desk) -> None:
    """Of an application as of the grant and the refusal."""
    _, premises, _ = area(desk)
    numbers = [apply(desk, premises), apply(desk, premises)]
    entries = [grant(desk, numbers[0]), refuse(desk, numbers[1])]
    with desk.register.reading() as reading:
        entries += [standing(reading.session, number)[0] for number in numbers]
    for entry in entries:
        assert entry.content["decision"]["outcome"] == "allowed", entry.kind
        assert "DOA1974-3-2b" in entry.content["decision"]["clauses"], entry.kind
        assert "DOA1974-14-1a" not in entry.content["decision"]["clauses"], entry.kind
        assert entry.content["journey"]["outcome"] == "refused", entry.kind
        assert "DOA1974-14-1a" in entry.content["journey"]["clauses"], entry.kind


@pytest.mark.clause("DOA1974-14-1b")
def test_the_paper_says_may_where_the_way_is_not_known(desk: Desk) -> None:
    _, _, notification = area(desk)
    inside = away(400, 270.0)
    number = apply(desk, (inside.x, inside.y), route=None, corridor_m=None)
    entry = grant(desk, number, reason="In contact last week")
    paper = from_json(desk.document(number).content)
    (met_,) = [s for s in paper.schedules if s.key == "schedule.met"]
    told = {str(name): said for name, said in met_.rows}
    (area_,) = [said for name, said in told.items() if notification in name]
    (place,) = [said for name, said in told.items() if notification not in name]
    assert area_ == Word("way.leaves")
    assert place == (Word("way.unknown"), Word("may.passes"), Word("may.clear"))
    kept = {one["feature"].split("/")[0]: one for one in entry.content["met"]}
    assert kept["infected_area"]["otherwise"] == []
    found = kept["infected_place"]
    assert {found["way"], *found["otherwise"]} == {"passes", "clear"}


@pytest.mark.clause("DOA1974-14-1b")
def test_a_licence_is_revoked_from_a_moment(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises)
    with pytest.raises(Malformed, match="revoked_at"):
        revoke(desk, number, revoked_at=desk.clock.now() - timedelta(minutes=1))
    entry = revoke(desk, number, revoked_at=jan(1, 18))
    licence = read(desk, number)
    assert (licence.state, licence.revoked_at) == ("revoked", jan(1, 18))
    assert with_documents(desk, entry) == ["licence_revocation"]
    for act in (grant, refuse):
        with pytest.raises(Refused, match="does not follow"):
            act(desk, number)


@pytest.mark.clause("DOA1974-14-1b")
def test_a_revocation_is_brought_forward_and_never_put_off(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises)
    first = revoke(desk, number, revoked_at=jan(1, 18))
    for later in (jan(1, 18), jan(1, 20)):
        with pytest.raises(Refused, match=r"does not follow.*brought forward"):
            revoke(desk, number, revoked_at=later)
    second = revoke(desk, number, revoked_at=jan(1, 14), reasons="Sooner")
    licence = read(desk, number)
    assert (licence.state, licence.revoked_at) == ("revoked", jan(1, 14))
    assert (licence.revocation, licence.reasons) == (second.number, "Sooner")
    desk.correct(first.seq, by="inspector")
    assert read(desk, number).revoked_at == jan(1, 14)
    desk.correct(second.seq, by="inspector")
    assert read(desk, number).state == "granted"


@pytest.mark.clause("DOA1974-14-1b")
def test_a_grant_that_was_struck_is_granted_anew_on_a_paper_of_its_own(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = apply(desk, premises)
    first = grant(desk, number)
    assert (first.number, read(desk, number).paper) == (number, number)
    desk.correct(first.seq, by="inspector")
    assert (read(desk, number).state, read(desk, number).paper) == ("applied", "")
    second = grant(desk, number, changes={"journeys": 2})
    licence = read(desk, number)
    assert second.number == licence.paper == "MLG/2027/000001"
    assert (licence.state, licence.consignment.journeys) == ("granted", 2)
    paper = from_json(desk.document(licence.paper).content)
    assert (paper.case_number, paper.kind.value) == (number, "licence")
    assert from_json(desk.document(number).content).case_number == ""
    with pytest.raises(NotFound, match=f"a paper of {number}"):
        read(desk, licence.paper)
    desk.correct(second.seq, by="inspector")
    assert grant(desk, number).number == "MLG/2027/000002"
    assert verify(desk.register).faults == []


@pytest.mark.clause("DOA1974-14-1b", "DOA1974-3-2b")
def test_the_inspector_of_the_place_or_a_veterinary_surgeon(desk: Desk) -> None:
    premises = desk.premises(ACROSS)
    desk.order(premises, by="veterinary_surgeon")
    asked: dict[str, Any] = {"route": None, "corridor_m": None}
    with pytest.raises(NoAuthority) as caught:
        apply(desk, premises, **asked)
    assert "DOA1974-3-2b" in caught.value.clauses
    number = apply(desk, premises, by="veterinary_surgeon", **asked)
    with pytest.raises(NoAuthority):
        grant(desk, number)
    with pytest.raises(NoAuthority):
        grant(desk, number, by="government")
    assert grant(desk, number, by="veterinary_surgeon").actor == "surgeon"


@pytest.mark.clause("DOA1974-14-1b", "DOA1974-14-2")
def test_a_licence_for_transit_rests_on_where_it_comes_out(desk: Desk) -> None:
    area(desk)
    west = away(3000, 270.0)
    through = shapely.LineString([(west.x, 15.425), (FAR.x, 15.425)])
    far = end((FAR.x, 15.425))
    number = apply(desk, (west.x, 15.425), route=through, destination=far, valid_to=jan(1, 20))
    grant(desk, number)
    assert read(desk, number).licensed_at.distance(shapely.Point(74.01, 15.425)) < 1e-4


@pytest.mark.clause("DOA1974-27")
def test_animals_are_shown_free_by_a_finding_that_stands(desk: Desk) -> None:
    _, premises, _ = area(desk)
    with desk.register.reading() as reading:
        number, order = (
            reading.session.query(DocumentRow).filter_by(kind=kind).one().number
            for kind in ("examination", "order")
        )
    for hearsay in ("He said so", order, "EXM/2027/000999", " "):
        with pytest.raises(Malformed) as caught:
            apply(desk, premises, shown=Shown.FREE, finding=hearsay)
        assert caught.value.errors[0].field == "finding", hearsay
        assert caught.value.clauses == ("DOA1974-27",)
    with pytest.raises(Malformed, match="finding"):
        apply(desk, premises, shown=Shown.FREE, finding=" ", by="veterinary_surgeon")
    for by, finding in (("inspector", f"By {number}"), ("veterinary_surgeon", "I saw no vesicles")):
        asked = apply(desk, premises, shown=Shown.FREE, finding=finding, by=by)
        assert read(desk, asked).consignment.finding == finding


@pytest.mark.clause("DOA1974-27")
def test_a_finding_that_was_struck_shows_nothing(desk: Desk) -> None:
    case = desk.case()
    examined = desk.examine(case)
    number = str(examined.number)
    asked = apply(desk, HERE, shown=Shown.FREE, finding=number)
    assert read(desk, asked).consignment.shown is Shown.FREE
    desk.correct(examined.seq, by="veterinary_surgeon")
    with pytest.raises(Malformed, match="finding"):
        apply(desk, HERE, shown=Shown.FREE, finding=number)


@pytest.mark.clause("DOA1974-27", "DOA1974-14-1a", "DOA1974-14-1b")
def test_a_finding_struck_since_frees_nothing_at_the_grant_nor_on_the_way(desk: Desk) -> None:
    area(desk)
    where = away(700)
    second = desk.premises(where, "Second dairy")
    ordered = desk.order(second)
    examined = desk.examine(str(ordered.content["case_number"]), outcome="cancel")
    given: dict[str, Any] = {"route": None, "corridor_m": None, "shown": Shown.FREE}
    by_number = apply(desk, (where.x, where.y), finding=f"By {examined.number}", **given)
    by_word = apply(
        desk, (where.x, where.y), finding="I saw them", by="veterinary_surgeon", **given
    )
    for number in (by_number, by_word):
        with pytest.raises(Refused, match="needs no licence"):
            grant(desk, number)
    known = desk.head()
    desk.correct(examined.seq, by="veterinary_surgeon")
    desk.correct(ordered.seq, by="veterinary_surgeon")
    with pytest.raises(Refused, match="no finding of a Veterinary Surgeon that stands"):
        grant(desk, by_number)
    with pytest.raises(Refused, match="needs no licence"):
        grant(desk, by_word)
    grant(desk, by_number, reason="The finding fell")
    on_the_way = found(where)
    with_finding, _ = check(desk, by_number, on_the_way, known_seq=known)
    assert with_finding.content["verdict"] == "allowed"
    assert "No licence is needed" in str(with_finding.content["decision"])
    now, _ = check(desk, by_number, on_the_way, client_id="device-0002")
    assert "No licence is needed" not in str(now.content["decision"])


def test_a_reason_that_is_missing_is_named_by_its_field(desk: Desk) -> None:
    area(desk)
    inside = away(400, 270.0)
    number = apply(desk, (inside.x, inside.y), route=None, corridor_m=None)
    with pytest.raises(Refused) as caught:
        grant(desk, number, reason=" ")
    assert caught.value.errors[0].field == "reason"
    plain: dict[str, Any] = {"route": None, "corridor_m": None, "destination": end(HERE)}
    needless = apply(desk, (FAR.x, FAR.y), **plain)
    with pytest.raises(Refused, match="needs no licence") as caught:
        grant(desk, needless)
    assert caught.value.errors == ()
    edge = away(6000.0)
    with pytest.raises(Refused, match="nearer to the edge") as caught:
        apply(desk, (edge.x, edge.y), **plain)
    assert caught.value.errors[0].field == "position_reason"


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("items", {"counts": {}, "tags": ()}),
    ("tags", {"tags": ("1002", " 1002 ")}),
    ("tags", {"tags": ("--",)}),
    ("tags", {"tags": ("1", "2", "3")}),
    ("tags", {"tags": tuple(map(str, range(1001))), "counts": {}}),
    ("counts", {"counts": {"cattle": 0}, "tags": ()}),
    ("finding", {"shown": Shown.FREE}),
    ("items", {"lines": (Line(Item.ANIMAL, "a cow"),)}),
    ("items", {"lines": (Line(Item.FEED, " "),)}),
    ("items", {"lines": (Line(Item.FEED, "hay"),) * 51}),
    ("vehicle", {"vehicle": "-"}),
    ("consignment", {"carried_by": "?"}),
    ("person_in_charge", {"person_in_charge": "x" * 201}),
    ("corridor_m", {"corridor_m": None}),
    ("corridor_m", {"corridor_m": 60_000.0}),
    ("route", {"route": shapely.LineString([FAR.coords[0], HERE])}),
    ("route", {"route": shapely.LineString([HERE, (74.2, 15.42)])}),
    ("valid_to", {"valid_to": jan(1, 12)}),
    ("journeys", {"journeys": 0}),
    ("conditions", {"conditions": (" ",)}),
    ("conditions", {"conditions": ("kept",) * 51}),
    ("asked_how", {"asked_how": "by pigeon"}),
    ("asked_at", {"asked_at": jan(1, 10), "signed_at": jan(1, 9)}),
    ("owner_address", {"owner_address": "x" * 201}),
]


def test_what_no_check_could_test_is_refused_by_its_field(desk: Desk) -> None:
    head = desk.head()
    for field, wrong in WRONG:
        with pytest.raises(Malformed) as caught:
            apply(desk, HERE, **wrong)
        assert caught.value.errors[0].field == field, wrong
    assert desk.head() == head


def test_a_grant_changes_conditions_and_not_what_is_asked_for(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = apply(desk, premises)
    with pytest.raises(Malformed, match="mode"):
        grant(desk, number, changes={"mode": Mode.RAIL})
    with pytest.raises(Malformed, match="valid_to"):
        grant(desk, number, changes={"valid_from": jan(1, 2), "valid_to": jan(1, 3)})
    grant(desk, number, changes={"journeys": 3, "vehicle": "GA 02 B 1"})
    assert read(desk, number).consignment.journeys == 3


def test_found_by_tag_vehicle_number_and_village(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises, lines=(Line(Item.FEED, "Straw", "20 bales"),))

    def search(text: str) -> list[str]:
        with desk.register.reading() as reading:
            return queries.search(reading.session, text)

    for text in ("100245678901", "1002-4567", "ga01t4321", "T 4321", number, "000001"):
        assert search(text) == [number], text
    for text in ("", "99", "GA", "%%%", "1002456789019"):
        assert search(text) == [], text
    with desk.register.reading() as reading:
        rows, total = queries.licences(reading.session, states=["granted"], text="T4321")
        assert (len(rows), total) == (1, 1)
        assert queries.licences(reading.session, states=["applied"])[1] == 0


def test_an_unknown_number(desk: Desk) -> None:
    with pytest.raises(NotFound):
        read(desk, "ML/2027/000009")
    with pytest.raises(NotFound):
        read(desk, "IP/2027/000001")


def test_a_paper_act_entered_later_stands_at_its_signing(desk: Desk) -> None:
    _, premises, _ = area(desk)
    desk.at(jan(1, 15))
    number = apply(desk, premises, signed_at=jan(1, 12), asked_at=jan(1, 11))
    grant(desk, number, signed_at=jan(1, 13))
    licence = read(desk, number)
    assert (licence.asked_at, licence.granted_at) == (jan(1, 11), jan(1, 13))
    with pytest.raises(Malformed, match="is before"):
        revoke(desk, number, signed_at=jan(1, 12))


def test_corrections_rebuild_the_licence_and_the_audit_holds(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = apply(desk, premises)
    granted = grant(desk, number)
    revoked = revoke(desk, number)
    with pytest.raises(Refused, match="does not follow"):
        desk.correct(granted.seq, by="inspector")
    desk.correct(revoked.seq, by="inspector", restated={"reasons": "The herd is affected"})
    assert read(desk, number).reasons == "The herd is affected"
    desk.correct(desk.head(), by="inspector")
    desk.correct(revoked.seq, by="inspector")
    assert read(desk, number).state == "granted"
    desk.correct(granted.seq, by="veterinary_surgeon")
    assert read(desk, number).state == "applied"
    with desk.register.reading() as reading:
        assert reading.session.get(LicenceRow, number) is not None
    (first,) = read(desk, number).entries
    desk.correct(first, by="inspector")
    with pytest.raises(NotFound):
        read(desk, number)
    with desk.register.reading() as reading:
        assert reading.session.get(LicenceRow, number) is None


def test_the_route_of_a_licence_is_the_one_drawn(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises)
    assert read(desk, number).consignment.route == ROUTE


@pytest.mark.clause("DOA1974-14-1b")
def test_a_licence_that_has_run_out_is_not_revoked(desk: Desk) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises)
    with pytest.raises(Malformed) as caught:
        revoke(desk, number, revoked_at=jan(2).replace(tzinfo=None))
    assert caught.value.errors[0].field == "revoked_at"
    with pytest.raises(Refused, match="has run out"):
        revoke(desk, number, revoked_at=jan(2, 12))
    desk.at(jan(2, 13))
    with pytest.raises(Refused, match="has run out") as refused:
        revoke(desk, number)
    assert refused.value.clauses == ("DOA1974-14-1b",)
    # A paper that was signed in its time is entered later.
    revoke(desk, number, signed_at=jan(2, 11))
    assert read(desk, number).state == "revoked"
