"""Premises by the thousand: counts by cells of the view's zoom, or each of them where few are."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query
from sqlalchemy import select
from starlette.responses import Response

from api.answers import JSON
from api.asked import RequiredBox
from api.deps import CurrentOfficer, RegisterDep
from api.personal import Reader, reader_of
from api.problems import declared
from api.told import premises as told
from api.told.answers import ClustersTold
from gis.clusters import cell_degrees, clusters, whole_cells, within
from gis.spatialdb import Bounds
from vetcontrol.errors import Malformed, NotSignedIn
from vetcontrol.premises.points import Points, points
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Reading

router = APIRouter(tags=["layers"], responses=declared(Malformed, NotSignedIn))
MOST_SINGLE = 400
"""So many in view are drawn one by one; more would cover each other and the map."""
DECIMALS = 5
MOST_KINDS = 40


@router.get("/layers/premises/clusters", response_model=ClustersTold)
def premises_clusters(
    *,
    officer: CurrentOfficer,
    register: RegisterDep,
    box: RequiredBox,
    zoom: Annotated[int, Query(ge=0, le=22, description="Zoom of the web map that asks")],
    kind: Annotated[
        list[str] | None, Query(max_length=MOST_KINDS, description="Only premises of these kinds")
    ] = None,
) -> Response:
    """Premises in a box: clusters `[longitude, latitude, count]`, or `places` where 400 or fewer.

    The box grows to whole cells of the zoom's grid, so that a cluster is the same from every view.
    """
    with register.reading() as reading:
        return JSON(answer(reading, reader_of(reading, officer), box, zoom, tuple(kind or ())))


def answer(
    reading: Reading, reader: Reader, box: Bounds, zoom: int, kinds: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The body of the answer; `reader` says whose names it may hold."""
    known = points(reading)
    wanted = known.of_kinds(kinds)
    body: dict[str, Any] = {"zoom": zoom, "by_village": known.by_village, "kinds": known.kinds}
    single = np.flatnonzero(wanted & within(known.lon, known.lat, box))
    if len(single) <= MOST_SINGLE:
        places = _places(reading, reader, known.ids[single].tolist())
        return body | {"total": len(places), "clusters": [], "places": places}
    return body | _clusters(known, wanted, whole_cells(box, cell_degrees(zoom)), zoom)


def _clusters(known: Points, wanted: Any, box: Bounds, zoom: int) -> dict[str, Any]:
    held = wanted & within(known.lon, known.lat, box)
    found = clusters(known.lon[held], known.lat[held], zoom)
    columns = (
        np.round(found.lon, DECIMALS).tolist(),
        np.round(found.lat, DECIMALS).tolist(),
        found.count.tolist(),
    )
    rows = list(zip(*columns, strict=True))
    return {"total": int(found.count.sum()), "clusters": rows, "places": []}


def _places(reading: Reading, reader: Reader, ids: list[int]) -> list[dict[str, Any]]:
    rows = reading.session.scalars(
        select(PremisesRow).where(PremisesRow.id.in_(ids)).order_by(PremisesRow.id)
    )
    return [told.premises(row, reader) for row in rows]
