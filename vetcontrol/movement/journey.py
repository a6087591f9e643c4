"""What a journey meets on its way, in order, and whether it may be made without a licence (14)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from gis import geodesic
from gis.routes import Route
from vetcontrol.gazette.commencement import operative
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals import removal as law
from vetcontrol.law.diseases_of_animals.removal import Item, Met, Mode, Shown, Way
from vetcontrol.movement import queries
from vetcontrol.movement.consignment import Consignment
from vetcontrol.movement.lying import End, Travel, holds, lies
from vetcontrol.places.queries import territory_name
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.doubts import LEGAL, MOST_NEAR_M, hour_in_doubt
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading

PROVISION = "14(1)"


@dataclass(frozen=True)
class Encounter:
    """One infected place or area in force that a journey meets, from and to so many metres along;
    `decision` says whether it may be met so without a licence."""

    version: Version
    name: str
    way: Way
    otherwise: tuple[Way, ...]
    from_m: float
    to_m: float
    unloaded: bool
    decision: Decision

    @property
    def feature(self) -> str:
        """The feature that is met."""
        return self.version.feature


@dataclass(frozen=True)
class Journey:
    """A journey from `origin` to `destination` along `path`, what it meets, and the decision.

    `drawn` is False where the path is only the straight line between the two.
    """

    origin: End
    destination: End
    path: Route
    drawn: bool
    since: datetime
    until: datetime
    known_seq: int
    met: tuple[Encounter, ...]
    decision: Decision

    @property
    def licensed_at(self) -> BaseGeometry:
        """Where the removal happens that a licence is for: the origin where the journey leaves
        what holds it, else where it comes out of the first that it passes through."""
        for one in self.met:
            if one.way is Way.PASSES and one.decision.outcome is not Outcome.ALLOWED:
                return self.path.at(one.to_m)
            if one.decision.outcome is not Outcome.ALLOWED:
                break
        return self.origin.geometry

    @property
    def diseases(self) -> tuple[str, ...]:
        """The diseases (codes) for which what it meets was declared, each once."""
        return tuple(dict.fromkeys(str(one.version.facts["disease"]) for one in self.met))


def journey(
    reading: Reading,
    origin: End,
    destination: End,
    *,
    items: Collection[Item],
    shown: Shown,
    mode: Mode,
    route: LineString | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    unloadings: Sequence[Point] = (),
    known_seq: int | None = None,
) -> Journey:
    """What the removal of `items` meets that is in force at any moment from `since` (default now)
    to `until` (default the same), as known by `known_seq`.

    Without a drawn `route` the straight line from origin to destination is taken, and the decision
    says so. `unloadings` are points where the load was taken off rail on the way.
    """
    begins = since or reading.now
    ends = max(until or begins, begins)
    snapshot = reading.known(known_seq=known_seq)
    path = Route(_path(origin, destination, route))
    travel = Travel(path, origin, destination)
    west, south, east, north = shapely.total_bounds(
        [path.line, origin.geometry, destination.geometry]
    ).tolist()
    bounds = (west, south, east, north)
    near = snapshot.standing_over(geodesic.bounds_within(bounds, MOST_NEAR_M), begins, ends)
    locality = territory_name(snapshot, origin.geometry, begins)
    facts: dict[str, Any] = {
        "items": items,
        "shown": shown,
        "mode": mode,
        "readings": law.readings(reading.register.prescribed, begins, locality=locality),
    }
    met = [
        one
        for version in _last_of_each(near)
        if (one := _encounter(reading, version, travel, begins, unloadings=unloadings, facts=facts))
        is not None
    ]
    met.sort(key=lambda one: (one.from_m, one.to_m, one.feature))
    decision = law.without_licence([one.decision for one in met])
    if route is None:
        text = (
            f"No route is drawn: it is taken as the straight line of"
            f" {path.length_m / 1000:,.1f} km from origin to destination."
        )
        decision = decision.also(Decision.allowed(law.REMOVAL, text))
    return Journey(
        origin,
        destination,
        path,
        route is not None,
        begins,
        ends,
        snapshot.known_seq,
        tuple(met),
        decision,
    )


def journey_of(
    reading: Reading,
    of: Consignment,
    *,
    since: datetime,
    until: datetime,
    known_seq: int | None = None,
) -> Journey:
    """As `journey`, for a consignment; a rail one with the unloadings on the register."""
    return journey(
        reading,
        of.origin,
        of.destination,
        items=of.items,
        shown=of.shown,
        mode=of.mode,
        route=of.route,
        since=since,
        until=until,
        unloadings=queries.unloading_points(reading.session, of.carried_by, until),
        known_seq=known_seq,
    )


def _path(origin: End, destination: End, route: LineString | None) -> LineString:
    drawn = [] if route is None else list(route.coords)
    points = [(origin.point.x, origin.point.y), *drawn, (destination.point.x, destination.point.y)]
    moved = [one for one, _ in itertools.groupby(points)]
    return LineString(moved if len(moved) > 1 else moved * 2)


def _last_of_each(versions: Sequence[Version]) -> list[Version]:
    """Of each legal feature the version that stands last in the time asked about."""
    last = {v.feature: v for v in sorted(versions, key=lambda v: v.begins) if v.kind in LEGAL}
    return list(last.values())


def _encounter(
    reading: Reading,
    version: Version,
    travel: Travel,
    at: datetime,
    *,
    unloadings: Sequence[Point],
    facts: dict[str, Any],
) -> Encounter | None:
    """How the journey meets a feature; None where it surely stays clear of it."""
    lie = lies(
        version,
        travel,
        by_village=_known_by_village(reading, version),
        doubtful=hour_in_doubt(version, at) is not None,
    )
    if lie is None:
        return None
    name = named(version)
    unloaded = any(holds(version, point) for point in unloadings)
    where = travel.origin.point if lie.way is Way.LEAVES else travel.path.at(lie.to_m)
    in_force = operative(
        reading, PROVISION, disease=version.facts["disease"], geometry=where, at=at
    )
    if in_force.outcome is Outcome.REFUSED:
        reason = in_force.reasons[0]
        text = f"{reason.text} Nothing is forbidden by it at {name}."
        decision = Decision.allowed(reason.clause, text)
    else:
        is_area = version.kind is FeatureKind.INFECTED_AREA
        met = Met(name, is_area, lie.way, lie.otherwise, unloaded)
        decision = law.removal(met, **facts)
    return Encounter(
        version, name, lie.way, lie.otherwise, lie.from_m, lie.to_m, unloaded, decision
    )


def _known_by_village(reading: Reading, version: Version) -> bool:
    """Whether of declared premises only the village is known: nothing is decided from its shape."""
    key = version.facts.get("premises_id")
    row = None if key is None else reading.session.get(PremisesRow, key)
    return row is not None and row.placement == "village"


_KINDS = {
    FeatureKind.INFECTED_PLACE: "infected place",
    FeatureKind.DECLARED_PLACE: "declared infected place",
    FeatureKind.INFECTED_AREA: "infected area",
}


def named(version: Version) -> str:
    """A feature as a sentence says it, with the number of the instrument that declares it."""
    facts = version.facts
    named_place = facts.get("premises_id")
    of = f" of premises {named_place}" if named_place is not None else ""
    return f"{_KINDS[version.kind]}{of} ({facts['number']})"
