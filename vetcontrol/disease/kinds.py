"""The kinds of entry of a case: their effects, and what a correction may restate."""

from __future__ import annotations

from vetcontrol.disease import case, decision, examination, order, publication, radius, serving
from vetcontrol.disease.order import restated_place as place
from vetcontrol.disease.present import refresh
from vetcontrol.register.entries import Kind
from vetcontrol.register.restating import metres, one_of, restating, wording

SURGEON = ("veterinary_surgeon",)
FIELD = ("inspector", "veterinary_surgeon")
KINDS = (
    Kind(
        case.ORDERED,
        effects=order.effects_of,
        restatable=frozenset({"signed_at", "geometry", "accuracy_m", "grounds"}),
        restate=restating(geometry=place, accuracy_m=metres, grounds=wording),
        corrected_by=FIELD,
    ),
    Kind(
        case.EXAMINED,
        effects=examination.effects_of,
        restatable=frozenset({"signed_at", "examined_at", "findings"}),
        restate=restating(findings=wording),
        corrected_by=SURGEON,
    ),
    Kind(
        case.RADIUS_DECLARED,
        effects=radius.effects_of,
        restatable=frozenset({"signed_at", "premises_ids"}),
        restate=radius.restate,
        corrected_by=SURGEON,
    ),
    Kind(
        case.REPORTED,
        restatable=frozenset({"signed_at", "findings"}),
        restate=restating(findings=wording),
        corrected_by=SURGEON,
    ),
    Kind(
        case.DECIDED,
        effects=decision.effects_of,
        restatable=frozenset({"signed_at", "reasons"}),
        restate=restating(reasons=wording),
    ),
    Kind(
        case.SERVED,
        restatable=frozenset({"served_at", "manner"}),
        restate=restating(manner=one_of(serving.MANNERS)),
        corrected_by=FIELD,
    ),
)
REFRESHERS = {case.SUBJECT: refresh}
PUBLICATIONS = publication.PUBLICATIONS
