"""Areas from the features of a GeoJSON file: code, name, outline and facts of each, or why not.

Pure: bytes in, areas and refused rows out. WGS84, longitude first, as RFC 7946 says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gis import overlay, shapes
from gis.formats import LayerRow, load_json, read_layer
from vetcontrol.errors import Malformed
from vetcontrol.officers.people import printable
from vetcontrol.places.rows import RowError, RowFault, clean, column, decoded, fault_of
from vetcontrol.places.service import Area

CODES: Final = (
    "code",
    "lgd_code",
    "lgd",
    "village_code",
    "census_code",
    "cen_2011",
    "cen_2001",
    "id",
    "fid",
)
NAMES: Final = ("name", "village", "village_name", "vill_name", "area_name", "label")
FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "taluka": ("taluka", "sub_dist", "sub_district", "subdistrict", "tehsil", "taluk"),
    "district": ("district", "dist", "district_name"),
    "district_code": ("district_code",),
    "name_local": ("name_local",),
}
MOST_CODE, MOST_NAME = 60, 120
# A code stands in addresses and in feature ids: nothing there that would need escaping.
_NOT_IN_CODES: Final = frozenset("<>\"'`&?#%{}|\\^")

Watch = Callable[[int], None]


@dataclass
class AreasFile:
    """What a layer's file says: its areas by row, refused rows, and what it says of itself."""

    areas: list[tuple[int, Area]] = field(default_factory=list)
    refused: list[RowFault] = field(default_factory=list)
    refused_codes: set[str] = field(default_factory=set)
    ignored_columns: tuple[str, ...] = ()
    about: dict[str, Any] = field(default_factory=dict)
    count: int = 0


def read_areas(
    data: bytes,
    *,
    code: str | None = None,
    name: str | None = None,
    dissolve: str | None = None,
    watch: Watch | None = None,
) -> AreasFile:
    """The areas of a GeoJSON file of polygons.

    `code` and `name` are the properties that say them, else those of CODES and NAMES that the file
    has. With `dissolve`, the areas that agree in that property become one of that name, and its
    code is what they all have in `code`, or empty. Raises `Malformed` for a file that is no
    GeoJSON or has no such property (naming those it has), `gis.errors.UnreadableLayerError` for
    one that is damaged.
    """
    text = decoded(data)
    if text.lstrip()[0] not in "{[":
        raise Malformed.field("file", "is no GeoJSON; areas are polygons, and come as GeoJSON")
    rows: list[LayerRow] = []
    for row in read_layer(data):
        rows.append(row)
        if watch is not None:
            watch(row.index)
    if not rows:
        raise Malformed.field("file", "has no feature; choose a file with areas")
    found = AreasFile(count=len(rows), about=_about(text))
    had = list(dict.fromkeys(key for row in rows for key in row.properties))
    name_of = dissolve or name
    keys = {
        "name": _property(had, "--dissolve" if dissolve else "--name", name_of, NAMES),
        "code": _property(had, "--code", code, CODES) if code or not dissolve else None,
        **{fact: _first(had, names) for fact, names in FACTS.items()},
    }
    used = set(keys.values())
    found.ignored_columns = tuple(key for key in had if key not in used)
    for row in rows:
        try:
            found.areas.append((row.index, _area(row, keys)))
        except RowError as error:
            found.refused.append(error.at(row.index))
            if keys["code"] is not None:
                found.refused_codes.add(_code_words(row.properties.get(keys["code"])))
    if dissolve:
        # A part that is missing would leave a hole in the outline that nobody drew.
        found.areas = [] if found.refused else _dissolved(found.areas)
    return found


def _about(text: str) -> dict[str, Any]:
    """What the collection says of itself beside its features: edition, source and the like."""
    whole = load_json(text)
    names = ("edition", "source", "licence", "accuracy_m", "approximate", "name")
    about = {key: whole[key] for key in names if key in whole} if isinstance(whole, dict) else {}
    accuracy = about.get("accuracy_m")
    known = isinstance(accuracy, int | float) and not isinstance(accuracy, bool)
    if not known or not math.isfinite(about["accuracy_m"]):
        about.pop("accuracy_m", None)
    return about


def _first(had: Sequence[str], names: Sequence[str]) -> str | None:
    by = {column(key): key for key in reversed(had)}
    return next((by[name] for name in names if name in by), None)


def _property(had: Sequence[str], option: str, wanted: str | None, usual: Sequence[str]) -> str:
    key = _first(had, usual) if wanted is None else wanted if wanted in had else None
    if key is None:
        lacks = f"{wanted!r}" if wanted else f"for the {option.removeprefix('--')}"
        shown = ", ".join(k[:40] for k in had[:40]) or "none at all"
        raise Malformed.field(
            "file", f"has no property {lacks}; its properties are: {shown}. Name one by {option}"
        )
    return key


def _area(row: LayerRow, keys: Mapping[str, str | None]) -> Area:
    words = {
        what: _text(what, row.properties.get(key)) for what, key in keys.items() if key is not None
    }
    code, name = words.pop("code", ""), words.pop("name")
    if not name or len(name) > MOST_NAME or not printable(name):
        raise RowError(
            "name",
            "It has no name" if not name else f"{name[:40]!r} cannot be kept as a name",
            f"Give a name of 1 to {MOST_NAME} characters",
        )
    if keys["code"] is not None:
        require_code(code)
    if row.fault is not None:
        broken = fault_of(row.index, "geometry", row.fault)
        raise RowError("geometry", broken.reason, broken.remedy)
    if row.geometry is None or row.geometry.geom_type not in ("Polygon", "MultiPolygon"):
        shape = row.geometry.geom_type if row.geometry is not None else "feature without a place"
        raise RowError("geometry", f"It is a {shape}", "An area is a polygon")
    fault = shapes.fault(row.geometry)
    if fault is not None:
        where = f" at {fault.where[0]:.7f}, {fault.where[1]:.7f}" if fault.where else ""
        raise RowError("geometry", f"{fault.reason}{where}", "Correct the outline there")
    facts = {fact: value for fact, value in words.items() if value}
    return Area(code, name, row.geometry, facts)


def _code_words(value: Any) -> str:
    try:
        return _text("code", value)
    except RowError:
        return ""


def _text(what: str, value: Any) -> str:
    if isinstance(value, bool | list | dict):
        raise RowError(what, "It is no text and no number", "Write it as text")
    if isinstance(value, float):
        if not value.is_integer():
            raise RowError(what, f"{value} is a broken number", "Write it as text")
        value = int(value)
    return clean(value)


def require_code(code: str) -> None:
    """Raises `RowError` where `code` cannot name an area in addresses and feature ids."""
    if not code or len(code) > MOST_CODE or not printable(code) or set(code) & _NOT_IN_CODES:
        raise RowError(
            "code",
            "It has no code" if not code else f"{code[:40]!r} cannot be kept as a code",
            f"Give a code of 1 to {MOST_CODE} letters and digits",
        )


def _dissolved(areas: Sequence[tuple[int, Area]]) -> list[tuple[int, Area]]:
    """One area of all that have one name: their union, gaps between them stay gaps."""
    groups: dict[str, list[tuple[int, Area]]] = {}
    for row, area in areas:
        groups.setdefault(area.name, []).append((row, area))
    result = []
    for name, members in groups.items():
        codes = {area.code for _, area in members}
        facts = dict(members[0][1].facts)
        shared = {
            key: value
            for key, value in facts.items()
            if value != name and all(area.facts.get(key) == value for _, area in members)
        }
        outline = overlay.compose([area.geometry for _, area in members])
        code = codes.pop() if len(codes) == 1 else ""
        result.append((members[0][0], Area(code, name, outline, shared)))
    return result
