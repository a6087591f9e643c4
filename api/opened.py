"""Written instruments as their reader may see them: which are open to all, whose names show."""

from __future__ import annotations

from dataclasses import dataclass

from api.personal import reader_of
from vetcontrol.disease.papers import corrected_since, places_of
from vetcontrol.documents.content import Document, from_json
from vetcontrol.documents.personal import opened, personals
from vetcontrol.errors import NotFound
from vetcontrol.gazette.gazetted import GAZETTED
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading, personal_values
from vetcontrol.register.tables import DocumentRow


@dataclass(frozen=True)
class Opened:
    """A document as its reader may see it; `row` lives as long as the reading."""

    row: DocumentRow
    number: str
    checksum: str
    document: Document
    personal: dict[str, str]
    corrected_by: str

    @property
    def standing(self) -> bool:
        """Whether its entry stands, and the order that it repeats."""
        return not self.corrected_by

    @property
    def whole(self) -> bool:
        """Whether nothing of it is withheld from its reader, or was taken out."""
        return all(text.text is not None for text in personals(self.document))


def open_document(reading: Reading, officer: Officer | None, number: str) -> Opened:
    """The document of that number with the personal texts that the reader may see.

    Raises `NotFound`, also where it is not open to an unsigned caller.
    """
    row = reading.session.get(DocumentRow, number)
    if row is None:
        raise _unknown(number)
    document = from_json(row.content)
    correction = corrected_since(reading.session, row, reading.known().known_seq)
    if officer is None and (correction or document.kind not in GAZETTED):
        raise _unknown(number)
    personal: dict[str, str] = {}
    if _may_read(reading, officer, document):
        personal = personal_values(reading.session, document)
    return Opened(
        row=row,
        number=row.number,
        checksum=row.checksum,
        document=opened(document, personal),
        personal=personal,
        corrected_by=correction,
    )


def _may_read(reading: Reading, officer: Officer | None, document: Document) -> bool:
    reader = reader_of(reading, officer)
    return reader.everywhere or any(map(reader.may_read, places_of(reading, document)))


def _unknown(number: str) -> NotFound:
    return NotFound(f"No document {number} is known, or it is not open to you.")
