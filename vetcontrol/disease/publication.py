"""Section 13(2) to (4): what the publication of a notification does to the places of its case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shapely.geometry.base import BaseGeometry

from gis import overlay
from vetcontrol.clock import day_of
from vetcontrol.disease import queries
from vetcontrol.disease.case import Case, Declaration, clause_of
from vetcontrol.disease.cessation import Notice, notices
from vetcontrol.disease.limits import Limits, limits
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments import (
    CessationCause,
    PremisesLeftOut,
    VillageLine,
    amendment_notification,
    infected_area_notification,
    rescission_notification,
)
from vetcontrol.documents.parts import Signatory
from vetcontrol.documents.values import Personal
from vetcontrol.gazette.moments import Moments
from vetcontrol.gazette.notifications import (
    AMENDMENT,
    RESCISSION,
    content_of,
)
from vetcontrol.gazette.power import Publication
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_areas as law
from vetcontrol.law.diseases_of_animals.terms import Inclusion
from vetcontrol.officers.authority import Authority, Officer, authorise_section_13
from vetcontrol.places.queries import territory_name
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing

# What a sentence calls the languages that the profiles name by code.
LANGUAGES = {
    "en": "English",
    "gu": "Gujarati",
    "kok": "Konkani",
    "ml": "Malayalam",
    "mr": "Marathi",
}


@dataclass(frozen=True)
class Fate:
    """A declared place of the case in force, and what the publication makes of it."""

    feature: str
    feature_kind: str
    declaration: Declaration
    premises_id: int | None
    ceases: bool
    decision: Decision


@dataclass(frozen=True)
class Foreseen:
    """Limits, what becomes of the declared places on their publication, and what allows them."""

    limits: Limits
    fates: Sequence[Fate]
    decision: Decision


def fates(
    reading: Reading,
    declarations: Sequence[Declaration],
    area: BaseGeometry | None,
    at: datetime,
) -> list[Fate]:
    """What becomes of each place of `declarations` in force at `at` when `area` is published
    (DOA1974-13-4a); `area` None is a rescission, which includes nothing.

    The declarations are those that the notification confirms, or that the one it changes did:
    one that Government has not decided is left as it is (note 7).
    """
    snapshot = reading.known()
    found = []
    for declaration in declarations:
        for feature, about in declaration.features.items():
            version = snapshot.feature(feature, at)
            if version is None:
                continue
            inclusion = (
                Inclusion.NONE
                if area is None
                else Inclusion(overlay.covers(area, version.geometry))
            )
            verdict = law.left_out(same_chain=True, inclusion=inclusion)
            found.append(
                Fate(
                    feature,
                    version.kind.value,
                    declaration,
                    about["premises_id"],
                    verdict.ceases,
                    verdict.decision,
                )
            )
    return found


def confirmed(case: Case, declarations: Sequence[str]) -> list[Declaration]:
    """The declarations that a notification of the case confirms, by their numbers."""
    return [d for d in case.live if d.number in declarations]


def foresee(
    reading: Reading,
    case: Case,
    declarations: Sequence[Declaration],
    *,
    geometry: BaseGeometry | None,
    village_ids: Sequence[str],
    at: datetime,
    clause: str = law.DEFINED,
) -> Foreseen:
    """The limits that a decision (DOA1974-13-2) or an amendment (DOA1974-13-3) at `at` gives the
    area of `declarations`, and what becomes of their places when it is published.

    Raises as `limits`, and `Refused` by `clause` for limits under which every place would cease.
    """
    drawn = limits(reading, case, geometry=geometry, village_ids=village_ids, at=at, clause=clause)
    becoming = fates(reading, declarations, drawn.geometry, at)
    taken_in = not all(fate.ceases for fate in becoming)
    decision = law.takes_in_declared(taken_in, clause=clause).require()
    return Foreseen(drawn, becoming, decision)


def publish(
    writing: Writing,
    draft: Mapping[str, Any],
    signatory: Signatory,
    reference: GazetteReference,
    when: Moments,
) -> Publication:
    """The handler for the notifications of section 13: places left out, notices, the document."""
    case = queries.case(writing.session, draft["case_number"])
    kind = draft["kind"]
    geometry = None if kind == RESCISSION else geometry_from(draft["geometry"])
    gazette = law.Gazette(reference.series, reference.number, reference.day)
    boundary = (
        None
        if geometry is None
        else law.Boundary(closed=True, valid=geometry.is_valid, area_m2=draft["area_m2"])
    )
    decision = law.publication(
        gazette,
        boundary,
        approved=True,
        at=writing.now,
        clause=clause_of(kind),
    ).require()
    named = confirmed(case, draft["declarations"])
    all_fates = fates(writing, named, geometry, when.published_at)
    leaving = [f for f in all_fates if f.ceases]
    told = notices(
        writing,
        case,
        named,
        cause=CessationCause.AREA_RESCINDED
        if kind == RESCISSION
        else CessationCause.LEFT_OUT_OF_AREA,
        ending_number=draft["number"],
        ended_at=when.published_at,
        signatory=signatory,
        only=frozenset(f.feature for f in leaving),
    )
    document = _document(writing, case, draft, signatory=signatory, when=when, leaving=leaving)
    return Publication(
        {
            "ceases": [{"feature": f.feature, "feature_kind": f.feature_kind} for f in leaving],
            "cessation_notices": [n.line for n in told],
            "lawful": decision.as_json(),
            "fates": [
                {"feature": f.feature, "ceases": f.ceases, **f.decision.as_json()}
                for f in all_fates
            ],
        },
        (document, *_documents(told)),
    )


def _documents(told: list[Notice]) -> list[Document]:
    return [notice.document for notice in told]


def _document(
    writing: Writing,
    case: Case,
    draft: Mapping[str, Any],
    *,
    signatory: Signatory,
    when: Moments,
    leaving: list[Fate],
) -> Document:
    places = [_left_out(writing, case, fate) for fate in leaving]
    language = str(
        writing.prescribed.value(
            "doa.regional_language",
            day_of(when.published_at),
            locality=territory_name(
                writing.known(), geometry_from(draft["geometry"]), when.published_at
            ),
        )
    )
    common: dict[str, Any] = {
        "number": draft["number"],
        "case_number": case.number,
        "government": writing.register.settings.government_name,
        "disease": case.disease_name,
        "area_name": draft["area_name"],
        "regional_language": LANGUAGES.get(language, language),
        "signed_at": when.published_at,
        "signatory": signatory,
        "delegation_number": draft["delegation"],
    }
    if draft["kind"] == RESCISSION:
        return rescission_notification(
            rescinded_number=draft["amends"],
            report_number=draft["report_number"],
            reason=draft["reason"],
            places=places,
            geometry=draft["geometry"],
            **common,
        )
    area: dict[str, Any] = {
        "geometry": draft["geometry"],
        "area_m2": draft["area_m2"],
        "villages": [
            VillageLine(v["name"], v["taluka"], v["whole"], v["area_m2"]) for v in draft["villages"]
        ],
        "left_out": places,
        "effective_at": when.effective_at if when.effective_at != when.published_at else None,
    }
    if draft["kind"] == AMENDMENT:
        return amendment_notification(
            amended_number=draft["amends"],
            report_number=draft["report_number"],
            reason=draft["reason"],
            **area,
            **common,
        )
    return infected_area_notification(
        decision_number=draft["decision_number"],
        declarations=draft["declarations"],
        **area,
        **common,
    )


def _left_out(writing: Writing, case: Case, fate: Fate) -> PremisesLeftOut:
    about = fate.declaration.features[fate.feature]
    row = None if fate.premises_id is None else writing.session.get(PremisesRow, fate.premises_id)
    return PremisesLeftOut(
        number="" if fate.premises_id is None else str(fate.premises_id),
        name=Personal(row.name) if row is not None else case.number,
        village=str(about.get("village", case.place.get("village", ""))),
        declared_by=fate.declaration.number,
    )


def authority(writing: Writing, officer: Officer, row: NotificationRow) -> Authority:
    """Government's, or a Collector's by delegation, over the limits of the notification."""
    case = queries.case(writing.session, row.case_number)
    content = content_of(row)
    return authorise_section_13(
        writing,
        officer,
        power=clause_of(row.kind),
        at=writing.now,
        geometry=geometry_from(content["geometry"]),
        disease=case.disease,
    )
