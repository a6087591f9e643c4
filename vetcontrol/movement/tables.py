"""Present state of movement: licences, their tags, checks, unloadings from rail, returns."""

from __future__ import annotations

from datetime import datetime

from shapely.geometry.base import BaseGeometry
from sqlalchemy import ForeignKey, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from gis.spatialdb import Shape
from vetcontrol.register.engine import Instant
from vetcontrol.register.tables import Id, Table


class LicenceRow(Table):
    """An application for a licence (section 14) and what became of it; `shape` is the origin.

    `vehicle` is in the spelling that is compared.
    """

    __tablename__ = "licences"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
    state: Mapped[str] = mapped_column(String(20), index=True)
    applied_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)
    valid_from: Mapped[datetime] = mapped_column(Instant)
    valid_to: Mapped[datetime] = mapped_column(Instant)
    journeys: Mapped[int] = mapped_column(Integer)
    checks: Mapped[int] = mapped_column(Integer)
    vehicle: Mapped[str] = mapped_column(String(40), index=True)
    premises_id: Mapped[int | None] = mapped_column(Id, index=True)
    village_name: Mapped[str] = mapped_column(String(120))
    shape: Mapped[BaseGeometry] = mapped_column(Shape)


class LicenceTagRow(Table):
    """An animal that a licence names by its tag, in the spelling that is compared."""

    __tablename__ = "licence_tags"

    licence: Mapped[str] = mapped_column(String(40), primary_key=True)
    tag: Mapped[str] = mapped_column(String(40), primary_key=True)

    __table_args__ = (Index("ix_licence_tags_tag", "tag"),)


class CheckRow(Table):
    """A check of a removal against its licence, once for each id that the device gave it.

    `body_hash` is that of what was asked, so that a repetition is known from another check.
    """

    __tablename__ = "movement_checks"

    client_id: Mapped[str] = mapped_column(String(60), primary_key=True)
    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), index=True)
    licence: Mapped[str] = mapped_column(String(40), index=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    verdict: Mapped[str] = mapped_column(String(20))
    checked_at: Mapped[datetime] = mapped_column(Instant)
    checked_by: Mapped[str] = mapped_column(String(80))
    shape: Mapped[BaseGeometry] = mapped_column(Shape)


class UnloadingRow(Table):
    """A load taken off rail inside an infected place or area (section 14(2), proviso)."""

    __tablename__ = "unloadings"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
    consignment: Mapped[str] = mapped_column(String(40), index=True)
    unloaded_at: Mapped[datetime] = mapped_column(Instant)
    shape: Mapped[BaseGeometry] = mapped_column(Shape)


class ReturnRow(Table):
    """A direction to take back what was removed (section 15); `shape` is where it was found."""

    __tablename__ = "returns"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
    state: Mapped[str] = mapped_column(String(20), index=True)
    licence: Mapped[str] = mapped_column(String(40), index=True)
    origin: Mapped[str] = mapped_column(String(120))
    directed_at: Mapped[datetime] = mapped_column(Instant)
    within: Mapped[datetime] = mapped_column(Instant)
    returned_at: Mapped[datetime | None] = mapped_column(Instant)
    shape: Mapped[BaseGeometry] = mapped_column(Shape)
