"""Delivery of copies and notices, and exhibition (sections 11(1), 11(3), 11(4), 13(4) to (6))."""

from __future__ import annotations

import pytest
import shapely

from casework import HERE, Desk, away, jan, square
from gis.geojson import as_geojson
from vetcontrol.disease import queries, serving
from vetcontrol.disease.rounds import due
from vetcontrol.disease.serving import outstanding
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.law.decisions import Decision
from vetcontrol.premises.service import Keeper
from vetcontrol.register import audit, documents
from vetcontrol.register.tables import DocumentRow

NEAR = away(300)
# Just over the line from Ponda into Bicholim.
ACROSS = (74.02, 15.53)


def missing(desk: Desk, case: str) -> Decision:
    with desk.register.reading() as reading:
        return outstanding(reading, case)


@pytest.mark.clause("DOA1974-11-1b", "DOA1974-11-3b")
def test_one_delivery_reaches_a_place(desk: Desk) -> None:
    two = (Keeper("owner", "An owner"), Keeper("occupier", "An occupier"))
    desk.premises(NEAR, "Neighbour", keepers=two)
    order = desk.order(desk.premises(keepers=two))
    case = str(order.content["case_number"])
    desk.examine(case)
    desk.declare(case)
    assert missing(desk, case).outcome == "refused"
    copies = [s.document for s in desk.services(case) if s.clause == "DOA1974-11-1b"]
    notices = [s.document for s in desk.services(case) if s.clause == "DOA1974-11-3b"]
    desk.serve(copies[0])
    with pytest.raises(Refused) as caught:
        missing(desk, case).require()
    assert caught.value.clauses == ("DOA1974-11-3b",)
    desk.serve(notices[1], by="veterinary_surgeon", manner="affixed")
    assert missing(desk, case).outcome == "allowed"
    (served,) = [s for s in desk.services(case) if s.document == notices[1]]
    assert (served.served_at, served.manner) == (jan(1, 12), "affixed")


@pytest.mark.clause("DOA1974-11-4b")
def test_of_the_end_everyone_is_told(desk: Desk) -> None:
    two = (Keeper("owner", "An owner"), Keeper("occupier", "An occupier"))
    case = str(desk.order(desk.premises(keepers=two)).content["case_number"])
    desk.examine(case, "cancel")
    first, second = (s.document for s in desk.services(case) if s.clause == "DOA1974-11-4b")
    desk.serve(first)
    desk.serve(next(s.document for s in desk.services(case) if s.clause == "DOA1974-11-1b"))
    with pytest.raises(Refused) as caught:
        missing(desk, case).require()
    assert second in caught.value.detail
    desk.serve(second)
    assert missing(desk, case).outcome == "allowed"


@pytest.mark.clause("DOA1974-11-1b")
def test_what_can_be_recorded_as_delivered(desk: Desk) -> None:
    case = desk.case(signed_at=jan(1, 8))
    (copy,) = [s.document for s in desk.services(case)]
    with pytest.raises(NotFound):
        desk.serve("CPY/2027/000999")
    with pytest.raises(Malformed, match="manner"):
        desk.serve(copy, manner="by pigeon")
    with pytest.raises(Malformed, match="served_at"):
        desk.serve(copy, served_at=jan(1, 7, 59, 59))
    with pytest.raises(Malformed, match="served_at"):
        desk.serve(copy, served_at=jan(1, 12, 0, 1))
    for nobody in ("clerk", "government", "police"):
        with pytest.raises(NoAuthority):
            desk.serve(copy, by=nobody)
    entry = desk.serve(copy, served_at=jan(1, 9), received_by="A. Receiver")
    assert "A. Receiver" not in str(entry.content)
    with pytest.raises(Refused, match="already recorded"):
        desk.serve(copy)


@pytest.mark.clause("DOA1974-3-2b")
def test_a_notice_is_served_in_the_area_that_holds_the_premises(desk: Desk) -> None:
    """A case of Bicholim declares premises of Ponda: its Inspector serves the notice there."""
    with desk.register.reading() as reading:
        ponda = desk.register.in_force.at_head().feature("taluka/5614", jan(1))
        del reading
    assert ponda is not None
    edge = shapely.Point(74.03, 15.52)
    line = ponda.geometry.boundary.interpolate(ponda.geometry.boundary.project(edge))
    inside = away(1_400, 180.0, (line.x, line.y + 0.0005))
    outside = away(150, 0.0, (line.x, line.y + 0.0005))
    near = {"position_reason": "By the boundary stones"}
    desk.premises(inside, "In Ponda")
    case = str(
        desk.order(desk.premises(outside, "Beyond"), by="veterinary_surgeon", **near).content[
            "case_number"
        ]
    )
    desk.examine(case, **near)
    desk.declare(case, 1_600.0, **near)
    notice = next(s.document for s in desk.services(case) if s.clause == "DOA1974-11-3b")
    desk.serve(notice)


def area(desk: Desk) -> str:
    """An infected area published on the 2nd at 09:00; returns its number."""
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    number = desk.confirm(case, square(0.01))
    desk.at(jan(2, 9))
    desk.approve(number)
    with pytest.raises(Refused, match="not published"):
        desk.exhibit(number)
    desk.publish(number)
    return number


@pytest.mark.clause("DOA1974-13-5")
def test_exhibition_inside_the_area_in_its_language(desk: Desk) -> None:
    number = area(desk)
    language = language_of(desk)
    outside = shapely.Point(HERE[0] + 0.0101, HERE[1])
    with pytest.raises(Refused) as caught:
        desk.exhibit(number, language=language, point=outside)
    assert caught.value.clauses == ("DOA1974-13-5",)
    with pytest.raises(Refused, match="regional language"):
        desk.exhibit(number, language="de")
    with pytest.raises(Malformed, match="place"):
        desk.exhibit(number, language=language, place=" ")
    with pytest.raises(Malformed, match="exhibited_at"):
        desk.exhibit(number, language=language, exhibited_at=jan(2, 8, 59, 59))
    with pytest.raises(NoAuthority):
        desk.exhibit(number, by="clerk", language=language)
    edge = shapely.Point(HERE[0] + 0.01, HERE[1])
    desk.exhibit(number, language=language, point=edge)
    assert desk.notification(number).exhibited


@pytest.mark.clause("DOA1974-13-5")
def test_a_rescission_is_exhibited_in_the_former_area(desk: Desk) -> None:
    number = area(desk)
    end = desk.rescind(number)
    desk.at(jan(3, 9))
    desk.out(end)
    desk.exhibit(end, language=language_of(desk))
    assert desk.notification(end).exhibited
    assert not desk.notification(number).exhibited


def language_of(desk: Desk) -> str:
    value = desk.register.prescribed.value("doa.regional_language", jan(2).date(), locality="Goa")
    return str(value)


MOVED = {"geometry": shapely.geometry.mapping(away(30))}


@pytest.mark.clause("DOA1974-11-1b")
def test_a_correction_of_an_order_draws_up_copies_in_place_of_those_before(desk: Desk) -> None:
    keepers = tuple(Keeper("owner", f"Owner {n}") for n in range(3))
    entry = desk.order(geometry=shapely.Point(HERE), keepers=keepers)
    case, (first, second, third) = str(entry.content["case_number"]), entry.content["copies"]
    desk.serve(third)
    desk.at(jan(2, 9))
    correction = desk.correct(entry.seq, "inspector", restated=MOVED)
    new = [n for n, _ in correction.content["documents"]]
    assert new == correction.content["as_corrected"]["copies"]
    with desk.register.reading() as reading:
        old = [documents.get(reading.session, n) for n in entry.content["copies"]]
        drawn = [documents.get(reading.session, n) for n in new]
        assert {one.document for one in queries.services(reading.session, case) if one.waits} == {
            *new
        }
        order = documents.get(reading.session, str(entry.number))
        kept = reading.session.get_one(DocumentRow, str(entry.number)).checksum
        assert [one.stop.document for one in due(reading, case)] == new
    assert [d.addressee for d in drawn] == [d.addressee for d in old]
    assert {d.related for d in drawn} == {(order.number, str(correction.number))}
    assert {str(d.geometry) for d in drawn} == {str(dict(as_geojson(away(30))))}
    assert all(kept in str(d) for d in (*old, *drawn))
    assert all("Owner" not in desk.document(n).content for n in new)
    desk.at(jan(2, 12))
    for reason in ("", "With a note of the correction"):
        with pytest.raises(Refused, match=str(correction.number)) as caught:
            desk.serve(first, proof=serving.Proof(reason=reason))
        assert caught.value.errors[0].field == "served_at"
    with pytest.raises(Refused):
        desk.serve(first, served_at=jan(2, 9))
    desk.serve(first, served_at=jan(2, 8, 59))
    with pytest.raises(Refused, match=new[0]):
        missing(desk, case).require()
    desk.serve(new[1])
    assert missing(desk, case).outcome == "allowed"
    told = {s.document: (s.waits, s.served_at, s.overtaken_by) for s in desk.services(case)}
    assert told == {
        first: (False, jan(2, 8, 59), ""),
        second: (False, None, correction.number),
        third: (False, jan(1, 12), ""),
        new[0]: (True, None, ""),
        new[1]: (False, jan(2, 12), ""),
        new[2]: (True, None, ""),
    }
    assert audit.verify(desk.register).faults == []
    # Of the end each is told once, whichever copy was addressed to him.
    desk.examine(case, "cancel")
    assert len([s for s in desk.services(case) if s.clause == "DOA1974-11-4b"]) == 3


@pytest.mark.clause("DOA1974-11-1b")
def test_copies_wait_again_once_the_correction_is_withdrawn_and_go_anew(desk: Desk) -> None:
    entry = desk.order(geometry=shapely.Point(HERE), keepers=(Keeper("owner", "An owner"),))
    case, (old,) = str(entry.content["case_number"]), entry.content["copies"]
    first = desk.correct(entry.seq, "inspector", restated=MOVED)
    (drawn,) = first.content["as_corrected"]["copies"]
    withdrawn = desk.correct(first.seq, "inspector")
    assert [s.document for s in desk.services(case) if s.waits] == [old]
    with pytest.raises(NotFound):
        desk.serve(drawn)
    with desk.register.reading() as reading:
        found = queries.file(reading.session, case)
        assert (found.corrected[old], found.corrected[drawn]) == ("", withdrawn.number)
        known = queries.file(reading.session, case, first.seq)
        assert (known.corrected[old], known.corrected[drawn]) == (first.number, "")
    second = desk.correct(entry.seq, "inspector", restated={"grounds": "Lameness in two cows"})
    (again,) = second.content["as_corrected"]["copies"]
    told = {s.document: s.overtaken_by for s in desk.services(case)}
    assert told == {old: second.number, drawn: second.number, again: ""}
    with pytest.raises(Malformed, match="nearer position"):
        desk.correct(entry.seq, "inspector", restated={"accuracy_m": 10_000.1})
    assert audit.verify(desk.register).faults == []


@pytest.mark.clause("DOA1974-11-3b")
def test_a_notice_whose_declaration_was_corrected_is_handed_over_with_it(desk: Desk) -> None:
    desk.premises(NEAR, "Neighbour")
    case = desk.case()
    desk.examine(case)
    made = desk.declare(case)
    (notice,) = [s.document for s in desk.services(case) if s.clause == "DOA1974-11-3b"]
    desk.at(jan(2, 9))
    later = {"signed_at": jan(1, 12).isoformat()}
    desk.correct(made.seq, "veterinary_surgeon", restated=later)
    with pytest.raises(Refused) as caught:
        desk.serve(notice)
    assert caught.value.errors[0].field == "proof_reason"
    desk.serve(notice, proof=serving.Proof(reason="With a note of the correction"))


@pytest.mark.clause("DOA1974-11-3b")
def test_a_notice_says_what_stands_when_other_premises_were_taken_out(desk: Desk) -> None:
    stays, goes = desk.premises(NEAR, "Stays"), desk.premises(away(600), "Goes")
    case = desk.case()
    desk.examine(case)
    made = desk.declare(case)
    desk.at(jan(2, 9))
    desk.correct(made.seq, "veterinary_surgeon", restated={"premises_ids": [stays]})
    (notice,) = [s.document for s in desk.services(case) if s.waits and "NTC" in s.document]
    desk.serve(notice)
    assert f"declared_place/{made.content['number']}/{goes}" not in {
        s.feature for s in desk.services(case) if s.waits
    }
