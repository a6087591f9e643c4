"""Scans of the copy signed by hand, and the certificate of a record, drawn up from the log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import text

from casework import Desk
from vetcontrol.disease import papers
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.register import attachments, prints, redaction
from vetcontrol.register import documents as stored
from vetcontrol.register.attachments import Attachment
from vetcontrol.register.audit import AuditReport, verify
from vetcontrol.register.entries import Actor, Entry

# Just over the line from Ponda, the Inspector's area, into Bicholim.
ACROSS = (74.02, 15.53)
COMPUTER = "Server of the Directorate, Panaji"


def pdf(words: str = "one") -> Attachment:
    return attachments.read("scan", f"%PDF-1.7 {words}\n%%EOF\n".encode(), pdf=True)


def scan(desk: Desk, number: str, by: str = "inspector", words: str = "one") -> Entry:
    with desk.register.writing() as writing:
        return papers.scan(writing, desk.who(by), number, pdf(words), "Both sheets")


def certify(
    desk: Desk, number: str, by: str = "inspector", report: AuditReport | None = None
) -> Entry:
    verified = report or verify(desk.register)
    with desk.register.writing() as writing:
        return papers.certify(writing, desk.who(by), number, verified, program="vetcontrol 9")


def kept(desk: Desk, number: str) -> list[papers.Scan]:
    with desk.register.reading() as reading:
        return papers.scans(reading, number)


@pytest.fixture
def order(desk: Desk) -> str:
    """The order of a fresh case, on a register whose computer is described."""
    desk.register.settings = desk.register.settings.model_copy(update={"computer": COMPUTER})
    return str(desk.order(desk.premises()).content["number"])


def test_several_scans_and_one_struck(desk: Desk, order: str) -> None:
    first = scan(desk, order)
    scan(desk, order, words="two", by="veterinary_surgeon")
    with pytest.raises(Malformed, match="the very file"):
        scan(desk, order)
    found = kept(desk, order)
    assert [(one.seq, one.media_type, one.remark) for one in found] == [
        (first.seq, "application/pdf", "Both sheets"),
        (first.seq + 1, "application/pdf", "Both sheets"),
    ]
    assert "sheets" not in str(first.content)
    desk.correct(first.seq, by="inspector")
    assert [one.seq for one in kept(desk, order)] == [first.seq + 1]
    assert verify(desk.register).faults == []


def test_who_may_keep_a_scan(desk: Desk, order: str) -> None:
    with pytest.raises(NotFound):
        scan(desk, "ORD/2027/000999")
    with pytest.raises(NoAuthority):
        scan(desk, order, by="administrator")
    across = desk.order(desk.premises(ACROSS), by="veterinary_surgeon")
    with pytest.raises(NoAuthority):
        scan(desk, str(across.content["number"]))
    scan(desk, str(across.content["number"]), by="clerk")


def test_a_redacted_scan_is_known_and_not_shown(desk: Desk, order: str) -> None:
    scan(desk, order)
    (one,) = kept(desk, order)
    with desk.register.writing() as writing:
        redaction.redact(writing, Actor("a"), [one.sha256], reason="Order", administrator=True)
    assert [found.media_type for found in kept(desk, order)] == [None]


def rows(desk: Desk, number: str) -> dict[str, Any]:
    with desk.register.reading() as reading:
        certificate = stored.get(reading.session, number)
    return {
        str(getattr(name, "key", name)): value
        for schedule in certificate.schedules
        for name, *_, value in schedule.rows
    }


def test_a_certificate_from_the_log(desk: Desk, order: str) -> None:
    scan(desk, order)
    with desk.register.writing() as writing:
        issued = [prints.Issued(order, "en", b"%PDF first")]
        prints.keep(writing, Actor("inspector"), issued)
    before = verify(desk.register)
    entry = certify(desk, order, report=before)
    number = str(entry.number)
    assert number == "CER/2027/000001"
    assert entry.content["whole"] is True
    document = desk.document(order)
    said = rows(desk, number)
    assert said["particular.checksum"] == document.checksum == entry.content["checksum"]
    assert said["particular.entry"] == document.entry_seq
    assert (said["particular.head"], said["particular.head_hash"]) == before.head
    assert said["particular.computer"] == COMPUTER
    assert said["particular.program"] == "vetcontrol 9"
    assert said["evidence_file.scan"] == kept(desk, order)[0].sha256
    sealed = said["evidence_file.print"]
    assert sealed.text == issued[0].sha256
    assert issued[0].sha256 not in desk.document(number).content, "the paper shows a name"
    with desk.register.reading() as reading:
        found = papers.certificates(reading, order)
        certificate = stored.get(reading.session, number)
    assert [one.number for one in found] == [number]
    assert certificate.case_number == "IP/2027/000001"
    assert verify(desk.register).faults == []
    with pytest.raises(Refused, match="a certificate itself"):
        certify(desk, number)
    desk.correct(number, by="inspector")
    with desk.register.reading() as reading:
        assert papers.certificates(reading, order) == []


def test_a_certificate_says_what_was_found_wrong(desk: Desk, order: str) -> None:
    with desk.register.database.writing() as session:
        session.execute(text("UPDATE personal_fields SET value = 'another'"))
    entry = certify(desk, order)
    assert entry.content["whole"] is False
    content = json.loads(desk.document(str(entry.number)).content)
    assert "paragraph.evidence.not_whole" in [p["key"] for p in content["paragraphs"]]


def test_the_record_of_a_struck_entry(desk: Desk, order: str) -> None:
    correction = desk.correct(order, by="inspector")
    entry = certify(desk, order, by="government")
    content = desk.document(str(entry.number)).content
    assert str(correction.number) in content


def test_what_a_certificate_needs(desk: Desk, order: str) -> None:
    with pytest.raises(NoAuthority):
        certify(desk, order, by="administrator")
    with pytest.raises(Refused, match="not verified up to"):
        certify(desk, order, report=AuditReport())
    desk.register.settings = desk.register.settings.model_copy(update={"computer": ""})
    with pytest.raises(Refused, match="VETCONTROL_COMPUTER"):
        certify(desk, order)
