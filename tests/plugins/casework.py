"""A register in office for tests of the log and of cases: built once for each engine, then copied.

`Desk` does each act in one transaction of its own, by the demonstration's officers.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
import shapely
from psycopg import sql
from pyproj import Geod
from shapely.geometry.base import BaseGeometry

from postgis_server import ENGINES, PostgisServer
from vetcontrol import demonstration
from vetcontrol.clock import IST, SetClock, day_of
from vetcontrol.disease import (
    answers,
    changes,
    decision,
    declaration,
    examination,
    order,
    queries,
    report,
    serving,
)
from vetcontrol.disease.case import Case
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.gazette import issuing
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.migrations import run
from vetcontrol.officers import correcting
from vetcontrol.officers.authority import Officer
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.premises.service import Keeper, Premises, record
from vetcontrol.register.entries import Actor, Entry
from vetcontrol.register.register import Register
from vetcontrol.register.tables import DocumentRow
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

OPENED = datetime(2026, 12, 1, 9, 0, tzinfo=IST)
DISEASE = "foot_and_mouth_disease"
MILE = 1609.344
# In Ponda taluka, South Goa, far from every line.
HERE = (74.0, 15.42)
_GEOD = Geod(ellps="WGS84")


def jan(day: int, hour: int = 0, minute: int = 0, second: int = 0) -> datetime:
    """A moment of January 2027 in India."""
    return datetime(2027, 1, day, hour, minute, second, tzinfo=IST)


def away(metres: float, azimuth: float = 0.0, origin: tuple[float, float] = HERE) -> shapely.Point:
    """The point `metres` from `origin` (longitude, latitude) on the ellipsoid."""
    lon, lat, _ = _GEOD.fwd(*origin, azimuth, metres)
    return shapely.Point(lon, lat)


def square(half: float, origin: tuple[float, float] = HERE) -> shapely.Polygon:
    """A square of twice `half` degrees around `origin`."""
    lon, lat = origin
    return shapely.box(lon - half, lat - half, lon + half, lat + half)


def _build(url: str) -> None:
    opened = open_register(Settings(database_url=url, prescribed_profile="demo"), SetClock(OPENED))
    demonstration.build(opened, premises=0)
    opened.close()


@pytest.fixture(scope="session")
def office_file(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite register in office, to be copied."""
    path = tmp_path_factory.mktemp("office") / "register.sqlite"
    shutil.copy(migrated_file, path)
    _build(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def office_database(postgis_server: PostgisServer) -> str:
    """A PostGIS register in office, with a copy of its rows in the schema `saved`."""
    url = postgis_server.create("office")
    run.upgrade(url)
    _build(url)
    with psycopg.connect(postgis_server.conninfo("office")) as connection:
        connection.execute("CREATE SCHEMA saved")
        for name in _filled(connection):
            connection.execute(
                sql.SQL("CREATE TABLE saved.{0} AS TABLE public.{0}").format(sql.Identifier(name))
            )
    return url


def _filled(connection: psycopg.Connection[Any]) -> list[str]:
    rows = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        " AND tablename NOT IN ('spatial_ref_sys', 'alembic_version')"
    ).fetchall()
    return [name for (name,) in rows]


def _as_saved(server: PostgisServer) -> None:
    """Put the rows of the office back: far quicker than a database for each test."""
    with psycopg.connect(server.conninfo("office")) as connection:
        connection.execute("SET LOCAL lock_timeout = '10s'")
        connection.execute("SET LOCAL session_replication_role = replica")
        names = _filled(connection)
        listed = sql.SQL(", ").join(sql.Identifier("public", name) for name in names)
        connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(listed))
        for name in names:
            connection.execute(
                sql.SQL("INSERT INTO public.{0} SELECT * FROM saved.{0}").format(
                    sql.Identifier(name)
                )
            )
        for table, column in connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_default LIKE 'nextval%'"
        ).fetchall():
            connection.execute(
                sql.SQL(
                    "SELECT setval(pg_get_serial_sequence({}, {}), max({}) + 1, false) FROM {}"
                ).format(
                    sql.Literal(f"public.{table}"),
                    sql.Literal(column),
                    sql.Identifier(column),
                    sql.Identifier("public", table),
                )
            )


@pytest.fixture(params=ENGINES)
def office_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a register in office as it was built, on each engine."""
    if request.param == "sqlite":
        path = tmp_path / "register.sqlite"
        shutil.copy(request.getfixturevalue("office_file"), path)
        yield f"sqlite:///{path}"
        return
    url: str = request.getfixturevalue("office_database")
    server: PostgisServer = request.getfixturevalue("postgis_server")
    yield url
    _as_saved(server)


class Desk:
    """The register in office, its clock, and one method for each act."""

    def __init__(self, register: Register, clock: SetClock) -> None:
        self.register, self.clock = register, clock

    def at(self, moment: datetime) -> None:
        self.clock.set(moment)

    def who(self, key: str | Officer) -> Officer:
        return demonstration.officer(key) if isinstance(key, str) else key

    def premises(
        self,
        where: BaseGeometry | tuple[float, float] | None = HERE,
        name: str = "Dairy",
        **facts: Any,
    ) -> int:
        geometry = shapely.Point(where) if isinstance(where, tuple) else where
        facts = {
            "animals": {"cattle": 3},
            "keepers": (Keeper("owner", f"Owner of {name}"),),
        } | facts
        with self.register.writing() as writing:
            key, _ = record(writing, Actor("surgeon"), Premises(name, "dairy", geometry, **facts))
        return key

    def order(self, premises_id: int | None = None, by: str = "inspector", **given: Any) -> Entry:
        given = {"disease": DISEASE, "grounds": "Vesicles seen on two cows"} | given
        with self.register.writing() as writing:
            return order.order(writing, self.who(by), premises_id=premises_id, **given)

    def case(self, **given: Any) -> str:
        """A fresh order on premises at HERE; returns the case."""
        return str(self.order(self.premises(), **given).content["case_number"])

    def case_of(self, disease: str) -> str:
        """A fresh order for another disease on premises at HERE; returns the case."""
        return self.case(disease=disease)

    def examine(
        self, case: str, outcome: str = "confirm", by: str = "veterinary_surgeon", **given: Any
    ) -> Entry:
        given = {"findings": "Two of three cattle affected"} | given
        with self.register.writing() as writing:
            return examination.examine(writing, self.who(by), case, outcome=outcome, **given)

    def declare(
        self, case: str, metres: float = 1000.0, by: str = "veterinary_surgeon", **given: Any
    ) -> Entry:
        with self.register.writing() as writing:
            return declaration.declare(writing, self.who(by), case, metres=metres, **given)

    def report(self, case: str, by: str = "veterinary_surgeon", **given: Any) -> Entry:
        with self.register.writing() as writing:
            return report.report(writing, self.who(by), case, **given)

    def decide(
        self, case: str, outcome: str = "confirm", by: str = "government", **given: Any
    ) -> tuple[Entry, str | None]:
        with self.register.writing() as writing:
            return decision.decide(writing, self.who(by), case, outcome=outcome, **given)

    def confirm(self, case: str, area: BaseGeometry | None = None, **given: Any) -> str:
        """Government confirms; returns the draft's number."""
        if area is not None:
            given = {"geometry": area, "modifications": "As drawn"} | given
        _, draft = self.decide(case, **given)
        assert draft is not None
        return draft

    def approve(self, number: str, by: str = "government_approver") -> Entry:
        with self.register.writing() as writing:
            return issuing.approve(writing, self.who(by), number)

    def publish(self, number: str, by: str = "clerk", **given: Any) -> Entry:
        usual: dict[str, Any] = {
            "gazette_series": "Series I",
            "gazette_number": "40",
            "published_on": day_of(given.get("published_at") or self.clock.now()),
        }
        with self.register.writing() as writing:
            return issuing.publish(writing, self.who(by), number, **usual | given)

    def amend(
        self, number: str, area: BaseGeometry | None = None, by: str = "government", **given: Any
    ) -> str:
        with self.register.writing() as writing:
            return changes.amend(
                writing, self.who(by), number, reason="Spread", geometry=area, **given
            )

    def rescind(self, number: str, by: str = "government", **given: Any) -> str:
        with self.register.writing() as writing:
            return changes.rescind(writing, self.who(by), number, reason="Over", **given)

    def out(self, number: str, **given: Any) -> Entry:
        """Approved and published."""
        self.approve(number)
        return self.publish(number, **given)

    def serve(self, document: str, by: str = "inspector", **given: Any) -> Entry:
        with self.register.writing() as writing:
            return serving.serve(writing, self.who(by), document, **{"manner": "in_person"} | given)

    def exhibit(self, number: str, by: str = "inspector", **given: Any) -> Entry:
        usual: dict[str, Any] = {
            "point": shapely.Point(HERE),
            "language": "kok",
            "place": "Village hall",
        }
        with self.register.writing() as writing:
            return serving.exhibit(writing, self.who(by), number, **usual | given)

    def correct(self, target: int | str, by: str = "government", **given: Any) -> Entry:
        usual: dict[str, Any] = {"reason": "Misread"}
        usual["seq" if isinstance(target, int) else "number"] = target
        with self.register.writing() as writing:
            return correcting.correct(writing, self.who(by), **usual | given)

    def villages(self, areas: dict[str, BaseGeometry], at: datetime = OPENED) -> list[str]:
        """Take in village areas; returns their feature ids."""
        with self.register.writing() as writing:
            import_areas(
                writing,
                Actor("administrator"),
                Level.VILLAGE,
                [Area(name, name, shape) for name, shape in areas.items()],
                edition=Edition("1", "test", "CC0-1.0", 50.0),
                effective_at=at,
            )
        return [f"village/{name}" for name in areas]

    def read(self, case: str) -> Case:
        with self.register.reading() as reading:
            return queries.case(reading.session, case)

    def services(self, case: str) -> list[ServiceRow]:
        with self.register.reading() as reading:
            rows = queries.services(reading.session, case)
            reading.session.expunge_all()
        return rows

    def notification(self, number: str) -> NotificationRow:
        with self.register.reading() as reading:
            row = reading.session.get(NotificationRow, number)
            assert row is not None
            reading.session.expunge(row)
        return row

    def document(self, number: str) -> DocumentRow:
        with self.register.reading() as reading:
            row = reading.session.get(DocumentRow, number)
            assert row is not None
            reading.session.expunge(row)
        return row

    def answer(
        self, where: shapely.Point | tuple[float, float], at: datetime, **known: Any
    ) -> answers.Answer:
        lon, lat = (where.x, where.y) if isinstance(where, shapely.Point) else where
        with self.register.reading() as reading:
            return answers.in_force(reading, lon, lat, at=at, **known)

    def kinds(
        self, where: shapely.Point | tuple[float, float], at: datetime, **known: Any
    ) -> set[str]:
        """What of the Act is in force at a point: infected_place, declared_place, infected_area."""
        return {
            v.kind.value
            for v in self.answer(where, at, **known).versions
            if v.kind in answers.LEGAL
        }

    def head(self) -> int:
        return self.register.database.head()


@pytest.fixture
def desk(office_url: str) -> Iterator[Desk]:
    """The register in office on each engine; the clock stands at 1 January 2027, 12:00."""
    clock = SetClock(jan(1, 12))
    opened = open_register(Settings(database_url=office_url, prescribed_profile="demo"), clock)
    yield Desk(opened, clock)
    opened.close()


def with_documents(desk: Desk, entry: Entry) -> Sequence[str]:
    """The kinds of the documents of an entry."""
    with desk.register.reading() as reading:
        rows = reading.session.query(DocumentRow).filter_by(entry_seq=entry.seq)
        return sorted(row.kind for row in rows)


def on(year: int, month: int, day: int) -> date:
    """A day."""
    return date(year, month, day)
