"""Section 2(i): the Schedule of diseases, by day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import as_day, day_in_words, in_days

CLAUSE = "DOA1974-2-i"


@dataclass(frozen=True)
class ScheduleEntry:
    """A disease in the Schedule from a day. `to_date`, the first day on which it no longer
    stands there, is exceptional and rests on `removal_gazette`: the Act only speaks of adding."""

    disease: str
    from_date: date
    gazette: str
    to_date: date | None = None
    removal_gazette: str = ""


def scheduled(disease: str, *, at: date | datetime, schedule: Sequence[ScheduleEntry]) -> Decision:
    """Whether `disease` stands in the Schedule on the day of `at` in India (DOA1974-2-i)."""
    day = as_day(at)
    entries = [entry for entry in schedule if entry.disease == disease]
    live = [entry for entry in entries if in_days(entry.from_date, entry.to_date, day)]
    if live:
        since = day_in_words(live[0].from_date)
        text = f"The Schedule has named {disease} since {since} ({live[0].gazette})."
        return Decision.allowed(CLAUSE, text)
    remedy = "Only a scheduled disease can found this; record the gazette that adds it, if any."
    for entry in sorted(entries, key=lambda e: e.from_date, reverse=True):
        if entry.to_date is not None and entry.to_date <= day:
            text = (
                f"The Schedule no longer names {disease}, from {day_in_words(entry.to_date)} "
                f"({entry.removal_gazette})."
            )
            return Decision.refused(CLAUSE, text, remedy)
    if entries:
        begins = day_in_words(min(entry.from_date for entry in entries))
        return Decision.refused(CLAUSE, f"The Schedule names {disease} only from {begins}.", remedy)
    return Decision.refused(CLAUSE, f"The Schedule does not name {disease}.", remedy)


def removal(gazette: str) -> Decision:
    """Whether a disease may be given an end in the Schedule: only with a gazette reference, as
    the power to remove is not expressed (a reading of DOA1974-2-i)."""
    if gazette.strip():
        text = "The removal rests on a gazette; earlier cases keep their disease."
        return Decision.allowed(CLAUSE, text)
    return Decision.refused(
        CLAUSE,
        "The Act speaks only of adding to the Schedule.",
        "Give the gazette that removes it.",
    )
