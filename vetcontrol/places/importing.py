"""A layer's file judged against the register and taken in as one edition, or not at all."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

import shapely

from gis.crs import Bounds, require_in_bounds
from gis.errors import GeodesyError
from vetcontrol.clock import start_of_day
from vetcontrol.errors import Malformed
from vetcontrol.officers.people import printable
from vetcontrol.places.locating import as_shapes, lies_near
from vetcontrol.places.queries import require_near, territory
from vetcontrol.places.reading import AreasFile, read_areas, require_code
from vetcontrol.places.rows import Report, RowError, RowFault, clean, fault_of, sha256
from vetcontrol.places.service import Area, Edition, Level, feature_id, import_areas
from vetcontrol.register.effects import Version
from vetcontrol.register.entries import Actor
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading, Register

Watch = Callable[[str, int, int | None], None]
#: Where no outline of the territory is asked: it must at least lie in or by India (degrees).
INDIA: Bounds = (67.0, 5.0, 98.0, 38.0)
#: Villages decide nothing by their lines alone, so a stated guess is enough for them.
ASSUMED_ACCURACY_M = 100.0
_GUESSED = (Level.VILLAGE, Level.PANCHAYAT)
MOST_WORDS = 400


@dataclass(frozen=True)
class Source:
    """What the person who imports says of the layer; None where the file's own words stand."""

    edition: str | None = None
    source: str | None = None
    licence: str | None = None
    accuracy_m: float | None = None
    effective_on: date | None = None


def import_file(
    register: Register,
    data: bytes,
    level: Level,
    *,
    file_name: str,
    actor: Actor,
    source: Source | None = None,
    code: str | None = None,
    name: str | None = None,
    dissolve: str | None = None,
    accept_partial: bool = False,
    dry_run: bool = False,
    watch: Watch | None = None,
) -> Report:
    """Take in the areas of a GeoJSON file as an edition of `level`, one entry with its SHA-256.

    Any refused row refuses the whole file, unless `accept_partial`; the report lists each. An
    edition is whole: what it leaves out ends. `dry_run` keeps nothing. Raises as `read_areas`,
    `Malformed` where the accuracy is not stated, `Refused` where no territory is known or the
    layer changes after the edition's day.
    """
    tell = watch or (lambda *_: None)
    file = read_areas(
        data, code=code, name=name, dissolve=dissolve, watch=lambda row: tell("Reading", row, None)
    )
    report = Report(
        file_name, sha256(data), file.count, ignored_columns=file.ignored_columns, dry_run=dry_run
    )
    said = source or Source()
    edition, report.notes = _edition(file, level, said, file_name, report.digest)
    # Of areas made into one, a part that is missing would leave a hole that nobody drew.
    partial = accept_partial and not dissolve

    def judge(reading: Reading) -> tuple[list[Area], set[str], datetime]:
        at = start_of_day(said.effective_on) if said.effective_on else reading.now
        tell("Judging", 0, None)
        kept, spared = _judged(reading, report, file, level, at=at, partial=partial)
        return kept, spared, at

    if dry_run:
        with register.reading() as reading:
            judge(reading)
        return report
    with register.writing() as writing:
        areas, spared, at = judge(writing)
        if areas:
            tell("Writing", len(areas), len(areas))
            report.entry = import_areas(
                writing, actor, level, areas, edition=edition, effective_at=at, spared=spared
            ).seq
    return report


def _edition(
    file: AreasFile, level: Level, said: Source, file_name: str, digest: str
) -> tuple[Edition, list[str]]:
    """The edition as the person or the file describes it, and what neither says."""
    notes = []
    accuracy = said.accuracy_m if said.accuracy_m is not None else file.about.get("accuracy_m")
    if accuracy is None:
        if level not in _GUESSED:
            raise Malformed.field(
                "accuracy_m",
                "is not stated by the file, and what lies near the lines of this layer is decided"
                " by it; say with --accuracy-m how many metres its lines may be off",
            )
        accuracy = ASSUMED_ACCURACY_M
        notes.append(
            f"accuracy_m: not stated; {ASSUMED_ACCURACY_M:g} metres are assumed."
            " Say with --accuracy-m how many metres the lines may be off."
        )
    if not (math.isfinite(accuracy) and 0 <= accuracy <= 100_000):
        raise Malformed.field("accuracy_m", f"is {accuracy}; give metres from 0 to 100,000")
    words = {}
    for key, otherwise in (("edition", file_name), ("source", file_name), ("licence", "")):
        given = getattr(said, key)
        words[key] = clean(file.about.get(key) if given is None else given)
        if len(words[key]) > MOST_WORDS or not printable(words[key]):
            raise Malformed.field(
                key, f"cannot be kept; give at most {MOST_WORDS} plain characters"
            )
        if not words[key]:
            words[key] = otherwise
            notes.append(f"{key}: not stated. Say it with --{key}.")
    edition = Edition(
        words["edition"],
        words["source"],
        words["licence"],
        float(accuracy),
        file.about.get("approximate") is True,
        digest,
    )
    return edition, notes


def _judged(
    reading: Reading, report: Report, file: AreasFile, level: Level, *, at: datetime, partial: bool
) -> tuple[list[Area], set[str]]:
    """Judge each area and put what was found into the report; the areas to take in, and the codes
    of those refused."""
    snapshot = reading.known()
    refused = list(file.refused)
    coded: list[tuple[int, Area]] = []
    # An appointment's own drawn area is of the same kind as an officer's, but no layer's.
    layer = feature_id(level, "")
    held = {v.feature: v for v in snapshot.of_kind(level.kind, at) if v.feature.startswith(layer)}
    seen: dict[str, int] = {}
    for row, area in file.areas:
        try:
            area = replace(area, code=area.code or _code_of(area.name, held))  # noqa: PLW2901
        except RowError as error:
            refused.append(error.at(row))
            continue
        if area.code in seen:
            reason = f"It has the code {area.code} of row {seen[area.code]}"
            refused.append(RowFault(row, "code", reason, "Give each area a code of its own"))
            continue
        seen[area.code] = row
        coded.append((row, area))
    beyond = dict(_beyond(snapshot, level, coded, at))
    refused += beyond.values()
    kept = [area for row, area in coded if row not in beyond]
    # An area in force whose new outline is refused keeps the one that it has.
    spared = file.refused_codes | {area.code for row, area in coded if row in beyond}
    spared -= {area.code for area in kept}
    report.refused = sorted(refused, key=lambda fault: fault.row)
    areas = kept if partial or not refused else []
    report.accepted = len(areas)
    report.summary = _summary(level, areas, held, spared)
    return areas, spared


def _code_of(name: str, held: Mapping[str, Version]) -> str:
    """The code of the one area in force of that name, else the name itself.

    What was appointed or commenced for an area by its code so goes on with the new outline.
    """
    same = [str(v.facts["code"]) for v in held.values() if v.facts["name"] == name]
    code = same[0] if len(same) == 1 else name
    require_code(code)
    return code


def _beyond(
    snapshot: Snapshot, level: Level, areas: Sequence[tuple[int, Area]], at: datetime
) -> Iterator[tuple[int, RowFault]]:
    """Areas that lie beyond the territory's outline by more than it is accurate (section 1(2))."""
    if level is Level.TERRITORY:
        for row, area in areas:
            try:
                require_in_bounds(area.geometry, INDIA)
            except GeodesyError as error:
                yield row, fault_of(row, "geometry", error)
        return
    land = territory(snapshot, at)
    outlines = as_shapes([area.geometry for _, area in areas])
    near = lies_near(snapshot, outlines, at)
    shapely.prepare(land.outline)
    inside = shapely.contains_properly(land.outline, outlines)
    for i, (row, area) in enumerate(areas):
        if not near[i]:
            try:
                require_near(snapshot, area.geometry, at)
            except GeodesyError as error:
                yield row, fault_of(row, "geometry", error)
        elif not inside[i]:
            lies = land.relation(area.geometry)
            if lies.outcome == "outside":
                yield (
                    row,
                    RowFault(
                        row,
                        "geometry",
                        f"It reaches {lies.overshoot_m:,.0f} metres beyond the outline of the"
                        f" territory, which is accurate to {land.accuracy_m:,.0f}",
                        "Keep it in the territory, or import a better outline first: vetcontrol"
                        " import areas FILE --level territory",
                    ),
                )


def _summary(
    level: Level, areas: Sequence[Area], held: Mapping[str, Version], spared: Collection[str]
) -> dict[str, Any]:
    """What the edition begins, changes, leaves as it was, and ends (by name)."""
    begins = changed = 0
    left = dict(held)
    for area in areas:
        before = left.pop(feature_id(level, area.code), None)
        if before is None:
            begins += 1
        elif before.facts["name"] != area.name or not before.geometry.equals(area.geometry):
            changed += 1
    if level is Level.OFFICER or not areas:
        left = {}
    for code in spared:
        left.pop(feature_id(level, code), None)
    return {
        "begins": begins,
        "changed": changed,
        "unchanged": len(areas) - begins - changed,
        "ends": [str(v.facts["name"]) for v in left.values()],
    }
