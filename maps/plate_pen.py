"""The pen of a plate: draws areas, lines, hatches, symbols and words in points, y downwards.

A hatch is drawn as lines cut to its area, not as a pattern of the file's format: every printer and
viewer shows it alike, and black ink alone tells one kind from another.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch, Polygon, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import Normal, withStroke
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from maps.lettering import HALO, HALO_PT, face, speakable
from maps.palette import CASING, Hatch, Style

Floats = NDArray[np.float64]

INK: Final = "#1b2530"
PT: Final = 0.75
"""Points in a CSS pixel, the unit of the palette."""
HATCH_STEP: Final = 6.0
_HATCH_WEIGHT: Final = 0.55
_SMALL: Final = 20.0
"""A place drawn smaller than this many points has its symbol beside it, not upon it."""
BADGE: Final = 6.2
_DRAWING: Final = threading.Lock()
_PREAMBLE: Final = re.compile(
    r"<!DOCTYPE[^>]*>\s*|<!--.*?-->\s*|<metadata>.*?</metadata>\s*", re.DOTALL
)


def path_of(shape: BaseGeometry) -> Path:
    """The outlines of `shape` as one path; areas keep their holes."""
    rings: list[Floats] = []
    # A hole is one only where its ring runs the other way.
    for part in shapely.get_parts(shapely.orient_polygons(shape)):
        lines = [part.exterior, *part.interiors] if part.geom_type == "Polygon" else [part]
        rings += [shapely.get_coordinates(line) for line in lines]
    codes = [np.concatenate([[Path.MOVETO], np.full(len(ring) - 1, Path.LINETO)]) for ring in rings]
    if not rings:
        return Path(np.empty((0, 2)))
    return Path(np.vstack(rings), np.concatenate(codes).astype(np.uint8))


def hatch_of(area: BaseGeometry, hatch: Hatch) -> BaseGeometry:
    """The lines of `hatch` within `area`, both in points; dots are lines of no length."""
    if not hatch or area.is_empty:
        return shapely.MultiLineString()
    left, top, right, bottom = area.bounds
    if hatch == "dotted":
        return _dots(area)
    lines: list[list[tuple[float, float]]] = []
    slope = HATCH_STEP * 2**0.5
    if hatch in ("rising", "crossed"):
        marks = np.arange((left + top) // slope, (right + bottom) // slope + 1) * slope
        lines += [[(at - bottom, bottom), (at - top, top)] for at in marks]
    if hatch in ("falling", "crossed"):
        marks = np.arange((left - bottom) // slope, (right - top) // slope + 1) * slope
        lines += [[(at + top, top), (at + bottom, bottom)] for at in marks]
    if hatch == "level":
        marks = np.arange(top // HATCH_STEP, bottom // HATCH_STEP + 1) * HATCH_STEP
        lines += [[(left, at), (right, at)] for at in marks]
    return shapely.intersection(shapely.MultiLineString(lines), area)


def _dots(area: BaseGeometry) -> BaseGeometry:
    left, top, right, bottom = area.bounds
    step = HATCH_STEP * 0.75
    rows = np.arange(top // step, bottom // step + 1)
    columns = np.arange(left // step, right // step + 1)
    row, column = (grid.ravel() for grid in np.meshgrid(rows, columns))
    x, y = (column + (row % 2) / 2) * step, row * step
    inside = shapely.contains_xy(area, x, y)
    return shapely.MultiLineString(
        [[(a, b), (a + 0.01, b)] for a, b in zip(x[inside], y[inside], strict=True)]
    )


def dashes(style: Style) -> tuple[float, ...]:
    """The dash of `style` in points."""
    return tuple(float(part) * PT for part in style.dash.split())


class Pen:
    """Draws on a plate `width` by `height` points; `box` is the frame that the map keeps to."""

    def __init__(self, width: float, height: float, box: tuple[float, float, float, float]) -> None:
        self.figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor="#ffffff")
        self.axes: Axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0), frameon=False)
        self.axes.set_axis_off()
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(height, 0)
        left, top, right, bottom = box
        self._window = Rectangle(
            (left, top), right - left, bottom - top, transform=self.axes.transData
        )
        self._order = 0.0

    def _put(self, patch: PathPatch | Circle | Polygon | Rectangle, cut: bool) -> None:
        self._order += 1
        patch.set_zorder(self._order)
        self.axes.add_artist(patch)
        if cut:
            patch.set_clip_path(self._window)

    def fill(
        self, area: BaseGeometry, colour: str, *, opacity: float = 1.0, cut: bool = True
    ) -> None:
        """Fill an area."""
        if not area.is_empty:
            self._put(PathPatch(path_of(area), fc=colour, ec="none", lw=0, alpha=opacity), cut)

    def line(  # noqa: PLR0917
        self,
        shape: BaseGeometry,
        colour: str,
        weight: float,
        dash: tuple[float, ...] = (),
        cut: bool = True,
        opacity: float = 1.0,
        round_ends: bool = False,
    ) -> None:
        """Draw the line or the outline of `shape`, `weight` points wide."""
        if shape.is_empty:
            return
        path = path_of(shape)
        # matplotlib counts dashes in widths of the line.
        style = (0, tuple(part / weight for part in dash)) if dash else "solid"
        cap = "round" if round_ends else "butt"
        self._put(
            PathPatch(path, fc="none", ec=colour, lw=weight, ls=style, alpha=opacity, capstyle=cap),
            cut,
        )

    def styled(self, shape: BaseGeometry, style: Style, *, cut: bool = True) -> None:
        """An area or a line by the palette: tint, hatch, white casing and line."""
        weight = style.weight * PT
        if shapely.get_dimensions(shape) == 2:
            self.fill(shape, style.stroke, opacity=style.tint, cut=cut)
            dotted = style.hatch == "dotted"
            self.line(
                hatch_of(shapely.union_all(shapely.get_parts(shape)), style.hatch),
                style.stroke,
                1.1 if dotted else _HATCH_WEIGHT,
                cut=cut,
                opacity=0.8 if dotted else 0.7,
                round_ends=dotted,
            )
        self.line(shape, CASING, weight + 1.6, cut=cut, opacity=0.85)
        self.line(shape, style.stroke, weight, dashes(style), cut=cut)

    def speck(self, shape: BaseGeometry, style: Style) -> None:
        """Places too small for a hatch or a dash: filled, with a line all round."""
        self.fill(shape, style.stroke, opacity=0.35)
        self.line(shape, style.stroke, 0.9)

    def squares(self, spots: Sequence[tuple[float, float]], style: Style, side: float) -> None:
        """A small square at each spot, all in one stroke."""
        half = side / 2
        boxes = shapely.MultiPolygon(
            [shapely.box(x - half, y - half, x + half, y + half) for x, y in spots]
        )
        self._put(PathPatch(path_of(boxes), fc=style.stroke, ec=CASING, lw=0.8), cut=False)

    def badge(self, x: float, y: float, style: Style, letter: str, r: float = BADGE) -> None:
        """A point's symbol with its letter."""
        look: dict[str, Any] = {"fc": style.stroke, "ec": CASING, "lw": 1.3}
        if style.symbol == "square":
            side = 2 * r - 1
            self._put(Rectangle((x - side / 2, y - side / 2), side, side, **look), cut=False)
        elif style.symbol == "diamond":
            far = r + 1
            self._put(
                Polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], **look), cut=False
            )
        elif style.symbol == "ring":
            self._put(Circle((x, y), r / 2, fc="#ffffff", ec=style.stroke, lw=1.2), cut=False)
            return
        else:
            self._put(Circle((x, y), r, **look), cut=False)
        size = {1: 8.0, 2: 6.6, 3: 5.0}.get(len(letter), 4.0)
        self.words(x, y + size * 0.36, letter, size * r / BADGE, "#ffffff", anchor="center")

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        *,
        anchor: str = "left",
        halo: bool = False,
        turned: bool = False,
        name: str = "",
    ) -> None:
        """Words on the line at `y`, never read as anything but words; `name` is the group's id."""
        self._order += 1
        made = self.axes.text(
            x,
            y,
            speakable(text),
            fontproperties=face(text, size),
            color=colour,
            ha=anchor,
            va="baseline" if not turned else "center",
            rotation=90 if turned else 0,
            rotation_mode="anchor" if not turned else "default",
            parse_math=False,
            zorder=self._order,
            gid=name or None,
        )
        if halo:
            made.set_path_effects([withStroke(linewidth=HALO_PT, foreground=HALO), Normal()])

    def place_for(self, name: str) -> None:
        """An empty group of that id, before which strokes may be set in later."""
        self._order += 1
        empty = Rectangle((0, 0), 0, 0, fc="none", ec="none", zorder=self._order, gid=name)
        self.axes.add_artist(empty)

    def svg(self) -> str:
        """The picture, the same text for the same strokes, without comments or outside names."""
        paper = io.BytesIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        with _DRAWING:
            self.figure.savefig(paper, format="svg", metadata=nothing, facecolor="#ffffff")
        return _PREAMBLE.sub("", paper.getvalue().decode("utf-8"))


def beside(shape: BaseGeometry) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the symbol of a place stands, and the point that it means: upon it where it fits."""
    left, top, right, bottom = shape.bounds
    here = shapely.point_on_surface(shape)
    if shapely.get_dimensions(shape) == 0 or min(right - left, bottom - top) >= _SMALL:
        return (here.x, here.y), (here.x, here.y)
    return (right + 8.0, top - 8.0), (here.x, here.y)
