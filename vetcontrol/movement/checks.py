"""A check of a removal on the way against its licence: recorded once for each id of a device.

Contrary verdicts of two officers both stand; each is its own entry.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

import shapely

from vetcontrol.canonical import canonical, digest, instant_text
from vetcontrol.documents.parts import Signatory
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.gazette.grounds import moment
from vetcontrol.movement import queries
from vetcontrol.movement.checking import Found, Verdict, judge
from vetcontrol.movement.consignment import LONGEST_TAG, MOST_JOURNEYS, MOST_TAGS, compared
from vetcontrol.movement.licence import CHECKED
from vetcontrol.movement.present import refresh_licence
from vetcontrol.officers import tenure
from vetcontrol.officers.authority import Officer
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.places.queries import require_near
from vetcontrol.register.entries import Actor, Entry
from vetcontrol.register.register import Reading, Writing

CLAUSE = "DOA1974-14-1a"
ROLES = (Role.INSPECTOR, Role.VETERINARY_SURGEON, Role.POLICE)
_CLIENT_ID = re.compile(r"[A-Za-z0-9._:-]{8,60}")


def check(
    writing: Writing,
    officer: Officer,
    number: str,
    found: Found,
    *,
    client_id: str,
    known_seq: int | None = None,
) -> tuple[Entry, bool]:
    """Record a check of the licence `number`; returns its entry, and whether it is new.

    By an Inspector, a Veterinary Surgeon or a police officer, wherever he stands: a check looks
    and records, it uses no power over what is moved. `known_seq` is what the verdict relies on
    (default: the log's head); where more is known now, the entry also says what that makes of it.
    The same check again answers as before, also where a correction has struck it, which the
    content then names as `corrected_by`; another under the same `client_id` raises `Refused`.
    """
    if not _CLIENT_ID.fullmatch(client_id):
        raise Malformed.field("client_id", "is 8 to 60 letters, digits and . _ : -, made at random")
    at = moment(writing, found.at, not_before=None, field="at")
    said = body_hash(officer, number, found, known_seq)
    before = queries.check_ever(writing.session, client_id)
    if before is not None:
        if before.content["body_hash"] != said:
            raise Refused(
                f"The id {client_id} belongs to another check; give each check an id of its own."
            )
        return before, False
    actor = checker(writing, officer, at, clause=CLAUSE)
    head = writing.register.database.head()
    if known_seq is not None and known_seq > head:
        raise Malformed.field("known_seq", f"is beyond {head}, the newest entry of the log")
    _sound(found)
    further = len(queries.licence(writing.session, number).consignment.conditions)
    if any(not 1 <= at <= further for at in found.conditions or ()):
        raise Malformed.field(
            "conditions_met", f"speak of more than the {further} further conditions of {number}"
        )
    require_near(writing.known(), found.point, at)
    verdict = judge(writing, number, found, head if known_seq is None else known_seq)
    now = verdict if verdict.known_seq == head else judge(writing, number, found, head)
    entry = writing.append(
        CHECKED,
        actor,
        {
            "licence": number,
            "client_id": client_id,
            "body_hash": said,
            "geometry": json.loads(shapely.to_geojson(found.point)),
            "accuracy_m": found.accuracy_m,
            "at": instant_text(at),
            "found": _as_found(found),
            **_said(verdict),
            "as_known_now": {"known_seq": now.known_seq, "verdict": now.word}
            | {"decision": now.decision.as_json()},
            "signed_at": instant_text(at),
        },
        subjects=(number,),
        signed_at=at,
    )
    refresh_licence(writing, number)
    return entry, True


def _said(verdict: Verdict) -> dict[str, Any]:
    return {
        "verdict": verdict.word,
        "decision": verdict.decision.as_json(),
        "known_seq": verdict.known_seq,
        "journey": verdict.journey,
        "not_looked_at": list(verdict.not_looked_at),
    }


def checker(reading: Reading, officer: Officer, at: datetime, *, clause: str) -> Actor:
    """The officer with the appointment on which he looks and records what `clause` speaks of.

    Raises `NoAuthority`.
    """
    row = tenure.held(reading, officer.username, ROLES, at)
    if row is None:
        who = ", ".join(WORDS[role] for role in ROLES)
        raise NoAuthority(
            f"This is recorded by one of: {who}. No such appointment of {officer.username} was in"
            " force then.",
            clauses=(clause,),
        )
    return Actor(officer.username, row.number)


def signatory(reading: Reading, officer: Officer, actor: Actor) -> Signatory:
    """The officer as he signs a record made on the appointment of `actor`."""
    row = reading.session.get_one(AppointmentRow, actor.appointment)
    return Signatory(officer.name, row.office_title, row.number)


def body_hash(officer: Officer, number: str, found: Found, known_seq: int | None) -> str:
    """The digest of what a check was asked with and by whom."""
    return digest(
        canonical(
            [
                officer.username,
                number,
                [found.point.x, found.point.y],
                found.accuracy_m,
                instant_text(found.at),
                known_seq,
                _as_found(found),
            ]
        )
    )


def _as_found(found: Found) -> dict[str, Any]:
    return {
        "tags": None if found.tags is None else list(found.tags),
        "counts": None if found.counts is None else dict(found.counts),
        "items": None if found.items is None else [item.value for item in found.items],
        "within": found.within,
        "vehicle": found.vehicle,
        "mode": None if found.mode is None else found.mode.value,
        "conditions": None
        if found.conditions is None
        else {str(at): kept for at, kept in found.conditions.items()},
        "journey": found.journey,
    }


def _sound(found: Found) -> None:
    """Raises `Malformed`, naming the field, for what cannot have been found."""
    if found.point.is_empty:
        raise Malformed.field("geometry", "is the place of the check; give a point")
    for tag in found.tags or ():
        if not compared(tag) or len(tag) > LONGEST_TAG:
            raise Malformed.field("tags", f"each is at most {LONGEST_TAG} characters")
    if len(found.tags or ()) > MOST_TAGS:
        raise Malformed.field("tags", f"are more than {MOST_TAGS}")
    if any(number < 0 or len(kind) > LONGEST_TAG for kind, number in (found.counts or {}).items()):
        raise Malformed.field("counts", "are numbers of 0 or more by species")
    if found.vehicle is not None and len(found.vehicle) > LONGEST_TAG:
        raise Malformed.field("vehicle", f"is longer than {LONGEST_TAG} characters")
    if found.journey is not None and not 1 <= found.journey <= MOST_JOURNEYS:
        raise Malformed.field("journey", f"is the number of the journey, 1 to {MOST_JOURNEYS}")
