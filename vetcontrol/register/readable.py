"""Rows of a database that somebody may have changed: one that cannot be read is told, and hides no
other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import FromClause, Row, Select, select, tuple_
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

PORTION = 500


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
            yield from session.execute(_of(table, some)).all()
        except Exception:  # whatever a changed row does to its reading: it is found one by one
            yield from (_one(session, table, one) for one in some)


def _of(table: FromClause, keys: Sequence[Row[Any]]) -> Select[Any]:
    key = list(table.primary_key)
    if len(key) == 1:
        chosen = key[0].in_([one[0] for one in keys])
    else:
        chosen = tuple_(*key).in_([tuple(one) for one in keys])
    return select(table).where(chosen).order_by(*key)


def _one(session: Session, table: FromClause, key: Row[Any]) -> Row[Any] | Unreadable:
    try:
        return session.execute(_of(table, [key])).one()
    except Exception as error:  # as above
        return Unreadable(", ".join(map(str, key)), reason(error))
