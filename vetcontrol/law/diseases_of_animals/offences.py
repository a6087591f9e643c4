"""Sections 28, 29, 30(1), 37(3): which offence a record may show, how a conviction is counted.

The program proposes what a record shows and never makes an offence of it (notes 12 to 15).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from vetcontrol.law.decisions import Decision
from vetcontrol.law.parameters import Figures
from vetcontrol.money import in_rupees

WATER, OFFICER, RULES = "DOA1974-29", "DOA1974-30-1", "DOA1974-37-3"

# What each clause of section 28 punishes: the sections whose breach it names.
NAMED = {
    "DOA1974-28-i": ("5",),
    "DOA1974-28-ii": ("6",),
    "DOA1974-28-iii": ("7(4)", "7(5)"),
    "DOA1974-28-iv": ("8(1)",),
    "DOA1974-28-v": ("14",),
    "DOA1974-28-vi": ("15",),
    "DOA1974-28-vii": ("16(1)", "16(2)(a)"),
    "DOA1974-28-viii": ("17",),
    "DOA1974-28-ix": ("19",),
    "DOA1974-28-x": ("20",),
    "DOA1974-28-xi": ("21",),
    "DOA1974-28-xii": ("22",),
    "DOA1974-28-xiii": ("24",),
}
# Duties whose breach no section punishes, and what there is instead (note 13).
UNPUNISHED = {
    "7(4) fee": (
        "DOA1974-28-iii",
        "Recover the fee; section 28(iii) speaks of feeding and keeping alone.",
    ),
    "16(2) bringing": ("DOA1974-28-vii", "Only stopping and standing still is named."),
    "16(2)(b)": ("DOA1974-28-vii", "Have the work done at his cost (section 26(2))."),
    "18": ("DOA1974-18a", "Moving a carcass before a post-mortem is named nowhere."),
    "25": ("DOA1974-25", "Obstructing an entry is named nowhere; other law may punish it."),
    "31": ("DOA1974-31-a", "The duty of officials carries no penalty."),
}
# Sections 19 and 20 bind for an animal that is affected; contact alone raises nothing (note 14).
_AFFECTED_ONLY = ("19", "20")


class Scale(StrEnum):
    """By which count a conviction is first or later."""

    SECTION_28 = "28"
    SECTION_29 = "29"
    SECTION_30 = "30"
    RULES = "rules"


@dataclass(frozen=True)
class Conviction:
    """A conviction of a person: under which clause, and on which day."""

    clause: str
    on: date


def offence(breached: str, *, affected: bool = True) -> Decision:
    """Which offence a breach of the section `breached` (`14`, `16(2)(a)`) may be.

    `affected` is whether the animal has the disease, not contact alone. Refused where no section
    punishes it: then there is nothing to enter.
    """
    if breached in UNPUNISHED:
        clause, instead = UNPUNISHED[breached]
        return Decision.refused(
            clause, f"No section of this Act punishes this breach of section {breached}.", instead
        )
    if breached == "23":
        return Decision.allowed(
            WATER, "A carcass or part in water is an offence under section 29, not section 28."
        )
    for clause, sections in NAMED.items():
        if breached not in sections:
            continue
        if breached in _AFFECTED_ONLY and not affected:
            return Decision.refused(
                clause,
                f"Section {breached} binds for an animal that has the disease; this one was in"
                " contact alone.",
                "A contact is isolated under section 8; there is no offence to enter.",
            )
        number = clause.rpartition("-")[2]
        return Decision.allowed(
            clause, f"A breach of section {breached} is an offence under section 28({number})."
        )
    raise KeyError(f"{breached!r} is no section whose breach this Act speaks of")


def scale_of(clause: str) -> Scale:
    """By which count a conviction under `clause` is first or later. Raises KeyError."""
    if clause in NAMED:
        return Scale.SECTION_28
    return {WATER: Scale.SECTION_29, OFFICER: Scale.SECTION_30, RULES: Scale.RULES}[clause]


def earlier(clause: str, offence_on: date, convictions: Sequence[Conviction]) -> int:
    """How many convictions of the person count before an offence of `offence_on` (note 12).

    Those of the same scale (any clause of section 28; section 29 its own; rules their own) whose
    conviction came before the day of the new offence.
    """
    scale = scale_of(clause)
    return sum(scale_of(c.clause) is scale and c.on < offence_on for c in convictions)


@dataclass(frozen=True)
class Sentence:
    """What a court imposed: a fine in whole paise, imprisonment in whole months."""

    fine_paise: int = 0
    imprisonment_months: int = 0


_MOST = {
    (Scale.SECTION_28, False): ("DOA1974-28-p1", "fine_28_first", None),
    (Scale.SECTION_28, True): ("DOA1974-28-p2", "fine_28_repeat", "imprisonment_28_repeat"),
    (Scale.SECTION_29, False): ("DOA1974-29-p1", "fine_29_first", "imprisonment_29"),
    (Scale.SECTION_29, True): ("DOA1974-29-p2", "fine_29_repeat", "imprisonment_29"),
    (Scale.SECTION_30, False): (OFFICER, "fine_30", "imprisonment_30"),
    (Scale.SECTION_30, True): (OFFICER, "fine_30", "imprisonment_30"),
    (Scale.RULES, False): (RULES, "fine_rules_first", None),
    (Scale.RULES, True): (RULES, "fine_rules_repeat", None),
}


def sentence(
    clause: str,
    imposed: Sentence,
    *,
    earlier_convictions: int,
    on: date,
    figures: Figures,
    rule_fine_paise: int | None = None,
) -> Decision:
    """Whether the sentence lies within what the Act allows for a first or later conviction.

    `rule_fine_paise` is the fine that the breached rule itself sets, for a breach of rules.
    """
    scale = scale_of(clause)
    by, fine_figure, imprisonment_figure = _MOST[scale, earlier_convictions > 0]
    most = int(figures.number(f"DOA1974/{fine_figure}", on))
    if scale is Scale.RULES:
        if rule_fine_paise is None:
            return Decision.refused(
                by,
                "The rule does not make its breach punishable.",
                "Only a rule that says so can be punished.",
            )
        most = min(most, rule_fine_paise)
    months = (
        0
        if imprisonment_figure is None
        else int(figures.number(f"DOA1974/{imprisonment_figure}", on))
    )
    count = f"{earlier_convictions} earlier" if earlier_convictions else "a first"
    if imposed.fine_paise < 0 or imposed.imprisonment_months < 0:
        raise ValueError("a sentence is not negative")
    if imposed.fine_paise == 0 and imposed.imprisonment_months == 0:
        return Decision.refused(by, "A conviction carries a sentence, and none is given.")
    if imposed.fine_paise > most:
        return Decision.refused(
            by,
            f"A fine of {in_rupees(imposed.fine_paise)} with {count} conviction is beyond"
            f" {in_rupees(most)}.",
            "Enter the sentence as the court gave it, or count the earlier convictions again.",
        )
    if imposed.imprisonment_months > months:
        return Decision.refused(
            by,
            f"Imprisonment of {imposed.imprisonment_months} months with {count} conviction is"
            + (f" beyond {months} months." if months else " not given: a fine only."),
            "Enter the sentence as the court gave it, or count the earlier convictions again.",
        )
    kind = "simple imprisonment" if scale is Scale.SECTION_28 else "imprisonment"
    prison = f", {kind} up to {months} months, or both" if months else " and no imprisonment"
    return Decision.allowed(by, f"With {count} conviction: a fine up to {in_rupees(most)}{prison}.")
