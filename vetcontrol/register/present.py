"""Present state held against the log: every row is what its standing entries make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from shapely.geometry.base import BaseGeometry
from sqlalchemy import Row, inspect, select
from sqlalchemy.orm import Session

from vetcontrol.register.register import Register, Writing
from vetcontrol.register.tables import EntryRow, Present, SubjectRow

Rows = dict[tuple[str, tuple[Any, ...]], dict[str, Any]]


def faults(register: Register, tables: Sequence[Present]) -> list[str]:
    """What stands in the tables and does not follow from the log, each in a sentence.

    Every subject is replayed by its own refresher in a transaction of which nothing is kept;
    nobody writes meanwhile.
    """
    with register.database.rehearsing() as session:
        # The audit asks about the log as it is, also where the clock stands behind it.
        return list(_faults(Writing(session, register, register.clock.now()), tables))


def rebuild(register: Register) -> int:
    """Make every row of present state anew from the log, in one transaction: after a step of the
    schema that brought columns, or where the audit found a row changed. Answers how many subjects
    were replayed."""
    count = 0
    with register.writing() as writing:
        subjects = writing.session.scalars(select(SubjectRow.subject).distinct()).all()
        for subject in sorted(subjects):
            refresh = register.handlers.refreshers.get(subject.partition("/")[0])
            if refresh is not None:
                refresh(writing, subject)
                count += 1
    return count


def _faults(writing: Writing, tables: Sequence[Present]) -> Iterator[str]:
    session = writing.session
    known = set(session.scalars(select(SubjectRow.subject).distinct()))
    before: Rows = {}
    for one in tables:
        rows, strangers = _rows(session, one, known)
        before |= rows
        yield from strangers
    refreshers = writing.register.handlers.refreshers
    for subject in sorted(known):
        refresh = refreshers.get(subject.partition("/")[0])
        if refresh is None:
            continue
        try:
            with session.begin_nested():
                refresh(writing, subject)
        except Exception as error:  # whatever a changed entry does to its replay is a finding
            yield f"{subject}: what stands of it cannot be made from its entries: {error}"
    after: Rows = {}
    for one in tables:
        after |= _rows(session, one, known)[0]
    for key in sorted(before.keys() | after.keys(), key=str):
        yield from _difference(key, before.get(key), after.get(key))


def _rows(session: Session, present: Present, known: set[str]) -> tuple[Rows, list[str]]:
    """The rows of a table by its primary key, and those that no entry tells of."""
    table = inspect(present.table).local_table
    keys = list(inspect(present.table).primary_key)
    rows: Rows = {}
    strangers = []
    for row in session.execute(select(table)).yield_per(1_000):
        name = (present.table.__tablename__, tuple(row._mapping[key] for key in keys))
        if present.subject(row) not in known:
            if not _of_file(session, present, row):
                strangers.append(f"{_words(name)}: no entry tells of it")
            continue
        rows[name] = {
            column: value.wkb if isinstance(value, BaseGeometry) else value
            for column, value in row._mapping.items()
            if column not in present.apart
        }
    return rows, strangers


def _of_file(session: Session, present: Present, row: Row[Any]) -> bool:
    if not present.by_file:
        return False
    kind = session.scalar(select(EntryRow.kind).where(EntryRow.seq == row.entry_seq))
    return kind == present.by_file


def _words(name: tuple[str, tuple[Any, ...]]) -> str:
    return f"{name[0]} {', '.join(map(str, name[1]))}"


def _difference(
    name: tuple[str, tuple[Any, ...]], stands: dict[str, Any] | None, follows: dict[str, Any] | None
) -> Iterator[str]:
    if stands is None:
        yield f"{_words(name)}: it follows from the log, and its row is gone"
    elif follows is None:
        yield f"{_words(name)}: it stands, and does not follow from the log"
    else:
        changed = sorted(column for column in stands if stands[column] != follows.get(column))
        if changed:
            yield f"{_words(name)}: {', '.join(changed)} is not what the log says"
