"""Written instruments: the record in JSON, its page, and its delivery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from api.answers import JSON
from api.asked import Number
from api.deps import OptionalOfficer, RegisterDep
from api.languages import Language, catalogues, cite_in, words_in
from api.opened import Opened, open_document
from api.papers import PDF, Press
from api.plates import Plates
from api.problems import declared
from api.templating import number_in_path
from api.told import acts
from api.told.answers import DocumentTold
from api.verification import verify_address
from vetcontrol.disease import papers
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document
from vetcontrol.documents.html import Way, render_html
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.register import prints
from vetcontrol.register.register import Reading

router = APIRouter(prefix="/documents", tags=["documents"], responses=declared(NotFound))


@router.get("/{number}.json", response_model=DocumentTold)
def record(number: Number, officer: OptionalOfficer, register: RegisterDep) -> Response:
    """The record itself: canonical content with its checksum, and the personal texts apart."""
    with register.reading() as reading:
        found = open_document(reading, officer, number)
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
        row = found.row
        shown = acts.document(row) | {
            "standing": found.standing,
            # The exact text, so that its SHA-256 is the checksum.
            "canonical": row.content,
            "content": orjson.Fragment(row.content),
            "personal": found.personal,
            "prints": _prints(reading, found),
            "scans": [
                {"seq": one.seq, "sha256": one.sha256, "media_type": one.media_type}
                for one in papers.scans(reading, found.number)
                if officer is not None
            ],
            "certificates": [
                one.number
                for one in papers.certificates(reading, found.number)
                if officer is not None
            ],
        }
    return JSON(shown | more)


def _prints(reading: Reading, found: Opened) -> list[dict[str, str]]:
    """The first prints that are kept; their SHA-256 are for those who may read all of them."""
    if not found.whole:
        return []
    kept = prints.of_document(reading.session, found.number)
    return [{"language": language, "sha256": sha256} for language, sha256 in kept]


@router.get("/{number}.html", response_class=HTMLResponse, responses=declared(Malformed))
def page(
    request: Request,
    number: Number,
    officer: OptionalOfficer,
    register: RegisterDep,
    language: Language = None,
) -> Response:
    """The instrument as a page, complete and printable."""
    with register.reading() as reading:
        found = open_document(reading, officer, number)
        words = words_in(language or found.document.language)
        plate = Plates(reading).of(found.document, words.language)
    shown = render_html(
        found.document,
        words,
        cite=cite_in(words),
        plate=None if plate is None else plate.svg,
        plate_words="" if plate is None else plate.words,
        corrected_by=found.corrected_by,
        verify_address=verify_address(request, found),
        ways=list(_ways(found.document, words, signed_in=officer is not None)),
    )
    return HTMLResponse(shown)


def _ways(document: Document, shown: Words, *, signed_in: bool) -> Iterator[Way]:
    """From the page of a paper: its other languages, its print in this one, and for officers what
    is kept with it, its case and their tasks."""
    number = number_in_path(document.number)
    path = f"/api/v1/documents/{number}"
    for code, words in catalogues().items():
        said = words.say(f"languages.{code}")
        yield Way(f"{path}.html?language={code}", said, code, code == shown.language)
    yield Way(f"{path}.pdf?language={shown.language}", shown.say("label.print"))
    if signed_in:
        yield Way(f"/papers/{number}", shown.say("label.kept"))
        if document.case_number:
            case = document.case_number
            yield Way(
                f"/infected-places/{number_in_path(case)}", f"{shown.say('label.case')} {case}"
            )
        yield Way("/", "Vetcontrol", "en")


@router.get("/{number}.pdf", response_class=PDF, responses=declared(Malformed, Refused))
def paper(
    request: Request,
    number: Number,
    officer: OptionalOfficer,
    language: Language = None,
    as_issued: Annotated[
        bool, Query(description="The first print even where a correction came after")
    ] = False,
) -> Response:
    """The instrument in print: the first one issued in a language is kept and given again.

    The first is that which an officer takes who may read all of it. A corrected or redacted
    instrument is drawn anew.
    """
    return Press(request, officer, language).one(number, as_issued=as_issued)
