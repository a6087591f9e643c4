"""Notices of cessation: to everyone who had a copy or notice of what ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from vetcontrol.disease.case import Case, Declaration
from vetcontrol.disease.places import declared, described
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.documents.content import Document, from_json
from vetcontrol.documents.instruments import CessationCause, cessation_notice
from vetcontrol.documents.parts import Addressee, Signatory
from vetcontrol.documents.personal import opened
from vetcontrol.documents.values import Word
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.register import Writing, personal_values
from vetcontrol.register.tables import DocumentRow

_CLAUSES = {
    CessationCause.CANCELLED_BY_VETERINARY_SURGEON: "DOA1974-11-4b",
    CessationCause.CANCELLED_BY_GOVERNMENT: "DOA1974-13-6b",
    CessationCause.LEFT_OUT_OF_AREA: "DOA1974-13-4b",
    CessationCause.AREA_RESCINDED: "DOA1974-13-4b",
}
DECLARED_KINDS = (FeatureKind.INFECTED_PLACE, FeatureKind.DECLARED_PLACE)


@dataclass(frozen=True)
class Notice:
    """A notice of cessation, and its line in the entry that makes it."""

    document: Document
    line: dict[str, Any]


def notices(
    writing: Writing,
    case: Case,
    declarations: Iterable[Declaration],
    *,
    cause: CessationCause,
    ending_number: str,
    ended_at: datetime,
    signatory: Signatory,
    only: frozenset[str] | None = None,
) -> list[Notice]:
    """One notice for each copy or notice given of the `declarations` (section 13(6): to all who
    had one); `only` limits them to some declared places."""
    made = []
    for declaration in declarations:
        for feature, about in declaration.features.items():
            if only is not None and feature not in only:
                continue
            place = (
                described(writing, case)
                if declaration.kind == "order"
                else declared(writing, about)
            )
            others = _still_under(writing, feature, about, ended_at)
            for addressee in _recipients(writing, case.number, feature):
                number = writing.next_number("CSN")
                document = cessation_notice(
                    number=number,
                    case_number=case.number,
                    cause=cause,
                    declared_by=declaration.number,
                    ending_number=ending_number,
                    ended_at=ended_at,
                    disease=case.disease_name,
                    place=place,
                    addressee=addressee,
                    signed_at=writing.now,
                    signatory=signatory,
                    still_under=others,
                )
                made.append(
                    Notice(
                        document,
                        {
                            "document": number,
                            "declaration": declaration.number,
                            "feature": feature,
                            "clause": _CLAUSES[cause],
                            "premises_id": about["premises_id"],
                        },
                    )
                )
    return made


def _recipients(writing: Writing, case_number: str, feature: str) -> list[Addressee]:
    """Those to whom copies or notices about `feature` were addressed."""
    rows = writing.session.scalars(
        select(DocumentRow)
        .join(ServiceRow, ServiceRow.document == DocumentRow.number)
        .where(ServiceRow.case_number == case_number, ServiceRow.feature == feature)
        .order_by(DocumentRow.number)
    )
    found: list[Addressee] = []
    for row in rows:
        document = from_json(row.content)
        document = opened(document, personal_values(writing.session, document))
        if document.addressee is not None and document.addressee not in found:
            found.append(document.addressee)
    return found or [Addressee(Word("role.owner_occupier_or_person_in_charge"))]


def _still_under(
    writing: Writing, feature: str, about: Mapping[str, Any], at: datetime
) -> tuple[str, ...]:
    """Numbers of the other declarations in force on the same premises at `at`."""
    premises = about["premises_id"]
    if premises is None:
        return ()
    snapshot = writing.known()
    return tuple(
        sorted(
            str(v.facts["number"])
            for kind in DECLARED_KINDS
            for v in snapshot.of_kind(kind, at)
            if v.feature != feature and v.facts["premises_id"] == premises
        )
    )
