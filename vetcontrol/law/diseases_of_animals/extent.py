"""Section 1(2): the Act extends to Goa, Daman and Diu and no further."""

from __future__ import annotations

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import Relation

CLAUSE = "DOA1974-1-2"


def extent(relation: Relation, *, what: str = "The place", import_route: bool = False) -> Decision:
    """Whether a feature lying `relation` to the territory may be made (DOA1974-1-2).

    `what` begins the sentence (`The infected area`). Outside means that some of it lies beyond the
    outline by more than the outline's stated accuracy; only an import route may begin there.
    """
    if relation is Relation.INSIDE:
        return Decision.allowed(CLAUSE, f"{what} lies in the territory.")
    if relation is Relation.WITHIN_ACCURACY:
        return Decision.needs_decision(
            CLAUSE,
            f"{what} reaches the outline of the territory, nearer than the outline is accurate.",
            "Say on what ground it lies in the territory.",
        )
    if import_route:
        return Decision.allowed(CLAUSE, f"{what} is an import route, which may begin outside.")
    return Decision.refused(
        CLAUSE,
        f"{what} lies outside Goa, Daman and Diu, or reaches out of it; the Act does not.",
        "Keep it in the territory; what lies beyond is for the neighbouring authority.",
    )
