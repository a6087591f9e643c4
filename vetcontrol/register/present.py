"""Present state held against the log: every row is what its standing entries make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from shapely.geometry.base import BaseGeometry
from sqlalchemy import Select, func, inspect, select
from sqlalchemy.orm import Session

from vetcontrol.register.readable import Unreadable, readable, reason
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


def of_files(session: Session, tables: Sequence[Present]) -> Iterator[tuple[str, int]]:
    """(table, how many) of the rows that follow from files alone, where there are any."""
    for one in tables:
        owners = _of_files(one)
        if owners is None:
            continue
        key = inspect(one.table).local_table.c["id" if one.within is None else one.within[1]]
        count = session.scalar(select(func.count()).where(key.in_(owners)))
        if count:
            yield one.table.__tablename__, count


def _of_files(present: Present) -> Select[Any] | None:
    """The keys of the places whose rows the log holds by the digest of their file alone."""
    if not present.by_file:
        return None
    owner = inspect(present.table if present.within is None else present.within[0]).local_table
    made_by = select(owner.c.id).join(EntryRow, EntryRow.seq == owner.c.entry_seq)
    return made_by.where(EntryRow.kind == present.by_file)


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
        rows, wrong = _rows(session, one, known)
        before |= rows
        yield from wrong
    refreshers = writing.register.handlers.refreshers
    for subject in sorted(known):
        refresh = refreshers.get(subject.partition("/")[0])
        if refresh is None:
            continue
        try:
            with session.begin_nested():
                refresh(writing, subject)
        except Exception as error:  # whatever a changed entry does to its replay is a finding
            yield _not_made(session, subject, error)
    after: Rows = {}
    for one in tables:
        after |= _rows(session, one, known)[0]
    for key in sorted(before.keys() | after.keys(), key=str):
        yield from _difference(key, before.get(key), after.get(key))


def _not_made(session: Session, subject: str, error: Exception) -> str:
    seqs = session.scalars(
        select(SubjectRow.entry_seq)
        .where(SubjectRow.subject == subject)
        .order_by(SubjectRow.entry_seq)
    )
    entries = ", ".join(map(str, seqs))
    return (
        f"{subject}: what stands of it cannot be made from its entries ({entries}): {reason(error)}"
    )


def _rows(session: Session, present: Present, known: set[str]) -> tuple[Rows, list[str]]:
    """The rows of a table by its key, and in sentences those that no entry tells of or that
    cannot be read. Rows within another's are named by it and by their order."""
    table = inspect(present.table).local_table
    name = present.table.__tablename__
    keys = [column.name for column in inspect(present.table).primary_key]
    apart = present.apart
    if present.within is not None:
        apart |= set(keys)
        keys = [present.within[1]]
    owners = _of_files(present)
    by_file = set() if owners is None else set(session.scalars(owners))
    order: Counter[Any] = Counter()
    rows: Rows = {}
    wrong = []
    for row in readable(session, table):
        if isinstance(row, Unreadable):
            wrong.append(f"{name} {row.key}: its row cannot be read: {row.reason}")
            continue
        key = tuple(row._mapping[key] for key in keys)
        if present.subject(row) not in known:
            if key[0] not in by_file:
                wrong.append(f"{_words((name, key))}: no entry tells of it")
            continue
        if present.within is not None:
            order[key] += 1
            key += (order[key],)
        rows[name, key] = {
            column: value.wkb if isinstance(value, BaseGeometry) else value
            for column, value in row._mapping.items()
            if column not in apart
        }
    return rows, wrong


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
