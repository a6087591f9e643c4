"""Section 13(1): Government, or a Collector by delegation, confirms or cancels a declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Clause,
    Document,
    DocumentKind,
    Paragraph,
    Place,
    Signatory,
    SquareMetres,
)
from vetcontrol.documents.instruments.common import STATUTE, delegation_of
from vetcontrol.documents.values import Text


class DecisionOutcome(StrEnum):
    """What section 13(1) lets Government do with a declaration."""

    CONFIRM = "confirm"
    CONFIRM_WITH_MODIFICATION = "confirm_with_modification"
    CANCEL = "cancel"


_TITLES: Final = {
    DecisionOutcome.CONFIRM: message("title.decision.confirm"),
    DecisionOutcome.CONFIRM_WITH_MODIFICATION: message("title.decision.confirm_with_modification"),
    DecisionOutcome.CANCEL: message("title.decision.cancel"),
}
_ON_REPORT: Final = message("paragraph.decision.on_report", "number", "disease")
_CONFIRMS: Final = message("paragraph.decision.confirms", "declarations")
_MODIFIES: Final = message("paragraph.decision.modifies", "declarations", "modifications")
_OF_VILLAGES: Final = message("paragraph.decision.of_villages", "villages")
_OF_BOUNDARY: Final = message("paragraph.decision.of_boundary", "area")
_NOTIFICATION: Final = message("paragraph.decision.notification", "clause")
_CANCELS: Final = message("paragraph.decision.cancels", "declarations")
_REASONS: Final = message("paragraph.decision.reasons", "reasons")
_CEASE: Final = message("paragraph.decision.cease", "signed_at")
_NOTICES: Final = message("paragraph.decision.notices", "clause")

MESSAGES: Final[tuple[Message, ...]] = (
    *_TITLES.values(),
    _ON_REPORT,
    _CONFIRMS,
    _MODIFIES,
    _OF_VILLAGES,
    _OF_BOUNDARY,
    _NOTIFICATION,
    _CANCELS,
    _REASONS,
    _CEASE,
    _NOTICES,
)


@dataclass(frozen=True)
class ModifiedLimits:
    """What a confirmation with modification makes the limits: the villages named, or a boundary
    of its own where none are; geodesic area in m2."""

    area_m2: float
    villages: Sequence[str] = ()

    def paragraph(self) -> Paragraph:
        """What the instrument says of them."""
        if self.villages:
            return _OF_VILLAGES(villages=tuple(self.villages))
        return _OF_BOUNDARY(area=SquareMetres(self.area_m2))


def government_decision(
    *,
    number: str,
    case_number: str,
    report_number: str,
    outcome: DecisionOutcome,
    declarations: Sequence[str],
    disease: str,
    place: Place,
    signed_at: datetime,
    signatory: Signatory,
    modifications: Text = "",
    reasons: Text = "",
    delegation_number: str = "",
    geometry: Mapping[str, Any] | None = None,
    limits: ModifiedLimits | None = None,
) -> Document:
    """The decision on the declarations numbered (DOA1974-13-1-a, or DOA1974-13-1-b).

    `limits`, and `modifications` in words where there are any, are said where the outcome is with
    modification; `geometry` is the area
    confirmed, EPSG:4326. With `delegation_number` it also rests on DOA1974-13-7.
    """
    named = tuple(declarations)
    clauses: tuple[str, ...] = ("DOA1974-13-1-a",)
    acts: tuple[Paragraph, ...] = (
        _CONFIRMS(declarations=named),
        _NOTIFICATION(clause=Clause("DOA1974-13-2")),
    )
    if outcome is DecisionOutcome.CONFIRM_WITH_MODIFICATION:
        words = _MODIFIES(declarations=named, modifications=modifications)
        changed = () if limits is None else (limits.paragraph(),)
        acts = (words if modifications else acts[0], *changed, acts[1])
    elif outcome is DecisionOutcome.CANCEL:
        clauses = ("DOA1974-13-1-b", "DOA1974-13-6a")
        acts = (
            _CANCELS(declarations=named),
            _CEASE(signed_at=signed_at),
            _NOTICES(clause=Clause("DOA1974-13-6b")),
        )
    by_delegation, delegated = delegation_of(delegation_number)
    return Document(
        number=number,
        kind=DocumentKind.DECISION,
        statute=STATUTE,
        clauses=(*clauses, *by_delegation),
        title=_TITLES[outcome].key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=tuple(part for part in (report_number, *named, delegation_number) if part),
        place=place,
        disease=disease,
        paragraphs=(
            _ON_REPORT(number=report_number, disease=disease),
            *delegated,
            *acts,
            *((_REASONS(reasons=reasons),) if reasons else ()),
        ),
        geometry=geometry,
    )
