"""Section 11(3): the premises within the chosen radius, previewed and declared."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis import radius as exact
from gis.geodesic import bounds_within
from gis.outline import outline
from vetcontrol.canonical import instant
from vetcontrol.disease import queries
from vetcontrol.disease.case import Case, State
from vetcontrol.errors import Malformed
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_places as law
from vetcontrol.places.queries import Territory, territory
from vetcontrol.premises.queries import in_box, largest_accuracy
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Found:
    """Premises near the place: how far, by which part, and what is kept there.

    `distance_m` is geodesic from edge to edge, to the millimetre; `deciding_part` counts from 0.
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


@dataclass(frozen=True)
class Preview:
    """What a radius would take in (DOA1974-11-3a).

    `within`: in the territory and inside the radius. `straddling`: known only by village, or
    nearer to the line than they are accurate, for the officer's decision. `outside_territory`:
    inside the radius, for the neighbouring authority. `without_animals`: inside, but nothing is
    kept there, so they are not places of section 11(3).
    """

    metres: float
    decision: Decision
    within: Sequence[Found]
    straddling: Sequence[Found]
    outside_territory: Sequence[Found]
    without_animals: Sequence[Found]
    place: BaseGeometry

    def outline(self) -> BaseGeometry:
        """The drawn outline (EPSG:4326): it contains the legal one and exceeds it by < 0.2 m."""
        return outline(self.place, self.metres)

    def totals(self) -> dict[str, Any]:
        """Counts of the lists, and animals by species within."""
        animals: Counter[str] = Counter()
        for found in self.within:
            animals.update(json.loads(found.animals))
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
        confirmed=case.state
        in (State.CONFIRMED, State.RADIUS_DECLARED, State.WITH_GOVERNMENT, State.INFECTED_AREA),
        figures=reading.register.figures,
        at=moment,
    ).require()
    place = geometry_from(case.geometry)
    lists = around(
        reading,
        place,
        metres,
        territory=territory(reading.known(), moment),
        leave_out=already(case),
    )
    return Preview(metres, decision, *lists, place)


def already(case: Case) -> frozenset[int]:
    """Premises that a new declaration leaves out: the place itself and what is declared live."""
    taken = {case.premises_id}
    for declaration in case.live:
        taken |= {f["premises_id"] for f in declaration.features.values()}
    return frozenset(key for key in taken if key is not None)


def around(
    reading: Reading,
    place: BaseGeometry,
    metres: float,
    *,
    territory: Territory,
    leave_out: frozenset[int] = frozenset(),
) -> tuple[list[Found], list[Found], list[Found], list[Found]]:
    """Premises within, straddling, outside the territory, and within but without animals.

    The database finds candidates by box; `gis.radius` decides by geodesic distance.
    """
    reach = metres + largest_accuracy(reading.session)
    rows = reading.session.execute(in_box(bounds_within(place.bounds, reach))).all()
    within: list[Found] = []
    straddling: list[Found] = []
    outside: list[Found] = []
    empty: list[Found] = []
    if not rows:
        return within, straddling, outside, empty
    shapes = np.array([row.shape for row in rows], dtype=object)
    accuracy = np.array(
        [np.nan if row.accuracy_m is None else row.accuracy_m for row in rows], dtype=float
    )
    measured = exact.measure(place, shapes, reach)
    kinds = exact.classify(measured, accuracy, metres)
    near = np.flatnonzero(kinds != "outside")
    shapely.prepare(territory.outline)
    inside = shapely.contains_properly(territory.outline, shapes[near])
    distances = measured.distance_m[near].tolist()
    parts = measured.deciding_part[near].tolist()
    for place_in_list, index in enumerate(near.tolist()):
        row = rows[index]
        if row.id in leave_out:
            continue
        found = Found(
            row.id,
            row.name,
            row.village_name,
            row.placement,
            row.shape,
            row.accuracy_m,
            row.animals,
            row.keeps_animals,
            distances[place_in_list],
            parts[place_in_list],
        )
        if not inside[place_in_list] and territory.relation(row.shape).outcome == "outside":
            outside.append(found)
        elif not row.keeps_animals:
            empty.append(found)
        elif kinds[index] == "straddling" or row.placement == "village":
            straddling.append(found)
        else:
            within.append(found)
    return within, straddling, outside, empty


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
