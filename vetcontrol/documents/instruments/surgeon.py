"""Section 11(2) and (4): the Veterinary Surgeon's examination, confirmation or cancellation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Clause,
    Document,
    DocumentKind,
    Place,
    Schedule,
    Signatory,
)
from vetcontrol.documents.instruments.common import (
    SPECIES_COLUMN,
    STATUTE,
    licence_rule,
    species,
)
from vetcontrol.documents.values import Text


@dataclass(frozen=True)
class ExaminedAnimals:
    """Animals of one species at the place, by what the examination found."""

    species: str
    kept: int
    examined: int
    affected: int
    in_contact: int = 0


_EXAMINATION_TITLE: Final = message("title.examination")
_EXAMINED: Final = message("paragraph.examination.made", "number", "examined_at")
_FINDINGS: Final = message("paragraph.examination.findings", "findings")
_NO_ANIMALS: Final = message("paragraph.examination.no_animals")
_EXAMINED_ANIMALS: Final = message("schedule.examined_animals")
_EXAMINED_COLUMNS: Final = (
    SPECIES_COLUMN,
    message("column.kept"),
    message("column.examined"),
    message("column.affected"),
    message("column.in_contact"),
)
_CONFIRMATION_TITLE: Final = message("title.confirmation")
_CONFIRMS: Final = message("paragraph.confirmation.confirms", "number", "ordered_at")
_AFTER: Final = message("paragraph.confirmation.after", "number", "examined_at")
_REASONS: Final = message("paragraph.confirmation.reasons", "reasons")
_REMAINS: Final = message("paragraph.confirmation.remains", "disease")
_CANCELLATION_TITLE: Final = message("title.cancellation")
_CANCELS: Final = message("paragraph.cancellation.cancels", "number", "ordered_at")
_CEASES: Final = message("paragraph.cancellation.ceases", "signed_at")
_NOTICE: Final = message("paragraph.cancellation.notice", "clause")

MESSAGES: Final[tuple[Message, ...]] = (
    _EXAMINATION_TITLE,
    _EXAMINED,
    _FINDINGS,
    _NO_ANIMALS,
    _EXAMINED_ANIMALS,
    *_EXAMINED_COLUMNS[1:],
    _CONFIRMATION_TITLE,
    _CONFIRMS,
    _AFTER,
    _REASONS,
    _REMAINS,
    _CANCELLATION_TITLE,
    _CANCELS,
    _CEASES,
    _NOTICE,
)


def examination_record(
    *,
    number: str,
    case_number: str,
    report_number: str,
    order_number: str,
    disease: str,
    place: Place,
    examined_at: datetime,
    findings: Text,
    signed_at: datetime,
    signatory: Signatory,
    animals: Sequence[ExaminedAnimals] = (),
    no_animals_kept: bool = False,
) -> Document:
    """The Veterinary Surgeon's examination of the place and its animals (DOA1974-11-2a)."""
    rows = tuple(
        (species(line.species), line.kept, line.examined, line.affected, line.in_contact)
        for line in animals
    )
    columns = tuple(column.key for column in _EXAMINED_COLUMNS)
    return Document(
        number=number,
        kind=DocumentKind.EXAMINATION,
        statute=STATUTE,
        clauses=("DOA1974-11-2a",),
        title=_EXAMINATION_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=(report_number, order_number),
        place=place,
        disease=disease,
        paragraphs=(
            _EXAMINED(number=report_number, examined_at=examined_at),
            *((_NO_ANIMALS(),) if no_animals_kept else ()),
            _FINDINGS(findings=findings),
        ),
        schedules=(Schedule(_EXAMINED_ANIMALS.key, columns, rows),) if rows else (),
    )


def confirmation(
    *,
    number: str,
    case_number: str,
    order_number: str,
    ordered_at: datetime,
    examination_number: str,
    examined_at: datetime,
    disease: str,
    place: Place,
    reasons: Text,
    signed_at: datetime,
    signatory: Signatory,
) -> Document:
    """The Veterinary Surgeon's confirmation of the Inspector's order (DOA1974-11-2b)."""
    return Document(
        number=number,
        kind=DocumentKind.CONFIRMATION,
        statute=STATUTE,
        clauses=("DOA1974-11-2b",),
        title=_CONFIRMATION_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=(order_number, examination_number),
        place=place,
        disease=disease,
        paragraphs=(
            _AFTER(number=examination_number, examined_at=examined_at),
            _CONFIRMS(number=order_number, ordered_at=ordered_at),
            _REASONS(reasons=reasons),
            _REMAINS(disease=disease),
            licence_rule(),
        ),
    )


def cancellation(
    *,
    number: str,
    case_number: str,
    order_number: str,
    ordered_at: datetime,
    examination_number: str,
    examined_at: datetime,
    disease: str,
    place: Place,
    reasons: Text,
    signed_at: datetime,
    signatory: Signatory,
) -> Document:
    """The Veterinary Surgeon's cancellation of the order (DOA1974-11-2b, DOA1974-11-4a)."""
    return Document(
        number=number,
        kind=DocumentKind.CANCELLATION,
        statute=STATUTE,
        clauses=("DOA1974-11-2b", "DOA1974-11-4a"),
        title=_CANCELLATION_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=(order_number, examination_number),
        place=place,
        disease=disease,
        paragraphs=(
            _AFTER(number=examination_number, examined_at=examined_at),
            _CANCELS(number=order_number, ordered_at=ordered_at),
            _REASONS(reasons=reasons),
            _CEASES(signed_at=signed_at),
            _NOTICE(clause=Clause("DOA1974-11-4b")),
        ),
    )
