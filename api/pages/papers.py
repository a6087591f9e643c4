"""What is kept with a written instrument: scans of the copy signed by hand, the certificates of
its record as evidence, and how it was delivered."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.opened import open_document
from api.pages.case_words import MANNERS
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import line_of
from api.personal import reader_of
from api.routers.serving import Certifying
from api.templating import number_in_path
from vetcontrol.disease import papers
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.documents.instruments.evidence import STATUTE
from vetcontrol.errors import Malformed
from vetcontrol.officers.people import Officer, known_officer
from vetcontrol.register import attachments
from vetcontrol.register.attachments import Attachment
from vetcontrol.register.register import Reading, Writing

router = pages_router()
TEMPLATE = "story/kept.html"


@router.get("/papers/{number}")
def kept(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """The instrument, its scans, its certificates and its delivery."""
    with register.reading() as reading:
        context = _context(reading, officer, number)
    return page.show(TEMPLATE, **context)


@router.post("/papers/{number}/scan")
def scanned(sent: SentForm, number: Number) -> Response:
    """Keep a scan."""
    officer, form = sent.officer, sent.form
    file = cache(lambda: _file(form))

    def act(writing: Writing) -> Done:
        papers.scan(writing, officer, number, file(), form.text("remark"))
        return Done.go(f"/papers/{number_in_path(number)}", "The scan is kept.")

    return sent.answer(act, TEMPLATE, lambda r: _context(r, officer, number), first=file)


def _file(form: Filled) -> Attachment:
    sent = form.upload("scan")
    if sent is None:
        raise Malformed.field("scan", "is not chosen; choose the file, or photograph the paper")
    sent.file.seek(0)
    return attachments.read("scan", sent.file.read(), pdf=True)


@router.post("/papers/{number}/certificate")
def certified(sent: SentForm, number: Number) -> Response:
    """Draw up the certificate of the record, the log verified first."""
    officer = sent.officer
    certify = Certifying(sent.register, officer, number)

    def act(writing: Writing) -> Done:
        made = certify(writing)[0].number
        said = f"Certificate {made} is drawn up. Print it, complete it by hand and sign it."
        return Done.go(f"/papers/{number_in_path(number)}", said)

    return sent.answer(act, TEMPLATE, lambda r: _context(r, officer, number), first=certify.audit)


def _context(reading: Reading, officer: Officer, number: str) -> dict[str, Any]:
    found = open_document(reading, officer, number)
    places = papers.places_of(reading, found.document)
    reader = reader_of(reading, officer)
    row = reading.session.get(ServiceRow, number)
    if row is not None:
        reading.session.expunge(row)
    scans = papers.scans(reading, number)
    line = line_of(found.document)
    return {
        "number": number,
        "title": line.title,
        "addressee": line.addressee,
        "signed_at": found.document.signed_at,
        "checksum": found.checksum,
        "corrected_by": found.corrected_by,
        "case": found.document.case_number,
        "may": reader.everywhere or any(reader.may_read(place) for place in places),
        "scans": [(one, known_officer(reading.session, one.actor).name) for one in scans],
        "certificates": papers.certificates(reading, number),
        "certifiable": found.document.statute != STATUTE,
        "service": row,
        "manner_words": dict(MANNERS),
    }
