"""What is to be removed, from where to where, how and when: what a licence is asked for and says.

Each part but the person in charge is a condition that a check can hold against what it finds.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from gis import geodesic, overlay, shapes
from gis.radius import measure
from vetcontrol.canonical import instant, instant_text
from vetcontrol.errors import Malformed
from vetcontrol.gazette.grounds import remark
from vetcontrol.law.diseases_of_animals.removal import ANIMALS, Item, Mode, Shown
from vetcontrol.movement.lying import End
from vetcontrol.places.queries import require_near
from vetcontrol.premises import queries as premises_queries
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.doubts import LEAST_NEAR_M, MOST_NEAR_M
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing

#: A drawn route begins and ends this near to the places it joins, in metres.
MOST_GAP_M = 1_000.0
MOST_CORRIDOR_M = 50_000.0
#: Of premises entered as a point an outline reaches no farther from it than this, in metres.
MOST_EXTENT_M = 1_000.0
MOST_JOURNEYS = 1_000
MOST_TAGS = 1_000
MOST_LINES = 50
LONGEST_TAG = 40
LONGEST_LINE = 1_000
LONGEST_NAME = 200
CLAUSE = "DOA1974-14-1b"
PLACES = ("Point", "Polygon", "MultiPolygon")

#: Text about a private person: as it was typed, or as the log holds it sealed.
Sealable = str | Mapping[str, str]


@dataclass(frozen=True)
class Line:
    """A part of an animal, feed, bedding or another thing: what it is and how much, in words."""

    item: Item
    what: str
    quantity: str = ""


@dataclass(frozen=True)
class Consignment:
    """The whole of it. `tags` and `vehicle` as they were typed; `carried_by` is the reference of a
    rail consignment. `finding` names the Veterinary Surgeon's finding that the animals are free;
    `own_finding` says that he entered it himself.
    """

    origin: End
    destination: End
    valid_from: datetime
    valid_to: datetime
    mode: Mode = Mode.ROAD
    lines: tuple[Line, ...] = ()
    tags: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    dead: bool = False
    shown: Shown = Shown.NOT_SHOWN
    finding: str = ""
    own_finding: bool = False
    route: LineString | None = None
    corridor_m: float | None = None
    vehicle: str = ""
    carried_by: str = ""
    person_in_charge: Sealable = ""
    origin_words: Sealable = ""
    destination_words: Sealable = ""
    journeys: int = 1
    conditions: tuple[str, ...] = ()

    @property
    def line(self) -> LineString:
        """The way for a picture: the route as drawn, else the straight line (EPSG:4326)."""
        if self.route is not None:
            return self.route
        return LineString([self.origin.point, self.destination.point])

    @property
    def items(self) -> frozenset[Item]:
        """The kinds of what is removed."""
        animals = {Item.CARCASS if self.dead else Item.ANIMAL} if self.tags or self.counts else ()
        return frozenset({line.item for line in self.lines} | set(animals))


def compared(text: str) -> str:
    """A tag, vehicle or reference in the one spelling in which two are compared: digits of any
    script are the same digits, and letters of any case or width the same letters."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).upper()
    kept = (c for c in plain if unicodedata.category(c)[0] not in "CPSZ")
    return "".join(str(unicodedata.decimal(c, c)) for c in kept)


def by_species(counts: Mapping[str, int]) -> dict[str, int]:
    """Numbers of animals by species, each species in one spelling.

    Raises `Malformed` where two of them are the same one.
    """
    found: dict[str, int] = {}
    for written, number in counts.items():
        species = " ".join(unicodedata.normalize("NFKC", written).casefold().split())
        if species in found:
            raise Malformed.field("counts", f"name {species!r} twice; give its number once")
        found[species] = number
    return found


def end(
    reading: Reading,
    name: str,
    *,
    premises_id: int | None,
    geometry: BaseGeometry | None,
    accuracy_m: float | None,
    at: datetime,
) -> End:
    """An end of a journey: premises, or a point or outline (EPSG:4326), or both.

    Of premises with a place of their own the place must be these premises or a part of them.
    Raises `Malformed` naming the field `name`, `NotFound`, and as `require_near` for coordinates
    that lie nowhere near the territory.
    """
    if accuracy_m is not None and not (math.isfinite(accuracy_m) and accuracy_m >= 0):
        raise Malformed.field(name, "its accuracy is in metres, 0 or more")
    if geometry is not None:
        shapes.require_valid(geometry)
        if geometry.geom_type not in PLACES:
            raise Malformed.field(name, f"is a {geometry.geom_type}; give a point or an outline")
        require_near(reading.known(), geometry, at)
    if premises_id is None:
        if geometry is None:
            raise Malformed.field(name, "give the premises or the place", clauses=(CLAUSE,))
        return End(geometry, accuracy_m)
    row = premises_queries.get(reading.session, premises_id)
    if geometry is not None:
        _require_at(name, row, geometry, accuracy_m)
        return End(geometry, accuracy_m, row.id)
    return End(row.shape, row.accuracy_m, row.id, by_village=row.placement == "village")


def _require_at(
    name: str, row: PremisesRow, geometry: BaseGeometry, accuracy_m: float | None
) -> None:
    """Raises `Malformed` where a place is not the premises nor a part of them, as far as both are
    known: a licence for premises is decided where the premises are."""
    stated = (row.accuracy_m or 0.0) + (accuracy_m or 0.0)
    known = min(max(stated, LEAST_NEAR_M), MOST_NEAR_M)
    if row.shape.geom_type == "Point":
        lies = _at_point(row.shape, geometry, known)
    else:
        lies = overlay.contains_with_accuracy(row.shape, geometry, known).outcome != "outside"
    if not lies:
        where = "in the village of" if row.placement == "village" else "at"
        raise Malformed.field(
            name,
            f"does not lie {where} premises {row.id}, even if both are {known:,.0f} m off; give"
            " a place on these premises, or the place without their number",
            clauses=(CLAUSE,),
        )


def _at_point(point: BaseGeometry, geometry: BaseGeometry, known: float) -> bool:
    """Whether a place is that of premises entered as a point, whose extent nobody drew."""
    if measure(point, [geometry], known).distance_m[0] > known:
        return False
    corners = shapely.get_coordinates(geometry)
    most = max(known, 0.0 if geometry.geom_type == "Point" else MOST_EXTENT_M)
    far = measure(point, [shapely.Point(one) for one in corners], most).distance_m.max()
    return bool(far <= most)


def require_sound(of: Consignment) -> Consignment:
    """The consignment with each species in one spelling.

    Raises `Malformed`, naming the field, for what no licence could say or no check test.
    """
    of = replace(of, counts=by_species(of.counts))
    _animals(of)
    _things(of)
    _travel(of)
    if not of.items:
        raise Malformed.field(
            "items",
            "name what is removed: animals by tag or number, or items",
            clauses=("DOA1974-14-1a",),
        )
    if of.valid_to <= of.valid_from:
        raise Malformed.field("valid_to", "is not after valid_from; give the later moment")
    if not 1 <= of.journeys <= MOST_JOURNEYS:
        raise Malformed.field("journeys", f"is a number from 1 to {MOST_JOURNEYS}")
    _words("conditions", of.conditions, most=MOST_LINES)
    return of


def _words(name: str, texts: Sequence[str], *, most: int) -> None:
    if len(texts) > most:
        raise Malformed.field(name, f"are {len(texts)}; give at most {most}")
    for text in texts:
        if not text.strip() or len(text) > LONGEST_LINE:
            raise Malformed.field(name, f"each has words, at most {LONGEST_LINE} characters")


def _animals(of: Consignment) -> None:
    if len(of.tags) > MOST_TAGS:
        raise Malformed.field("tags", f"are {len(of.tags)}; give at most {MOST_TAGS}")
    keys = [compared(tag) for tag in of.tags]
    for tag, key in zip(of.tags, keys, strict=True):
        if not key or max(len(tag), len(key)) > LONGEST_TAG:
            raise Malformed.field(
                "tags", f"{tag[:LONGEST_TAG]!r} is no tag of at most {LONGEST_TAG} characters"
            )
    if len(set(keys)) < len(keys):
        raise Malformed.field("tags", "name one animal twice; name each once")
    for species, number in of.counts.items():
        if not species.strip() or len(species) > LONGEST_TAG or number < 1:
            raise Malformed.field("counts", "are numbers of 1 or more by species")
    if of.counts and len(of.tags) > sum(of.counts.values()):
        raise Malformed.field(
            "tags", f"are {len(of.tags)}, more than the {sum(of.counts.values())} that are counted"
        )
    if of.shown is Shown.FREE and not of.finding.strip():
        raise Malformed.field(
            "finding",
            "name the Veterinary Surgeon's finding by which the animals are not infective",
            clauses=("DOA1974-27",),
        )
    remark("finding", of.finding)


def _things(of: Consignment) -> None:
    if len(of.lines) > MOST_LINES:
        raise Malformed.field("items", f"are {len(of.lines)}; give at most {MOST_LINES}")
    for line in of.lines:
        if line.item in ANIMALS:
            raise Malformed.field("items", "name animals by their tags or numbers, not as items")
        if not line.what.strip() or max(len(line.what), len(line.quantity)) > LONGEST_NAME:
            raise Malformed.field("items", f"say what each is in at most {LONGEST_NAME} characters")


def _travel(of: Consignment) -> None:
    if of.vehicle and not 2 <= len(compared(of.vehicle)) <= LONGEST_TAG:
        raise Malformed.field("vehicle", "is a registration of 2 to 40 letters and digits")
    if of.carried_by and not 2 <= len(compared(of.carried_by)) <= LONGEST_TAG:
        raise Malformed.field("consignment", "is a reference of 2 to 40 letters and digits")
    for name, text in (
        ("person_in_charge", of.person_in_charge),
        ("origin.words", of.origin_words),
        ("destination.words", of.destination_words),
    ):
        if isinstance(text, str) and len(text) > LONGEST_NAME:
            raise Malformed.field(name, f"is longer than {LONGEST_NAME} characters")
    if (of.route is None) != (of.corridor_m is None):
        raise Malformed.field(
            "corridor_m", "say with a route by how many metres it may be left, and only with one"
        )
    if of.corridor_m is not None and not 0 <= of.corridor_m <= MOST_CORRIDOR_M:
        raise Malformed.field("corridor_m", f"is in metres, 0 to {MOST_CORRIDOR_M:,.0f}")
    if of.route is not None:
        require_joined(of.route, of.origin, of.destination)


def require_joined(route: LineString, origin: End, destination: End) -> None:
    """Raises `Malformed` where a drawn route does not begin and end at the places it joins."""
    for name, at, place in (("origin", 0, origin), ("destination", -1, destination)):
        corner = shapely.Point(route.coords[at])
        nearest = shapely.shortest_line(place.geometry, corner)
        gap = geodesic.length(nearest)
        if gap > MOST_GAP_M:
            verb = "begins" if at == 0 else "ends"
            raise Malformed.field(
                "route",
                f"{verb} {gap:,.0f} m from the {name}; draw it from the origin to the destination",
            )


def as_content(of: Consignment, writing: Writing) -> dict[str, Any]:
    """The consignment as an entry's content holds it, personal words sealed."""
    told = as_told(of)
    told["origin"]["words"] = _sealed(writing, of.origin_words)
    told["destination"]["words"] = _sealed(writing, of.destination_words)
    told["person_in_charge"] = _sealed(writing, of.person_in_charge)
    return told


def as_told(of: Consignment) -> dict[str, Any]:
    """The consignment as plain JSON without personal words."""
    return {
        "origin": _end_content(of.origin),
        "destination": _end_content(of.destination),
        "valid_from": instant_text(of.valid_from),
        "valid_to": instant_text(of.valid_to),
        "mode": of.mode.value,
        "items": [
            {"item": line.item.value, "what": line.what, "quantity": line.quantity}
            for line in of.lines
        ],
        "tags": list(of.tags),
        "counts": dict(of.counts),
        "dead": of.dead,
        "shown": of.shown.value,
        "finding": of.finding,
        "own_finding": of.own_finding,
        "route": None if of.route is None else json.loads(shapely.to_geojson(of.route)),
        "corridor_m": of.corridor_m,
        "vehicle": of.vehicle,
        "consignment": of.carried_by,
        "person_in_charge": None,
        "journeys": of.journeys,
        "conditions": list(of.conditions),
    }


def _sealed(writing: Writing, text: Sealable) -> Mapping[str, str] | None:
    if isinstance(text, str):
        return writing.seal(text.strip()) if text.strip() else None
    return text


def _end_content(of: End) -> dict[str, Any]:
    return {
        "premises_id": of.premises_id,
        "geometry": json.loads(shapely.to_geojson(of.geometry)),
        "accuracy_m": of.accuracy_m,
        "by_village": of.by_village,
        "words": None,
    }


def from_content(content: Mapping[str, Any]) -> Consignment:
    """The consignment that `as_content` wrote; personal words stay sealed."""
    route = content["route"]
    drawn = None if route is None else geometry_from(route)
    assert drawn is None or isinstance(drawn, LineString)
    return Consignment(
        origin=_end_of(content["origin"]),
        destination=_end_of(content["destination"]),
        valid_from=instant(content["valid_from"]),
        valid_to=instant(content["valid_to"]),
        mode=Mode(content["mode"]),
        lines=tuple(Line(Item(i["item"]), i["what"], i["quantity"]) for i in content["items"]),
        tags=tuple(content["tags"]),
        counts=content["counts"],
        dead=content["dead"],
        shown=Shown(content["shown"]),
        finding=content["finding"],
        own_finding=content["own_finding"],
        route=drawn,
        corridor_m=content["corridor_m"],
        vehicle=content["vehicle"],
        carried_by=content["consignment"],
        person_in_charge=content["person_in_charge"] or "",
        origin_words=content["origin"]["words"] or "",
        destination_words=content["destination"]["words"] or "",
        journeys=content["journeys"],
        conditions=tuple(content["conditions"]),
    )


def _end_of(content: Mapping[str, Any]) -> End:
    return End(
        geometry_from(content["geometry"]),
        content["accuracy_m"],
        content["premises_id"],
        content["by_village"],
    )
