"""The limits of an infected area: given, composed of villages, or following the declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from shapely.geometry.base import BaseGeometry

from gis import overlay, shapes
from gis.geodesic import area
from gis.outline import outline
from vetcontrol.disease.case import Case
from vetcontrol.errors import Malformed
from vetcontrol.law.diseases_of_animals import infected_areas as law
from vetcontrol.law.diseases_of_animals.extent import extent
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.places.queries import areas, require_near, territory
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Limits:
    """The limits: geometry in EPSG:4326, geodesic area in m2, villages in whole or in part.

    `modified` says that they were given and do not merely follow the declarations; `shares` is
    how much of each village they take in, 0 to 1, by feature. `composed_of` are the names of the
    villages that they were composed of, where they were.
    """

    geometry: BaseGeometry
    area_m2: float
    villages: tuple[dict[str, Any], ...]
    modified: bool
    shares: Mapping[str, float] = field(default_factory=dict)
    composed_of: tuple[str, ...] = ()


def limits(
    reading: Reading,
    case: Case,
    *,
    geometry: BaseGeometry | None,
    village_ids: Sequence[str],
    at: datetime,
    clause: str = law.DEFINED,
) -> Limits:
    """The limits for a confirmation or amendment at `at`.

    Neither geometry nor villages given: the outline of the widest radius that Government has not
    decided (of any, where none waits), or the place's own outline where no radius was declared,
    clipped to the territory. Raises `Refused` by `clause` for a point with neither or an invalid
    boundary, and (DOA1974-1-2) for limits outside the territory.
    """
    if geometry is not None and village_ids:
        raise Malformed.field("village_ids", "give the boundary or the villages, one of the two")
    land = territory(reading.known(), at)
    names: tuple[str, ...] = ()
    if geometry is not None:
        shapes.require_valid(geometry)
        require_near(reading.known(), geometry, at)
        drawn, modified = shapes.orient(geometry), True
    elif village_ids:
        chosen = areas(reading.known(), village_ids, at)
        wrong = [v.feature for v in chosen if v.kind is not FeatureKind.VILLAGE]
        if wrong:
            raise Malformed.field("village_ids", f"{', '.join(wrong)}: no village")
        drawn, modified = overlay.compose([v.geometry for v in chosen]), True
        names = tuple(sorted(str(v.facts["name"]) for v in chosen))
    else:
        drawn, modified = overlay.clip(_own(case), land.outline), False
    law.limits(_boundary(drawn), clause=clause).require()
    # An area composed of villages may reach over a shore or State line that is only approximate.
    extent(Relation(land.relation(drawn).outcome), what="The infected area").require()
    return replace(measured(reading, drawn, at, modified=modified), composed_of=names)


def measured(
    reading: Reading, drawn: BaseGeometry, at: datetime, *, modified: bool = True
) -> Limits:
    """The area and the villages of limits that stand, as they lie at `at`."""
    found, shares = _villages(reading, drawn, at)
    return Limits(drawn, area(drawn), found, modified, shares)


def _own(case: Case) -> BaseGeometry:
    place = geometry_from(case.geometry)
    radii = [d.metres for d in case.undecided or case.live if d.metres is not None]
    return outline(place, max(radii)) if radii else place


def _boundary(geometry: BaseGeometry) -> law.Boundary | None:
    if geometry.is_empty or geometry.geom_type not in ("Polygon", "MultiPolygon"):
        return None
    fault = shapes.fault(geometry)
    return law.Boundary(
        closed=True,
        valid=fault is None,
        area_m2=area(geometry),
        fault="" if fault is None else fault.reason,
    )


def _villages(
    reading: Reading, drawn: BaseGeometry, at: datetime
) -> tuple[tuple[dict[str, Any], ...], dict[str, float]]:
    found = [v for v in reading.known().meeting(drawn, at) if v.kind is FeatureKind.VILLAGE]
    shares = overlay.split_by(drawn, [v.geometry for v in found])
    lines = tuple(
        sorted(
            (
                {
                    "feature": found[share.index].feature,
                    "name": found[share.index].facts["name"],
                    "taluka": found[share.index].facts.get("taluka", ""),
                    "whole": share.whole,
                    "area_m2": share.covered_m2,
                }
                for share in shares
            ),
            key=lambda line: (line["taluka"], line["name"]),
        )
    )
    return lines, {found[share.index].feature: share.share for share in shares}
