"""On top of the registers: all tables, the kinds of entry, and how a register is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import MetaData

from vetcontrol.clock import Clock, SystemClock
from vetcontrol.register import corrections
from vetcontrol.register.effects import Effect
from vetcontrol.register.engine import Database
from vetcontrol.register.entries import Kind
from vetcontrol.register.register import Register
from vetcontrol.register.tables import Table
from vetcontrol.settings import Settings

metadata: MetaData = Table.metadata
SPATIAL_TABLES: tuple[str, ...] = ()


def _correction_effects(content: Mapping[str, Any]) -> Sequence[Effect]:
    corrected = content["as_corrected"]
    return () if corrected is None else KINDS[content["kind"]].effects(corrected)


KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (Kind(corrections.KIND, effects=_correction_effects),)
}


def open_register(settings: Settings, clock: Clock | None = None) -> Register:
    """The register that `settings` name. Its tables are made by `vetcontrol db upgrade`."""
    return Register(Database(settings.database_url), clock or SystemClock(), settings, KINDS)
