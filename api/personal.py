"""Who may read personal text: officers whose appointment in force covers the place.

An appointment without an area (a Veterinary Surgeon's, the Government's) covers the territory.
"""

from __future__ import annotations

from dataclasses import dataclass

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.officers import tenure
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Reader:
    """What an officer may read: everywhere, or within `area` (EPSG:4326); None is nowhere."""

    everywhere: bool
    area: BaseGeometry | None

    def may_read(self, geometry: BaseGeometry | None) -> bool:
        """Whether personal text about the place `geometry` may be shown."""
        if self.everywhere:
            return True
        return geometry is not None and self.area is not None and self.area.intersects(geometry)


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
