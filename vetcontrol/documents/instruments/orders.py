"""Section 11(1): the Inspector's order on a place, its copies, the report to the Surgeon."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Addressee,
    Clause,
    Document,
    DocumentKind,
    Place,
    Signatory,
    Word,
)
from vetcontrol.documents.instruments.common import STATUTE, animals_schedule, licence_rule
from vetcontrol.documents.instruments.limits import boundary_schedule
from vetcontrol.documents.values import Text

_ORDER_TITLE: Final = message("title.order")
_BELIEF: Final = message("paragraph.order.belief", "disease")
_GROUNDS: Final = message("paragraph.order.grounds", "grounds")
_DECLARES: Final = message("paragraph.order.declares", "signed_at")
_STANDS: Final = message("paragraph.order.stands", "clause")
_COPY_TITLE: Final = message("title.order_copy")
_COPY_OF: Final = message("paragraph.copy.of", "number", "name", "office", "signed_at", "checksum")
_CORRECTED_COPY: Final = message(
    "paragraph.copy.corrected", "number", "name", "office", "signed_at", "correction", "checksum"
)
_COPY_FOR: Final = message("paragraph.copy.for", "clause")
_REPORT_TITLE: Final = message("title.report")
_REPORTED: Final = message("paragraph.report.made", "number", "signed_at", "disease")
_EXAMINE: Final = message("paragraph.report.examine", "clause")
_VETERINARY_SURGEON: Final = "office.veterinary_surgeon"

MESSAGES: Final[tuple[Message, ...]] = (
    _ORDER_TITLE,
    _BELIEF,
    _GROUNDS,
    _DECLARES,
    _STANDS,
    _COPY_TITLE,
    _COPY_OF,
    _CORRECTED_COPY,
    _COPY_FOR,
    _REPORT_TITLE,
    _REPORTED,
    _EXAMINE,
)


def infected_place_order(
    *,
    number: str,
    case_number: str,
    disease: str,
    place: Place,
    geometry: Mapping[str, Any],
    grounds: Text,
    signed_at: datetime,
    signatory: Signatory,
    animals: Mapping[str, int] | None = None,
) -> Document:
    """The Inspector's order that a place is an infected place (DOA1974-11-1a).

    `geometry` is the place in EPSG:4326; `animals` the animals kept there by species, if known.
    The corners of an outline are listed. A Veterinary Surgeon who makes it signs with the
    capacity of Inspector (DOA1974-3-3).
    """
    outlined = geometry["type"] in ("Polygon", "MultiPolygon")
    return Document(
        number=number,
        kind=DocumentKind.ORDER,
        statute=STATUTE,
        clauses=("DOA1974-11-1a", *(("DOA1974-3-3",) if signatory.capacity else ())),
        title=_ORDER_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        place=place,
        disease=disease,
        paragraphs=(
            _BELIEF(disease=disease),
            _GROUNDS(grounds=grounds),
            _DECLARES(signed_at=signed_at),
            _STANDS(clause=Clause("DOA1974-11-2b")),
            licence_rule(),
        ),
        schedules=(
            *animals_schedule(animals or {}),
            *((boundary_schedule(geometry),) if outlined else ()),
        ),
        geometry=geometry,
    )


def order_copy(
    *,
    number: str,
    order: Document,
    order_checksum: str,
    addressee: Addressee,
    signed_at: datetime,
    signatory: Signatory,
    correction: str = "",
) -> Document:
    """The copy of `order` for the owner, occupier or person in charge (DOA1974-11-1b).

    It repeats all that the order says and carries `order_checksum`, under which the order is
    kept: that of the sealed order, so seal it first (`vetcontrol.documents.personal.sealed`).
    With `correction`, the number of one, `order` is the order as corrected and the checksum that of
    the order as it was signed.
    """
    said: dict[str, Any] = {
        "number": order.number,
        "name": order.signatory.name,
        "office": order.signatory.office,
        "signed_at": order.signed_at,
        "checksum": order_checksum,
    }
    return Document(
        number=number,
        kind=DocumentKind.ORDER_COPY,
        statute=STATUTE,
        clauses=("DOA1974-11-1b", *order.clauses),
        title=_COPY_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=order.case_number,
        related=(order.number, *((correction,) if correction else ())),
        addressee=addressee,
        place=order.place,
        disease=order.disease,
        paragraphs=(
            _COPY_FOR(clause=Clause("DOA1974-11-1b")),
            _CORRECTED_COPY(**said, correction=correction) if correction else _COPY_OF(**said),
            *order.paragraphs,
        ),
        schedules=order.schedules,
        geometry=order.geometry,
    )


def report_to_veterinary_surgeon(
    *,
    number: str,
    order: Document,
    signed_at: datetime,
    signatory: Signatory,
    addressee: Addressee | None = None,
) -> Document:
    """The Inspector's report of `order` to the Veterinary Surgeon (DOA1974-11-1c).

    Without `addressee` it goes to the Veterinary Surgeon by office.
    """
    return Document(
        number=number,
        kind=DocumentKind.REPORT,
        statute=STATUTE,
        clauses=("DOA1974-11-1c",),
        title=_REPORT_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=order.case_number,
        related=(order.number,),
        addressee=addressee or Addressee(Word(_VETERINARY_SURGEON)),
        place=order.place,
        disease=order.disease,
        paragraphs=(
            _REPORTED(number=order.number, signed_at=order.signed_at, disease=order.disease),
            *(part for part in order.paragraphs if part.key == _GROUNDS.key),
            _EXAMINE(clause=Clause("DOA1974-11-2a")),
        ),
        schedules=order.schedules,
        geometry=order.geometry,
    )
