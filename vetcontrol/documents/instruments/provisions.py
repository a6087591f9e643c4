"""Sections 1(3) and 38: which provisions are in force where and when; diseases of the Schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Document,
    DocumentKind,
    Paragraph,
    Schedule,
    Signatory,
)
from vetcontrol.documents.instruments.common import STATUTE

_COMMENCEMENT_TITLE: Final = message("title.commencement")
_COMMENCES: Final = message("paragraph.commencement.from", "government", "day", "disease", "area")
_ALL: Final = message("paragraph.commencement.all")
_LISTED: Final = message("paragraph.commencement.listed")
_PROVISIONS: Final = message("schedule.provisions")
_SERIAL: Final = message("column.serial")
_PROVISION: Final = message("column.provision")
_END_TITLE: Final = message("title.end_of_operation")
_ENDS: Final = message("paragraph.end.from", "government", "day", "area")
_ALL_END: Final = message("paragraph.end.all")
_LISTED_END: Final = message("paragraph.end.listed")
_EARLIER: Final = message("paragraph.end.earlier")
_DISEASE_TITLE: Final = message("title.scheduled_disease")
_ADDS: Final = message("paragraph.disease.adds", "government", "disease")
_AMENDED: Final = message("paragraph.disease.amended")

MESSAGES: Final[tuple[Message, ...]] = (
    _COMMENCEMENT_TITLE,
    _COMMENCES,
    _ALL,
    _LISTED,
    _PROVISIONS,
    _SERIAL,
    _PROVISION,
    _END_TITLE,
    _ENDS,
    _ALL_END,
    _LISTED_END,
    _EARLIER,
    _DISEASE_TITLE,
    _ADDS,
    _AMENDED,
)


def _provisions(provisions: Sequence[str]) -> tuple[Schedule, ...]:
    rows = tuple(enumerate(provisions, 1))
    return (Schedule(_PROVISIONS.key, (_SERIAL.key, _PROVISION.key), rows),) if rows else ()


def commencement_notification(
    *,
    number: str,
    government: str,
    area_name: str,
    disease: str,
    start: date,
    signed_at: datetime,
    signatory: Signatory,
    provisions: Sequence[str] = (),
    geometry: Mapping[str, Any] | None = None,
) -> Document:
    """The notification that brings provisions into force (DOA1974-1-3b).

    `provisions` are written as `section 11`, none for all the remaining ones; they begin on the
    day `start`, in the area (`geometry` in EPSG:4326) and for the disease named.
    """
    extent: Paragraph = _LISTED() if provisions else _ALL()
    return Document(
        number=number,
        kind=DocumentKind.COMMENCEMENT,
        statute=STATUTE,
        clauses=("DOA1974-1-3b",),
        title=_COMMENCEMENT_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        disease=disease,
        paragraphs=(
            _COMMENCES(government=government, day=start, disease=disease, area=area_name),
            extent,
        ),
        schedules=_provisions(provisions),
        geometry=geometry,
    )


def end_of_operation_notification(
    *,
    number: str,
    government: str,
    area_name: str,
    end: date,
    signed_at: datetime,
    signatory: Signatory,
    provisions: Sequence[str] = (),
    commencement_number: str = "",
    geometry: Mapping[str, Any] | None = None,
) -> Document:
    """The notification that ends provisions in an area from the day `end` (DOA1974-1-3c).

    `provisions` as in `commencement_notification`; `commencement_number` is what began them.
    """
    extent: Paragraph = _LISTED_END() if provisions else _ALL_END()
    return Document(
        number=number,
        kind=DocumentKind.END_OF_OPERATION,
        statute=STATUTE,
        clauses=("DOA1974-1-3c",),
        title=_END_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        related=(commencement_number,) if commencement_number else (),
        paragraphs=(
            _ENDS(government=government, day=end, area=area_name),
            extent,
            _EARLIER(),
        ),
        schedules=_provisions(provisions),
        geometry=geometry,
    )


def scheduled_disease_notification(
    *,
    number: str,
    government: str,
    disease: str,
    signed_at: datetime,
    signatory: Signatory,
) -> Document:
    """The notification that adds a disease to the Schedule (DOA1974-38)."""
    return Document(
        number=number,
        kind=DocumentKind.SCHEDULED_DISEASE,
        statute=STATUTE,
        clauses=("DOA1974-38",),
        title=_DISEASE_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        disease=disease,
        paragraphs=(_ADDS(government=government, disease=disease), _AMENDED()),
    )
