"""Corrections: what is struck, restated, taken out; by whom; and what a correction cannot undo."""

from __future__ import annotations

import json

import pytest
import shapely

from casework import HERE, Desk, away, jan, square
from vetcontrol.disease.serving import Proof
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.register.audit import verify

NEAR, OTHER = away(300), away(500)


def story(desk: Desk) -> tuple[str, dict[str, int]]:
    """Order (signed 08:00), examination, radius over two premises; sequences by name."""
    desk.premises(NEAR, "Near")
    desk.premises(OTHER, "Other")
    seqs = {}
    order = desk.order(desk.premises(), signed_at=jan(1, 8))
    case = str(order.content["case_number"])
    seqs["order"] = order.seq
    seqs["examination"] = desk.examine(case).seq
    seqs["radius"] = desk.declare(case).seq
    return case, seqs


def test_the_moment_of_signing_is_restated(desk: Desk) -> None:
    case, seqs = story(desk)
    before = desk.head()
    desk.at(jan(3, 9))
    entry = desk.correct(
        seqs["order"], by="inspector", restated={"signed_at": jan(1, 9).isoformat()}
    )
    assert entry.content["number"] == desk.read(case).order.number
    assert str(entry.number).startswith("COR/2027/")
    assert desk.kinds(HERE, jan(1, 8, 30)) == set()
    assert desk.kinds(HERE, jan(1, 9)) == {"infected_place"}
    assert desk.kinds(HERE, jan(1, 8, 30), known_seq=before) == {"infected_place"}
    assert desk.read(case).order.signed_at == jan(1, 9)
    back = desk.correct(entry.seq, by="veterinary_surgeon")
    assert desk.kinds(HERE, jan(1, 8, 30)) == {"infected_place"}
    again = desk.correct(back.seq, by="veterinary_surgeon")
    assert desk.kinds(HERE, jan(1, 8, 30)) == set(), "the withdrawal is withdrawn"
    assert again.content["kind"] == "correction"
    assert verify(desk.register).faults == []


def test_premises_wrongly_listed_are_taken_out(desk: Desk) -> None:
    case, seqs = story(desk)
    ids = [f["premises_id"] for f in desk.read(case).radii[0].features.values()]
    keep, out = ids
    assert len(desk.services(case)) == 3
    for wrong in ([], [keep, 999], "all", [str(keep)]):
        with pytest.raises(Malformed, match="premises_ids"):
            desk.correct(seqs["radius"], by="veterinary_surgeon", restated={"premises_ids": wrong})
    desk.correct(seqs["radius"], by="veterinary_surgeon", restated={"premises_ids": [keep]})
    gone = {s.premises_id for s in desk.services(case)}
    assert out not in gone
    assert len(desk.services(case)) == 2
    at_near, at_other = desk.kinds(NEAR, jan(1, 12)), desk.kinds(OTHER, jan(1, 12))
    assert sorted((at_near, at_other), key=len) == [set(), {"declared_place"}]
    assert desk.kinds(OTHER, jan(1, 12), known_seq=seqs["radius"]) == {"declared_place"}
    # Rightly listed after all: it may be declared again.
    entry = desk.declare(case)
    assert [p["premises_id"] for p in entry.content["premises"]] == [out]


def test_the_place_is_restated(desk: Desk) -> None:
    case = desk.case()
    seq = desk.read(case).entries[0]
    moved = away(40)
    for wrong in (
        {"type": "LineString", "coordinates": [HERE, [74.01, 15.42]]},
        {"type": "Point", "coordinates": [15.42, 74.0]},
        {"type": "Point", "coordinates": [73.80, 15.58]},
        {
            "type": "Polygon",
            "coordinates": [[[74, 15.4], [74.1, 15.5], [74.1, 15.4], [74, 15.5], [74, 15.4]]],
        },
        "somewhere",
    ):
        with pytest.raises(Exception) as caught:  # noqa: PT011  (three families of refusals)
            desk.correct(seq, by="veterinary_surgeon", restated={"geometry": wrong})
        assert type(caught.value).__module__ in ("vetcontrol.errors", "gis.errors"), wrong
    desk.correct(
        seq,
        by="veterinary_surgeon",
        restated={"geometry": json.loads(shapely.to_geojson(moved)), "accuracy_m": 5},
    )
    assert desk.kinds(HERE, jan(1, 12)) == set()
    assert desk.kinds(moved, jan(1, 12)) == {"infected_place"}
    assert desk.read(case).accuracy_m == 5


def test_the_place_does_not_move_under_a_declared_radius(desk: Desk) -> None:
    case, seqs = story(desk)
    moved = {"geometry": json.loads(shapely.to_geojson(away(40)))}
    with pytest.raises(Refused) as caught:
        desk.correct(seqs["order"], by="veterinary_surgeon", restated=moved)
    assert caught.value.clauses == ("DOA1974-11-3a",)
    desk.correct(seqs["radius"], by="veterinary_surgeon")
    desk.correct(seqs["order"], by="veterinary_surgeon", restated=moved)
    assert desk.read(case).state == "confirmed"


def test_a_struck_entry_is_not_struck_twice(desk: Desk) -> None:
    case, seqs = story(desk)
    first = desk.correct(seqs["radius"], by="veterinary_surgeon")
    assert desk.read(case).state == "confirmed"
    assert desk.kinds(NEAR, jan(1, 12)) == set()
    with pytest.raises(Refused, match=f"already struck by the correction {first.seq}"):
        desk.correct(seqs["radius"], by="veterinary_surgeon")
    desk.correct(first.seq, by="veterinary_surgeon")
    assert desk.kinds(NEAR, jan(1, 12)) == {"declared_place"}
    desk.correct(seqs["radius"], by="veterinary_surgeon")
    assert desk.kinds(NEAR, jan(1, 12)) == set()


def test_what_would_leave_no_sense_is_refused_and_nothing_kept(desk: Desk) -> None:
    case, seqs = story(desk)
    head = desk.head()
    for name in ("order", "examination"):
        with pytest.raises(Refused):
            desk.correct(seqs[name], by="veterinary_surgeon")
    with pytest.raises(Refused, match="would come before"):
        desk.correct(
            seqs["examination"],
            by="veterinary_surgeon",
            restated={"signed_at": jan(1, 7, 59).isoformat()},
        )
    assert desk.head() == head
    desk.correct(
        seqs["examination"],
        by="veterinary_surgeon",
        restated={"signed_at": jan(1, 11).isoformat()},
    )
    with pytest.raises(Refused, match="would come before"):
        desk.correct(
            seqs["order"],
            by="veterinary_surgeon",
            restated={"signed_at": jan(1, 11, 0, 1).isoformat()},
        )
    assert desk.head() == head + 1
    assert desk.read(case).examination is not None


def test_newest_first_a_whole_case_can_be_struck(desk: Desk) -> None:
    case, seqs = story(desk)
    for name in ("radius", "examination", "order"):
        desk.correct(seqs[name], by="veterinary_surgeon")
    with pytest.raises(NotFound):
        desk.read(case)
    assert desk.services(case) == []
    assert desk.kinds(HERE, jan(1, 12)) == set()
    assert desk.kinds(HERE, jan(1, 12), known_seq=seqs["radius"]) == {"infected_place"}
    assert verify(desk.register).faults == []


def test_a_moment_at_which_the_officer_held_no_office(desk: Desk) -> None:
    _, seqs = story(desk)
    with pytest.raises((NoAuthority, Refused)):
        desk.correct(
            seqs["order"],
            by="veterinary_surgeon",
            restated={"signed_at": "2019-12-31T23:59:59+05:30"},
        )
    with pytest.raises(Malformed, match="recorded"):
        desk.correct(
            seqs["order"],
            by="veterinary_surgeon",
            restated={"signed_at": jan(1, 12, 0, 1).isoformat()},
        )


def test_fields_that_cannot_be_restated(desk: Desk) -> None:
    _, seqs = story(desk)
    for wrong in (
        {"disease": "anthrax"},
        {"case_number": "IP/2027/000002"},
        {},
        {"signed_at": "yesterday"},
        {"signed_at": "2027-01-01T08:00:00"},
        {"grounds": 7},
        {"grounds": " "},
        {"accuracy_m": -1},
        {"accuracy_m": True},
        {"accuracy_m": "near"},
    ):
        with pytest.raises(Malformed) as caught:
            desk.correct(seqs["order"], by="veterinary_surgeon", restated=wrong)
        assert caught.value.errors[0].field.startswith("restated")
    with pytest.raises(Malformed, match="reason"):
        desk.correct(seqs["order"], by="veterinary_surgeon", reason=" ")


def test_which_entry_is_meant(desk: Desk) -> None:
    _, seqs = story(desk)
    with pytest.raises(NotFound):
        desk.correct(desk.head() + 1)
    with pytest.raises(NotFound):
        desk.correct("ORD/2027/000999")
    number = desk.read("IP/2027/000001").radii[0].number
    assert desk.correct(number, by="veterinary_surgeon").content["strikes"] == seqs["radius"]


def test_who_may_correct(desk: Desk) -> None:
    _, seqs = story(desk)
    elsewhere = desk.order(desk.premises(away(4_000), "By the Surgeon"), by="veterinary_surgeon")
    for nobody in ("clerk", "police", "administrator"):
        with pytest.raises(NoAuthority):
            desk.correct(seqs["order"], by=nobody)
    with pytest.raises(NoAuthority):
        desk.correct(seqs["radius"], by="inspector")
    with pytest.raises(NoAuthority, match="of surgeon"):
        desk.correct(elsewhere.seq, by="inspector")
    own = desk.order(desk.premises(away(2_000), "By the Inspector"))
    desk.correct(own.seq, by="inspector")


def test_kinds_that_no_correction_undoes(desk: Desk) -> None:
    for seq in (1, 2):
        with pytest.raises((Refused, NoAuthority)):
            desk.correct(seq)
    with pytest.raises(Refused, match=r"register\.opened"):
        desk.correct(1, by="government")


def published(desk: Desk) -> tuple[str, str, int]:
    case, _ = story(desk)
    desk.report(case)
    number = desk.confirm(case, shapely.box(73.99, 15.41, 74.01, away(400).y))
    desk.at(jan(3, 12))
    entry = desk.out(number, published_at=jan(3, 11))
    return case, number, entry.seq


def test_the_hour_of_the_gazette_is_restated(desk: Desk) -> None:
    _, number, seq = published(desk)
    for wrong, field in (
        ({"published_at": jan(4, 11).isoformat()}, "published_at"),
        ({"gazette": {"series": "I", "number": "1", "date": "2027-01-04"}}, "published_at"),
        ({"gazette": "Series I"}, "gazette"),
        ({"hour_stated": "yes"}, "hour_stated"),
        ({"effective_at": jan(3, 10, 59).isoformat()}, "effective_at"),
    ):
        with pytest.raises(Malformed) as caught:
            desk.correct(seq, by="government", restated=wrong)
        assert field in caught.value.errors[0].field, wrong
    with pytest.raises(Refused, match="cannot have been published later"):
        desk.correct(seq, by="government", restated={"published_at": jan(3, 12, 1).isoformat()})
    early = {
        "published_at": jan(1, 11).isoformat(),
        "gazette": {"series": "I", "number": "1", "date": "2027-01-01"},
    }
    with pytest.raises(Refused, match="would come before"):
        desk.correct(seq, by="government", restated=early)
    desk.correct(seq, by="government", restated={"published_at": jan(3, 9).isoformat()})
    assert desk.kinds(OTHER, jan(3, 8, 59, 59)) == {"declared_place"}
    assert desk.kinds(OTHER, jan(3, 9)) == set()
    assert "infected_area" in desk.kinds(HERE, jan(3, 9)), "what had effect on it still has"
    assert desk.notification(number).published_at == jan(3, 9)
    assert verify(desk.register).faults == []


@pytest.mark.clause("DOA1974-13-2")
def test_a_publication_is_not_undone_by_who_recorded_it_alone(desk: Desk) -> None:
    """What is in force for everybody wants two persons, where Government records it as well."""
    _, number, seq = published(desk)
    with pytest.raises(NoAuthority):
        desk.correct(seq, by="clerk")
    second = desk.amend(number, square(0.012))
    desk.approve(second)
    entry = desk.publish(second, by="government")
    for restated in (None, {"published_at": entry.content["published_at"]}):
        with pytest.raises(NoAuthority, match="another person") as caught:
            desk.correct(entry.seq, by="government", restated=restated)
        assert "DOA1974-13-2" in caught.value.clauses
    struck = desk.correct(entry.seq, by="government_approver")
    with pytest.raises(NoAuthority, match="another person"):
        desk.correct(struck.seq, by="government")


def test_a_struck_publication(desk: Desk) -> None:
    case, number, seq = published(desk)
    entry = desk.correct(seq)
    assert desk.notification(number).state == "approved"
    assert desk.read(case).state == "with_government"
    assert desk.kinds(OTHER, jan(3, 12)) == {"declared_place"}, "it never ceased"
    assert all(s.clause != "DOA1974-13-4b" for s in desk.services(case))
    with pytest.raises(Refused, match="struck that publication"):
        desk.publish(number)
    desk.correct(entry.seq)
    assert desk.notification(number).state == "published"
    assert verify(desk.register).faults == []


def test_a_draft_is_withdrawn_and_the_case_decided_anew(desk: Desk) -> None:
    case, _ = story(desk)
    desk.report(case)
    decision, draft = desk.decide(case, geometry=square(0.01), modifications="As drawn")
    assert draft is not None
    with pytest.raises(Refused, match="does not follow"):
        desk.correct(decision.seq)
    desk.correct(decision.seq + 1)
    desk.correct(decision.seq)
    other = desk.confirm(case, square(0.011))
    assert other != draft
    desk.out(other)
    assert desk.read(case).state == "infected_area"


def test_a_delivery_is_corrected(desk: Desk) -> None:
    case = desk.case(signed_at=jan(1, 8))
    (copy,) = [s.document for s in desk.services(case)]
    entry = desk.serve(copy)
    with pytest.raises(Malformed, match="manner"):
        desk.correct(entry.seq, by="inspector", restated={"manner": "by pigeon"})
    desk.correct(entry.seq, by="inspector", restated={"served_at": jan(1, 9).isoformat()})
    assert desk.services(case)[0].served_at == jan(1, 9)
    other = desk.head()
    desk.correct(other, by="inspector")
    desk.correct(entry.seq, by="inspector")
    assert desk.services(case)[0].served_at is None
    desk.serve(copy, manner="registered_post", proof=Proof(post_number="RM123456785IN"))
    assert desk.services(case)[0].manner == "registered_post"
