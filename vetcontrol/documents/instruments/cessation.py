"""Sections 11(4), 13(4) and 13(6): the notice that a place has ceased to be an infected place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Addressee,
    Document,
    DocumentKind,
    Paragraph,
    Place,
    Signatory,
)
from vetcontrol.documents.instruments.common import STATUTE


class CessationCause(StrEnum):
    """Why a place ceases to be an infected place."""

    CANCELLED_BY_VETERINARY_SURGEON = "cancelled_by_veterinary_surgeon"
    CANCELLED_BY_GOVERNMENT = "cancelled_by_government"
    LEFT_OUT_OF_AREA = "left_out_of_area"
    AREA_RESCINDED = "area_rescinded"


_CLAUSES: Final = {
    CessationCause.CANCELLED_BY_VETERINARY_SURGEON: ("DOA1974-11-4b", "DOA1974-11-4a"),
    CessationCause.CANCELLED_BY_GOVERNMENT: ("DOA1974-13-6b", "DOA1974-13-6a"),
    CessationCause.LEFT_OUT_OF_AREA: ("DOA1974-13-4b", "DOA1974-13-4a"),
    CessationCause.AREA_RESCINDED: ("DOA1974-13-4b", "DOA1974-13-4a", "DOA1974-13-3"),
}
_CAUSES: Final = {
    cause: message(f"paragraph.cessation.{cause}", "ending", "ended_at") for cause in CessationCause
}
_TITLE: Final = message("title.cessation_notice")
_DECLARED: Final = message("paragraph.cessation.declared", "declared_by", "disease")
_FREE: Final = message("paragraph.cessation.free")
_STILL: Final = message("paragraph.cessation.still", "numbers")
_AREA: Final = message("paragraph.cessation.area")

MESSAGES: Final[tuple[Message, ...]] = (
    *_CAUSES.values(),
    _TITLE,
    _DECLARED,
    _FREE,
    _STILL,
    _AREA,
)


def cessation_notice(
    *,
    number: str,
    case_number: str,
    cause: CessationCause,
    declared_by: str,
    ending_number: str,
    ended_at: datetime,
    disease: str,
    place: Place,
    addressee: Addressee,
    signed_at: datetime,
    signatory: Signatory,
    still_under: Sequence[str] = (),
) -> Document:
    """The Inspector's notice of cessation to one who was served (DOA1974-11-4b, -13-4b, -13-6b).

    `declared_by` is the order or declaration that made the place infected, `ending_number` what
    ended it and `ended_at` when. `still_under` are other declarations in force on the place:
    the notice then says that it remains an infected place under them.
    """
    others = tuple(still_under)
    standing: Paragraph = _STILL(numbers=others) if others else _FREE()
    return Document(
        number=number,
        kind=DocumentKind.CESSATION_NOTICE,
        statute=STATUTE,
        clauses=_CLAUSES[cause],
        title=_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=(declared_by, ending_number, *others),
        addressee=addressee,
        place=place,
        disease=disease,
        paragraphs=(
            _DECLARED(declared_by=declared_by, disease=disease),
            _CAUSES[cause](ending=ending_number, ended_at=ended_at),
            standing,
            _AREA(),
        ),
    )
