"""The audit: the chain is whole, and what is in force follows from the words of the entries."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from sqlalchemy import FromClause, Row, inspect, select
from sqlalchemy.orm import Session

from vetcontrol.canonical import canonical, digest
from vetcontrol.documents.content import checksum, from_json
from vetcontrol.register import present, prints
from vetcontrol.register.attachments import NAMED_AS
from vetcontrol.register.corrections import strikes_of
from vetcontrol.register.effects import Effect, Recorded, effects_digest
from vetcontrol.register.entries import GENESIS, chain_hash, entry_of
from vetcontrol.register.inforce import Snapshot, recorded_of, snapshot
from vetcontrol.register.readable import Unreadable, readable, reason
from vetcontrol.register.redaction import REDACTED, redacted_by
from vetcontrol.register.register import Register
from vetcontrol.register.tables import (
    AttachmentRow,
    DocumentRow,
    EffectRow,
    EntryRow,
    PersonalRow,
    SeriesRow,
    StrikeRow,
    SubjectRow,
    Table,
)

MOST_FAULTS = 100
# A number that a series gave: ORD/2027/000001.
GIVEN = re.compile(r"([A-Z]+)/(\d{4})/(\d{6,})")
# How an entry or a document points to a personal text that is kept apart.
SEALED = re.compile(r'"personal":"([0-9a-f]{64})"')


@dataclass
class AuditReport:
    """What an audit found. `head` is (sequence, hash) of the newest entry that it read, `at` when
    it began. `unchecked` says in sentences what was not held against the log, `of_files` how many
    rows of present state follow from files, of which the log holds the digest alone."""

    entries: int = 0
    effects: int = 0
    documents: int = 0
    personal_fields: int = 0
    redacted: int = 0
    attachments: int = 0
    head: tuple[int, str] = (0, GENESIS)
    at: datetime | None = None
    of_files: int = 0
    faults: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """The report as plain JSON."""
        return {
            "whole": self.whole,
            "entries": self.entries,
            "effects": self.effects,
            "documents": self.documents,
            "personal_fields": self.personal_fields,
            "redacted": self.redacted,
            "attachments": self.attachments,
            "head": {"seq": self.head[0], "hash": self.head[1]},
            "faults": self.faults[:MOST_FAULTS],
            "faults_found": len(self.faults),
            "rows_of_files": self.of_files,
            "unchecked": self.unchecked,
        }


def verify(
    register: Register, *checkpoints: tuple[int, str] | None, rows: bool = True
) -> AuditReport:
    """Read the whole log and hold it against itself.

    Every entry's hash, content, effects, subjects and strike; every document's checksum in its
    entry; every personal field's, attachment's and first print's digest; and what is in force now,
    rebuilt from the words of the entries and from the stored effects. `checkpoints` (sequence,
    hash) are earlier heads that were kept elsewhere: each must still stand in the chain.
    `rows` asks for the rows of present state too, during which nobody can write.
    """
    report = AuditReport(at=register.clock.now())
    heads: dict[int, set[str]] = {}
    for seq, hash_ in filter(None, checkpoints):
        heads.setdefault(seq, set()).add(hash_)
    with register.database.reading() as session:
        sealed = _Sealed()
        rebuilt = list(_chain(register, session, report, heads, sealed))
        with _examined(report, "personal fields"):
            _personal(session, report, sealed)
        with _examined(report, "attachments"):
            _attachments(session, report, sealed)
        with _examined(report, "prints"):
            report.faults += prints.faults(session, sealed.printed)
        with _examined(report, "number series"):
            report.faults += _numbers(session, report)
        with _examined(report, "what is in force"):
            _in_force(register, session, report, rebuilt)
        for table, count in present.of_files(session, register.handlers.present):
            report.of_files += count
            report.unchecked.append(
                f"{count} rows of {table} follow from files that were taken in: the log holds the"
                " digest of each file, and the rows are not held against it"
            )
    if rows:
        with _examined(report, "present state"):
            report.faults += present.faults(register, register.handlers.present)
    else:
        report.unchecked.append("whether the rows of present state follow from the log")
    return report


@contextmanager
def _examined(report: AuditReport, what: str) -> Iterator[None]:
    """What stops an examination half-way is a finding too."""
    try:
        yield
    except Exception as error:  # whatever a changed row does to the examination is a finding
        report.faults.append(f"{what}: they cannot be examined to the end: {reason(error)}")


@dataclass
class _Sealed:
    """Digests of personal texts and of attachments that the log points to, by the first entry that
    does, and those that it says were redacted; what it says of first prints."""

    named: dict[str, int] = field(default_factory=dict)
    attached: dict[str, tuple[int, str]] = field(default_factory=dict)
    redacted: set[str] = field(default_factory=set)
    printed: dict[prints.Key, tuple[int, Any]] = field(default_factory=dict)

    def seal(self, seq: int, content: str) -> None:
        """The personal texts to which `content`, of the entry `seq`, points."""
        for one in SEALED.findall(content):
            self.named[one] = min(seq, self.named.get(one, seq))

    def note(self, row: EntryRow) -> None:
        """What the entry of this row points to, prints and takes out."""
        self.seal(row.seq, row.content)
        for sha256, media_type in NAMED_AS.findall(row.content):
            self.attached.setdefault(sha256, (row.seq, media_type))
        if row.kind == prints.PRINTED:
            said = prints.named(row.content)
            self.printed |= {key: (row.seq, sha256) for key, sha256 in said.items()}
        if row.kind == REDACTED:
            self.redacted |= redacted_by(json.loads(row.content))


def _chain(
    register: Register,
    session: Session,
    report: AuditReport,
    checkpoints: Mapping[int, set[str]],
    sealed: _Sealed,
) -> Iterator[Recorded]:
    effects = _by_entry(session, report)
    subjects = _subjects(session, report)
    documents = _documents(session, report, sealed)
    strikes = {row.entry_seq: row.struck_seq for row in _rows(session, StrikeRow, report)}
    before, when = GENESIS, None
    seen: set[int] = set()
    for found in readable(session, _table(EntryRow)):
        report.entries += 1
        wrong = report.faults.append
        if isinstance(found, Unreadable):
            seq = int(found.key)
            hash_ = str(session.scalars(select(EntryRow.hash).where(EntryRow.seq == seq)).one())
            wrong(f"entry {seq}: its row cannot be read: {found.reason}")
        else:
            row = cast("EntryRow", found)
            seq, hash_ = row.seq, row.hash
            report.faults += _link(row, before, when, subjects.get(seq, []))
            when = row.recorded_at
            try:
                sealed.note(row)
                yield from _said(register, row, effects.get(seq, []), strikes.get(seq), report)
                _check_documents(row, documents.get(seq, []), report)
            except Exception as error:  # whatever a changed entry says is a finding
                wrong(f"entry {seq}: what it says cannot be read: {reason(error)}")
        if seq != report.head[0] + 1:
            wrong(f"entry {seq}: the sequence has a gap before it")
        if not checkpoints.get(seq, {hash_}) <= {hash_}:
            wrong(f"entry {seq}: it is not the entry of the checkpoint")
        seen.add(seq)
        before = hash_
        report.head = (seq, hash_)
    for row_of, of in (
        ("effects", effects),
        ("documents", documents),
        ("subjects", subjects),
        ("strike", strikes),
    ):
        for seq in sorted(set(of) - seen):
            report.faults.append(f"entry {seq}: it is gone, and its {row_of} still kept")
    for seq in sorted(checkpoints):
        if seq > report.head[0]:
            report.faults.append(f"the log ends before the checkpoint {seq}")


def _link(row: EntryRow, before: str, when: datetime | None, subjects: list[str]) -> Iterator[str]:
    """Where the entry does not follow from that before it, of hash `before`, recorded `when`."""
    if row.previous_hash != before or row.hash != chain_hash(row, subjects):
        yield f"entry {row.seq}: its hash does not follow from what it says"
    if when is not None and row.recorded_at < when:
        yield f"entry {row.seq}: recorded before the entry that precedes it"
    if row.content_hash != digest(row.content):
        yield f"entry {row.seq}: its content was changed"


def _said(
    register: Register, row: EntryRow, stored: list[Effect], strikes: Any, report: AuditReport
) -> Iterator[Recorded]:
    """The effects that follow from the entry's words, which must be those stored."""
    report.effects += len(stored)
    content = entry_of(row).content
    if strikes != (content.get("strikes") if row.kind == "correction" else None):
        report.faults.append(f"entry {row.seq}: what it strikes is not what it says")
    kind = register.handlers.kinds.get(row.kind)
    if kind is None:
        report.faults.append(f"entry {row.seq}: this program knows no kind {row.kind}")
        return
    derived = list(kind.effects(content))
    if not (effects_digest(derived) == effects_digest(stored) == row.effects_digest):
        report.faults.append(f"entry {row.seq}: its effects do not follow from what it says")
    for ordinal, effect in enumerate(derived):
        yield Recorded(row.seq, ordinal, effect)


def _table(of: type[Table]) -> FromClause:
    return inspect(of).local_table


def _rows(session: Session, of: type[Table], report: AuditReport) -> Iterator[Row[Any]]:
    """The rows of a table; each that cannot be read is a finding."""
    for row in readable(session, _table(of)):
        if isinstance(row, Unreadable):
            name = of.__tablename__
            report.faults.append(f"{name} {row.key}: its row cannot be read: {row.reason}")
        else:
            yield row


def _by_entry(session: Session, report: AuditReport) -> dict[int, list[Effect]]:
    found: dict[int, list[tuple[int, Effect]]] = {}
    for row in readable(session, _table(EffectRow)):
        if isinstance(row, Unreadable):
            seq = session.scalar(select(EffectRow.entry_seq).where(EffectRow.id == int(row.key)))
            report.faults.append(f"entry {seq}: an effect of it cannot be read: {row.reason}")
            continue
        try:
            effect = recorded_of(cast("EffectRow", row)).effect
            canonical(dict(effect.facts))
        except (ValueError, TypeError) as error:
            report.faults.append(
                f"entry {row.entry_seq}: an effect of it cannot be read: {reason(error)}"
            )
            continue
        found.setdefault(row.entry_seq, []).append((row.ordinal, effect))
    return {
        seq: [effect for _, effect in sorted(of, key=lambda one: one[0])]
        for seq, of in found.items()
    }


def _subjects(session: Session, report: AuditReport) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for row in _rows(session, SubjectRow, report):
        found.setdefault(row.entry_seq, []).append(row.subject)
    return found


def _documents(
    session: Session, report: AuditReport, sealed: _Sealed
) -> dict[int, list[tuple[str, str]]]:
    found: dict[int, list[tuple[str, str]]] = {}
    for row in _rows(session, DocumentRow, report):
        # The checksum of what is kept, whatever the row claims.
        kept = checksum(row.content) if checksum(row.content) == row.checksum else "changed"
        found.setdefault(row.entry_seq, []).append((row.number, kept))
        sealed.seal(row.entry_seq, row.content)
        try:
            document = from_json(row.content)
        except Exception as error:  # whatever changed words are is a finding
            report.faults.append(
                f"document {row.number} of entry {row.entry_seq}: it cannot be read:"
                f" {reason(error)}"
            )
            continue
        if (document.number, document.kind.value) != (row.number, row.kind):
            report.faults.append(
                f"document {row.number} of entry {row.entry_seq}: its row says {row.kind}, its"
                f" content {document.kind.value} {document.number}"
            )
    return found


def _check_documents(row: EntryRow, kept: list[tuple[str, str]], report: AuditReport) -> None:
    report.documents += len(kept)
    named = [(number, total) for number, total in entry_of(row).content.get("documents", [])]
    for number, total in sorted(set(named) ^ set(kept)):
        report.faults.append(f"entry {row.seq}: document {number} ({total[:12]}) does not agree")


def _personal(session: Session, report: AuditReport, sealed: _Sealed) -> None:
    kept = set()
    for row in readable(session, _table(PersonalRow)):
        report.personal_fields += 1
        if isinstance(row, Unreadable):
            kept.add(row.key)
            report.faults.append(f"personal field {row.key[:12]}: it cannot be read: {row.reason}")
            continue
        kept.add(row.digest)
        report.redacted += row.value is None
        if wrong := _personal_field(row, sealed):
            report.faults.append(f"personal field {row.digest[:12]}: {wrong}")
    for missing in sorted(sealed.named.keys() - kept):
        report.faults.append(f"personal field {missing[:12]}: its row is gone")


def _personal_field(row: Row[Any], sealed: _Sealed) -> str:
    """What is wrong with the personal text of this row, empty where nothing is."""
    if row.digest in sealed.redacted:
        is_empty = row.value is None and row.salt is None
        return "" if is_empty else "redacted, and it is not empty"
    if row.value is None:
        return "emptied, and no entry says by whom"
    if digest(f"{row.salt}:{row.value}") != row.digest:
        return "its text was changed"
    if row.digest not in sealed.named:
        return "no entry that can be read names it"
    if sealed.named[row.digest] != row.entry_seq:
        return f"entry {sealed.named[row.digest]} brought it, not entry {row.entry_seq}"
    return ""


def _attachments(session: Session, report: AuditReport, sealed: _Sealed) -> None:
    kept = set()
    for row in readable(session, _table(AttachmentRow), portion=20):
        report.attachments += 1
        if isinstance(row, Unreadable):
            kept.add(row.key)
            report.faults.append(f"attachment {row.key[:12]}: it cannot be read: {row.reason}")
            continue
        kept.add(row.sha256)
        if wrong := _attachment(row, sealed):
            report.faults.append(f"attachment {row.sha256[:12]}: {wrong}")
        report.redacted += row.data is None
    for missing in sorted(sealed.attached.keys() - kept):
        report.faults.append(f"attachment {missing[:12]}: its row is gone")


def _attachment(row: Row[Any], sealed: _Sealed) -> str:
    """What is wrong with the attachment of this row, empty where nothing is."""
    if row.sha256 in sealed.redacted:
        if row.data is not None:
            return "redacted, and it is not empty"
    elif row.data is None:
        return "emptied, and no entry says by whom"
    elif hashlib.sha256(row.data).hexdigest() != row.sha256:
        return "its bytes were changed"
    if row.sha256 not in sealed.attached:
        return "no entry that can be read names it"
    seq, media_type = sealed.attached[row.sha256]
    if seq != row.entry_seq:
        return f"entry {seq} brought it, not entry {row.entry_seq}"
    says = f"entry {seq} says that it is {media_type or 'of no type'}, not {row.media_type}"
    return says if media_type != row.media_type else ""


def _numbers(session: Session, report: AuditReport) -> Iterator[str]:
    """Series that stand before a number that was given: they would give it twice."""
    highest: dict[tuple[str, int], int] = {}
    for column in (EntryRow.number, DocumentRow.number):
        for number in session.scalars(select(column).where(column.isnot(None))):
            found = GIVEN.fullmatch(str(number))
            if found is not None:
                series, last = (found[1], int(found[2])), int(found[3])
                highest[series] = max(last, highest.get(series, 0))
    kept = {(row.series, row.year): row.last for row in _rows(session, SeriesRow, report)}
    for (name, year), last in sorted(highest.items()):
        stands = kept.get((name, year), 0)
        if stands < last:
            yield f"number series {name}/{year}: it stands at {stands}, and {last} was given"


def _in_force(
    register: Register, session: Session, report: AuditReport, rebuilt: list[Recorded]
) -> None:
    """What is in force from the words of the entries must be what the process answers with."""
    anew = snapshot(rebuilt, strikes_of(session), report.head[0])
    held = register.in_force.known_by_seq(report.head[0])
    if _state(anew) != _state(held):
        report.faults.append("what is in force is not what follows from the entries")


def _state(of: Snapshot) -> list[tuple[Any, ...]]:
    return [
        (v.feature, v.begins, v.ends, v.geometry.wkb, canonical(dict(v.facts))) for v in of.versions
    ]
