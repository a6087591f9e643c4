"""What limits would take in and leave out, told before anybody decides; nothing is kept.

The figures come from the functions that the decision, the amendment and the publication use.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis import overlay
from gis.spatialdb import shapes_of
from vetcontrol.canonical import instant
from vetcontrol.disease import queries
from vetcontrol.disease.changes import amended
from vetcontrol.disease.decision import waiting
from vetcontrol.disease.limits import Limits, measured
from vetcontrol.disease.publication import Fate, Foreseen, confirmed, fates, foresee
from vetcontrol.gazette import notifications
from vetcontrol.gazette.notifications import INFECTED_AREA, RESCISSION
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.premises.queries import in_box
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading

_NEAR_DEGREES = 1e-7
"""A centimetre: what is farther from the limits than this needs no exact judgement."""


@dataclass(frozen=True)
class Inside:
    """Registered premises that the limits take in, wholly or in part.

    `by_village` are those known only by a village that the limits meet: where in it they lie is
    not known. `animals` are heads by species on the premises counted.
    """

    premises: int
    by_village: int
    animals: Mapping[str, int]


@dataclass(frozen=True)
class LimitsPreview:
    """Limits with what they take in, and what becomes of the declared places on publication
    (DOA1974-13-4a)."""

    limits: Limits
    inside: Inside
    fates: Sequence[Fate]

    @property
    def left_out(self) -> list[Fate]:
        """The declared places that would cease."""
        return [fate for fate in self.fates if fate.ceases]


def of_decision(
    reading: Reading,
    number: str,
    *,
    geometry: BaseGeometry | None = None,
    village_ids: Sequence[str] = (),
) -> LimitsPreview:
    """What a confirmation of the case `number` with these limits would do.

    Neither geometry (EPSG:4326) nor villages: the limits follow the declarations. Raises as
    `foresee` (DOA1974-13-2), and `Refused` where no declaration waits.
    """
    case = queries.case(reading.session, number)
    named = waiting(case)
    return _told(
        reading,
        foresee(reading, case, named, geometry=geometry, village_ids=village_ids, at=reading.now),
    )


def of_amendment(
    reading: Reading,
    number: str,
    *,
    geometry: BaseGeometry | None = None,
    village_ids: Sequence[str] = (),
) -> LimitsPreview:
    """What an amendment of the notification `number` to these limits would do (DOA1974-13-3).

    Raises `Malformed` without limits, and as `foresee`.
    """
    row = notifications.get(reading.session, number)
    case = queries.case(reading.session, row.case_number)
    return _told(reading, amended(reading, row, case, geometry=geometry, village_ids=village_ids))


def of_draft(reading: Reading, row: NotificationRow) -> LimitsPreview:
    """What the publication of the notification of `row` would do, or a rescission would end."""
    content = notifications.content_of(row)
    named = confirmed(queries.case(reading.session, row.case_number), content["declarations"])
    # The villages are those that its paper names, of the day of its limits.
    drawn_at = instant(content["follows" if row.kind == INFECTED_AREA else "at"])
    drawn = measured(reading, geometry_from(content["geometry"]), drawn_at)
    area = None if row.kind == RESCISSION else drawn.geometry
    becoming = fates(reading, named, area, reading.now)
    return LimitsPreview(drawn, inside(reading, drawn.geometry), becoming)


def _told(reading: Reading, foreseen: Foreseen) -> LimitsPreview:
    drawn = foreseen.limits
    return LimitsPreview(drawn, inside(reading, drawn.geometry), foreseen.fates)


def inside(reading: Reading, area: BaseGeometry) -> Inside:
    """The registered premises within `area` (EPSG:4326); any part in counts as in.

    The database finds candidates by box; what lies near the boundary is judged by `gis.overlay`.
    """
    rows = reading.session.connection().execute(in_box(area.bounds)).all()
    if not rows:
        return Inside(0, 0, {})
    shapes = shapes_of([row.wkb for row in rows])
    shapely.prepare(area)
    taken = shapely.contains_properly(area, shapes)
    near = np.flatnonzero(~taken & shapely.dwithin(area, shapes, _NEAR_DEGREES))
    taken[near] = [overlay.covers(area, shapes[i]) != "none" for i in near]
    animals: Counter[str] = Counter()
    premises = by_village = 0
    for row in compress(rows, taken.tolist()):
        if row.placement == "village":
            by_village += 1
            continue
        premises += 1
        for species, heads in json.loads(row.animals).items():
            animals[species] += heads
    return Inside(premises, by_village, dict(animals))
