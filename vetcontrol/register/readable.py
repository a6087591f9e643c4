"""Rows of a database that somebody may have changed: one that cannot be read is told, and hides no
other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import FromClause, Integer, LargeBinary, Row, Select, String, select, tuple_
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

PORTION = 500
# What a column holds in Python; of the rest the type itself refuses what it cannot hold. SQLite
# alone lets other things stand in these.
_HOLDS = ((String, str), (Integer, int), (LargeBinary, bytes))
_NAMES = {str: "text", int: "whole number", bytes: "file"}


@dataclass(frozen=True)
class Unreadable:
    """A row in whose columns stands what they cannot hold: its key, and why."""

    key: str
    reason: str


def reason(error: Exception) -> str:
    """Why, in one line and without the statement that failed."""
    if isinstance(error, IntegrityError):
        return "a row that it rests on is gone"
    if isinstance(error, SQLAlchemyError):
        return "the database does not take what follows from it"
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__} {first[:200]}".strip()


def readable(
    session: Session, table: FromClause, portion: int = PORTION
) -> Iterator[Row[Any] | Unreadable]:
    """Every row of `table` in the order of its primary key, or that it cannot be read."""
    key = list(table.primary_key)
    keys = session.execute(select(*key).order_by(*key)).all()
    for start in range(0, len(keys), portion):
        some = keys[start : start + portion]
        try:
            found = session.execute(_of(table, some)).all()
        except Exception:  # whatever a changed row does to its reading: it is found one by one
            yield from (_one(session, table, one) for one in some)
        else:
            yield from (_held(table, row) for row in found)


def _of(table: FromClause, keys: Sequence[Row[Any]]) -> Select[Any]:
    key = list(table.primary_key)
    if len(key) == 1:
        chosen = key[0].in_([one[0] for one in keys])
    else:
        chosen = tuple_(*key).in_([tuple(one) for one in keys])
    return select(table).where(chosen).order_by(*key)


def _one(session: Session, table: FromClause, key: Row[Any]) -> Row[Any] | Unreadable:
    try:
        return _held(table, session.execute(_of(table, [key])).one())
    except Exception as error:  # as above
        return Unreadable(_words(key), reason(error))


def _held(table: FromClause, row: Row[Any]) -> Row[Any] | Unreadable:
    """The row, if each of its columns holds what such a column can."""
    for column, value in zip(table.columns, row, strict=True):
        kept = next((kept for kind, kept in _HOLDS if isinstance(column.type, kind)), object)
        if value is not None and not isinstance(value, kept):
            key = _words([row._mapping[one.name] for one in table.primary_key])
            return Unreadable(key, f"{column.name} is no {_NAMES[kept]}")
    return row


def _words(key: Sequence[Any]) -> str:
    return ", ".join(map(str, key))
