"""Present state of the cases: infected places, what each declared, and what must be served."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Float, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from gis.spatialdb import Placed
from vetcontrol.register.engine import Instant
from vetcontrol.register.tables import Id, Table


class InfectedPlaceRow(Placed, Table):
    """A case (section 11): the infected place, its disease and the state it has reached."""

    __tablename__ = "infected_places"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    number: Mapped[str] = mapped_column(String(40), unique=True)
    state: Mapped[str] = mapped_column(String(20), index=True)
    disease: Mapped[str] = mapped_column(String(60))
    premises_id: Mapped[int | None] = mapped_column(Id, index=True)
    ordered_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)
    village_name: Mapped[str] = mapped_column(String(120))


class ServiceRow(Table):
    """A copy or notice that must reach somebody, and whether it has.

    `feature` is the declared place it is about; the addressee stands in the document. `proof`
    names what of the delivery is kept (`signature photograph`); `overtaken_by` is the instrument
    that ended the place before the copy or notice was delivered, which then no longer waits, or
    the correction that put another copy in its place.
    """

    __tablename__ = "services"

    document: Mapped[str] = mapped_column(ForeignKey("documents.number"), primary_key=True)
    case_number: Mapped[str] = mapped_column(String(40), index=True)
    declaration: Mapped[str] = mapped_column(String(40), index=True)
    feature: Mapped[str] = mapped_column(String(120))
    clause: Mapped[str] = mapped_column(String(40))
    premises_id: Mapped[int | None] = mapped_column(Id)
    served_at: Mapped[datetime | None] = mapped_column(Instant)
    manner: Mapped[str] = mapped_column(String(40))
    distance_m: Mapped[float | None] = mapped_column(Float(53))
    proof: Mapped[str] = mapped_column(String(80), server_default="")
    post_number: Mapped[str] = mapped_column(String(13), server_default="")
    served_by: Mapped[str] = mapped_column(String(80), server_default="")
    service_seq: Mapped[int | None] = mapped_column(Id)
    overtaken_by: Mapped[str] = mapped_column(String(40), server_default="")

    @property
    def waits(self) -> bool:
        """Whether it is still to be delivered."""
        return self.served_at is None and not self.overtaken_by
