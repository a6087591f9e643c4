"""Section 13(2) and (3): the notification of an infected area, its amendment and rescission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Clause,
    Document,
    DocumentKind,
    Paragraph,
    Signatory,
    SquareMetres,
)
from vetcontrol.documents.instruments.common import STATUTE, delegation_of, licence_rule
from vetcontrol.documents.instruments.limits import (
    PremisesLeftOut,
    VillageLine,
    left_out_schedule,
    limits_of,
)
from vetcontrol.documents.values import Text

_TITLE: Final = message("title.notification")
_AMENDMENT_TITLE: Final = message("title.amendment")
_RESCISSION_TITLE: Final = message("title.rescission")
_CONFIRMED: Final = message("paragraph.area.confirmed", "declarations", "decision", "clause")
_DECLARES: Final = message("paragraph.area.declares", "government", "name", "disease", "area")
_FROM_PUBLICATION: Final = message("paragraph.area.from_publication")
_FROM_TIME: Final = message("paragraph.area.from_time", "effective_at")
_LEFT_OUT: Final = message("paragraph.area.left_out", "count", "clause")
_ALL_IN: Final = message("paragraph.area.all_in")
_EXHIBITION: Final = message("paragraph.area.exhibition", "language", "clause")
_AMENDS: Final = message("paragraph.area.amends", "government", "amended", "name", "clause")
_OWN_MOTION: Final = message("paragraph.area.own_motion")
_ON_REPORT: Final = message("paragraph.area.on_report", "report")
_REASON: Final = message("paragraph.area.reason", "reason")
_WHOLE_NEW: Final = message("paragraph.area.whole_new", "disease", "area")
_RESCINDS: Final = message("paragraph.area.rescinds", "government", "rescinded", "name", "clause")
_NOTHING_INCLUDED: Final = message("paragraph.area.nothing_included", "count", "clause")
MESSAGES: Final[tuple[Message, ...]] = (
    _TITLE,
    _AMENDMENT_TITLE,
    _RESCISSION_TITLE,
    _CONFIRMED,
    _DECLARES,
    _FROM_PUBLICATION,
    _FROM_TIME,
    _LEFT_OUT,
    _ALL_IN,
    _EXHIBITION,
    _AMENDS,
    _OWN_MOTION,
    _ON_REPORT,
    _REASON,
    _WHOLE_NEW,
    _RESCINDS,
    _NOTHING_INCLUDED,
)


def _start(effective_at: datetime | None) -> Paragraph:
    return _FROM_TIME(effective_at=effective_at) if effective_at else _FROM_PUBLICATION()


def _cease(places: Sequence[PremisesLeftOut]) -> Paragraph:
    if not places:
        return _ALL_IN()
    return _LEFT_OUT(count=len(places), clause=Clause("DOA1974-13-4a"))


def _trigger(report_number: str, reason: Text) -> tuple[Paragraph, ...]:
    ground = _ON_REPORT(report=report_number) if report_number else _OWN_MOTION()
    return (ground, _REASON(reason=reason))


def infected_area_notification(
    *,
    number: str,
    case_number: str,
    government: str,
    decision_number: str,
    declarations: Sequence[str],
    disease: str,
    area_name: str,
    geometry: Mapping[str, Any],
    area_m2: float,
    regional_language: str,
    signed_at: datetime,
    signatory: Signatory,
    villages: Sequence[VillageLine] = (),
    left_out: Sequence[PremisesLeftOut] = (),
    effective_at: datetime | None = None,
    delegation_number: str = "",
) -> Document:
    """The gazette notification that defines an infected area (DOA1974-13-2).

    `geometry` is the Polygon or MultiPolygon of its limits in EPSG:4326, `area_m2` its geodesic
    area in square metres. The limits are said by villages where all are whole and hold all of it,
    otherwise by every corner. `left_out` are the declared places that cease on publication
    (DOA1974-13-4a), even where `effective_at` is later. Without `effective_at` it runs from
    publication. With `delegation_number` it also rests on DOA1974-13-7, and `government` is who
    acts.
    """
    by_delegation, delegated = delegation_of(delegation_number)
    limits, tables = limits_of(geometry, villages, area_m2=area_m2)
    return Document(
        number=number,
        kind=DocumentKind.NOTIFICATION,
        statute=STATUTE,
        clauses=("DOA1974-13-2", "DOA1974-13-4a", "DOA1974-13-5", *by_delegation),
        title=_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=tuple(part for part in (decision_number, *declarations, delegation_number) if part),
        disease=disease,
        paragraphs=(
            *delegated,
            _CONFIRMED(
                declarations=tuple(declarations),
                decision=decision_number,
                clause=Clause("DOA1974-13-1-a"),
            ),
            _DECLARES(
                government=government,
                name=area_name,
                disease=disease,
                area=SquareMetres(area_m2),
            ),
            *limits,
            _start(effective_at),
            _cease(left_out),
            _EXHIBITION(language=regional_language, clause=Clause("DOA1974-13-5")),
            licence_rule(),
        ),
        schedules=(*tables, *left_out_schedule(left_out)),
        geometry=geometry,
    )


def amendment_notification(
    *,
    number: str,
    case_number: str,
    government: str,
    amended_number: str,
    disease: str,
    area_name: str,
    geometry: Mapping[str, Any],
    area_m2: float,
    reason: Text,
    regional_language: str,
    signed_at: datetime,
    signatory: Signatory,
    villages: Sequence[VillageLine] = (),
    left_out: Sequence[PremisesLeftOut] = (),
    report_number: str = "",
    effective_at: datetime | None = None,
    delegation_number: str = "",
) -> Document:
    """The notification that gives an infected area its whole new limits (DOA1974-13-3).

    On Government's own motion, or on the further report `report_number`. Otherwise as
    `infected_area_notification`.
    """
    by_delegation, delegated = delegation_of(delegation_number)
    limits, tables = limits_of(geometry, villages, area_m2=area_m2)
    return Document(
        number=number,
        kind=DocumentKind.AMENDMENT,
        statute=STATUTE,
        clauses=("DOA1974-13-3", "DOA1974-13-4a", "DOA1974-13-5", *by_delegation),
        title=_AMENDMENT_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=tuple(part for part in (amended_number, report_number, delegation_number) if part),
        disease=disease,
        paragraphs=(
            *delegated,
            *_trigger(report_number, reason),
            _AMENDS(
                government=government,
                amended=amended_number,
                name=area_name,
                clause=Clause("DOA1974-13-3"),
            ),
            _WHOLE_NEW(disease=disease, area=SquareMetres(area_m2)),
            *limits,
            _start(effective_at),
            _cease(left_out),
            _EXHIBITION(language=regional_language, clause=Clause("DOA1974-13-5")),
            licence_rule(),
        ),
        schedules=(*tables, *left_out_schedule(left_out)),
        geometry=geometry,
    )


def rescission_notification(
    *,
    number: str,
    case_number: str,
    government: str,
    rescinded_number: str,
    disease: str,
    area_name: str,
    reason: Text,
    regional_language: str,
    signed_at: datetime,
    signatory: Signatory,
    places: Sequence[PremisesLeftOut] = (),
    report_number: str = "",
    geometry: Mapping[str, Any] | None = None,
    delegation_number: str = "",
) -> Document:
    """The notification that ends an infected area (DOA1974-13-3).

    It includes nothing, so the declared `places` of the case cease at its publication
    (DOA1974-13-4a). `geometry` is the former area, EPSG:4326, for the plate.
    """
    by_delegation, delegated = delegation_of(delegation_number)
    return Document(
        number=number,
        kind=DocumentKind.RESCISSION,
        statute=STATUTE,
        clauses=("DOA1974-13-3", "DOA1974-13-4a", "DOA1974-13-5", *by_delegation),
        title=_RESCISSION_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=tuple(
            part for part in (rescinded_number, report_number, delegation_number) if part
        ),
        disease=disease,
        paragraphs=(
            *delegated,
            *_trigger(report_number, reason),
            _RESCINDS(
                government=government,
                rescinded=rescinded_number,
                name=area_name,
                clause=Clause("DOA1974-13-3"),
            ),
            _FROM_PUBLICATION(),
            _NOTHING_INCLUDED(count=len(places), clause=Clause("DOA1974-13-4a")),
            _EXHIBITION(language=regional_language, clause=Clause("DOA1974-13-5")),
        ),
        schedules=left_out_schedule(places),
        geometry=geometry,
    )
