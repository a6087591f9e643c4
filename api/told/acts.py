"""What an act answers: its entry, its number, and the documents that it made."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from vetcontrol.documents.content import DocumentKind
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import DocumentRow, EntryRow

PATH = "/api/v1/documents"


def in_path(number: str) -> str:
    """A number as it stands in a path: `IP-2026-000012`."""
    return number.replace("/", "-")


def document_links(number: str) -> dict[str, str]:
    """The addresses of a document."""
    return {
        "json": f"{PATH}/{in_path(number)}.json",
        "html": f"{PATH}/{in_path(number)}.html",
        "pdf": f"{PATH}/{in_path(number)}.pdf",
    }


def document(row: DocumentRow) -> dict[str, Any]:
    """A document in a list."""
    return {
        "number": row.number,
        "kind": DocumentKind(row.kind).value,
        "seq": row.entry_seq,
        "checksum": row.checksum,
        "links": document_links(row.number),
    }


def act(writing: Writing, entry: Entry, **more: Any) -> dict[str, Any]:
    """The answer of an act: where it stands in the log, its instrument and its documents."""
    rows = writing.session.scalars(
        select(DocumentRow).where(DocumentRow.entry_seq == entry.seq).order_by(DocumentRow.number)
    )
    return {
        **more,
        "seq": entry.seq,
        "recorded_at": entry.recorded_at,
        "signed_at": entry.moment,
        "instrument": entry.number,
        "decision": entry.content.get("decision"),
        "documents": [document(row) for row in rows],
    }


def newest(writing: Writing, **more: Any) -> dict[str, Any]:
    """As `act`, for a service that answers with its row: the entry that was just appended."""
    row = writing.session.scalars(select(EntryRow).order_by(EntryRow.seq.desc()).limit(1)).one()
    documents = writing.session.scalars(
        select(DocumentRow).where(DocumentRow.entry_seq == row.seq).order_by(DocumentRow.number)
    )
    return {
        **more,
        "seq": row.seq,
        "recorded_at": row.recorded_at,
        "documents": [document(one) for one in documents],
    }
