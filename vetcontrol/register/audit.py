"""The audit: the chain is whole, and what is in force follows from the words of the entries."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.canonical import canonical, digest
from vetcontrol.documents.content import checksum
from vetcontrol.register import present, prints
from vetcontrol.register.attachments import NAMED
from vetcontrol.register.corrections import strikes_of
from vetcontrol.register.effects import Effect, Recorded, effects_digest
from vetcontrol.register.entries import GENESIS, all_rows, chain_hash, entry_of
from vetcontrol.register.inforce import Snapshot, recorded_of, snapshot
from vetcontrol.register.redaction import REDACTED, redacted_by
from vetcontrol.register.register import Register
from vetcontrol.register.tables import (
    AttachmentRow,
    DocumentRow,
    EffectRow,
    EntryRow,
    PersonalRow,
    StrikeRow,
    SubjectRow,
)

MOST_FAULTS = 100
# How an entry or a document points to a personal text that is kept apart.
SEALED = re.compile(r'"personal":"([0-9a-f]{64})"')


@dataclass
class AuditReport:
    """What an audit found. `head` is (sequence, hash) of the newest entry that it read."""

    entries: int = 0
    effects: int = 0
    documents: int = 0
    personal_fields: int = 0
    redacted: int = 0
    attachments: int = 0
    head: tuple[int, str] = (0, GENESIS)
    faults: list[str] = field(default_factory=list)

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
    report = AuditReport()
    heads: dict[int, set[str]] = {}
    for seq, hash_ in filter(None, checkpoints):
        heads.setdefault(seq, set()).add(hash_)
    with register.database.reading() as session:
        sealed = _Sealed()
        rebuilt = list(_chain(register, session, report, heads, sealed))
        _personal(session, report, sealed)
        _attachments(session, report, sealed)
        report.faults += prints.faults(session, sealed.printed)
        _in_force(register, session, report, rebuilt)
    if rows:
        report.faults += present.faults(register, register.handlers.present)
    return report


@dataclass
class _Sealed:
    """Digests of personal texts and of attachments that the log points to, and those that it says
    were redacted; what it says of first prints."""

    named: set[str] = field(default_factory=set)
    attached: set[str] = field(default_factory=set)
    redacted: set[str] = field(default_factory=set)
    printed: dict[prints.Key, Any] = field(default_factory=dict)

    def note(self, row: EntryRow) -> None:
        """What the entry of this row points to, prints and takes out."""
        self.named.update(SEALED.findall(row.content))
        self.attached.update(NAMED.findall(row.content))
        if row.kind == prints.PRINTED:
            self.printed |= prints.named(row.content)
        if row.kind == REDACTED:
            self.redacted |= redacted_by(json.loads(row.content))


def _chain(
    register: Register,
    session: Session,
    report: AuditReport,
    checkpoints: Mapping[int, set[str]],
    sealed: _Sealed,
) -> Iterator[Recorded]:
    effects = _by_entry(session)
    subjects = _subjects(session)
    documents = _documents(session)
    strikes = {s.entry_seq: s.struck_seq for s in session.scalars(select(StrikeRow))}
    before, when = GENESIS, None
    seen: set[int] = set()
    for row in all_rows(session):
        report.entries += 1
        seen.add(row.seq)
        wrong = report.faults.append
        if row.seq != report.head[0] + 1:
            wrong(f"entry {row.seq}: the sequence has a gap before it")
        if row.previous_hash != before or row.hash != chain_hash(row, subjects.get(row.seq, [])):
            wrong(f"entry {row.seq}: its hash does not follow from what it says")
        if when is not None and row.recorded_at < when:
            wrong(f"entry {row.seq}: recorded before the entry that precedes it")
        if row.content_hash != digest(row.content):
            wrong(f"entry {row.seq}: its content was changed")
        if not checkpoints.get(row.seq, {row.hash}) <= {row.hash}:
            wrong(f"entry {row.seq}: it is not the entry of the checkpoint")
        stored = effects.get(row.seq, [])
        yield from _derived(register, row, stored, report)
        _check_documents(row, documents.pop(row.seq, []), report)
        sealed.note(row)
        struck = entry_of(row).content.get("strikes") if row.kind == "correction" else None
        if strikes.get(row.seq) != struck:
            wrong(f"entry {row.seq}: what it strikes is not what it says")
        before, when = row.hash, row.recorded_at
        report.head = (row.seq, row.hash)
    for row_of, of in (("effects", effects), ("documents", documents), ("subjects", subjects)):
        for seq in sorted(set(of) - seen):
            report.faults.append(f"entry {seq}: it is gone, and its {row_of} are still kept")
    for seq in sorted(checkpoints):
        if seq > report.head[0]:
            report.faults.append(f"the log ends before the checkpoint {seq}")


def _derived(
    register: Register, row: EntryRow, stored: list[Effect], report: AuditReport
) -> Iterator[Recorded]:
    """The effects that follow from the entry's words, which must be those stored."""
    report.effects += len(stored)
    kind = register.handlers.kinds.get(row.kind)
    if kind is None:
        report.faults.append(f"entry {row.seq}: this program knows no kind {row.kind}")
        return
    derived = list(kind.effects(entry_of(row).content))
    if not (effects_digest(derived) == effects_digest(stored) == row.effects_digest):
        report.faults.append(f"entry {row.seq}: its effects do not follow from what it says")
    for ordinal, effect in enumerate(derived):
        yield Recorded(row.seq, ordinal, effect)


def _by_entry(session: Session) -> dict[int, list[Effect]]:
    found: dict[int, list[Effect]] = {}
    rows = session.scalars(select(EffectRow).order_by(EffectRow.entry_seq, EffectRow.ordinal))
    for row in rows:
        found.setdefault(row.entry_seq, []).append(recorded_of(row).effect)
    return found


def _subjects(session: Session) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for row in session.scalars(select(SubjectRow)):
        found.setdefault(row.entry_seq, []).append(row.subject)
    return found


def _documents(session: Session) -> dict[int, list[tuple[str, str]]]:
    found: dict[int, list[tuple[str, str]]] = {}
    for row in session.scalars(select(DocumentRow)):
        # The checksum of what is kept, whatever the row claims.
        kept = checksum(row.content) if checksum(row.content) == row.checksum else "changed"
        found.setdefault(row.entry_seq, []).append((row.number, kept))
    return found


def _check_documents(row: EntryRow, kept: list[tuple[str, str]], report: AuditReport) -> None:
    report.documents += len(kept)
    named = [(number, total) for number, total in entry_of(row).content.get("documents", [])]
    for number, total in sorted(set(named) ^ set(kept)):
        report.faults.append(f"entry {row.seq}: document {number} ({total[:12]}) does not agree")


def _personal(session: Session, report: AuditReport, sealed: _Sealed) -> None:
    kept = set()
    for document in session.scalars(select(DocumentRow.content)):
        sealed.named.update(SEALED.findall(document))
    for row in session.scalars(select(PersonalRow)):
        report.personal_fields += 1
        kept.add(row.digest)
        if row.value is None:
            report.redacted += 1
            if row.digest not in sealed.redacted:
                report.faults.append(
                    f"personal field {row.digest[:12]}: emptied, and no entry says by whom"
                )
        elif digest(f"{row.salt}:{row.value}") != row.digest:
            report.faults.append(f"personal field {row.digest[:12]}: its text was changed")
    for missing in sorted(sealed.named - kept):
        report.faults.append(f"personal field {missing[:12]}: its row is gone")


def _attachments(session: Session, report: AuditReport, sealed: _Sealed) -> None:
    kept = set()
    rows = session.execute(
        select(AttachmentRow.sha256, AttachmentRow.data).execution_options(yield_per=20)
    )
    for sha256, data in rows:
        report.attachments += 1
        kept.add(sha256)
        wrong = ""
        if data is None:
            report.redacted += 1
            if sha256 not in sealed.redacted:
                wrong = "emptied, and no entry says by whom"
        elif hashlib.sha256(data).hexdigest() != sha256:
            wrong = "its bytes were changed"
        elif sha256 not in sealed.attached:
            wrong = "no entry names it"
        if wrong:
            report.faults.append(f"attachment {sha256[:12]}: {wrong}")
    for missing in sorted(sealed.attached - kept):
        report.faults.append(f"attachment {missing[:12]}: its row is gone")


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
