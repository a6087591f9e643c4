"""Premises by their name, or by that of a keeper, as far as the officer who asks may read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry
from sqlalchemy import select
from sqlalchemy.orm import Session

from gis.spatialdb import candidates
from vetcontrol.premises.queries import LONGEST_NUMBER
from vetcontrol.premises.tables import KeeperRow, PremisesRow
from vetcontrol.register.finding import MOST_CANDIDATES, Sought


@dataclass(frozen=True)
class FoundPremises:
    """Premises, and the name of the keeper by which they were found, if it was by one."""

    row: PremisesRow
    keeper: str = ""


def by_name(session: Session, sought: Sought, *, names: bool | BaseGeometry) -> list[FoundPremises]:
    """Premises whose name or a keeper's holds the words, by id.

    `names` says whose may be read: all, none, or those of premises that meet an area (EPSG:4326).
    A name that may not be read is not found either.
    """
    if names is False or not sought.words:
        return []
    near = [] if names is True else [candidates("premises", names.bounds)]
    named = (
        select(PremisesRow.id, PremisesRow.name)
        .where(sought.candidates(PremisesRow.name), *near)
        .order_by(PremisesRow.id)
        .limit(MOST_CANDIDATES)
    )
    found = {key: "" for key, name in session.execute(named) if sought.is_in(name)}
    kept = (
        select(PremisesRow.id, KeeperRow.name)
        .join(KeeperRow, KeeperRow.premises_id == PremisesRow.id)
        .where(KeeperRow.name.is_not(None), sought.candidates(KeeperRow.name), *near)
        .order_by(PremisesRow.id, KeeperRow.id)
        .limit(MOST_CANDIDATES)
    )
    for key, keeper in session.execute(kept):
        if sought.is_in(keeper):
            found.setdefault(key, str(keeper))
    return [
        FoundPremises(row, found[row.id])
        for row in _rows(session, sorted(found))
        if names is True or row.shape.intersects(names)
    ]


def by_number(session: Session, sought: Sought) -> PremisesRow | None:
    """The premises of the number that was typed, which anyone may know them by."""
    digits = sought.typed.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER):
        return None
    return session.get(PremisesRow, int(digits))


def _rows(session: Session, ids: Sequence[int]) -> list[PremisesRow]:
    rows: list[PremisesRow] = []
    for start in range(0, len(ids), 500):
        portion = ids[start : start + 500]
        rows += session.scalars(
            select(PremisesRow).where(PremisesRow.id.in_(portion)).order_by(PremisesRow.id)
        )
    return rows
