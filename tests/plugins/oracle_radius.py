"""An independent oracle of the radius: brute force, sharing no code with `gis`.

Every edge, straight in longitude and latitude, is searched for its nearest point by golden
section over `pyproj.Geod`; inside is told by ray casting; edges that meet by orientation. Shapely
is only asked for coordinates.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pyproj import Geod

EARTH = Geod(ellps="WGS84")
GOLD = (5**0.5 - 1) / 2
Array = Any


def _inv(a: Array, b: Array) -> Array:
    """Geodesic metres between (n, 2) and (n, 2)."""
    return EARTH.inv(a[:, 0], a[:, 1], b[:, 0], b[:, 1])[2]


def _parts(shape: Any) -> list[tuple[list[Array], bool]]:
    """Lists of coordinate lines, and whether they bound an area."""
    if hasattr(shape, "geoms"):
        return [p for g in shape.geoms for p in _parts(g)]
    if shape.geom_type == "Polygon":
        return [([np.array(r.coords)[:, :2] for r in (shape.exterior, *shape.interiors)], True)]
    return [([np.array(shape.coords)[:, :2]], False)]


def _edges(lines: list[Array]) -> tuple[Array, Array]:
    starts = [line[:-1] if len(line) > 1 else line for line in lines]
    ends = [line[1:] if len(line) > 1 else line for line in lines]
    return np.concatenate(starts), np.concatenate(ends)


def _inside(points: Array, lines: list[Array]) -> Array:
    """Even-odd rule: shell and holes at once."""
    a, b = _edges(lines)
    odd = np.zeros(len(points), dtype=bool)
    for (x1, y1), (x2, y2) in zip(a, b, strict=True):
        spans = (y1 > points[:, 1]) != (y2 > points[:, 1])
        if spans.any():
            x = x1 + (points[:, 1] - y1) * (x2 - x1) / (y2 - y1 if y2 != y1 else 1.0)
            odd ^= spans & (points[:, 0] < x)
    return odd


def _golden(points: Array, a: Array, b: Array) -> Array:
    """Least distance from each point to its own edge a-b, to about 1e-7 m of distance."""
    low, high = np.zeros(len(points)), np.ones(len(points))

    def at(t: Array) -> Array:
        return _inv(points, a + (b - a) * t[:, None])

    c, d = high - GOLD * (high - low), low + GOLD * (high - low)
    fc, fd = at(c), at(d)
    for _ in range(40):
        left = fc < fd
        low, high = np.where(left, low, c), np.where(left, d, high)
        new_c, new_d = high - GOLD * (high - low), low + GOLD * (high - low)
        probe = at(np.where(left, new_c, new_d))
        fc, fd = np.where(left, probe, fd), np.where(left, fc, probe)
        c, d = new_c, new_d
    return np.minimum(np.minimum(fc, fd), np.minimum(at(np.zeros(len(c))), at(np.ones(len(c)))))


def points_to_lines(points: Array, lines: list[Array], chunk: int = 2000) -> Array:
    """Metres from (n, 2) points to the nearest edge of lines."""
    a, b = _edges(lines)
    size = _inv(a, b)
    # The edge is not the geodesic between its ends: allow for the way aside.
    size = size * 1.01 + 0.01
    result = np.full(len(points), np.inf)
    for begin in range(0, len(points), chunk):
        some = points[begin : begin + chunk]
        n, m = len(some), len(a)
        p = np.repeat(some, m, axis=0)
        to_a = _inv(p, np.tile(a, (n, 1))).reshape(n, m)
        to_b = _inv(p, np.tile(b, (n, 1))).reshape(n, m)
        best = np.minimum(to_a, to_b).min(axis=1)
        row, edge = np.nonzero((to_a + to_b - size[None, :]) / 2 <= best[:, None])
        np.minimum.at(result, begin + row, _golden(some[row], a[edge], b[edge]))
    return result


def _meet(first: list[Array], second: list[Array]) -> bool:
    a, b = _edges(first)
    c, d = _edges(second)

    def turn(p: Array, q: Array, r: Array) -> Array:
        return (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (
            r[..., 0] - p[..., 0]
        )

    a, b, c, d = a[:, None], b[:, None], c[None], d[None]
    return bool(
        np.any(
            (turn(a, b, c) * turn(a, b, d) <= 0)
            & (turn(c, d, a) * turn(c, d, b) <= 0)
            & (np.maximum(a, b) >= np.minimum(c, d)).all(axis=-1)
            & (np.maximum(c, d) >= np.minimum(a, b)).all(axis=-1)
        )
    )


def _dense(lines: list[Array], pieces: int) -> Array:
    a, b = _edges(lines)
    shares = np.linspace(0, 1, pieces + 1)
    return np.concatenate([a + (b - a) * t for t in shares])


def _part_to_part(first: tuple[list[Array], bool], second: tuple[list[Array], bool]) -> float:
    (mine, my_area), (theirs, their_area) = first, second
    if _meet(mine, theirs):
        return 0.0
    if my_area and _inside(theirs[0][:1], mine)[0]:
        return 0.0
    if their_area and _inside(mine[0][:1], theirs)[0]:
        return 0.0
    there = points_to_lines(_dense(theirs, 4), mine).min()
    back = points_to_lines(_dense(mine, 1), theirs).min()
    return float(min(there, back))


def _circle(lines: list[Array]) -> tuple[Array, float]:
    xy = np.concatenate(lines)
    centre = (xy.min(axis=0) + xy.max(axis=0)) / 2
    return centre, float(_inv(np.tile(centre, (len(xy), 1)), xy).max()) * 1.01


def oracle(place: Any, premises: Any, within_m: float) -> tuple[Array, Array]:
    """Distance in metres, and the deciding part, of each premises; inf where surely beyond reach.

    All of what lies within `within_m` is exact to better than 0.1 mm.
    """
    place_parts = _parts(place)
    around = [_circle(lines) for lines, _ in place_parts]
    owners: list[int] = []
    numbers: list[int] = []
    lines_of: list[tuple[list[Array], bool]] = []
    for i, shape in enumerate(premises):
        for j, part in enumerate(_parts(shape)):
            owners.append(i)
            numbers.append(j)
            lines_of.append(part)
    owner, number = np.array(owners), np.array(numbers)
    single = np.array([not area and len(lines[0]) == 1 for lines, area in lines_of])
    metres = np.full(len(owner), np.inf)
    alone = np.flatnonzero(single)
    points = np.array([lines_of[i][0][0][0] for i in alone]).reshape(-1, 2)
    circles = {int(i): _circle(lines_of[i][0]) for i in np.flatnonzero(~single)}
    for (lines, area), (centre, radius) in zip(place_parts, around, strict=True):
        near = _inv(np.tile(centre, (len(points), 1)), points) <= radius + within_m + 1
        some = points[near]
        found = points_to_lines(some, lines)
        if area:
            found = np.where(_inside(some, lines), 0.0, found)
        metres[alone[near]] = np.minimum(metres[alone[near]], found)
        for i, (their_centre, their_radius) in circles.items():
            if _inv(centre[None], their_centre[None])[0] <= radius + their_radius + within_m + 1:
                metres[i] = min(metres[i], _part_to_part((lines, area), lines_of[i]))
    best = np.full(len(premises), np.inf)
    np.minimum.at(best, owner, metres)
    deciding = np.zeros(len(premises), dtype=int)
    for at in range(len(owner) - 1, -1, -1):
        if round(metres[at], 3) == round(best[owner[at]], 3) and np.isfinite(metres[at]):
            deciding[owner[at]] = number[at]
    return best, deciding
