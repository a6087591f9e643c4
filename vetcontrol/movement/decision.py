"""Section 14(1): the Inspector grants a licence on conditions, refuses it, or revokes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.canonical import instant_text
from vetcontrol.clock import as_utc, in_words
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments import (
    LicencePaper,
    Terms,
    licence_refusal,
    licence_revocation,
    movement_licence,
)
from vetcontrol.errors import FieldError, Malformed, Refused
from vetcontrol.gazette.grounds import moment, remark, require_position, words
from vetcontrol.gazette.tables import DiseaseRow
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals import licence as law
from vetcontrol.law.diseases_of_animals.licence import CLAUSE, State
from vetcontrol.movement import queries
from vetcontrol.movement.application import asked_journey
from vetcontrol.movement.consignment import Consignment, as_content, require_sound
from vetcontrol.movement.journey import Encounter, Journey
from vetcontrol.movement.licence import (
    GRANTED,
    PAPER,
    REFUSED,
    REVOKED,
    Licence,
    require,
    require_revocable,
    require_time_left,
)
from vetcontrol.movement.papers import end_value, origin_place, owner, personal, removed
from vetcontrol.movement.present import refresh_licence
from vetcontrol.officers.authority import Authority, Officer, authorise
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import DocumentRow

# What a grant may set otherwise than it was asked for.
CHANGEABLE = frozenset(
    {
        "valid_from",
        "valid_to",
        "lines",
        "tags",
        "counts",
        "route",
        "corridor_m",
        "vehicle",
        "person_in_charge",
        "journeys",
        "conditions",
    }
)


@dataclass(frozen=True)
class _Step:
    """A step on a licence that is being written: when, on whose authority, why there."""

    writing: Writing
    licence: Licence
    at: datetime
    authority: Authority
    position_reason: str

    def paper(self, number: str) -> LicencePaper:
        """What the paper of the step says under its own `number`."""
        found, writing = self.licence, self.writing
        return LicencePaper(
            number,
            found.number,
            origin_place(writing, self.authority.officer, found.consignment, found.place),
            owner(writing, found.owner, found.owner_address),
            self.at,
            self.authority.signatory(),
        )

    def record(self, kind: str, paper: Document, content: Mapping[str, Any]) -> Entry:
        """The entry of the step, with its paper, whose number it has."""
        licence = self.licence.number
        entry = self.writing.append(
            kind,
            self.authority.actor,
            {
                "decision": self.authority.decision.as_json(),
                "position_reason": self.position_reason,
                "signed_at": instant_text(self.at),
                **content,
            },
            subjects=(licence,),
            number=paper.number,
            signed_at=self.at,
            documents=(paper,),
        )
        refresh_licence(self.writing, licence)
        return entry

    def against(self, kind: str, paper: Document, reasons: str, **more: Any) -> Entry:
        """The entry of a refusal or revocation, with `more` of its own."""
        told = {"licence": self.licence.number, "number": paper.number, "reasons": reasons}
        return self.record(kind, paper, told | more)


def _step(
    writing: Writing,
    officer: Officer,
    found: Licence,
    *,
    at: datetime,
    where: BaseGeometry,
    position_reason: str,
) -> _Step:
    """The step, of a removal that happens at `where` (EPSG:4326). Raises `NoAuthority` where
    neither an Inspector's area holds it nor a Veterinary Surgeon acts."""
    remark("position_reason", position_reason)
    authority = authorise(writing, officer, "inspector", clause=CLAUSE, at=at, geometry=where)
    require_position(authority.decision, position_reason)
    return _Step(writing, found, at, authority, position_reason)


def grant(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    changes: Mapping[str, Any] | None = None,
    reason: str = "",
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Grant the licence as it was asked for, or with `changes` (fields of `Consignment` that are
    in `CHANGEABLE`), which is where conditions are set.

    A needless licence is refused; where that needs a decision, `reason` decides it. Raises
    `Malformed`, `Refused`, `NoAuthority`, `NotFound` with clauses.
    """
    found = queries.licence(writing.session, number)
    at = moment(writing, signed_at, not_before=found.asked_at)
    require(found, State.APPLIED, "A grant")
    given = dict(changes or {})
    unknown = sorted(set(given) - CHANGEABLE)
    if unknown:
        raise Malformed.field(unknown[0], "is not changed by a grant; ask for the licence anew")
    of = replace(found.consignment, **given)
    of = require_sound(of)
    if of.valid_to <= at:
        raise Malformed.field("valid_to", f"{in_words(of.valid_to)} is past; give a later moment")
    why = remark("reason", reason)
    met = asked_journey(writing, of, at)
    step = _step(
        writing, officer, found, at=at, where=met.licensed_at, position_reason=position_reason
    )
    lawful = Decision.together([_lawful(met.decision, why), *_controlled(met, why)])
    paper = movement_licence(
        step.paper(_paper_number(writing, number)),
        terms=_terms(writing, officer, of, met),
        disease=", ".join(_disease(writing, code) for code in met.diseases),
        geometry=json.loads(shapely.to_geojson(of.origin.geometry)),
        reason=why,
    )
    content = {
        "number": number,
        "removal": as_content(of, writing),
        "met": [_met(one) for one in met.met],
        "diseases": list(met.diseases),
        "licensed_at": json.loads(shapely.to_geojson(met.licensed_at)),
        "drawn": met.drawn,
        "known_seq": met.known_seq,
        "reason": why,
        "decision": step.authority.decision.also(lawful).as_json(),
        "journey": met.decision.as_json(),
    }
    return step.record(GRANTED, paper, content)


def _met(one: Encounter) -> dict[str, Any]:
    return {
        "feature": one.feature,
        "number": one.version.facts["number"],
        "name": one.name,
        "way": one.way.value,
        "otherwise": [way.value for way in one.otherwise],
        "from_m": one.from_m,
        "to_m": one.to_m,
    }


def _lawful(journey: Decision, reason: str) -> Decision:
    """The decision to grant. Raises `Refused`, at the field where a reason is all that it lacks."""
    try:
        return law.grant(journey, reason=reason).require()
    except Refused as refusal:
        if journey.outcome is Outcome.NEEDS_DECISION:
            refusal.errors = (FieldError("reason", "is blank; say why a licence is granted"),)
        raise


def _controlled(met: Journey, reason: str) -> list[Decision]:
    """What controls say to the journey, which no licence overrides. Raises `Refused` where one
    forbids it, and, at the field, where one asks for a decision and no reason is given."""
    for told in met.controls:
        told.require()
        if told.outcome is Outcome.NEEDS_DECISION and not reason:
            raise Refused(
                " ".join(f"{r.text} {r.remedy}".strip() for r in told.reasons),
                clauses=told.clauses,
                errors=(FieldError("reason", "is blank; say why the control is kept"),),
            )
    return list(met.controls)


def _paper_number(writing: Writing, number: str) -> str:
    """The number of the paper of a grant: the licence's own, unless a grant that was struck has
    it, whose paper is out there."""
    taken = writing.session.get(DocumentRow, number) is not None
    return writing.next_number(PAPER) if taken else number


def _disease(writing: Writing, code: str) -> str:
    row = writing.session.get(DiseaseRow, code)
    return code if row is None else row.name


def _terms(writing: Writing, officer: Officer, of: Consignment, met: Journey) -> Terms:
    return Terms(
        removed(of),
        origin=end_value(writing, officer, of.origin, of.origin_words),
        destination=end_value(writing, officer, of.destination, of.destination_words),
        valid_from=of.valid_from,
        valid_to=of.valid_to,
        journeys=of.journeys,
        mode=of.mode.value,
        vehicle=of.vehicle,
        consignment=of.carried_by,
        person_in_charge=personal(writing, of.person_in_charge),
        route=None if of.route is None else json.loads(shapely.to_geojson(of.route)),
        route_m=met.path.length_m,
        corridor_m=of.corridor_m,
        further=of.conditions,
        met=[(one.name, [way.value for way in one.ways]) for one in met.met],
    )


def refuse(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    reasons: str,
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Refuse the licence that was asked for, with reasons. Raises as `grant`."""
    found = queries.licence(writing.session, number)
    at = moment(writing, signed_at, not_before=found.asked_at)
    require(found, State.APPLIED, "A refusal")
    why = words("reasons", reasons)
    met = asked_journey(writing, found.consignment, at)
    step = _step(
        writing, officer, found, at=at, where=met.licensed_at, position_reason=position_reason
    )
    paper = licence_refusal(
        step.paper(writing.next_number("MLR")),
        asked_at=found.asked_at,
        reasons=why,
        removed=removed(found.consignment),
        needless=met.decision.outcome is Outcome.ALLOWED,
    )
    return step.against(REFUSED, paper, why, journey=met.decision.as_json())


def revoke(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    reasons: str,
    revoked_at: datetime | None = None,
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Revoke a licence from `revoked_at` (default: the signing), with reasons. Raises as `grant`.

    A revocation reaches no moment before it was signed: what was moved before was licensed. One
    that stands for a moment to come is brought forward by another, and never put off.
    """
    found = queries.licence(writing.session, number)
    require_revocable(found)
    assert found.granted_at is not None
    at = moment(writing, signed_at, not_before=found.granted_at)
    why = words("reasons", reasons)
    ends = at if revoked_at is None else _utc("revoked_at", revoked_at)
    if ends < at:
        raise Malformed.field(
            "revoked_at", f"is before {in_words(at)}, when the revocation was signed"
        )
    require_revocable(found, ends)
    require_time_left(found, ends)
    # What it was granted for may have ended since; it is revoked where it was granted.
    step = _step(
        writing, officer, found, at=at, where=found.licensed_at, position_reason=position_reason
    )
    paper = licence_revocation(
        step.paper(writing.next_number("MLV")),
        granted_at=found.granted_at,
        revoked_at=ends,
        reasons=why,
    )
    return step.against(REVOKED, paper, why, revoked_at=instant_text(ends))


def _utc(field: str, given: datetime) -> datetime:
    """The moment in UTC. Raises `Malformed` where it has no offset."""
    try:
        return as_utc(given)
    except ValueError as error:
        raise Malformed.field(field, str(error)) from error
