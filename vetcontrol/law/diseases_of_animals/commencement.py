"""Section 1(3): which provisions are in force at a place, for a disease, on a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import as_day, covers, day_in_words, in_days, listed
from vetcontrol.law.parameters import Figures

IMMEDIATE = "DOA1974/immediate_sections"


@dataclass(frozen=True)
class Commencement:
    """A gazette notification under section 1(3) whose area covers the place asked about.

    `provisions` are sections or sub-sections (`11`, `5(2)`) or `all`; `disease` is None where the
    notification names every scheduled disease. It holds from the beginning of `from_date` in
    India up to, and not on, `to_date`, the day from which the notification `ended_by` ends it here.
    """

    provisions: tuple[str, ...]
    disease: str | None
    from_date: date
    to_date: date | None
    number: str
    ended_by: str = ""

    def names(self, provision: str) -> bool:
        """Whether the notification brings `provision` into force."""
        return any(covers(stated, provision) for stated in self.provisions)

    def concerns(self, disease: str | None) -> bool:
        """Whether it speaks of `disease`; of any, where the question names none."""
        return None in (self.disease, disease) or self.disease == disease


def in_force(
    provision: str,
    *,
    disease: str | None,
    at: date | datetime,
    commencements: Sequence[Commencement],
    figures: Figures,
) -> Decision:
    """Whether `provision` (`11`, `13(2)`) is in force for a new act on the day of `at` in India.

    `commencements` are those whose area covers the place; `disease` is None for steps that
    concern no single one, such as an appointment. The sections that came into force at once
    need none (DOA1974-1-3a); any other needs one for the disease and the day (DOA1974-1-3b),
    and is refused from its day of cessation (DOA1974-1-3c). Raises Refused for a day before
    the Act.
    """
    day = as_day(at)
    if any(covers(section, provision) for section in figures.items(IMMEDIATE, day)):
        text = f"Section {provision} has been in force since the Act began."
        return Decision.allowed("DOA1974-1-3a", text)
    naming = [c for c in commencements if c.names(provision)]
    concerning = [c for c in naming if c.concerns(disease)]
    live = [c for c in concerning if in_days(c.from_date, c.to_date, day)]
    if live:
        since = min(live, key=lambda c: c.from_date)
        text = (
            f"Section {provision} is in force here{_for(disease)} since "
            f"{day_in_words(since.from_date)} (notification {since.number})."
        )
        return Decision.allowed("DOA1974-1-3b", text)
    ended = [c for c in concerning if c.to_date is not None and c.to_date <= day]
    later = [c for c in concerning if c.from_date > day]
    if ended and not later:
        return _ceased(provision, disease, max(ended, key=lambda c: c.to_date or day))
    return _not_yet(provision, disease, day, later, naming)


def _for(disease: str | None) -> str:
    return f" for {disease}" if disease else ""


def _ceased(provision: str, disease: str | None, last: Commencement) -> Decision:
    ended = day_in_words(last.to_date) if last.to_date else ""
    text = (
        f"Section {provision} ceased to be in force here{_for(disease)} from {ended} "
        f"(notification {last.ended_by or last.number}). What was done under it before stands."
    )
    remedy = "A new act needs a new commencement notification for this area."
    return Decision.refused("DOA1974-1-3c", text, remedy)


def _not_yet(
    provision: str,
    disease: str | None,
    day: date,
    later: Sequence[Commencement],
    naming: Sequence[Commencement],
) -> Decision:
    text = f"Section {provision} is not in force here{_for(disease)} on {day_in_words(day)}: "
    if later:
        first = min(later, key=lambda c: c.from_date)
        text += f"it begins on {day_in_words(first.from_date)} (notification {first.number})."
    elif naming:
        others = listed(c.disease for c in naming if c.disease)
        text += f"here it was brought into force only for {others}."
    else:
        text += "no commencement notification for it covers this place."
    remedy = (
        f"Record the notification under section 1(3) that brings section {provision} into force"
        f"{_for(disease)} in this area from this day or before."
    )
    return Decision.refused("DOA1974-1-3b", text, remedy)
