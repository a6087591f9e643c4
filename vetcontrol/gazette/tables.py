"""Present state of the gazette desk: scheduled diseases and notifications."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import Boolean, Date, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from vetcontrol.register.engine import Instant
from vetcontrol.register.tables import Table


class DiseaseRow(Table):
    """A disease of the Schedule (sections 2(i), 38), with the days between which it stands."""

    __tablename__ = "diseases"

    code: Mapped[str] = mapped_column(String(60), primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    from_date: Mapped[date] = mapped_column(Date)
    gazette: Mapped[str] = mapped_column(String(200))
    to_date: Mapped[date | None] = mapped_column(Date)
    removal_gazette: Mapped[str] = mapped_column(String(200))


class NotificationRow(Table):
    """A notification on its way: drafted, approved by a second person, published."""

    __tablename__ = "notifications"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    about: Mapped[str] = mapped_column(String(40), server_default="infected_area", index=True)
    state: Mapped[str] = mapped_column(String(20), index=True)
    case_number: Mapped[str] = mapped_column(String(40), index=True)
    amends: Mapped[str | None] = mapped_column(ForeignKey("notifications.number"))
    feature: Mapped[str] = mapped_column(String(120), index=True)
    drafted_by: Mapped[str] = mapped_column(String(80))
    drafted_at: Mapped[datetime] = mapped_column(Instant)
    approved_by: Mapped[str | None] = mapped_column(String(80))
    approved_at: Mapped[datetime | None] = mapped_column(Instant)
    gazette: Mapped[str] = mapped_column(String(200))
    published_at: Mapped[datetime | None] = mapped_column(Instant)
    hour_stated: Mapped[bool] = mapped_column(Boolean)
    effective_at: Mapped[datetime | None] = mapped_column(Instant)
    exhibited: Mapped[bool] = mapped_column(Boolean)
    content: Mapped[str] = mapped_column(Text)
