"""Finding stored documents, with their personal texts as far as they are kept."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.documents.content import Document, from_json
from vetcontrol.documents.personal import opened
from vetcontrol.errors import NotFound
from vetcontrol.register.register import personal_values
from vetcontrol.register.tables import DocumentRow


def get(session: Session, number: str) -> Document:
    """The document of that number, opened. Raises `NotFound`."""
    row = session.get(DocumentRow, number)
    if row is None:
        raise NotFound(f"No document {number} is on the register.")
    return _opened(session, row)


def of_entry(session: Session, seq: int) -> list[Document]:
    """The documents that the entry `seq` made, opened, in order of number."""
    rows = session.scalars(
        select(DocumentRow).where(DocumentRow.entry_seq == seq).order_by(DocumentRow.number)
    )
    return [_opened(session, row) for row in rows]


def _opened(session: Session, row: DocumentRow) -> Document:
    document = from_json(row.content)
    return opened(document, personal_values(session, document))
