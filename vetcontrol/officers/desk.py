"""Who keeps the register of appointments, and that no one approves what he entered himself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import select

from vetcontrol.clock import as_utc, day_of
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.officers import people, tenure
from vetcontrol.officers.authority import Authority, authorise
from vetcontrol.officers.people import Officer, require_administrator
from vetcontrol.officers.roles import Role
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import EntryRow

APPOINTING = "DOA1974-3-1"
DELEGATING = "DOA1974-13-7"
DESK = (Role.GOVERNMENT, Role.CLERK)


def desk(writing: Writing, by: Officer) -> Actor:
    """`by` as one who keeps the register of appointments: clerk, Government or administrator.

    Raises `NoAuthority`.
    """
    row = tenure.held(writing, by.username, DESK, writing.now)
    if row is not None:
        return Actor(by.username, row.number)
    actor = Actor(by.username)
    try:
        require_administrator(writing.session, actor)
    except NoAuthority as error:
        raise NoAuthority(
            "Appointments are kept by a clerk or an officer for the Government with an appointment"
            " in force, or by an administrator.",
            clauses=(APPOINTING, "DOA1974-3-2a"),
        ) from error
    return actor


def government(writing: Writing, by: Officer, clause: str) -> Authority:
    """`by` as an officer for the Government now. Raises `NoAuthority`."""
    return authorise(writing, by, Role.GOVERNMENT, clause=clause, at=writing.now)


def another_person(proposed_by: str, by: Officer, what: str, clause: str) -> None:
    """Raises `Refused` where `by` is the one who entered `what`."""
    if proposed_by == by.username:
        raise Refused(
            f"{what} was entered by you. Another person approves it.",
            clauses=(clause,),
        )


def not_struck(writing: Writing, number: str) -> None:
    """Raises `Refused` where `number` was approved before and the approval was struck."""
    if writing.session.scalar(select(EntryRow.seq).where(EntryRow.number == number)) is not None:
        raise Refused(
            f"The approval of {number} was struck by a correction, and its number is used. Enter"
            " it anew under a new number."
        )


def standing_content(writing: Writing, number: str, kinds: Collection[str]) -> dict[str, Any]:
    """What the newest standing entry of `kinds` about `number` says, without its documents."""
    found: Mapping[str, Any] | None = None
    for entry in standing(writing.session, number):
        if entry.kind in kinds:
            found = entry.content
    if found is None:
        raise NotFound(f"No entry about {number} stands in the log.")
    return {key: value for key, value in found.items() if key != "documents"}


def moment(field: str, value: datetime) -> datetime:
    """`value` in UTC. Raises `Malformed` for a time without offset."""
    try:
        return as_utc(value)
    except ValueError as error:
        raise Malformed.field(field, str(error)) from error


def words(field: str, value: str, longest: int = 200) -> str:
    """`value` without outer space. Raises `Malformed` for empty, too long or unprintable text."""
    text = value.strip()
    if not text or len(text) > longest or not people.printable(text.replace("\n", " ")):
        raise Malformed.field(field, f"give it in 1 to {longest} printable characters")
    return text


def last_day(end: datetime | None) -> date | None:
    """The last day in India of what ends before `end`."""
    return None if end is None else day_of(end - timedelta(microseconds=1))
