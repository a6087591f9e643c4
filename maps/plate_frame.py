"""Where things of the earth lie on a plate: projection, graticule and true lengths.

A plate is drawn azimuthally equidistant round its own middle (WGS84): over the few miles that it
shows, lengths and directions are true to less than a hair's breadth of the pen. It is a picture
for the eye: the record is the schedule of coordinates, and no answer is ever read from a plate.
Lengths on the plate are points (1/72 inch), measured from its top left corner, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Transformer
from shapely.geometry.base import BaseGeometry

from gis.crs import Bounds, crs_from_name
from gis.geodesic import GEOD, bounds_within, metres_per_degree
from vetcontrol.errors import Malformed

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom on the plate."""

#: Minutes of arc between two lines of the graticule.
STEPS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0)
_LEAST_APART: Final = 78.0
#: The ground that a plate shows at least, from its middle to its nearer edge, in metres.
LEAST_M: Final = 1_300.0
#: Share of the frame left free round what is shown.
_MARGIN: Final = 0.07
_NICE: Final = (1.0, 2.0, 5.0)
_STRAIGHT: Final = 33


@dataclass(frozen=True)
class Line:
    """A line of the graticule: its degrees, its course, and where it meets the frame."""

    axis: Literal["lon", "lat"]
    degrees: float
    course: Floats
    ends: tuple[tuple[float, float], tuple[float, float]]
    minute_decimals: int


@dataclass(frozen=True)
class Bar:
    """A scale bar: `count` of a unit of `metres` each, `length` points long at the middle."""

    count: float
    metres: float
    length: float


@dataclass(frozen=True)
class Frame:
    """The picture of the earth within `box`: middle in degrees, `scale` in points a metre."""

    lon: float
    lat: float
    scale: float
    box: Box

    @classmethod
    def around(cls, shapes: Sequence[BaseGeometry], box: Box) -> Frame:
        """The frame that holds `shapes` (EPSG:4326) and some ground round them in `box`.

        Raises `Malformed` where nothing is given to show.
        """
        west, south, east, north = shapely.total_bounds(list(shapes)).tolist()
        if not all(map(math.isfinite, (west, south, east, north))):
            raise Malformed.field("shapes", "hold no position; give the plate something to show")
        lon, lat = (west + east) / 2, (south + north) / 2
        east_m, north_m = (float(each) for each in metres_per_degree(lat))
        half_x = max((east - west) / 2 * east_m, 1e-6)
        half_y = max((north - south) / 2 * north_m, 1e-6)
        free = 1 - 2 * _MARGIN
        width, height = box[2] - box[0], box[3] - box[1]
        scale = min(
            width * free / (2 * half_x),
            height * free / (2 * half_y),
            min(width, height) / (2 * LEAST_M),
        )
        return cls(lon, lat, scale, box)

    @cached_property
    def crs(self) -> str:
        """The projection by its PROJ text."""
        return f"+proj=aeqd +lat_0={self.lat!r} +lon_0={self.lon!r} +datum=WGS84 +units=m +no_defs"

    @cached_property
    def _forth(self) -> Transformer:
        return Transformer.from_crs("EPSG:4326", crs_from_name(self.crs), always_xy=True)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the frame on the plate."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    def points(self, lonlat: Floats) -> Floats:
        """An (n, 2) array of degrees as points on the plate."""
        x, y = self._forth.transform(lonlat[:, 0], lonlat[:, 1])
        middle_x, middle_y = self.middle
        return np.column_stack(
            [middle_x + np.asarray(x) * self.scale, middle_y - np.asarray(y) * self.scale]
        )

    def pixel(self, lon: float, lat: float) -> tuple[float, float]:
        """A position in degrees as a point on the plate."""
        x, y = self.points(np.array([[lon, lat]]))[0].tolist()
        return x, y

    def drawn(self, shape: BaseGeometry) -> BaseGeometry:
        """`shape` (EPSG:4326) on the plate."""
        made: BaseGeometry = shapely.transform(shapely.force_2d(shape), self.points)
        return made

    @cached_property
    def bounds(self) -> Bounds:
        """West, south, east and north, in degrees, of a box that holds all of the frame."""
        left, top, right, bottom = self.box
        half = math.hypot(right - left, bottom - top) / 2 / self.scale
        return bounds_within((self.lon, self.lat, self.lon, self.lat), half)

    @cached_property
    def clip(self) -> BaseGeometry:
        """The frame and a little round it: what is cut there shows no edge inside."""
        left, top, right, bottom = self.box
        return shapely.box(left - 8, top - 8, right + 8, bottom + 8)

    @property
    def window(self) -> BaseGeometry:
        """The frame itself."""
        return shapely.box(*self.box)

    def bar(self, unit_m: float, longest: float) -> Bar:
        """The longest bar of a round number of units of `unit_m` metres within `longest` points.

        Its length is that of the geodesic east and west of the middle, so it is true there.
        """
        exponent = math.floor(math.log10(longest / self.scale / unit_m))
        for power in (exponent + 1, exponent, exponent - 1):
            for digit in reversed(_NICE):
                count = digit * 10.0**power
                length = self._across(count * unit_m)
                if length <= longest:
                    return Bar(count, unit_m, length)
        raise AssertionError("a round number fits any length")

    def _across(self, metres: float) -> float:
        ends = np.array(
            [GEOD.fwd(self.lon, self.lat, azimuth, metres / 2)[:2] for azimuth in (270.0, 90.0)]
        )
        (x1, y1), (x2, y2) = self.points(ends)
        return math.hypot(x2 - x1, y2 - y1)

    @cached_property
    def graticule(self) -> tuple[Line, ...]:
        """Meridians and parallels at whole minutes or parts of them, as they cross the frame."""
        west, south, east, north = self.bounds
        east_m, north_m = (float(each) / 60 * self.scale for each in metres_per_degree(self.lat))
        step = next((s for s in STEPS if s * min(east_m, north_m) >= _LEAST_APART), STEPS[-1])
        lines = [
            *(self._line("lon", degrees, step) for degrees in _marks(west, east, step)),
            *(self._line("lat", degrees, step) for degrees in _marks(south, north, step)),
        ]
        return tuple(line for line in lines if line is not None)

    def _line(self, axis: Literal["lon", "lat"], degrees: float, step: float) -> Line | None:
        west, south, east, north = self.bounds
        along = (
            np.linspace(south, north, _STRAIGHT)
            if axis == "lon"
            else np.linspace(west, east, _STRAIGHT)
        )
        still = np.full(_STRAIGHT, degrees)
        pair = [still, along] if axis == "lon" else [along, still]
        course = self.points(np.column_stack(pair))
        left, top, right, bottom = self.box
        edges = (bottom, top) if axis == "lon" else (left, right)
        ends = [_crossing(course, 1 if axis == "lon" else 0, edge) for edge in edges]
        for x, y in ends:
            inside = left <= x <= right if axis == "lon" else top <= y <= bottom
            if not inside:
                return None
        return Line(axis, degrees, course, (ends[0], ends[1]), 0 if step >= 1 else 1)


def _marks(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low * 60 / step), math.floor(high * 60 / step)
    return [round(number * step / 60, 12) for number in range(first, last + 1)]


def _crossing(course: Floats, axis: int, edge: float) -> tuple[float, float]:
    """Where a course meets the line at which its coordinate `axis` is `edge`."""
    for before, after in pairwise(course):
        low, high = before[axis], after[axis]
        if min(low, high) <= edge <= max(low, high) and low != high:
            share = (edge - low) / (high - low)
            x, y = before + share * (after - before)
            return float(x), float(y)
    return math.nan, math.nan


def arc(degrees: float, decimals: int) -> tuple[int, str]:
    """Whole degrees, and minutes as text, of an angle without its sign."""
    minutes = round(abs(degrees) * 60, decimals)
    whole = int(minutes // 60)
    rest = minutes - whole * 60
    return whole, f"{rest:02.0f}" if decimals == 0 else f"{rest:04.{decimals}f}"
