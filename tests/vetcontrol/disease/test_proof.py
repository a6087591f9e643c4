"""A delivery and what is kept of it; what overtakes a notice that nobody delivered."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageOps
from shapely import Point

from casework import Desk, away, jan, square
from vetcontrol.disease.serving import Proof, outstanding
from vetcontrol.errors import Malformed
from vetcontrol.register import attachments
from vetcontrol.register.attachments import Attachment
from vetcontrol.register.audit import verify
from vetcontrol.register.register import personal_text

NEAR = away(300)


def picture(colour: str = "red") -> Attachment:
    written = io.BytesIO()
    ImageOps.expand(Image.new("RGB", (6, 6), colour), 1, "white").save(written, "PNG")
    return attachments.read("photograph", written.getvalue())


def copy_of(desk: Desk) -> str:
    (copy,) = [s.document for s in desk.services(desk.case(signed_at=jan(1, 8)))]
    return copy


@pytest.mark.clause("DOA1974-11-1b")
def test_a_delivery_with_its_proof(desk: Desk) -> None:
    copy = copy_of(desk)
    proof = Proof(
        signature=picture(),
        photograph=picture("blue"),
        point=Point(74.0, 15.42),
        point_accuracy_m=12.0,
        point_source="device",
        served_by="P. Naik, peon",
    )
    entry = desk.serve(copy, received_by="A. Receiver", proof=proof)
    content = entry.content
    assert content["decision"]["outcome"] == "allowed"
    assert content["proof"] == ["photograph", "received_by", "signature"]
    assert content["position"] == {
        "longitude": 74.0,
        "latitude": 15.42,
        "accuracy_m": 12.0,
        "source": "device",
    }
    assert "Naik" not in str(content)
    with desk.register.reading() as reading:
        assert personal_text(reading.session, content["served_by"]) == "P. Naik, peon"
        kept = attachments.get(reading.session, content["signature"]["attachment"])
        assert (kept.entry_seq, kept.media_type) == (entry.seq, "image/png")
    (row,) = desk.services(content["case_number"])
    assert (row.proof, row.served_by, row.service_seq) == (
        "photograph received_by signature",
        "inspector",
        entry.seq,
    )
    assert verify(desk.register).faults == []
    desk.correct(entry.seq, by="inspector", restated={"received_by": "B. Other"})
    desk.correct(desk.head(), by="inspector")
    desk.correct(entry.seq, by="inspector")
    (row,) = desk.services(content["case_number"])
    assert (row.proof, row.served_by, row.service_seq) == ("", "", None)
    desk.serve(copy, proof=Proof(signature=picture()))
    assert verify(desk.register).faults == []


def test_a_delivery_without_proof_stands_with_its_warning(desk: Desk) -> None:
    entry = desk.serve(copy_of(desk))
    assert entry.content["decision"]["outcome"] == "needs_decision"
    assert entry.content["proof_wanting"] == ["received_by", "signature"]
    again = desk.serve(copy_of(desk), proof=Proof(reason="He would not sign"), received_by="A. R.")
    assert again.content["decision"]["outcome"] == "allowed"
    assert again.content["proof_wanting"] == ["signature"]
    assert "would not" not in str(again.content)


def test_the_number_of_a_registered_article(desk: Desk) -> None:
    copy = copy_of(desk)

    def post(number: str, reason: str = "") -> None:
        proof = Proof(post_number=number, post_number_reason=reason)
        desk.serve(copy, manner="registered_post", proof=proof)

    for wrong in ("", "RM12345678IN", "RM123456785GB", "pigeon"):
        with pytest.raises(Malformed, match="post_number"):
            post(wrong)
    with pytest.raises(Malformed, match="post_number_reason"):
        post("RM123456789IN")
    post("rm 123 456 789 in", "Read twice from the receipt")
    (row,) = desk.services(desk.read("IP/2027/000001").number)
    assert row.post_number == "RM123456789IN"
    other = copy_of(desk)
    entry = desk.serve(other, manner="registered_post", proof=Proof(post_number="RM123456785IN"))
    assert "post_number_reason" not in entry.content
    third = desk.serve(
        copy_of(desk), manner="registered_post", proof=Proof(reason="Receipt is lost")
    )
    assert third.content["proof_wanting"] == ["post_number"]


def test_a_position_of_no_known_source(desk: Desk) -> None:
    with pytest.raises(Malformed, match="position_source"):
        desk.serve(copy_of(desk), proof=Proof(point=Point(74.0, 15.4), point_source="a guess"))


@pytest.mark.clause("DOA1974-11-4b", "DOA1974-13-4b", "DOA1974-13-6b")
def test_what_the_end_overtakes_waits_no_longer(desk: Desk) -> None:
    case = desk.case()
    desk.examine(case, "cancel")
    rows = {s.clause: s for s in desk.services(case)}
    ending = desk.read(case).examination
    assert ending is not None
    assert rows["DOA1974-11-1b"].overtaken_by == ending.outcome_number
    assert not rows["DOA1974-11-1b"].waits
    assert rows["DOA1974-11-4b"].waits
    desk.serve(rows["DOA1974-11-4b"].document)
    with desk.register.reading() as reading:
        decision = outstanding(reading, case)
    assert decision.outcome == "allowed"
    assert ending.outcome_number in str(decision.as_json())
    # A copy that was delivered after all is no longer overtaken.
    desk.serve(rows["DOA1974-11-1b"].document)
    (copy,) = [s for s in desk.services(case) if s.clause == "DOA1974-11-1b"]
    assert (copy.overtaken_by, copy.served_at) == ("", jan(1, 12))


@pytest.mark.clause("DOA1974-13-4b")
def test_a_publication_overtakes_what_it_leaves_out_and_a_correction_undoes_it(desk: Desk) -> None:
    desk.premises(NEAR, "Neighbour")
    case = desk.case()
    desk.examine(case)
    desk.declare(case)
    desk.report(case)
    number = desk.confirm(case, square(0.001))
    desk.at(jan(2, 9))
    desk.approve(number)
    published = desk.publish(number)
    over = {s.clause: s.overtaken_by for s in desk.services(case)}
    assert over == {"DOA1974-11-1b": "", "DOA1974-11-3b": number, "DOA1974-13-4b": ""}
    desk.correct(published.seq)
    assert {s.clause: s.overtaken_by for s in desk.services(case)} == {
        "DOA1974-11-1b": "",
        "DOA1974-11-3b": "",
    }


@pytest.mark.clause("DOA1974-13-6b")
def test_a_cancellation_by_government_overtakes(desk: Desk) -> None:
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    entry, _ = desk.decide(case, "cancel")
    over = {s.clause: s.overtaken_by for s in desk.services(case)}
    assert over == {"DOA1974-11-1b": entry.content["number"], "DOA1974-13-6b": ""}
