"""Premises from the rows of a CSV or GeoJSON file: what each row says, or why it cannot be read.

Pure: bytes in, premises and refused rows out. Whether a place lies in the territory, and which
village is meant, is asked of the register afterwards (`vetcontrol.premises.importing`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from gis.coordinates import parse_coordinates
from gis.errors import GeodesyError
from gis.formats import read_layer
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import Malformed, TooLarge
from vetcontrol.places.rows import RowError, RowFault, clean, column, decoded, fault_of, table
from vetcontrol.premises.service import KEEPER_ROLES, Keeper, Premises

MAX_ROWS: Final = 2_000_000
POSITION: Final = "coordinates"
#: Each field by the names that its column may have.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "premises", "premises_name", "holding", "holding_name"),
    "kind": ("kind", "type", "premises_kind", "premises_type"),
    "lon": ("lon", "longitude", "lng", "long", "x"),
    "lat": ("lat", "latitude", "y"),
    POSITION: ("coordinates", "coordinate", "position", "lat_lon", "latlong", "gps"),
    "manager": ("manager", "managed_by"),
    "temporary_use": ("temporary_use",),
    "owner": ("owner", "owner_name"),
    "occupier": ("occupier", "occupier_name"),
    "person_in_charge": ("person_in_charge", "in_charge"),
    "address": ("address", "keeper_address"),
    "accuracy_m": ("accuracy_m", "accuracy"),
    "village": ("village", "village_code", "village_id"),
    "taluka": ("taluka", "sub_dist", "sub_district"),
    "animals": ("animals", "stock"),
    **{
        species: (species, f"{species}s", f"{species}es", f"animals_{species}")
        for species in SPECIES
    },
}
_FIELD_OF: Final = {name: of for of, names in COLUMNS.items() for name in names}
_COUNT: Final = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.0+)?")
_ITEM: Final = re.compile(r"\s*(.+?)\s*[=:]\s*(.*?)\s*")
_NOTHING: Final[Mapping[str, None]] = {"": None, "none": None, "no": None}
_TYPES: Final = ("Point", "MultiPoint", "Polygon", "MultiPolygon")

Watch = Callable[[int], None]


@dataclass(frozen=True)
class ReadRow:
    """One row as it was read: premises whose `village` is not yet looked up, and its words."""

    row: int
    premises: Premises
    village: str = ""
    taluka: str = ""


@dataclass
class PremisesFile:
    """What a file of premises says: rows read, rows refused, columns that mean nothing here."""

    rows: list[ReadRow] = field(default_factory=list)
    refused: list[RowFault] = field(default_factory=list)
    ignored_columns: tuple[str, ...] = ()
    count: int = 0


def read_premises(data: bytes, watch: Watch | None = None) -> PremisesFile:
    """The premises of a CSV or GeoJSON file (UTF-8, longitude and latitude on WGS84).

    `watch` is told the number of each row. A refused row is listed and the others go on. Raises
    `Malformed` and `gis.errors.UnreadableLayerError` for a file that cannot be read as a whole,
    `TooLarge` above MAX_ROWS rows.
    """
    text = decoded(data)
    found = PremisesFile()
    is_geojson = text.lstrip()[0] in "{["
    for row, content in _geojson(data, found) if is_geojson else _csv(text, found):
        if row > MAX_ROWS:
            raise TooLarge(f"The file has more than {MAX_ROWS:,} rows. Divide it.")
        found.count += 1
        if watch is not None:
            watch(row)
        if isinstance(content, RowFault):
            found.refused.append(content)
            continue
        values, geometry = content
        try:
            found.rows.append(_row(row, values, geometry))
        except RowError as error:
            found.refused.append(error.at(row))
    if not found.count:
        raise Malformed.field("file", "has no row; choose a file with premises")
    return found


Content = tuple[dict[str, Any], BaseGeometry | None] | RowFault


def _fields(names: tuple[str, ...], found: PremisesFile) -> dict[str, str]:
    """The column of each field. Raises `Malformed` where two columns mean the same field."""
    fields: dict[str, str] = {}
    for name in names:
        of = _FIELD_OF.get(name)
        if of is None:
            continue
        if of in fields:
            raise Malformed.field(
                "file", f"has the columns {fields[of]} and {name} for the same; keep one of them"
            )
        fields[of] = name
    found.ignored_columns = tuple(name for name in names if name not in _FIELD_OF)
    return fields


def _csv(text: str, found: PremisesFile) -> Iterator[tuple[int, Content]]:
    read = table(text, _FIELD_OF, ())
    fields = _fields(read.columns, found)
    missing = [of for of in ("name", "kind") if of not in fields]
    if missing or not (POSITION in fields or {"lon", "lat"} <= set(fields) or "village" in fields):
        lacking = missing or ["lon and lat, coordinates, or village"]
        raise Malformed.field(
            "file",
            f"has no column {' and none '.join(lacking)}; its columns are:"
            f" {', '.join(name[:40] for name in read.columns[:40])}. Name each column in the first"
            " line, and part the cells by commas, semicolons or tabs",
        )
    for row, cells in read.rows:
        if isinstance(cells, RowFault):
            yield row, cells
            continue
        values = {of: cells[name] for of, name in fields.items()}
        try:
            yield row, (values, _position(values))
        except RowError as error:
            yield row, error.at(row)
        except GeodesyError as error:
            yield row, fault_of(row, POSITION, error)


def _geojson(data: bytes, found: PremisesFile) -> Iterator[tuple[int, Content]]:
    ignored: dict[str, None] = {}
    plain = cache(column)
    for layer_row in read_layer(data):
        row = layer_row.index
        if layer_row.fault is not None:
            yield row, fault_of(row, "geometry", layer_row.fault)
            continue
        values: dict[str, Any] = {}
        for name, value in layer_row.properties.items():
            of = _FIELD_OF.get(plain(name))
            if of is None or of in ("lon", "lat", POSITION):
                # The geometry of a Feature is its position; a copy among its facts may be stale.
                ignored[plain(name)] = None
            else:
                values.setdefault(of, value)
        yield row, (values, layer_row.geometry)
    found.ignored_columns = tuple(ignored)


def _position(values: Mapping[str, Any]) -> BaseGeometry | None:
    """The point that a CSV row gives, None where it gives none (blank is not 0)."""
    typed = clean(values.get(POSITION))
    lon, lat = (clean(values.get(name)) for name in ("lon", "lat"))
    if typed and (lon or lat):
        raise RowError(POSITION, "The position is given twice", "Give one of the two")
    if typed:
        return Point(*parse_coordinates(typed))
    if not lon and not lat:
        return None
    if not lon or not lat:
        name = "lat" if lon else "lon"
        raise RowError(name, "It is blank although the other is given", "Give both or neither")
    return Point(_degrees("lon", lon), _degrees("lat", lat))


def _degrees(name: str, words: str) -> float:
    try:
        number = float(words)
    except ValueError:
        number = math.nan
    # float() also reads 1_000 and other scripts' digits mixed with words such as nan and inf.
    if not math.isfinite(number) or "_" in words:
        raise RowError(
            name,
            f"{words[:30]!r} is not a number of degrees",
            "Write decimal degrees with a point, such as 73.8278; other spellings belong in a"
            f" column {POSITION}",
        )
    return number


def _row(row: int, values: Mapping[str, Any], geometry: BaseGeometry | None) -> ReadRow:
    if geometry is not None and geometry.geom_type not in _TYPES:
        raise RowError(
            "geometry", f"It is a {geometry.geom_type}", "Give a point or an outline (polygon)"
        )
    for name, value in values.items():
        if isinstance(value, list | bool) or (isinstance(value, dict) and name != "animals"):
            raise RowError(name, "It is no text and no number", "Write it as text or a number")
    address = clean(values.get("address"))
    keepers = [
        Keeper(role, clean(values[role]), address)
        for role in KEEPER_ROLES
        if clean(values.get(role))
    ]
    if address and not keepers:
        raise RowError(
            "address", "It belongs to nobody", f"Name the {', '.join(KEEPER_ROLES[:-1])} or so too"
        )
    village = _code(values.get("village"))
    if geometry is None and not village:
        raise RowError(
            "geometry", "Neither a position nor a village is given", "Give one of the two"
        )
    premises = Premises(
        name=clean(values.get("name")),
        kind=clean(values.get("kind")),
        geometry=geometry,
        manager=_word(values.get("manager")) or "private",
        temporary_use=_NOTHING.get(use := _word(values.get("temporary_use")), use),
        keepers=tuple(keepers),
        animals=_animals(values),
        accuracy_m=_metres(values.get("accuracy_m")),
    )
    return ReadRow(row, premises, village, clean(values.get("taluka")))


def _word(value: Any) -> str:
    return "_".join(clean(value).casefold().replace("-", " ").split())


def _code(value: Any) -> str:
    """A code that JSON may give as a number."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else clean(value)


def _metres(value: Any) -> float | None:
    words = clean(value)
    if not words:
        return None
    try:
        return float(words)
    except ValueError:
        raise RowError(
            "accuracy_m", f"{words[:30]!r} is not a number of metres", "Write for instance 10"
        ) from None


def _animals(values: Mapping[str, Any]) -> dict[str, int]:
    """Head counts by species, of the column `animals` and of the species' own columns."""
    counts: dict[str, int] = {}
    given = values.get("animals")
    if isinstance(given, dict):
        pairs = [(str(species), count) for species, count in given.items()]
    else:
        pairs = [_item(part) for part in re.split(r"[;,|\n]", str(given or "")) if part.strip()]
    pairs += [(s, values[s]) for s in SPECIES if s in values and clean(values[s])]
    for name, count in pairs:
        species = _species(name)
        if species in counts:
            raise RowError("animals", f"{species} is counted twice", "Count each species once")
        counts[species] = _head(species, count)
    return counts


def _species(name: str) -> str:
    word = _word(name)
    return _FIELD_OF[word] if _FIELD_OF.get(word) in SPECIES else clean(name)


def _item(part: str) -> tuple[str, str]:
    found = _ITEM.fullmatch(part)
    if found is None:
        raise RowError(
            "animals", f"{part.strip()[:30]!r} is no count", "Write for instance cattle=3;goat=2"
        )
    return found.group(1), found.group(2)


def _head(species: str, count: Any) -> int:
    found = _COUNT.fullmatch(clean(count))
    if found is None:
        raise RowError(
            "animals",
            f"{species}: {clean(count)[:30]!r} is no head count",
            "Write a whole number from 0, or leave it blank where nothing was counted",
        )
    return int(found.group(1).replace(",", ""))
