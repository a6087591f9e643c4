"""A register for the bench: two confirmed places, areas in force, and premises by the million.

What the law asks goes through the services; the premises go into their table in bulk, since how
they are entered is not what is measured.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection, text

from api.bench.floors import AREAS
from api.bench.ground import POINT, SEED, Ground, infected_areas
from gis.spatialdb import SRID, index_ddl, index_drop_ddl, placed
from vetcontrol import demonstration, resources
from vetcontrol.canonical import canonical, instant_text
from vetcontrol.disease import examination, order
from vetcontrol.gazette import notifications
from vetcontrol.migrations import run
from vetcontrol.premises import service, synthetic
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register, Writing
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

#: Raise it when what is seeded changes, so that kept stores are made anew.
EDITION = 1
DISEASE = "foot_and_mouth_disease"
PORTION = 20_000
COLUMNS = (
    *("id", "entry_seq", "name", "kind", "manager", "temporary_use", "animals", "keeps_animals"),
    *("accuracy_m", "placement", "village", "village_name", "shape"),
    *("minx", "miny", "maxx", "maxy"),
)


def key(premises: int, areas: int, ground: Ground) -> str:
    """What a kept store is known by: sizes, schema, seed, and the outlines it was made of."""
    outlines = hashlib.sha256(b"".join(shapely.to_wkb(ground.villages))).hexdigest()
    parts = (premises, areas, run.newest(), SEED, EDITION, outlines)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def open_bench(url: str) -> Register:
    """The register at `url`, with the demonstration's prescribed values."""
    return open_register(Settings(database_url=url, prescribed_profile="demo"))


def fill(url: str, premises: int, areas: int, ground: Ground) -> None:
    """Make the tables in the empty database at `url` and fill them."""
    run.upgrade(url)
    register = open_bench(url)
    try:
        demonstration.build(register, premises=0)
        with register.writing() as writing:
            # Before any premises: a market inside would forbid the order (proviso to 11(1)).
            for place in (POINT, ground.place):
                _confirmed(writing, place)
        with register.writing() as writing:
            _areas(writing, infected_areas(areas, ground.villages))
        with register.writing() as writing:
            seq = _import_entry(writing, premises)
        _premises(register, premises, seq)
        _areas_for_the_floor(register)
    finally:
        register.close()


def _confirmed(writing: Writing, place: BaseGeometry) -> None:
    entry = order.order(
        writing,
        demonstration.officer("veterinary_surgeon"),
        disease=DISEASE,
        grounds="Sample of the bench",
        geometry=place,
    )
    examination.examine(
        writing,
        demonstration.officer("veterinary_surgeon"),
        entry.content["case_number"],
        findings="Sample of the bench",
        outcome="confirm",
        no_animals_note="None: a sample of the bench",
    )


def _areas(writing: Writing, outlines: Any) -> None:
    """One published notification for each outline, by the register's own append."""
    at = instant_text(writing.now)
    for outline in outlines:
        number, case = writing.next_number("NTF"), writing.next_number("BENCH")
        writing.append(
            notifications.PUBLISHED,
            Actor("bench"),
            {
                "number": number,
                "kind": notifications.INFECTED_AREA,
                "case_number": case,
                "feature": f"infected_area/{case}",
                "amends": None,
                "geometry": json.loads(shapely.to_geojson(outline)),
                "area_name": f"Sample area {case}",
                "disease": DISEASE,
                "gazette": demonstration.GAZETTE,
                "published_at": at,
                "effective_at": at,
                "hour_stated": True,
                "ceases": [],
            },
            subjects=(number,),
            number=number,
        )


def _import_entry(writing: Writing, premises: int) -> int:
    entry = writing.append(
        service.IMPORTED,
        Actor("bench"),
        {
            "file": f"synthetic premises of the bench, seed {SEED}",
            "digest": hashlib.sha256(f"{premises}:{SEED}".encode()).hexdigest(),
            "count": premises,
            "first_id": 1,
            "at": instant_text(writing.now),
        },
        subjects=("premises-import/1",),
    )
    return entry.seq


def _premises(register: Register, count: int, entry_seq: int) -> None:
    """The rows in bulk, the spatial index made after them."""
    sqlite = register.database.is_sqlite
    dialect = "sqlite" if sqlite else "postgresql"
    with register.database.engine.begin() as connection:
        for statement in index_drop_ddl("premises", dialect):
            connection.execute(text(statement))
        if sqlite:
            connection.exec_driver_sql("PRAGMA cache_size = -262144")
            marks = ", ".join("?" * len(COLUMNS))
            insert = f"INSERT INTO premises ({', '.join(COLUMNS)}) VALUES ({marks})"  # noqa: S608
            raw = connection.connection.cursor()
            for portion in _rows(count, entry_seq, is_hex=False):
                raw.executemany(insert, portion)
        else:
            _copy(connection, _rows(count, entry_seq, is_hex=True))
        for statement in index_ddl("premises", dialect):
            connection.execute(text(statement))
        if sqlite:
            connection.exec_driver_sql(
                "INSERT INTO premises_rtree SELECT id, minx, maxx, miny, maxy FROM premises"
            )
    with register.database.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text("ANALYZE premises"))


def _areas_for_the_floor(register: Register) -> None:
    """What is in force, in a table of the bench's own with an index, for the floor to ask."""
    sqlite = register.database.is_sqlite
    kind = "BLOB" if sqlite else f"geometry(Geometry, {SRID})"
    box = (
        "minx DOUBLE PRECISION, miny DOUBLE PRECISION, maxx DOUBLE PRECISION, maxy DOUBLE PRECISION"
    )
    shape = ":shape" if sqlite else f"ST_GeomFromWKB(:shape, {SRID})"
    with register.database.engine.begin() as connection:
        connection.execute(
            text(
                f"CREATE TABLE {AREAS} (id INTEGER PRIMARY KEY, feature TEXT, facts TEXT,"
                f" shape {kind}, {box})"
            )
        )
        for statement in index_ddl(AREAS, "sqlite" if sqlite else "postgresql"):
            connection.execute(text(statement))
        connection.execute(
            text(
                f"INSERT INTO {AREAS} VALUES"  # noqa: S608
                f" (:id, :feature, :facts, {shape}, :minx, :miny, :maxx, :maxy)"
            ),
            [
                placed(v.geometry)
                | {
                    "id": number,
                    "feature": v.feature,
                    "facts": canonical(dict(v.facts)),
                    "shape": shapely.to_wkb(v.geometry),
                }
                for number, v in enumerate(register.in_force.at_head().versions)
            ],
        )
    with register.database.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text(f"ANALYZE {AREAS}"))


def _copy(connection: Connection, portions: Iterator[list[tuple[Any, ...]]]) -> None:
    """Rows in the text form of COPY; nothing seeded holds a tab, a backslash or a line's end."""
    cursor = connection.connection.cursor()
    with cursor.copy(f"COPY premises ({', '.join(COLUMNS)}) FROM STDIN") as copy:
        for portion in portions:
            lines = (
                "\t".join("\\N" if value is None else str(value) for value in row)
                for row in portion
            )
            copy.write("\n".join(lines) + "\n")


def _rows(count: int, entry_seq: int, *, is_hex: bool) -> Iterator[list[tuple[Any, ...]]]:
    made = synthetic.arrays(
        count,
        SEED,
        territory=resources.read_json("places/territory.geojson"),
        places=resources.read_json("places/places.geojson"),
    )
    bounds = shapely.bounds(made.geometry)
    kinds = [synthetic.KIND_NAMES[i] for i in range(len(synthetic.KIND_NAMES))]
    names = made.names()
    species = [f'"{name}":' for name in synthetic.SPECIES]
    order_of = sorted(range(len(species)), key=lambda i: species[i])
    for begin in range(0, count, PORTION):
        some = slice(begin, min(begin + PORTION, count))
        geometry = made.geometry[some]
        stored = (
            shapely.to_wkb(shapely.set_srid(geometry, SRID), hex=True, include_srid=True)
            if is_hex
            else shapely.to_wkb(geometry)
        )
        counts = made.animals[some].tolist()
        accuracy = made.accuracy_m[some]
        rows = []
        for offset, (shape, box, heads, kind, home, off) in enumerate(
            zip(
                stored,
                bounds[some].tolist(),
                counts,
                made.kind[some].tolist(),
                made.home[some].tolist(),
                [None if np.isnan(a) else a for a in accuracy.tolist()],
                strict=True,
            )
        ):
            animals = ",".join(f"{species[i]}{heads[i]}" for i in order_of if heads[i])
            market = kinds[kind] == "market"
            keeps = market or not animals or sum(heads) > 0
            rows.append(
                (
                    begin + offset + 1,
                    entry_seq,
                    names[begin + offset],
                    kinds[kind],
                    synthetic.MANAGERS[kind],
                    "sale" if market else None,
                    f"{{{animals}}}",
                    keeps,
                    off,
                    "located",
                    None,
                    made.homes[home][1],
                    shape,
                    *box,
                )
            )
        yield rows
