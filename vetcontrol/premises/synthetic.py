"""Synthetic premises from a seed, for the demonstration and the bench: nobody's real holding.

Premises stand in clusters, as hamlets do: in given village polygons, or around named places. All
geometry is EPSG:4326, longitude first. Positions only look like metres (a local scale of degrees);
nothing is decided from them here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.errors import Malformed
from vetcontrol.premises.synthetic_shapes import (
    FeatureCollection,
    Floats,
    Ints,
    Shapes,
    choose,
    parcels,
    place_site,
    shares_of,
    territory_of,
    village_site,
)

SPECIES = ("cattle", "buffalo", "goat", "sheep", "pig", "poultry")
# Kind: share of all, manager, mean head count by species (in the order of SPECIES).
KINDS: Mapping[str, tuple[float, str, tuple[float, ...]]] = {
    "smallholding": (0.480, "private", (1.6, 0.6, 0.9, 0.05, 0.2, 6.0)),
    "dairy": (0.230, "private", (7.0, 3.5, 0.0, 0.0, 0.0, 0.0)),
    "poultry": (0.120, "private", (0.0, 0.0, 0.0, 0.0, 0.0, 400.0)),
    "goat_sheep": (0.090, "private", (0.0, 0.0, 14.0, 2.0, 0.0, 1.0)),
    "piggery": (0.070, "private", (0.0, 0.0, 0.0, 0.0, 25.0, 0.0)),
    "market": (0.004, "local_authority", (6.0, 3.0, 8.0, 1.0, 2.0, 40.0)),
    "cattle_pound": (0.003, "local_authority", (4.0, 0.5, 0.5, 0.0, 0.0, 0.0)),
    "railway_station_yard": (0.002, "railway", (2.0, 1.0, 1.0, 0.0, 0.0, 0.0)),
    "port_lairage": (0.001, "port", (3.0, 1.0, 4.0, 1.0, 0.0, 0.0)),
}
KIND_NAMES = tuple(KINDS)
MANAGERS = tuple(manager for _, manager, _ in KINDS.values())
HEAD_COUNTS = np.array([counts for _, _, counts in KINDS.values()])


@dataclass(frozen=True)
class SyntheticPremises:
    """One holding or other place that does not exist; `geometry` in EPSG:4326.

    `village` and `village_id` are those of the village or named place it was put in; `accuracy_m`
    is 5 to 50, or None where none is stated; `animals` the head count by species.
    """

    name: str
    kind: str
    manager: str
    keeper: str
    village: str | None
    village_id: str | None
    animals: dict[str, int]
    geometry: BaseGeometry
    accuracy_m: float | None


@dataclass(frozen=True)
class SyntheticArrays:
    """The same, as columns of one length: for bulk loading.

    `kind` indexes KIND_NAMES and MANAGERS; `home` indexes `homes`, pairs of (id or None, name);
    `lon`, `lat` are the middle of the first part; `accuracy_m` is NaN where none is stated;
    `animals` has a column for each of SPECIES.
    """

    geometry: Shapes
    lon: Floats
    lat: Floats
    kind: Ints
    home: Ints
    homes: tuple[tuple[str | None, str], ...]
    accuracy_m: Floats
    animals: Ints

    def __len__(self) -> int:
        return len(self.lon)

    def wkb(self) -> Shapes:
        """Well-known binary of each geometry, little-endian, without SRID."""
        made: Any = shapely.to_wkb(self.geometry, byte_order=1)
        return np.asarray(made, dtype=object)

    def names(self) -> list[str]:
        """Name of each: "Synthetic holding 000123"."""
        return [f"Synthetic holding {number:06d}" for number in range(1, len(self) + 1)]

    def keepers(self) -> list[str]:
        """Keeper of each: "Synthetic keeper 000123"."""
        return [f"Synthetic keeper {number:06d}" for number in range(1, len(self) + 1)]


def generate(
    count: int,
    seed: int,
    *,
    territory: FeatureCollection | BaseGeometry,
    places: FeatureCollection | None = None,
    villages: FeatureCollection | None = None,
    polygon_share: float = 0.05,
) -> Iterator[SyntheticPremises]:
    """`count` synthetic premises, the same for the same arguments; see `arrays`.

    Raises Malformed at the call, before the first of them is asked for.
    """
    columns = arrays(
        count,
        seed,
        territory=territory,
        places=places,
        villages=villages,
        polygon_share=polygon_share,
    )
    return _rows(columns)


def arrays(
    count: int,
    seed: int,
    *,
    territory: FeatureCollection | BaseGeometry,
    places: FeatureCollection | None = None,
    villages: FeatureCollection | None = None,
    polygon_share: float = 0.05,
) -> SyntheticArrays:
    """`count` synthetic premises as columns, the same for the same arguments.

    `territory` (EPSG:4326; of a collection, its first feature) holds every premises whole.
    `villages` (polygons) or else `places` (points; a `population` weighs) say where the clusters
    are; what lies outside the territory gets none. `round(count * polygon_share)` are polygons,
    every tenth of them in two parts. Raises Malformed for an argument that cannot be met.
    """
    _check(count, seed, polygon_share)
    ground = territory_of(territory)
    if villages is not None:
        site = village_site(villages, ground)
    elif places is not None:
        site = place_site(places, ground)
    else:
        raise Malformed.field("places", "give villages or named places to cluster around")
    # RandomState, not Generator: its stream is promised to stay the same in later versions.
    random = np.random.RandomState(seed)
    home = random.choice(len(site.homes), size=count, p=site.weights).astype(np.int64)
    lon, lat = site.scatter(home, random)
    kind = _kinds(home, site.at_port, random)
    geometry = np.asarray(shapely.points(lon, lat), dtype=object)
    chosen = choose(ground, lon, lat, round(count * polygon_share), random)
    geometry[chosen] = parcels(lon[chosen], lat[chosen], ground, random)
    stated = random.random_sample(count) < 0.6
    accuracy = np.where(stated, random.randint(5, 51, size=count).astype(float), np.nan)
    return SyntheticArrays(
        geometry, lon, lat, kind, home, site.homes, accuracy, _animals(kind, random)
    )


def _check(count: int, seed: int, polygon_share: float) -> None:
    if not 0 <= count <= 50_000_000:
        raise Malformed.field("count", f"is {count}; give 0 to 50,000,000")
    if not 0 <= seed < 2**32:
        raise Malformed.field("seed", f"is {seed}; give 0 to 4,294,967,295")
    if not 0.0 <= polygon_share <= 1.0:
        raise Malformed.field("polygon_share", f"is {polygon_share}; give 0 to 1")


def _kinds(home: Ints, at_port: npt.NDArray[np.bool_], random: np.random.RandomState) -> Ints:
    shares = shares_of(np.array([share for share, _, _ in KINDS.values()]))
    kind: Ints = random.choice(len(shares), size=len(home), p=shares).astype(np.int64)
    inland = (kind == KIND_NAMES.index("port_lairage")) & ~at_port[home]
    kind[inland] = KIND_NAMES.index("smallholding")
    return kind


def _animals(kind: Ints, random: np.random.RandomState) -> Ints:
    """Head counts: many small herds and few large ones around the mean of the kind.

    A private holding has at least one animal of its kind; a market or yard may stand empty.
    """
    mean = HEAD_COUNTS[kind]
    size = random.gamma(1.5, 1.0 / 1.5, size=(len(kind), 1))
    counts: Ints = random.poisson(mean * size).astype(np.int64)
    private = np.array(MANAGERS)[kind] == "private"
    bare = np.flatnonzero((counts.sum(axis=1) == 0) & private)
    counts[bare, mean[bare].argmax(axis=1)] = 1
    return counts


def _rows(columns: SyntheticArrays) -> Iterator[SyntheticPremises]:
    names, keepers = columns.names(), columns.keepers()
    for i, geometry in enumerate(columns.geometry):
        kind = int(columns.kind[i])
        village_id, village = columns.homes[columns.home[i]]
        accuracy = float(columns.accuracy_m[i])
        counts = columns.animals[i].tolist()
        yield SyntheticPremises(
            names[i],
            KIND_NAMES[kind],
            MANAGERS[kind],
            keepers[i],
            village,
            village_id,
            {name: head for name, head in zip(SPECIES, counts, strict=True) if head},
            geometry,
            None if math.isnan(accuracy) else accuracy,
        )
