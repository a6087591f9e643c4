"""What is in force and yet not known well enough to tell: a place roughly placed, an hour unstated.

Higher packages ask the same of a point on the map and of a journey.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from vetcontrol.clock import day_of, start_of_day
from vetcontrol.law.decisions import Decision
from vetcontrol.register.effects import FeatureKind, Version

# A declared place is looked for around a point as far as it is stated to be off, within these.
LEAST_NEAR_M, MOST_NEAR_M = 20.0, 500.0
LEGAL = (
    FeatureKind.INFECTED_PLACE,
    FeatureKind.DECLARED_PLACE,
    FeatureKind.INFECTED_AREA,
)


def placed_to(version: Version) -> float:
    """How far off, in metres, a declared place may lie from where it was entered.

    A place entered as a point has an extent that nobody drew, so a position typed from the order
    or tapped on the map never meets it exactly.
    """
    stated = float(version.facts["accuracy_m"] or 0.0)
    return min(max(stated, LEAST_NEAR_M), MOST_NEAR_M)


def hour_in_doubt(version: Version, at: datetime) -> Decision | None:
    """Where the gazette's hour is not stated, a question inside that day needs a decision."""
    facts = version.facts
    day = start_of_day(day_of(at))
    tomorrow = day + timedelta(days=1)
    began = facts.get("hour_not_stated") and day <= version.begins < tomorrow
    ended = (
        facts.get("end_hour_not_stated")
        and version.ends is not None
        and day <= version.ends < tomorrow
    )
    if not (began or ended):
        return None
    number = facts["end_number"] if ended else facts["number"]
    clause = (facts["end_clauses"] if ended else facts["clauses"])[0]
    return Decision.needs_decision(
        clause,
        f"{number} was published on this day, and the hour is not stated.",
        "Ask for the hour of the gazette before you rely on this day.",
    )
