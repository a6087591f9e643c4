"""Who may read personal text: officers whose appointment in force covers the place.

An appointment without an area (a Veterinary Surgeon's, the Government's) covers the territory.
"""

from __future__ import annotations

from dataclasses import dataclass

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.officers import tenure
from vetcontrol.officers.people import Officer
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Reader:
    """What an officer may read: everywhere, or within `area` (EPSG:4326); None is nowhere."""

    everywhere: bool
    area: BaseGeometry | None

    @property
    def names(self) -> bool | BaseGeometry:
        """Whose names may be searched: all, none, or those of premises that meet an area."""
        return self.everywhere or (False if self.area is None else self.area)

    def may_read(self, geometry: BaseGeometry | None) -> bool:
        """Whether personal text about the place `geometry` may be shown."""
        if self.everywhere:
            return True
        return geometry is not None and self.area is not None and self.area.intersects(geometry)

    def name_of(self, row: PremisesRow) -> str:
        """What premises are called: by their name where it may be read, else by their number."""
        return row.name if self.may_read(row.shape) else f"Premises {row.id}"

    def named(self, row: PremisesRow) -> str:
        """The same with the number beside the name, for a sentence."""
        return f"{row.name} (premises {row.id})" if self.may_read(row.shape) else self.name_of(row)


def reader_of(reading: Reading, officer: Officer | None) -> Reader:
    """What `officer` may read now; an unsigned caller nothing."""
    if officer is None:
        return Reader(everywhere=False, area=None)
    known, areas, everywhere = reading.known(), [], False
    for row in tenure.appointments_of(reading.session, officer.username):
        if tenure.why_not(reading.session, row, reading.now):
            continue
        area = tenure.area_of(known, row, reading.now)
        if area is not None:
            areas.append(area.geometry)
        everywhere = everywhere or not row.has_area
    whole = shapely.union_all(areas) if areas else None
    if whole is not None:
        shapely.prepare(whole)
    return Reader(everywhere, whole)
