"""The register of premises: where animals are kept, by whom, and how well the place is known."""

from __future__ import annotations

from sqlalchemy import Boolean, Float, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from gis.spatialdb import Placed
from vetcontrol.register.tables import Id, Table


class PremisesRow(Placed, Table):
    """A holding, market, yard or other place; shape in EPSG:4326, point or (multi)polygon.

    `placement` is `located` for a shape of its own, `village` where only the village is known:
    then the shape is that of the village and nothing is decided from it silently.
    """

    __tablename__ = "premises"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"))
    name: Mapped[str] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(40))
    manager: Mapped[str] = mapped_column(String(20))
    temporary_use: Mapped[str | None] = mapped_column(String(20))
    animals: Mapped[str] = mapped_column(Text)
    keeps_animals: Mapped[bool] = mapped_column(Boolean)
    accuracy_m: Mapped[float | None] = mapped_column(Float(53), index=True)
    placement: Mapped[str] = mapped_column(String(10))
    village: Mapped[str | None] = mapped_column(String(80))
    village_name: Mapped[str] = mapped_column(String(120))


class KeeperRow(Table):
    """An owner, occupier or person in charge of premises: personal, and redactable."""

    __tablename__ = "keepers"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    premises_id: Mapped[int] = mapped_column(ForeignKey("premises.id"))
    role: Mapped[str] = mapped_column(String(20))
    name: Mapped[str | None] = mapped_column(String(200))
    address: Mapped[str | None] = mapped_column(String(400))

    __table_args__ = (Index("ix_keepers_premises_id", "premises_id"),)
