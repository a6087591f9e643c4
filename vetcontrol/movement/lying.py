"""How a journey lies to an infected place or area: as measured, and how else it may lie.

A line or position that is not known well enough to tell leaves more than one answer open; the law
decides on all of them (`removal.Met.otherwise`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from gis import overlay
from gis.radius import measure
from gis.routes import Route, Stretch
from vetcontrol.law.diseases_of_animals.removal import Way
from vetcontrol.register.doubts import MOST_NEAR_M, placed_to
from vetcontrol.register.effects import FeatureKind, Version

# A position typed to five decimals or taken with a good receiver is off by about as much.
ROUNDING_M = 1.0
_DEPTHS = 9


@dataclass(frozen=True)
class End:
    """Where a journey begins or ends: `geometry` in EPSG:4326, known to `accuracy_m`.

    `by_village`: premises of which only the village is known, so that its shape stands here.
    """

    geometry: BaseGeometry
    accuracy_m: float | None = None
    premises_id: int | None = None
    by_village: bool = False

    @property
    def point(self) -> Point:
        """A point of it, where one is needed to draw from."""
        return self.geometry.representative_point()


@dataclass(frozen=True)
class Travel:
    """A path from an origin to a destination."""

    path: Route
    origin: End
    destination: End


@dataclass(frozen=True)
class Lies:
    """How the path lies to a feature: as measured, how else it may lie, and along which metres."""

    way: Way
    otherwise: tuple[Way, ...]
    from_m: float
    to_m: float


def lies(version: Version, travel: Travel, *, by_village: bool, doubtful: bool) -> Lies | None:
    """How the journey lies to a feature; None where it surely stays clear of it.

    `by_village`: only the village of the declared premises is known, so that nothing is decided
    from its shape. `doubtful`: whether the feature is in force is not known either.
    """
    path, reach = travel.path, reach_of(version)
    ends = (travel.origin, travel.destination)
    starts, finishes = (held(version, one, by_village=by_village) for one in ends)
    doubts = [_doubt_m(version, one, reach) for one in ends]
    stretches = [] if by_village else path.inside(version.geometry)
    out = _goes_out(version, path, reach)
    ways = []
    for start in starts:
        for end in finishes:
            between = _between(version, path, stretches, (start, end), doubts)
            touches = _touches(
                version,
                path,
                between,
                reach,
                sure=len(between) == len(stretches) and not by_village,
            )
            ways += [
                _way(start, end, goes, touch, comes_out=comes_out)
                for goes in out
                for touch in touches
                for comes_out in _comes_out(version, path, between, reach)
            ]
    if doubtful:
        ways.append(Way.CLEAR)
    first, *others = dict.fromkeys(ways)
    if first is Way.CLEAR and not others:
        return None
    from_m, to_m = _along(version, path, stretches, starts_inside=starts[0])
    return Lies(first, tuple(others), from_m, to_m)


def _way(start: bool, end: bool, goes_out: bool, touches: bool, *, comes_out: bool) -> Way:
    if start:
        return Way.LEAVES if goes_out or not end else Way.WITHIN
    if end:
        return Way.PASSES if comes_out else Way.ENTERS
    return Way.PASSES if touches else Way.CLEAR


def reach_of(version: Version) -> float:
    """How near to its line, in metres, a position does not tell on which side it lies."""
    if version.kind is FeatureKind.INFECTED_AREA:
        return max(float(version.facts.get("accuracy_m") or 0.0), ROUNDING_M)
    return placed_to(version)


def holds(version: Version, point: Point, accuracy_m: float = 0.0) -> bool:
    """Whether the feature holds a point, a declared place as far as it is known to reach; with
    `accuracy_m`, whether it may hold it."""
    near = 0.0 if version.kind is FeatureKind.INFECTED_AREA else placed_to(version)
    reach = max(near + accuracy_m, overlay.BOUNDARY_M)
    return bool(measure(version.geometry, [point], reach).distance_m[0] <= reach)


# The answers that are possible, the measured one first.
_YES, _NO, _MAYBE_YES, _MAYBE_NO = (True,), (False,), (True, False), (False, True)


def held(version: Version, end: End, *, by_village: bool) -> tuple[bool, ...]:
    """Whether the feature holds an end of the journey: every answer that is possible, the measured
    one first."""
    if end.premises_id is not None and end.premises_id == version.facts.get("premises_id"):
        return _YES
    return lies_in(version.geometry, end, reach_of(version), by_village=by_village)


def lies_in(
    place: BaseGeometry, end: End, reach: float, *, by_village: bool = False
) -> tuple[bool, ...]:
    """The same of the geometry of a place that is known to `reach` metres."""
    cover = overlay.covers(place, end.geometry)
    known = max(reach, end.accuracy_m or 0.0)
    if cover == "none":
        gap = measure(place, [end.geometry], known).distance_m[0]
        return _NO if gap > known or end.by_village or by_village else _MAYBE_NO
    if cover == "part" or by_village or end.by_village:
        return _MAYBE_YES
    edge = shapely.boundary(place)
    if edge.is_empty:
        return _YES
    return _YES if measure(edge, [end.geometry], known).distance_m[0] > known else _MAYBE_YES


def _goes_out(version: Version, path: Route, reach: float) -> tuple[bool, ...]:
    """Whether any of the path lies outside the feature."""
    held = overlay.contains_with_accuracy(version.geometry, path.line, reach)
    return {"inside": _NO, "within_accuracy": _MAYBE_YES, "outside": _YES}[held.outcome]


def _doubt_m(version: Version, end: End, reach: float) -> float:
    """How far, in metres, an end may lie on the other side than it seems; inf where it is no one
    place: a village, or premises that the line cuts."""
    if end.by_village or overlay.covers(version.geometry, end.geometry) == "part":
        return float("inf")
    return max(reach, end.accuracy_m or 0.0)


def _between(
    version: Version,
    path: Route,
    stretches: Sequence[Stretch],
    inside: tuple[bool, bool],
    doubts: Sequence[float],
) -> Sequence[Stretch]:
    """The stretches inside that are not there only because an end is taken to lie inside: those at
    an end, taken to lie outside (`inside` of both ends), that go no deeper than it is in doubt."""
    kept = list(stretches)
    if kept and not inside[0] and kept[0].from_m <= ROUNDING_M:
        kept = kept if _depth(version, path, kept[0], doubts[0]) > doubts[0] else kept[1:]
    if kept and not inside[1] and kept[-1].to_m >= path.length_m - ROUNDING_M:
        kept = kept if _depth(version, path, kept[-1], doubts[1]) > doubts[1] else kept[:-1]
    return kept


def _along_it(path: Route, stretch: Stretch) -> list[Point]:
    whole = stretch.to_m - stretch.from_m
    return [
        path.at(stretch.from_m + whole * share / (_DEPTHS + 1)) for share in range(1, _DEPTHS + 1)
    ]


def _depth(version: Version, path: Route, stretch: Stretch, most_m: float) -> float:
    """How deep inside a stretch goes, in metres; inf beyond `most_m`, 0 where nothing has depth."""
    edge = shapely.boundary(version.geometry)
    if edge.is_empty or most_m == float("inf"):
        return 0.0
    return float(measure(edge, _along_it(path, stretch), most_m).distance_m.max())


def _comes_out(
    version: Version, path: Route, between: Sequence[Stretch], reach: float
) -> tuple[bool, ...]:
    """Whether the path, which ends inside, went in and came out before: surely only where it was
    inside and then outside by more than `reach`."""
    if len(between) < 2:
        return _NO
    been = False
    for stretch, after in itertools.pairwise(between):
        been = been or _depth(version, path, stretch, reach) > reach
        gap = _along_it(path, Stretch(stretch.to_m, after.from_m))
        if been and measure(version.geometry, gap, reach).distance_m.max() > reach:
            return _YES
    return _MAYBE_YES


def _touches(
    version: Version, path: Route, stretches: Sequence[Stretch], reach: float, *, sure: bool
) -> tuple[bool, ...]:
    """Whether any of the path lies inside the feature; surely only where it goes deep enough."""
    if not stretches:
        near = path.approach(version.geometry, reach if sure else MOST_NEAR_M)
        return _NO if near is None else _MAYBE_NO
    deepest = max(_depth(version, path, one, reach) for one in stretches)
    return _YES if deepest > reach else _MAYBE_YES


def _along(
    version: Version, path: Route, stretches: Sequence[Stretch], *, starts_inside: bool
) -> tuple[float, float]:
    if stretches:
        return stretches[0].from_m, stretches[-1].to_m
    if starts_inside:
        return 0.0, 0.0
    near = path.approach(version.geometry, 2 * MOST_NEAR_M)
    along = path.length_m if near is None else near.along_m
    return along, along
