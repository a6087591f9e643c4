"""Section 13(1): Government, or the Collector, confirms or cancels what was reported."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from gis import geojson
from vetcontrol.canonical import instant, instant_text
from vetcontrol.disease import queries
from vetcontrol.disease.case import DECIDED, Case, Declaration
from vetcontrol.disease.cessation import Notice, notices
from vetcontrol.disease.limits import Limits
from vetcontrol.disease.places import described
from vetcontrol.disease.present import refresh
from vetcontrol.disease.publication import foresee
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments import (
    CessationCause,
    DecisionOutcome,
    ModifiedLimits,
    government_decision,
)
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette import notifications
from vetcontrol.gazette.grounds import Grounds, lay, moment, remark
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_areas as law
from vetcontrol.officers.authority import Officer
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Writing

CONFIRM, CANCEL = "DOA1974-13-1-a", "DOA1974-13-1-b"


def decide(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    outcome: str,
    declarations: Sequence[str] | None = None,
    geometry: BaseGeometry | None = None,
    village_ids: Sequence[str] = (),
    modifications: str = "",
    reasons: str = "",
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> tuple[Entry, str | None]:
    """Confirm or cancel the declarations of a case; returns the entry and the draft notification.

    `declarations` are numbers of the order and of radius declarations, by default all that wait
    for a decision; each may be cancelled without its siblings. A confirmation takes all that wait,
    and makes a draft notification whose limits are the geometry (EPSG:4326), the villages
    (feature ids), or what was declared. Raises `Malformed`, `Refused`, `NoAuthority` with clauses.
    """
    case = queries.case(writing.session, number)
    at = moment(writing, signed_at, not_before=case.reported_at or _last_signed(case))
    named = _named(case, declarations, outcome)
    confirm = outcome == "confirm"
    given = geometry is not None or bool(village_ids)
    decision = _lawful(case, named, outcome, modifications, given)
    drawn = None
    if confirm:
        foreseen = foresee(writing, case, named, geometry=geometry, village_ids=village_ids, at=at)
        drawn, decision = foreseen.limits, decision.also(foreseen.decision)
    laid = _laid(writing, officer, case, named, drawn, at=at, position_reason=position_reason)
    remark("modifications", modifications)
    remark("reasons", reasons)
    decision = laid.decision.also(decision)
    decision_number = writing.next_number("DCN")
    told = [] if drawn else _told(writing, case, named, laid, decision_number)
    document = _document(
        writing,
        case,
        named,
        laid,
        drawn,
        number=decision_number,
        modifications=modifications,
        reasons=reasons,
    )
    entry = writing.append(
        DECIDED,
        laid.authority.actor,
        {
            "case_number": number,
            "number": decision_number,
            "outcome": outcome,
            "modified": bool(drawn and drawn.modified),
            "modifications": modifications,
            "reasons": reasons,
            "position_reason": position_reason,
            "declarations": [d.number for d in named],
            "ends": [] if confirm else _ends(writing, named, at),
            "signed_at": instant_text(at),
            "cessation_notices": [n.line for n in told],
            "decision": decision.as_json(),
        },
        subjects=(number,),
        number=decision_number,
        signed_at=at,
        documents=(document, *(n.document for n in told)),
    )
    draft = (
        _draft(writing, case, named, laid, drawn, decision_number=decision_number)
        if drawn
        else None
    )
    refresh(writing, number)
    return entry, draft


def _laid(
    writing: Writing,
    officer: Officer,
    case: Case,
    named: Sequence[Declaration],
    drawn: Limits | None,
    *,
    at: datetime,
    position_reason: str,
) -> Grounds:
    place = geometry_from(case.geometry)
    return lay(
        writing,
        officer,
        provision="13(1)",
        clause=CONFIRM if drawn else CANCEL,
        capacity=None,
        disease=case.disease,
        geometry=drawn.geometry if drawn else place,
        at=at,
        position_reason=position_reason,
        what="The infected area" if drawn else "The place",
        # A Collector cancels no declaration of places beyond his district (DOA1974-13-7).
        reaches=drawn.geometry if drawn else _declared(named),
    )


def _told(
    writing: Writing, case: Case, named: Sequence[Declaration], laid: Grounds, decision_number: str
) -> list[Notice]:
    return notices(
        writing,
        case,
        named,
        cause=CessationCause.CANCELLED_BY_GOVERNMENT,
        ending_number=decision_number,
        ended_at=laid.at,
        signatory=laid.authority.signatory(),
    )


def _document(
    writing: Writing,
    case: Case,
    named: Sequence[Declaration],
    laid: Grounds,
    drawn: Limits | None,
    *,
    number: str,
    modifications: str,
    reasons: str,
) -> Document:
    kind = DecisionOutcome.CANCEL
    if drawn:
        kind = (
            DecisionOutcome.CONFIRM_WITH_MODIFICATION if drawn.modified else DecisionOutcome.CONFIRM
        )
    return government_decision(
        number=number,
        case_number=case.number,
        report_number=case.government_report or "",
        outcome=kind,
        declarations=[d.number for d in named],
        disease=laid.disease_name,
        place=described(writing, case),
        signed_at=laid.at,
        signatory=laid.authority.signatory(),
        modifications=modifications,
        reasons=reasons,
        delegation_number=laid.authority.delegation,
        geometry=geojson.as_geojson(drawn.geometry) if drawn else None,
        limits=_modified(drawn) if drawn and drawn.modified else None,
    )


def _modified(drawn: Limits) -> ModifiedLimits:
    return ModifiedLimits(drawn.area_m2, drawn.composed_of)


def _draft(
    writing: Writing,
    case: Case,
    named: Sequence[Declaration],
    laid: Grounds,
    drawn: Limits,
    *,
    decision_number: str,
) -> str:
    """The draft notification that a confirmation makes (DOA1974-13-2)."""
    return notifications.draft(
        writing,
        laid.authority,
        kind=notifications.INFECTED_AREA,
        case_number=case.number,
        follows=laid.at,
        content={
            "disease": case.disease,
            "disease_name": case.disease_name,
            "area_name": area_name(case),
            "decision_number": decision_number,
            "declarations": [d.number for d in named],
            "geometry": json.loads(shapely.to_geojson(drawn.geometry)),
            "area_m2": drawn.area_m2,
            "villages": list(drawn.villages),
            "reason": "",
        },
    )


def area_name(case: Case) -> str:
    """How a notification calls the area of a case."""
    where = case.place.get("village") or case.place.get("taluka") or case.number
    return f"{where} ({case.number})"


def _last_signed(case: Case) -> datetime:
    return max(d.signed_at for d in case.declarations)


def waiting(case: Case) -> list[Declaration]:
    """The declarations that Government has not decided. Raises `Refused` where there is none."""
    if not case.undecided:
        raise Refused(
            f"Case {case.number} has no declaration that waits for a decision.",
            clauses=(CONFIRM,),
        )
    return list(case.undecided)


def _named(case: Case, declarations: Sequence[str] | None, outcome: str) -> list[Declaration]:
    live = [d.number for d in case.undecided]
    if declarations is None:
        return waiting(case)
    unknown = [n for n in declarations if n not in {d.number for d in case.declarations}]
    if unknown or not declarations:
        raise Malformed.field(
            "declarations", f"name declarations of the case: {', '.join(live) or 'none waits'}"
        )
    named = [d for d in case.declarations if d.number in set(declarations)]
    if outcome == "confirm" and {d.number for d in named} != set(live):
        raise Refused(
            "A confirmation takes all declarations of the case that wait for a decision"
            f" ({', '.join(live)}); cancel first those that are not to be confirmed.",
            clauses=(CONFIRM,),
        )
    return named


def _lawful(
    case: Case, named: Sequence[Declaration], outcome: str, modifications: str, given: bool
) -> Decision:
    return Decision.together(
        law.decide(
            outcome,
            report=case.government_report or "",
            in_force=declaration.cancelled_at is None and not declaration.confirmed,
            modifications=modifications,
            changed_limits=given,
        ).require()
        for declaration in named
    )


def _declared(named: Sequence[Declaration]) -> BaseGeometry:
    """All places that the declarations declared, as one geometry."""
    return shapely.union_all(
        [geometry_from(f["geometry"]) for d in named for f in d.features.values()]
    )


def _ends(writing: Writing, named: Sequence[Declaration], at: datetime) -> list[dict[str, str]]:
    """The declared places of `named` that are in force at `at`: they cease (DOA1974-13-6a)."""
    snapshot = writing.known()
    ended = []
    for declaration in named:
        for feature, about in declaration.features.items():
            if snapshot.feature(feature, at) is not None:
                ended.append({"feature": feature, "feature_kind": about["kind"]})
    return ended


def effects_of(content: Mapping[str, Any]) -> list[Effect]:
    """On cancellation the places of the declarations cease at the decision (DOA1974-13-6a)."""
    return [
        Effect(
            ended["feature"],
            FeatureKind(ended["feature_kind"]),
            Action.END,
            None,
            instant(content["signed_at"]),
            {"number": content["number"], "clauses": ["DOA1974-13-6a"]},
        )
        for ended in content["ends"]
    ]
