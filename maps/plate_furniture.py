"""What stands round the map of a plate: frame, graticule, north, scale bars, legend, sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import shapely

from gis.units import MILE_M
from maps.lettering import wrapped
from maps.palette import LAND, SEA, Style
from maps.plate_frame import Bar, Frame, Line, arc
from maps.plate_labels import Room
from maps.plate_pen import INK, PT, Pen, dashes
from vetcontrol.documents.catalogue import Words

QUIET: Final = "#56606b"
_MESH: Final = "#8fa3b0"
_SMALL: Final = 6.6
_LEGEND_SIZE: Final = 7.4
ROW: Final = 15.0
SOURCE_SIZE: Final = 6.2
SOURCE_LINE: Final = 8.2
_CORNER: Final = 18.0
_BAR_LONGEST: Final = 98.0


@dataclass(frozen=True)
class Entry:
    """A line of the legend: what it is called in the catalogue, and how it is drawn."""

    key: str
    style: Style | None = None
    point: bool = False
    area: bool = True


def mesh(pen: Pen, frame: Frame) -> None:
    """The lines of the graticule."""
    for line in frame.graticule:
        pen.line(shapely.LineString(line.course), _MESH, 0.35, opacity=0.8)


def degrees_in_words(line: Line, words: Words) -> str:
    """The degrees of a line of the graticule, with minutes and its side."""
    side = {
        ("lon", True): "east",
        ("lon", False): "west",
        ("lat", True): "north",
        ("lat", False): "south",
    }[line.axis, line.degrees >= 0]
    whole, minutes = arc(line.degrees, line.minute_decimals)
    key = f"plate.{side}" if side != "south" else "value.south"
    return f"{whole}°{minutes}′ {words.say(key)}"


def border(pen: Pen, frame: Frame, words: Words) -> None:
    """The frame with its ticks, and the degrees of the graticule along all four sides."""
    left, top, right, bottom = frame.box
    for line in frame.graticule:
        text = degrees_in_words(line, words)
        name = f"graticule-{line.axis}-{line.degrees:.6f}"
        (x1, y1), (x2, y2) = line.ends
        if line.axis == "lon":
            ticks = [(x1, bottom, x1, bottom + 5.6), (x2, top, x2, top - 5.6)]
            labels = [(x1, bottom + 12.8, ""), (x2, top - 7.2, "-top")]
        else:
            ticks = [(left, y1, left - 5.6, y1), (right, y2, right + 5.6, y2)]
            labels = [(left - 9.4, y1, ""), (right + 9.4, y2, "-right")]
        for x, y, on_x, on_y in ticks:
            pen.line(shapely.LineString([(x, y), (on_x, on_y)]), INK, 0.6, cut=False)
        if not _cornered(line, frame):
            turned = line.axis == "lat"
            for x, y, side in labels:
                pen.words(x, y, text, _SMALL, INK, anchor="center", turned=turned, name=name + side)
    for apart, colour, weight in ((2.0, "#ffffff", 3.0), (0.0, INK, 0.7), (2.4, INK, 1.2)):
        pen.line(
            shapely.box(left - apart, top - apart, right + apart, bottom + apart),
            colour,
            weight,
            cut=False,
        )


def _cornered(line: Line, frame: Frame) -> bool:
    """Whether a label would stick out at a corner, and others of its kind stand without it."""
    others = [one for one in frame.graticule if one.axis == line.axis]
    left, top, right, bottom = frame.box
    at, low, high = (
        (line.ends[0][0], left, right) if line.axis == "lon" else (line.ends[0][1], top, bottom)
    )
    return len(others) > 2 and min(at - low, high - at) < _CORNER


def north(pen: Pen, frame: Frame, words: Words, room: Room) -> None:
    """The arrow to true north, up at the middle of the plate, in the upper right corner."""
    _, top, right, _ = frame.box
    x, tip = right - 20.0, top + 19.0
    box = (right - 38.0, top + 3.0, right - 3.0, top + 54.0)
    room.take(box)
    pen.fill(shapely.box(*box), "#ffffff", opacity=0.82, cut=False)
    foot = tip + 26.0
    half = shapely.Polygon([(x, tip), (x + 6, foot), (x, foot - 6)])
    other = shapely.Polygon([(x, tip), (x - 6, foot), (x, foot - 6)])
    pen.fill(half, INK, cut=False)
    pen.fill(other, "#ffffff", cut=False)
    pen.line(half, INK, 0.7, cut=False)
    pen.line(other, INK, 0.7, cut=False)
    pen.words(x, tip - 3.2, words.say("plate.north"), 9.0, INK, anchor="center", name="north")
    pen.words(x, foot + 6.8, words.say("plate.true_north"), 4.9, INK, anchor="center")


def bars_of(frame: Frame) -> tuple[Bar, Bar]:
    """The scale bars of a plate: in miles, and in kilometres."""
    return frame.bar(MILE_M, _BAR_LONGEST), frame.bar(1000.0, _BAR_LONGEST)


def scale(pen: Pen, frame: Frame, words: Words, left: float, top: float) -> None:
    """Two scale bars, one below the other, each of a round number of its unit."""
    for bar, unit, y in zip(
        bars_of(frame), ("miles", "kilometres"), (top + 14.0, top + 40.0), strict=True
    ):
        quarter = bar.length / 4
        for part in range(4):
            block = shapely.box(left + part * quarter, y, left + (part + 1) * quarter, y + 4.2)
            pen.fill(block, INK if part % 2 == 0 else "#ffffff", cut=False)
        pen.line(shapely.box(left, y, left + bar.length, y + 4.2), INK, 0.6, cut=False)
        for share in (0.0, 0.5, 1.0):
            name = f"scale-{unit}-{share:g}"
            text = f"{bar.count * share:g}"
            pen.words(
                left + bar.length * share, y - 3.0, text, _SMALL, INK, anchor="center", name=name
            )
        pen.words(left + bar.length + 7.0, y + 4.4, words.say(f"plate.{unit}"), _SMALL, INK)


def swatch(pen: Pen, entry: Entry, x: float, y: float) -> None:
    """The legend's picture of an entry, 30 by 10 points at (x, y), drawn as the map draws it."""
    if entry.key == "sea":
        pen.fill(shapely.box(x, y, x + 30, y + 10), SEA, cut=False)
        pen.line(shapely.box(x, y, x + 30, y + 10), QUIET, 0.4, cut=False)
    elif entry.style is None:
        pen.line(shapely.LineString([(x, y + 5), (x + 30, y + 5)]), INK, 0.9, (2.4, 1.8), cut=False)
    else:
        style = entry.style
        ground = not style.legal
        if ground:
            pen.fill(shapely.box(x, y, x + 30, y + 10), LAND, cut=False)
            pen.line(
                shapely.LineString([(x, y + 5), (x + 30, y + 5)]),
                style.stroke,
                style.weight * PT,
                dashes(style),
                cut=False,
            )
        elif entry.area and entry.key == "route":
            pen.styled(shapely.LineString([(x, y + 5), (x + 30, y + 5)]), style, cut=False)
        elif entry.area:
            pen.styled(shapely.box(x + 1, y, x + 29, y + 10), style, cut=False)
        if entry.point and style.symbol:
            pen.badge(x + 15, y + 5, style, style.letter, r=5.2)
        elif style.letter and not ground and entry.key != "route":
            pen.words(x + 15, y + 8.2, style.letter, 8.6, style.stroke, anchor="center", halo=True)


def legend(pen: Pen, entries: Sequence[Entry], words: Words, left: float, top: float) -> None:
    """What the map shows, each with its picture, in two columns."""
    pen.words(left, top + 7.5, words.say("plate.legend"), 8.2, INK, name="legend")
    rows = (len(entries) + 1) // 2
    for at, entry in enumerate(entries):
        x = left + (at // rows) * 150.0
        y = top + 14.0 + (at % rows) * ROW
        swatch(pen, entry, x, y)
        text = words.say(f"plate.shown.{entry.key}")
        lines = wrapped(text, _LEGEND_SIZE, 112.0)
        size = _LEGEND_SIZE if len(lines) == 1 else 5.9
        for line_at, line in enumerate(wrapped(text, size, 112.0)[:2]):
            up = 7.6 if len(lines) == 1 else 4.3 + line_at * 6.6
            pen.words(x + 36, y + up, line, size, INK, name=f"legend-{entry.key}-{line_at}")


def legend_height(entries: Sequence[Entry]) -> float:
    """How many points the legend and the scale beside it take."""
    return max(14.0 + (len(entries) + 1) // 2 * ROW, 50.0)


def source_lines(words: Words, ground: str, width: float) -> list[str]:
    """The sources, their accuracy and what the picture is not, in lines of `width` points."""
    lines = wrapped(words.say("plate.ground", sources=ground), SOURCE_SIZE, width) if ground else []
    return [*lines, *wrapped(words.say("plate.projection"), SOURCE_SIZE, width)]


def sources(pen: Pen, lines: Sequence[str], left: float, top: float) -> None:
    """The lines of sources."""
    for at, line in enumerate(lines):
        pen.words(left, top + 6 + at * SOURCE_LINE, line, SOURCE_SIZE, QUIET, name=f"source-{at}")
