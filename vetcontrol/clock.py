"""The moment and the day: stored in UTC, counted and shown in Asia/Kolkata."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
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


_FINER = ("%H:%M", "%H:%M:%S", "%H:%M:%S.%f")


def apart_in_words(*moments: datetime) -> list[str]:
    """Moments of one sentence in words, to the second or finer where they else read alike."""
    local = [moment.astimezone(IST) for moment in moments]
    exact = len(set(local))
    for hour in _FINER:
        words = [f"{at.day} {at:%B %Y, {hour}} IST" for at in local]
        if len(set(words)) == exact:
            break
    return words


def lasting(length: timedelta) -> str:
    """A length of time in its two largest parts: `2 days 4 hours`, `1 hour`, `3 minutes`."""
    minutes = max(0, int(length.total_seconds() // 60))
    parts = (minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute")
    first = next((at for at, (number, _) in enumerate(parts) if number), None)
    if first is None:
        return "less than a minute"
    return " ".join(
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in parts[first : first + 2]
        if number
    )
