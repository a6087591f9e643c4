"""Section 13(3): Government amends or rescinds an infected area by a further notification."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol.disease import queries
from vetcontrol.disease.case import REPORTED, Case
from vetcontrol.disease.present import refresh
from vetcontrol.disease.publication import Foreseen, confirmed, foresee
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette import notifications
from vetcontrol.gazette.grounds import lay, words
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.law.diseases_of_animals import infected_areas as law
from vetcontrol.officers.authority import Officer
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing


def amend(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    reason: str,
    geometry: BaseGeometry | None = None,
    village_ids: Sequence[str] = (),
    report_number: str = "",
    position_reason: str = "",
) -> str:
    """Draft an amendment that gives the area of notification `number` its whole new limits.

    Returns the new draft's number; it has effect when published, like any other.
    """
    row, case = _changeable(writing, number, "amend", report_number)
    drawn = amended(writing, row, case, geometry=geometry, village_ids=village_ids).limits
    content: dict[str, Any] = {
        "report_number": report_number,
        "geometry": json.loads(shapely.to_geojson(drawn.geometry)),
        "area_m2": drawn.area_m2,
        "villages": list(drawn.villages),
    }
    return _draft(
        writing,
        officer,
        row,
        case,
        kind=notifications.AMENDMENT,
        reason=reason,
        area=drawn.geometry,
        content=content,
        position_reason=position_reason,
    )


def amended(
    reading: Reading,
    row: NotificationRow,
    case: Case,
    *,
    geometry: BaseGeometry | None,
    village_ids: Sequence[str],
) -> Foreseen:
    """The whole new limits of the area of `row`, and what an amendment to them does.

    Raises `Malformed` without limits, and as `foresee` (DOA1974-13-3).
    """
    if geometry is None and not village_ids:
        raise Malformed.field(
            "geometry", "give the whole new boundary, or the villages", clauses=(law.CHANGED,)
        )
    return foresee(
        reading,
        case,
        confirmed(case, notifications.content_of(row)["declarations"]),
        geometry=geometry,
        village_ids=village_ids,
        at=reading.now,
        clause=law.CHANGED,
    )


def rescind(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    reason: str,
    report_number: str = "",
    position_reason: str = "",
) -> str:
    """Draft the rescission of the area of notification `number`; returns the draft's number."""
    row, case = _changeable(writing, number, "rescind", report_number)
    former = _newest_limits(writing, row)
    return _draft(
        writing,
        officer,
        row,
        case,
        kind=notifications.RESCISSION,
        reason=reason,
        area=geometry_from(former),
        content={
            "report_number": report_number,
            "geometry": former,
            "area_m2": 0.0,
            "villages": [],
        },
        position_reason=position_reason,
    )


def _changeable(
    writing: Writing, number: str, change: str, report_number: str
) -> tuple[NotificationRow, Case]:
    row = notifications.get(writing.session, number)
    chain = notifications.chain(writing.session, row.feature)
    law.amendment(
        change,
        trigger="vs_report" if report_number else "own_motion",
        in_force=row.state == "published"
        and not any(n.kind == notifications.RESCISSION and n.state == "published" for n in chain),
        report=report_number,
    ).require()
    if row.kind == notifications.RESCISSION:
        raise Refused(
            f"{number} rescinds an area; there is nothing left to {change}.", clauses=(law.CHANGED,)
        )
    notifications.require_no_draft(writing.session, row.feature, law.CHANGED)
    _require_report(writing, row.case_number, report_number)
    return row, queries.case(writing.session, row.case_number)


def _require_report(writing: Writing, case_number: str, report_number: str) -> None:
    """Raises `Malformed` for a report that is not the Veterinary Surgeon's on this case."""
    reports = [
        entry.number
        for entry in standing(writing.session, case_number)
        if entry.kind == REPORTED and entry.number
    ]
    if report_number and report_number not in reports:
        raise Malformed.field(
            "report_number",
            f"{report_number} is no report of case {case_number} to Government; it has"
            f" {', '.join(reports) or 'none'}",
            clauses=(law.CHANGED,),
        )


def _newest_limits(writing: Writing, row: NotificationRow) -> dict[str, Any]:
    published = [
        n
        for n in notifications.chain(writing.session, row.feature)
        if n.state in ("published", "rescinded") and n.kind != notifications.RESCISSION
    ]
    limits_: dict[str, Any] = notifications.content_of(published[-1])["geometry"]
    return limits_


def _draft(
    writing: Writing,
    officer: Officer,
    row: NotificationRow,
    case: Case,
    *,
    kind: str,
    reason: str,
    area: BaseGeometry,
    content: dict[str, Any],
    position_reason: str,
) -> str:
    why = words("reason", reason)
    laid = lay(
        writing,
        officer,
        provision="13(3)",
        clause=law.CHANGED,
        capacity=None,
        disease=case.disease,
        geometry=area,
        at=writing.now,
        position_reason=position_reason,
        what="The infected area",
    )
    first = notifications.content_of(row)
    published = row.published_at
    assert published is not None
    draft = notifications.draft(
        writing,
        laid.authority,
        kind=kind,
        case_number=case.number,
        content={
            "disease": case.disease,
            "disease_name": case.disease_name,
            "area_name": first["area_name"],
            "declarations": first["declarations"],
            "reason": why,
            **content,
        },
        follows=published,
        feature=row.feature,
        amends=row.number,
    )
    refresh(writing, case.number)
    return draft
