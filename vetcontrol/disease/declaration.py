"""Section 11(3): the declaration of the premises within the radius, with a notice for each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import shapely

from gis import geojson
from gis.outline import outline
from vetcontrol.canonical import instant_text
from vetcontrol.clock import day_of
from vetcontrol.disease import queries
from vetcontrol.disease.case import RADIUS_DECLARED, Case
from vetcontrol.disease.order import addressees, keepers_of
from vetcontrol.disease.places import described
from vetcontrol.disease.present import refresh
from vetcontrol.disease.radius import Found, already, around, stands_confirmed
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments import PremisesLine, premises_notice, radius_declaration
from vetcontrol.documents.parts import Place
from vetcontrol.documents.values import Personal
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette.grounds import Grounds, lay, moment, remark
from vetcontrol.law.diseases_of_animals import infected_places as law
from vetcontrol.officers.authority import Officer
from vetcontrol.places.queries import territory
from vetcontrol.premises.service import Keeper
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Writing

CLAUSE = "DOA1974-11-3a"


def declare(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    metres: float,
    premises_ids: Sequence[int] | None = None,
    reason: str = "",
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Declare premises within `metres` of the place infected places, each with its own notice.

    By default all that lie within. `premises_ids` chooses among those within and straddling; a
    straddling one, or one left out, needs `reason`. Raises `Malformed`, `Refused`, `NoAuthority`.
    """
    case = queries.case(writing.session, number)
    not_before = case.examination.signed_at if case.examination else case.order.signed_at
    at = moment(writing, signed_at, not_before=not_before)
    laid = lay(
        writing,
        officer,
        provision="11(3)",
        clause=CLAUSE,
        capacity="veterinary_surgeon",
        disease=case.disease,
        geometry=geometry_from(case.geometry),
        at=at,
        position_reason=position_reason,
    )
    remark("reason", reason)
    confirmed = stands_confirmed(writing, case, at)
    decision = laid.decision.also(
        law.radius(metres, confirmed=confirmed, figures=writing.register.figures, at=at).require()
    )
    chosen, left_out, doubtful = _chosen(
        writing, case, metres, premises_ids=premises_ids, reason=reason, at=at
    )
    declaration_number = writing.next_number("DEC")
    notices = _notices(
        writing, laid, case, declaration_number=declaration_number, metres=metres, chosen=chosen
    )
    document = _document(
        writing,
        laid,
        case,
        number=declaration_number,
        metres=metres,
        chosen=chosen,
        reason=reason,
        left_out=left_out,
        doubtful=doubtful,
    )
    entry = writing.append(
        RADIUS_DECLARED,
        laid.authority.actor,
        {
            "case_number": number,
            "number": declaration_number,
            "disease": case.disease,
            "disease_name": case.disease_name,
            "metres": metres,
            "reason": reason,
            "position_reason": position_reason,
            "premises": [
                _premises(found, [n.number for n in notices[found.premises_id]]) for found in chosen
            ],
            "left_out": left_out,
            "doubtful": doubtful,
            "place_accuracy_m": case.accuracy_m,
            "signed_at": instant_text(at),
            "decision": decision.as_json(),
        },
        subjects=(number,),
        number=declaration_number,
        signed_at=at,
        documents=(document, *(n for each in notices.values() for n in each)),
    )
    refresh(writing, number)
    return entry


def _document(
    writing: Writing,
    laid: Grounds,
    case: Case,
    *,
    number: str,
    metres: float,
    chosen: Sequence[Found],
    reason: str,
    left_out: Sequence[int],
    doubtful: Sequence[int],
) -> Document:
    assert case.examination is not None
    return radius_declaration(
        number=number,
        case_number=case.number,
        order_number=case.order.number,
        confirmation_number=case.examination.outcome_number,
        disease=laid.disease_name,
        place=described(writing, case),
        radius_m=metres,
        limit_m=writing.register.figures.number(law.RADIUS_MAXIMUM, day_of(laid.at)),
        premises=[_line(found) for found in chosen],
        signed_at=laid.at,
        signatory=laid.authority.signatory(),
        outline=geojson.as_geojson(outline(geometry_from(case.geometry), metres)),
        choice_reason=reason or None,
        left_out=[str(one) for one in left_out],
        doubtful=[str(one) for one in doubtful],
        place_accuracy_m=case.accuracy_m,
    )


def _chosen(
    writing: Writing,
    case: Case,
    metres: float,
    *,
    premises_ids: Sequence[int] | None,
    reason: str,
    at: datetime,
) -> tuple[list[Found], list[int], list[int]]:
    """The premises to declare; the ids of those within that are left out, and of those declared
    that may as well lie outside the radius or the territory."""
    within, straddling, outside, empty = around(
        writing,
        geometry_from(case.geometry),
        metres,
        accuracy_m=case.accuracy_m or 0.0,
        territory=territory(writing.known(), at),
        leave_out=already(writing, case, at),
    )
    if premises_ids is None:
        chosen = within
    else:
        wanted = set(premises_ids)
        chosen = [f for f in (*within, *straddling) if f.premises_id in wanted]
        missing = wanted - {f.premises_id for f in chosen}
        if missing:
            raise _not_declarable(missing, outside, empty, metres)
    if premises_ids is not None and not premises_ids:
        raise Malformed.field(
            "premises_ids",
            "name at least one, or leave the field out to declare all within the radius",
            clauses=(CLAUSE,),
        )
    if not chosen and straddling:
        raise Refused(
            f"No premises lie within {metres:,.3f} metres of the place for certain, but"
            f" {len(straddling)} may. Choose those that you declare, and say why.",
            clauses=(CLAUSE,),
        )
    if not chosen:
        raise Refused(
            f"No premises that keep animals lie within {metres:,.3f} metres of the place, so there"
            " is nothing to declare. Report to Government without a declaration.",
            clauses=(CLAUSE,),
        )
    doubtful = sorted({f.premises_id for f in straddling} & {f.premises_id for f in chosen})
    left_out = sorted({f.premises_id for f in within} - {f.premises_id for f in chosen})
    if (doubtful or left_out) and not reason.strip():
        raise Malformed.field(
            "reason",
            "say why premises that may lie outside are declared, or some within are left out:"
            f" {', '.join(map(str, sorted({*doubtful, *left_out})))}",
            clauses=(CLAUSE,),
        )
    for found in chosen:
        law.declarable(
            distance_m=found.distance_m if found.placement == "located" else None,
            metres=metres,
            keeps_animals=found.keeps_animals,
            accuracy_m=(found.accuracy_m or 0.0) + (case.accuracy_m or 0.0),
            officers_reason=reason,
        ).require()
    return chosen, left_out, doubtful


def _not_declarable(
    missing: set[int], outside: Sequence[Found], empty: Sequence[Found], metres: float
) -> Refused:
    foreign = sorted(missing & {f.premises_id for f in outside})
    bare = sorted(missing & {f.premises_id for f in empty})
    rest = sorted(missing - set(foreign) - set(bare))
    parts = [
        f"{words}: {', '.join(map(str, ids))}."
        for words, ids in (
            ("Outside the territory, for the neighbouring authority", foreign),
            ("No animals are kept there", bare),
            (f"Not within {metres:,.3f} metres, or declared already", rest),
        )
        if ids
    ]
    return Refused("Not to be declared. " + " ".join(parts), clauses=(CLAUSE,))


def _notices(
    writing: Writing,
    laid: Grounds,
    case: Case,
    *,
    declaration_number: str,
    metres: float,
    chosen: Sequence[Found],
) -> dict[int, list[Document]]:
    keepers = keepers_of(writing, [f.premises_id for f in chosen])
    infected, signatory = described(writing, case), laid.authority.signatory()
    made: dict[int, list[Document]] = {}
    for found in chosen:
        known: Sequence[Keeper] = keepers.get(found.premises_id, ())
        made[found.premises_id] = [
            premises_notice(
                number=writing.next_number("NTC"),
                case_number=case.number,
                declaration_number=declaration_number,
                declared_at=laid.at,
                order_number=case.order.number,
                disease=laid.disease_name,
                place=Place(
                    description=Personal(found.name),
                    village=found.village,
                    number=str(found.premises_id),
                ),
                infected_place=infected,
                radius_m=metres,
                distance_m=found.distance_m,
                addressee=addressee,
                signed_at=laid.at,
                signatory=signatory,
                deciding_part=_part(found),
                animals=json.loads(found.animals),
                geometry=geojson.as_geojson(found.geometry),
                place_accuracy_m=case.accuracy_m,
            )
            for addressee in addressees(known)
        ]
    return made


def _line(found: Found) -> PremisesLine:
    return PremisesLine(
        number=str(found.premises_id),
        name=Personal(found.name),
        village=found.village,
        distance_m=found.distance_m,
        deciding_part=_part(found),
        animals=json.loads(found.animals),
    )


def _part(found: Found) -> int | None:
    """The deciding part, counted from 0; none where there is only one."""
    return found.deciding_part if shapely.get_num_geometries(found.geometry) > 1 else None


def _premises(found: Found, notices: Sequence[str]) -> dict[str, Any]:
    return {
        "premises_id": found.premises_id,
        "village": found.village,
        "placement": found.placement,
        "geometry": json.loads(shapely.to_geojson(found.geometry)),
        "accuracy_m": found.accuracy_m,
        "distance_m": found.distance_m,
        "over_the_line": found.over_the_line,
        "deciding_part": found.deciding_part,
        "animals": json.loads(found.animals),
        "notices": list(notices),
    }
