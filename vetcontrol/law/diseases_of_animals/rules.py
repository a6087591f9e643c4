"""Section 37: rules, their previous publication, their laying, their own penalties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import day_in_words
from vetcontrol.law.parameters import Figures
from vetcontrol.money import in_rupees

MADE, PENALTY = "DOA1974-37-1", "DOA1974-37-3"
#: The figures of the highest fines, on a first and on a later breach.
FINES = ("DOA1974/fine_rules_first", "DOA1974/fine_rules_repeat")
PUBLISHED, LAID = "DOA1974-37-4", "DOA1974-37-5"


def published(draft_on: date | None, final_on: date | None) -> Decision:
    """Whether rules may operate: a draft was published before, then the rules in the gazette."""
    if draft_on is None:
        return Decision.refused(
            PUBLISHED,
            "Rules need previous publication, and no draft of these was published.",
            "Publish the draft in the gazette first, and give its gazette.",
        )
    if final_on is None:
        return Decision.refused(
            PUBLISHED,
            f"Their draft was published on {day_in_words(draft_on)}; the rules were not.",
            "Publish them in the gazette.",
        )
    if final_on <= draft_on:
        return Decision.refused(
            PUBLISHED,
            f"The rules of {day_in_words(final_on)} do not come after their draft of"
            f" {day_in_words(draft_on)}.",
            "Previous publication comes before; put the days right.",
        )
    return Decision.allowed(
        PUBLISHED,
        f"Their draft was published on {day_in_words(draft_on)}, the rules on"
        f" {day_in_words(final_on)}.",
    ).also(Decision.allowed(MADE, f"They operate from {day_in_words(final_on)}."))


@dataclass(frozen=True)
class Sitting:
    """Days, both included, on which the Assembly sat in one session with the rules before it."""

    session: str
    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days that is."""
        return (self.last - self.first).days + 1


def laid(sittings: Sequence[Sitting], *, made_on: date, figures: Figures) -> Decision:
    """How far rules were laid: thirty days in all while the Assembly sits, in one session or in
    two that follow each other. The rules operate meanwhile and if it is never done (DOA1974-37-5).

    `sittings` in the order of time. Raises ValueError for one that ends before it begins.
    """
    needed = int(figures.number("DOA1974/laying_days", made_on))
    if any(s.last < s.first for s in sittings):
        raise ValueError("a sitting ends before it begins")
    if not sittings:
        return Decision.needs_decision(
            LAID,
            "They were not laid before the Assembly yet; they operate meanwhile.",
            "Lay them as soon as may be.",
        )
    sessions = list(dict.fromkeys(s.session for s in sittings))
    if len(sessions) > 2:
        return Decision.refused(
            LAID,
            f"The days lie in {len(sessions)} sessions: {', '.join(sessions)}.",
            "They are laid in one session or in two that follow each other.",
        )
    days = sum(s.days for s in sittings)
    if days < needed:
        return Decision.needs_decision(
            LAID,
            f"They were before the Assembly for {days} of {needed} days.",
            "Lay them for the days that lack, in this session or the next.",
        )
    return Decision.allowed(LAID, f"They were before the Assembly for {days} days.")


def ends(*, resolved_on: date, until: date) -> Decision:
    """Whether what the Assembly annuls or changes may end on `until`: only for the time to come,
    so that what was done before stands (DOA1974-37-5)."""
    if until < resolved_on:
        return Decision.refused(
            LAID,
            f"It would end on {day_in_words(until)}, before {day_in_words(resolved_on)}, when the"
            " Assembly resolved it.",
            "An annulment or change has effect for the time to come only.",
        )
    return Decision.allowed(
        LAID, f"It ends on {day_in_words(until)}; what was done under it before stands."
    )


def penalty(
    first_paise: int | None, repeat_paise: int | None, *, on: date, figures: Figures
) -> Decision:
    """Whether rules may make their own breach punishable with these fines in paise: up to Rs 50
    first and Rs 100 later. None and None is a rule whose breach is no offence."""
    if first_paise is None and repeat_paise is None:
        return Decision.allowed(PENALTY, "These rules make no breach of them punishable.")
    if first_paise is None or repeat_paise is None:
        return Decision.refused(
            PENALTY, "One of the two fines is not given.", "Give both fines, or none."
        )
    for name, fine, figure in (
        ("first", first_paise, FINES[0]),
        ("later", repeat_paise, FINES[1]),
    ):
        most = int(figures.number(figure, on))
        if not 0 < fine <= most:
            return Decision.refused(
                PENALTY,
                f"The fine on a {name} breach is {in_rupees(fine)}.",
                f"Rules may set up to {in_rupees(most)}.",
            )
    return Decision.allowed(
        PENALTY,
        f"A first breach is punishable with up to {in_rupees(first_paise)}, a later one with up to"
        f" {in_rupees(repeat_paise)}.",
    )
