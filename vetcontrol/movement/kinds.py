"""The kinds of entry of movement, and what a correction may restate. None changes the map."""

from __future__ import annotations

from vetcontrol.movement import licence, present
from vetcontrol.register.entries import Kind
from vetcontrol.register.restating import restating, wording

FIELD = ("inspector", "veterinary_surgeon", "government")
ROADSIDE = (*FIELD, "police")
KINDS = (
    Kind(licence.APPLIED, corrected_by=FIELD),
    Kind(licence.GRANTED, corrected_by=FIELD),
    Kind(
        licence.REFUSED,
        restatable=frozenset({"reasons"}),
        restate=restating(reasons=wording),
        corrected_by=FIELD,
    ),
    Kind(
        licence.REVOKED,
        restatable=frozenset({"reasons"}),
        restate=restating(reasons=wording),
        corrected_by=FIELD,
    ),
    Kind(licence.CHECKED, corrected_by=ROADSIDE),
    Kind(present.UNLOADED, corrected_by=ROADSIDE),
    Kind(
        present.DIRECTED,
        restatable=frozenset({"breach"}),
        restate=restating(breach=wording),
        corrected_by=ROADSIDE,
    ),
    Kind(present.RETURNED, corrected_by=ROADSIDE),
)
REFRESHERS = present.REFRESHERS
