"""On top of the registers: all tables, the kinds of entry, and how a register is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import MetaData

from vetcontrol import statutes
from vetcontrol.clock import Clock, SystemClock
from vetcontrol.controls import kinds as controls
from vetcontrol.disease import kinds as disease
from vetcontrol.disease import papers
from vetcontrol.disease import tables as disease_tables
from vetcontrol.gazette import commencement, notifications, rules, schedule
from vetcontrol.gazette import tables as gazette_tables
from vetcontrol.movement import kinds as movement
from vetcontrol.movement import tables as movement_tables
from vetcontrol.officers import kinds as officers
from vetcontrol.officers import tables as officers_tables
from vetcontrol.places import service as places
from vetcontrol.premises import service as premises
from vetcontrol.premises import tables as premises_tables
from vetcontrol.register import corrections, opening, prints, redaction
from vetcontrol.register.effects import Effect
from vetcontrol.register.engine import Database
from vetcontrol.register.entries import Kind
from vetcontrol.register.register import Handlers, Register
from vetcontrol.register.tables import Present, Table
from vetcontrol.settings import Settings

# Importing the tables of every register fills the one metadata.
TABLES = (
    officers_tables,
    premises_tables,
    gazette_tables,
    movement_tables,
    disease_tables,
)
REGISTERS = (
    controls,
    movement,
    disease,
)
metadata: MetaData = Table.metadata
SPATIAL_TABLES = ("premises", "infected_places")


def _correction_effects(content: Mapping[str, Any]) -> Sequence[Effect]:
    corrected = content["as_corrected"]
    return () if corrected is None else KINDS[content["kind"]].effects(corrected)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(corrections.KIND, effects=_correction_effects),
        *opening.KINDS,
        *redaction.KINDS,
        *prints.KINDS,
        *officers.KINDS,
        *places.KINDS,
        *premises.KINDS,
        *schedule.KINDS,
        *commencement.KINDS,
        *notifications.KINDS,
        *rules.KINDS,
        *(kind for one in REGISTERS for kind in one.KINDS),
        *papers.KINDS,
    )
}
PRESENT = (
    Present(
        officers_tables.OfficerRow,
        lambda row: f"OFF/{row.username}",
        apart=frozenset({"password_hash"}),
    ),
    Present(officers_tables.AppointmentRow, lambda row: str(row.number)),
    Present(officers_tables.DelegationRow, lambda row: str(row.number)),
    Present(
        premises_tables.PremisesRow,
        lambda row: f"{premises.SUBJECT}/{row.id}",
        # Where no village was named, it follows the newest edition of the villages.
        apart=frozenset({"village", "village_name"}),
        by_file=premises.IMPORTED,
    ),
    Present(
        premises_tables.KeeperRow,
        lambda row: f"{premises.SUBJECT}/{row.premises_id}",
        by_file=premises.IMPORTED,
        within=(premises_tables.PremisesRow, "premises_id"),
    ),
    Present(gazette_tables.DiseaseRow, lambda row: f"{schedule.SUBJECT}/{row.code}"),
    Present(gazette_tables.NotificationRow, lambda row: str(row.number)),
    *(present for one in REGISTERS for present in one.PRESENT),
)
HANDLERS = Handlers(
    kinds=KINDS,
    refreshers={
        **officers.REFRESHERS,
        **premises.REFRESHERS,
        **schedule.REFRESHERS,
        **notifications.REFRESHERS,
        **{subject: refresh for one in REGISTERS for subject, refresh in one.REFRESHERS.items()},
    },
    publications={
        **rules.POWERS,
        **{about: power for one in REGISTERS for about, power in one.POWERS.items()},
    },
    rules=rules.prescribed,
    present=PRESENT,
)


def open_register(settings: Settings, clock: Clock | None = None) -> Register:
    """The register that `settings` name. Its tables are made by `vetcontrol db upgrade`."""
    return Register(
        Database(settings.database_url),
        clock or SystemClock(),
        settings,
        HANDLERS,
        figures=statutes.figures(),
        prescribed=statutes.prescribed_values(settings.prescribed_profile),
    )
