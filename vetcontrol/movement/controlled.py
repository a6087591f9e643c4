"""What controls in force (sections 6(1), 5(1)(b)) say to a journey, besides section 14."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import product

from shapely.geometry.base import BaseGeometry

from vetcontrol.controls.queries import on_movement
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals.controls import Matter, Moved, Movement
from vetcontrol.law.diseases_of_animals.removal import Item
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.places.queries import territory, territory_name
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

TRANSPORT = "DOA1974-2-j"
# Whether an end lies inside, as far as that is known.
_SIDES = {
    Relation.INSIDE: (True,),
    Relation.WITHIN_ACCURACY: (True, False),
    Relation.OUTSIDE: (False,),
}
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
    boundary import or export; between two detached parcels it is all three (DOA1974-2-k). Where an
    end lies nearer to the boundary than that is known, what follows from one side alone needs a
    decision. Raises `Refused` where no outline of the territory is known.
    """
    snapshot = reading.known(known_seq=known_seq)
    kept = snapshot.by_kind.get(FeatureKind.CONTROL, ())
    if not kept:
        return ()
    matters, classes = frozenset(_MATTERS[item] for item in items), frozenset(species)
    moments = sorted({since, *(v.begins for v in kept if since < v.begins <= until)})
    readings = [
        {
            told
            for at in moments
            for told in on_movement(
                reading,
                origin=origin,
                destination=destination,
                way=way,
                asked=Moved(across, matters, classes),
                at=at,
                known_seq=known_seq,
            )
        }
        for across in _across(snapshot, origin, destination, since)
    ]
    found = dict.fromkeys(told for reading_ in readings for told in _in_order(reading_))
    return tuple(
        told if all(told in one for one in readings) else _on_one_side(told) for told in found
    )


def _in_order(found: Iterable[Decision]) -> list[Decision]:
    return sorted(found, key=lambda told: told.reasons[0].text)


def _on_one_side(told: Decision) -> Decision:
    """What a control says only if an end lies on one side of the boundary."""
    if told.outcome is Outcome.ALLOWED:
        return told
    doubt = Decision.needs_decision(
        TRANSPORT,
        "An end lies nearer to the boundary of the territory than that is known: whether this is"
        " import, export or transport is not certain.",
        "Find out on which side it lies, then decide with a reason.",
    )
    return Decision(Outcome.NEEDS_DECISION, (*told.reasons, *doubt.reasons))


def _across(
    snapshot: Snapshot, origin: BaseGeometry, destination: BaseGeometry, at: datetime
) -> list[frozenset[Movement]]:
    """How the movement goes across the boundary, in every way that the boundary leaves open."""
    land = territory(snapshot, at)
    sides = [_SIDES[Relation(land.relation(one).outcome)] for one in (origin, destination)]
    names = {territory_name(snapshot, one, at) for one in (origin, destination)}
    return list(
        dict.fromkeys(_moved(*inside, detached=len(names) > 1) for inside in product(*sides))
    )


def _moved(begins: bool, ends: bool, *, detached: bool) -> frozenset[Movement]:
    """What a movement is that `begins` and `ends` inside the territory or not."""
    if begins and ends and not detached:
        return frozenset({Movement.TRANSPORT})
    ways = {Movement.IMPORT} if ends or not begins else set()
    ways |= {Movement.EXPORT} if begins or not ends else set()
    return frozenset(ways | ({Movement.TRANSPORT} if begins and ends else set()))
