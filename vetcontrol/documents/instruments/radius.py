"""Section 11(3): premises declared within the radius, and the notice for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Addressee,
    Clause,
    Document,
    DocumentKind,
    Metres,
    Paragraph,
    Place,
    Schedule,
    Signatory,
    Word,
)
from vetcontrol.documents.instruments.common import (
    STATUTE,
    animals,
    animals_schedule,
    licence_rule,
)
from vetcontrol.documents.values import Text


@dataclass(frozen=True)
class PremisesLine:
    """Premises declared: distance in metres from the infected place, and the part it decides by.

    `deciding_part` is the index (from 0) or the name of the part of the premises whose nearest
    edge was measured, None where they have one part; paper counts parts from 1. `animals` are
    counts by species.
    """

    number: str
    name: Text
    village: str
    distance_m: float
    deciding_part: str | int | None = None
    animals: Mapping[str, int] = field(default_factory=dict)


_DECLARATION_TITLE: Final = message("title.declaration")
_DECLARES: Final = message("paragraph.declaration.declares", "count", "radius", "disease")
_FROM: Final = message("paragraph.declaration.from", "order", "confirmation")
_LIMIT: Final = message("paragraph.declaration.limit", "limit")
_CHOICE: Final = message("paragraph.declaration.choice", "reason")
_LEFT_OUT: Final = message("paragraph.declaration.left_out", "premises")
_DOUBTFUL: Final = message("paragraph.declaration.doubtful", "premises", "reason")
_METHOD: Final = message("paragraph.declaration.method")
_ACCURACY: Final = message("paragraph.declaration.accuracy", "accuracy")
_LISTED: Final = message("paragraph.declaration.listed")
_NOTICES: Final = message("paragraph.declaration.notices", "clause")
_PREMISES: Final = message("schedule.premises")
_PREMISES_COLUMNS: Final = tuple(
    message(f"column.{name}")
    for name in (
        "serial",
        "premises_number",
        "premises",
        "village",
        "distance",
        "deciding_part",
        "animals",
    )
)
_WHOLE: Final = Word("part.whole")
_NOTICE_TITLE: Final = message("title.premises_notice")
_NOTIFIED: Final = message("paragraph.notice.declared", "number", "declared_at", "disease")
_SOURCE: Final = message("paragraph.notice.source", "place", "village", "order")
_DISTANCE: Final = message("paragraph.notice.distance", "distance", "radius")
_PART: Final = message("paragraph.notice.part", "part")
_UNTIL: Final = message("paragraph.notice.until")

MESSAGES: Final[tuple[Message, ...]] = (
    _DECLARATION_TITLE,
    _DECLARES,
    _FROM,
    _LIMIT,
    _CHOICE,
    _LEFT_OUT,
    _DOUBTFUL,
    _METHOD,
    _ACCURACY,
    _LISTED,
    _NOTICES,
    _PREMISES,
    *_PREMISES_COLUMNS,
    _NOTICE_TITLE,
    _NOTIFIED,
    _SOURCE,
    _DISTANCE,
    _PART,
    _UNTIL,
    message("term.part.whole"),
)


def _part(deciding_part: str | int) -> str | int:
    return deciding_part + 1 if isinstance(deciding_part, int) else deciding_part


def _premises_schedule(premises: Sequence[PremisesLine]) -> Schedule:
    columns = tuple(column.key for column in _PREMISES_COLUMNS)
    rows = tuple(
        (
            serial,
            line.number,
            line.name,
            line.village or None,
            Metres(line.distance_m),
            _WHOLE if line.deciding_part is None else _part(line.deciding_part),
            animals(line.animals),
        )
        for serial, line in enumerate(premises, 1)
    )
    return Schedule(_PREMISES.key, columns, rows)


def _choice(
    reason: Text | None, left_out: Sequence[str], doubtful: Sequence[str]
) -> Iterator[Paragraph]:
    if reason and left_out:
        yield _CHOICE(reason=reason)
        yield _LEFT_OUT(premises=", ".join(left_out))
    if reason and doubtful:
        yield _DOUBTFUL(premises=", ".join(doubtful), reason=reason)


def _measured(place_accuracy_m: float | None) -> Iterator[Paragraph]:
    """How distances are measured, and how exactly the infected place is known where stated."""
    yield _METHOD()
    if place_accuracy_m:
        yield _ACCURACY(accuracy=Metres(place_accuracy_m))


def radius_declaration(
    *,
    number: str,
    case_number: str,
    order_number: str,
    confirmation_number: str,
    disease: str,
    place: Place,
    radius_m: float,
    limit_m: float,
    premises: Sequence[PremisesLine],
    signed_at: datetime,
    signatory: Signatory,
    outline: Mapping[str, Any] | None = None,
    choice_reason: Text | None = None,
    left_out: Sequence[str] = (),
    doubtful: Sequence[str] = (),
    place_accuracy_m: float | None = None,
) -> Document:
    """The Veterinary Surgeon's declaration of the premises within the radius (DOA1974-11-3a).

    `place` is the infected place from which `radius_m` is measured, `limit_m` the most that the
    Act allows on the day. `outline` is the drawn circle, a picture in EPSG:4326 and not the test.
    `choice_reason` says why the premises `left_out` within the radius are not declared, and why
    those `doubtful`, which may lie outside, are; both by their numbers on the register.
    `place_accuracy_m` is how exactly the infected place is known, where stated.
    """
    totals: Counter[str] = Counter()
    for line in premises:
        totals.update(line.animals)
    choice = tuple(_choice(choice_reason, left_out, doubtful))
    return Document(
        number=number,
        kind=DocumentKind.DECLARATION,
        statute=STATUTE,
        clauses=("DOA1974-11-3a",),
        title=_DECLARATION_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=(order_number, confirmation_number),
        place=place,
        disease=disease,
        paragraphs=(
            _FROM(order=order_number, confirmation=confirmation_number),
            _DECLARES(count=len(premises), radius=Metres(radius_m), disease=disease),
            _LIMIT(limit=Metres(limit_m)),
            *choice,
            *_measured(place_accuracy_m),
            _LISTED(),
            _NOTICES(clause=Clause("DOA1974-11-3b")),
            licence_rule(),
        ),
        schedules=(_premises_schedule(premises), *animals_schedule(totals)),
        geometry=outline,
    )


def premises_notice(
    *,
    number: str,
    case_number: str,
    declaration_number: str,
    declared_at: datetime,
    order_number: str,
    disease: str,
    place: Place,
    infected_place: Place,
    radius_m: float,
    distance_m: float,
    addressee: Addressee,
    signed_at: datetime,
    signatory: Signatory,
    deciding_part: str | int | None = None,
    animals: Mapping[str, int] | None = None,
    geometry: Mapping[str, Any] | None = None,
    place_accuracy_m: float | None = None,
) -> Document:
    """The written notice for one of the premises declared (DOA1974-11-3b).

    `place` is the premises, `infected_place` the place the radius is measured from; distances
    are metres. `deciding_part` as in `PremisesLine`, `place_accuracy_m` as in the declaration.
    """
    part: tuple[Paragraph, ...] = (
        () if deciding_part is None else (_PART(part=_part(deciding_part)),)
    )
    return Document(
        number=number,
        kind=DocumentKind.PREMISES_NOTICE,
        statute=STATUTE,
        clauses=("DOA1974-11-3b", "DOA1974-11-3a"),
        title=_NOTICE_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=(declaration_number, order_number),
        addressee=addressee,
        place=place,
        disease=disease,
        paragraphs=(
            _NOTIFIED(number=declaration_number, declared_at=declared_at, disease=disease),
            _SOURCE(
                place=infected_place.description,
                village=infected_place.village or None,
                order=order_number,
            ),
            _DISTANCE(distance=Metres(distance_m), radius=Metres(radius_m)),
            *part,
            *_measured(place_accuracy_m),
            licence_rule(),
            _UNTIL(),
        ),
        schedules=animals_schedule(animals or {}),
        geometry=geometry,
    )
