"""Zones that went wrong elsewhere, as premises on the register: right to the centimetre."""

from __future__ import annotations

import pytest
import shapely

from casework import HERE, MILE, Desk, away, jan, square
from gis import geodesic
from vetcontrol.disease.radius import Preview, preview
from vetcontrol.places import importing
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.register.entries import Actor

PANAJI = (73.8278, 15.4909)
# Metres from Panaji, and (latitude, longitude) due north, at 2.8125 degrees, and due east.
TABLE = {
    1608.344: ((15.50543494, 73.82780000), (15.50541744, 73.82853553), (15.49089949, 73.84278906)),
    1609.334: ((15.50544389, 73.82780000), (15.50542637, 73.82853598), (15.49089949, 73.84279829)),
    1609.354: ((15.50544407, 73.82780000), (15.50542655, 73.82853599), (15.49089949, 73.84279847)),
    1610.344: ((15.50545302, 73.82780000), (15.50543549, 73.82853644), (15.49089949, 73.84280770)),
}
OPERATOR = Actor("vetcontrol")


def confirmed(desk: Desk, place: shapely.Point | shapely.Polygon) -> str:
    """A case at `place`, ordered and confirmed."""
    entry = desk.order(by="veterinary_surgeon", geometry=place, position_reason="Seen on the spot")
    case = str(entry.content["case_number"])
    desk.examine(case, position_reason="Seen on the spot")
    return case


def look(desk: Desk, case: str, metres: float = MILE) -> Preview:
    with desk.register.reading() as reading:
        return preview(reading, case, metres)


@pytest.mark.clause("DOA1974-11-3a")
def test_the_table_of_points_around_panaji(desk: Desk) -> None:
    expected: dict[int, float] = {}
    for metres, points in TABLE.items():
        for i, (lat, lon) in enumerate(points):
            expected[desk.premises((lon, lat), f"{metres} {i}")] = metres
    # Case 2: a mile in Web Mercator ends short of this.
    expected[desk.premises(away(1580.0, 90.0, PANAJI), "1580")] = 1580.0
    case = confirmed(desk, shapely.Point(PANAJI))
    seen = look(desk, case)
    assert {f.premises_id for f in seen.within} == {k for k, m in expected.items() if m <= MILE}
    for found in seen.within:
        assert found.distance_m == pytest.approx(expected[found.premises_id], abs=0.002)
    assert seen.straddling == seen.outside_territory == seen.without_animals == []
    # Cases 1, 3 and 4: the drawn outline holds the legal disc and nowhere exceeds it by 0.2 m.
    outline = seen.outline()
    assert 8.13e6 < geodesic.area(outline) < 8.14e6
    for metres, points in TABLE.items():
        for lat, lon in points:
            if metres != 1609.354:
                assert outline.covers(shapely.Point(lon, lat)) == (metres <= MILE)
    declared = desk.declare(case, MILE, position_reason="Seen on the spot").content["premises"]
    assert {p["premises_id"] for p in declared} == {k for k, m in expected.items() if m <= MILE}


@pytest.mark.clause("DOA1974-11-1a", "DOA1974-11-3a")
def test_a_corner_and_the_middle_of_an_edge_answer_alike(desk: Desk) -> None:
    place = shapely.Polygon([(73.99, 15.41), (74.013, 15.417), (74.01, 15.433), (73.99, 15.41)])
    corner = shapely.Point(74.013, 15.417)
    middle = shapely.Point((74.013 + 74.01) / 2, (15.417 + 15.433) / 2)
    keys = [desk.premises(corner, "Corner"), desk.premises(middle, "Middle")]
    case = confirmed(desk, place)
    seen = look(desk, case, 100.0)
    assert [(f.premises_id, f.distance_m) for f in seen.within] == [(key, 0.0) for key in keys]
    assert desk.kinds(corner, jan(1, 12)) == desk.kinds(middle, jan(1, 12)) == {"infected_place"}


@pytest.mark.clause("DOA1974-11-3a")
def test_a_gap_between_three_circles_is_free_until_it_is_declared(desk: Desk) -> None:
    exact = desk.premises(HERE, "In the gap")
    rough = desk.premises(away(1.0), "In the gap, roughly", accuracy_m=40.0)
    cases, near = [], []
    for azimuth in (0.0, 120.0, 240.0):
        near.append(desk.premises(away(35.0, azimuth), f"Near {azimuth}"))
        # The three circles of 1,000 metres leave 50 metres free between them.
        cases.append(confirmed(desk, away(1025.0, azimuth)))
    for case, inside in zip(cases, near, strict=True):
        seen = look(desk, case, 1000.0)
        assert [f.premises_id for f in seen.within] == [inside]
        assert [f.premises_id for f in seen.straddling] == [rough]
        desk.declare(case, 1000.0)
    assert desk.kinds(HERE, jan(1, 12)) == set()
    assert desk.kinds(away(1.0), jan(1, 12)) == set()
    desk.declare(cases[0], 1000.0, premises_ids=[rough], reason="Its sheds reach into the circle")
    assert desk.kinds(away(1.0), jan(1, 12)) == {"declared_place"}
    assert exact not in {f.premises_id for f in look(desk, cases[0], 1000.0).within}


@pytest.mark.clause("DOA1974-11-3a", "DOA1974-1-2")
def test_what_lies_beyond_the_line_is_flagged_and_not_declared(desk: Desk) -> None:
    east = away(500.0, 90.0).x
    with desk.register.writing() as writing:
        import_areas(
            writing,
            OPERATOR,
            Level.TERRITORY,
            [Area("IN-GA", "Goa", shapely.box(73.7, 14.9, east, 15.8))],
            edition=Edition("2", "test", "CC0-1.0", 5.0),
            effective_at=jan(1, 8),
        )
    inside = desk.premises(away(490.0, 90.0), "Inside")
    doubtful = desk.premises(away(503.0, 90.0), "Nearer to the line than it is accurate")
    beyond = desk.premises(away(800.0, 90.0), "Beyond")
    case = confirmed(desk, shapely.Point(HERE))
    seen = look(desk, case)
    assert [f.premises_id for f in seen.within] == [inside]
    assert [(f.premises_id, f.over_the_line) for f in seen.straddling] == [(doubtful, True)]
    assert [f.premises_id for f in seen.outside_territory] == [beyond]
    assert seen.totals()["outside_territory"] == 1
    declared = desk.declare(
        case, MILE, premises_ids=[inside, doubtful], reason="Its gate opens on a Goan road"
    ).content["premises"]
    assert {p["premises_id"] for p in declared} == {inside, doubtful}
    assert desk.kinds(away(800.0, 90.0), jan(1, 12)) == set()


@pytest.mark.clause("DOA1974-11-3a", "DOA1974-1-2")
@pytest.mark.parametrize("azimuth", [90.0, 270.0])
def test_at_the_real_line_in_the_east_and_at_the_beach(
    desk: Desk, villages_of_goa: bytes, azimuth: float
) -> None:
    desk.at(jan(1, 13))
    made = importing.import_file(
        desk.register,
        villages_of_goa,
        Level.TERRITORY,
        file_name="goa_villages.geojson",
        actor=OPERATOR,
        source=importing.Source(accuracy_m=50.0),
        dissolve="STATE",
    )
    assert made.summary == {"begins": 0, "changed": 1, "unchanged": 0, "ends": ["Daman"]}
    with desk.register.reading() as reading:
        goa = reading.known().feature("territory/IN-GA", reading.now)
    assert goa is not None
    corners = shapely.get_coordinates(goa.geometry)
    corner = corners[corners[:, 0].argmax() if azimuth == 90.0 else corners[:, 0].argmin()]
    origin = (float(corner[0]), float(corner[1]))
    back = 360.0 - azimuth
    place, near, far = (
        away(400.0, back, origin), away(200.0, back, origin), away(700.0, azimuth, origin),
    )  # fmt: skip
    assert goa.geometry.contains(place)
    assert goa.geometry.contains(near)
    inside, beyond = desk.premises(near, "In Goa"), desk.premises(far, "Beyond")
    case = confirmed(desk, place)
    seen = look(desk, case)
    assert [f.premises_id for f in seen.within] == [inside]
    assert [f.premises_id for f in seen.outside_territory] == [beyond]
    assert seen.outside_territory[0].distance_m == pytest.approx(1100.0, abs=0.01)


@pytest.mark.clause("DOA1974-11-3a")
def test_a_holding_in_two_parcels_is_restricted_whole_and_the_part_is_named(desk: Desk) -> None:
    sheds, plot = away(3500.0, 90.0), away(600.0, 90.0)
    parcels = shapely.MultiPolygon(
        [square(0.0004, (sheds.x, sheds.y)), square(0.0004, (plot.x, plot.y))]
    )
    key = desk.premises(parcels, "Two parcels")
    case = confirmed(desk, shapely.Point(HERE))
    (found,) = look(desk, case).within
    assert (found.premises_id, found.deciding_part) == (key, 1)
    assert found.distance_m == pytest.approx(600.0 - 0.0004 * 107_250, abs=0.5)
    (declared,) = desk.declare(case, MILE).content["premises"]
    assert declared["deciding_part"] == 1
    assert desk.kinds(sheds, jan(1, 12)) == {"declared_place"}
