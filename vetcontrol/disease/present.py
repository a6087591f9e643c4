"""The rows that show the present state of a case, rebuilt from its standing entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import delete, func, select

from gis.spatialdb import placed
from vetcontrol.canonical import instant
from vetcontrol.disease.case import (
    DECIDED,
    EXAMINED,
    ORDERED,
    RADIUS_DECLARED,
    Case,
    replay,
)
from vetcontrol.disease.tables import InfectedPlaceRow, ServiceRow
from vetcontrol.errors import Refused
from vetcontrol.gazette.notifications import PUBLISHED
from vetcontrol.register.corrections import KIND as CORRECTION
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry, entries_of, geometry_from
from vetcontrol.register.register import Writing

# The acts by which a place ceases, each with its notices of cessation.
ENDING = (EXAMINED, DECIDED, PUBLISHED)


def refresh(writing: Writing, number: str) -> None:
    """Rebuild the rows of one case. Raises `Refused` for a history that the law does not allow."""
    session = writing.session
    entries = standing(session, number)
    session.execute(delete(ServiceRow).where(ServiceRow.case_number == number))
    before = session.scalar(select(InfectedPlaceRow.id).where(InfectedPlaceRow.number == number))
    session.execute(delete(InfectedPlaceRow).where(InfectedPlaceRow.number == number))
    if not entries:
        session.flush()
        return
    case = _replayed(writing, number, entries)
    key = before or (session.scalar(select(func.max(InfectedPlaceRow.id))) or 0) + 1
    session.add(
        InfectedPlaceRow(
            id=key,
            number=number,
            state=case.state.value,
            disease=case.disease,
            premises_id=case.premises_id,
            ordered_at=case.order.signed_at,
            changed_at=entries[-1].recorded_at,
            village_name=case.place["village"],
            **placed(geometry_from(case.geometry)),
        )
    )
    session.add_all(services_of(case, entries))
    session.flush()


def _replayed(writing: Writing, number: str, entries: list[Entry]) -> Case:
    """The case of `entries`. Raises `Refused`; after a strike it names what falls with it."""
    try:
        return replay(entries)
    except Refused as refusal:
        newest = entries_of(writing.session, number)[-1]
        if newest.kind != CORRECTION or newest.content["as_corrected"] is not None:
            raise
        first = ", ".join(
            f"entry {entry.seq} ({entry.number or entry.content.get('number') or entry.kind})"
            for entry in _resting(entries)
        )
        raise Refused(
            f"{refusal.detail} Strike first, in this order: {first}.", clauses=refusal.clauses
        ) from refusal


def _resting(entries: list[Entry]) -> list[Entry]:
    """Those of `entries` that cannot stand where an earlier one fell, the newest first."""
    stand: list[Entry] = []
    fall: list[Entry] = []
    for entry in entries:
        try:
            replay([*stand, entry])
        except Refused:
            fall.append(entry)
        else:
            stand.append(entry)
    return fall[::-1]


def services_of(case: Case, entries: list[Entry]) -> Iterator[ServiceRow]:
    """The copies and notices that the standing `entries` of a case give rise to, as rows.

    What was not delivered before its place ceased is overtaken: the notice of the end, which goes
    to the same people, is what waits; and so is the copy of an order which a correction replaced by
    another (ADR 0022).
    """
    ended = {
        (str(line["declaration"]), str(line["feature"])): str(
            entry.number or entry.content["number"]
        )
        for entry in entries
        if entry.kind in ENDING
        for line in entry.content.get("cessation_notices", ())
    }
    for entry in entries:
        content = entry.content
        for item in _to_serve(case, entry):
            document = item["document"]
            declaration = item.get("declaration", content.get("number", ""))
            served = case.served.get(str(document))
            over = "" if entry.kind in ENDING else ended.get((declaration, item["feature"]), "")
            if document in case.former_copies:
                over = content["correction"]
            yield ServiceRow(
                document=document,
                case_number=case.number,
                declaration=declaration,
                feature=item["feature"],
                clause=item["clause"],
                premises_id=item.get("premises_id"),
                distance_m=item.get("distance_m"),
                overtaken_by="" if served else over,
                **_delivery(served),
            )


def _delivery(served: Mapping[str, Any] | None) -> dict[str, Any]:
    """What is known of a delivery, as columns."""
    told = served or {}
    return {
        "served_at": instant(told["served_at"]) if served else None,
        "manner": str(told.get("manner", "")),
        "proof": " ".join(told.get("proof", ())),
        "post_number": str(told.get("post_number", "")),
        "served_by": str(told.get("actor", "")),
        "service_seq": told.get("seq"),
    }


def _to_serve(case: Case, entry: Entry) -> Iterator[dict[str, Any]]:
    """The copies and notices that one entry gives rise to."""
    content = entry.content
    if entry.kind == ORDERED:
        for document in (*content.get("former_copies", ()), *content["copies"]):
            yield {
                "document": document,
                "feature": f"infected_place/{case.number}",
                "clause": "DOA1974-11-1b",
                "premises_id": case.premises_id,
            }
    elif entry.kind == RADIUS_DECLARED:
        for premises in content["premises"]:
            for document in premises["notices"]:
                yield {
                    "document": document,
                    "feature": f"declared_place/{content['number']}/{premises['premises_id']}",
                    "clause": "DOA1974-11-3b",
                    "premises_id": premises["premises_id"],
                    "distance_m": premises["distance_m"],
                }
    elif entry.kind in ENDING:
        yield from content.get("cessation_notices", ())
