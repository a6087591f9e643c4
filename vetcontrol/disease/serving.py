"""Delivery of copies and notices (sections 11 and 13), and exhibition of notifications (13(5))."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from shapely import Point
from shapely.geometry.base import BaseGeometry

from gis import overlay
from vetcontrol.canonical import instant_text
from vetcontrol.clock import day_of
from vetcontrol.disease import queries
from vetcontrol.disease.case import SERVED, Case
from vetcontrol.disease.present import refresh
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.gazette import notifications
from vetcontrol.gazette.grounds import moment, require_position, words
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_areas, service
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.officers.authority import Officer, authorise
from vetcontrol.places.queries import territory_name
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Writing
from vetcontrol.register.tables import DocumentRow, EntryRow

DECLARED = ("DOA1974-11-1b", "DOA1974-11-3b")
MANNERS = ("in_person", "left_at_premises", "registered_post", "affixed")


def serve(
    writing: Writing,
    officer: Officer,
    document: str,
    *,
    manner: str,
    served_at: datetime | None = None,
    received_by: str = "",
) -> Entry:
    """Record that a copy or notice was delivered: how, when, to whom and by whom."""
    row = writing.session.get(ServiceRow, document)
    if row is None:
        raise NotFound(f"{document} is not a copy or notice that waits for delivery.")
    if manner not in MANNERS:
        raise Malformed.field("manner", f"is one of {', '.join(MANNERS)}")
    if row.served_at is not None:
        raise Refused(f"{document} is already recorded as delivered.", clauses=(row.clause,))
    issued = writing.session.get(DocumentRow, document)
    assert issued is not None
    made = writing.session.get(EntryRow, issued.entry_seq)
    assert made is not None
    at = moment(writing, served_at, not_before=made.signed_at, field="served_at")
    case = queries.case(writing.session, row.case_number)
    authority = authorise(
        writing,
        officer,
        "inspector",
        clause=row.clause,
        at=at,
        geometry=_about(case, row.feature),
    )
    entry = writing.append(
        SERVED,
        authority.actor,
        {
            "document": document,
            "case_number": row.case_number,
            "clause": row.clause,
            "manner": manner,
            "received_by": writing.seal(received_by) if received_by.strip() else None,
            "served_at": instant_text(at),
            "signed_at": instant_text(at),
            "decision": authority.decision.as_json(),
        },
        subjects=(row.case_number,),
        signed_at=at,
    )
    refresh(writing, row.case_number)
    return entry


def _about(case: Case, feature: str) -> BaseGeometry:
    """The declared place that a copy or notice is about, which need not be the infected place."""
    for declaration in case.declarations:
        if feature in declaration.features:
            return geometry_from(declaration.features[feature]["geometry"])
    return geometry_from(case.geometry)


def outstanding(reading: Reading, case_number: str) -> Decision:
    """Whether everyone who had a copy or notice was told of the end (DOA1974-11-4b, 13-6b), and
    all else is served: one decision with what is missing."""
    rows = queries.services(reading.session, case_number)
    decision = Decision.allowed("DOA1974-11-1b", "Copies and notices of the case.")
    # Of a declaration one of owner, occupier and person in charge is reached for each place; of
    # its end everyone who had a copy or notice.
    for clause, feature in sorted({(r.clause, r.feature) for r in rows}):
        mine = [r for r in rows if (r.clause, r.feature) == (clause, feature)]
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
    language_there = writing.register.prescribed.value(
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
