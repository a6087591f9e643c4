"""Scans of the copy signed by hand, and the certificate of a record, drawn up from the log."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from casework import Desk, jan
from vetcontrol.canonical import canonical
from vetcontrol.disease import papers
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.keys import cose, keyring
from vetcontrol.keys.key import Purpose
from vetcontrol.register import attachments, checkpoints, prints, redaction
from vetcontrol.register import documents as stored
from vetcontrol.register.attachments import Attachment
from vetcontrol.register.audit import AuditReport, verify
from vetcontrol.register.checkpoints import Audited, audited
from vetcontrol.register.entries import Actor, Entry

# Just over the line from Ponda, the Inspector's area, into Bicholim.
ACROSS = (74.02, 15.53)
COMPUTER = "Server of the Directorate, Panaji"


def pdf(words: str = "one") -> Attachment:
    return attachments.read("scan", f"%PDF-1.7 {words}\n%%EOF\n".encode(), pdf=True)


def scan(desk: Desk, number: str, by: str = "inspector", words: str = "one") -> Entry:
    with desk.register.writing() as writing:
        return papers.scan(writing, desk.who(by), number, pdf(words), "Both sheets")


def certify(desk: Desk, number: str, by: str = "inspector", found: Audited | None = None) -> Entry:
    verified = found or audited(desk.register, rows=False)
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


def test_only_offices_under_the_act_keep_its_papers(desk: Desk, order: str) -> None:
    for by in ("police", "pound_keeper"):
        with pytest.raises(NoAuthority, match="an officer under the Act"):
            scan(desk, order, by=by)
        with pytest.raises(NoAuthority, match="an officer under the Act"):
            certify(desk, order, by=by)
    scan(desk, order, by="collector")
    scan(desk, order, by="government", words="two")
    assert len(kept(desk, order)) == 2


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


def said_in(desk: Desk, number: str) -> dict[str, dict[str, Any]]:
    """What fills the blanks of each paragraph of evidence."""
    with desk.register.reading() as reading:
        certificate = stored.get(reading.session, number)
    return {p.key.rpartition(".")[2]: dict(p.blanks) for p in certificate.paragraphs}


def test_a_certificate_names_the_checkpoint_and_tells_what_contradicts_it(
    desk: Desk, order: str, tmp_path: Path
) -> None:
    desk.register.settings = desk.register.settings.model_copy(
        update={"key_dir": str(tmp_path / "keys")}
    )
    keys = desk.register.settings.keys_folder
    keyring.create(keys, Purpose.CHECKPOINT, jan(1), demonstration=True)
    made, _, file = checkpoints.issue(desk.register)
    entry = certify(desk, order)
    assert entry.content["checkpoint"] == {"seq": made.seq, "hash": made.hash}
    assert said_in(desk, str(entry.number))["checkpoint"] == {
        "held": 1,
        "checkpoint": made.seq,
        "checkpoint_hash": made.hash[:16],
        "key": made.kid,
    }
    signer = keyring.opened(keys).signer(Purpose.CHECKPOINT, demonstration=True)
    other = made.statement() | {"hash": "0" * 64}
    file.write_bytes(cose.sign(signer, canonical(other).encode()))
    entry = certify(desk, order)
    assert entry.content["whole"] is False
    assert said_in(desk, str(entry.number))["not_whole"]["faults"] == 1


def test_a_certificate_from_the_log(desk: Desk, order: str) -> None:
    scan(desk, order)
    with desk.register.writing() as writing:
        issued = [prints.Issued(order, "en", b"%PDF first")]
        prints.keep(writing, Actor("inspector"), issued)
    found = audited(desk.register, rows=False)
    before = found.report
    desk.at(desk.clock.now() + timedelta(hours=1))
    entry = certify(desk, order, found=found)
    number = str(entry.number)
    assert number == "CER/2027/000001"
    assert entry.content["whole"] is True
    paragraphs = said_in(desk, number)
    assert paragraphs["whole"]["verified_at"] == before.at
    assert "no_checkpoint" in paragraphs
    assert paragraphs["unchecked"] == {"of_files": 0}
    assert entry.content["checkpoint"] is None
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
        certify(desk, order, found=Audited(AuditReport(), None, 0))
    desk.register.settings = desk.register.settings.model_copy(update={"computer": ""})
    with pytest.raises(Refused, match="VETCONTROL_COMPUTER"):
        certify(desk, order)


def test_a_row_of_a_scan_is_what_its_entry_says(desk: Desk, order: str) -> None:
    entry = scan(desk, order)
    for change, fault in (
        ("media_type = 'image/png'", f"entry {entry.seq} says that it is application/pdf"),
        ("media_type = 'application/pdf', entry_seq = 1", f"entry {entry.seq} brought it"),
    ):
        with desk.register.database.writing() as session:
            session.execute(text(f"UPDATE attachments SET {change}"))
        (found,) = verify(desk.register, rows=False).faults
        assert fault in found
