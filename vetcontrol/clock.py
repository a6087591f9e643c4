"""The moment and the day: stored in UTC, counted and shown in Asia/Kolkata."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Protocol
from zoneinfo import ZoneInfo

IST = ZoneInfo("Asia/Kolkata")


class Clock(Protocol):
    """What tells the present moment; tests set their own."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class SetClock:
    """A clock that stands where it was set."""

    def __init__(self, moment: datetime) -> None:
        self.set(moment)

    def set(self, moment: datetime) -> None:
        """Stand at `moment` (aware)."""
        self._moment = as_utc(moment)

    def now(self) -> datetime:
        return self._moment


def as_utc(moment: datetime) -> datetime:
    """`moment` in UTC. Raises ValueError for a naive time: an hour without a zone is no instant."""
    if moment.tzinfo is None:
        raise ValueError("a time needs an offset, for instance 2027-01-01T08:00:00+05:30")
    return moment.astimezone(UTC)


def day_of(moment: datetime) -> date:
    """The day in India on which `moment` falls."""
    return moment.astimezone(IST).date()


def start_of_day(day: date) -> datetime:
    """00:00 in India on `day`, as an instant in UTC."""
    return datetime.combine(day, time(0), IST).astimezone(UTC)


def in_words(moment: datetime) -> str:
    """`moment` as an Indian office writes it: `1 January 2027, 08:00 IST`."""
    local = moment.astimezone(IST)
    return f"{local.day} {local:%B %Y, %H:%M} IST"
