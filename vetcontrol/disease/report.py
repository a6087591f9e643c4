"""Section 11(3), last part: the Veterinary Surgeon reports everything done to Government."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from vetcontrol.canonical import instant_text
from vetcontrol.disease import queries
from vetcontrol.disease.case import REPORTED, Case, State
from vetcontrol.disease.places import described
from vetcontrol.disease.present import refresh
from vetcontrol.documents.instruments import StepLine, report_to_government
from vetcontrol.errors import Refused
from vetcontrol.gazette.grounds import lay, moment, remark
from vetcontrol.law.diseases_of_animals import infected_places as law
from vetcontrol.officers.authority import Officer
from vetcontrol.register import documents as stored
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Writing


def report(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    findings: str = "",
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Report the case to Government (DOA1974-11-3c). Raises `Refused`, `NoAuthority`."""
    case = queries.case(writing.session, number)
    latest = case.radii[-1].signed_at if case.radii else None
    examined = case.examination.signed_at if case.examination else case.order.signed_at
    at = moment(writing, signed_at, not_before=latest or examined)
    laid = lay(
        writing,
        officer,
        provision="11(3)",
        clause="DOA1974-11-3c",
        capacity="veterinary_surgeon",
        disease=case.disease,
        geometry=geometry_from(case.geometry),
        at=at,
        position_reason=position_reason,
    )
    confirmed = case.examination is not None and case.examination.outcome == "confirm"
    decision = laid.decision.also(law.report_to_government(confirmed=confirmed).require())
    if case.state not in (State.CONFIRMED, State.RADIUS_DECLARED):
        raise Refused(
            f"Case {number} is {case.state.replace('_', ' ')}: there is nothing new to report.",
            clauses=("DOA1974-11-3c",),
        )
    remark("findings", findings)
    animals: Counter[str] = Counter()
    for radius in case.radii:
        for premises in radius.features.values():
            animals.update(premises["animals"])
    report_number = writing.next_number("RPG")
    last = case.radii[-1] if case.radii else None
    document = report_to_government(
        number=report_number,
        case_number=number,
        disease=laid.disease_name,
        place=described(writing, case),
        steps=_steps(writing, case),
        findings=findings or _findings(writing, case),
        signed_at=at,
        signatory=laid.authority.signatory(),
        declaration_number=last.number if last else "",
        radius_m=last.metres if last else None,
        premises_count=sum(len(r.features) for r in case.radii),
        animals=dict(animals),
        geometry=case.geometry,
    )
    entry = writing.append(
        REPORTED,
        laid.authority.actor,
        {
            "case_number": number,
            "number": report_number,
            "findings": findings,
            "position_reason": position_reason,
            "signed_at": instant_text(at),
            "decision": decision.as_json(),
        },
        subjects=(number,),
        number=report_number,
        signed_at=at,
        documents=(document,),
    )
    refresh(writing, number)
    return entry


def _findings(writing: Writing, case: Case) -> str:
    for entry in standing(writing.session, case.number):
        if entry.content.get("findings"):
            return str(entry.content["findings"])
    return ""


def _steps(writing: Writing, case: Case) -> list[StepLine]:
    """What was done under section 11, in order, with who did it."""
    done = [
        ("order", case.order.number, case.order.signed_at),
        ("report", case.report_number, case.order.signed_at),
    ]
    if case.examination is not None:
        e = case.examination
        done += [
            ("examination", e.number, e.signed_at),
            ("confirmation", e.outcome_number, e.signed_at),
        ]
    done += [("declaration", r.number, r.signed_at) for r in case.radii]
    return [
        StepLine(step, number, at, stored.get(writing.session, number).signatory.name)
        for step, number, at in done
    ]
