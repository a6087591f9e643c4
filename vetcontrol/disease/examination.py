"""Section 11(2) and (4): the Veterinary Surgeon examines, then confirms or cancels the order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import in_words
from vetcontrol.disease import queries
from vetcontrol.disease.case import EXAMINED, Case, State
from vetcontrol.disease.cessation import Notice, notices
from vetcontrol.disease.head_counts import were_examined
from vetcontrol.disease.places import described
from vetcontrol.disease.present import refresh
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments import (
    CessationCause,
    ExaminedAnimals,
    cancellation,
    confirmation,
    examination_record,
)
from vetcontrol.errors import Malformed
from vetcontrol.gazette.grounds import Grounds, lay, moment, remark, words
from vetcontrol.law.decisions import Decision
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
    `animals_examined` is False only where the animals were not examined, as where animals are
    kept and none is counted as examined: then neither outcome is allowed. Raises `Malformed`,
    `Refused`, `NoAuthority` with clauses.
    """
    case = queries.case(writing.session, number)
    at = moment(writing, signed_at, not_before=case.order.signed_at)
    seen = _seen(writing, case, examined_at, at)
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
    looked = were_examined(animals, no_animals_note, stated=animals_examined)
    lawful = _lawful(case, officer, outcome, animals=looked, no_animals_note=no_animals_note)
    numbers = _numbers(writing, outcome)
    papers = _papers(
        writing,
        case,
        laid,
        numbers=numbers,
        seen=seen,
        findings=found,
        outcome=outcome,
        animals=animals,
        no_animals_kept=bool(no_animals_note.strip()),
    )
    told = [] if outcome == "confirm" else _told(writing, case, laid, numbers[1])
    entry = writing.append(
        EXAMINED,
        laid.authority.actor,
        {
            "case_number": number,
            "number": numbers[0],
            "outcome": outcome,
            "outcome_number": numbers[1],
            "findings": found,
            "animals": [asdict(a) for a in animals],
            "no_animals_note": no_animals_note,
            "position_reason": position_reason,
            "examined_at": instant_text(seen),
            "signed_at": instant_text(at),
            "cessation_notices": [n.line for n in told],
            "decision": laid.decision.also(lawful).as_json(),
        },
        subjects=(number,),
        number=numbers[1],
        signed_at=at,
        documents=(*papers, *(n.document for n in told)),
    )
    refresh(writing, number)
    return entry


def _lawful(
    case: Case, officer: Officer, outcome: str, *, animals: bool, no_animals_note: str
) -> Decision:
    return law.confirm_or_cancel(
        outcome,
        in_force=case.state is State.ORDERED,
        report=case.report_number,
        place_examined=True,
        animals_examined=animals,
        no_animals_note=no_animals_note,
        same_person=case.ordered_by == officer.username,
    ).require()


def _numbers(writing: Writing, outcome: str) -> tuple[str, str]:
    """Numbers of the examination record and of the confirmation or cancellation."""
    return (
        writing.next_number("EXM"),
        writing.next_number("CNF" if outcome == "confirm" else "CAN"),
    )


def _seen(
    writing: Writing, case: Case, examined_at: datetime | None, signed_at: datetime
) -> datetime:
    """When the place and animals were examined: stated, or when the outcome was signed."""
    if examined_at is None:
        return signed_at
    seen = moment(writing, examined_at, not_before=case.order.signed_at, field="examined_at")
    if seen > signed_at:
        raise Malformed.field(
            "examined_at",
            f"{in_words(seen)} is after {in_words(signed_at)}, when the outcome was signed; the"
            " order is confirmed or cancelled on the examination",
            clauses=("DOA1974-11-2a",),
        )
    return seen


def _papers(
    writing: Writing,
    case: Case,
    laid: Grounds,
    *,
    numbers: tuple[str, str],
    seen: datetime,
    findings: str,
    outcome: str,
    animals: Sequence[ExaminedAnimals],
    no_animals_kept: bool,
) -> tuple[Document, Document]:
    """The examination record, and the confirmation or cancellation; `numbers` in that order."""
    record_number, outcome_number = numbers
    place, signatory = described(writing, case), laid.authority.signatory()
    record = examination_record(
        number=record_number,
        case_number=case.number,
        report_number=case.report_number,
        order_number=case.order.number,
        disease=laid.disease_name,
        place=place,
        examined_at=seen,
        findings=findings,
        signed_at=laid.at,
        signatory=signatory,
        animals=animals,
        no_animals_kept=no_animals_kept,
    )
    make = confirmation if outcome == "confirm" else cancellation
    instrument = make(
        number=outcome_number,
        case_number=case.number,
        order_number=case.order.number,
        ordered_at=case.order.signed_at,
        examination_number=record_number,
        examined_at=seen,
        disease=laid.disease_name,
        place=place,
        reasons=findings,
        signed_at=laid.at,
        signatory=signatory,
    )
    return record, instrument


def _told(writing: Writing, case: Case, laid: Grounds, outcome_number: str) -> list[Notice]:
    return notices(
        writing,
        case,
        [case.order],
        cause=CessationCause.CANCELLED_BY_VETERINARY_SURGEON,
        ending_number=outcome_number,
        ended_at=laid.at,
        signatory=laid.authority.signatory(),
    )


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
