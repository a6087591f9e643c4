"""Section 13: the Government's decision, the infected area in the gazette, and what ceases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.infected_places import Cessation
from vetcontrol.law.diseases_of_animals.terms import (
    Inclusion,
    Relation,
    as_day,
    day_in_words,
    listed,
)

# The clauses by which Government defines the limits of an area, and changes them later.
DEFINED: Final = "DOA1974-13-2"
CHANGED: Final = "DOA1974-13-3"
# A smaller boundary lies within the accuracy of any that could be walked: nobody can tell on the
# ground who is in it.
LEAST_AREA_M2: Final = 100.0


@dataclass(frozen=True)
class Boundary:
    """What is known of the limits of an area: closed rings, validity (with the fault in words),
    area in square metres on the ellipsoid."""

    closed: bool
    valid: bool
    area_m2: float
    fault: str = ""


@dataclass(frozen=True)
class Gazette:
    """A gazette reference: series, number, and the day of publication in India."""

    series: str
    number: str
    published_on: date | None


def decide(
    word: str,
    *,
    report: str,
    in_force: bool,
    modifications: str = "",
    changed_limits: bool = False,
) -> Decision:
    """Whether the Government may decide one declaration of section 11(1), 11(3) or 12(1) so.

    `confirm` with or without modification (DOA1974-13-1-a; a modification states the changed
    limits) or `cancel` (DOA1974-13-1-b), on a reported (DOA1974-11-3c) declaration in force and
    not yet decided; its siblings are decided apart. No time limit is set: a late decision is good.
    """
    clause = "DOA1974-13-1-b" if word == "cancel" else "DOA1974-13-1-a"
    decisions: list[Decision] = []
    if word not in ("confirm", "cancel"):
        text = f"Section 13(1) knows no decision {word!r}."
        decisions.append(Decision.refused(clause, text, "Choose confirm or cancel."))
    elif word == "confirm" and modifications.strip() and not changed_limits:
        text = "A confirmation with modification states the limits as modified; none are given."
        decisions.append(Decision.refused(clause, text, "Give the geometry or the villages."))
    elif word == "cancel" and (modifications.strip() or changed_limits):
        text = "A declaration that is cancelled cannot be modified."
        decisions.append(Decision.refused(clause, text, "Leave the modification out."))
    if not in_force:
        text = "The declaration is no longer in force, or is already decided."
        decisions.append(Decision.refused(clause, text))
    how = "with modification" if changed_limits else "as it stands"
    words = f"confirm the declaration {how}" if word == "confirm" else "cancel the declaration"
    decisions = decisions or [Decision.allowed(clause, f"The Government may {words}.")]
    return Decision.together([*decisions, reported_to_government(report)])


def reported_to_government(report: str) -> Decision:
    """Whether the Veterinary Surgeon's report (its number) to Government is recorded, without
    which nothing is decided (DOA1974-11-3c)."""
    clause = "DOA1974-11-3c"
    if report:
        return Decision.allowed(clause, f"Reported to Government ({report}).")
    text = "No report of the Veterinary Surgeon to Government is recorded."
    return Decision.refused(clause, text, "The Veterinary Surgeon reports first.")


def publication(
    gazette: Gazette,
    boundary: Boundary | None,
    *,
    approved: bool,
    at: date | datetime,
    clause: str = DEFINED,
) -> Decision:
    """Whether a notification may be published: approved by a second person, with a gazette
    reference, on a day that has come by `at`, with a closed and valid boundary (DOA1974-13-2; an
    amendment or, with no boundary, a rescission DOA1974-13-3)."""
    decisions = _gazette(gazette, as_day(at), clause)
    if not approved:
        text = "The draft is not approved by a second person."
        decisions.append(Decision.refused(clause, text, "Another officer approves it first."))
    if boundary is not None or clause == DEFINED:
        decisions.append(limits(boundary, clause=clause))
    text = f"To be published in the gazette, {gazette.series} {gazette.number}."
    return Decision.together([Decision.allowed(clause, text), *decisions])


def limits(boundary: Boundary | None, *, clause: str = DEFINED) -> Decision:
    """Whether a boundary can be the limits of an infected area: given, closed, valid, and with an
    area of at least `LEAST_AREA_M2`; a point or a line cannot (DOA1974-13-2)."""
    if boundary is None:
        text = "The notification defines the limits of the area; there are none."
        return Decision.refused(clause, text, "Give a boundary, or villages to compose it of.")
    if not boundary.closed:
        return Decision.refused(clause, "The boundary is not closed.", "Close each ring.")
    if not boundary.valid:
        fault = f": {boundary.fault}" if boundary.fault else ""
        return Decision.refused(clause, f"The boundary is not valid{fault}.", "Correct it.")
    if not boundary.area_m2 > 0:
        text = "The boundary encloses no area; a point or a line has no limits."
        return Decision.refused(clause, text, "Give a boundary, or villages to compose it of.")
    if boundary.area_m2 < LEAST_AREA_M2:
        text = (
            f"The boundary encloses {boundary.area_m2:.2f} m2; below {LEAST_AREA_M2:.0f} m2 no"
            " boundary can be found on the ground."
        )
        return Decision.refused(clause, text, "Give a boundary, or villages to compose it of.")
    return Decision.allowed(clause, "The boundary is closed and valid.")


def takes_in_declared(taken_in: bool, *, clause: str = DEFINED) -> Decision:
    """Whether limits can be those of an area to which the declarations apply: they take in some
    part of a place that these declared and that is in force.

    Of a confirmation (DOA1974-13-2), and as a reading of an amendment (DOA1974-13-3): one under
    which every place ceases rescinds, and is to say so.
    """
    if taken_in:
        return Decision.allowed(clause, "The limits take in a place declared.")
    instead = "Rescind the notification" if clause == CHANGED else "Cancel the declarations"
    return Decision.refused(
        clause,
        "The boundary takes in none of the places declared.",
        f"{instead} instead, or draw the limits around them.",
    )


def is_infected_area(published_on: date | None, *, at: date | datetime) -> Decision:
    """Whether the area is an infected area on the day of `at`: from its publication in the
    gazette, and not before (DOA1974-13-2). The places declared stay infected meanwhile."""
    clause = DEFINED
    if published_on is None:
        return Decision.refused(clause, "The notification is not published in the gazette.")
    if as_day(at) < published_on:
        text = f"The notification is published only on {day_in_words(published_on)}."
        return Decision.refused(clause, text)
    text = f"The notification was published on {day_in_words(published_on)}."
    return Decision.allowed(clause, text)


def amendment(kind: str, *, trigger: str, report: str = "", in_force: bool) -> Decision:
    """Whether a published notification may be changed so (DOA1974-13-3).

    `kind`: add, amend, vary or rescind; `trigger`: own_motion, or vs_report with the number of the
    further report; `in_force`: it is published and not rescinded. The change is a new notification
    and has effect when published itself.
    """
    clause = CHANGED
    decisions: list[Decision] = []
    if kind not in ("add", "amend", "vary", "rescind"):
        text = f"Section 13(3) knows no change {kind!r}."
        decisions.append(Decision.refused(clause, text, "Choose add, amend, vary or rescind."))
    if trigger not in ("own_motion", "vs_report"):
        text = f"Section 13(3) knows no ground {trigger!r}."
        decisions.append(Decision.refused(clause, text, "Choose own_motion or vs_report."))
    if trigger == "vs_report" and not report:
        text = "The further report of the Veterinary Surgeon is not named."
        decisions.append(Decision.refused(clause, text, "Name the report."))
    if not in_force:
        text = "There is no published notification in force to change."
        decisions.append(Decision.refused(clause, text, "Publish it first, or notify anew."))
    ground = f"on report {report}" if trigger == "vs_report" else "on the Government's own motion"
    text = f"The Government may {kind} the notification {ground}."
    return Decision.together(decisions or [Decision.allowed(clause, text)])


def left_out(*, same_chain: bool, inclusion: Inclusion) -> Cessation:
    """Whether a declared place ceases when a notification under section 13(2) or (3) is published
    (DOA1974-13-4a).

    Only places of the declarations that the notification confirms (`same_chain`) can cease, and
    only those that the defined area does not include. A place partly inside counts as included and
    is shown for decision (a reading). A rescission includes nothing.
    """
    clause = "DOA1974-13-4a"
    if not same_chain:
        text = "The place was declared in another outbreak; this notification leaves it as it is."
        return Cessation(False, Decision.allowed(clause, text))
    if inclusion is Inclusion.WHOLE:
        text = "The defined area includes the place; it stays an infected place."
        return Cessation(False, Decision.allowed(clause, text))
    if inclusion is Inclusion.PART:
        text = "The defined area includes part of the place; it stays an infected place."
        remedy = "Say whether it is to stay; if not, amend the notification."
        return Cessation(False, Decision.needs_decision(clause, text, remedy))
    text = "The defined area does not include the place; it ceases at publication."
    return Cessation(True, Decision.allowed(clause, text))


def exhibited(
    point: Relation, *, language: str, regional_language: str, rescission: bool = False
) -> Decision:
    """Whether an exhibition of the notification counts: at a point in the infected area (on a
    rescission the former one) and in its regional language, by code (DOA1974-13-5)."""
    clause = "DOA1974-13-5"
    area = "the former infected area" if rescission else "the infected area"
    decision = Decision.allowed(clause, f"Exhibited in {area}.")
    if point is Relation.OUTSIDE:
        text = f"The place of exhibition lies outside {area}."
        decision = Decision.refused(clause, text, "Exhibit it in a prominent place inside.")
    elif point is Relation.WITHIN_ACCURACY:
        text = f"The place of exhibition lies nearer to the edge of {area} than it is known."
        decision = Decision.needs_decision(clause, text, "Say that it lies inside.")
    if language != regional_language:
        text = f"The copy is in {language!r}; the regional language there is {regional_language!r}."
        remedy = "Exhibit a copy in the regional language."
        decision = decision.also(Decision.refused(clause, text, remedy))
    return decision


def cancelled_by_government(*, other_live: Sequence[str]) -> Cessation:
    """Whether a place ceases when the Government cancels a declaration it stands in
    (DOA1974-13-6a): at the decision, unless another live declaration (`other_live`, their
    numbers) covers it."""
    clause = "DOA1974-13-6a"
    if other_live:
        text = f"The place stays an infected place under {listed(other_live)}."
        return Cessation(False, Decision.allowed(clause, text))
    text = "No other declaration covers the place; it ceases to be an infected place."
    return Cessation(True, Decision.allowed(clause, text))


def _gazette(gazette: Gazette, day: date, clause: str) -> list[Decision]:
    faults: list[Decision] = []
    if not (gazette.series.strip() and gazette.number.strip()):
        text = "The gazette reference is not complete."
        faults.append(Decision.refused(clause, text, "Give the gazette's series and number."))
    if gazette.published_on is None:
        text = "The day of publication is not stated."
        faults.append(Decision.refused(clause, text, "Give the day of the gazette."))
    elif gazette.published_on > day:
        text = f"The gazette of {day_in_words(gazette.published_on)} is not out yet."
        faults.append(Decision.refused(clause, text, "Record the publication when it is."))
    return faults
