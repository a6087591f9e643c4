"""What Alembic compares with the models, and how it writes our own column types."""

from __future__ import annotations

from typing import Any, Literal

from alembic.autogenerate.api import AutogenContext

from gis.spatialdb import Shape
from vetcontrol.register.engine import Instant


def include_object(
    thing: Any, name: str | None, kind: str, reflected: bool, _compare_to: Any
) -> bool:
    """Leave out what the models cannot state: spatial indexes and PostGIS's own tables."""
    if kind == "table" and reflected:
        return not (name == "spatial_ref_sys" or "_rtree" in (name or ""))
    if kind == "index" and reflected:
        return not (name or "").endswith("_shape")
    return not (kind == "index" and isinstance(getattr(thing, "type", None), Shape))


def render_item(kind: str, thing: Any, autogen: AutogenContext) -> str | Literal[False]:
    """Write our own column types by their own names."""
    if kind == "type" and isinstance(thing, Shape):
        autogen.imports.add("from gis.spatialdb import Shape")
        return "Shape()"
    if kind == "type" and isinstance(thing, Instant):
        autogen.imports.add("from vetcontrol.register.engine import Instant")
        return "Instant()"
    return False


def options() -> dict[str, Any]:
    """The options of every comparison."""
    return {"include_object": include_object, "render_item": render_item, "compare_type": True}
