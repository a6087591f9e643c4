"""Files of places: GeoJSON and CSV read row by row with what is wrong in each, GeoJSON written.

The kind of a file is judged from its content, never from its name. Nothing is fetched: addresses
and GDAL's virtual paths are refused.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from gis.crs import to_wgs84
from gis.errors import GeodesyError, UnreadableLayerError
from gis.geojson import MAX_VERTICES, as_geojson, parse_geojson

MAX_BYTES: Final = 200_000_000
_LON: Final = ("lon", "longitude", "lng", "long", "x", "easting")
_LAT: Final = ("lat", "latitude", "y", "northing")


@dataclass(frozen=True)
class LayerRow:
    """One row of a file: its number from 1, its properties, and a geometry or what is wrong.

    `geometry` is in EPSG:4326; both `geometry` and `error` are None where a row has no position at
    all: blank cells of a CSV (blank is not 0), a GeoJSON Feature whose geometry is null. `fault` is
    the refusal behind `error`, where a position was given.
    """

    index: int
    properties: dict[str, Any] = field(default_factory=dict)
    geometry: BaseGeometry | None = None
    error: str | None = None
    fault: GeodesyError | None = None


def read_file(path: str | Path, *, max_bytes: int = MAX_BYTES) -> bytes:
    """The bytes of a local file for `read_layer`.

    Raises UnreadableLayerError for network addresses, GDAL's virtual paths (`/vsicurl/` and the
    like), what is no regular file, and files above `max_bytes`.
    """
    text = str(path)
    if "://" in text or text.lower().startswith("/vsi") or "\0" in text:
        raise UnreadableLayerError(
            f"{text[:60]!r} is not a local file.", remedy="Save the file here and name its path."
        )
    file = Path(path)
    if not file.is_file():
        raise UnreadableLayerError(f"There is no file {text!r}.", remedy="Check the path.")
    if file.stat().st_size > max_bytes:
        raise _too_large(file.stat().st_size, max_bytes)
    return file.read_bytes()


def read_layer(
    data: bytes,
    *,
    crs: str | None = None,
    max_bytes: int = MAX_BYTES,
    max_vertices: int = MAX_VERTICES,
) -> Iterator[LayerRow]:
    """The rows of a GeoJSON or CSV file given as bytes (UTF-8, with or without a mark).

    A CSV needs columns for longitude and latitude (lon, longitude, x; lat, latitude, y); with
    `crs` its numbers are converted from that system. A row that cannot be read comes out with its
    error and the others go on. Raises UnreadableLayerError, at once, for a file that is neither
    kind, too large, not UTF-8, empty or damaged as a whole.
    """
    if len(data) > max_bytes:
        raise _too_large(len(data), max_bytes)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UnreadableLayerError(
            f"The file is not UTF-8 text (byte {fault.start + 1}).",
            remedy="Save it as GeoJSON or as CSV in UTF-8.",
        ) from None
    if not text.strip():
        raise UnreadableLayerError("The file is empty.", remedy="Choose a file with rows.")
    if text.lstrip()[0] in "{[":
        if crs is not None:
            raise UnreadableLayerError(
                "GeoJSON is always WGS84.", remedy="Leave out the coordinate reference system."
            )
        return _geojson_rows(_features(text), max_vertices)
    return _csv_rows(text, crs)


def write_geojson(rows: Iterable[tuple[Mapping[str, Any], BaseGeometry | None]]) -> str:
    """A FeatureCollection of (properties, geometry) pairs, full precision, as RFC 7946 says."""
    features = [
        {
            "type": "Feature",
            "properties": dict(properties),
            "geometry": None if geometry is None else as_geojson(geometry),
        }
        for properties, geometry in rows
    ]
    return json.dumps(
        {"type": "FeatureCollection", "features": features}, ensure_ascii=False, allow_nan=False
    )


def _too_large(size: int, limit: int) -> UnreadableLayerError:
    return UnreadableLayerError(
        f"The file has {size:,} bytes; the limit is {limit:,}.", remedy="Divide it."
    )


def load_json(text: str) -> Any:
    """JSON without NaN or Infinity. Raises UnreadableLayerError with the line of the fault."""

    def refuse(name: str) -> Any:
        raise UnreadableLayerError(f"{name} is not JSON.", remedy="Write null or leave it out.")

    try:
        return json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as fault:
        raise UnreadableLayerError(
            f"The file is not whole JSON: {fault.msg} in line {fault.lineno}.",
            remedy="Export it again.",
        ) from None
    except (RecursionError, ValueError) as fault:
        if isinstance(fault, UnreadableLayerError):
            raise
        raise UnreadableLayerError(
            "The JSON cannot be read: it is nested too deep or a number is too long.",
            remedy="Export it again.",
        ) from None


def _features(text: str) -> list[Any]:
    found = load_json(text)
    if not isinstance(found, dict):
        raise UnreadableLayerError("The file is not GeoJSON.", remedy="Send a FeatureCollection.")
    if found.get("type") != "FeatureCollection":
        return [found]
    features = found.get("features")
    if not isinstance(features, list):
        raise UnreadableLayerError(
            "The FeatureCollection has no list of features.", remedy="Export it again."
        )
    if "crs" in found:
        return [{"crs": found["crs"], **f} if isinstance(f, dict) else f for f in features]
    return features


def _geojson_rows(features: list[Any], max_vertices: int) -> Iterator[LayerRow]:
    for index, feature in enumerate(features, start=1):
        given = feature.get("properties") if isinstance(feature, dict) else None
        properties = dict(given) if isinstance(given, dict) else {}
        if _is_unlocated(feature):
            yield LayerRow(index, properties)
            continue
        try:
            geometry = parse_geojson(feature, max_vertices)
        except GeodesyError as fault:
            yield LayerRow(index, properties, error=str(fault), fault=fault)
        else:
            yield LayerRow(index, properties, geometry)


def _is_unlocated(feature: Any) -> bool:
    return (
        isinstance(feature, dict)
        and feature.get("type") == "Feature"
        and "geometry" in feature
        and feature["geometry"] is None
    )


def _csv_rows(text: str, crs: str | None) -> Iterator[LayerRow]:
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = list(reader.fieldnames or [])
    except csv.Error:
        names = []
    lower = {name.strip().lower(): name for name in names if name}
    lon = next((lower[n] for n in _LON if n in lower), None)
    lat = next((lower[n] for n in _LAT if n in lower), None)
    if lon is None or lat is None:
        raise UnreadableLayerError(
            "The file is neither GeoJSON nor a CSV with columns for longitude and latitude.",
            remedy="Name the columns lon and lat.",
        )
    if len(lower) != len(names):
        raise UnreadableLayerError(
            "Two columns of the CSV have the same name or a column has none.",
            remedy="Give each column a name of its own.",
        )
    return _csv_body(reader, lon, lat, crs)


def _csv_body(
    reader: csv.DictReader[str], lon: str, lat: str, crs: str | None
) -> Iterator[LayerRow]:
    index = 0
    while True:
        index += 1
        try:
            row: dict[Any, Any] = dict(next(reader))
        except StopIteration:
            return
        except csv.Error as fault:
            yield LayerRow(index, error=f"The row cannot be read: {fault}. Check its quotes.")
            continue
        if None in row or None in row.values():
            properties = {k: v for k, v in row.items() if k is not None}
            yield LayerRow(index, properties, error="The row has more or fewer cells than columns.")
            continue
        properties = {k: v for k, v in row.items() if k not in (lon, lat)}
        try:
            yield LayerRow(index, properties, _position(row[lon], row[lat], crs))
        except GeodesyError as fault:
            yield LayerRow(index, properties, error=str(fault), fault=fault)


def _position(lon: str, lat: str, crs: str | None) -> BaseGeometry | None:
    if not lon.strip() and not lat.strip():
        return None
    numbers: list[float] = []
    for name, text in (("longitude", lon), ("latitude", lat)):
        if not text.strip():
            raise UnreadableLayerError(f"The {name} is blank.", remedy="Give both or neither.")
        try:
            numbers.append(float(text.strip()))
        except ValueError:
            raise UnreadableLayerError(
                f"The {name} {text.strip()[:30]!r} is not a number.",
                remedy="Write decimal degrees such as 73.8278.",
            ) from None
    if crs is not None:
        x, y = to_wgs84(np.array([numbers]), crs)[0]
        return Point(x, y)
    return parse_geojson({"type": "Point", "coordinates": numbers})
