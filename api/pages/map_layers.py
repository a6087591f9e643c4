"""What a map sheet shows of the register, by what its reader may see.

Unsigned readers see what a gazette has published; places that are declared and premises are for
officers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import shapely

from api.pages.licence_words import place_words
from api.pages.written import animals_in_words
from api.personal import Reader, reader_of
from api.templating import cite, number_in_path
from maps.layers import MapFeature, MapLayer
from maps.palette import STYLES, Kind
from vetcontrol.clock import in_words
from vetcontrol.law.diseases_of_animals.licence import CLAUSE
from vetcontrol.movement.in_force import licences_in_force
from vetcontrol.movement.licence import Licence
from vetcontrol.officers.people import Officer
from vetcontrol.premises import queries as premises_queries
from vetcontrol.register.effects import Conflict, FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

Bounds = tuple[float, float, float, float]
"""West, south, east, north in degrees, EPSG:4326."""
MOST_PREMISES = 20_000
BY = "By"
"""The label of the instrument that something in force rests on."""


@dataclass(frozen=True)
class Choice:
    """A layer that may be chosen: its name in addresses, what it is, whether officers only."""

    name: str
    kind: Kind
    words: str
    officers_only: bool
    usual: bool


CHOICES: Mapping[str, Choice] = {
    c.name: c
    for c in (
        Choice("infected_areas", "infected_area", "Infected areas", False, True),
        Choice("infected_places", "infected_place", "Infected places", True, True),
        Choice("declared_places", "declared_place", "Declared premises", True, True),
        Choice("routes", "route", "Routes of licences", True, False),
        Choice("talukas", "talukas", "Talukas", False, True),
        Choice("villages", "villages", "Villages", False, False),
        Choice("premises", "premises", "Premises", True, False),
    )
}
_FEATURES: Mapping[Kind, FeatureKind] = {
    "infected_area": FeatureKind.INFECTED_AREA,
    "infected_place": FeatureKind.INFECTED_PLACE,
    "declared_place": FeatureKind.DECLARED_PLACE,
    "talukas": FeatureKind.TALUKA,
    "villages": FeatureKind.VILLAGE,
}


def choices_for(officer: Officer | None) -> list[Choice]:
    """The layers that the reader may choose."""
    return [c for c in CHOICES.values() if officer is not None or not c.officers_only]


def chosen(officer: Officer | None, names: Iterable[str]) -> list[Choice]:
    """The layers named, those that the reader may see; without a name the usual ones."""
    offered = choices_for(officer)
    named = set(names)
    return [c for c in offered if (c.name in named if named else c.usual)]


def layers(
    reading: Reading,
    snapshot: Snapshot,
    at: datetime,
    choices: Sequence[Choice],
    *,
    officer: Officer | None,
    bounds: Bounds | None = None,
    disease: str = "",
) -> list[MapLayer]:
    """The chosen layers in force at `at`; ground and premises only where they meet `bounds`.

    `disease` is that of the licences whose routes are wanted; blank is all.
    """
    made = []
    for choice in choices:
        if choice.kind == "premises":
            made.append(premises_layer(reading, reader_of(reading, officer), bounds))
        elif choice.kind == "route":
            licences = licences_in_force(reading, at, snapshot.known_seq)
            wanted = [x for x in licences if disease in ("", *x.diseases)]
            made.append(routes_layer(reading, wanted, reader_of(reading, officer)))
        else:
            made.append(_layer(snapshot, choice, at, officer, bounds))
    if officer is not None and any(STYLES[c.kind].legal for c in choices):
        conflicts = conflict_layer(snapshot)
        if conflicts.features:
            made.append(conflicts)
    return made


def _layer(
    snapshot: Snapshot,
    choice: Choice,
    at: datetime,
    officer: Officer | None,
    bounds: Bounds | None,
) -> MapLayer:
    kind = _FEATURES[choice.kind]
    if bounds is not None and not STYLES[choice.kind].legal:
        found = [v for v in snapshot.within_bounds(bounds, at) if v.kind is kind]
    else:
        found = list(snapshot.of_kind(kind, at))
    if kind is FeatureKind.DECLARED_PLACE:
        found.sort(key=lambda v: (str(v.facts["number"]), v.facts["distance_m"] or 0.0, v.feature))
    facts = found[0].facts if found else {}
    return MapLayer(
        kind=choice.kind,
        title=choice.words,
        features=tuple(feature(v, choice.kind, officer) for v in found),
        approximate=bool(facts.get("approximate", False)),
        source=str(facts.get("source", "")),
        accuracy_m=float(facts["accuracy_m"]) if "edition" in facts else None,
    )


def feature(version: Version, kind: Kind, officer: Officer | None) -> MapFeature:
    """One thing in force, with what it rests on."""
    facts = version.facts
    if not STYLES[kind].legal:
        return MapFeature(kind, version.feature, str(facts["name"]), version.geometry)
    title = str(facts["name"] if kind == "infected_area" else facts["case"])
    lines = [
        ("Disease", str(facts["name"] if kind != "infected_area" else facts["disease"])),
        (BY, str(facts["number"])),
        ("Since", in_words(version.since)),
        ("Under", ", ".join(cite(c) for c in facts["clauses"])),
    ]
    if kind == "infected_area":
        lines[0] = ("Case", str(facts["case"]))
    if facts.get("distance_m") is not None:
        lines.append(("Distance", f"{facts['distance_m']:,.3f} m from the infected place"))
    return MapFeature(
        kind, version.feature, title, version.geometry, tuple(lines), url=address(version, officer)
    )


def address(version: Version, officer: Officer | None) -> str | None:
    """The page of what is in force: a notification is open, a case is for officers."""
    if version.kind in (FeatureKind.INFECTED_AREA, FeatureKind.CONTROL):
        return f"/gazette/{number_in_path(str(version.facts['number']))}"
    if officer is None or "case" not in version.facts:
        return None
    return f"/infected-places/{number_in_path(str(version.facts['case']))}"


def premises_layer(
    reading: Reading, reader: Reader, bounds: Bounds | None, *, most: int = MOST_PREMISES
) -> MapLayer:
    """Registered premises in `bounds`, by name where `reader` may read it, else by number."""
    rows, _ = premises_queries.listing(reading.session, limit=most, offset=0, bounds=bounds)
    return MapLayer(
        kind="premises",
        title="Premises",
        features=tuple(
            MapFeature(
                "premises",
                f"premises/{row.id}",
                reader.name_of(row),
                row.shape,
                (
                    ("Number", str(row.id)),
                    ("Village", row.village_name or "not known"),
                    ("Animals", animals_in_words(json.loads(row.animals)) or "none stated"),
                ),
            )
            for row in rows
            if row.placement == "located"
        ),
    )


def routes_layer(reading: Reading, licences: Iterable[Licence], reader: Reader) -> MapLayer:
    """The ways of licences to remove: as drawn, else the straight line between their places."""
    return MapLayer(
        kind="route",
        title=CHOICES["routes"].words,
        features=tuple(_route(reading, one, reader) for one in licences),
    )


def _route(reading: Reading, licence: Licence, reader: Reader) -> MapFeature:
    of = licence.consignment
    way = "any; the straight line is shown"
    if of.route is not None:
        way = f"as drawn; it may be left by {of.corridor_m or 0:,.0f} m"
    return MapFeature(
        "route",
        f"route/{licence.number}",
        licence.number,
        of.line,
        (
            ("From", place_words(reading, of.origin, "", reader)),
            ("To", place_words(reading, of.destination, "", reader)),
            ("Way", way),
            ("Valid", f"{in_words(of.valid_from)} to {in_words(of.valid_to)}"),
            ("Under", cite(CLAUSE)),
        ),
        url=f"/licences/{number_in_path(licence.number)}",
    )


def conflict_layer(snapshot: Snapshot) -> MapLayer:
    """Entries that could do nothing, at the place they meant."""
    return MapLayer(
        kind="conflicts",
        title="Conflicts in the register",
        features=tuple(
            MapFeature(
                "conflicts",
                f"conflict/{c.seq}/{place}",
                f"Entry {c.seq} did nothing",
                where,
                (("Why", c.reason), ("About", c.feature)),
            )
            for place, c in enumerate(snapshot.conflicts)
            for where in _where(snapshot, c)
        ),
    )


def _where(snapshot: Snapshot, conflict: Conflict) -> list[shapely.geometry.base.BaseGeometry]:
    if conflict.geometry is not None:
        return [conflict.geometry]
    return [v.geometry for v in snapshot.by_feature.get(conflict.feature, ())[-1:]]


def around(shapes: Sequence[shapely.geometry.base.BaseGeometry], pad_degrees: float) -> Bounds:
    """The box of `shapes`, wider by `pad_degrees` on each side."""
    west, south, east, north = shapely.total_bounds(list(shapes)).tolist()
    return (west - pad_degrees, south - pad_degrees, east + pad_degrees, north + pad_degrees)
