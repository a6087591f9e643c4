"""The ground of the bench: a place as a point, one as an outline, and areas in force.

EPSG:4326, longitude first. Real village outlines are used where the user has them, else outlines
of like size and detail drawn around the named places that the project ships.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from gis.geodesic import metres_per_degree
from vetcontrol import resources

SHARED_DATA = "VETCONTROL_SHARED_DATA"
VILLAGES_FILE = "goa_villages.geojson"
VILLAGE = "Curti"
SEED = 1974
POINT = Point(73.98, 15.40)
#: As many corners and metres across as the villages of Goa have: 145 corners, 1.7 km on average.
CORNERS = 145
VILLAGE_M = 1_700.0

Shapes = NDArray[np.object_]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Ground:
    """Outlines of villages: where they come from, all of them, and the one that is infected."""

    source: str
    villages: Shapes
    place: BaseGeometry


def ground() -> Ground:
    """Real villages where `VETCONTROL_SHARED_DATA` or ../shared/data has them, else drawn ones."""
    file = _shared()
    return _drawn() if file is None else _real(file)


def _shared() -> Path | None:
    checkout = resources.checkout()
    folders = [os.environ.get(SHARED_DATA), checkout and checkout.parent / "shared" / "data"]
    for folder in folders:
        if folder and (Path(folder) / VILLAGES_FILE).is_file():
            return Path(folder) / VILLAGES_FILE
    return None


def _real(file: Path) -> Ground:
    features = json.loads(file.read_text(encoding="utf-8"))["features"]
    shapes = _shapes([shapely.from_geojson(json.dumps(f["geometry"])) for f in features])
    names = [f["properties"]["NAME"] for f in features]
    return Ground("villages of Goa by DataMeet", shapes, shapes[names.index(VILLAGE)])


def _drawn() -> Ground:
    features = resources.read_json("places/places.geojson")["features"]
    middles = np.array([f["geometry"]["coordinates"] for f in features], dtype=float)
    random = np.random.RandomState(SEED)
    shapes = _shapes([_village(lon, lat, random) for lon, lat in middles])
    names = [f["properties"]["name"] for f in features]
    place = shapes[names.index("Ponda")] if "Ponda" in names else shapes[0]
    return Ground("drawn around the shipped places", shapes, place)


def _village(lon: float, lat: float, random: np.random.RandomState) -> Polygon:
    """A ring seen whole from its middle, so that it is valid: broad bays and small bends."""
    turn = np.linspace(0.0, 2.0 * np.pi, CORNERS - 1, endpoint=False)
    waves = [
        random.normal(0.0, 0.22 / order) * np.cos(order * turn + random.uniform(0.0, 2.0 * np.pi))
        for order in (2, 3, 5, 8, 13)
    ]
    reach = VILLAGE_M * np.clip(1.0 + np.sum(waves, axis=0), 0.35, 1.8)
    reach *= random.uniform(0.97, 1.03, len(turn))
    east, north = metres_per_degree(lat)
    return Polygon(
        np.column_stack(
            [lon + reach * np.cos(turn) / float(east), lat + reach * np.sin(turn) / float(north)]
        )
    )


def infected_areas(count: int, villages: Shapes) -> Shapes:
    """`count` outlines, each a village moved and made smaller, so that they cover the land once."""
    random = np.random.RandomState(SEED)
    west, south, east, north = shapely.total_bounds(villages)
    share = min(1.0, (len(villages) / count) ** 0.5)
    made: list[BaseGeometry] = []
    for number in range(count):
        village = villages[number % len(villages)]
        middle = shapely.get_coordinates(shapely.centroid(village))[0]
        goal = np.asarray(random.uniform((west, south), (east, north)))
        made.append(_moved(village, middle, goal, share))
    return _shapes(made)


def _moved(village: BaseGeometry, middle: Floats, goal: Floats, share: float) -> BaseGeometry:
    def there(xy: Floats) -> Floats:
        return (xy - middle) * share + goal

    return shapely.transform(village, there)


def questions(count: int, villages: Shapes) -> Floats:
    """`count` points drawn over the box of the villages: (count, 2) degrees."""
    west, south, east, north = shapely.total_bounds(villages)
    return np.random.RandomState(SEED + 1).uniform((west, south), (east, north), (count, 2))


def _shapes(made: Sequence[BaseGeometry]) -> Shapes:
    shapes = np.empty(len(made), dtype=object)
    shapes[:] = made
    return shapes
