"""Section 15: taking back what was removed in breach of section 14."""

from __future__ import annotations

from datetime import datetime

from vetcontrol.clock import apart_in_words, in_words
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import Relation

CLAUSE, ISOLATION = "DOA1974-15", "DOA1974-15-prov"


def direction(*, breach: str, origin: str, within: datetime, at: datetime) -> Decision:
    """Whether the owner or person in charge may be required to take the animal or thing back.

    `breach` says how it was removed otherwise than as a licence allows, `origin` names the place or
    area it left; `within` is the time given, which must lie ahead of `at` to be reasonable.
    """
    if not breach.strip():
        return Decision.refused(
            CLAUSE,
            "Only what was removed otherwise than as a licence allows is taken back.",
            "Say how the removal was in breach.",
        )
    if not origin:
        return Decision.refused(
            CLAUSE,
            "It is taken back to the infected place or area that it left, and none is named.",
            "Name that place or area.",
        )
    if within <= at:
        by, signed = apart_in_words(within, at)
        return Decision.refused(
            CLAUSE,
            f"It must be taken back by {by}, which does not lie ahead of the direction, {signed}.",
            "Give a reasonable time.",
        )
    return Decision.allowed(CLAUSE, f"It is to be taken back to {origin} by {in_words(within)}.")


def gone(found: Relation, origin: str) -> Decision:
    """Whether what is `found` so to `origin`, the place or area that it is said to have left, has
    left it: nothing that is still inside is taken back."""
    if found is Relation.OUTSIDE:
        return Decision.allowed(CLAUSE, f"It is found outside of the {origin}.")
    if found is Relation.INSIDE:
        return Decision.refused(
            CLAUSE,
            f"It is found inside the {origin}: nothing was removed from there, so nothing is taken"
            " back.",
            "Name the place or area that it left, or the place where it is found.",
        )
    return Decision.needs_decision(
        CLAUSE,
        f"It is found nearer to the edge of the {origin} than that is known, so that it may not"
        " have left.",
        "Find out on which side of the line it lies, then decide with a reason.",
    )


def returned(*, within: datetime, at: datetime) -> Decision:
    """What a return at `at` means: in time, or late and so a matter for the offence of not
    complying, which does not undo the return."""
    if at <= within:
        return Decision.allowed(CLAUSE, "It was taken back in time.")
    back, by = apart_in_words(at, within)
    late = f"It was taken back at {back}, after {by}, the time given."
    return Decision.allowed(CLAUSE, late)


def isolation(directions: tuple[str, ...]) -> Decision:
    """Whether an infective animal may be isolated under section 8 while `directions` to take it
    back are open: always (DOA1974-15-prov), with a warning that the two clash."""
    if not directions:
        return Decision.allowed(ISOLATION, "No direction to take the animal back is open.")
    return Decision.allowed(
        ISOLATION,
        f"Warning: {', '.join(directions)} requires the animal to be taken back, which isolation"
        " where it stands contradicts. Section 15 does not limit the power under section 8.",
    )
