"""Delivery of copies and notices (sections 11 and 13), and exhibition of notifications (13(5))."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shapely import Point
from shapely.geometry.base import BaseGeometry

from gis import overlay
from vetcontrol.canonical import instant_text
from vetcontrol.clock import day_of, in_words
from vetcontrol.disease import queries
from vetcontrol.disease.case import SERVED, Case
from vetcontrol.disease.present import refresh
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.errors import FieldError, Malformed, NotFound, Refused
from vetcontrol.gazette import notifications
from vetcontrol.gazette.grounds import moment, remark, require_position, words
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_areas, service
from vetcontrol.law.diseases_of_animals.service import Evidence, Manner
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.officers.authority import Officer, authorise
from vetcontrol.places.queries import territory_name
from vetcontrol.register.attachments import Attachment, keep
from vetcontrol.register.corrections import SERIES, corrected_by, find
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Writing
from vetcontrol.register.tables import DocumentRow, EntryRow

DECLARED = ("DOA1974-11-1b", "DOA1974-11-3b")
MANNERS = tuple(Manner)
SOURCES = ("device", "manual")


@dataclass(frozen=True)
class Proof:
    """What is kept of a delivery, each part as far as there is one.

    `point` (EPSG:4326) is where the server stood, `point_source` device or manual; `served_by`
    is another than the officer who records (a peon); `reason` says why usual proof is wanting,
    `post_number_reason` why a number whose check digit does not hold is right all the same.
    """

    signature: Attachment | None = None
    photograph: Attachment | None = None
    post_number: str = ""
    post_number_reason: str = ""
    point: Point | None = None
    point_accuracy_m: float | None = None
    point_source: str = ""
    served_by: str = ""
    reason: str = ""


def serve(
    writing: Writing,
    officer: Officer,
    document: str,
    *,
    manner: str,
    served_at: datetime | None = None,
    received_by: str = "",
    proof: Proof | None = None,
) -> Entry:
    """Record that a copy or notice was delivered: how, when, to whom, by whom, with what proof.

    A paper whose entry was corrected since says what no longer stands: it is recorded as delivered
    before the correction; where the correction drew up none in its place also with `proof.reason`,
    as handed over with the correction. Raises `Refused` otherwise.
    The entry's decision needs a decision where usual proof is wanting and no reason is stated:
    the delivery stands all the same, and the warning stays with it.
    """
    kept = proof or Proof()
    row = writing.session.get(ServiceRow, document)
    if row is None:
        raise NotFound(f"{document} is not a copy or notice that waits for delivery.")
    how = manner_of("manner", manner)
    post_number = posted(how, kept)
    if row.served_at is not None:
        raise Refused(f"{document} is already recorded as delivered.", clauses=(row.clause,))
    issued = writing.session.get(DocumentRow, document)
    assert issued is not None
    made = writing.session.get(EntryRow, issued.entry_seq)
    assert made is not None
    at = moment(writing, served_at, not_before=made.signed_at, field="served_at")
    _require_current(writing, issued, row, at, kept)
    case = queries.case(writing.session, row.case_number)
    authority = authorise(
        writing,
        officer,
        "inspector",
        clause=row.clause,
        at=at,
        geometry=about(case, row.feature),
    )
    named = remark("received_by", received_by)
    shown, wanting = service.proof(
        how, evidence(kept, named), reason=kept.reason, clause=row.clause
    )
    entry = writing.append(
        SERVED,
        authority.actor,
        {
            "document": document,
            "case_number": row.case_number,
            "clause": row.clause,
            "manner": how.value,
            "received_by": writing.seal(named) if named else None,
            "served_at": instant_text(at),
            "signed_at": instant_text(at),
            **_kept(writing, kept, post_number),
            "proof": sorted(one.value for one in evidence(kept, named)),
            "proof_wanting": [one.value for one in wanting],
            "decision": authority.decision.also(shown).as_json(),
        },
        subjects=(row.case_number,),
        signed_at=at,
    )
    refresh(writing, row.case_number)
    return entry


# Restated alone, this took other premises out: the notices of those that stay say what stands.
_OTHERS = {"premises_ids"}


def _require_current(
    writing: Writing, issued: DocumentRow, row: ServiceRow, at: datetime, proof: Proof
) -> None:
    number = corrected_by(writing.session, issued.entry_seq, issued.entry_seq + 2**62)
    if not number:
        return
    correction = find(writing.session, seq=None, number=number)
    if at < correction.recorded_at:
        return
    if set(correction.content["restated"] or ()) == _OTHERS:
        return
    said = f"{issued.number} says what stood before the correction {number}."
    if row.overtaken_by.startswith(f"{SERIES}/"):
        raise Refused(
            f"{said} Deliver the copy that {row.overtaken_by} put in its place.",
            clauses=(row.clause,),
            errors=(FieldError("served_at", f"is not before {in_words(correction.recorded_at)}"),),
        )
    if not proof.reason.strip():
        raise Refused(
            f"{said} Hand over with it in writing what was corrected, and say so as the reason.",
            clauses=(row.clause,),
            errors=(FieldError("proof_reason", f"is blank; {number} corrected what it says"),),
        )


def manner_of(name: str, text: str) -> Manner:
    """The manner of delivery of that name. Raises `Malformed`."""
    if text not in MANNERS:
        raise Malformed.field(name, f"is one of {', '.join(MANNERS)}")
    return Manner(text)


def evidence(proof: Proof, received_by: str) -> frozenset[Evidence]:
    """What of a delivery is kept."""
    have = {
        Evidence.RECIPIENT: received_by,
        Evidence.SIGNATURE: proof.signature,
        Evidence.PHOTOGRAPH: proof.photograph,
        Evidence.POST_NUMBER: proof.post_number.strip(),
    }
    return frozenset(one for one, given in have.items() if given)


def posted(manner: Manner, proof: Proof) -> str:
    """The number of the registered article, checked; empty where there is none.

    Raises `Malformed`: a number of another shape, one whose check digit fails and nothing says
    that it was read right, and none at all where the post is the manner and no reason is given.
    """
    number = "".join(proof.post_number.split()).upper()
    if not number:
        if manner is Manner.REGISTERED_POST and not proof.reason.strip():
            raise Malformed.field(
                "post_number",
                "is missing; give the 13 characters of the receipt, like RM123456785IN, or say why"
                " there is no number",
            )
        return ""
    if not service.POST_NUMBER.fullmatch(number):
        raise Malformed.field(
            "post_number", "is not two letters, nine digits and IN, like RM123456785IN; read again"
        )
    if not service.post_number_holds(number) and not proof.post_number_reason.strip():
        raise Malformed.field(
            "post_number_reason",
            f"the last digit of {number} does not follow from the others; read the number again, or"
            " say here how you know that it is right",
        )
    return number


def _kept(writing: Writing, proof: Proof, post_number: str) -> dict[str, Any]:
    """The parts of the proof as the entry's content keeps them."""
    found: dict[str, Any] = {}
    for name, file in (("signature", proof.signature), ("photograph", proof.photograph)):
        if file is not None:
            found[name] = keep(writing, file)
    if post_number:
        found["post_number"] = post_number
        reason = remark("post_number_reason", proof.post_number_reason)
        if reason and not service.post_number_holds(post_number):
            found["post_number_reason"] = reason
    if proof.point is not None:
        if proof.point_source not in SOURCES:
            raise Malformed.field("position_source", f"is one of {', '.join(SOURCES)}")
        found["position"] = {
            "longitude": proof.point.x,
            "latitude": proof.point.y,
            "accuracy_m": proof.point_accuracy_m,
            "source": proof.point_source,
        }
    if remark("served_by", proof.served_by):
        found["served_by"] = writing.seal(proof.served_by.strip())
    if remark("proof_reason", proof.reason):
        found["proof_reason"] = writing.seal(proof.reason.strip())
    return found


def about(case: Case, feature: str) -> BaseGeometry:
    """The declared place that a copy or notice is about, which need not be the infected place."""
    for declaration in case.declarations:
        if feature in declaration.features:
            return geometry_from(declaration.features[feature]["geometry"])
    return geometry_from(case.geometry)


def outstanding(reading: Reading, case_number: str) -> Decision:
    """Whether everyone who had a copy or notice was told of the end (DOA1974-11-4b, 13-6b), and
    all else is served: one decision with what is missing."""
    former = queries.case(reading.session, case_number).former_copies
    rows = [r for r in queries.services(reading.session, case_number) if r.document not in former]
    decision = Decision.allowed("DOA1974-11-1b", "Copies and notices of the case.")
    # Of a declaration one of owner, occupier and person in charge is reached for each place; of
    # its end everyone who had a copy or notice.
    for clause, feature in sorted({(r.clause, r.feature) for r in rows}):
        mine = [r for r in rows if (r.clause, r.feature) == (clause, feature)]
        over = sorted({r.overtaken_by for r in mine if r.overtaken_by})
        if over and not any(r.served_at for r in mine):
            text = f"{over[0]} ended the place before a copy or notice was delivered."
            decision = decision.also(Decision.allowed(clause, text))
            continue
        ask = service.delivered if clause in DECLARED else service.all_told
        decision = decision.also(
            ask(
                [r.document for r in mine],
                [r.document for r in mine if r.served_at is not None],
                clause=clause,
            )
        )
    return decision


def exhibit(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    point: Point,
    language: str,
    place: str,
    exhibited_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Record that a copy of a published notification was exhibited in a prominent place of its
    area in the regional language (DOA1974-13-5)."""
    row = notifications.get(writing.session, number)
    if row.published_at is None:
        raise Refused(f"{number} is not published yet.", clauses=("DOA1974-13-5",))
    at = moment(writing, exhibited_at, not_before=row.published_at, field="exhibited_at")
    content: dict[str, Any] = notifications.content_of(row)
    area = geometry_from(content["geometry"])
    inside = overlay.covers(area, point) != "none"
    language_there = writing.prescribed.value(
        "doa.regional_language",
        day_of(at),
        locality=territory_name(writing.known(), area, at),
    )
    decision = infected_areas.exhibited(
        Relation.INSIDE if inside else Relation.OUTSIDE,
        language=language,
        regional_language=str(language_there),
        rescission=row.kind == notifications.RESCISSION,
    ).require()
    authority = authorise(
        writing, officer, "inspector", clause="DOA1974-13-5", at=at, geometry=point
    )
    require_position(authority.decision, position_reason)
    entry = writing.append(
        notifications.EXHIBITED,
        authority.actor,
        {
            "number": number,
            "longitude": point.x,
            "latitude": point.y,
            "language": language,
            "place": words("place", place),
            "exhibited_at": instant_text(at),
            "signed_at": instant_text(at),
            "decision": decision.also(authority.decision).as_json(),
        },
        subjects=(number, row.case_number),
        signed_at=at,
    )
    notifications.refresh(writing, number)
    return entry
