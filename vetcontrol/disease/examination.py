"""Section 11(2) and (4): the Veterinary Surgeon examines, then confirms or cancels the order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import in_words
from vetcontrol.disease import queries
from vetcontrol.disease.case import EXAMINED, State
from vetcontrol.disease.cessation import notices
from vetcontrol.disease.grounds import lay, moment, remark, words
from vetcontrol.disease.places import described
from vetcontrol.disease.present import refresh
from vetcontrol.documents.instruments import (
    CessationCause,
    ExaminedAnimals,
    cancellation,
    confirmation,
    examination_record,
)
from vetcontrol.errors import Malformed
from vetcontrol.law.diseases_of_animals import infected_places as law
from vetcontrol.officers.authority import Officer
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Writing


def examine(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    findings: str,
    outcome: str,
    animals: Sequence[ExaminedAnimals] = (),
    no_animals_note: str = "",
    animals_examined: bool = True,
    examined_at: datetime | None = None,
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Record the examination of the place and the animals in it, and confirm or cancel the order.

    `animals` are counts by species; `no_animals_note` says that none are kept there.
    `animals_examined` is False only where the animals were not examined: then neither outcome is
    allowed. Raises `Malformed`, `Refused`, `NoAuthority` with clauses.
    """
    case = queries.case(writing.session, number)
    at = moment(writing, signed_at, not_before=case.order.signed_at)
    seen = at
    if examined_at is not None:
        seen = moment(writing, examined_at, not_before=case.order.signed_at, field="examined_at")
    if seen > at:
        raise Malformed.field(
            "examined_at",
            f"{in_words(seen)} is after {in_words(at)}, when the outcome was signed; the order is"
            " confirmed or cancelled on the examination",
            clauses=("DOA1974-11-2a",),
        )
    found = words("findings", findings)
    remark("no_animals_note", no_animals_note)
    laid = lay(
        writing,
        officer,
        provision="11(2)",
        clause="DOA1974-11-2b",
        capacity="veterinary_surgeon",
        disease=case.disease,
        geometry=geometry_from(case.geometry),
        at=at,
        position_reason=position_reason,
    )
    decision = laid.decision.also(
        law.confirm_or_cancel(
            outcome,
            in_force=case.state is State.ORDERED,
            report=case.report_number,
            place_examined=True,
            animals_examined=animals_examined or bool(animals),
            no_animals_note=no_animals_note,
            same_person=case.ordered_by == officer.username,
        ).require()
    )
    record_number = writing.next_number("EXM")
    outcome_number = writing.next_number("CNF" if outcome == "confirm" else "CAN")
    place, signatory = described(writing, case), laid.authority.signatory()
    record = examination_record(
        number=record_number,
        case_number=number,
        report_number=case.report_number,
        order_number=case.order.number,
        disease=laid.disease_name,
        place=place,
        examined_at=seen,
        findings=found,
        signed_at=at,
        signatory=signatory,
        animals=animals,
        no_animals_kept=bool(no_animals_note.strip()),
    )
    make = confirmation if outcome == "confirm" else cancellation
    instrument = make(
        number=outcome_number,
        case_number=number,
        order_number=case.order.number,
        ordered_at=case.order.signed_at,
        examination_number=record_number,
        examined_at=seen,
        disease=laid.disease_name,
        place=place,
        reasons=found,
        signed_at=at,
        signatory=signatory,
    )
    told = (
        []
        if outcome == "confirm"
        else notices(
            writing,
            case,
            [case.order],
            cause=CessationCause.CANCELLED_BY_VETERINARY_SURGEON,
            ending_number=outcome_number,
            ended_at=at,
            signatory=signatory,
        )
    )
    entry = writing.append(
        EXAMINED,
        laid.authority.actor,
        {
            "case_number": number,
            "number": record_number,
            "outcome": outcome,
            "outcome_number": outcome_number,
            "findings": found,
            "animals": [asdict(a) for a in animals],
            "no_animals_note": no_animals_note,
            "position_reason": position_reason,
            "examined_at": instant_text(seen),
            "signed_at": instant_text(at),
            "cessation_notices": [n.line for n in told],
            "decision": decision.as_json(),
        },
        subjects=(number,),
        number=outcome_number,
        signed_at=at,
        documents=(record, instrument, *(n.document for n in told)),
    )
    refresh(writing, number)
    return entry


def effects_of(content: Mapping[str, Any]) -> list[Effect]:
    """On cancellation the place ceases at once (DOA1974-11-4a); a confirmation changes nothing."""
    if content["outcome"] != "cancel":
        return []
    return [
        Effect(
            f"infected_place/{content['case_number']}",
            FeatureKind.INFECTED_PLACE,
            Action.END,
            None,
            instant(content["signed_at"]),
            {"number": content["outcome_number"], "clauses": ["DOA1974-11-4a"]},
        )
    ]
