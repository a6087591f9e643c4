"""Plates: the same bytes, true places and lengths, a legend of what is seen, black ink alone."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from plate_samples import AREA, AT, OWN, PLACE, RADIUS, land, notice, picture, plate, words
from pyproj import Geod, Transformer
from sheet_samples import HOSTILE

from maps.lettering import extent
from maps.palette import STYLES, Kind
from maps.plate import Ground, Plate, Shown, Subject, described, draw, frame_of
from maps.plate_furniture import bars_of, degrees_in_words
from maps.plate_labels import Name
from maps.plate_mark import MARKS, Mark
from vetcontrol.errors import Malformed

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
NUMBER = "NTC/2027/000017"


def _where(svg: bytes, name: str) -> tuple[float, float]:
    """Where the words of that id stand on the plate."""
    found = re.search(
        rf'<g id="{re.escape(name)}">.*?translate\(([\d.]+) ([\d.]+)\)', svg.decode(), re.DOTALL
    )
    assert found, name
    return float(found[1]), float(found[2])


def test_the_same_plate_is_the_same_bytes_here_and_in_another_process() -> None:
    first = plate().numbered("DEC/2027/000003")
    assert plate().numbered("DEC/2027/000003") == first
    code = (
        "import hashlib; from plate_samples import plate;"
        "print(hashlib.sha256(plate().numbered('DEC/2027/000003')).hexdigest())"
    )
    folder = Path(__file__).resolve().parent
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder.parents[1],
        env={"PYTHONPATH": f"{folder}:{folder.parents[1]}", "PYTHONHASHSEED": "7", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == hashlib.sha256(first).hexdigest()


@pytest.mark.parametrize("shape", [RADIUS, AREA, shapely.box(73.7, 14.9, 74.3, 15.8)])
def test_every_line_of_the_graticule_meets_the_frame_where_it_is(shape: shapely.Polygon) -> None:
    made = plate(Shown("infected_area", shape))
    frame = made.frame
    west, south, east, north = shape.bounds
    # By the projection's own words, apart from the code under test.
    project = Transformer.from_crs(
        "EPSG:4326",
        f"+proj=aeqd +lat_0={(south + north) / 2} +lon_0={(west + east) / 2} +datum=WGS84",
        always_xy=True,
    )
    left, top, right, bottom = frame.box
    assert {line.axis for line in frame.graticule} == {"lon", "lat"}
    for line in frame.graticule:
        for x, y in line.ends:
            metres_x = (x - (left + right) / 2) / frame.scale
            metres_y = ((top + bottom) / 2 - y) / frame.scale
            lon, lat = project.transform(metres_x, metres_y, direction="INVERSE")
            expected = (line.degrees, lat) if line.axis == "lon" else (lon, line.degrees)
            back = np.array(project.transform(*expected)) - (metres_x, metres_y)
            assert np.hypot(*back) * frame.scale < 0.5


def test_a_label_of_the_graticule_stands_at_its_line() -> None:
    made = plate()
    svg = made.numbered("X")
    for line in made.frame.graticule:
        half = extent(degrees_in_words(line, words("en")), 6.6)[0] / 2
        x, y = _where(svg, f"graticule-{line.axis}-{line.degrees:.6f}")
        if line.axis == "lon":
            assert x + half == pytest.approx(line.ends[0][0], abs=0.5)
        else:
            assert y - half == pytest.approx(line.ends[0][1], abs=0.5)


@pytest.mark.parametrize("shape", [PLACE, AREA, shapely.box(73.7, 14.9, 74.3, 15.8)])
def test_both_scale_bars_are_true(shape: shapely.Geometry) -> None:
    frame = frame_of(Subject("t", AT, (Shown("infected_area", shape),)))
    miles, kilometres = bars_of(frame)
    assert (miles.metres, kilometres.metres) == (1609.344, 1000.0)
    project = Transformer.from_crs("EPSG:4326", frame.crs, always_xy=True)
    for bar in (miles, kilometres):
        assert 20.0 < bar.length <= 98.0
        ends = [
            project.transform(x / frame.scale, 0.0, direction="INVERSE")
            for x in (-bar.length / 2, bar.length / 2)
        ]
        metres = Geod(ellps="WGS84").inv(*ends[0], *ends[1])[2]
        assert metres == pytest.approx(bar.count * bar.metres, rel=0.005)


def test_north_is_up() -> None:
    made = plate()
    assert 'id="north"' in made.base
    (x, low), (x_up, high) = made.frame.pixel(74.0, 15.42), made.frame.pixel(74.0, 15.43)
    assert x == pytest.approx(x_up, abs=0.01)
    assert high < low


def test_the_legend_names_what_is_seen_and_nothing_else() -> None:
    assert plate().legend == ("Infected place", "Radius of declaration")
    base, _ = notice()
    assert base.legend == (
        "Premises of this notice", "Infected place", "Radius of declaration", "Nearest distance",
    )  # fmt: skip
    goa = shapely.box(73.6, 14.9, 74.3, 15.8)
    assert plate(Shown("provision_area", goa)).legend == (
        "Area of this instrument", "Taluka boundary", "State line", "Sea",
    )  # fmt: skip
    far = Shown("infected_place", shapely.Point(75.0, 15.0))
    drawn = draw(Subject("t", AT, (Shown("infected_area", AREA),), (far,)), land(), words("en"))
    assert drawn.legend == ("Infected area",)
    ids = re.findall(r'id="legend-(\w+)-0"', base.base)
    assert ids == ["own_place", "infected_place", "radius_outline", "distance"]


LEGAL: tuple[Kind, ...] = (
    "infected_area", "infected_place", "declared_place", "radius_outline", "provision_area",
    "ceased_place",
)  # fmt: skip


def _print_of(kind: Kind) -> np.ndarray:
    """A square of that kind in print, each grey of it set to black or white."""
    made = plate(Shown(kind, shapely.box(73.985, 15.408, 74.015, 15.432)))
    grey = picture(made.numbered("X")).mean(axis=2)
    x0, y0 = (round(v * 2) for v in made.frame.pixel(73.985, 15.432))
    x1, y1 = (round(v * 2) for v in made.frame.pixel(74.015, 15.408))
    return grey[y0 - 8 : y1 + 8, x0 - 8 : x1 + 8] < 190


def test_kinds_differ_in_black_ink_alone() -> None:
    prints = {kind: _print_of(kind) for kind in LEGAL}
    edges = {
        k: tuple(np.flatnonzero(np.diff(p[9].astype(int))).tolist()) for k, p in prints.items()
    }
    insides = {k: round(float(p[40:150, 40:150].mean()), 3) for k, p in prints.items()}
    slants = {k: _slant(p[40:160, 40:160]) for k, p in prints.items()}
    for at, one in enumerate(LEGAL):
        for other in LEGAL[at + 1 :]:
            assert (
                slants[one] != slants[other]
                or edges[one] != edges[other]
                or abs(insides[one] - insides[other]) > 0.02
            ), (one, other)
    assert slants["infected_area"] == "rising"
    assert slants["infected_place"] == "falling"
    assert slants["ceased_place"] == "level"
    assert slants["radius_outline"] == slants["provision_area"] == "none"
    assert len(edges["radius_outline"]) > len(edges["infected_area"])


@pytest.mark.parametrize(
    ("mark", "beside"),
    [
        ("own_place", ("infected_place", "radius_outline")),
        ("ceased_place", ("infected_area",)),
    ],
)
def test_a_mark_differs_from_what_stands_beside_it(mark: str, beside: tuple[Kind, ...]) -> None:
    own = MARKS[mark]
    for style in (STYLES[kind] for kind in beside):
        assert (own.dash, own.hatch) != (style.dash, style.hatch)
        assert (own.symbol, own.letter) != (style.symbol, style.letter)


def _slant(ink: np.ndarray) -> str:
    """Which way the lines of a patch of ink run: by how well it lies on itself when moved."""
    if ink.mean() < 0.02:
        return "none"
    moved = {
        "rising": (ink[:-4, 4:] & ink[4:, :-4]),
        "falling": (ink[:-4, :-4] & ink[4:, 4:]),
        "level": (ink[:, :-4] & ink[:, 4:]),
    }
    best = max(moved, key=lambda way: moved[way].mean())
    return best if moved[best].mean() > 0.5 * ink.mean() else "dotted"


def test_a_mark_stands_where_its_place_is() -> None:
    base, mark = notice()
    svg = base.marked(mark, NUMBER)
    box = re.search(r'id="mark-badge" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', svg.decode())
    assert box
    drawn = base.frame.drawn(OWN)
    x, y = float(box[1]) + float(box[3]) / 2, float(box[2]) + float(box[3]) / 2
    assert shapely.distance(drawn, shapely.Point(x, y)) < 14.0
    corner = base.frame.pixel(74.009, 15.428)
    path = re.search(r'<g id="mark-under"[^>]*><path d="M([^"Z]+)', svg.decode())
    assert path
    steps = [tuple(map(float, step.split())) for step in path[1].split("L")]
    assert min(np.hypot(a - corner[0], b - corner[1]) for a, b in steps) < 0.5
    # Under the symbols of the base, so that none of them is crossed by the line.
    assert (
        svg.index(b'id="mark-under"') < svg.index(b'id="under-symbols"') < svg.index(b'id="mark"')
    )


def test_a_mark_keeps_its_symbol_and_label_in_the_frame() -> None:
    base, _ = notice()
    east = base.frame.bounds[2]
    for own in (shapely.Point(74.0155, 15.42), shapely.box(74.012, 15.418, east + 0.02, 15.422)):
        svg = base.marked(Mark(own, label="A long label of the place"), NUMBER).decode()
        box = re.search(r'id="mark-badge" x="([\d.]+)"', svg)
        assert box
        assert base.frame.box[0] < float(box[1]) < base.frame.box[2]


def _checked(svg: bytes) -> ElementTree.Element:
    tree = ElementTree.fromstring(svg)
    assert tree.tag == f"{SVG}svg"
    ids = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    for each in tree.iter():
        assert each.tag.removeprefix(SVG) in {
            "svg", "g", "path", "defs", "style", "use", "clipPath", "rect", "circle",
        }  # fmt: skip
        for name, value in each.attrib.items():
            assert not name.startswith("on")
            if name in (HREF, "href"):
                assert value.startswith("#")
                assert value[1:] in ids
            assert all(one == "#" for one in re.findall(r"url\(['\"]?(.)", value))
    assert b"http" not in re.sub(rb'xmlns(:\w+)?="[^"]*"', b"", svg)
    assert b"<text" not in svg
    assert b"<!" not in svg
    return tree


@pytest.mark.parametrize("language", ["en", "kok"])
def test_a_plate_is_whole_xml_that_asks_for_nothing(language: str) -> None:
    _checked(plate(language=language).numbered("DEC/2027/000003"))
    base, mark = notice()
    _checked(base.marked(mark, NUMBER))


def test_words_of_people_are_words() -> None:
    for text in (
        HOSTILE,
        "</svg><script>",
        "$x^2$ \\frac",
        "-->",
        "a\x00b\ud800",
        "\u202eabc",
        "🐄 中",
    ):
        base = draw(
            Subject(text, AT, (Shown("infected_place", PLACE, text),), mark="own_place"),
            land(Name(text, shapely.Point(74.004, 15.423), "town")),
            words("en"),
        )
        _checked(base.marked(Mark(OWN, label=text, line_words=text), text))


@settings(max_examples=20, deadline=None)
@given(st.text(max_size=12))
def test_no_label_breaks_a_plate(text: str) -> None:
    base, mark = _BASE
    _checked(base.marked(Mark(OWN, label=text, line=mark.line, line_words=text), text or "N"))


_BASE = notice()


def test_typst_takes_a_plate_and_shows_its_mark() -> None:
    base, mark = notice()
    bare, marked = (picture(svg) for svg in (base.numbered(NUMBER), base.marked(mark, NUMBER)))
    differs = np.argwhere(np.abs(bare.astype(int) - marked).max(axis=2) > 60)
    (top, left), (bottom, right) = differs.min(axis=0), differs.max(axis=0)
    frame_left, frame_top, frame_right, frame_bottom = (2 * edge for edge in base.frame.box)
    assert frame_left < left < right < frame_right
    assert frame_top < top < bottom < frame_bottom


def test_names_meet_neither_each_other_nor_a_symbol() -> None:
    crowd = [
        Name(f"Village {at}", shapely.Point(74 + at % 5 * 0.002, 15.42 + at // 5 * 0.0015), "place")
        for at in range(25)
    ]
    from maps.plate_labels import Room, placed  # noqa: PLC0415

    made = plate()
    room = Room(made.frame.box)
    symbol = room.symbol(*made.frame.pixel(74.0, 15.42), 6.0)
    found = placed(crowd, made.frame, room)
    assert 5 < len(found) < 25
    boxes = [shapely.box(*box) for box in room.taken]
    names = boxes[1::2]
    assert not any(shapely.box(*_around(symbol)).intersects(box) for box in names)
    assert all(not a.intersects(b) for at, a in enumerate(names) for b in names[at + 1 :])


def test_a_hole_stays_open_however_its_ring_runs() -> None:
    ring = shapely.box(73.98, 15.40, 74.02, 15.44).exterior
    hole = shapely.box(73.99, 15.41, 74.01, 15.43).exterior
    first, other = (
        plate(Shown("provision_area", shapely.Polygon(ring, [list(inner.coords)])))
        for inner in (hole, shapely.LinearRing(hole.coords[::-1]))
    )
    assert np.array_equal(picture(first.numbered("X")), picture(other.numbered("X")))
    x, y = (round(2 * v) for v in first.frame.pixel(74.005, 15.415))
    out_x, out_y = (round(2 * v) for v in first.frame.pixel(74.0225, 15.415))
    in_x, in_y = (round(2 * v) for v in first.frame.pixel(74.015, 15.415))
    drawn = picture(first.numbered("X"))
    assert (drawn[y, x] == drawn[out_y, out_x]).all()
    assert (drawn[in_y, in_x] != drawn[out_y, out_x]).any()


def test_very_many_places_are_small_squares_and_few_are_lettered() -> None:
    def base(count: int) -> str:
        places = [
            Shown("declared_place", shapely.Point(74 + at % 12 * 0.001, 15.42 + at // 12 * 0.001))
            for at in range(count)
        ]
        return plate(*places).base

    assert base(60).count("NotoSans-Regular-27") > 60
    assert base(61).count("NotoSans-Regular-27") < 10


def _around(spot: tuple[float, float]) -> tuple[float, float, float, float]:
    return spot[0] - 6, spot[1] - 6, spot[0] + 6, spot[1] + 6


def test_a_plate_of_nothing_is_refused() -> None:
    with pytest.raises(Malformed, match="shown"):
        draw(Subject("t", AT, ()), Ground(), words("en"))


def test_a_sentence_describes_the_plate() -> None:
    made: Plate = plate()
    told = described(made.subject, made.frame, ["infected_place"], "ORD/2027/000001", made.words)
    assert "Map to ORD/2027/000001 as at 4 January 2027" in told
    assert "It shows: Infected place. It reaches from 73°5" in told
