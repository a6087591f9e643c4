"""A name is taken out of the register: found wherever it is sealed, and taken out at once.

What stands in free words (grounds, findings, reasons) is part of the log and its chain and stays;
it is told by entry, so that the office knows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import orjson
from sqlalchemy import ColumnElement, String, delete, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from vetcontrol.documents.content import from_json
from vetcontrol.documents.personal import personals
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.officers.people import require_administrator
from vetcontrol.officers.tables import DraftRow, IdempotencyClaimRow, OfficerRow
from vetcontrol.register import redaction
from vetcontrol.register.attachments import NAMED
from vetcontrol.register.entries import Actor, Entry
from vetcontrol.register.register import Reading, Register, Writing
from vetcontrol.register.tables import (
    AttachmentRow,
    DocumentRow,
    EntryRow,
    PersonalRow,
    PrintRow,
    Table,
)

LONGEST: Final = 400
_CHUNK: Final = 500
# Told by themselves, or emptied by this very act.
_APART: Final = frozenset({"entries", "documents", "effects", "personal_fields"})


@dataclass(frozen=True)
class Place:
    """An entry of the log in which a text stands."""

    seq: int
    kind: str
    number: str | None


@dataclass(frozen=True)
class Found:
    """Where a text stands.

    `digests` are of the personal fields that are the text, `attachments` the files kept with
    these or with instruments that show them. `containing` are the entries of personal fields
    that hold it among other words. `written` are the entries that say it in free words, which
    stay, and `columns` the tables of present state that follow them.
    """

    digests: tuple[str, ...]
    attachments: tuple[str, ...]
    documents: tuple[str, ...]
    prints: int
    drafts: tuple[tuple[str, str, str], ...]
    answers: int
    emails: int
    containing: tuple[Place, ...]
    written: tuple[Place, ...]
    columns: dict[str, int] = field(default_factory=dict)

    @property
    def anything(self) -> bool:
        """Whether there is something that can be taken out."""
        return bool(self.digests or self.drafts or self.answers)

    def as_json(self) -> dict[str, Any]:
        """In numbers, and by entry."""
        return {
            "fields": len(self.digests),
            "documents": list(self.documents),
            "prints": self.prints,
            "attachments": len(self.attachments),
            "drafts": len(self.drafts),
            "answers": self.answers,
            "emails": self.emails,
            "containing": [vars(place) for place in self.containing],
            "written": [vars(place) for place in self.written],
            "columns": self.columns,
        }


def find(reading: Reading, actor: Actor, text: str, *, parts: bool = False) -> Found:
    """Where `text` stands, blanks around it apart; with `parts` fields that hold it among other
    words count as it. Raises `NoAuthority` for anyone but an administrator, and `Malformed`."""
    session = reading.session
    require_administrator(session, actor)
    wanted = _plain(text)
    digests: list[str] = []
    others: list[int] = []
    rows = session.execute(
        select(PersonalRow.digest, PersonalRow.entry_seq, PersonalRow.value)
        .where(PersonalRow.value.contains(wanted, autoescape=True))
        .order_by(PersonalRow.entry_seq)
    )
    for digest, seq, value in rows:
        assert value is not None
        if value.strip() == wanted or (parts and wanted in value):
            digests.append(digest)
        elif wanted in value:
            others.append(seq)
    shown = _shown(session, digests)
    printed = _where_in(PrintRow.number, shown)
    return Found(
        digests=tuple(digests),
        attachments=tuple(_attached(session, digests, shown)),
        documents=tuple(shown),
        prints=sum(
            session.scalar(select(func.count()).where(PrintRow.data.isnot(None), one)) or 0
            for one in printed
        ),
        drafts=tuple(_drafts(session, wanted)),
        answers=len(_answers(session, wanted)),
        emails=session.scalar(select(func.count()).where(OfficerRow.email == wanted)) or 0,
        containing=_places(session, others),
        written=_places(session, _written(session, wanted)),
        columns=_columns(session, wanted),
    )


def redact(
    writing: Writing, actor: Actor, text: str, *, reason: str, parts: bool = False
) -> tuple[Found, Entry | None]:
    """Take `text` out of every personal field that is it, and with it the prints, attachments,
    drafts and kept answers that hold it. Tells what went, and where the text still stands.

    No entry is made where only drafts held it. Raises as `find`, and `NotFound`.
    """
    wanted = _plain(text)
    if wanted in reason:
        raise Malformed.field("reason", "stands in the log for good; leave out what is taken out")
    if not reason.strip():
        raise Malformed.field("reason", "say on what ground the text is taken out")
    found = find(writing, actor, wanted, parts=parts)
    if not found.anything:
        raise NotFound("Nothing that can be taken out holds this text.")
    session = writing.session
    entry = None
    if found.digests:
        entry = redaction.redact(
            writing,
            actor,
            [*found.digests, *found.attachments],
            reason=reason,
            administrator=True,
        )
    for username, purpose, subject in found.drafts:
        session.execute(
            delete(DraftRow).where(
                DraftRow.username == username,
                DraftRow.purpose == purpose,
                DraftRow.subject == subject,
            )
        )
    for row in _answers(session, wanted):
        assert row.response is not None
        row.response = row.response.replace(_in_json(wanted), "[withheld]")
    session.flush()
    session.expire_all()
    left = find(writing, actor, wanted, parts=parts)
    return replace(found, columns=left.columns), entry


def scrub(register: Register) -> bool:
    """Rewrite the file of an embedded register: what was emptied still lies in its free pages.

    False where another process held it, and nothing was rewritten.
    """
    if not register.database.is_sqlite:
        return True
    connection = register.database.engine.raw_connection()
    try:
        connection.cursor().execute("VACUUM")
        (busy, *_) = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return not busy


def _plain(text: str) -> str:
    wanted = text.strip()
    if not wanted or len(wanted) > LONGEST or "\0" in wanted:
        raise Malformed.field("text", f"is the words to be taken out, at most {LONGEST} letters")
    return wanted


def _in_json(text: str) -> str:
    """As it stands within a string of JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _where_in(
    column: InstrumentedAttribute[str], values: Sequence[str]
) -> Iterator[ColumnElement[bool]]:
    for start in range(0, len(values), _CHUNK):
        yield column.in_(values[start : start + _CHUNK])


def _shown(session: Session, digests: Iterable[str]) -> list[str]:
    """The numbers of the instruments that show the personal fields of these digests."""
    wanted = frozenset(digests)
    if not wanted:
        return []
    rows = session.execute(
        select(DocumentRow.number, DocumentRow.content)
        .where(DocumentRow.content.contains('"personal":'))
        .order_by(DocumentRow.number)
        .execution_options(yield_per=200)
    )
    return [
        number
        for number, content in rows
        if not wanted.isdisjoint(text.digest for text in personals(from_json(content)))
    ]


def _attached(session: Session, digests: Sequence[str], shown: Sequence[str]) -> list[str]:
    """The files kept with entries that hold the digests, or that name an instrument showing them:
    a signature of the person, a photograph, a scan of his paper."""
    wanted, numbers = frozenset(digests), frozenset(shown)
    rows = session.scalars(
        select(EntryRow.content)
        .where(EntryRow.content.contains('"attachment":'))
        .execution_options(yield_per=200)
    )
    named: set[str] = set()
    for content in rows:
        said = orjson.loads(content)
        if said.get("document") in numbers or not wanted.isdisjoint(_strings(said)):
            named.update(NAMED.findall(content))
    found: list[str] = []
    for one in _where_in(AttachmentRow.sha256, sorted(named)):
        found += session.scalars(
            select(AttachmentRow.sha256).where(one, AttachmentRow.data.isnot(None))
        )
    return found


def _strings(value: Any) -> Iterator[str]:
    """Every text in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


def _drafts(session: Session, wanted: str) -> list[tuple[str, str, str]]:
    rows = session.scalars(
        select(DraftRow)
        .where(DraftRow.content.contains(orjson.dumps(wanted).decode()[1:-1], autoescape=True))
        .order_by(DraftRow.username, DraftRow.purpose, DraftRow.subject)
    )
    return [
        (row.username, row.purpose, row.subject)
        for row in rows
        if any(wanted in text for text in _strings(orjson.loads(row.content)))
    ]


def _answers(session: Session, wanted: str) -> list[IdempotencyClaimRow]:
    """Answers kept for a day, should their request come again."""
    spelt = _in_json(wanted)
    rows = session.scalars(
        select(IdempotencyClaimRow).where(
            IdempotencyClaimRow.response.contains(spelt, autoescape=True)
        )
    )
    return [row for row in rows if row.response is not None and spelt in row.response]


def _written(session: Session, wanted: str) -> list[int]:
    """The entries that say it in clear, themselves or in their instruments."""
    spelt = _in_json(wanted)
    found: set[int] = set()
    for column, seq in (
        (EntryRow.content, EntryRow.seq),
        (DocumentRow.content, DocumentRow.entry_seq),
    ):
        rows = session.execute(select(seq, column).where(column.contains(spelt, autoescape=True)))
        found.update(at for at, content in rows if spelt in content)
    return sorted(found)


def _places(session: Session, seqs: Sequence[int]) -> tuple[Place, ...]:
    found: list[Place] = []
    ordered = sorted(set(seqs))
    for start in range(0, len(ordered), _CHUNK):
        rows = session.execute(
            select(EntryRow.seq, EntryRow.kind, EntryRow.number)
            .where(EntryRow.seq.in_(ordered[start : start + _CHUNK]))
            .order_by(EntryRow.seq)
        )
        found += [Place(seq, kind, number) for seq, kind, number in rows]
    return tuple(found)


def _columns(session: Session, wanted: str) -> dict[str, int]:
    """Rows of every other table in which it stands, by `table.column`."""
    found = {}
    spelt = _in_json(wanted)
    for table in Table.metadata.sorted_tables:
        if table.name in _APART:
            continue
        for column in table.columns:
            if not isinstance(column.type, String):
                continue
            where = [column.contains(one, autoescape=True) for one in {wanted, spelt}]
            values = session.scalars(select(column).where(or_(*where)))
            count = sum(wanted in value or spelt in value for value in values)
            if count:
                found[f"{table.name}.{column.name}"] = count
    return found
