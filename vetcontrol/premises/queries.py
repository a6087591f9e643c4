"""Finding premises: by id, in a box, near an infected place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import ColumnElement, Row, Select, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from gis.geodesic import bounds_within
from gis.radius import MAX_WITHIN_M, measure
from gis.spatialdb import Bounds, candidates, stored_wkb
from vetcontrol.errors import NotFound
from vetcontrol.premises.service import SUBJECT
from vetcontrol.premises.tables import KeeperRow, PremisesRow
from vetcontrol.register.corrections import standing

#: id, WKB, accuracy in metres, animals, name, village, placement, keeps animals.
Candidate = tuple[int, bytes, float | None, str, str, str, str, bool]
#: A satellite receiver is off by metres, a place pointed at on a map by a few hundred; whoever
#: states more knows the place hardly at all.
ROUGH_M = 500.0
#: Digits of the longest number that both engines keep.
LONGEST_NUMBER = 18


def get(session: Session, premises_id: int) -> PremisesRow:
    """The premises of that id. Raises `NotFound`."""
    # A number beyond what the databases can keep is nobody's.
    row = session.get(PremisesRow, premises_id) if 0 < premises_id < 2**63 else None
    if row is None:
        raise NotFound(f"No premises {premises_id} are on the register.")
    return row


def known_only_by_village(session: Session, premises_id: int, known_seq: int) -> bool:
    """Whether no more than the village of the premises was known by the entry `known_seq`.

    Those that came in with a file have a place of their own until an entry says otherwise.
    """
    entries = standing(session, f"{SUBJECT}/{premises_id}", known_seq)
    return bool(entries) and entries[-1].content["placement"] == "village"


def keepers(session: Session, premises_ids: Sequence[int]) -> dict[int, list[KeeperRow]]:
    """Owners, occupiers and persons in charge by premises."""
    found: dict[int, list[KeeperRow]] = {}
    for start in range(0, len(premises_ids), 500):
        portion = premises_ids[start : start + 500]
        for row in session.scalars(
            select(KeeperRow).where(KeeperRow.premises_id.in_(portion)).order_by(KeeperRow.id)
        ):
            found.setdefault(row.premises_id, []).append(row)
    return found


def candidates_of(
    session: Session, bounds: Bounds, metres: float
) -> Iterator[tuple[Sequence[Row[*Candidate]], float]]:
    """Portions of candidates for a radius of `metres` around `bounds` (degrees), each with the
    reach in metres up to which its distances matter: the radius and the accuracy of any in it.

    Those whose stated accuracy is rougher than `ROUGH_M` come apart, so that a single one of
    them does not draw half the State into every question.
    """
    connection = session.connection()
    roughest = largest_accuracy(session)
    reach = metres + min(roughest, ROUGH_M)
    rows = connection.execute(in_box(bounds_within(bounds, reach))).all()
    if roughest <= ROUGH_M:
        yield rows, reach
        return
    yield [row for row in rows if (row.accuracy_m or 0.0) <= ROUGH_M], reach
    reach = min(metres + roughest, MAX_WITHIN_M)
    wide = in_box(bounds_within(bounds, reach)).where(PremisesRow.accuracy_m > ROUGH_M)
    yield connection.execute(wide).all(), reach


def in_box(bounds: Bounds) -> Select[*Candidate]:
    """Candidates whose box meets `bounds` (degrees): the columns that a radius needs."""
    return select(
        PremisesRow.id,
        stored_wkb(PremisesRow.shape).label("wkb"),
        PremisesRow.accuracy_m,
        PremisesRow.animals,
        PremisesRow.name,
        PremisesRow.village_name,
        PremisesRow.placement,
        PremisesRow.keeps_animals,
    ).where(candidates("premises", bounds))


def listing(
    session: Session,
    *,
    limit: int,
    offset: int,
    bounds: Bounds | None = None,
    text: str = "",
    names: bool | BaseGeometry = False,
) -> tuple[list[PremisesRow], int]:
    """A page of premises by id with the total, those whose box meets `bounds` (degrees).

    `text` is looked for in villages, as a number, and in names as far as `names` lets: in all, in
    none, or in those of premises that meet an area (EPSG:4326). A name that may not be read is not
    found either.
    """
    where: list[ColumnElement[bool]] = []
    if bounds is not None:
        where.append(candidates("premises", bounds))
    if text and isinstance(names, BaseGeometry):
        return _found_in(session, _with_words(session, text, names, where), limit, offset)
    if text:
        where.append(_named(text) | _of(text) if names else _of(text))
    total = session.scalar(select(func.count()).select_from(PremisesRow).where(*where)) or 0
    rows = session.scalars(
        select(PremisesRow).where(*where).order_by(PremisesRow.id).limit(limit).offset(offset)
    )
    return list(rows), total


def _contains(column: InstrumentedAttribute[str], text: str) -> ColumnElement[bool]:
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return column.ilike(f"%{escaped}%", escape="\\")


def _named(text: str) -> ColumnElement[bool]:
    return _contains(PremisesRow.name, text)


def _of(text: str) -> ColumnElement[bool]:
    """Premises of a village, or of a number, that anyone may know them by."""
    number = text.strip()
    if number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER:
        return _contains(PremisesRow.village_name, text) | (PremisesRow.id == int(number))
    return _contains(PremisesRow.village_name, text)


def _with_words(
    session: Session, text: str, area: BaseGeometry, where: Sequence[ColumnElement[bool]]
) -> list[int]:
    """The ids, in order, of those known by `text` or named so within `area`.

    The database finds those in the area's box; whether they meet it is decided here.
    """
    ids = set(session.scalars(select(PremisesRow.id).where(*where, _of(text))))
    rows = (
        session.connection()
        .execute(
            select(PremisesRow.id, stored_wkb(PremisesRow.shape).label("wkb")).where(
                *where, _named(text), candidates("premises", area.bounds)
            )
        )
        .all()
    )
    if rows:
        met = shapely.intersects(area, shapely.from_wkb([bytes(row.wkb) for row in rows]))
        ids.update(row.id for row, meets in zip(rows, met, strict=True) if meets)
    return sorted(ids)


def _found_in(
    session: Session, ids: Sequence[int], limit: int, offset: int
) -> tuple[list[PremisesRow], int]:
    shown, rows = ids[offset : offset + limit], list[PremisesRow]()
    for start in range(0, len(shown), 500):
        portion = shown[start : start + 500]
        rows += session.scalars(
            select(PremisesRow).where(PremisesRow.id.in_(portion)).order_by(PremisesRow.id)
        )
    return rows, len(ids)


def nearest(session: Session, lon: float, lat: float, within_degrees: float) -> list[PremisesRow]:
    """Premises whose box meets a small square around a point, the nearest first, for picking on
    the map."""
    box = (lon - within_degrees, lat - within_degrees, lon + within_degrees, lat + within_degrees)
    rows = session.scalars(select(PremisesRow).where(candidates("premises", box))).all()
    shapes = [row.shape for row in rows]
    metres = measure(shapely.Point(lon, lat), shapes, MAX_WITHIN_M).distance_m
    return [rows[i] for i in np.argsort(metres, kind="stable")]


def largest_accuracy(session: Session) -> float:
    """The greatest `accuracy_m` stated of any premises, in metres; 0 where none is."""
    return session.connection().scalar(select(func.max(PremisesRow.accuracy_m))) or 0.0
