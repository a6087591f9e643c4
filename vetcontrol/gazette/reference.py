"""A reference to the Official Gazette: series, number and day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from vetcontrol.clock import day_of
from vetcontrol.errors import Malformed, Refused


@dataclass(frozen=True)
class GazetteReference:
    """Where something was published. Raises `Malformed` while series or number is empty."""

    series: str
    number: str
    day: date

    def __post_init__(self) -> None:
        for name in ("series", "number"):
            value = getattr(self, name)
            if not value.strip() or len(value) > 80:
                raise Malformed.field(
                    f"gazette_{name}", "give the gazette's own, in at most 80 characters"
                )

    @property
    def words(self) -> str:
        """As it is cited: `Series I No. 42 of 6 January 2027`."""
        return f"{self.series} No. {self.number} of {self.day.day} {self.day:%B %Y}"

    def require_published(self, now: datetime) -> None:
        """Raises `Malformed` on `gazette.date` while its day in India is still to come at `now`."""
        if self.day > day_of(now):
            raise Malformed.field(
                "gazette.date", f"is {self.day}, a day to come; record it once it is published"
            )

    def require_reaches(self, first: date, clause: str) -> None:
        """Raises `Refused` by `clause` for an effect from the day `first`, before the gazette."""
        if first < self.day:
            raise Refused(
                f"{first} is before {self.day}, the day of the gazette that says so, and nothing"
                f" has effect before it is published. Let it be {self.day} or later.",
                clauses=(clause,),
            )

    def as_json(self) -> dict[str, str]:
        """As an entry's content keeps it."""
        return {"series": self.series, "number": self.number, "date": self.day.isoformat()}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GazetteReference:
        """What `as_json` wrote."""
        return cls(value["series"], value["number"], date.fromisoformat(value["date"]))


def gazette(name: str, value: Any) -> dict[str, str]:
    """A gazette reference that a correction restates. Raises `Malformed` naming the field."""
    try:
        return GazetteReference.from_json({k: str(v) for k, v in value.items()}).as_json()
    except (AttributeError, KeyError, ValueError) as error:
        raise Malformed.field(
            f"restated.{name}", "has series, number and date (YYYY-MM-DD)"
        ) from error
