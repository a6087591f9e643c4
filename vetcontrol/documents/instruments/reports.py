"""Section 11(3), last part: the Veterinary Surgeon's report to Government of all that was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from vetcontrol.documents.instruments.common import STATUTE, animals_schedule
from vetcontrol.documents.values import Text

STEPS: Final = ("order", "report", "examination", "confirmation", "declaration", "notices")


@dataclass(frozen=True)
class StepLine:
    """A step taken under section 11: what (one of `STEPS`), its number, when and by whom."""

    what: str
    number: str
    done_at: datetime
    by: str


_TITLE: Final = message("title.report_to_government")
_REPORTS: Final = message("paragraph.government.reports", "disease")
_FINDINGS: Final = message("paragraph.government.findings", "findings")
_RADIUS: Final = message("paragraph.government.radius", "number", "count", "radius")
_NO_RADIUS: Final = message("paragraph.government.no_radius")
_ASKS: Final = message("paragraph.government.asks", "clause")
_STEPS: Final = message("schedule.steps")
_COLUMNS: Final = tuple(message(f"column.{name}") for name in ("step", "number", "time", "by"))

MESSAGES: Final[tuple[Message, ...]] = (
    _TITLE,
    _REPORTS,
    _FINDINGS,
    _RADIUS,
    _NO_RADIUS,
    _ASKS,
    _STEPS,
    *_COLUMNS,
    *(message(f"term.step.{name}") for name in STEPS),
)


def report_to_government(
    *,
    number: str,
    case_number: str,
    disease: str,
    place: Place,
    steps: Sequence[StepLine],
    findings: Text,
    signed_at: datetime,
    signatory: Signatory,
    declaration_number: str = "",
    radius_m: float | None = None,
    premises_count: int = 0,
    animals: Mapping[str, int] | None = None,
    geometry: Mapping[str, Any] | None = None,
    addressee: Addressee | None = None,
) -> Document:
    """The report of everything done under section 11 on a case (DOA1974-11-3c).

    `radius_m` in metres, with `declaration_number` and `premises_count`, where premises were
    declared; None where none were. `animals` are the totals by species. Without `addressee`
    it goes to Government by name.
    """
    declared: Paragraph = _NO_RADIUS()
    if radius_m is not None:
        declared = _RADIUS(number=declaration_number, count=premises_count, radius=Metres(radius_m))
    rows = tuple((Word(f"step.{line.what}"), line.number, line.done_at, line.by) for line in steps)
    return Document(
        number=number,
        kind=DocumentKind.REPORT_TO_GOVERNMENT,
        statute=STATUTE,
        clauses=("DOA1974-11-3c",),
        title=_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        case_number=case_number,
        related=tuple(dict.fromkeys(line.number for line in steps if line.number)),
        addressee=addressee or Addressee(Word("office.government")),
        place=place,
        disease=disease,
        paragraphs=(
            _REPORTS(disease=disease),
            _FINDINGS(findings=findings),
            declared,
            _ASKS(clause=Clause("DOA1974-13-1-a")),
        ),
        schedules=(
            Schedule(_STEPS.key, tuple(column.key for column in _COLUMNS), rows),
            *animals_schedule(animals or {}),
        ),
        geometry=geometry,
    )
