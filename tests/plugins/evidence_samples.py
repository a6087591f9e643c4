"""Specimens of the certificate of a record as evidence: of a whole log, and of a broken one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from vetcontrol.clock import IST
from vetcontrol.documents import instruments as make
from vetcontrol.documents.content import Document, DocumentKind, Personal, Signatory, Word
from vetcontrol.documents.instruments import evidence

DAY = datetime(2027, 1, 4, 8, 0, tzinfo=IST)
SURGEON = Signatory("Dr M. Pereira", Word("office.veterinary_surgeon"), "APP/000002")
CASE, ORDER = "IP/2027/000012", "ORD/2027/000001"


def record_certificates() -> dict[str, Document]:
    """Each by its name."""
    record = evidence.Record(
        ORDER,
        DocumentKind.ORDER,
        "c" * 64,
        41,
        "e" * 64,
        DAY,
        "inspector",
        "APP/000003",
    )
    given: dict[str, Any] = {
        "files": [
            evidence.KeptFile("print", "en", Personal("d" * 64)),
            evidence.KeptFile("scan", "4 January 2027, 10:00", "5" * 64),
        ],
        "computer": evidence.Computer(
            "Server of the Directorate, Panaji", "postgresql", "vetcontrol 1.0", DAY
        ),
        "signed_at": DAY + timedelta(days=30),
        "signatory": SURGEON,
        "case_number": CASE,
    }
    checkpoint = evidence.Checkpoint(31, 97, "b" * 16, "0" * 16)
    verified = evidence.Verified(given["signed_at"], 99, "a" * 64, 0, checkpoint, of_files=120)
    corrected = replace(record, corrected_by="COR/2027/000001", appointment="")
    broken = replace(verified, faults=2, checkpoint=None)
    return {
        "record_certificate": make.electronic_record_certificate(
            number="CER/2027/000001", record=record, verified=verified, **given
        ),
        "record_certificate_of_a_broken_log": make.electronic_record_certificate(
            number="CER/2027/000002", record=corrected, verified=broken, **given | {"files": []}
        ),
    }
