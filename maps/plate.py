"""Map plates of instruments: a picture in black-and-white-proof ink, as SVG with no font in it.

A plate is a picture (see `maps.plate_frame`): the record is the schedule of coordinates. The base
is drawn once; the number of an instrument, and for a notice its own premises, are set into it as
a few strokes more, so that the plates of a thousand notices of one declaration cost one drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final, Literal

import shapely
from shapely.geometry.base import BaseGeometry

from maps import plate_furniture as furniture
from maps.lettering import as_svg, shared_outlines, wrapped
from maps.palette import LAND, SEA, STYLES, TERRITORY, Kind, Style
from maps.plate_frame import Frame, arc
from maps.plate_furniture import QUIET, Entry
from maps.plate_labels import COLOURS, SIZES, Name, Room, placed
from maps.plate_mark import MARKS, UNDER, Mark, numbered, set_in
from maps.plate_pen import BADGE, INK, PT, Pen, beside, dashes
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.wording import Speaker
from vetcontrol.errors import Malformed

WIDTH: Final = 482.0
"""Of a plate in points: the width of the text on A4 with margins of 20 mm."""
_SIDE: Final = 20.0
_TOP: Final = 42.0
_MAP_HEIGHT: Final = 356.0
_COAST: Final = "#7d8a91"
SPECK: Final = 9.0
"""A place that spans fewer points than this has no room for a hatch or a dash."""
MOST_BADGES: Final = 60
"""More declared places than this are drawn without their symbols, which would hide each other."""
GroundKind = Literal["villages", "talukas", "territory"]


@dataclass(frozen=True)
class Shown:
    """A thing with legal effect on a plate, in EPSG:4326; a symbol bears `letter`, if any.

    With a `key` it has a line of its own in the legend, by that name in the catalogue.
    """

    kind: Kind
    geometry: BaseGeometry
    letter: str = ""
    key: str = ""


@dataclass(frozen=True)
class Ground:
    """The quiet ground of a plate, in EPSG:4326, with the names that stand on it.

    `sources` are pairs of a source and how far, in metres, its lines may lie from the truth.
    """

    land: tuple[BaseGeometry, ...] = ()
    areas: tuple[tuple[GroundKind, BaseGeometry], ...] = ()
    names: tuple[Name, ...] = ()
    sources: tuple[tuple[str, float | None], ...] = ()


@dataclass(frozen=True)
class Subject:
    """What a plate is about: `title` in words, the moment it shows, and what is drawn.

    `context` are things in force that the frame need not hold. `mark` says what will be set into
    the base, so that its legend knows.
    """

    title: str
    at: datetime
    shown: tuple[Shown, ...]
    context: tuple[Shown, ...] = ()
    mark: Literal["", "own_place", "ceased_place"] = ""
    hold: tuple[BaseGeometry, ...] = field(default=())
    """What more the frame must hold, drawn or not."""


def frame_of(subject: Subject) -> Frame:
    """The frame that holds all of `subject`. Raises `Malformed` where it shows nothing."""
    shapes = [*(each.geometry for each in subject.shown), *subject.hold]
    if not shapes:
        raise Malformed.field("shown", "is empty; a plate shows at least one place or area")
    return Frame.around(shapes, (_SIDE, _TOP, WIDTH - _SIDE, _TOP + _MAP_HEIGHT))


@dataclass(frozen=True)
class Plate:
    """The base of a plate and where its parts stand; everything further is set into it."""

    base: str
    frame: Frame
    subject: Subject
    entries: tuple[Entry, ...]
    words: Words

    def numbered(self, number: str) -> bytes:
        """The plate as the instrument `number` bears it: SVG."""
        return set_in(self.base, numbered(number, _SIDE)).encode()

    def marked(self, mark: Mark, number: str) -> bytes:
        """The plate of `number` with one place marked, whose geometry is in EPSG:4326."""
        under, upon = mark.as_svg(self.frame)
        return set_in(self.base, numbered(number, _SIDE) + upon, under).encode()

    @cached_property
    def legend(self) -> tuple[str, ...]:
        """The words of the legend."""
        return tuple(self.words.say(f"plate.shown.{entry.key}") for entry in self.entries)


def described(
    subject: Subject, frame: Frame, keys: Sequence[str], number: str, words: Words
) -> str:
    """A sentence that says what the plate shows, for one who cannot see it."""
    west, south, east, north = frame.bounds

    def said(degrees: float, side: str) -> str:
        whole, minutes = arc(degrees, 1)
        return f"{whole}°{minutes}′ {words.say(side)}"

    return words.say(
        "plate.described",
        number=number,
        time=Speaker(words, str).value(subject.at),
        shown=", ".join(words.say(f"plate.shown.{key}") for key in keys),
        west=said(west, "plate.east"),
        east=said(east, "plate.east"),
        south=said(south, "plate.north"),
        north=said(north, "plate.north"),
    )


def draw(subject: Subject, ground: Ground, words: Words) -> Plate:
    """Draw the base of a plate in the language of `words`.

    The same arguments give the same bytes. Raises `Malformed` where there is nothing to show.
    """
    frame = frame_of(subject)
    entries = _entries(subject, ground, frame)
    width = WIDTH - 2 * _SIDE
    lines = furniture.source_lines(words, _sources(ground, words), width)
    foot = _TOP + _MAP_HEIGHT + 20.0
    below = foot + furniture.legend_height(entries) + 4.0
    height = below + len(lines) * furniture.SOURCE_LINE + 6.0
    pen = Pen(WIDTH, round(height), frame.box)
    room = Room(frame.box)
    _earth(pen, frame, ground)
    furniture.mesh(pen, frame)
    _things(pen, frame, (*subject.context, *subject.shown))
    furniture.north(pen, frame, words, room)
    pen.place_for(UNDER)
    _letters(pen, frame, subject, room)
    names = _names(frame, ground, room)
    furniture.border(pen, frame, words)
    _heading(pen, subject, words)
    furniture.legend(pen, entries, words, _SIDE, foot)
    furniture.scale(pen, frame, words, _SIDE + 318.0, foot)
    furniture.sources(pen, lines, _SIDE, below)
    return Plate(set_in(pen.svg(), names), frame, subject, entries, words)


def _things(pen: Pen, frame: Frame, shown: Sequence[Shown]) -> None:
    """Outlines and routes by kind, the weightiest on top; each kind in one stroke, however many."""
    kinds = sorted({each.kind for each in shown}, key=lambda kind: STYLES[kind].rank)
    for kind in kinds:
        cut = [_cut(frame, each.geometry) for each in shown if each.kind == kind]
        parts = [part for shape in cut for part in shapely.get_parts(shape)]
        areas = [part for part in parts if part.geom_type == "Polygon"]
        lines = [part for part in parts if part.geom_type == "LineString"]
        specks = [part for part in areas if _spans(part) < SPECK]
        wide = [part for part in areas if _spans(part) >= SPECK]
        style = STYLES[kind]
        if specks:
            pen.speck(shapely.MultiPolygon(specks), style)
        if wide:
            pen.styled(shapely.MultiPolygon(wide), style)
        if lines:
            pen.styled(shapely.MultiLineString(lines), style)


def _spans(shape: BaseGeometry) -> float:
    left, top, right, bottom = shape.bounds
    return float(min(right - left, bottom - top))


def _cut(frame: Frame, shape: BaseGeometry) -> BaseGeometry:
    """`shape` on the plate, cut a little outside the frame where it is an area or a line."""
    drawn = frame.drawn(shape)
    if shapely.get_dimensions(drawn) == 0 or shapely.covers(frame.clip, drawn):
        return drawn
    return _of_dimension(
        shapely.intersection(drawn, frame.clip), int(shapely.get_dimensions(drawn))
    )


def _of_dimension(shape: BaseGeometry, dimension: int) -> BaseGeometry:
    parts = [p for p in shapely.get_parts(shape) if shapely.get_dimensions(p) == dimension]
    return shapely.union_all(parts)


def _near(frame: Frame, shape: BaseGeometry) -> BaseGeometry:
    """Ground on the plate: cut in degrees first, since it may reach across half a country."""
    west, south, east, north = frame.bounds
    pad = (east - west) * 0.05
    near = shapely.clip_by_rect(shape, west - pad, south - pad, east + pad, north + pad)
    return shapely.GeometryCollection() if near.is_empty else _cut(frame, near)


def _earth(pen: Pen, frame: Frame, ground: Ground) -> None:
    pen.fill(frame.window, SEA)
    for shape in ground.land:
        near = _near(frame, shape)
        pen.fill(near, LAND)
        pen.line(near, _COAST, 0.5)
    drawn = [(kind, _near(frame, shape)) for kind, shape in ground.areas]
    for kind, shape in drawn:
        if kind == "territory":
            pen.fill(shape, TERRITORY)
    order: tuple[GroundKind, ...] = ("villages", "talukas", "territory")
    for wanted in order:
        style = STYLES[wanted]
        for kind, shape in drawn:
            if kind == wanted and not shape.is_empty:
                pen.line(shape, style.stroke, style.weight * PT, dashes(style))


def _letters(pen: Pen, frame: Frame, subject: Subject, room: Room) -> None:
    """Symbols of places, the weightiest first, then letters of areas where these leave room."""
    shown = (*subject.context, *subject.shown)
    specks: list[tuple[float, float]] = []
    crowded = sum(each.kind == "declared_place" for each in shown) > MOST_BADGES
    for each in sorted(
        shown, key=lambda each: (not STYLES[each.kind].symbol, -STYLES[each.kind].rank)
    ):
        style = STYLES[each.kind]
        letter = each.letter or style.letter
        seen = shapely.intersection(frame.drawn(each.geometry), frame.window)
        if seen.is_empty or not letter:
            continue
        if shapely.get_dimensions(each.geometry) == 1:
            continue
        if style.symbol:
            if crowded and each.kind == "declared_place":
                at = shapely.point_on_surface(seen)
                specks += [] if shapely.get_dimensions(seen) else [(at.x, at.y)]
            else:
                _symbol(pen, seen, style, letter[:3], room)
            continue
        if style.kind == "radius_outline":
            # On the line itself, up to the right, where the eye looks for it.
            x, y = max(shapely.get_coordinates(seen).tolist(), key=lambda xy: xy[0] - xy[1])
            size = 10.0
            room.take((x - 5, y - 5, x + 5, y + 5))
        else:
            size = 17.0
            x, y = room.letter(seen, size)
        y += size * 0.36
        pen.words(x, y, letter, size, style.stroke, anchor="center", halo=True)
    if specks:
        pen.squares(specks, STYLES["declared_place"], 3.8)


def _symbol(pen: Pen, seen: BaseGeometry, style: Style, letter: str, room: Room) -> None:
    wanted, (at_x, at_y) = beside(seen)
    x, y = room.symbol(*wanted, BADGE)
    if (x, y) != (at_x, at_y):
        pen.line(shapely.LineString([(at_x, at_y), (x, y)]), style.stroke, 0.8)
        pen.fill(shapely.Point(at_x, at_y).buffer(1.4), style.stroke)
    pen.badge(x, y, style, letter)


def _names(frame: Frame, ground: Ground, room: Room) -> str:
    """The names as SVG: hundreds of letters, each outline written once."""
    shared: dict[str, str] = {}
    made = []
    for each in placed(ground.names, frame, room):
        looks = each.name.looks
        if each.dot:
            x, y = each.dot
            made.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="1.3" fill="{COLOURS[looks]}"/>')
        made.append(
            as_svg(
                each.text,
                each.x,
                each.y,
                SIZES[looks],
                anchor=0.0,
                fill=COLOURS[looks],
                shared=shared,
            )
        )
    return f'{shared_outlines(shared)}<g id="names">{"".join(made)}</g>'


def _heading(pen: Pen, subject: Subject, words: Words) -> None:
    time = words.say("plate.as_at", time=Speaker(words, str).value(subject.at))
    pen.words(WIDTH - _SIDE, 14.0, time, 7.4, INK, anchor="right", name="as-at")
    title = words.say("plate.of_map", title=subject.title)
    lines = wrapped(title, 7.4, WIDTH - 2 * _SIDE)
    pen.words(_SIDE, 25.0, lines[0] + (" …" if lines[1:] else ""), 7.4, QUIET, name="title")


def _sources(ground: Ground, words: Words) -> str:
    told = []
    for source, accuracy_m in dict.fromkeys(ground.sources):
        if accuracy_m is None:
            told.append(source)
            continue
        km = accuracy_m >= 1000
        unit = words.say("plate.kilometres") if km else ""
        distance = (
            f"{accuracy_m / 1000:g} {unit}"
            if km
            else words.say("value.metres", number=f"{accuracy_m:g}")
        )
        told.append(words.say("plate.within", source=source, distance=distance))
    return "; ".join(told)


def _entries(subject: Subject, ground: Ground, frame: Frame) -> tuple[Entry, ...]:
    """The legend of just what is seen in the frame, what has effect in law first."""
    found: dict[str, Entry] = {}
    shown = (*subject.context, *subject.shown)
    for each in sorted(shown, key=lambda each: -STYLES[each.kind].rank):
        seen = shapely.intersection(frame.drawn(each.geometry), frame.window)
        if seen.is_empty:
            continue
        key, style = each.key or each.kind, STYLES[each.kind]
        if each.key:
            style = replace(style, letter=each.letter)
        extended = bool(shapely.get_dimensions(each.geometry) > 0)
        lined = bool(shapely.get_dimensions(each.geometry) == 1)
        old = found.get(key, Entry(key, style, area=False))
        found[key] = replace(old, point=not lined, area=old.area or extended)
    entries = list(found.values())
    if subject.mark:
        entries.insert(0, Entry(subject.mark, MARKS[subject.mark], point=True))
    if subject.mark == "own_place":
        entries.append(Entry("distance"))
    kinds = {kind for kind, shape in ground.areas if _lines_seen(frame, shape)}
    order: tuple[GroundKind, ...] = ("villages", "talukas", "territory")
    entries += [Entry(kind, STYLES[kind]) for kind in order if kind in kinds]
    if _sea(ground, frame):
        entries.append(Entry("sea"))
    return tuple(entries)


def _lines_seen(frame: Frame, shape: BaseGeometry) -> bool:
    near = _near(frame, shape)
    return not near.is_empty and bool(shapely.intersects(shapely.boundary(near), frame.window))


def _sea(ground: Ground, frame: Frame) -> bool:
    """Whether sea is seen: more of it than a sliver between two outlines."""
    fills = [_near(frame, shape) for shape in ground.land]
    fills += [_near(frame, shape) for kind, shape in ground.areas if kind == "territory"]
    rest = shapely.difference(frame.window, shapely.union_all(fills))
    return bool(shapely.area(shapely.buffer(rest, -2.0)) > 0)
