"""Boundaries that belong to the area, outlines of stated accuracy, shares (cases 5, 6, 8, 15)."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import translate
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from gis.geodesic import GEOD, area
from gis.overlay import (
    beyond,
    clip,
    compose,
    contains_with_accuracy,
    covering,
    covers,
    covers_point,
    split_by,
)

CORNERS = [(73.81, 15.41), (73.93, 15.44), (73.88, 15.52)]
TRIANGLE = Polygon(CORNERS)
WEST, EAST = box(73.8, 15.4, 73.9, 15.5), box(73.9, 15.4, 74.0, 15.5)
HOLED = WEST.difference(box(73.84, 15.44, 73.86, 15.46))


@given(st.integers(0, 2), st.floats(0, 1))
def test_corner_and_middle_of_an_edge_answer_alike(edge: int, share: float) -> None:
    """Case 5: planar covers answers by the luck of rounding."""
    (x0, y0), (x1, y1) = CORNERS[edge], CORNERS[(edge + 1) % 3]
    assert covers_point(TRIANGLE, x0 + share * (x1 - x0), y0 + share * (y1 - y0))


@pytest.mark.parametrize(("metres", "inside"), [(0.0004, True), (0.0009, True), (0.002, False)])
def test_the_boundary_is_a_millimetre_wide(metres: float, inside: bool) -> None:
    for lon, lat, az in ((73.8, 15.45, 270), (73.85, 15.5, 0), (73.9, 15.5, 45)):
        at = GEOD.fwd(lon, lat, az, metres)
        assert covers_point(WEST, at[0], at[1]) is inside


def test_a_shared_border_is_in_both_and_holes_are_out() -> None:
    """Case 6."""
    mask = covering([WEST, EAST, TRIANGLE, HOLED], 73.9, 15.42)
    assert mask.tolist() == [True, True, False, True]
    assert not covers_point(HOLED, 73.85, 15.45)
    assert covers_point(HOLED, 73.84, 15.45)
    assert covering(np.array([], dtype=object), 73.9, 15.4).tolist() == []


def test_thirty_metres_inside_the_border_is_inside() -> None:
    """Case 15: the verdict comes from the full geometry."""
    lon, lat, _ = GEOD.fwd(73.85, 15.5, 180, 30)
    assert covers_point(WEST, lon, lat)
    lon, lat, _ = GEOD.fwd(73.85, 15.5, 0, 30)
    assert not covers_point(WEST, lon, lat)


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        (Point(73.9, 15.45), "whole"),
        (Point(74.1, 15.45), "none"),
        (box(73.82, 15.42, 73.83, 15.43), "whole"),
        (WEST, "whole"),
        (box(73.89, 15.42, 73.91, 15.43), "part"),
        (EAST, "none"),
        (box(75, 15, 76, 16), "none"),
        (LineString([(73.85, 15.42), (73.95, 15.42)]), "part"),
        (LineString([(73.9, 15.42), (73.9, 15.44)]), "whole"),
        (LineString([(74.1, 15.42), (74.2, 15.42)]), "none"),
        (MultiPoint([(73.85, 15.45), (74.1, 15.4)]), "part"),
        (MultiPolygon([box(73.81, 15.41, 73.82, 15.42), box(75, 15, 75.1, 15.1)]), "part"),
        (MultiPolygon([box(74.81, 15.41, 74.82, 15.42), box(75, 15, 75.1, 15.1)]), "none"),
    ],
)
def test_whole_part_or_none(shape: BaseGeometry, answer: str) -> None:
    assert covers(WEST, shape) == answer


def test_clip_and_beyond_make_the_whole_again() -> None:
    wide = box(73.85, 15.42, 73.95, 15.48)
    inside, outside = clip(wide, WEST), beyond(wide, WEST)
    assert area(inside) + area(outside) == pytest.approx(area(wide), rel=1e-12)
    assert clip(EAST, WEST).is_empty
    assert isinstance(clip(EAST, WEST), Polygon)
    mixed = Polygon([(73.85, 15.4), (73.95, 15.3), (73.95, 15.6), (73.9, 15.5), (73.95, 15.45)])
    assert clip(mixed, WEST).geom_type in ("Polygon", "MultiPolygon")


def test_an_area_composed_of_villages_keeps_holes_and_knows_its_villages() -> None:
    ring = [box(73.8 + i / 100, 15.4 + j / 100, 73.81 + i / 100, 15.41 + j / 100)
            for i in range(3) for j in range(3)]  # fmt: skip
    around = [b for i, b in enumerate(ring) if i != 4]
    made = compose(around)
    assert isinstance(made, Polygon)
    assert len(made.interiors) == 1
    assert made.exterior.is_ccw
    shares = split_by(made, ring)
    assert [s.index for s in shares] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert all(s.whole and s.share == 1.0 for s in shares)
    assert sum(s.covered_m2 for s in shares) == pytest.approx(area(made), rel=1e-9)


def test_shares_of_villages_partly_covered() -> None:
    shares = split_by(box(73.85, 15.4, 73.95, 15.5), [WEST, translate(WEST, 1.0), EAST])
    assert [(s.index, s.whole) for s in shares] == [(0, False), (2, False)]
    assert shares[0].share == pytest.approx(0.5, rel=1e-6)


def reach(lon: float, lat: float, az: float, metres: float) -> tuple[float, float]:
    found = GEOD.fwd(lon, lat, az, metres)
    return found[0], found[1]


@pytest.mark.parametrize("metres", [3.0, 40.0, 400.0])
def test_how_far_a_shape_goes_beyond_an_outline(metres: float) -> None:
    corner = reach(73.9, 15.45, 90, metres)
    shape = Polygon([(73.85, 15.44), corner, (73.85, 15.46)])
    found = contains_with_accuracy(WEST, shape, 50.0)
    assert found.outcome == ("within_accuracy" if metres < 50 else "outside")
    assert metres - 0.01 <= found.overshoot_m <= metres * 1.01 + 1.0
    point = contains_with_accuracy(WEST, Point(corner), 50.0)
    assert point.overshoot_m == pytest.approx(metres, abs=0.01)


def test_inside_and_rounding_are_inside() -> None:
    assert contains_with_accuracy(WEST, box(73.82, 15.42, 73.84, 15.44), 0.0).outcome == "inside"
    assert contains_with_accuracy(WEST, WEST, 0.0).outcome == "inside"
    sliver = translate(WEST, 1e-10)
    assert contains_with_accuracy(WEST, sliver, 0.0).outcome == "inside"


def test_a_hole_of_the_outline_that_is_covered_counts_by_its_middle() -> None:
    """All corners of what lies outside are on the outline: only the middle tells."""
    found = contains_with_accuracy(HOLED, WEST, 500.0)
    middle = GEOD.inv(73.85, 15.45, 73.84, 15.45)[2]
    assert found.outcome == "outside"
    assert middle <= found.overshoot_m <= middle * 1.011 + 1
    assert contains_with_accuracy(HOLED, WEST, 1500.0).outcome == "within_accuracy"


def test_a_line_along_a_bay_counts_by_its_middle() -> None:
    bay = WEST.difference(box(73.84, 15.48, 73.86, 15.51))
    across = LineString([(73.83, 15.5), (73.87, 15.5)])
    middle = GEOD.inv(73.85, 15.5, 73.84, 15.5)[2]
    found = contains_with_accuracy(bay, across, 100.0)
    assert middle - 1 <= found.overshoot_m <= middle * 1.011 + 1


def test_the_accuracy_itself_is_decided_finely() -> None:
    corner = reach(73.9, 15.45, 90, 50.0)
    shape = Polygon([(73.85, 15.44), corner, (73.85, 15.46)])
    assert contains_with_accuracy(WEST, shape, 50.1).outcome == "within_accuracy"
    assert contains_with_accuracy(WEST, shape, 49.9).outcome == "outside"
    far = contains_with_accuracy(WEST, box(80, 15, 80.1, 15.1), 50.0)
    assert far.outcome == "outside"
    assert np.isinf(far.overshoot_m)


def test_compose_of_real_cells_is_valid() -> None:
    rng = np.random.default_rng(2)
    cells = shapely.get_parts(
        shapely.voronoi_polygons(
            shapely.multipoints(rng.uniform([73.8, 15.4], [73.9, 15.5], (60, 2)))
        )
    )
    made = compose(list(cells))
    assert made.is_valid
    assert all(s.whole for s in split_by(made, cells))


def test_a_search_that_is_cut_short_still_never_says_too_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = contains_with_accuracy(HOLED, WEST, 500.0).overshoot_m
    monkeypatch.setattr("gis.overlay._MOST_CELLS", 0)
    assert contains_with_accuracy(HOLED, WEST, 500.0).overshoot_m >= exact
