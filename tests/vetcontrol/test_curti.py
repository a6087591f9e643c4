"""The declaration at Curti: 402 real villages, 100,000 premises, held to the brute-force oracle."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from oracle_radius import oracle
from vetcontrol import demonstration
from vetcontrol.disease import queries
from vetcontrol.disease.declaration import declare
from vetcontrol.disease.examination import examine
from vetcontrol.disease.order import order
from vetcontrol.disease.radius import preview
from vetcontrol.documents.instruments import ExaminedAnimals
from vetcontrol.places import importing
from vetcontrol.places.service import Level
from vetcontrol.premises import synthetic
from vetcontrol.premises.service import Keeper, Premises, import_premises
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register

pytestmark = [pytest.mark.slow]
MILE = 1609.344
COUNT, SEED = 100_000, 1974
CURTI = "village/3001000640127000"
OPERATOR = Actor("vetcontrol")
GROUND = "Surveyed village layer; the outline of the territory is approximate."


class Truth(NamedTuple):
    """What the oracle says of each premises: metres (inf: surely beyond the mile) and the part."""

    premises: Sequence[Premises]
    metres: Any
    part: Any


@pytest.fixture(scope="module")
def truth(villages_of_goa: bytes) -> Truth:
    """100,000 seeded premises, 5 % of them polygons, and their distances from Curti."""
    layer = json.loads(villages_of_goa)
    made = [
        Premises(
            one.name, one.kind, one.geometry, one.manager,
            keepers=(Keeper("owner", one.keeper),), animals=one.animals, accuracy_m=one.accuracy_m,
        )
        for one in synthetic.generate(
            COUNT, SEED, territory=demonstration._goa(), villages=layer, polygon_share=0.05
        )
    ]  # fmt: skip
    (curti,) = (f for f in layer["features"] if f["properties"]["CEN_2001"] in CURTI)
    place = shapely.from_geojson(json.dumps(curti["geometry"]))
    shapes: list[BaseGeometry] = [one.geometry for one in made if one.geometry is not None]
    # 60 metres more than the mile: the greatest accuracy stated of any is 50.
    metres, part = oracle(place, shapes, MILE + 60.0)
    return Truth(made, np.round(metres, 3), part)


def case_at_curti(office: Register, villages: bytes, truth: Truth) -> str:
    """The villages and premises brought in, the order given on the outline and confirmed."""
    report = importing.import_file(
        office, villages, Level.VILLAGE, file_name="goa_villages.geojson", actor=OPERATOR
    )
    assert (report.accepted, list(report.refused)) == (402, [])
    with office.writing() as writing:
        (village,) = (v for v in writing.known().versions if v.feature == CURTI)
        entry = order(
            writing,
            demonstration.officer("inspector"),
            disease="foot_and_mouth_disease",
            grounds="Blisters in the mouth of cattle at several holdings of the town.",
            geometry=village.geometry,
            position_reason=GROUND,
        )
    number = str(entry.content["case_number"])
    with office.writing() as writing:
        import_premises(
            writing, OPERATOR, truth.premises, file_name="synthetic", file_digest="0" * 64
        )
    with office.writing() as writing:
        examine(
            writing,
            demonstration.officer("veterinary_surgeon"),
            number,
            findings="Foot and mouth disease.",
            outcome="confirm",
            animals=(ExaminedAnimals("cattle", 12, 12, 3, 9),),
            position_reason=GROUND,
        )
    return number


@pytest.mark.clause("DOA1974-11-3a")
def test_the_declaration_at_curti_equals_the_oracle(
    office: Register, villages_of_goa: bytes, truth: Truth
) -> None:
    number = case_at_curti(office, villages_of_goa, truth)
    with office.reading() as reading:
        seen = preview(reading, number, MILE)
    keeps = np.array([bool(sum(one.animals.values())) or not one.animals for one in truth.premises])
    accuracy = np.array([one.accuracy_m or 0.0 for one in truth.premises])
    straddles = np.abs(truth.metres - MILE) < accuracy
    inside = (truth.metres <= MILE) & ~straddles
    lists = {
        "within": (seen.within, inside & keeps),
        "straddling": (seen.straddling, straddles & keeps),
        "without animals": (seen.without_animals, (inside | straddles) & ~keeps),
    }
    assert not seen.outside_territory
    for name, (found, expected) in lists.items():
        ids = np.flatnonzero(expected) + 1
        assert sorted(f.premises_id for f in found) == ids.tolist(), name
        for one in found:
            assert one.distance_m == truth.metres[one.premises_id - 1], (name, one.premises_id)
            assert one.deciding_part == truth.part[one.premises_id - 1], (name, one.premises_id)
    # The proof is worth something only where all kinds of case occur.
    polygons = [one.geometry.geom_type != "Point" for one in seen.within]
    assert len(seen.within) > 800
    assert sum(polygons) > 30
    assert any(one.geometry.geom_type == "MultiPolygon" for one in seen.within)
    assert seen.straddling
    assert any(one.distance_m > 0.0 for one in seen.within)
    with office.writing() as writing:
        entry = declare(
            writing,
            demonstration.officer("veterinary_surgeon"),
            number,
            metres=MILE,
            position_reason=GROUND,
        )
    declared = {p["premises_id"]: p for p in entry.content["premises"]}
    assert sorted(declared) == (np.flatnonzero(inside & keeps) + 1).tolist()
    assert all(p["distance_m"] == truth.metres[k - 1] for k, p in declared.items())
    assert entry.content["left_out"] == []
    with office.reading() as reading:
        live = list(reading.known().of_kind(FeatureKind.DECLARED_PLACE, reading.now))
        assert {v.facts["premises_id"] for v in live} == set(declared)
        assert queries.case(reading.session, number).radii[-1].metres == MILE
