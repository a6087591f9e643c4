"""The exact geodesic distance from points to the nearest of many edges, vectorised.

Each point has its own plane (degrees scaled by the radii of curvature at its latitude), in which
edges in longitude and latitude stay straight. The plane only chooses edges, with a bound on its
own error; the distance is `Geod.inv` to the foot point on the edge, found by Newton's rule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gis.edges import Edges
from gis.geodesic import GEOD, metres_per_degree

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: A foot point is good when moving it on would change the distance by less than this, in metres.
_FOOT_ERROR_M = 1e-6
_MAX_STEPS = 30
_CHUNK = 400_000
_SMALLEST_RADIUS_M = 6_335_000.0


def _bend(latitude: float) -> float:
    """How fast the scale of longitude changes northward, per metre, at most up to a latitude."""
    return (math.tan(math.radians(min(latitude, 89.0))) + 0.02) / _SMALLEST_RADIUS_M


@dataclass(frozen=True)
class Chains:
    """Edges in groups of neighbours, each with a circle around it: (chains,) and (chains, size)."""

    lon: Floats
    lat: Floats
    radius: Floats
    member: Ints
    bend: float

    @classmethod
    def of(cls, edges: Edges, within_m: float) -> Chains:
        """Group edges; `bend` bounds how fast the planes' scale changes, per metre northward."""
        count = len(edges)
        size = int(np.clip(math.sqrt(count) * 0.5, 4, 64))
        chains = -(-count // size)
        member = np.minimum(np.arange(chains * size), count - 1).reshape(chains, size)
        end_lon, end_lat = edges.lon + edges.dlon, edges.lat + edges.dlat
        lon = np.concatenate([edges.lon[member], end_lon[member]], axis=1)
        lat = np.concatenate([edges.lat[member], end_lat[member]], axis=1)
        mid_lon = 0.5 * (lon.min(axis=1) + lon.max(axis=1))
        mid_lat = 0.5 * (lat.min(axis=1) + lat.max(axis=1))
        pad = math.degrees(within_m * 1.05 / _SMALLEST_RADIUS_M)
        low, high = float(lat.min()) - pad, float(lat.max()) + pad
        nearest_equator = 0.0 if low <= 0.0 <= high else min(abs(low), abs(high))
        east = float(metres_per_degree(nearest_equator)[0])
        north = float(metres_per_degree(max(abs(low), abs(high)))[1])
        radius = np.hypot((lon - mid_lon[:, None]) * east, (lat - mid_lat[:, None]) * north).max(
            axis=1
        )
        return cls(mid_lon, mid_lat, radius, member, _bend(max(abs(low), abs(high))))

    def near(self, lon: Floats, lat: Floats, limit: Floats) -> tuple[Ints, Ints]:
        """Pairs (point, chain) where the chain may hold the point's nearest edge within `limit`."""
        gap = self._gaps(lon, lat)
        return self._pairs(gap, np.minimum((gap + self.radius).min(axis=1), limit))

    def within(self, lon: Floats, lat: Floats, limit: Floats) -> tuple[Ints, Ints]:
        """Pairs (point, chain) where any edge of the chain may lie within `limit` metres."""
        return self._pairs(self._gaps(lon, lat), limit)

    def _gaps(self, lon: Floats, lat: Floats) -> Floats:
        east, north = metres_per_degree(lat)
        x = (self.lon[None, :] - lon[:, None]) * east[:, None]
        y = (self.lat[None, :] - lat[:, None]) * north[:, None]
        return np.asarray(np.sqrt(x * x + y * y))

    def _pairs(self, gap: Floats, bound: Floats) -> tuple[Ints, Ints]:
        reach = bound[:, None] + self.radius
        slack = self.bend * (reach + self.radius) ** 2 + 0.01
        points, chains = np.nonzero(gap <= reach + slack)
        return points, chains


def to_edges(lon: Floats, lat: Floats, edges: Edges, limit_m: float) -> Floats:
    """Geodesic distance in metres from each point to the nearest edge; inf beyond `limit_m`.

    Exact to well below 0.2 mm wherever it is at most `limit_m`.
    """
    result = np.full(len(lon), np.inf)
    if not len(lon) or not len(edges):
        return result
    chains = Chains.of(edges, limit_m)
    step = max(1, _CHUNK // len(chains.lon))
    for begin in range(0, len(lon), step):
        part = slice(begin, begin + step)
        result[part] = _chunk_to_edges(lon[part], lat[part], edges, chains, limit_m)
    return result


def _chunk_to_edges(
    lon: Floats, lat: Floats, edges: Edges, chains: Chains, limit_m: float
) -> Floats:
    result = np.full(len(lon), np.inf)
    point, chain = chains.near(lon, lat, np.full(len(lon), limit_m))
    if not len(point):
        return result
    east, north = metres_per_degree(lat)
    east, north = east[point][:, None], north[point][:, None]
    member = chains.member[chain]
    ex, ey = edges.dlon[member] * east, edges.dlat[member] * north
    px = (lon[point][:, None] - edges.lon[member]) * east
    py = (lat[point][:, None] - edges.lat[member]) * north
    square = ex * ex + ey * ey
    along = (px * ex + py * ey) / np.maximum(square, 1e-12)
    share = np.clip(along, 0.0, 1.0)
    gap2 = (px - share * ex) ** 2 + (py - share * ey) ** 2
    starts = np.flatnonzero(np.append(True, point[1:] != point[:-1]))
    best = np.sqrt(np.minimum.reduceat(gap2.min(axis=1), starts))
    error = 2.0 * chains.bend * best * best + 0.001
    best = np.where(best <= limit_m + error, best, -np.inf)
    counts = np.diff(np.append(starts, len(point)))
    allowed = np.repeat(best + error, counts)
    margin = 2.0 * np.repeat(error, counts)[:, None] / np.sqrt(np.maximum(square, 1e-12))
    shared = edges.joined[member] & (along > 1.0 + margin)
    row, column = np.nonzero((gap2 <= np.square(np.maximum(allowed, 0.0))[:, None]) & ~shared)
    keep = allowed[row] > 0.0
    row, column = row[keep], column[keep]
    if not len(row):
        return result
    p, e = point[row], member[row, column]
    metres = to_edge(lon[p], lat[p], edges, e, share[row, column])
    np.minimum.at(result, p, metres)
    result[result > limit_m] = np.inf
    return result


def to_edge(lon: Floats, lat: Floats, edges: Edges, edge: Ints, share: Floats) -> Floats:
    """Geodesic metres from each point to its own edge, from a first guess of the foot's share."""
    lon0, lat0 = edges.lon[edge], edges.lat[edge]
    dlon, dlat = edges.dlon[edge], edges.dlat[edge]
    east, north = metres_per_degree(0.5 * (lat + lat0 + share * dlat))
    ex, ey = dlon * east, dlat * north
    square = np.maximum(ex * ex + ey * ey, 1e-12)
    share = ((lon - lon0) * east * ex + (lat - lat0) * north * ey) / square
    share = np.clip(share, 0.0, 1.0)
    metres = np.empty(len(lon))
    active = np.arange(len(lon))
    for _ in range(_MAX_STEPS):
        s = share[active]
        foot_lon, foot_lat = lon0[active] + s * dlon[active], lat0[active] + s * dlat[active]
        azimuth, _, gap = GEOD.inv(foot_lon, foot_lat, lon[active], lat[active])
        metres[active] = gap
        east, north = metres_per_degree(foot_lat)
        ex, ey = dlon[active] * east, dlat[active] * north
        edge_length = np.maximum(np.hypot(ex, ey), 1e-6)
        angle = np.radians(azimuth)
        along = gap * (np.sin(angle) * ex + np.cos(angle) * ey) / (edge_length * edge_length)
        moved = np.clip(s + along, 0.0, 1.0)
        gain = np.square((moved - s) * edge_length) / np.maximum(2.0 * gap, 1e-9)
        again = gain > _FOOT_ERROR_M
        if not again.any():
            break
        active = active[again]
        share[active] = moved[again]
    return metres


def between_edges(place: Edges, parts: Edges, count: int, limit_m: float) -> Floats:
    """Geodesic metres from the edges of a place to each of `count` parts that do not touch it.

    The nearest two points of edges that do not meet are a corner of one and a foot on the other,
    so corners of the parts are taken against the place, then corners of the place against the
    parts. (Edges are at most 1 km long, which keeps what their curvature could add below 0.1 mm
    up to 80 degrees of latitude.) inf beyond `limit_m`.
    """
    lon, lat, owner = _corners(parts)
    result = np.full(count, np.inf)
    np.minimum.at(result, owner, to_edges(lon, lat, place, limit_m))
    corner_lon, corner_lat, _ = _corners(place)
    first = np.searchsorted(parts.owner, np.arange(count))
    sizes = np.searchsorted(parts.owner, np.arange(count), side="right") - first
    part, corner = _corner_pairs(corner_lon, corner_lat, parts, first, np.minimum(result, limit_m))
    step = max(1, _CHUNK // max(1, int(sizes.max())))
    for begin in range(0, len(part), step):
        some = slice(begin, begin + step)
        who, which = part[some], corner[some]
        pair, edge = _spread(first[who], sizes[who])
        who, which = who[pair], which[pair]
        x, y = corner_lon[which], corner_lat[which]
        gap, share = _plane_gap(x, y, parts, edge)
        bound = np.minimum(result[who], limit_m)
        slack = 2.0 * _bend(float(np.abs(y).max())) * np.square(bound) + 0.001
        keep = np.flatnonzero(gap <= bound + slack)
        metres = to_edge(x[keep], y[keep], parts, edge[keep], share[keep])
        np.minimum.at(result, who[keep], metres)
    result[result > limit_m] = np.inf
    return result


def _corners(edges: Edges) -> tuple[Floats, Floats, Ints]:
    loose = np.flatnonzero(~edges.joined)
    lon = np.concatenate([edges.lon, edges.lon[loose] + edges.dlon[loose]])
    lat = np.concatenate([edges.lat, edges.lat[loose] + edges.dlat[loose]])
    return lon, lat, np.concatenate([edges.owner, edges.owner[loose]])


def _corner_pairs(
    lon: Floats, lat: Floats, parts: Edges, first: Ints, bound: Floats
) -> tuple[Ints, Ints]:
    """Pairs (part, corner of the place) that may lie within the part's bound, by circles."""
    none = np.zeros(len(lon))
    single = Edges(lon, lat, none, none, np.zeros(len(lon), np.int64), none.astype(np.bool_))
    chains = Chains.of(single, float(bound.max()))
    end_lon, end_lat = parts.lon + parts.dlon, parts.lat + parts.dlat
    low = np.minimum.reduceat(np.minimum(parts.lon, end_lon), first)
    high = np.maximum.reduceat(np.maximum(parts.lon, end_lon), first)
    south = np.minimum.reduceat(np.minimum(parts.lat, end_lat), first)
    north = np.maximum.reduceat(np.maximum(parts.lat, end_lat), first)
    mid_lon, mid_lat = 0.5 * (low + high), 0.5 * (south + north)
    east_m, north_m = metres_per_degree(mid_lat)
    reach = bound + np.hypot((high - low) * east_m, (north - south) * north_m) * 0.505
    found: list[tuple[Ints, Ints]] = []
    step = max(1, _CHUNK // len(chains.lon))
    for begin in range(0, len(first), step):
        some = slice(begin, begin + step)
        part, chain = chains.within(mid_lon[some], mid_lat[some], reach[some])
        part = np.repeat(part + begin, chains.member.shape[1])
        corner = chains.member[chain].ravel()
        gap = np.hypot(
            (lon[corner] - mid_lon[part]) * east_m[part],
            (lat[corner] - mid_lat[part]) * north_m[part],
        )
        keep = gap <= reach[part] + chains.bend * np.square(reach[part]) + 0.01
        found.append((part[keep], corner[keep]))
    return np.concatenate([f[0] for f in found]), np.concatenate([f[1] for f in found])


def _spread(first: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    """For ranges [first, first + size): the number of the range and each member, in a row."""
    pair = np.repeat(np.arange(len(first)), sizes)
    offset = np.arange(len(pair)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return pair, first[pair] + offset


def _plane_gap(lon: Floats, lat: Floats, edges: Edges, edge: Ints) -> tuple[Floats, Floats]:
    """Metres in each point's own plane to its own edge, and the share of the edge at the foot."""
    east, north = metres_per_degree(lat)
    ex, ey = edges.dlon[edge] * east, edges.dlat[edge] * north
    px, py = (lon - edges.lon[edge]) * east, (lat - edges.lat[edge]) * north
    along = (px * ex + py * ey) / np.maximum(ex * ex + ey * ey, 1e-12)
    share = np.clip(along, 0.0, 1.0)
    return np.hypot(px - share * ex, py - share * ey), share
