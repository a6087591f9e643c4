"""The exact geodesic distance from points to the nearest of many edges, vectorised.

Each point has its own plane (degrees scaled by the radii of curvature at its latitude), in which
edges in longitude and latitude stay straight. The plane only chooses edges, with a bound on its
own error; the distance is the geodesic to the foot point on the edge, found by Newton's rule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gis.edges import Edges
from gis.geodesic import displacement, metres_per_degree, settle_millimetre

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: When moving the foot on gains less than this, in metres, the gain is right to a thousandth of it.
_FOOT_GAIN_M = 1e-4
_MAX_STEPS = 30
_CHUNK = 100_000
_SMALLEST_RADIUS_M = 6_335_000.0


def bend_at(latitude: float) -> float:
    """How fast the scale of longitude changes northward, per metre, at most up to a latitude."""
    return (math.tan(math.radians(min(latitude, 89.0))) + 0.02) / _SMALLEST_RADIUS_M


@dataclass(frozen=True)
class Chains:
    """Edges in groups of neighbours: (chains,) and (size, chains).

    Each has a circle around it whose middle is one of its own corners.
    """

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
        member = np.minimum(np.arange(chains * size), count - 1).reshape(chains, size).T
        end_lon, end_lat = edges.lon + edges.dlon, edges.lat + edges.dlat
        lon = np.concatenate([edges.lon[member], end_lon[member]])
        lat = np.concatenate([edges.lat[member], end_lat[member]])
        mid_lon, mid_lat = lon[size // 2], lat[size // 2]
        pad = math.degrees(within_m * 1.05 / _SMALLEST_RADIUS_M)
        low, high = float(lat.min()) - pad, float(lat.max()) + pad
        nearest_equator = 0.0 if low <= 0.0 <= high else min(abs(low), abs(high))
        east = float(metres_per_degree(nearest_equator)[0])
        north = float(metres_per_degree(max(abs(low), abs(high)))[1])
        radius = np.hypot((lon - mid_lon) * east, (lat - mid_lat) * north).max(axis=0)
        return cls(mid_lon, mid_lat, radius, member, bend_at(max(abs(low), abs(high))))

    def near(self, lon: Floats, lat: Floats, limit_m: float) -> tuple[Ints, Ints]:
        """Pairs (chain, point) where the chain may hold the point's nearest edge within reach."""
        gap = self._gaps(lon, lat)
        bound = np.minimum(gap.min(axis=0), limit_m) + self._slack(limit_m)
        gap -= self.radius[:, None]
        chain, point = np.nonzero(gap <= bound)
        return chain, point

    def within(self, lon: Floats, lat: Floats, limit: Floats) -> tuple[Ints, Ints]:
        """Pairs (chain, point) where any edge of the chain may lie within the point's limit."""
        gap = self._gaps(lon, lat)
        gap -= self.radius[:, None]
        chain, point = np.nonzero(gap <= limit + self._slack(float(limit.max())))
        return chain, point

    def _gaps(self, lon: Floats, lat: Floats) -> Floats:
        """Metres in each point's plane from each chain's middle to it: (chains, points)."""
        east, north = metres_per_degree(lat)
        x = self.lon[:, None] - lon
        x *= east
        x *= x
        y = self.lat[:, None] - lat
        y *= north
        y *= y
        x += y
        return np.asarray(np.sqrt(x, out=x))

    def _slack(self, limit_m: float) -> float:
        """What the planes may be wrong by, at the farthest middle of a chain that matters."""
        return self.bend * (limit_m + 2.0 * float(self.radius.max())) ** 2 + 0.01


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
    chain, point = chains.near(lon, lat, limit_m)
    if not len(point):
        return result
    east, north = metres_per_degree(lat)
    east, north, here_lon, here_lat = east[point], north[point], lon[point], lat[point]
    member = chains.member
    ex = edges.dlon[member].take(chain, axis=1)
    ex *= east
    ey = edges.dlat[member].take(chain, axis=1)
    ey *= north
    px = edges.lon[member].take(chain, axis=1)
    np.subtract(here_lon, px, out=px)
    px *= east
    py = edges.lat[member].take(chain, axis=1)
    np.subtract(here_lat, py, out=py)
    py *= north
    square = ex * ex
    square += ey * ey
    np.maximum(square, 1e-12, out=square)
    along = px * ex
    along += py * ey
    along /= square
    share = np.minimum(along, 1.0)
    np.maximum(share, 0.0, out=share)
    px -= np.multiply(share, ex, out=ex)
    py -= np.multiply(share, ey, out=ey)
    gap2 = np.multiply(px, px, out=px)
    gap2 += np.multiply(py, py, out=py)
    best = np.full(len(lon), np.inf)
    np.minimum.at(best, point, gap2.min(axis=0))
    best = np.sqrt(best)
    error = 2.0 * chains.bend * best * best + 0.001
    allowed = np.where(best <= limit_m + error, best + error, -1.0)[point]
    row, column = np.nonzero(gap2 <= allowed * np.abs(allowed))
    p, e = point[column], member[row, chain[column]]
    # Past its end an edge that is joined to the next leaves the point to that one.
    past = (along[row, column] - 1.0) * np.sqrt(square[row, column]) > 2.0 * error[p]
    keep = ~(past & edges.joined[e])
    p, e, share = p[keep], e[keep], share[row[keep], column[keep]]
    np.minimum.at(result, p, to_edge(lon[p], lat[p], edges, e, share))
    result[result > limit_m] = np.inf
    return result


def to_edge(lon: Floats, lat: Floats, edges: Edges, edge: Ints, share: Floats) -> Floats:
    """Geodesic metres from each point to its own edge, from a first guess of the foot's share."""
    lon0, lat0 = edges.lon[edge], edges.lat[edge]
    dlon, dlat = edges.dlon[edge], edges.dlat[edge]
    foot_lon, foot_lat = lon0 + share * dlon, lat0 + share * dlat
    metres = np.empty(len(lon))
    active = np.arange(len(lon))
    for _ in range(_MAX_STEPS):
        at_lon, at_lat = foot_lon[active], foot_lat[active]
        x, y, gap = displacement(at_lon, at_lat, lon[active], lat[active])
        metres[active] = gap
        east, north = metres_per_degree(at_lat)
        ex, ey = dlon[active] * east, dlat[active] * north
        length = np.maximum(np.sqrt(ex * ex + ey * ey), 1e-6)
        ahead = (x * ex + y * ey) / length
        moved = np.clip(share[active] + ahead / length, 0.0, 1.0)
        step = (moved - share[active]) * length
        # By Pythagoras, what the distance loses when the foot moves on by the step.
        gain = step * (2.0 * ahead - step) / np.maximum(2.0 * gap, 1e-9)
        share[active] = moved
        foot_lon[active] = lon0[active] + moved * dlon[active]
        foot_lat[active] = lat0[active] + moved * dlat[active]
        again = gain > _FOOT_GAIN_M
        metres[active] = np.where(again, gap, gap - gain)
        active = active[again]
        if not len(active):
            break
    return settle_millimetre(metres, foot_lon, foot_lat, lon, lat)


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
        slack = 2.0 * bend_at(float(np.abs(y).max())) * np.square(bound) + 0.001
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
        chain, part = chains.within(mid_lon[some], mid_lat[some], reach[some])
        part = np.tile(part + begin, len(chains.member))
        corner = chains.member[:, chain].ravel()
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
