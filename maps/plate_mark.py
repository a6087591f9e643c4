"""What is set into a plate's base for one instrument: its number, and the place of a notice.

Written as SVG at once, without drawing anew: the strokes stand in the plate's own points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import shapely
from shapely.geometry.base import BaseGeometry

from maps.lettering import as_svg, width_of
from maps.palette import CASING, STYLES, Style
from maps.plate_frame import Frame
from maps.plate_pen import BADGE, INK, PT, beside, dashes

NUMBER_SIZE: Final = 11.0
_LABEL_SIZE: Final = 7.4
_DASH: Final = (2.4, 1.8)
_LONG_ENOUGH: Final = 70.0
_NARROW: Final = 120.0
UNDER: Final = "under-symbols"
"""The id of the place in a base before which strokes go that symbols cover."""

MARKS: Final[dict[str, Style]] = {
    "own_place": replace(
        STYLES["declared_place"], dash="", hatch="", tint=0.22, weight=2.6, letter="N"
    ),
    "ceased_place": replace(STYLES["ceased_place"], hatch="", tint=0.1),
}
"""How a marked place is drawn: line and symbol without a hatch, which a mark has no time for."""


@dataclass(frozen=True)
class Mark:
    """One place marked on a plate: its geometry (EPSG:4326), how it is drawn, and its label.

    `line` goes from the place to what the distance in `line_words` is measured from; the symbol
    stands at `part` of the place, where one is named.
    """

    geometry: BaseGeometry
    kind: Literal["own_place", "ceased_place"] = "own_place"
    label: str = ""
    line: BaseGeometry | None = None
    line_words: str = ""
    part: BaseGeometry | None = None

    def as_svg(self, frame: Frame) -> tuple[str, str]:
        """The mark as SVG in the points of `frame`: what lies under symbols, and what upon all."""
        style = MARKS[self.kind]
        drawn = frame.drawn(self.geometry)
        seen = shapely.intersection(
            drawn if self.part is None else frame.drawn(self.part), frame.window
        )
        where = drawn if seen.is_empty else seen
        (x, y), (at_x, at_y) = beside(where)
        under, label, eastward = [], self.label, False
        if shapely.get_dimensions(drawn):
            under.append(_outline(drawn, style))
        if (x, y) != (at_x, at_y):
            step = f"M{at_x:.2f} {at_y:.2f}L{x:.2f} {y:.2f}"
            under.append(f'<path d="{step}" stroke="{style.stroke}" stroke-width="0.8"/>')
        upon = [_badge(x, y, style)]
        if self.line is not None:
            (x1, y1), *_, (x2, y2) = shapely.get_coordinates(frame.drawn(self.line)).tolist()
            under.append(_distance(x1, y1, x2, y2))
            if math.hypot(x2 - x1, y2 - y1) >= _LONG_ENOUGH:
                # Nearer to the marked place: the symbol of the other end stays free.
                at = (0.6 * x1 + 0.4 * x2, 0.6 * y1 + 0.4 * y2)
                upon.append(_along(self.line_words, *at, abs(x2 - x1), abs(y2 - y1)))
                eastward = x2 > x1
            else:
                label = ", ".join(part for part in (label, self.line_words) if part)
        if label:
            # Beyond the edge of the place, where that is near.
            west, _, east, _ = where.bounds
            upon_it = (x, y) == (at_x, at_y) and east - west < _NARROW
            off = max(x - west, east - x, BADGE) + 3 if upon_it else BADGE + 3
            wide = off + width_of(label, _LABEL_SIZE) + 3
            # Away from the line, where there is room.
            ends = x + wide > frame.box[2] or (eastward and x - wide > frame.box[0])
            at = (x - off if ends else x + off, y + _LABEL_SIZE * 0.36)
            upon.append(as_svg(label, *at, _LABEL_SIZE, anchor=float(ends), fill=INK))
        return _cut(frame, "mark-under", under), _cut(frame, "mark", upon)


def _cut(frame: Frame, name: str, parts: Sequence[str]) -> str:
    left, top, right, bottom = frame.box
    return (
        f'<clipPath id="{name}-frame"><rect x="{left:g}" y="{top:g}" width="{right - left:g}" '
        f'height="{bottom - top:g}"/></clipPath>'
        f'<g id="{name}" clip-path="url(#{name}-frame)">{"".join(parts)}</g>'
    )


def _rings(drawn: BaseGeometry) -> str:
    made = []
    for part in shapely.get_parts(drawn):
        lines = [part.exterior, *part.interiors] if part.geom_type == "Polygon" else [part]
        for line in lines:
            steps = "L".join(f"{x:.2f} {y:.2f}" for x, y in shapely.get_coordinates(line).tolist())
            made.append(f"M{steps}" + ("Z" if part.geom_type == "Polygon" else ""))
    return "".join(made)


def _outline(drawn: BaseGeometry, style: Style) -> str:
    data, weight = _rings(drawn), style.weight * PT
    dash = " ".join(f"{part:g}" for part in dashes(style))
    return (
        f'<path d="{data}" fill="none" stroke="{CASING}" stroke-width="{weight + 1.6:g}"/>'
        f'<path d="{data}" fill="{style.stroke}" fill-opacity="{style.tint:g}" fill-rule="evenodd" '
        f'stroke="{style.stroke}" stroke-width="{weight:g}"'
        + (f' stroke-dasharray="{dash}"' if dash else "")
        + "/>"
    )


def _distance(x1: float, y1: float, x2: float, y2: float) -> str:
    step = f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}"
    dash = " ".join(f"{part:g}" for part in _DASH)
    return (
        f'<path d="{step}" stroke="{CASING}" stroke-width="2.4"/>'
        f'<path d="{step}" stroke="{INK}" stroke-width="0.9" stroke-dasharray="{dash}"/>'
    )


def _along(words: str, x: float, y: float, across: float, down: float) -> str:
    """The words beside a line at a place of it: above a level one, to the right of a steep one."""
    if down > across:
        lean = _LABEL_SIZE * across / down
        at, anchor = (x + 5.0 + lean, y + _LABEL_SIZE * 0.36), 0.0
    else:
        lean = width_of(words, _LABEL_SIZE) / 2 * down / across
        at, anchor = (x, y - 3.0 - lean), 0.5
    return as_svg(words, *at, _LABEL_SIZE, anchor=anchor, fill=INK)


def _badge(x: float, y: float, style: Style) -> str:
    side = 2 * BADGE - 1
    return (
        f'<rect id="mark-badge" x="{x - side / 2:.2f}" y="{y - side / 2:.2f}" width="{side:g}" '
        f'height="{side:g}" fill="{style.stroke}" stroke="{CASING}" stroke-width="1.3"/>'
        + as_svg(style.letter, x, y + 2.9, 8.0, anchor=0.5, fill=CASING, halo=False)
    )


def numbered(number: str, left: float) -> str:
    """The number of the instrument, in the upper left corner."""
    return f'<g id="number">{as_svg(number, left, 14.0, NUMBER_SIZE, anchor=0.0, fill=INK)}</g>'


def set_in(base: str, upon: str, under: str = "") -> str:
    """The SVG `base` with strokes `upon` it, and others `under` its symbols."""
    head, end, tail = base.rpartition("</svg>")
    if under:
        before, place, after = head.partition(f'<g id="{UNDER}">')
        head = f"{before}{under}{place}{after}"
    return f"{head}{upon}{end}{tail}"
