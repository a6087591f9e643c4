"""The round: by village, in order of visit, with what has no known position."""

from __future__ import annotations

from shapely import Point

from casework import HERE, Desk, away, square
from vetcontrol.disease.rounds import Stop, due, in_order_of_round


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


def test_what_waits_stands_at_the_place_it_is_about(desk: Desk) -> None:
    near = away(300)
    desk.premises(near, "Neighbour")
    case = desk.case()
    desk.examine(case)
    desk.declare(case)
    other = desk.case()
    with desk.register.reading() as reading:
        found = {one.clause: one for one in due(reading, case)}
        assert [one.case_number for one in due(reading)] == [case, other, case]
    notice, copy = found["DOA1974-11-3b"], found["DOA1974-11-1b"]
    assert notice.stop.point is not None
    assert notice.stop.point.equals_exact(near, 1e-9)
    assert notice.distance_m is not None
    assert copy.stop.point is not None
    assert (copy.stop.point.x, copy.stop.point.y) == HERE
    desk.serve(copy.stop.document)
    with desk.register.reading() as reading:
        assert [one.clause for one in due(reading, case)] == ["DOA1974-11-3b"]


def test_a_village_layer_tells_the_village_that_the_case_did_not_know(desk: Desk) -> None:
    desk.premises(away(300), "Neighbour")
    case = str(desk.order(geometry=square(0.0005)).content["case_number"])
    desk.examine(case)
    desk.declare(case)

    def villages() -> set[str]:
        with desk.register.reading() as reading:
            return {one.stop.village for one in due(reading, case)}

    assert villages() == {""}
    desk.villages({"Curti": square(0.02)})
    assert villages() == {"Curti"}
