"""Geometry in a database: column type, index and candidates, on SQLite and on PostGIS.

The only file that knows how the two keep geometry. The database finds candidates by bounding
box; what is near or inside is decided by `gis.radius` and `gis.overlay`, never here.
All geometry is EPSG:4326, longitude first.
"""

# ruff: noqa: S608  (table names are the program's own, and bounds are bound parameters)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from geoalchemy2 import Geometry
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Boolean, Float, LargeBinary
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.expression import FunctionElement, bindparam, column
from sqlalchemy.types import TypeDecorator, TypeEngine

SRID = 4326
Bounds = tuple[float, float, float, float]


class Shape(TypeDecorator[BaseGeometry]):
    """A column of shapely geometry: WKB on SQLite, `geometry(Geometry, 4326)` on PostGIS."""

    impl = Geometry
    cache_ok = True
    # GeoAlchemy2 reads these from the column's type: its own index and SQL functions are not used.
    spatial_index = False
    use_N_D_index = False  # noqa: N815

    def load_dialect_impl(self, dialect: Dialect | None) -> TypeEngine[Any]:
        if dialect is not None and dialect.name == "postgresql":
            return dialect.type_descriptor(
                Geometry(geometry_type="GEOMETRY", srid=SRID, spatial_index=False)
            )
        return LargeBinary()

    def bind_expression(self, bindparam: Any) -> Any:
        return bindparam

    def column_expression(self, column: Any) -> Any:
        return column

    def bind_processor(self, dialect: Dialect) -> Any:
        if dialect.name == "postgresql":
            return lambda value: (
                None
                if value is None
                else shapely.to_wkb(shapely.set_srid(value, SRID), hex=True, include_srid=True)
            )
        return lambda value: None if value is None else shapely.to_wkb(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:  # noqa: ARG002
        if dialect.name == "postgresql":
            return lambda value: (
                None if value is None else shapely.set_srid(shapely.from_wkb(value), 0)
            )
        return lambda value: None if value is None else shapely.from_wkb(value)


class Placed:
    """Columns of a table whose rows lie somewhere: the shape and its bounding box in degrees."""

    shape: Mapped[BaseGeometry] = mapped_column(Shape, nullable=False)
    minx: Mapped[float] = mapped_column(Float(53), nullable=False)
    miny: Mapped[float] = mapped_column(Float(53), nullable=False)
    maxx: Mapped[float] = mapped_column(Float(53), nullable=False)
    maxy: Mapped[float] = mapped_column(Float(53), nullable=False)


def placed(shape: BaseGeometry) -> dict[str, Any]:
    """The values of the columns of `Placed` for `shape`."""
    minx, miny, maxx, maxy = shape.bounds
    return {"shape": shape, "minx": minx, "miny": miny, "maxx": maxx, "maxy": maxy}


class stored_wkb(FunctionElement[bytes]):  # noqa: N801
    """The WKB of a column of `Shape` as bytes, to be read by `shapes_of` many at a time."""

    inherit_cache = True
    type = LargeBinary()


@compiles(stored_wkb, "sqlite")
def _stored_wkb_sqlite(element: stored_wkb, compiler: Any, **kw: Any) -> str:
    return str(compiler.process(element.clauses, **kw))


@compiles(stored_wkb, "postgresql")
def _stored_wkb_postgis(element: stored_wkb, compiler: Any, **kw: Any) -> str:
    return f"ST_AsBinary({compiler.process(element.clauses, **kw)})"


def shapes_of(stored: Sequence[bytes]) -> NDArray[np.object_]:
    """The geometries of many values of `stored_wkb`: (n,), EPSG:4326."""
    values = np.empty(len(stored), dtype=object)
    values[:] = stored
    return np.asarray(shapely.from_wkb(values), dtype=object)


class candidates(FunctionElement[bool]):  # noqa: N801
    """`WHERE candidates(table, bounds)`: rows whose box meets `bounds` (degrees).

    A superset of the answer on both engines: R*Tree boxes are 32-bit floats rounded outward.
    The table has the columns of `Placed` and an integer key `id`.
    """

    inherit_cache = True
    type = Boolean()
    _is_implicitly_boolean = True

    def __init__(self, table: str, bounds: Bounds) -> None:
        self.table_name = table
        names = ("minx", "miny", "maxx", "maxy")
        super().__init__(
            column(f"{table}.id", is_literal=True),
            column(f"{table}.shape", is_literal=True),
            column(f"{table}_rtree", is_literal=True),
            *(bindparam(None, v, Float(), unique=True) for v in bounds),
        )
        assert len(names) == len(bounds)


@compiles(candidates, "sqlite")
def _candidates_sqlite(element: candidates, compiler: Any, **kw: Any) -> str:
    key, _, rtree, *bounds = (compiler.process(c, **kw) for c in element.clauses)
    minx, miny, maxx, maxy = bounds
    return (
        f"{key} IN (SELECT id FROM {rtree} WHERE maxx >= {minx} AND maxy >= {miny}"
        f" AND minx <= {maxx} AND miny <= {maxy})"
    )


@compiles(candidates, "postgresql")
def _candidates_postgis(element: candidates, compiler: Any, **kw: Any) -> str:
    _, shape, _, *bounds = (compiler.process(c, **kw) for c in element.clauses)
    minx, miny, maxx, maxy = bounds
    return f"{shape} && ST_MakeEnvelope({minx}, {miny}, {maxx}, {maxy}, {SRID})"


def index_ddl(table: str, dialect: str) -> list[str]:
    """Statements that make the spatial index of `table` and keep it in step.

    SQLite: an R*Tree fed by triggers on the box columns, so that ORM, Core and raw inserts
    alike are indexed. PostGIS: a GiST index.
    """
    if dialect == "postgresql":
        return [f"CREATE INDEX ix_{table}_shape ON {table} USING gist (shape)"]
    box = "new.id, new.minx, new.maxx, new.miny, new.maxy"
    return [
        f"CREATE VIRTUAL TABLE {table}_rtree USING rtree(id, minx, maxx, miny, maxy)",
        f"CREATE TRIGGER {table}_rtree_insert AFTER INSERT ON {table} BEGIN"
        f" INSERT INTO {table}_rtree VALUES ({box}); END",
        f"CREATE TRIGGER {table}_rtree_update AFTER UPDATE OF id, minx, miny, maxx, maxy"
        f" ON {table} BEGIN DELETE FROM {table}_rtree WHERE id = old.id;"
        f" INSERT INTO {table}_rtree VALUES ({box}); END",
        f"CREATE TRIGGER {table}_rtree_delete AFTER DELETE ON {table} BEGIN"
        f" DELETE FROM {table}_rtree WHERE id = old.id; END",
    ]


def index_drop_ddl(table: str, dialect: str) -> list[str]:
    """Statements that undo `index_ddl`."""
    if dialect == "postgresql":
        return [f"DROP INDEX ix_{table}_shape"]
    triggers = [f"DROP TRIGGER {table}_rtree_{what}" for what in ("insert", "update", "delete")]
    return [*triggers, f"DROP TABLE {table}_rtree"]
