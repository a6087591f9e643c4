"""What a journey meets on its way, in order, and whether it may be made without a licence (14)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from gis import geodesic
from gis.routes import Route
from vetcontrol.clock import day_of, start_of_day
from vetcontrol.gazette.commencement import changes, operative
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals import removal as law
from vetcontrol.law.diseases_of_animals.removal import Item, Met, Mode, Shown, Way
from vetcontrol.law.prescribed import Prescribed
from vetcontrol.movement import queries
from vetcontrol.movement.consignment import Consignment
from vetcontrol.movement.controlled import controlled
from vetcontrol.movement.finding import Free, shown_by
from vetcontrol.movement.lying import End, Travel, holds, lies
from vetcontrol.places.queries import territory_name
from vetcontrol.premises.queries import known_only_by_village
from vetcontrol.register.doubts import LEGAL, MOST_NEAR_M, hour_in_doubt
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading

PROVISION = "14(1)"
#: A reference of the railway comes again in another year; so long before a removal its own begins.
BEFORE = timedelta(days=30)


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

    @property
    def ways(self) -> tuple[Way, ...]:
        """Every way in which the journey may lie to it, the one that takes out most first; one
        alone where that is known."""
        return tuple(way for way in Way if way is self.way or way in self.otherwise)


@dataclass(frozen=True)
class Journey:
    """A journey from `origin` to `destination` along `path`, what it meets, and the decision
    whether it may be made without a licence.

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
    # What controls in force say to it; no licence lets through what one forbids.
    controls: tuple[Decision, ...]

    @property
    def licensed_at(self) -> BaseGeometry:
        """Where the removal happens that a licence is for: the origin where the journey leaves
        what holds it, else where it comes out of the first that it passes, or may pass, through."""
        for one in self.met:
            if one.decision.outcome is not Outcome.ALLOWED:
                takes = next((way for way in (one.way, *one.otherwise) if way.gravity), one.way)
                return self.path.at(one.to_m) if takes is Way.PASSES else self.origin.geometry
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
    free: Free | None = None,
    known_seq: int | None = None,
    species: Iterable[str] = (),
) -> Journey:
    """What the removal of `items` meets that is in force at any moment from `since` (default now)
    to `until` (default the same), as known by `known_seq`.

    Without a drawn `route` the straight line from origin to destination is taken, and the decision
    says so. `species` are those of the animals, none where nobody looked. `unloadings` are points
    where the load was taken off rail on the way. `free` says of what a finding shows the animals
    free, where `shown` rests on one.
    """
    begins = since or reading.now
    ends = max(until or begins, begins)
    snapshot = reading.known(known_seq=known_seq)
    path = Route(_path(origin, destination, route))
    travel = Travel(path, origin, destination)
    near = snapshot.standing_over(_reach(path, origin, destination), begins, ends)
    locality = territory_name(snapshot, origin.geometry, begins)
    prescribed = reading.prescribed
    asked = _Asked(
        reading,
        prescribed,
        travel,
        locality,
        tuple(unloadings),
        {"items": items, "mode": mode},
        free.shown if free else lambda _: shown,
        snapshot.known_seq,
    )
    readings = law.readings_change(prescribed, begins, ends, locality=locality)
    turns = sorted({*changes(snapshot, begins, ends), *readings})
    met = _gravest_of_each(
        one
        for version in near
        if version.kind in LEGAL
        for at in _moments(version, begins, ends, turns)
        if (one := _encounter(asked, version, at)) is not None
    )
    met.sort(key=lambda one: (one.from_m, one.to_m, one.feature))
    decision = law.without_licence([one.decision for one in met])
    if route is None:
        decision = decision.also(_straight(path))
    if free is not None and free.unproved and decision.outcome is not Outcome.ALLOWED:
        decision = decision.also(free.unproved)
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
        controlled(
            reading,
            origin=origin.geometry,
            destination=destination.geometry,
            way=path.line,
            items=items,
            species=species,
            since=begins,
            until=ends,
            known_seq=snapshot.known_seq,
        ),
    )


def journey_of(
    reading: Reading,
    of: Consignment,
    *,
    since: datetime,
    until: datetime,
    known_seq: int | None = None,
    items: Collection[Item] | None = None,
    shown: Shown | None = None,
    mode: Mode | None = None,
    species: Iterable[str] | None = None,
) -> Journey:
    """As `journey`, for a consignment; a rail one with the unloadings on the register from
    `BEFORE` its time on, since a licence may be asked for once the load stands on the platform.

    `items`, `species`, `shown` and `mode` are those found where they are not those of the
    consignment. Of a disease of which the finding does not show its animals free (any more), they
    are not shown free.
    """
    animals, free = shown or of.shown, None
    if animals is Shown.FREE:
        free = shown_by(
            reading, of.finding, own=of.own_finding, origin=of.origin, known_seq=known_seq
        )
    return journey(
        reading,
        of.origin,
        of.destination,
        items=of.items if items is None else items,
        shown=animals,
        mode=mode or of.mode,
        route=of.route,
        since=since,
        until=until,
        unloadings=queries.unloading_points(
            reading.session,
            of.carried_by,
            since=min(since, of.valid_from) - BEFORE,
            until=until,
            known_seq=known_seq,
        ),
        free=free,
        known_seq=known_seq,
        species=of.counts if species is None else species,
    )


def _reach(path: Route, origin: End, destination: End) -> tuple[float, float, float, float]:
    """The box (degrees) in which anything may lie that the journey meets."""
    west, south, east, north = shapely.total_bounds(
        [path.line, origin.geometry, destination.geometry]
    ).tolist()
    return geodesic.bounds_within((west, south, east, north), MOST_NEAR_M)


def _straight(path: Route) -> Decision:
    """That nobody drew the way, and how it is taken then."""
    return Decision.allowed(
        law.REMOVAL,
        f"No route is drawn: it is taken as the straight line of {path.length_m / 1000:,.1f} km"
        " from origin to destination.",
    )


def _path(origin: End, destination: End, route: LineString | None) -> LineString:
    drawn = [] if route is None else list(route.coords)
    points = [(origin.point.x, origin.point.y), *drawn, (destination.point.x, destination.point.y)]
    moved = [one for one, _ in itertools.groupby(points)]
    return LineString(moved if len(moved) > 1 else moved * 2)


def _gravest_of_each(found: Iterable[Encounter]) -> list[Encounter]:
    """Of each feature what counts most of all its versions and moments: the strictest decision,
    then the way that takes out most, then the last."""
    order = list(Outcome)
    gravest: dict[str, Encounter] = {}
    for one in sorted(
        found,
        key=lambda e: (order.index(e.decision.outcome), e.way.gravity, e.version.begins),
    ):
        gravest[one.feature] = one
    return list(gravest.values())


def _moments(
    version: Version, since: datetime, until: datetime, turns: Sequence[datetime]
) -> list[datetime]:
    """The moments from `since` to `until`, while the version stands, from which another answer may
    hold: the first, `turns` of commencement, and the day after one whose hour is not stated."""
    first = max(since, version.begins)
    following = start_of_day(day_of(first)) + timedelta(days=1)
    later = [*turns, following] if version.facts.get("hour_not_stated") else turns
    return [
        first,
        *(at for at in later if first < at <= until and version.covers(at)),
    ]


@dataclass(frozen=True)
class _Asked:
    """The removal that is asked about, and what is relied on."""

    reading: Reading
    prescribed: Prescribed
    travel: Travel
    locality: str
    unloadings: Sequence[Point]
    removed: Mapping[str, Any]
    # What the animals are shown to be, by the disease that is declared.
    shown: Callable[[str], Shown]
    known_seq: int


def _encounter(asked: _Asked, version: Version, at: datetime) -> Encounter | None:
    """How the journey meets a version at a moment; None where it surely stays clear of it."""
    reading, travel = asked.reading, asked.travel
    lie = lies(
        version,
        travel,
        by_village=known_by_village(reading, version, asked.known_seq),
        doubtful=hour_in_doubt(version, at) is not None,
    )
    if lie is None:
        return None
    name = named(version)
    unloaded = any(holds(version, point) for point in asked.unloadings)
    where = travel.origin.point if lie.way is Way.LEAVES else travel.path.at(lie.to_m)
    in_force = operative(
        reading,
        PROVISION,
        disease=version.facts["disease"],
        geometry=where,
        at=at,
        known_seq=asked.known_seq,
    )
    if in_force.outcome is Outcome.REFUSED:
        reason = in_force.reasons[0]
        text = f"{reason.text} Nothing is forbidden by it at the {name}."
        decision = Decision.allowed(reason.clause, text)
    else:
        is_area = version.kind is FeatureKind.INFECTED_AREA
        met = Met(name, is_area, lie.way, lie.otherwise, unloaded)
        set_ = law.readings(asked.prescribed, at, locality=asked.locality)
        shown = asked.shown(version.facts["disease"])
        decision = law.removal(met, **asked.removed, shown=shown, readings=set_)
    return Encounter(
        version, name, lie.way, lie.otherwise, lie.from_m, lie.to_m, unloaded, decision
    )


def known_by_village(reading: Reading, version: Version, known_seq: int) -> bool:
    """Whether of declared premises only the village is known: nothing is decided from its shape."""
    key = version.facts.get("premises_id")
    return key is not None and known_only_by_village(reading.session, key, known_seq)


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
