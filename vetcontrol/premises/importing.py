"""A file of premises judged against the register and taken in as one entry, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from sqlalchemy import select

from gis import shapes
from gis.errors import GeodesyError
from vetcontrol.places.locating import Shapes, as_shapes, lies_near, whereabouts_of
from vetcontrol.places.queries import require_near
from vetcontrol.places.rows import Report, RowError, RowFault, fault_of, faults_of, sha256
from vetcontrol.places.villages import Villages
from vetcontrol.premises.reading import PremisesFile, ReadRow, read_premises
from vetcontrol.premises.service import faults, import_premises
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Reading, Register

#: Told (what is being done, how many rows of it are done, of how many if that is known).
Watch = Callable[[str, int, int | None], None]


@dataclass
class Checked:
    """Rows that the register can take in, those it cannot with why, and what to look at."""

    accepted: list[ReadRow] = field(default_factory=list)
    refused: list[RowFault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def import_file(
    register: Register,
    data: bytes,
    *,
    file_name: str,
    actor: Actor,
    accept_partial: bool = False,
    dry_run: bool = False,
    watch: Watch | None = None,
) -> Report:
    """Take in the premises of a CSV or GeoJSON file as one entry that holds the file's SHA-256.

    Any refused row refuses the whole file, unless `accept_partial`; the report lists each.
    `dry_run` keeps nothing. Its `entry` is None where nothing was kept. Raises `Malformed` and
    `gis.errors.UnreadableLayerError` for a file that cannot be read as a whole, `Refused` where
    no territory is known.
    """
    tell = watch or (lambda *_: None)
    total = None if data.lstrip()[:1] in (b"{", b"[") else data.count(b"\n")
    file = read_premises(data, lambda row: tell("Reading", row, total))
    report = Report(
        file_name, sha256(data), file.count, ignored_columns=file.ignored_columns, dry_run=dry_run
    )
    if dry_run or (file.refused and not accept_partial):
        with register.reading() as reading:
            _judged(report, check(reading, file), accept_partial)
        return report
    with register.writing() as writing:
        checked = check(writing, file)
        if _judged(report, checked, accept_partial):
            entry = import_premises(
                writing,
                actor,
                [one.premises for one in checked.accepted],
                file_name=file_name,
                file_digest=report.digest,
                watch=lambda done: tell("Writing", done, report.accepted),
            )
            report.entry = entry.seq
    return report


def _judged(report: Report, checked: Checked, accept_partial: bool) -> bool:
    """Put what was found into the report; whether the file may be kept."""
    report.refused = checked.refused
    report.notes = checked.notes
    kept = checked.accepted if accept_partial or not checked.refused else []
    report.accepted = len(kept)
    report.summary = {
        "located": sum(one.premises.geometry is not None for one in kept),
        "known_by_village": sum(one.premises.geometry is None for one in kept),
    }
    return bool(kept)


def check(reading: Reading, file: PremisesFile) -> Checked:
    """Judge each row against the register: its facts, its place, its village, and doubles."""
    found = Checked(refused=list(file.refused))
    rows = _sound(reading, file.rows, found)
    rows = _in_villages(reading, rows, found)
    found.accepted = _single(reading, rows, found)
    found.refused.sort(key=lambda fault: fault.row)
    return found


def _sound(reading: Reading, rows: Sequence[ReadRow], found: Checked) -> list[ReadRow]:
    """Rows whose facts and place are free of faults."""
    located = [i for i, one in enumerate(rows) if one.premises.geometry is not None]
    places = as_shapes([rows[i].premises.geometry for i in located])
    snapshot, now = reading.known(), reading.now
    doubtful = ~(shapely.is_valid(places) & ~shapely.is_empty(places))
    doubtful |= ~lies_near(snapshot, places, now)
    bad = {located[i] for i in np.flatnonzero(doubtful)}
    sound = []
    for i, one in enumerate(rows):
        # Only a row without a position needs the village, which is looked up afterwards.
        wrong = faults_of(one.row, faults(replace(one.premises, village=one.village or None)))
        if not wrong and i in bad:
            wrong = [_place_fault(reading, one)]
        if wrong:
            found.refused.extend(wrong)
        else:
            sound.append(one)
    return sound


def _place_fault(reading: Reading, one: ReadRow) -> RowFault:
    geometry = one.premises.geometry
    assert geometry is not None
    fault = shapes.fault(geometry)
    if fault is not None:
        where = f" at {fault.where[0]:.7f}, {fault.where[1]:.7f}" if fault.where else ""
        return RowFault(one.row, "geometry", f"{fault.reason}{where}", "Correct the outline there")
    try:
        require_near(reading.known(), geometry, reading.now)
    except GeodesyError as error:
        return fault_of(one.row, "geometry", error)
    raise AssertionError("a place was doubted without a reason")


def _in_villages(reading: Reading, rows: Sequence[ReadRow], found: Checked) -> list[ReadRow]:
    """Rows with the village that they name looked up; one that lies elsewhere is noted."""
    villages = Villages(reading.known(), reading.now)
    settled: list[ReadRow] = []
    unknown: dict[str, list[int]] = {}
    for one in rows:
        if not one.village:
            settled.append(one)
            continue
        try:
            feature = villages.find(one.village, one.taluka)
        except RowError as error:
            if one.premises.geometry is None:
                found.refused.append(error.at(one.row))
            else:
                unknown.setdefault(error.reason, []).append(one.row)
                settled.append(one)
            continue
        settled.append(replace(one, premises=replace(one.premises, village=feature)))
    for reason, where in unknown.items():
        found.notes.append(
            f"row {where[0]}{f' and {len(where) - 1} more' if len(where) > 1 else ''}: {reason};"
            " the village is taken from the position."
        )
    found.notes.extend(_elsewhere(reading, settled, villages))
    return settled


def _elsewhere(reading: Reading, rows: Sequence[ReadRow], villages: Villages) -> Iterator[str]:
    stated = [one for one in rows if one.premises.village and one.premises.geometry is not None]
    places = as_shapes([one.premises.geometry for one in stated])
    lies = whereabouts_of(reading.known(), places, reading.now)
    for one, at in zip(stated, lies, strict=True):
        if at.village_feature and at.village_feature != one.premises.village:
            yield (
                f"row {one.row}: states the village {villages.name(one.premises.village or '')},"
                f" but lies in {at.village}; look at its position."
            )


def _single(reading: Reading, rows: Sequence[ReadRow], found: Checked) -> list[ReadRow]:
    """Rows that neither the file nor the register already holds: same name at the same place."""
    geometry = as_shapes([one.premises.geometry for one in rows])
    keys = [
        (one.premises.name.casefold(), place)
        for one, place in zip(
            rows, _places(geometry, [one.premises.village for one in rows]), strict=True
        )
    ]
    registered = _registered(reading, {name for name, _ in keys})
    seen: dict[tuple[str, bytes], int] = {}
    single = []
    for one, key in zip(rows, keys, strict=True):
        if key in seen:
            reason = f"It has the name and the place of row {seen[key]}"
        elif key in registered:
            reason = f"It is on the register already, as premises {registered[key]}"
        else:
            seen[key] = one.row
            single.append(one)
            continue
        remedy = "Take out one of the two, or give each its own name or position"
        found.refused.append(RowFault(one.row, "name", reason, remedy))
    return single


def _places(geometry: Shapes, villages: Sequence[str | None]) -> list[bytes]:
    """The same bytes for the same place: the shape however its rings begin, else the village."""
    located = shapely.to_wkb(shapely.normalize(geometry))
    return [
        (village or "").encode() if shape is None else bytes(shape)
        for shape, village in zip(located, villages, strict=True)
    ]


def _registered(reading: Reading, names: set[str]) -> dict[tuple[str, bytes], int]:
    held = reading.session.execute(select(PremisesRow.id, PremisesRow.name))
    same = [key for key, name in held if name.casefold() in names]
    found: dict[tuple[str, bytes], int] = {}
    for start in range(0, len(same), 500):
        rows = reading.session.execute(
            select(
                PremisesRow.id,
                PremisesRow.name,
                PremisesRow.shape,
                PremisesRow.village,
                PremisesRow.placement,
            ).where(PremisesRow.id.in_(same[start : start + 500]))
        ).all()
        geometry = as_shapes([None if row.placement == "village" else row.shape for row in rows])
        places = _places(geometry, [row.village for row in rows])
        found.update(
            {(row.name.casefold(), place): row.id for row, place in zip(rows, places, strict=True)}
        )
    return found
