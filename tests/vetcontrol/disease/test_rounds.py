"""The round: by village, in order of visit, with what has no known position."""

from __future__ import annotations

from shapely import Point

from vetcontrol.disease.rounds import Stop, in_order_of_round


def stop(document: str, village: str, lon: float | None) -> Stop:
    return Stop(document, village, None if lon is None else Point(lon, 15.3))


def test_village_by_village_from_the_start() -> None:
    stops = [
        stop("NTC/1", "Far", 74.30),
        stop("NTC/2", "Near", 74.02),
        stop("NTC/3", "Far", 74.20),
        stop("NTC/4", "Near", 74.01),
        stop("NTC/5", "Near", None),
        stop("NTC/6", "Nowhere", None),
    ]
    found = [s.document[-1] for s in in_order_of_round(stops, Point(74.0, 15.3))]
    assert found == ["4", "2", "5", "3", "1", "6"]
    assert in_order_of_round(stops[::-1], Point(74.0, 15.3)) == in_order_of_round(
        stops, Point(74.0, 15.3)
    )


def test_without_a_start_from_the_west() -> None:
    stops = [stop("NTC/1", "East", 74.30), stop("NTC/2", "West", 74.02)]
    assert [s.village for s in in_order_of_round(stops, None)] == ["West", "East"]
    assert in_order_of_round([], None) == []
