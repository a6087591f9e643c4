"""Parts of several bodies: words that can be kept, geometry, gazette references, keepers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema
from shapely.geometry.base import BaseGeometry

from api.fields import Body, Day
from gis import shapes
from gis.geojson import parse_geojson
from vetcontrol.canonical import CanonicalError, canonical
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.premises.service import Keeper
from vetcontrol.settings import Settings

MOST_WORDS = 5_000


def keepable(text: str) -> str:
    """`text` itself. Raises ValueError for NUL and lone surrogates, which no register can keep."""
    try:
        canonical(text)
    except CanonicalError as error:
        raise ValueError("holds a NUL or half a character; type it again") from error
    return text


Words = Annotated[str, Field(max_length=MOST_WORDS), AfterValidator(keepable)]
Short = Annotated[str, Field(max_length=200), AfterValidator(keepable)]
Code = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(keepable)]
Id = Annotated[int, Field(ge=1, le=2**53)]
Heads = Annotated[int, Field(ge=0, le=10_000_000)]
Geometry = Annotated[
    Any,
    WithJsonSchema(
        {
            "type": "object",
            "description": "GeoJSON geometry (RFC 7946): WGS84, longitude first, two numbers a"
            " position",
            "properties": {"type": {"type": "string"}, "coordinates": {"type": "array"}},
            "examples": [{"type": "Point", "coordinates": [73.99, 15.4]}],
        }
    ),
]


def read_geometry(value: Any, settings: Settings) -> BaseGeometry | None:
    """The geometry (EPSG:4326) that was sent, valid; None where none was.

    Raises `gis.errors.GeodesyError`: malformed, too many vertices, another reference system,
    or invalid with the place of the fault.
    """
    if value is None:
        return None
    geometry = parse_geojson(value, settings.max_vertices)
    shapes.require_valid(geometry)
    return geometry


class GazetteBody(Body):
    """A reference to the Official Gazette."""

    series: Code
    number: Code
    date: Day

    def reference(self) -> GazetteReference:
        """The reference as the services take it."""
        return GazetteReference(self.series, self.number, self.date)


class KeeperBody(Body):
    """An owner, occupier or person in charge."""

    role: Literal["owner", "occupier", "person_in_charge"]
    name: Code
    address: Annotated[str, Field(max_length=400), AfterValidator(keepable)] = ""

    def keeper(self) -> Keeper:
        """The keeper as the services take him."""
        return Keeper(self.role, self.name, self.address)


Keepers = Annotated[tuple[KeeperBody, ...], Field(max_length=50)]
