"""Typed coordinates in the spellings that people use (case 25)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gis.coordinates import describe, parse_coordinates
from gis.errors import CoordinateTextError


@pytest.mark.parametrize(
    "text",
    [
        "15º 29’ 27.2’’ N, 73° 49′ 40.1″ E",
        "15 29 27.2 N 73 49 40.1 E",
        "N 15°29'27.2\" E 73°49'40.1\"",
        "15°29'27.2''N 73°49'40.1''E",
        "15˚29´27.2˝N 73⁰49`40.1“E".replace("˝", "”"),
        "15:29:27.2N 73:49:40.1E",
        "15d29m27.2s N 73d49m40.1s E",
        "15 29 27.2 73 49 40.1",
        "15 29 27.2, 73 49 40.1",
        "15° 29′ 27.2″ 73° 49′ 40.1″",
        "E 73°49′40.1″, N 15°29′27.2″",
        "73 49 40.1 E; 15 29 27.2 N",
        "15 deg 29 min 27.2 sec north, 73 deg 49 min 40.1 sec east",
        "Lat: 15 29 27.2 Long: 73 49 40.1",
        "15° 29.453333′ N 73° 49.668333′ E",
        "15.4908889, 73.8278056",
        "15.4908889 73.8278056",
        "(15.4908889; 73.8278056)",
        "15.4908889°N 73.8278056°E",
        "lon=73.8278056 lat=15.4908889",
        "15,4908889 73,8278056",
        "१५.४९०८८८९, ७३.८२७८०५६",
        " 15.4908889/73.8278056\n",
        "15.4908889 n 73.8278056 e",
    ],
)
def test_every_spelling_is_the_same_place(text: str) -> None:
    lon, lat = parse_coordinates(text)
    assert lat == pytest.approx(15.4908889, abs=1e-6)
    assert lon == pytest.approx(73.8278056, abs=1e-6)


def test_south_west_and_minus() -> None:
    assert parse_coordinates("15.5 S, 73.5 W") == (-73.5, -15.5)
    assert parse_coordinates("−15.5, -73.5") == (-73.5, -15.5)
    assert parse_coordinates("-0 30 0, +73 30 0") == (73.5, -0.5)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "blank"),
        ("  \n", "blank"),
        ("15.4909", "two coordinates"),
        ("abc", "no meaning"),
        ("15.49 N 73.82", "only one"),
        ("15 N 16 N", "same direction"),
        ("15 N 73 E 12 N", "more than two"),
        ("N 15 E, 73", "contradict"),
        ("15 N 2, 73", "inside a number"),
        ("15 60 0 N 73 0 0 E", "below 60"),
        ("15.5 29 N 73 E", "fraction"),
        ("15 -29 0, 73 0 0", "no sign"),
        ("-15 S, 73 E", "minus sign and a direction"),
        ("95, 15", "latitude of 95"),
        ("15, 181", "longitude of 181"),
        ("1, 2, 3", "separators"),
        ("1 2 3 4, 5", "one to three"),
        ("15' 29° N, 73 E", "out of order"),
        ("15°° N, 73 E", "without a number"),
        ("inf, nan", "no meaning"),
        ("15²,73", "no meaning"),
        ("<script>", "no meaning"),
        ("1" * 300, "too long"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, says: str) -> None:
    with pytest.raises(CoordinateTextError, match=says) as refusal:
        parse_coordinates(text)
    assert "15.4909, 73.8278" in refusal.value.remedy


@given(st.floats(-180, 180), st.floats(-90, 90), st.integers(0, 7))
def test_what_is_described_is_read_back(lon: float, lat: float, decimals: int) -> None:
    half = 0.5 / 3600 / 10**decimals + 1e-12
    back = parse_coordinates(describe(lon, lat, decimals))
    assert back == pytest.approx((lon, lat), abs=half)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        lon, lat = parse_coordinates(text)
    except CoordinateTextError:
        return
    assert abs(lon) <= 180
    assert abs(lat) <= 90
