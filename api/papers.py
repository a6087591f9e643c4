"""Papers as PDF: the first one issued is kept and given again; every other is drawn anew."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from api.languages import cite_in, words_in
from api.opened import Opened, open_document
from api.plates import Plated, Plates
from api.state import state_of
from api.templating import number_in_path
from api.verification import verify_address
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.pdf import Printed, render_pdf
from vetcontrol.errors import NotFound, Refused
from vetcontrol.officers.people import Officer
from vetcontrol.register import prints
from vetcontrol.register.entries import Actor
from vetcontrol.register.prints import Issued

# First prints that one writing transaction keeps: their bytes pass the log's lock.
PORTION = 25
NO_ADDRESS: Final = (
    "The address of verification is not set, and every print carries it. The operator sets"
    " VETCONTROL_PUBLIC_ADDRESS, like https://vet.example; then print."
)


class PDF(Response):
    """A PDF; also the kind of answer that the contract names."""

    media_type = "application/pdf"


@dataclass(frozen=True)
class Press:
    """Prints for one caller in one language; `None` is the language of each paper."""

    request: Request
    officer: Officer | None
    language: str | None

    def one(self, number: str, *, as_issued: bool = False) -> Response:
        """The paper of that number.

        The first print where it was kept and the reader may see all of it; else it is drawn
        anew, and kept as the first where an officer sees all of it and its entry stands.
        `as_issued` asks for the first print even where a correction came after. Raises
        `NotFound`, and `Refused` where it must be drawn and no public address is set.
        """
        register = state_of(self.request).register
        with register.reading() as reading:
            sheet = self._sheet(Plates(reading), number, as_issued=as_issued)
        if as_issued and sheet.kept is None:
            raise NotFound(
                f"No first print of {number} in this language is kept, or it is not open to you."
            )
        data = sheet.kept or self._drawn([sheet], sheet.words)
        if sheet.keeps:
            data = self._keep([Issued(number, sheet.words.language, data)])[0]
        return answer(data, f"{number_in_path(number)}-{sheet.words.language}")

    def together(self, numbers: Sequence[str], *, name: str, title: str) -> Response:
        """Papers in one file, each with pages of its own; what is not yet kept is kept first.

        The first print of each is a file of its own: the pages of this file are the same, but
        nobody is served with the papers of others.
        """
        register = state_of(self.request).register
        with register.reading() as reading:
            plates = Plates(reading)
            sheets = [self._sheet(plates, number) for number in numbers]
        missing = [sheet for sheet in sheets if sheet.keeps]
        for start in range(0, len(missing), PORTION):
            self._keep(
                [
                    Issued(one.found.number, one.words.language, self._drawn([one], one.words))
                    for one in missing[start : start + PORTION]
                ]
            )
        words = words_in(self.language or sheets[0].found.document.language)
        return answer(self._drawn(sheets, words, title), f"{name}-{words.language}")

    def _sheet(self, plates: Plates, number: str, *, as_issued: bool = False) -> Sheet:
        reading = plates.reading
        found = open_document(reading, self.officer, number)
        words = words_in(self.language or found.document.language)
        row = None
        if found.whole and (found.standing or as_issued):
            row = prints.find(reading.session, number, words.language)
        is_first = self.officer is not None and found.whole and found.standing and row is None
        return Sheet(
            found,
            words,
            plates.of(found.document, words.language),
            verify_address(self.request, found),
            None if row is None else row.data,
            is_first,
        )

    def _drawn(self, sheets: Sequence[Sheet], words: Words, title: str = "") -> bytes:
        # Every sheet has it or none: the operator sets it.
        if not all(sheet.verify_address for sheet in sheets):
            raise Refused(NO_ADDRESS)
        return render_pdf(
            [sheet.printed() for sheet in sheets],
            words,
            cite=cite_in(words),
            government=state_of(self.request).settings.government_name,
            title=title,
        )

    def _keep(self, issued: Sequence[Issued]) -> list[bytes]:
        """The bytes to be given: those kept first, which may be another's of this moment."""
        assert self.officer is not None
        with state_of(self.request).register.writing() as writing:
            kept = prints.keep(writing, Actor(self.officer.username), issued)
            first = [kept.get((one.number, one.language)) for one in issued]
            return [
                one.data if row is None or row.data is None else row.data
                for one, row in zip(issued, first, strict=True)
            ]


@dataclass(frozen=True)
class Sheet:
    """One paper before it is drawn; `kept` are the bytes of its first print, `keeps` says that
    this one shall become the first."""

    found: Opened
    words: Words
    plated: Plated | None
    verify_address: str
    kept: bytes | None
    keeps: bool

    def printed(self) -> Printed:
        """What is printed; its plate is drawn here, outside every transaction."""
        plate = self.plated
        return Printed(
            self.found.document,
            None if plate is None else plate.svg,
            self.verify_address,
            self.found.corrected_by,
            "" if plate is None else plate.words,
        )


def answer(data: bytes, name: str) -> Response:
    """The PDF to be looked at, under a name to keep it by, with its SHA-256."""
    return PDF(
        data,
        headers={
            "Content-Disposition": f'inline; filename="{name}.pdf"',
            "X-Content-SHA256": hashlib.sha256(data).hexdigest(),
        },
    )
