"""What controls in force (sections 6(1), 5(1)(b)) say to a journey, besides section 14."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.controls.queries import on_movement
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.controls import Matter, Moved, Movement
from vetcontrol.law.diseases_of_animals.removal import Item
from vetcontrol.places.queries import territory_name
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

_MATTERS = {
    Item.ANIMAL: Matter.ANIMAL,
    Item.CARCASS: Matter.CARCASS,
    Item.PART: Matter.PART,
    Item.FEED: Matter.FODDER,
    Item.BEDDING: Matter.BEDDING,
    Item.THING: Matter.THING,
}


def controlled(
    reading: Reading,
    *,
    origin: BaseGeometry,
    destination: BaseGeometry,
    way: BaseGeometry,
    items: Collection[Item],
    species: Iterable[str],
    since: datetime,
    until: datetime,
    known_seq: int,
) -> tuple[Decision, ...]:
    """What every control in force at any moment from `since` to `until` says, each answer once.

    Geometries are in EPSG:4326. What is moved inside the territory is transport, across its
    boundary import or export; between two detached parcels it is all three (DOA1974-2-k).
    """
    snapshot = reading.known(known_seq=known_seq)
    across = _across(snapshot, origin, destination, since)
    asked = Moved(
        across, frozenset(_MATTERS[item] for item in items), frozenset(species), frozenset()
    )
    found: dict[Decision, None] = {}
    for at in _moments(snapshot, since, until):
        told = on_movement(
            reading,
            origin=origin,
            destination=destination,
            way=way,
            across=across,
            asked=asked,
            at=at,
            known_seq=known_seq,
        )
        found |= dict.fromkeys(told)
    return tuple(found)


def _moments(snapshot: Snapshot, since: datetime, until: datetime) -> list[datetime]:
    kept = snapshot.by_kind.get(FeatureKind.CONTROL, ())
    return sorted({since, *(v.begins for v in kept if since < v.begins <= until)})


def _across(
    snapshot: Snapshot, origin: BaseGeometry, destination: BaseGeometry, at: datetime
) -> frozenset[Movement]:
    parcels = list(snapshot.of_kind(FeatureKind.TERRITORY, at))
    land = shapely.union_all([parcel.geometry for parcel in parcels])
    comes_in, goes_out = (not shapely.intersects(land, one) for one in (origin, destination))
    if comes_in and goes_out:
        return frozenset({Movement.IMPORT, Movement.EXPORT})
    if comes_in:
        return frozenset({Movement.IMPORT})
    if goes_out:
        return frozenset({Movement.EXPORT})
    names = {territory_name(snapshot, one, at) for one in (origin, destination)}
    if len(names) > 1:
        return frozenset({Movement.IMPORT, Movement.EXPORT, Movement.TRANSPORT})
    return frozenset({Movement.TRANSPORT})
