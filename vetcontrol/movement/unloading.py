"""Section 14(2), proviso: a load taken off rail inside an infected place or area.

Carriage by rail through it is free until then; from then the load leaves only under a licence.
"""

from __future__ import annotations

import json
from datetime import datetime

import shapely
from shapely.geometry import Point

from vetcontrol.canonical import instant_text
from vetcontrol.documents.instruments import Removed, unloading_record
from vetcontrol.documents.parts import Place
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette.grounds import moment, remark
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.removal import RAIL, UNLOADED
from vetcontrol.movement.checks import checker, signatory
from vetcontrol.movement.consignment import LONGEST_TAG, compared
from vetcontrol.movement.journey import named
from vetcontrol.movement.lying import holds
from vetcontrol.movement.papers import removed_content, require_something
from vetcontrol.movement.present import UNLOADED as KIND
from vetcontrol.movement.present import UNLOADING_SUBJECT, refresh_unloading
from vetcontrol.officers.authority import Officer
from vetcontrol.places.queries import require_near, whereabouts
from vetcontrol.places.words import unnamed
from vetcontrol.register.doubts import LEGAL, MOST_NEAR_M
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing


def unload(
    writing: Writing,
    officer: Officer,
    *,
    consignment: str,
    point: Point,
    unloaded_at: datetime | None = None,
    removed: Removed,
    remarks: str = "",
) -> Entry:
    """Record that the rail `consignment` was unloaded at `point` (EPSG:4326), which lies in an
    infected place or area in force then; returns the entry, whose number is the record's.

    By an Inspector, a Veterinary Surgeon or a police officer. Raises `Malformed`, `NoAuthority`,
    and `Refused` where nothing is in force there, so that rail stays free.
    """
    if not 2 <= len(compared(consignment)) <= LONGEST_TAG or len(consignment) > LONGEST_TAG:
        raise Malformed.field("consignment", "is a reference of 2 to 40 letters and digits")
    at = moment(writing, unloaded_at, not_before=None, field="unloaded_at")
    actor = checker(writing, officer, at, clause=UNLOADED)
    require_near(writing.known(), point, at)
    inside = _inside(writing, point, at)
    removed = require_something(removed)
    said = remark("remarks", remarks)
    decision = Decision.allowed(UNLOADED, f"It was unloaded inside: {', '.join(inside)}.")
    number = writing.next_number(UNLOADING_SUBJECT)
    lies = whereabouts(writing.known(), point, at)
    geometry = json.loads(shapely.to_geojson(point))
    paper = unloading_record(
        number=number,
        consignment=consignment,
        unloaded_at=at,
        inside=inside,
        removed=removed,
        place=Place(unnamed(geometry), lies.village, lies.taluka, lies.district),
        geometry=geometry,
        signed_at=writing.now,
        signatory=signatory(writing, officer, actor),
    )
    entry = writing.append(
        KIND,
        actor,
        {
            "number": number,
            "consignment": consignment,
            "geometry": geometry,
            "unloaded_at": instant_text(at),
            "inside": inside,
            **removed_content(removed),
            "remarks": said,
            "signed_at": instant_text(writing.now),
            "decision": decision.as_json(),
        },
        subjects=(number,),
        number=number,
        documents=(paper,),
    )
    refresh_unloading(writing, number)
    return entry


def _inside(writing: Writing, point: Point, at: datetime) -> list[str]:
    """The names of what holds the point. Raises `Refused` where nothing does."""
    near = writing.known().near(point.x, point.y, MOST_NEAR_M, at)
    found = [named(version) for version in near if version.kind in LEGAL and holds(version, point)]
    if not found:
        raise Refused(
            "No infected place or area in force holds that place, so carriage by rail stays free"
            " of the licence. Give the place and time of the unloading.",
            clauses=(RAIL, UNLOADED),
        )
    return found
