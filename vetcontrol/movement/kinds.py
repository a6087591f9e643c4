"""The kinds of entry of movement, and what a correction may restate. None changes the map."""

from __future__ import annotations

from collections.abc import Mapping

from vetcontrol.gazette.power import Power
from vetcontrol.movement import licence, present, tables
from vetcontrol.register.entries import Kind
from vetcontrol.register.restating import restating, wording
from vetcontrol.register.tables import Present

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
PRESENT = (
    Present(tables.LicenceRow, lambda row: str(row.number)),
    Present(tables.LicenceTagRow, lambda row: str(row.licence)),
    Present(tables.CheckRow, lambda row: str(row.licence)),
    Present(tables.UnloadingRow, lambda row: str(row.number)),
    Present(tables.ReturnRow, lambda row: str(row.number)),
)
POWERS: Mapping[str, Power] = {}
