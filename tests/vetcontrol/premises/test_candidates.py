"""Candidates for a radius: one place known badly does not draw the State into every question."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from gis.radius import MAX_WITHIN_M
from gis.spatialdb import placed, shapes_of
from vetcontrol.disease.radius import around
from vetcontrol.places.queries import territory
from vetcontrol.premises.queries import ROUGH_M, candidates_of
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Register

MILE_M = 1609.344
HERE = Point(73.98, 15.40)


def put(register: Register, premises: Sequence[tuple[BaseGeometry, float | None]]) -> None:
    with register.writing() as writing:
        for shape, accuracy in premises:
            writing.session.add(
                PremisesRow(
                    entry_seq=1,
                    name="Sample",
                    kind="dairy",
                    manager="private",
                    animals='{"cattle":3}',
                    keeps_animals=True,
                    accuracy_m=accuracy,
                    placement="located",
                    village_name="",
                    **placed(shape),
                )
            )


def north(metres: float) -> Point:
    return Point(HERE.x, HERE.y + metres / 110_660.0)


@pytest.mark.parametrize("accuracies", [[], [None], [ROUGH_M]])
def test_without_rough_places_there_is_one_portion(
    office: Register, accuracies: list[float | None]
) -> None:
    put(office, [(north(100.0), accuracy) for accuracy in accuracies])
    with office.reading() as reading:
        ((rows, reach),) = candidates_of(reading.session, HERE.bounds, MILE_M)
    assert len(rows) == len(accuracies)
    assert reach == MILE_M + max([a or 0.0 for a in accuracies], default=0.0)


def test_rough_places_come_apart_and_widen_nobody_elses_box(office: Register) -> None:
    put(
        office,
        [(north(100.0), 10.0), (north(9_000.0), 10.0), (north(9_000.0), 8_000.0), (HERE, 501.0)],
    )
    with office.reading() as reading:
        (fine, near), (rough, far) = candidates_of(reading.session, HERE.bounds, MILE_M)
    assert [row.id for row in fine] == [1]
    assert sorted(row.id for row in rough) == [3, 4]
    assert (near, far) == (MILE_M + ROUGH_M, MILE_M + 8_000.0)


def test_a_rough_place_straddles_from_afar_and_is_listed_once(office: Register) -> None:
    put(office, [(north(100.0), 10.0), (north(9_000.0), 8_000.0), (north(200.0), 8_000.0)])
    with office.reading() as reading:
        land = territory(reading.known(), reading.now)
        within, straddling, outside, empty = around(reading, HERE, MILE_M, territory=land)
    assert [found.premises_id for found in within] == [1]
    assert sorted(found.premises_id for found in straddling) == [2, 3]
    assert not outside
    assert not empty


def test_the_roughest_accuracy_allowed_can_still_be_measured(office: Register) -> None:
    put(office, [(north(100.0), None), (north(50_000.0), 100_000.0)])
    with office.reading() as reading:
        *_, (_, reach) = candidates_of(reading.session, HERE.bounds, MILE_M)
        land = territory(reading.known(), reading.now)
        lists = around(reading, HERE, MILE_M, territory=land)
    assert reach == MAX_WITHIN_M
    assert [found.premises_id for found in lists.within] == [1]
    assert [found.premises_id for found in (*lists.straddling, *lists.outside_territory)] == [2]


def test_stored_shapes_come_back_to_the_last_bit(office: Register) -> None:
    shapes = [
        Point(73.9800000000001, 15.4),
        shapely.box(73.97, 15.39, 73.98, 15.4),
        shapely.MultiPoint([(73.98, 15.4), (73.99, 15.41)]),
    ]
    put(office, [(shape, None) for shape in shapes])
    with office.reading() as reading:
        ((rows, _),) = candidates_of(reading.session, HERE.bounds, MILE_M)
    found = shapes_of([row.wkb for row in sorted(rows, key=lambda row: row.id)])
    assert shapely.get_srid(found).tolist() == [0, 0, 0]
    assert np.all(shapely.equals_identical(found, np.array(shapes, dtype=object)))
