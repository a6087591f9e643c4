"""Outlines typed as lists of corners: any spelling, several parts, holes, and back again."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from gis.corners import parse_corners, write_corners
from gis.errors import CoordinateTextError, TooManyVerticesError

SQUARE = "15.40, 73.90\n15.40, 73.91\n15.41, 73.91\n15.41, 73.90"
HOLE = "15.404, 73.904\n15.404, 73.906\n15.406, 73.906"


def test_any_common_spelling_stands_on_a_line_of_its_own() -> None:
    typed = "\n".join(
        (
            "1. 15° 24' 00\" N, 73° 54' 00\" E",
            "15 24 00 N 73 54 36 E",
            "15.41 73.91",
            "lat 15.41 lon 73.90",
        )
    )
    assert shapely.equals_exact(parse_corners(typed), parse_corners(SQUARE), tolerance=1e-12)


def test_a_ring_that_is_closed_by_hand_has_no_corner_twice() -> None:
    closed = parse_corners(SQUARE + "\n15.40, 73.90")
    assert shapely.get_num_coordinates(closed) == 5


def test_holes_and_parts() -> None:
    far = "15.50, 73.90\n15.50, 73.91\n15.51, 73.91"
    made = parse_corners(f"{SQUARE}\nHole\n{HOLE}\n\n{far}\n")
    assert made.geom_type == "MultiPolygon"
    first, second = shapely.get_parts(made)
    assert (len(first.interiors), len(second.interiors)) == (1, 0)
    named = parse_corners(f"part 1\n{SQUARE}\nhole\n{HOLE}\nPart 2:\n{far}")
    assert shapely.equals_exact(named, made)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no corner"),
        ("15.4, 73.9\n15.4, 73.91", "2 different corners"),
        ("15.4, 73.9\n15.4, 73.91\n15.4, 73.9", "2 different corners"),
        (f"hole\n{SQUARE}", "before any outline"),
        (f"{SQUARE}\nhole\n15.404, 73.904", "a hole has 1"),
        (f"{SQUARE}\nnorth of the mill", "Line 5"),
        (f"{SQUARE}\n95.0, 73.9", "Line 5"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(CoordinateTextError, match=says):
        parse_corners(text)


def test_the_limit_of_corners() -> None:
    with pytest.raises(TooManyVerticesError):
        parse_corners(SQUARE, max_vertices=3)


def test_what_is_no_area_has_no_corners() -> None:
    assert write_corners(shapely.Point(73.9, 15.4)) == ""


@given(
    st.floats(73.0, 75.0), st.floats(14.5, 16.0), st.floats(1e-7, 0.2), st.booleans(), st.booleans()
)
def test_written_corners_read_back_to_the_last_digit(
    lon: float, lat: float, size: float, holed: bool, parted: bool
) -> None:
    shape = shapely.box(lon, lat, lon + size, lat + size)
    if holed:
        third = size / 3
        inner = shapely.box(lon + third, lat + third, lon + 2 * third, lat + 2 * third)
        shape = shapely.Polygon(shape.exterior, [inner.exterior])
    made: shapely.Polygon | shapely.MultiPolygon = shape
    if parted:
        made = shapely.MultiPolygon([shape, shapely.box(lon + 1, lat, lon + 1 + size, lat + size)])
    assert shapely.equals_exact(parse_corners(write_corners(made)), made, tolerance=0)
