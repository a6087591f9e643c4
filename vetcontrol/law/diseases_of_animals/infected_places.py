"""Section 11: the Inspector's order, the Veterinary Surgeon's examination, the mile around."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import as_day, listed
from vetcontrol.law.parameters import Figures

RADIUS_MAXIMUM = "DOA1974/radius_maximum"


class Manager(StrEnum):
    """By whom a place is owned, controlled or managed."""

    PRIVATE = "private"
    LOCAL_AUTHORITY = "local_authority"
    RAILWAY = "railway"
    PORT = "port"


class TemporaryUse(StrEnum):
    """For what animals are kept temporarily in a place; none where they are kept otherwise."""

    NONE = "none"
    SALE = "sale"
    EXHIBITION = "exhibition"
    TRANSIT = "transit"


@dataclass(frozen=True)
class Cessation:
    """Whether a place ceases to be an infected place, and the decision that says why."""

    ceases: bool
    decision: Decision


def order(*, disease: str, grounds: str, has_geometry: bool) -> Decision:
    """Whether an order declaring a place infected is complete (DOA1974-11-1a): the place on the
    map, the reason to believe, the disease."""
    clause = "DOA1974-11-1a"
    missing = [
        words
        for words, given in (
            ("the place (a point or an outline)", has_geometry),
            ("the reason to believe that an infective animal is kept there", bool(grounds.strip())),
            ("the disease", bool(disease.strip())),
        )
        if not given
    ]
    if missing:
        text = f"The order does not state {listed(missing)}."
        return Decision.refused(clause, text, "State each of them.")
    text = "There is reason to believe that an infective animal is kept there."
    return Decision.allowed(clause, text)


def not_a_public_place(
    manager: Manager, use: TemporaryUse, *, premises_id: int | None = None
) -> Decision:
    """Whether an Inspector may declare the place: not one that is both in public hands and used
    temporarily for sale, exhibition or transit (DOA1974-11-1-prov). One limb alone excludes
    nothing. `premises_id` names it where it is registered."""
    clause = "DOA1974-11-1-prov"
    place = "The place is" if premises_id is None else f"The place (premises {premises_id}) is"
    if manager is Manager.PRIVATE:
        return Decision.allowed(clause, f"{place} in private hands.")
    body = manager.replace("_", " ")
    if use is TemporaryUse.NONE:
        text = f"{place} in {body} hands, but not used for sale, exhibition or transit."
        return Decision.allowed(clause, text)
    return Decision.refused(
        clause,
        f"{place} in {body} hands and animals are kept there temporarily for {use}.",
        "A Veterinary Surgeon may declare it under section 12.",
    )


def beside_a_public_place(premises_id: int, distance_m: float) -> Decision:
    """A place told by a mere point may be the public place that lies `distance_m` metres from it:
    the officer says which place he means (DOA1974-11-1-prov)."""
    return Decision.refused(
        "DOA1974-11-1-prov",
        f"The point lies {distance_m:.1f} m from a public place where animals are kept temporarily"
        f" (premises {premises_id}), and may be meant for it.",
        "If another holding is meant, name it or draw its outline.",
    )


def reported(report: str) -> Decision:
    """Whether the Veterinary Surgeon may proceed: the Inspector's report (its number) is recorded
    (DOA1974-11-1c)."""
    clause = "DOA1974-11-1c"
    if report:
        return Decision.allowed(
            clause, f"The order was reported to the Veterinary Surgeon ({report})."
        )
    text = "No report of the order to the Veterinary Surgeon is recorded."
    return Decision.refused(clause, text, "The Inspector reports the order first.")


def examined(*, place: bool, animals: bool, no_animals_note: str = "") -> Decision:
    """Whether the examination is complete: the place, and the animals kept in it or a note that
    none are (DOA1974-11-2a)."""
    clause = "DOA1974-11-2a"
    missing = [] if place else ["the place"]
    if not (animals or no_animals_note.strip()):
        missing.append("the animals kept there (or a note that none are)")
    if missing:
        text = f"No examination is recorded of {listed(missing)}."
        return Decision.refused(clause, text, "Examine, and record the findings.")
    found = "the animals kept there" if animals else "no animals were there"
    return Decision.allowed(clause, f"Examined: the place; {found}.")


def outcome(word: str) -> Decision:
    """Whether `word` is an outcome of the examination: confirm or cancel (DOA1974-11-2b)."""
    clause = "DOA1974-11-2b"
    if word in ("confirm", "cancel"):
        return Decision.allowed(clause, f"The Veterinary Surgeon may {word} the order.")
    text = f"There is no outcome {word!r}; the order stays in force until one is chosen."
    return Decision.refused(clause, text, "Choose confirm or cancel.")


def confirm_or_cancel(
    word: str,
    *,
    in_force: bool,
    report: str,
    place_examined: bool,
    animals_examined: bool,
    no_animals_note: str = "",
    same_person: bool = False,
) -> Decision:
    """Whether the order may be confirmed or cancelled now (DOA1974-11-1c, 11-2a, 11-2b).

    `in_force`: the order stands and was neither confirmed nor cancelled. `same_person`: the one
    who ordered decides, in another capacity; the Act lets one person hold both (DOA1974-3-3), so
    it is allowed with a warning.
    """
    decision = (
        outcome(word)
        .also(reported(report))
        .also(
            examined(
                place=place_examined, animals=animals_examined, no_animals_note=no_animals_note
            )
        )
    )
    if not in_force:
        text = "The order is already confirmed or cancelled, or no longer in force."
        decision = decision.also(Decision.refused("DOA1974-11-2b", text))
    if same_person:
        decision = decision.also(same_person_warning())
    return decision


def same_person_warning() -> Decision:
    """Allowed with a warning: the person who ordered also decides (DOA1974-3-3)."""
    text = (
        "Warning: the same person ordered and decides. The Act allows it; where another "
        "Veterinary Surgeon is at hand, that officer should decide."
    )
    return Decision.allowed("DOA1974-3-3", text)


def radius(metres: float, *, confirmed: bool, figures: Figures, at: date | datetime) -> Decision:
    """Whether a radius of `metres` may be chosen (DOA1974-11-3a): only when the order is
    confirmed, longer than nothing, at most the figure of the day. Raises Refused for a day before
    the Act."""
    clause = "DOA1974-11-3a"
    maximum = figures.number(RADIUS_MAXIMUM, as_day(at))
    decisions: list[Decision] = []
    if not confirmed:
        text = "A radius can be declared only when the order is confirmed."
        decisions.append(Decision.refused(clause, text, "Confirm the order first."))
    if not math.isfinite(metres) or metres <= 0:
        text = f"A radius of {metres} metres is none."
        remedy = f"Choose more than 0 and at most {maximum:,.3f} metres."
        decisions.append(Decision.refused(clause, text, remedy))
    elif metres > maximum:
        text = f"A radius of {metres!r} metres exceeds one mile, {maximum:,.3f} metres."
        decisions.append(Decision.refused(clause, text, f"Choose at most {maximum:,.3f} metres."))
    text = f"A radius of {metres:,.3f} metres, of at most {maximum:,.3f}, is declared."
    return Decision.together(decisions or [Decision.allowed(clause, text)])


def declarable(
    *,
    distance_m: float | None,
    metres: float,
    keeps_animals: bool,
    accuracy_m: float = 0.0,
    officers_reason: str = "",
) -> Decision:
    """Whether one premises belongs in the declaration of a radius of `metres` (DOA1974-11-3a).

    `distance_m` is geodesic from edge to edge, counted to the millimetre; None where only the
    village is known. Animals must be kept there, even temporarily. Premises whose `accuracy_m`
    straddles the line, or whose place is not known, need the officer's decision with a reason.
    """
    clause = "DOA1974-11-3a"
    if not keeps_animals:
        text = "No animals are kept there; the radius declares premises, not land."
        return Decision.refused(clause, text)
    chosen = _millimetres(metres)
    if distance_m is not None:
        distance, accuracy = _millimetres(distance_m), _millimetres(accuracy_m)
        if distance + accuracy <= chosen:
            text = f"Animals are kept there, {distance / 1000:,.3f} metres from the place."
            return Decision.allowed(clause, text)
        if distance - accuracy > chosen:
            text = f"It lies {distance / 1000:,.3f} metres off, beyond {metres:,.3f} metres."
            return Decision.refused(clause, text, "Leave it out.")
        where = f"{distance / 1000:,.3f} metres off, known to {accuracy_m:,.1f} metres"
    else:
        where = "known only by its village"
    if officers_reason.strip():
        text = f"It is {where}; the Veterinary Surgeon includes it: {officers_reason.strip()}"
        return Decision.allowed(clause, text)
    text = f"It is {where}, so it may lie inside the radius or outside."
    return Decision.needs_decision(clause, text, "Find out, or decide with a reason.")


def report_to_government(*, confirmed: bool) -> Decision:
    """Whether the action is to be reported to Government (DOA1974-11-3c): after confirmation, with
    a radius or without; on cancellation nothing goes to Government (a reading)."""
    clause = "DOA1974-11-3c"
    if confirmed:
        return Decision.allowed(clause, "The order is confirmed; the action is to be reported.")
    text = "The report to Government follows the confirmation of the order."
    return Decision.refused(clause, text, "Confirm the order first.")


def cancelled_by_veterinary_surgeon(*, in_force: bool, other_live: Sequence[str]) -> Cessation:
    """Whether the place ceases when its order is cancelled (DOA1974-11-4a): at once, unless
    another live declaration (`other_live`, their numbers) covers it."""
    clause = "DOA1974-11-4a"
    if not in_force:
        text = "The order is not in force; there is nothing to cancel."
        return Cessation(False, Decision.refused(clause, text))
    if other_live:
        text = f"The place stays an infected place under {listed(other_live)}."
        return Cessation(False, Decision.allowed(clause, text))
    text = "The place ceases to be an infected place at the moment of cancellation."
    return Cessation(True, Decision.allowed(clause, text))


def _millimetres(metres: float) -> int:
    return round(metres * 1000)
