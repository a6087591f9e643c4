"""Sections 30(2), 32, 33: when to prosecute, arrest and seizure by police, which court."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from datetime import date

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.offences import NAMED, OFFICER, RULES, WATER
from vetcontrol.law.diseases_of_animals.terms import day_in_words
from vetcontrol.law.parameters import Figures

LIMITATION, COURT = "DOA1974-30-2", "DOA1974-33"
ARREST, REQUISITION = "DOA1974-32-1a", "DOA1974-32-1b"
SEIZURE, CUSTODY = "DOA1974-32-2a", "DOA1974-32-2b"


def last_day(offence_on: date, *, figures: Figures) -> date:
    """The last day on which a prosecution under section 30 may start: calendar months, the first
    day left out, ending on the same numbered day or the last of its month."""
    months = int(figures.number("DOA1974/limitation_30", offence_on))
    year, month = divmod(offence_on.year * 12 + offence_on.month - 1 + months, 12)
    longest = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(offence_on.day, longest))


def prosecution(clause: str, *, offence_on: date, starts_on: date, figures: Figures) -> Decision:
    """Whether a prosecution may start on `starts_on`: only section 30 knows a bar of time."""
    if starts_on < offence_on:
        return Decision.refused(
            clause,
            f"It would start on {day_in_words(starts_on)}, before the offence of"
            f" {day_in_words(offence_on)}.",
            "Put the days right.",
        )
    if clause != OFFICER:
        return Decision.allowed(clause, "No time limits the prosecution.")
    last = last_day(offence_on, figures=figures)
    if starts_on > last:
        return Decision.refused(
            LIMITATION,
            f"The last day to start it was {day_in_words(last)}, three months after"
            f" {day_in_words(offence_on)}.",
        )
    return Decision.allowed(LIMITATION, f"It may start up to {day_in_words(last)}.")


def complaint(*, vexatious: bool, unnecessary: bool, acts: Sequence[str]) -> Decision:
    """Whether a complaint shows the offence of section 30: an entry, inspection, seizure or
    detention (`acts`, entries of the log) that was vexatious and without need, both.

    A complaint is recorded whatever this answers (DOA1974-36).
    """
    if not acts:
        return Decision.refused(
            OFFICER, "No entry, inspection, seizure or detention is named.", "Name the entry."
        )
    if not (vexatious and unnecessary):
        return Decision.refused(
            OFFICER,
            "The offence needs both: that it was vexatious, and that there was no need for it.",
            "State both, or record the complaint without charge.",
        )
    return Decision.allowed(OFFICER, f"It speaks of {', '.join(acts)}.")


def court(kind: str, empowering: str = "") -> Decision:
    """Whether a court may try: a Judicial Magistrate of the First Class (`first_class`), or of the
    Second Class (`second_class`) whom Government has specially empowered by `empowering`."""
    if kind == "first_class":
        return Decision.allowed(COURT, "A Judicial Magistrate of the First Class may try it.")
    if kind != "second_class":
        return Decision.refused(
            COURT,
            "Only a Judicial Magistrate of the First Class, or one of the Second Class specially"
            " empowered, may try it.",
            "Name such a court.",
        )
    if not empowering.strip():
        return Decision.refused(
            COURT,
            "A Magistrate of the Second Class tries it only where Government has specially"
            " empowered him.",
            "Give the reference by which he was empowered.",
        )
    return Decision.allowed(COURT, f"Specially empowered by {empowering.strip()}.")


# From the lowest up. Sub-Inspector is the least that section 32 asks for.
POLICE_RANKS = (
    "constable",
    "head_constable",
    "assistant_sub_inspector",
    "sub_inspector",
    "inspector",
    "deputy_superintendent",
    "superintendent",
)


def _ranked(rank: str, clause: str, act: str) -> Decision:
    if rank not in POLICE_RANKS:
        raise KeyError(f"{rank!r} is no rank of the police")
    if POLICE_RANKS.index(rank) < POLICE_RANKS.index("sub_inspector"):
        return Decision.refused(
            clause,
            f"A police officer of the rank of {rank.replace('_', ' ')} may not {act}.",
            "A Sub-Inspector or an officer above him may.",
        )
    return Decision.allowed(clause, f"A {rank.replace('_', ' ')} may {act}.")


def requisition(*, person: str, offence_clause: str) -> Decision:
    """Whether a requisition to the police names the person and the offence under the Act."""
    if not person.strip():
        return Decision.refused(REQUISITION, "It names no person.", "Name the person.")
    if offence_clause not in NAMED and offence_clause not in (WATER, OFFICER, RULES):
        return Decision.refused(
            REQUISITION, "It names no offence under the Act.", "Name the clause of the offence."
        )
    return Decision.allowed(REQUISITION, "It names the person and the offence.")


def arrest(*, rank: str, requisition_number: str) -> Decision:
    """Whether a police officer of `rank` may arrest on the requisition of that number."""
    if not requisition_number:
        return Decision.refused(
            ARREST,
            "Nobody is arrested under section 32 without a requisition of an Inspector or"
            " Veterinary Surgeon.",
            "Send the requisition first.",
        )
    return _ranked(rank, ARREST, "arrest without an order of a Magistrate")


def seizure(*, rank: str, custody_order: str = "") -> Decision:
    """Whether a police officer of `rank` may seize the animal, and whether it still lacks the
    custody order that a Judicial Magistrate gives without delay (DOA1974-32-2b)."""
    may = _ranked(rank, SEIZURE, "seize an animal in respect of which an offence was done")
    if custody_order:
        return may.also(Decision.allowed(CUSTODY, f"Custody order {custody_order}."))
    return may.also(
        Decision.needs_decision(
            CUSTODY,
            "No custody order of a Judicial Magistrate is entered.",
            "Get one without delay, and enter it.",
        )
    )
