"""The kinds of entry of a case: their effects, and what a correction may restate."""

from __future__ import annotations

from vetcontrol.disease import case, decision, examination, order, publication, radius
from vetcontrol.disease.present import refresh
from vetcontrol.register.entries import Kind

KINDS = (
    Kind(
        case.ORDERED,
        effects=order.effects_of,
        restatable=frozenset({"signed_at", "geometry", "accuracy_m", "premises_id", "grounds"}),
    ),
    Kind(
        case.EXAMINED,
        effects=examination.effects_of,
        restatable=frozenset({"signed_at", "examined_at", "findings"}),
    ),
    Kind(
        case.RADIUS_DECLARED,
        effects=radius.effects_of,
        restatable=frozenset({"signed_at", "premises_ids"}),
    ),
    Kind(case.REPORTED, restatable=frozenset({"signed_at", "findings"})),
    Kind(case.DECIDED, effects=decision.effects_of, restatable=frozenset({"signed_at", "reasons"})),
    Kind(case.SERVED, restatable=frozenset({"served_at", "manner"})),
)
REFRESHERS = {case.SUBJECT: refresh}
PUBLICATIONS = publication.PUBLICATIONS
