"""Sections 3 and 13(7): appointment of officers, delegation to a Collector and its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Clause,
    Document,
    DocumentKind,
    Paragraph,
    Schedule,
    Signatory,
    Value,
)
from vetcontrol.documents.instruments.common import STATUTE
from vetcontrol.errors import Malformed

_APPOINTMENT_TITLES: Final = {
    "veterinary_surgeon": message("title.appointment.veterinary_surgeon"),
    "inspector": message("title.appointment.inspector"),
}
_SURGEON: Final = message("paragraph.appointment.veterinary_surgeon", "government", "name")
_INSPECTOR: Final = message("paragraph.appointment.inspector", "government", "name", "area")
_ALL_PURPOSES: Final = message("paragraph.appointment.all_purposes")
_SOME_PURPOSES: Final = message("paragraph.appointment.some_purposes", "purposes")
_FROM: Final = message("paragraph.office.from", "day")
_FROM_UNTIL: Final = message("paragraph.office.from_until", "day", "until")
_PUBLIC_SERVANT: Final = message("paragraph.appointment.public_servant", "clause")
_DELEGATION_TITLE: Final = message("title.delegation")
_DELEGATES: Final = message("paragraph.delegation.delegates", "government", "collector", "district")
_SUBJECT_TO: Final = message("paragraph.delegation.conditions")
_UNCONDITIONAL: Final = message("paragraph.delegation.unconditional")
_AS_GOVERNMENT: Final = message("paragraph.delegation.as_government", "clause")
_POWERS: Final = message("schedule.powers")
_CONDITIONS: Final = message("schedule.conditions")
_SERIAL: Final = message("column.serial")
_POWER: Final = message("column.power")
_CONDITION: Final = message("column.condition")
_REVOCATION_TITLE: Final = message("title.delegation_revocation")
_REVOKES: Final = message(
    "paragraph.delegation.revokes", "government", "number", "collector", "district", "ends_at"
)
_RETURN: Final = message("paragraph.delegation.return")

MESSAGES: Final[tuple[Message, ...]] = (
    *_APPOINTMENT_TITLES.values(),
    _SURGEON,
    _INSPECTOR,
    _ALL_PURPOSES,
    _SOME_PURPOSES,
    _FROM,
    _FROM_UNTIL,
    _PUBLIC_SERVANT,
    _DELEGATION_TITLE,
    _DELEGATES,
    _SUBJECT_TO,
    _UNCONDITIONAL,
    _AS_GOVERNMENT,
    _POWERS,
    _CONDITIONS,
    _SERIAL,
    _POWER,
    _CONDITION,
    _REVOCATION_TITLE,
    _REVOKES,
    _RETURN,
)


def _term(start: date, until: date | None) -> Paragraph:
    return _FROM(day=start) if until is None else _FROM_UNTIL(day=start, until=until)


def appointment_notification(
    *,
    number: str,
    government: str,
    officer_name: str,
    office: Literal["veterinary_surgeon", "inspector"],
    start: date,
    signed_at: datetime,
    signatory: Signatory,
    until: date | None = None,
    area_name: str = "",
    geometry: Mapping[str, Any] | None = None,
    purposes: Sequence[str] = (),
) -> Document:
    """The gazette notification of an appointment (DOA1974-3-1, or DOA1974-3-2a, -3-2b).

    An Inspector's names the area (`area_name`, and `geometry` in EPSG:4326) and, where not for
    all, the `purposes`; a Veterinary Surgeon's is for the whole territory. `until` is the last
    day. Raises `Malformed` for an Inspector without area.
    """
    paragraphs: tuple[Paragraph, ...] = (_SURGEON(government=government, name=officer_name),)
    clauses: tuple[str, ...] = ("DOA1974-3-1", "DOA1974-4")
    if office == "inspector":
        if not area_name:
            raise Malformed.field(
                "area_name",
                "an Inspector is appointed for an area; name it",
                clauses=("DOA1974-3-2b",),
            )
        clauses = ("DOA1974-3-2a", "DOA1974-3-2b", "DOA1974-4")
        paragraphs = (
            _INSPECTOR(government=government, name=officer_name, area=area_name),
            _SOME_PURPOSES(purposes=tuple(purposes)) if purposes else _ALL_PURPOSES(),
        )
    return Document(
        number=number,
        kind=DocumentKind.APPOINTMENT,
        statute=STATUTE,
        clauses=clauses,
        title=_APPOINTMENT_TITLES[office].key,
        signed_at=signed_at,
        signatory=signatory,
        paragraphs=(
            *paragraphs,
            _term(start, until),
            _PUBLIC_SERVANT(clause=Clause("DOA1974-4")),
        ),
        geometry=geometry,
    )


def _numbered(key: str, column: str, items: Sequence[Value]) -> Schedule:
    return Schedule(key, (_SERIAL.key, column), tuple(enumerate(items, 1)))


def delegation_order(
    *,
    number: str,
    government: str,
    collector: str,
    district: str,
    powers: Sequence[str],
    start: date,
    signed_at: datetime,
    signatory: Signatory,
    conditions: Sequence[str] = (),
    until: date | None = None,
    geometry: Mapping[str, Any] | None = None,
) -> Document:
    """The order that delegates powers of section 13 to a Collector (DOA1974-13-7).

    `powers` are clause ids of section 13, `conditions` sentences, `until` the last day.
    """
    tables = [_numbered(_POWERS.key, _POWER.key, [Clause(power) for power in powers])]
    if conditions:
        tables.append(_numbered(_CONDITIONS.key, _CONDITION.key, list(conditions)))
    return Document(
        number=number,
        kind=DocumentKind.DELEGATION,
        statute=STATUTE,
        clauses=("DOA1974-13-7",),
        title=_DELEGATION_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        paragraphs=(
            _DELEGATES(government=government, collector=collector, district=district),
            _SUBJECT_TO() if conditions else _UNCONDITIONAL(),
            _AS_GOVERNMENT(clause=Clause("DOA1974-13-7")),
            _term(start, until),
        ),
        schedules=tuple(tables),
        geometry=geometry,
    )


def delegation_revocation(
    *,
    number: str,
    government: str,
    delegation_number: str,
    collector: str,
    district: str,
    ends_at: datetime,
    signed_at: datetime,
    signatory: Signatory,
) -> Document:
    """The order that ends a delegation (DOA1974-13-7); pending cases return to Government."""
    return Document(
        number=number,
        kind=DocumentKind.DELEGATION_REVOCATION,
        statute=STATUTE,
        clauses=("DOA1974-13-7",),
        title=_REVOCATION_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        related=(delegation_number,),
        paragraphs=(
            _REVOKES(
                government=government,
                number=delegation_number,
                collector=collector,
                district=district,
                ends_at=ends_at,
            ),
            _RETURN(),
        ),
    )
