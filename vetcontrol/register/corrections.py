"""Corrections: an entry that strikes one earlier entry and may restate what was wrong in it.

Cancellation, amendment and rescission are not corrections: they are new effects from their own
moment. A correction says that an entry should never have stood as it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.canonical import instant
from vetcontrol.documents.content import Document
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import Actor, Entry, entries_of, entry_of
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import EntryRow, StrikeRow, SubjectRow

KIND = "correction"
SERIES = "COR"


def strikes_of(session: Session) -> list[tuple[int, int]]:
    """Every correction as (its sequence, the sequence that it strikes)."""
    return [(s.entry_seq, s.struck_seq) for s in session.scalars(select(StrikeRow))]


def corrected_by(session: Session, seq: int, known_seq: int) -> str:
    """The number of the correction that struck the entry `seq`, as known by `known_seq`; empty
    where the entry stands."""
    strikes = strikes_of(session)
    fallen = struck(strikes, known_seq)
    by = [c for c, target in strikes if target == seq and c <= known_seq and c not in fallen]
    return str(session.get_one(EntryRow, max(by)).number) if by else ""


def standing(session: Session, subject: str, known_seq: int | None = None) -> list[Entry]:
    """The entries of `subject` that are not struck, as corrected, in the order they were made;
    `known_seq` asks what stood as known by that entry, by default by the newest.

    An entry whose standing correction restates it appears at its own place with the corrected
    content; corrections themselves do not appear.
    """
    entries = [e for e in entries_of(session, subject) if known_seq is None or e.seq <= known_seq]
    corrections = {e.seq: int(e.content["strikes"]) for e in entries if e.kind == KIND}
    fallen = struck(list(corrections.items()), entries[-1].seq) if entries else set()
    restated = {
        corrections[e.seq]: e
        for e in entries
        if e.seq in corrections and e.seq not in fallen and e.content["as_corrected"] is not None
    }
    result = []
    for entry in entries:
        if entry.seq in corrections:
            continue
        if entry.seq not in fallen:
            result.append(entry)
        elif entry.seq in restated:
            result.append(_as_corrected(entry, restated[entry.seq]))
    return result


def _as_corrected(entry: Entry, correction: Entry) -> Entry:
    content = correction.content["as_corrected"]
    signed = content.get("signed_at")
    return replace(entry, content=content, signed_at=instant(signed) if signed else entry.signed_at)


def find(session: Session, *, seq: int | None, number: str | None) -> Entry:
    """The entry to be corrected, by sequence or by the number of its instrument."""
    if (seq is None) == (number is None):
        raise Malformed.field("seq", "give the sequence or the number of the entry, one of the two")
    where = EntryRow.seq == seq if number is None else EntryRow.number == number
    row = session.scalars(select(EntryRow).where(where)).first()
    if row is None:
        raise NotFound(f"No entry {number or seq} stands in the log.")
    subjects = session.scalars(
        select(SubjectRow.subject).where(SubjectRow.entry_seq == row.seq)
    ).all()
    return entry_of(row, tuple(subjects))


def correct(
    writing: Writing,
    actor: Actor,
    target: Entry,
    *,
    reason: str,
    restated: Mapping[str, Any] | None,
    as_corrected: Mapping[str, Any] | None,
) -> Entry:
    """Append the correction of `target`.

    `restated` are the fields as given, `as_corrected` the whole content that follows from them.
    The papers that its kind draws anew from it are documents of the correction.
    Raises `Refused` where the entry is already struck or may not be corrected.
    """
    kind = writing.register.handlers.kinds[target.kind]
    if not kind.correctable:
        raise Refused(f"An entry of kind {target.kind} is not undone by a correction.")
    if not reason.strip():
        raise Malformed.field("reason", "say why the entry is wrong")
    strikes = strikes_of(writing.session)
    fallen = struck(strikes, target.seq + 2**62)
    if target.seq in fallen:
        by = max(c for c, t in strikes if t == target.seq and c not in fallen)
        raise Refused(
            f"Entry {target.seq} is already struck by the correction {by}."
            " Withdraw that correction first, by a correction of it."
        )
    number = writing.next_number(SERIES)
    papers: Sequence[Document] = ()
    if as_corrected is not None and kind.redraw is not None:
        as_corrected, papers = kind.redraw(writing, actor, as_corrected, number)
    return writing.append(
        KIND,
        actor,
        {
            "strikes": target.seq,
            "number": target.number,
            "kind": target.kind,
            "reason": reason,
            "restated": None if restated is None else dict(restated),
            "as_corrected": None if as_corrected is None else dict(as_corrected),
        },
        subjects=target.subjects,
        number=number,
        strikes=target.seq,
        documents=papers,
    )
