"""Where a place lies: in the territory, in which village, taluka and district."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import shapely
from shapely.geometry.base import BaseGeometry

from gis import geodesic, overlay
from gis.crs import Bounds, looks_swapped, require_in_bounds
from vetcontrol.errors import NotFound, Refused
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot


@dataclass(frozen=True)
class Territory:
    """The territory at a moment: its outline (EPSG:4326) and how far it may be off, in metres."""

    outline: BaseGeometry
    accuracy_m: float

    def relation(self, geometry: BaseGeometry) -> overlay.Containment:
        """How `geometry` lies to the outline, and by how many metres it goes beyond it."""
        return overlay.contains_with_accuracy(self.outline, geometry, self.accuracy_m)


def territory(snapshot: Snapshot, at: datetime) -> Territory:
    """The territory in force at `at`, all its parcels as one (section 2(k)).

    Raises `Refused` where no outline is known: then nothing can be said to lie in it.
    """
    parcels = list(snapshot.of_kind(FeatureKind.TERRITORY, at))
    if not parcels:
        raise Refused(
            "No outline of the territory is in force, so no place can be shown to lie in it."
            " Import one: vetcontrol import areas FILE --level territory.",
            clauses=("DOA1974-1-2",),
        )
    return Territory(
        shapely.union_all([p.geometry for p in parcels]),
        max(float(p.facts["accuracy_m"]) for p in parcels),
    )


# A place of a neighbour State near the line may be meant; farther off it is a wrong coordinate.
MARGIN_DEGREES = 0.5


def require_near(snapshot: Snapshot, geometry: BaseGeometry, at: datetime) -> None:
    """Raise unless every corner of `geometry` (EPSG:4326) lies in or near the territory.

    Raises `gis.errors.SwappedCoordinatesError` with the offer to swap where latitude stands
    first, `NullIslandError` for 0 in the place of a position, else `OutOfBoundsError`.
    """
    boxes = near_boxes(snapshot, at)
    west, south, east, north = geometry.bounds
    for box in boxes:
        if box[0] <= west and box[1] <= south and east <= box[2] and north <= box[3]:
            return

    def wide(box: Bounds) -> float:
        # Turned round it may lie by one parcel of the territory and not by another.
        turned = looks_swapped(west, south, box)
        return -1.0 if turned else shapely.distance(shapely.box(*box), geometry)

    require_in_bounds(geometry, min(boxes, key=wide))


def near_boxes(snapshot: Snapshot, at: datetime) -> list[Bounds]:
    """Boxes (degrees) around the parts of the territory with a margin; those that meet are one.

    One box around all would take in what lies between Goa and Daman: the coast of Maharashtra.
    """
    bounds = shapely.bounds(shapely.get_parts(territory(snapshot, at).outline))
    margin = MARGIN_DEGREES
    boxes = shapely.box(
        bounds[:, 0] - margin, bounds[:, 1] - margin, bounds[:, 2] + margin, bounds[:, 3] + margin
    )
    return [part.bounds for part in shapely.get_parts(shapely.union_all(boxes))]


@dataclass(frozen=True)
class Whereabouts:
    """The names of the village, taluka and district that hold a place; empty where unknown."""

    village: str = ""
    taluka: str = ""
    district: str = ""
    village_feature: str = ""


def whereabouts(snapshot: Snapshot, geometry: BaseGeometry, at: datetime) -> Whereabouts:
    """The areas that hold the greatest share of `geometry` at `at`."""
    found = snapshot.meeting(geometry, at)

    def of(kind: FeatureKind) -> Version | None:
        return max(
            (v for v in found if v.kind is kind),
            key=lambda v: geodesic.area(shapely.intersection(v.geometry, geometry)),
            default=None,
        )

    village, taluka, district = (
        of(FeatureKind.VILLAGE),
        of(FeatureKind.TALUKA),
        of(FeatureKind.DISTRICT),
    )
    return Whereabouts(
        village.facts["name"] if village else "",
        taluka.facts["name"] if taluka else str(village.facts.get("taluka", "")) if village else "",
        district.facts["name"]
        if district
        else str(village.facts.get("district", ""))
        if village
        else "",
        village.feature if village else "",
    )


def areas(snapshot: Snapshot, features: Iterable[str], at: datetime) -> list[Version]:
    """The versions of the areas named by feature id in force at `at`, in that order.

    Raises `NotFound` naming the first that is not.
    """
    result = []
    for feature in features:
        version = snapshot.feature(feature, at)
        if version is None:
            raise NotFound(f"No area {feature} is in force; look it up among the layers.")
        result.append(version)
    return result


def territory_name(snapshot: Snapshot, geometry: BaseGeometry, at: datetime) -> str:
    """The parcel of the territory that holds the greatest share of `geometry`, by name."""
    parcels = [v for v in snapshot.meeting(geometry, at) if v.kind is FeatureKind.TERRITORY]
    if not parcels:
        parcels = list(snapshot.of_kind(FeatureKind.TERRITORY, at))
    nearest = min(
        parcels,
        key=lambda v: (
            -geodesic.area(shapely.intersection(v.geometry, geometry)),
            geodesic.length(shapely.shortest_line(v.geometry, geometry)),
        ),
        default=None,
    )
    return "" if nearest is None else str(nearest.facts["name"])
