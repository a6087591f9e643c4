"""Section 6(1), section 5(1)(b): the notification of a control, its extension and rescission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Clause,
    Document,
    DocumentKind,
    Schedule,
    Signatory,
    Value,
    Word,
)
from vetcontrol.documents.instruments.common import STATUTE, species

MOVEMENTS: Final = ("import", "export", "transport", "into", "out_of", "within")
MATTERS: Final = ("animal", "carcass", "part", "fodder", "bedding", "thing")
GATHERINGS: Final = ("market", "fair", "exhibition", "other")

_TITLE: Final = message("title.control")
_RESCINDED: Final = message("title.control_rescission")
_FORBIDS: Final = message("paragraph.control.forbids", "government", "disease", "area")
_REGULATES: Final = message("paragraph.control.regulates", "government", "disease", "area")
_DAYS: Final = message("paragraph.control.days", "first", "last")
_ENDLESS: Final = message("paragraph.control.endless", "first")
_CONDITIONS: Final = message("paragraph.control.conditions", "conditions")
_EXTENDS: Final = message("paragraph.control.extends", "number", "ended")
_GAP: Final = message("paragraph.control.gap", "ended", "begins", "days")
_OFFENCE: Final = message("paragraph.control.offence", "clause")
_RESCINDS: Final = message("paragraph.control.rescinds", "government", "number", "reason", "at")
_WHAT: Final = message("schedule.controlled")
_EXCEPTED: Final = message("schedule.excepted")
_SERIAL: Final = message("column.serial")
_CONTROLLED: Final = message("column.controlled")
_OF: Final = message("column.of")
_CLASS: Final = message("column.class")
_DOCUMENT: Final = message("column.document")

MESSAGES: Final[tuple[Message, ...]] = (
    _TITLE,
    _RESCINDED,
    _FORBIDS,
    _REGULATES,
    _DAYS,
    _ENDLESS,
    _CONDITIONS,
    _EXTENDS,
    _GAP,
    _OFFENCE,
    _RESCINDS,
    _WHAT,
    _EXCEPTED,
    _SERIAL,
    _CONTROLLED,
    _OF,
    _CLASS,
    _DOCUMENT,
    *(message(f"term.movement.{name}") for name in MOVEMENTS),
    *(message(f"term.matter_of_control.{name}") for name in MATTERS),
    *(message(f"term.gathering.{name}") for name in GATHERINGS),
    message("term.dealing"),
    message("term.every_class"),
    message("term.no_document"),
)


@dataclass(frozen=True)
class Controlled:
    """What a control says, by its words: names of `MOVEMENTS`, `MATTERS`, `GATHERINGS`; classes;
    excepted classes with the document on which they are let through."""

    forbids: bool
    movements: Sequence[str] = ()
    matters: Sequence[str] = ()
    classes: Sequence[str] = ()
    excepted: Mapping[str, str] | None = None
    gatherings: Sequence[str] = ()
    dealing: bool = False
    conditions: str = ""

    def schedules(self) -> tuple[Schedule, ...]:
        """Its tables: what is controlled and of what; what is excepted."""
        matters = tuple(Word(f"matter_of_control.{name}") for name in self.matters)
        classes = tuple(species(name) for name in self.classes)
        of: Value = (*matters, *classes) if classes else (*matters, Word("every_class"))
        controlled: list[tuple[Value, Value]] = [
            (Word(f"movement.{name}"), of) for name in self.movements
        ]
        animals = Word("matter_of_control.animal")
        controlled += [(Word(f"gathering.{name}"), animals) for name in self.gatherings]
        if self.dealing:
            controlled.append((Word("dealing"), matters))
        rows = tuple((str(at), *row) for at, row in enumerate(controlled, 1))
        excepted = tuple(
            (str(at), species(name), document or Word("no_document"))
            for at, (name, document) in enumerate(sorted((self.excepted or {}).items()), 1)
        )
        columns = (_SERIAL.key, _CLASS.key, _DOCUMENT.key)
        return (
            Schedule(_WHAT.key, (_SERIAL.key, _CONTROLLED.key, _OF.key), rows),
            *((Schedule(_EXCEPTED.key, columns, excepted),) if excepted else ()),
        )


@dataclass(frozen=True)
class Extended:
    """The control that another extends: its number, when it ended, and the whole days between
    where the extension comes late (None where it joins on)."""

    number: str
    ended: datetime
    days_between: int | None = None


def control_notification(
    *,
    number: str,
    government: str,
    disease: str,
    area_name: str,
    controlled: Controlled,
    clauses: Sequence[str],
    begins: datetime,
    first: date,
    last: date | None,
    signed_at: datetime,
    signatory: Signatory,
    extends: Extended | None = None,
    geometry: Mapping[str, Any] | None = None,
) -> Document:
    """The notification of a control (`clauses` of sections 6(1) and 5(1)(b)).

    It holds from the day `first` to `last`, both included (None: until it is rescinded); a late
    extension says between which instants nothing was in force.
    """
    opening = _FORBIDS if controlled.forbids else _REGULATES
    told = [
        opening(government=government, disease=disease, area=area_name),
        _DAYS(first=first, last=last) if last else _ENDLESS(first=first),
    ]
    if controlled.conditions:
        told.append(_CONDITIONS(conditions=controlled.conditions))
    if extends is not None:
        told.append(_EXTENDS(number=extends.number, ended=extends.ended))
        if extends.days_between is not None:
            told.append(_GAP(ended=extends.ended, begins=begins, days=str(extends.days_between)))
    eradication = "DOA1974-5-1-b" in clauses
    told.append(_OFFENCE(clause=Clause("DOA1974-28-i" if eradication else "DOA1974-28-ii")))
    return Document(
        number=number,
        kind=DocumentKind.CONTROL,
        statute=STATUTE,
        clauses=tuple(clauses),
        title=_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        related=(extends.number,) if extends else (),
        disease=disease,
        paragraphs=tuple(told),
        schedules=controlled.schedules(),
        geometry=geometry,
    )


def control_rescission(
    *,
    number: str,
    rescinded_number: str,
    government: str,
    disease: str,
    reason: str,
    ends: datetime,
    clauses: Sequence[str],
    signed_at: datetime,
    signatory: Signatory,
) -> Document:
    """The notification that ends a control before its own last day (note 42)."""
    return Document(
        number=number,
        kind=DocumentKind.CONTROL_RESCISSION,
        statute=STATUTE,
        clauses=tuple(clauses),
        title=_RESCINDED.key,
        signed_at=signed_at,
        signatory=signatory,
        related=(rescinded_number,),
        disease=disease,
        paragraphs=(
            _RESCINDS(government=government, number=rescinded_number, reason=reason, at=ends),
        ),
    )
