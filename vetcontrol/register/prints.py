"""The PDF of an instrument as it was first issued in a language: kept with its SHA-256.

The entry that says so holds the SHA-256 in the chain. Where the paper shows personal text, it
holds a salted digest of it: the same content gives the same bytes, so a bare SHA-256 would let
anyone try names against a paper whose text was taken out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from vetcontrol.documents.content import from_json
from vetcontrol.documents.personal import personals
from vetcontrol.register.corrections import strikes_of
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import Actor, Kind
from vetcontrol.register.register import Writing, personal_values
from vetcontrol.register.tables import DocumentRow, EntryRow, PersonalRow, PrintRow

PRINTED: Final = "document.printed"
KINDS: Final = (Kind(PRINTED, correctable=False),)
Key = tuple[str, str]


@dataclass(frozen=True)
class Issued:
    """A PDF to be kept: of which instrument, in which language, its bytes."""

    number: str
    language: str
    data: bytes

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


def find(session: Session, number: str, language: str) -> PrintRow | None:
    """The first print in that language, unless there is none or it was emptied."""
    row = session.get(PrintRow, (number, language))
    return row if row is not None and row.data is not None else None


def of_document(session: Session, number: str) -> list[tuple[str, str]]:
    """(language, SHA-256) of each first print that is kept, by language."""
    rows = session.execute(
        select(PrintRow.language, PrintRow.sha256)
        .where(PrintRow.number == number, PrintRow.sha256.isnot(None))
        .order_by(PrintRow.language)
    )
    return [(language, str(sha256)) for language, sha256 in rows]


def keep(writing: Writing, actor: Actor, issued: Sequence[Issued]) -> dict[Key, PrintRow]:
    """Keep, by one entry, those of `issued` that are the first of their instrument and language.

    Answers the first print of each by (number, language): that which was kept before, else this.
    One whose instrument was corrected or redacted while it was being drawn is left out.
    """
    session = writing.session
    keys = [(one.number, one.language) for one in issued]
    rows = session.scalars(
        select(PrintRow).where(tuple_(PrintRow.number, PrintRow.language).in_(keys))
    ).all()
    there: dict[Key, PrintRow] = {(row.number, row.language): row for row in rows}
    fallen = struck(strikes_of(session), writing.known().known_seq)
    new: list[tuple[Issued, dict[str, Any]]] = []
    for one in issued:
        content = None
        if (one.number, one.language) not in there:
            content = _content(writing, one, fallen)
        if content is not None:
            new.append((one, content))
    if new:
        entry = writing.append(
            PRINTED,
            actor,
            {"prints": [content for _, content in new]},
            subjects=[f"print/{one.number}" for one, _ in new],
        )
        for one, _ in new:
            row = PrintRow(
                number=one.number,
                language=one.language,
                entry_seq=entry.seq,
                sha256=one.sha256,
                data=one.data,
            )
            session.add(row)
            there[one.number, one.language] = row
        session.flush()
    return {key: row for key, row in there.items() if row.data is not None}


def _content(writing: Writing, one: Issued, fallen: frozenset[int] | set[int]) -> Any:
    """What the entry says of the print; None where its instrument no longer says what it shows."""
    row = writing.session.get_one(DocumentRow, one.number)
    document = from_json(row.content)
    sealed = {text.digest for text in personals(document)}
    if row.entry_seq in fallen or sealed != set(personal_values(writing.session, document)):
        return None
    return {
        "number": one.number,
        "language": one.language,
        "checksum": row.checksum,
        "sha256": writing.seal(one.sha256) if sealed else one.sha256,
    }


def empty(session: Session, personal: Sequence[str]) -> list[str]:
    """Empty the prints on which the personal texts of these digests stand, or which they seal.

    Answers the salted digests of their SHA-256, which redaction empties with the texts.
    """
    found = []
    rows = session.execute(
        select(PrintRow, DocumentRow.content, EntryRow.content)
        .join(DocumentRow, DocumentRow.number == PrintRow.number)
        .join(EntryRow, EntryRow.seq == PrintRow.entry_seq)
        .where(PrintRow.data.isnot(None), DocumentRow.content.contains('"personal":'))
    ).all()
    for row, content, said in rows:
        sealed = str(named(said)[row.number, row.language]["personal"])
        shown = {text.digest for text in personals(from_json(content))}
        if (shown | {sealed}).isdisjoint(personal):
            continue
        row.data = row.sha256 = None
        found.append(sealed)
    session.flush()
    return found


def named(content: str) -> dict[Key, Any]:
    """What the content (canonical JSON) of a `document.printed` says of each print's SHA-256."""
    prints = orjson.loads(content)["prints"]
    return {(one["number"], one["language"]): one["sha256"] for one in prints}


def faults(session: Session, said: Mapping[Key, tuple[int, Any]]) -> Iterator[str]:
    """Where the kept prints do not agree with what the log says of them: by which entry, and
    their SHA-256."""
    kept = set()
    for row in session.scalars(select(PrintRow).execution_options(yield_per=50)):
        kept.add((row.number, row.language))
        seq, sha256 = said.get((row.number, row.language), (0, None))
        wrong = _wrong(session, row, sha256)
        if not wrong and seq != row.entry_seq:
            wrong = f"entry {seq} keeps it, not entry {row.entry_seq}"
        if wrong:
            yield f"print of {row.number} ({row.language}): {wrong}"
    for number, language in sorted(said.keys() - kept):
        yield f"print of {number} ({language}): its row is gone"


def _wrong(session: Session, row: PrintRow, said: Any) -> str:
    if said is None:
        return "no entry that can be read names it"
    if isinstance(said, str):
        expected: str | None = said
    else:
        sealed = session.get(PersonalRow, said["personal"])
        expected = None if sealed is None else sealed.value
    if row.data is None or expected is None:
        both = row.data is None and expected is None
        return "" if both else "emptied, and no entry says by whom"
    is_same = hashlib.sha256(row.data).hexdigest() == row.sha256 == expected
    return "" if is_same else "its bytes were changed"
