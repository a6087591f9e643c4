"""Where synthetic premises stand: clusters in villages or around named places, and their parcels.

All geometry is EPSG:4326, longitude first. Metres are a local scale of degrees: good enough to look
real, and nothing is decided from them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from vetcontrol.errors import Malformed

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Shapes = npt.NDArray[np.object_]
FeatureCollection = Mapping[str, Any]

MULTIPART_OF_POLYGONS = 0.1  # one polygon in ten has a second part: 0.5 % of all at 5 %
METRES_PER_DEGREE = 111_000.0
PARCEL_M = (18.0, 75.0)  # from the middle of a parcel to its corners
PART_M = (180.0, 550.0)  # from the middle of the first part to that of the second
HAMLETS = 4
HAMLET_M, PLACE_M = 220.0, 650.0  # standard deviations
CORNERS = 7


@dataclass(frozen=True)
class Site:
    """Where clusters are: hamlet centres of each home, and the area that holds its premises."""

    homes: tuple[tuple[str | None, str], ...]
    areas: Shapes  # one for each home, or a single one for all
    centres: Floats  # (homes, hamlets, 2); NaN: to be drawn
    weights: Floats
    spread_m: float
    at_port: npt.NDArray[np.bool_]

    def scatter(self, home: Ints, random: np.random.RandomState) -> tuple[Floats, Floats]:
        """A position for each premises, around a hamlet of its home and inside its area.

        A position outside is drawn towards its hamlet's centre by halves, at last into it.
        """
        centres = self._settle(random)
        middle = centres[home, random.randint(0, centres.shape[1], size=len(home))]
        offset = random.standard_normal((len(home), 2)) * self.spread_m / METRES_PER_DEGREE
        offset[:, 0] /= np.cos(np.radians(middle[:, 1]))
        areas = self.areas[home] if len(self.areas) > 1 else np.full(len(home), self.areas[0])
        out = np.arange(len(home))
        for _ in range(12):
            at = middle[out] + offset[out]
            out = out[~shapely.contains_xy(areas[out], at[:, 0], at[:, 1])]
            if not len(out):
                break
            offset[out] /= 2
        offset[out] = 0.0
        at = middle + offset
        return at[:, 0], at[:, 1]

    def _settle(self, random: np.random.RandomState) -> Floats:
        """Hamlet centres drawn inside each home's area where none are given."""
        if not np.isnan(self.centres).any():
            return self.centres
        inner = np.array(shapely.get_coordinates(shapely.point_on_surface(self.areas)))
        bounds = shapely.bounds(self.areas)
        centres = np.repeat(inner[:, None, :], HAMLETS, axis=1)
        waiting = np.ones(centres.shape[:2], dtype=bool)
        for _ in range(25):
            drawn = random.random_sample(centres.shape)
            at = bounds[:, None, :2] + drawn * (bounds[:, None, 2:] - bounds[:, None, :2])
            hit = waiting & shapely.contains_xy(self.areas[:, None], at[..., 0], at[..., 1])
            centres[hit] = at[hit]
            waiting &= ~hit
        return centres


def territory_of(territory: FeatureCollection | BaseGeometry) -> BaseGeometry:
    """The territory as one prepared polygon or multi-part polygon."""
    if isinstance(territory, Mapping):
        features = territory.get("features") or []
        if not features:
            raise Malformed.field("territory", "the collection is empty; give one outline")
        ground = shape(features[0]["geometry"])
    else:
        ground = territory
    if (
        ground.geom_type not in ("Polygon", "MultiPolygon")
        or not ground.is_valid
        or not ground.area
    ):
        raise Malformed.field("territory", "is no valid polygon; give an outline in EPSG:4326")
    shapely.prepare(ground)
    return ground


def _polygons(geometry: BaseGeometry) -> BaseGeometry:
    """The polygons of a geometry, without the lines where two areas only touch."""
    parts = [part for part in shapely.get_parts(geometry) if part.geom_type == "Polygon"]
    return shapely.union_all(parts) if geometry.geom_type == "GeometryCollection" else geometry


def village_site(villages: FeatureCollection, ground: BaseGeometry) -> Site:
    """Clusters in villages; raises Malformed where none has valid ground in the territory."""
    features = [f for f in villages["features"] if f.get("geometry")]
    whole = np.array([shape(f["geometry"]) for f in features], dtype=object)
    if not all(one.geom_type in ("Polygon", "MultiPolygon") and one.is_valid for one in whole):
        raise Malformed.field("villages", "each must be a valid polygon; repair the file first")
    areas = np.array([_polygons(shapely.intersection(one, ground)) for one in whole], dtype=object)
    kept = np.flatnonzero(shapely.area(areas) > 0)
    if not len(kept):
        raise Malformed.field("villages", "none lies in the territory; give villages of it")
    areas = areas[kept]
    shapely.prepare(areas)
    weights = np.sqrt(shapely.area(areas))  # large villages are forest: not in step with area
    centres = np.full((len(kept), HAMLETS, 2), np.nan)
    chosen = [features[i] for i in kept]
    return Site(_homes(chosen), areas, centres, shares_of(weights), HAMLET_M, _at_port(chosen))


def place_site(places: FeatureCollection, ground: BaseGeometry) -> Site:
    """Clusters around named places; raises Malformed where none is in the territory."""
    features = [f for f in places["features"] if f.get("geometry")]
    points = np.array([shape(f["geometry"]) for f in features], dtype=object)
    kept = [i for i, p in enumerate(points) if p.geom_type == "Point" and ground.contains(p)]
    if not kept:
        raise Malformed.field("places", "none lies in the territory; give places of it")
    chosen = [features[i] for i in kept]
    people = np.array([float(f["properties"].get("population") or 2_000) for f in chosen])
    weights = np.minimum(people, 15_000.0) ** 0.5  # towns keep fewer animals a head than villages
    centres = shapely.get_coordinates(points[kept])[:, None, :]
    areas = np.array([ground], dtype=object)
    return Site(_homes(chosen), areas, centres, shares_of(weights), PLACE_M, _at_port(chosen))


def shares_of(weights: Floats) -> Floats:
    """Weights as shares of their sum."""
    whole: Floats = weights / weights.sum()
    return whole


def _property(feature: Mapping[str, Any], *names: str) -> str | None:
    properties = feature.get("properties") or {}
    for name in names:
        for spelling in (name, name.upper()):
            if properties.get(spelling) not in (None, ""):
                return str(properties[spelling])
    return None


def _homes(features: list[Any]) -> tuple[tuple[str | None, str], ...]:
    return tuple(
        (
            str(f["id"]) if f.get("id") is not None else _property(f, "id", "code"),
            _property(f, "name") or "not named",
        )
        for f in features
    )


def _at_port(features: list[Any]) -> npt.NDArray[np.bool_]:
    """Homes in the taluka of the port, Mormugao."""
    return np.array([_property(f, "taluka", "sub_dist") == "Mormugao" for f in features])


def _scale(ground: BaseGeometry) -> float:
    """1.0, or less in a territory so small that parcels of the usual size would not fit."""
    return float(min(1.0, 0.05 * math.sqrt(ground.area) * METRES_PER_DEGREE / PART_M[1]))


def choose(
    ground: BaseGeometry, lon: Floats, lat: Floats, wanted: int, random: np.random.RandomState
) -> Ints:
    """Which premises become polygons: those far enough inside to stay in the territory whole."""
    reach = (PART_M[1] + 2 * PARCEL_M[1]) * _scale(ground)
    inner = ground
    if len(lat):
        degrees = reach / METRES_PER_DEGREE / math.cos(math.radians(float(lat.mean())))
        inner = ground.buffer(-1.1 * degrees)
    shapely.prepare(inner)
    fit = np.flatnonzero(shapely.contains_xy(inner, lon, lat))
    if len(fit) < wanted:
        raise Malformed.field(
            "polygon_share",
            f"asks for {wanted} polygons, but only {len(fit)} premises stand far enough inside"
            " the territory; ask for fewer",
        )
    return np.sort(random.permutation(fit)[:wanted])


def parcels(
    lon: Floats, lat: Floats, ground: BaseGeometry, random: np.random.RandomState
) -> Shapes:
    """Parcels around the positions, every tenth with a second part apart from the first."""
    count, scale = len(lon), _scale(ground)
    first = _rings(lon, lat, scale, random)
    two = random.permutation(count)[: round(count * MULTIPART_OF_POLYGONS)]
    bearing = random.uniform(0.0, 2 * np.pi, size=len(two))
    away = random.uniform(*PART_M, size=len(two)) * scale / METRES_PER_DEGREE
    east = away * np.sin(bearing) / np.cos(np.radians(lat[two]))
    second = _rings(lon[two] + east, lat[two] + away * np.cos(bearing), scale, random)
    made: Any = shapely.polygons(first)
    pairs = np.column_stack([made[two], np.asarray(shapely.polygons(second))])
    made[two] = shapely.multipolygons(pairs) if len(two) else made[two]
    return np.asarray(made, dtype=object)


def _rings(lon: Floats, lat: Floats, scale: float, random: np.random.RandomState) -> Shapes:
    """Closed rings; the corners go round the middle in turn, so that none crosses itself."""
    count = len(lon)
    turn = (np.arange(CORNERS) + random.uniform(0.0, 0.7, size=(count, CORNERS))) / CORNERS
    size = random.uniform(*PARCEL_M, size=(count, 1)) * scale / METRES_PER_DEGREE
    radius = size * random.uniform(0.65, 1.0, size=(count, CORNERS))
    x = lon[:, None] + radius * np.cos(2 * np.pi * turn) / np.cos(np.radians(lat[:, None]))
    y = lat[:, None] + radius * np.sin(2 * np.pi * turn)
    ring = np.stack([x, y], axis=-1)
    closed = np.concatenate([ring, ring[:, :1]], axis=1)
    made: Any = shapely.linearrings(closed)
    return np.asarray(made, dtype=object)
