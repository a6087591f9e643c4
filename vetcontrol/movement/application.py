"""Section 14(1): a licence is asked for, by the owner or for him, through an officer."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

import shapely

from vetcontrol.canonical import instant_text
from vetcontrol.errors import Malformed
from vetcontrol.gazette.grounds import moment, remark, require_position, words
from vetcontrol.movement.consignment import (
    CLAUSE,
    LONGEST_NAME,
    Consignment,
    as_content,
    require_sound,
)
from vetcontrol.movement.finding import require_finding
from vetcontrol.movement.journey import Journey, journey_of
from vetcontrol.movement.licence import APPLIED, SUBJECT
from vetcontrol.movement.papers import place_content
from vetcontrol.movement.present import refresh_licence
from vetcontrol.officers.authority import Officer, authorise
from vetcontrol.places.queries import whereabouts
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Writing

#: How a licence was asked for; `entered_for_owner` where the officer enters it of his own motion.
ASKED = ("in_person", "in_writing", "telephone", "message", "entered_for_owner")


def apply(
    writing: Writing,
    officer: Officer,
    *,
    removal: Consignment,
    owner: str,
    owner_address: str = "",
    asked_how: str = "in_person",
    asked_by: str = "",
    asked_at: datetime | None = None,
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Enter an application for a licence; returns its entry, whose content has the `number`.

    The Inspector in whose area the removal happens, or a Veterinary Surgeon. `asked_by` is who
    asked where that was not the owner, `asked_at` when (default now). Raises `Malformed`,
    `NoAuthority` with clauses.
    """
    at = moment(writing, signed_at, not_before=None)
    asked = at if asked_at is None else moment(writing, asked_at, not_before=None, field="asked_at")
    if asked > at:
        raise Malformed.field("asked_at", "is after the application was entered")
    if asked_how not in ASKED:
        raise Malformed.field("asked_how", f"is one of {', '.join(ASKED)}")
    _name("owner", owner, needed=True)
    _name("owner_address", owner_address, needed=False)
    _name("asked_by", asked_by, needed=False)
    removal = require_sound(removal)
    own = require_finding(writing, officer, shown=removal.shown, finding=removal.finding, at=at)
    removal = replace(removal, own_finding=own)
    lies = whereabouts(writing.known(), removal.origin.geometry, at)
    met = asked_journey(writing, removal, at)
    authority = authorise(
        writing, officer, "inspector", clause=CLAUSE, at=at, geometry=met.licensed_at
    )
    remark("position_reason", position_reason)
    require_position(authority.decision, position_reason)
    number = writing.next_number(SUBJECT)
    entry = writing.append(
        APPLIED,
        authority.actor,
        {
            "number": number,
            "removal": as_content(removal, writing),
            "owner": writing.seal(owner.strip()),
            "owner_address": writing.seal(owner_address.strip()) if owner_address.strip() else None,
            "asked": {
                "how": asked_how,
                "by": writing.seal(asked_by.strip()) if asked_by.strip() else None,
                "at": instant_text(asked),
            },
            "place": place_content(lies),
            "diseases": list(met.diseases),
            "licensed_at": json.loads(shapely.to_geojson(met.licensed_at)),
            "position_reason": position_reason,
            "signed_at": instant_text(at),
            "decision": authority.decision.as_json(),
            "journey": met.decision.as_json(),
        },
        subjects=(number,),
        signed_at=at,
    )
    refresh_licence(writing, number)
    return entry


def asked_journey(reading: Reading, removal: Consignment, at: datetime) -> Journey:
    """What the removal meets from `at`, or from the beginning of its time if that comes later, to
    the end of its time."""
    since = max(at, removal.valid_from)
    return journey_of(reading, removal, since=since, until=max(since, removal.valid_to))


def _name(field: str, text: str, *, needed: bool) -> None:
    if needed:
        words(field, text)
    if len(text) > LONGEST_NAME:
        raise Malformed.field(field, f"is longer than {LONGEST_NAME} characters")
