"""Section 11(3): the premises within the chosen radius, previewed and declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import orjson
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Row

from gis import radius as exact
from gis.outline import outline
from gis.spatialdb import shapes_of
from vetcontrol.canonical import instant
from vetcontrol.disease import queries
from vetcontrol.disease.case import Case, may_declare
from vetcontrol.errors import Malformed
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_places as law
from vetcontrol.places.queries import Territory, territory
from vetcontrol.premises.queries import Candidate, candidates_of
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading


class Found(NamedTuple):
    """Premises near the place: how far, by which part, and what is kept there (canonical JSON).

    `distance_m` is geodesic from edge to edge, to the millimetre; `deciding_part` counts from 0.
    `over_the_line`: it reaches beyond the outline of the territory, by less than that is accurate.
    """

    premises_id: int
    name: str
    village: str
    placement: str
    geometry: BaseGeometry
    accuracy_m: float | None
    animals: str
    keeps_animals: bool
    distance_m: float
    deciding_part: int
    over_the_line: bool


@dataclass(frozen=True)
class Preview:
    """What a radius would take in (DOA1974-11-3a).

    `within`: in the territory and inside the radius. `straddling`: known only by village, nearer
    to the radius than they and the place (`accuracy_m`, in metres, where stated) are accurate
    together, or over the line of the territory by less than that is
    accurate, for the officer's decision. `outside_territory`: inside the radius but farther over
    the line, for the neighbouring authority. `without_animals`: inside, but nothing is
    kept there, so they are not places of section 11(3).
    """

    metres: float
    decision: Decision
    within: Sequence[Found]
    straddling: Sequence[Found]
    outside_territory: Sequence[Found]
    without_animals: Sequence[Found]
    place: BaseGeometry
    accuracy_m: float | None

    def outline(self) -> BaseGeometry:
        """The drawn outline (EPSG:4326): it contains the legal one and exceeds it by < 0.2 m."""
        return outline(self.place, self.metres)

    def totals(self) -> dict[str, Any]:
        """Counts of the lists, and animals by species within."""
        animals: Counter[str] = Counter()
        # Many keep the same; one document of what differs is read far faster than each by itself.
        kept = Counter(found.animals for found in self.within)
        for counts, times in zip(orjson.loads(f"[{','.join(kept)}]"), kept.values(), strict=True):
            for species, heads in counts.items():
                animals[species] += heads * times
        return {
            "within": len(self.within),
            "straddling": len(self.straddling),
            "outside_territory": len(self.outside_territory),
            "without_animals": len(self.without_animals),
            "animals": dict(animals),
        }


def preview(reading: Reading, number: str, metres: float, *, at: datetime | None = None) -> Preview:
    """What a radius of `metres` around the case `number` would take in.

    Raises `Refused` (DOA1974-11-3a) for a radius longer than a mile or before confirmation.
    """
    case = queries.case(reading.session, number)
    moment = at or reading.now
    decision = law.radius(
        metres,
        confirmed=stands_confirmed(reading, case, moment),
        figures=reading.register.figures,
        at=moment,
    ).require()
    place = geometry_from(case.geometry)
    lists = around(
        reading,
        place,
        metres,
        accuracy_m=case.accuracy_m or 0.0,
        territory=territory(reading.known(), moment),
        leave_out=already(reading, case, moment),
    )
    return Preview(metres, decision, *lists, place, case.accuracy_m)


def stands_confirmed(reading: Reading, case: Case, at: datetime) -> bool:
    """Whether the infected place is confirmed and in force at `at`: only then premises around it
    may be declared (DOA1974-11-3a)."""
    (place,) = case.order.features
    return may_declare(case) and reading.known().feature(place, at) is not None


def already(reading: Reading, case: Case, at: datetime) -> frozenset[int]:
    """Premises that a new declaration leaves out: the place itself, and those of the case that
    are declared and in force at `at`. One that has ceased may be declared anew."""
    snapshot = reading.known()
    taken = {case.premises_id} | {
        about["premises_id"]
        for declaration in case.live
        for feature, about in declaration.features.items()
        if snapshot.feature(feature, at) is not None
    }
    return frozenset(key for key in taken if key is not None)


class Lists(NamedTuple):
    """Premises near a place, sorted as `Preview` says."""

    within: list[Found]
    straddling: list[Found]
    outside_territory: list[Found]
    without_animals: list[Found]


def around(
    reading: Reading,
    place: BaseGeometry,
    metres: float,
    *,
    territory: Territory,
    accuracy_m: float = 0.0,
    leave_out: frozenset[int] = frozenset(),
) -> Lists:
    """Premises within, straddling, outside the territory, and within but without animals.

    `accuracy_m` is how far off the place itself may be: it adds to that of each premises.
    The database finds candidates by box; `gis.radius` decides by geodesic distance.
    """
    lists = Lists([], [], [], [])
    for rows, reach in candidates_of(reading.session, place.bounds, metres + accuracy_m):
        if rows:
            _sort(
                rows,
                place,
                metres,
                reach,
                accuracy_m=accuracy_m,
                territory=territory,
                leave_out=leave_out,
                into=lists,
            )
    return lists


def _sort(
    rows: Sequence[Row[*Candidate]],
    place: BaseGeometry,
    metres: float,
    reach: float,
    *,
    accuracy_m: float,
    territory: Territory,
    leave_out: frozenset[int],
    into: Lists,
) -> None:
    shapes, columns = shapes_of([row.wkb for row in rows]), zip(*rows, strict=True)
    measured = exact.measure(place, shapes, reach)
    accuracy = np.array([row.accuracy_m for row in rows], dtype=float)
    kinds = exact.classify(measured, accuracy, metres, accuracy_m)
    near = kinds != "outside"
    lies = _lies(shapes[near], territory)
    keep = near.tolist()
    ids, _, accuracies, animals, names, villages, placements, keeps = (
        compress(column, keep) for column in columns
    )
    listed = zip(
        *(ids, names, villages, placements, shapes[near], accuracies, animals, keeps),
        *(measured.distance_m[near].tolist(), measured.deciding_part[near].tolist()),
        (relation == "within_accuracy" for relation in lies),
        strict=True,
    )
    straddles = (kinds[near] == "straddling").tolist()
    made = map(Found._make, listed)
    for found, relation, straddling in zip(made, lies, straddles, strict=True):
        if found.premises_id in leave_out:
            continue
        if relation == "outside":
            into.outside_territory.append(found)
        elif not found.keeps_animals:
            into.without_animals.append(found)
        elif straddling or found.over_the_line or found.placement == "village":
            into.straddling.append(found)
        else:
            into.within.append(found)


def _lies(shapes: NDArray[np.object_], territory: Territory) -> list[str]:
    """How each of the premises lies to the outline of the territory, by its accuracy."""
    outline = territory.outline
    shapely.prepare(outline)
    if len(shapes) and outline.contains_properly(shapely.box(*shapely.total_bounds(shapes))):
        return ["inside"] * len(shapes)
    inside = shapely.contains_properly(outline, shapes).tolist()
    return [
        "inside" if whole else territory.relation(shape).outcome
        for whole, shape in zip(inside, shapes, strict=True)
    ]


def effects_of(content: Mapping[str, Any]) -> list[Effect]:
    """Each premises declared is an infected place of its own from the declaration on."""
    return list(_effects(content))


def _effects(content: Mapping[str, Any]) -> Iterator[Effect]:
    for premises in content["premises"]:
        yield Effect(
            f"declared_place/{content['number']}/{premises['premises_id']}",
            FeatureKind.DECLARED_PLACE,
            Action.BEGIN,
            geometry_from(premises["geometry"]),
            instant(content["signed_at"]),
            {
                "number": content["number"],
                "case": content["case_number"],
                "disease": content["disease"],
                "name": content["disease_name"],
                "premises_id": premises["premises_id"],
                "accuracy_m": premises["accuracy_m"],
                "distance_m": premises["distance_m"],
                "deciding_part": premises["deciding_part"],
                "radius_m": content["metres"],
                "clauses": ["DOA1974-11-3a"],
            },
        )


def restate(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
    """The declaration with `premises_ids` left of those it named: one wrongly listed is taken out.

    Raises `Malformed` for an id that it did not name: new premises need a fresh declaration.
    """
    others = {k: v for k, v in restated.items() if k != "premises_ids"}
    if "premises_ids" not in restated:
        return {**content, **others}
    wanted = set(restated["premises_ids"])
    named = {p["premises_id"] for p in content["premises"]}
    if not wanted or wanted - named:
        raise Malformed.field(
            "restated.premises_ids",
            "are some of those that the declaration named; premises found later need a declaration"
            " of their own, and a declaration of none is struck without restating it",
            clauses=("DOA1974-11-3a",),
        )
    kept = [p for p in content["premises"] if p["premises_id"] in wanted]
    return {**content, **others, "premises": kept}
