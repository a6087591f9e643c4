"""The append-only log: everything that is done is one entry, chained to the one before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import shapely
from sqlalchemy import insert, select
from sqlalchemy.exc import DataError
from sqlalchemy.orm import Session

from vetcontrol.canonical import CanonicalError, canonical, digest, instant_text
from vetcontrol.documents.content import Document
from vetcontrol.errors import Malformed, Refused
from vetcontrol.register.effects import Effect, effects_digest
from vetcontrol.register.readable import reason
from vetcontrol.register.tables import EffectRow, EntryRow, StrikeRow, SubjectRow

GENESIS = "0" * 64


@dataclass(frozen=True)
class Actor:
    """Who acts: the officer, and the number of the appointment the act rests on, if any."""

    officer: str
    appointment: str | None = None


@dataclass(frozen=True)
class Entry:
    """One entry as the log keeps it."""

    seq: int
    recorded_at: datetime
    actor: str
    appointment: str | None
    kind: str
    number: str | None
    signed_at: datetime | None
    content: Mapping[str, Any]
    subjects: tuple[str, ...] = ()

    @property
    def moment(self) -> datetime:
        """When the act was done: when it was signed, else when it was recorded."""
        return self.signed_at or self.recorded_at


@dataclass(frozen=True)
class Kind:
    """What the log must know of a kind of entry.

    `effects` derives the effects from the entry's content alone, so that the audit can rebuild
    the map from the words; `restatable` names the fields of the content that a correction may
    restate, and `restate` (when given) makes the whole corrected content from them.
    """

    name: str
    effects: Callable[[Mapping[str, Any]], Sequence[Effect]] = field(default=lambda _: ())
    restatable: frozenset[str] = frozenset()
    restate: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] | None = None
    # Raises where an entry as corrected (the writing, the entry, its content) would be unlawful.
    lawful: Callable[[Any, Entry, Mapping[str, Any]], None] | None = None
    # Raises where an officer (the writing, his username, the entry corrected, its corrected
    # content or None) may not correct such an entry, whatever office of `corrected_by` he holds.
    allowed: Callable[[Any, str, Entry, Mapping[str, Any] | None], None] | None = None
    # The papers that go out anew with an entry as corrected. Given the writing, who corrects, the
    # corrected content and the number of the correction; returns the content, which now names the
    # papers, and them.
    redraw: (
        Callable[[Any, Actor, Mapping[str, Any], str], tuple[Mapping[str, Any], Sequence[Document]]]
        | None
    ) = None
    # Restatable words about a private person, which a correction seals too.
    personal: frozenset[str] = frozenset()
    # The offices whose holder may correct such an entry.
    corrected_by: tuple[str, ...] = ("government",)
    # Those who may not correct it, nor withdraw its correction: whose act it approves, or whom.
    # Given the writing and the entry; names of sign-ins.
    barred: Callable[[Any, Entry], frozenset[str]] | None = None
    # An entry that only keeps the files or the people of the register has no clause to undo it by.
    correctable: bool = True


def chain_hash(row: EntryRow, subjects: Sequence[str]) -> str:
    """The hash of an entry over all that it says and the hash of the one before."""
    return digest(
        canonical(
            [
                row.seq,
                instant_text(row.recorded_at),
                row.actor,
                row.appointment,
                row.kind,
                row.number,
                None if row.signed_at is None else instant_text(row.signed_at),
                row.content_hash,
                row.effects_digest,
                sorted(subjects),
                row.previous_hash,
            ]
        )
    )


def row_at(session: Session, seq: int | None = None) -> EntryRow | None:
    """The row of the entry `seq`, by default of the log's head.

    Raises `Refused` where somebody changed it to what cannot be read: nothing is built on it.
    """
    rows = select(EntryRow).order_by(EntryRow.seq.desc()).limit(1)
    try:
        return session.scalars(rows if seq is None else rows.where(EntryRow.seq == seq)).first()
    except (ValueError, TypeError, DataError) as error:
        which = "The newest entry" if seq is None else f"Entry {seq}"
        raise unreadable(which, error) from error


def unreadable(which: str, error: Exception) -> Refused:
    """The refusal where an entry that an act rests on cannot be read."""
    return Refused(
        f"{which} of the log cannot be read, and was changed behind the register's back:"
        f" {reason(error)}. Run vetcontrol audit verify, and bring the register back from a backup."
    )


def newest(session: Session) -> EntryRow | None:
    """The entry at the log's head. Raises `Refused` as `row_at`."""
    return row_at(session)


def write(
    session: Session,
    *,
    recorded_at: datetime,
    actor: Actor,
    kind: str,
    number: str | None,
    signed_at: datetime | None,
    content: Mapping[str, Any],
    subjects: Sequence[str],
    effects: Sequence[Effect],
    strikes: int | None,
) -> EntryRow:
    """Append one entry with its subjects, effects and strike. The caller holds the write lock."""
    before = newest(session)
    subjects = tuple(dict.fromkeys(subjects))
    try:
        text = canonical(content)
    except CanonicalError as error:
        raise Malformed(f"The words or numbers given cannot be kept: {error}") from error
    row = EntryRow(
        seq=1 if before is None else before.seq + 1,
        recorded_at=recorded_at,
        actor=actor.officer,
        appointment=actor.appointment,
        kind=kind,
        number=number,
        signed_at=signed_at,
        content=text,
        content_hash=digest(text),
        effects_digest=effects_digest(effects),
        previous_hash=GENESIS if before is None else before.hash,
    )
    row.hash = chain_hash(row, subjects)
    session.add(row)
    session.flush()
    session.add_all(SubjectRow(entry_seq=row.seq, subject=s) for s in subjects)
    if strikes is not None:
        session.add(StrikeRow(entry_seq=row.seq, struck_seq=strikes))
    if effects:
        session.execute(
            insert(EffectRow),
            [
                {
                    "entry_seq": row.seq,
                    "ordinal": ordinal,
                    "feature": effect.feature,
                    "feature_kind": effect.kind.value,
                    "action": effect.action.value,
                    "shape": effect.geometry,
                    "effective_at": effect.effective_at,
                    "facts": canonical(dict(effect.facts)),
                }
                for ordinal, effect in enumerate(effects)
            ],
        )
    session.flush()
    return row


def entry_of(row: EntryRow, subjects: Sequence[str] = ()) -> Entry:
    """The entry of a row, its content read."""
    return Entry(
        row.seq,
        row.recorded_at,
        row.actor,
        row.appointment,
        row.kind,
        row.number,
        row.signed_at,
        json.loads(row.content),
        tuple(subjects),
    )


def entries_of(session: Session, subject: str) -> list[Entry]:
    """Every entry of `subject` in the order of knowledge, struck or not."""
    statement = (
        select(EntryRow)
        .join(SubjectRow, SubjectRow.entry_seq == EntryRow.seq)
        .where(SubjectRow.subject == subject)
        .order_by(EntryRow.seq)
    )
    return [entry_of(row, (subject,)) for row in session.scalars(statement)]


def all_rows(session: Session) -> Iterator[EntryRow]:
    """Every entry row in order, read in portions."""
    return iter(
        session.scalars(select(EntryRow).order_by(EntryRow.seq).execution_options(yield_per=1000))
    )


def geometry_from(value: Any) -> shapely.geometry.base.BaseGeometry:
    """The shapely geometry of a GeoJSON geometry kept in an entry's content."""
    return shapely.from_geojson(json.dumps(value))
