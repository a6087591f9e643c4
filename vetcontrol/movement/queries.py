"""Reading licences, checks, unloadings and returns; finding licences by tag or vehicle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from shapely.geometry import Point
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from vetcontrol.canonical import instant
from vetcontrol.documents.content import from_json
from vetcontrol.errors import NotFound
from vetcontrol.law.diseases_of_animals.removal import Way
from vetcontrol.movement.consignment import compared
from vetcontrol.movement.licence import CHECKED, GRANTED, PAPER, SUBJECT, Licence, replay
from vetcontrol.movement.present import UNLOADED
from vetcontrol.movement.tables import CheckRow, LicenceRow, LicenceTagRow, ReturnRow, UnloadingRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry, entry_of, geometry_from
from vetcontrol.register.tables import DocumentRow, EntryRow, StrikeRow

LEAST_SOUGHT = 3


def licence(session: Session, number: str, known_seq: int | None = None) -> Licence:
    """The licence of that number as its standing entries make it, by default as known now.

    Raises `NotFound`, also where it was not known yet.
    """
    entries = standing(session, number, known_seq) if number.startswith(f"{SUBJECT}/") else []
    if not entries:
        raise NotFound(f"No licence {number} is on the register.{_named_on(session, number)}")
    return replay(entries)


def _named_on(session: Session, number: str) -> str:
    """Where the number is that of a paper, the licence that the paper is of."""
    row = session.get(DocumentRow, number) if number.startswith(f"{PAPER}/") else None
    return "" if row is None else f" It is a paper of {from_json(row.content).case_number}."


def ways_licensed(session: Session, number: str, known_seq: int | None = None) -> dict[str, Way]:
    """The features that the grant reckons with, and how the journey lay to each."""
    return {
        one["feature"]: Way(one["way"])
        for entry in standing(session, number, known_seq)
        if entry.kind == GRANTED
        for one in entry.content["met"]
    }


def licences(
    session: Session,
    *,
    states: Sequence[str] = (),
    text: str = "",
    limit: int = 100,
    offset: int = 0,
) -> tuple[list[LicenceRow], int]:
    """A page of licences, the newest first, with the total; `text` as in `search`."""
    where: list[ColumnElement[bool]] = [LicenceRow.state.in_(states)] if states else []
    if text:
        where.append(_named(text))
    total = session.scalar(select(func.count()).select_from(LicenceRow).where(*where)) or 0
    rows = session.scalars(
        select(LicenceRow)
        .where(*where)
        .order_by(LicenceRow.applied_at.desc(), LicenceRow.number.desc())
        .limit(limit)
        .offset(offset)
    )
    return list(rows), total


def _named(text: str) -> ColumnElement[bool]:
    key = compared(text)
    tagged = select(LicenceTagRow.licence).where(
        LicenceTagRow.tag.startswith(key, autoescape=True)
        if len(key) >= LEAST_SOUGHT
        else LicenceTagRow.tag == key
    )
    vehicle = (
        LicenceRow.vehicle.contains(key, autoescape=True)
        if len(key) >= LEAST_SOUGHT
        else LicenceRow.vehicle == key
    )
    return (
        LicenceRow.number.icontains(text.strip(), autoescape=True)
        | LicenceRow.village_name.icontains(text.strip(), autoescape=True)
        | (vehicle & (LicenceRow.vehicle != ""))
        | LicenceRow.number.in_(tagged)
    )


def search(session: Session, text: str, *, limit: int = 20) -> list[str]:
    """The numbers of licences, the newest first, by a tag's beginning, a part of a vehicle's
    registration (three characters or more), a part of the number or of the origin's village."""
    if not text.strip():
        return []
    return [row.number for row in licences(session, text=text, limit=limit)[0]]


def checks(
    session: Session,
    *,
    licence_number: str = "",
    verdict: str = "",
    limit: int = 100,
    offset: int = 0,
) -> tuple[list[CheckRow], int]:
    """A page of checks, the newest first, with the total."""
    where: list[ColumnElement[bool]] = []
    if licence_number:
        where.append(CheckRow.licence == licence_number)
    if verdict:
        where.append(CheckRow.verdict == verdict)
    total = session.scalar(select(func.count()).select_from(CheckRow).where(*where)) or 0
    rows = session.scalars(
        select(CheckRow)
        .where(*where)
        .order_by(CheckRow.entry_seq.desc())
        .limit(limit)
        .offset(offset)
    )
    return list(rows), total


def entry_of_check(session: Session, client_id: str) -> Entry:
    """The entry of a check. Raises `NotFound`, also where a correction has struck it."""
    entry = check_ever(session, client_id)
    if entry is None:
        raise NotFound(f"No check {client_id} is on the register.")
    if "corrected_by" in entry.content:
        raise NotFound(
            f"The check {client_id} was struck by the correction {entry.content['corrected_by']}."
        )
    return entry


def check_ever(session: Session, client_id: str) -> Entry | None:
    """The entry of a check that stands; else that of one that was struck, whose content then
    names the correction as `corrected_by`."""
    row = session.get(CheckRow, client_id)
    if row is not None:
        found = licence(session, row.licence)
        return next(entry for entry in found.checks if entry.seq == row.entry_seq)
    struck = session.execute(
        select(EntryRow, StrikeRow.entry_seq)
        .join(StrikeRow, StrikeRow.struck_seq == EntryRow.seq)
        .where(EntryRow.kind == CHECKED, EntryRow.content.contains(client_id, autoescape=True))
        .order_by(StrikeRow.entry_seq.desc())
    )
    for of, by in struck:
        entry = entry_of(of)
        if entry.content["client_id"] == client_id:
            number = session.get_one(EntryRow, by).number
            return replace(
                entry,
                content={**entry.content, "corrected_by": number},
                subjects=(entry.content["licence"],),
            )
    return None


def unloadings(
    session: Session, *, consignment: str = "", limit: int = 100, offset: int = 0
) -> tuple[list[UnloadingRow], int]:
    """A page of unloadings from rail, all or those of one consignment, the newest first, with the
    total."""
    where = [UnloadingRow.consignment == compared(consignment)] if consignment else []
    total = session.scalar(select(func.count()).select_from(UnloadingRow).where(*where)) or 0
    rows = session.scalars(
        select(UnloadingRow)
        .where(*where)
        .order_by(UnloadingRow.number.desc())
        .limit(limit)
        .offset(offset)
    )
    return list(rows), total


def unloading_points(
    session: Session,
    consignment: str,
    *,
    since: datetime,
    until: datetime,
    known_seq: int | None = None,
) -> list[Point]:
    """Where a rail consignment was unloaded from `since` to `until`, as far as it stood as known
    by `known_seq` (default now); nowhere where it has no reference."""
    if not compared(consignment):
        return []
    # It is recorded when it happens or later, never before.
    query = select(EntryRow.number).where(
        EntryRow.kind == UNLOADED, EntryRow.recorded_at >= since, EntryRow.number.is_not(None)
    )
    if known_seq is not None:
        query = query.where(EntryRow.seq <= known_seq)
    found = []
    for number in session.scalars(query.order_by(EntryRow.seq)):
        for entry in standing(session, str(number), known_seq):
            content = entry.content
            point = geometry_from(content["geometry"])
            if (
                compared(content["consignment"]) == compared(consignment)
                and since <= instant(content["unloaded_at"]) <= until
                and isinstance(point, Point)
            ):
                found.append(point)
    return found


def returns(
    session: Session, *, states: Sequence[str] = (), limit: int = 100, offset: int = 0
) -> tuple[list[ReturnRow], int]:
    """A page of directions to take back, the newest first, with the total."""
    where = [ReturnRow.state.in_(states)] if states else []
    total = session.scalar(select(func.count()).select_from(ReturnRow).where(*where)) or 0
    rows = session.scalars(
        select(ReturnRow)
        .where(*where)
        .order_by(ReturnRow.number.desc())
        .limit(limit)
        .offset(offset)
    )
    return list(rows), total


def open_directions(session: Session) -> Sequence[ReturnRow]:
    """Every direction to take back that is not recorded as obeyed, by number."""
    return session.scalars(
        select(ReturnRow).where(ReturnRow.state == "required").order_by(ReturnRow.number)
    ).all()


def direction(session: Session, number: str) -> ReturnRow:
    """The direction to take back of that number. Raises `NotFound`."""
    row = session.get(ReturnRow, number)
    if row is None:
        raise NotFound(f"No direction {number} to take back is on the register.")
    return row


def content_of(session: Session, row: UnloadingRow | ReturnRow) -> dict[str, Any]:
    """The content, as corrected, of the entry that made an unloading or a direction."""
    return dict(standing(session, row.number)[0].content)
