"""Finding premises: by id, in a box, near an infected place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely
from sqlalchemy import ColumnElement, Row, Select, func, select
from sqlalchemy.orm import Session

from gis.geodesic import bounds_within
from gis.radius import MAX_WITHIN_M
from gis.spatialdb import Bounds, candidates, stored_wkb
from vetcontrol.errors import NotFound
from vetcontrol.premises.tables import KeeperRow, PremisesRow

#: id, WKB, accuracy in metres, animals, name, village, placement, keeps animals.
Candidate = tuple[int, bytes, float | None, str, str, str, str, bool]
#: A satellite receiver is off by metres, a place pointed at on a map by a few hundred; whoever
#: states more knows the place hardly at all.
ROUGH_M = 500.0


def get(session: Session, premises_id: int) -> PremisesRow:
    """The premises of that id. Raises `NotFound`."""
    row = session.get(PremisesRow, premises_id)
    if row is None:
        raise NotFound(f"No premises {premises_id} are on the register.")
    return row


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
    session: Session, *, limit: int, offset: int, bounds: Bounds | None = None, text: str = ""
) -> tuple[list[PremisesRow], int]:
    """A page of premises by id with the total; `text` is looked for in name and village."""
    where: list[ColumnElement[bool]] = []
    if bounds is not None:
        where.append(candidates("premises", bounds))
    if text:
        escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        where.append(
            PremisesRow.name.ilike(f"%{escaped}%", escape="\\")
            | PremisesRow.village_name.ilike(f"%{escaped}%", escape="\\")
        )
    total = session.scalar(select(func.count()).select_from(PremisesRow).where(*where)) or 0
    rows = session.scalars(
        select(PremisesRow).where(*where).order_by(PremisesRow.id).limit(limit).offset(offset)
    )
    return list(rows), total


def nearest(session: Session, lon: float, lat: float, within_degrees: float) -> list[PremisesRow]:
    """Premises whose box meets a small square around a point, for picking on the map."""
    box = (lon - within_degrees, lat - within_degrees, lon + within_degrees, lat + within_degrees)
    rows = session.scalars(select(PremisesRow).where(candidates("premises", box)))
    point = shapely.Point(lon, lat)
    return sorted(rows, key=lambda row: row.shape.distance(point))


def largest_accuracy(session: Session) -> float:
    """The greatest `accuracy_m` stated of any premises, in metres; 0 where none is."""
    return session.connection().scalar(select(func.max(PremisesRow.accuracy_m))) or 0.0
