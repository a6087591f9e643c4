"""What a form says: Indian days and hours, numbers, positions in any spelling, outlines.

Browsers send the hours of a form without an offset; here they are hours in India. A field that
cannot be read is refused by its name, with the reason and the remedy.
"""

from __future__ import annotations

import json
import math
from datetime import date, datetime
from typing import TypeVar

import shapely
from shapely.geometry.base import BaseGeometry

from api.bodies.acts import Signing
from api.forms import Filled
from api.pages import repairing
from gis import geojson, shapes
from gis.coordinates import parse_coordinates
from gis.corners import parse_corners, write_corners
from gis.crs import require_in_bounds
from gis.errors import GeodesyError
from gis.formats import load_json, read_layer
from vetcontrol.clock import IST, as_utc
from vetcontrol.documents.instruments import ExaminedAnimals
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import Malformed
from vetcontrol.places.queries import territory
from vetcontrol.premises.service import Keeper
from vetcontrol.register.register import Reading

Shape = TypeVar("Shape", bound=BaseGeometry)
MARGIN_DEGREES = 0.5
"""How far beyond the territory's box a typed position may lie before it is surely a mistake."""
ROLES = ("owner", "occupier", "person_in_charge")
COUNTED = ("kept", "examined", "affected", "in_contact")
FIRST_YEAR, LAST_YEAR = 1800, 2200
_SAME_DEGREES = 1e-9


def moment(text: str, field: str) -> datetime | None:
    """The instant of an hour in India as `YYYY-MM-DDThh:mm`; None when blank.

    Raises `Malformed` for anything else.
    """
    if not text.strip():
        return None
    try:
        local = datetime.fromisoformat(text.strip())
        if not FIRST_YEAR <= local.year <= LAST_YEAR:
            raise ValueError("the year is out of reach")
        return as_utc(local if local.tzinfo else local.replace(tzinfo=IST))
    except ValueError as error:
        raise Malformed.field(
            field, "is no day and hour; write them as YYYY-MM-DDThh:mm, like 2027-01-31T16:30"
        ) from error


def signing(form: Filled) -> Signing:
    """When a paper act that is entered later was signed, and why a place lies on its side."""
    return {
        "signed_at": moment(form.text("signed_at"), "signed_at"),
        "position_reason": form.text("position_reason"),
    }


def day(text: str, field: str) -> date:
    """The day of `YYYY-MM-DD`. Raises `Malformed`, also when it is blank."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise Malformed.field(
            field, "is no day; write it as YYYY-MM-DD, like 2027-01-31"
        ) from error


def number(text: str, field: str, what: str) -> float:
    """A finite number of `what` (metres, degrees). Raises `Malformed`."""
    try:
        found = float(text.replace(",", "").strip())
        if not math.isfinite(found):
            raise ValueError("not finite")
        return found
    except ValueError as error:
        raise Malformed.field(field, f"is no number; give {what}, like 1609.344") from error


def count(text: str, field: str) -> int:
    """A head count; blank is 0. Raises `Malformed`."""
    if not text:
        return 0
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Malformed.field(field, "is no count; give whole numbers, like 12")
    return int(text)


def whole_number(text: str, field: str) -> int | None:
    """An id of the register; None when blank. Raises `Malformed`."""
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise Malformed.field(field, "is no number of the register; choose again")
    return int(text)


def point(reading: Reading, text: str, field: str) -> shapely.Point:
    """The point (EPSG:4326) that typed coordinates name, near the territory.

    Raises `Malformed`, with the offer to swap latitude and longitude.
    """
    try:
        lon, lat = parse_coordinates(text)
        return _near(reading, shapely.Point(lon, lat))
    except GeodesyError as error:
        raise Malformed.field(field, str(error)) from error


def outline(reading: Reading, form: Filled, field: str = "geometry") -> BaseGeometry | None:
    """The shape of a GeoJSON file, of GeoJSON text or of a list of corners; None without any.

    Several features of one file make one shape of several parts. Raises `Malformed` for what
    cannot be read, lies far from the territory, or is said twice and differently; `Repairable` for
    what crosses itself.
    """
    drawn = drawn_outline(reading, form, field)
    try:
        return None if drawn is None else _valid(reading, drawn, field)
    except GeodesyError as error:
        raise Malformed.field(field, str(error)) from error


def drawn_outline(reading: Reading, form: Filled, field: str = "geometry") -> BaseGeometry | None:
    """The same before anybody judges whether it is valid and where it lies."""
    sent = form.upload(f"{field}_file")
    text, listed = form.text(field), form.text(f"{field}_corners")
    most = reading.register.settings.max_vertices
    try:
        if sent is not None:
            return _from_file(sent.file.read())
        drawn = shapes.parse_geojson(load_json(text), most) if text else None
    except GeodesyError as error:
        raise Malformed.field(field, str(error)) from error
    if not listed:
        return drawn
    try:
        typed = parse_corners(listed, most)
    except GeodesyError as error:
        raise Malformed.field(f"{field}_corners", str(error)) from error
    if drawn is not None and not _alike(drawn, typed):
        raise Malformed.field(
            f"{field}_corners",
            "give another outline than the GeoJSON beside them; clear the one that is not meant",
        )
    return typed if drawn is None else drawn


def carried(form: Filled, shape: BaseGeometry, field: str = "geometry") -> dict[str, str]:
    """The fields that carry an outline through the review, in the way in which it was given."""
    if form.text(f"{field}_corners") and not (form.text(field) or form.upload(f"{field}_file")):
        return {field: "", f"{field}_corners": write_corners(shape)}
    return {field: json.dumps(geojson.as_geojson(shape)), f"{field}_corners": ""}


def _alike(one: BaseGeometry, other: BaseGeometry) -> bool:
    """Whether two outlines have the same corners to a tenth of a millimetre."""
    # A polygon of one part may be written as a multipolygon.
    pairs = zip(shapely.get_parts(one), shapely.get_parts(other), strict=False)
    same = shapely.get_num_geometries(one) == shapely.get_num_geometries(other)
    return bool(same) and all(shapely.equals_exact(a, b, _SAME_DEGREES) for a, b in pairs)


def _from_file(content: bytes) -> BaseGeometry:
    parts: list[BaseGeometry] = []
    for row in read_layer(content):
        if row.error is not None:
            raise Malformed.field("geometry", f"row {row.index} of the file: {row.error}")
        if row.geometry is not None:
            parts.extend(shapely.get_parts(row.geometry))
    areas = [part for part in parts if isinstance(part, shapely.Polygon)]
    if not parts or (len(parts) > 1 and len(areas) != len(parts)):
        raise Malformed.field(
            "geometry", "the file holds no single point and no areas; give one point or polygons"
        )
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(areas)


def _valid(reading: Reading, shape: BaseGeometry, field: str) -> BaseGeometry:
    repairing.require_valid(shape, field)
    return _near(reading, shape)


def _near(reading: Reading, shape: Shape) -> Shape:
    west, south, east, north = territory(reading.known(), reading.now).outline.bounds
    wider = (
        west - MARGIN_DEGREES,
        south - MARGIN_DEGREES,
        east + MARGIN_DEGREES,
        north + MARGIN_DEGREES,
    )
    require_in_bounds(shape, wider)
    return shape


def keepers(form: Filled) -> list[Keeper]:
    """Owner, occupier and person in charge, as far as they are named."""
    return [
        Keeper(role, form.text(f"{role}_name"), form.text(f"{role}_address"))
        for role in ROLES
        if form.text(f"{role}_name")
    ]


def examined(form: Filled) -> list[ExaminedAnimals]:
    """Animals by species, of those of which any number is given. Raises `Malformed`."""
    found = []
    for species in SPECIES:
        numbers = [count(form.text(f"{species}_{c}"), f"{species}_{c}") for c in COUNTED]
        if not any(numbers):
            continue
        kept, seen, affected, contact = numbers
        if seen > kept:
            raise Malformed.field(f"{species}_examined", "is more than are kept; correct one")
        if affected + contact > kept:
            raise Malformed.field(
                f"{species}_affected", "with those in contact is more than are kept; correct one"
            )
        found.append(ExaminedAnimals(species, kept, seen, affected, contact))
    return found
