"""Section 11(1): the Inspector's order that a place is an infected place."""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import select

from gis import geojson, shapes
from gis.geodesic import area, bounds_within
from gis.radius import MAX_WITHIN_M, is_within, measure
from gis.spatialdb import candidates
from vetcontrol.canonical import instant, instant_text
from vetcontrol.disease.case import ORDERED, SUBJECT
from vetcontrol.disease.present import refresh
from vetcontrol.disease.taken import Device, taken
from vetcontrol.documents.content import Document, canonical, checksum
from vetcontrol.documents.instruments import (
    infected_place_order,
    order_copy,
    report_to_veterinary_surgeon,
)
from vetcontrol.documents.parts import Addressee, Place, Signatory
from vetcontrol.documents.personal import sealed
from vetcontrol.documents.values import Personal, Word
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette.grounds import Grounds, lay, moment, words
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_places as law
from vetcontrol.officers.authority import Officer
from vetcontrol.places.queries import Whereabouts, require_near, whereabouts
from vetcontrol.places.words import unnamed
from vetcontrol.premises import queries as premises_queries
from vetcontrol.premises.service import KEEPER_ROLES, Keeper
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Writing

PLACES = ("Point", "Polygon", "MultiPolygon")
# A position taken at the gate or by hand on the map may be this far off the place that is meant.
BESIDE_M = 50.0
LEAST_OUTLINE_M2 = 1.0
# A place less accurate than this cannot be measured from: a radius reaches 100 km at most.
MAX_ACCURACY_M = 10_000.0


@dataclass(frozen=True)
class Suspected:
    """The place that an order is about: its shape, and the premises it is, where registered."""

    geometry: BaseGeometry
    accuracy_m: float | None
    premises: PremisesRow | None
    keepers: Sequence[Keeper]
    animals: Mapping[str, int]

    def __post_init__(self) -> None:
        require_accurate("accuracy_m", self.accuracy_m)


def order(
    writing: Writing,
    officer: Officer,
    *,
    disease: str,
    grounds: str,
    premises_id: int | None = None,
    geometry: BaseGeometry | None = None,
    accuracy_m: float | None = None,
    device: Device | None = None,
    keepers: Sequence[Keeper] = (),
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Declare a place infected by written order.

    The place is that of registered premises, or `geometry` (EPSG:4326, point or polygon), or
    both: then the geometry is the part of the premises that is declared. `keepers` are those to
    whom copies go where the premises are not registered. `device` is where a device said it was
    as the position was taken. `signed_at` of a paper order entered later. Raises `Malformed`,
    `Refused`, `NoAuthority` with clauses; nothing is kept then.
    """
    at = moment(writing, signed_at, not_before=None)
    reason = words("grounds", grounds)
    position = taken(geometry, accuracy_m, device)
    place = _suspected(writing, premises_id, geometry, position.accuracy_m, keepers, at=at)
    laid = lay(
        writing,
        officer,
        provision="11(1)",
        clause="DOA1974-11-1a",
        capacity="inspector",
        disease=disease,
        geometry=place.geometry,
        at=at,
        position_reason=position_reason,
    )
    decision = laid.decision.also(
        law.order(disease=disease, grounds=reason, has_geometry=True).require()
    ).also(_no_public_place(writing, place).require())
    _not_twice(writing, disease, place, at)
    case_number, number = writing.next_number(SUBJECT), writing.next_number("ORD")
    report_number = writing.next_number("RPV")
    lies = whereabouts(writing.known(), place.geometry, at)
    written, copies, report = _papers(
        writing,
        laid,
        place,
        _described(place, lies),
        numbers=(case_number, number, report_number),
        grounds=reason,
    )
    entry = writing.append(
        ORDERED,
        laid.authority.actor,
        {
            "case_number": case_number,
            "number": number,
            "disease": disease,
            "disease_name": laid.disease_name,
            "premises_id": premises_id,
            "geometry": json.loads(shapely.to_geojson(place.geometry)),
            "accuracy_m": place.accuracy_m,
            "position": position.content,
            "grounds": reason,
            "position_reason": position_reason,
            "place": {"village": lies.village, "taluka": lies.taluka, "district": lies.district},
            "animals": dict(place.animals),
            "report_number": report_number,
            "copies": [c.number for c in copies],
            "signed_at": instant_text(at),
            "decision": decision.as_json(),
        },
        subjects=(case_number,),
        number=number,
        signed_at=at,
        documents=(written, *copies, report),
    )
    refresh(writing, case_number)
    return entry


def _described(place: Suspected, lies: Whereabouts) -> Place:
    drawn = geojson.as_geojson(place.geometry)
    return Place(
        description=Personal(place.premises.name) if place.premises else unnamed(drawn),
        village=lies.village,
        taluka=lies.taluka,
        district=lies.district,
        number=str(place.premises.id) if place.premises else "",
    )


def _papers(
    writing: Writing,
    laid: Grounds,
    place: Suspected,
    described: Place,
    *,
    numbers: tuple[str, str, str],
    grounds: str,
) -> tuple[Document, list[Document], Document]:
    """The order, its copies, and the report; `numbers` are of case, order and report."""
    case_number, number, report_number = numbers
    signatory = laid.authority.signatory()
    order_of_place = infected_place_order(
        number=number,
        case_number=case_number,
        disease=laid.disease_name,
        place=described,
        geometry=geojson.as_geojson(place.geometry),
        grounds=grounds,
        signed_at=laid.at,
        signatory=signatory,
        animals=place.animals,
    )
    # Sealed and salted first, so that the copies carry the checksum of the order as it is kept.
    written = replace(sealed(order_of_place, writing.salted_digest), salt=secrets.token_hex(16))
    copies = copies_of(
        writing,
        written,
        checksum(canonical(written)),
        addressees(place.keepers),
        signed_at=laid.at,
        signatory=signatory,
    )
    report = report_to_veterinary_surgeon(
        number=report_number, order=written, signed_at=laid.at, signatory=signatory
    )
    return written, copies, report


def copies_of(
    writing: Writing,
    order: Document,
    order_checksum: str,
    to: Sequence[Addressee],
    *,
    signed_at: datetime,
    signatory: Signatory,
    correction: str = "",
) -> list[Document]:
    """A copy of the sealed `order` for each addressee; see `order_copy`."""
    return [
        order_copy(
            number=writing.next_number("CPY"),
            order=order,
            order_checksum=order_checksum,
            addressee=addressee,
            signed_at=signed_at,
            signatory=signatory,
            correction=correction,
        )
        for addressee in to
    ]


def addressees(keepers: Sequence[Keeper]) -> list[Addressee]:
    """To whom a copy or notice goes: each keeper known, else the owner, occupier or person in
    charge without a name."""
    known = [
        Addressee(
            Word(f"role.{k.role}"),
            Personal(k.name),
            Personal(k.address) if k.address else None,
        )
        for k in keepers
        if k.name
    ]
    return known or [Addressee(Word("role.owner_occupier_or_person_in_charge"))]


def keepers_of(reading: Reading, premises_ids: Sequence[int]) -> dict[int, list[Keeper]]:
    """The keepers on the register by premises."""
    rows = premises_queries.keepers(reading.session, premises_ids)
    return {
        key: [Keeper(r.role, r.name or "", r.address or "") for r in found]
        for key, found in rows.items()
    }


def _suspected(
    writing: Writing,
    premises_id: int | None,
    geometry: BaseGeometry | None,
    accuracy_m: float | None,
    keepers: Sequence[Keeper],
    *,
    at: datetime,
) -> Suspected:
    if accuracy_m is not None and not (math.isfinite(accuracy_m) and accuracy_m >= 0):
        raise Malformed.field("accuracy_m", "is in metres, 0 or more; leave it out if not known")
    for keeper in keepers:
        if keeper.role not in KEEPER_ROLES or len(keeper.name) > 200 or len(keeper.address) > 400:
            raise Malformed.field(
                "keepers",
                f"each is {', '.join(KEEPER_ROLES)}, with a name of at most 200 characters and an"
                " address of at most 400",
                clauses=("DOA1974-11-1b",),
            )
    if geometry is not None:
        _require_place("geometry", geometry)
        require_near(writing.known(), geometry, at)
    if premises_id is None:
        if geometry is None:
            raise Malformed.field(
                "geometry", "give the premises or the place", clauses=("DOA1974-11-1a",)
            )
        return Suspected(geometry, accuracy_m, None, keepers, {})
    row = premises_queries.get(writing.session, premises_id)
    if geometry is None and row.placement == "village":
        raise Refused(
            f"Premises {row.id} are known only by their village; an order needs the place itself."
            " Give its position or outline.",
            clauses=("DOA1974-11-1a",),
        )
    if geometry is not None:
        require_of_premises("geometry", row, geometry, accuracy_m)
    on_register = keepers_of(writing, [row.id]).get(row.id, [])
    return Suspected(
        row.shape if geometry is None else geometry,
        row.accuracy_m if geometry is None else accuracy_m,
        row,
        [*on_register, *keepers],
        json.loads(row.animals),
    )


def _require_place(field: str, geometry: BaseGeometry) -> None:
    """Raises `Malformed` for what is neither a point nor an outline of a square metre, and for
    an invalid one."""
    shapes.require_valid(geometry)
    if geometry.geom_type not in PLACES:
        raise Malformed.field(
            field,
            f"is a {geometry.geom_type}; a place is a point or an outline",
            clauses=("DOA1974-11-1a",),
        )
    if geometry.geom_type != "Point" and area(geometry) < LEAST_OUTLINE_M2:
        raise Malformed.field(
            field,
            f"encloses {area(geometry):.2f} m², less than {LEAST_OUTLINE_M2:.0f} m²; draw the"
            " outline of the place, or give a point with its accuracy",
            clauses=("DOA1974-11-1a",),
        )


def require_of_premises(
    field: str, row: PremisesRow, geometry: BaseGeometry, accuracy_m: float | None
) -> None:
    """Raises `Malformed` for a place that cannot be the premises of `row`: farther from them than
    both are accurate together, and than `BESIDE_M` (DOA1974-11-1a)."""
    reach = max(BESIDE_M, (row.accuracy_m or 0.0) + (accuracy_m or 0.0))
    distance = float(measure(geometry, [row.shape], MAX_WITHIN_M).distance_m[0])
    if is_within(distance, reach):
        return
    off = f"{distance:,.1f} m" if math.isfinite(distance) else "more than 100 km"
    raise Malformed.field(
        field,
        f"lies {off} from premises {row.id}, farther than the {reach:,.1f} m that the two may be"
        " apart; leave out the premises where another place is meant, or correct the position of"
        " the premises first",
        clauses=("DOA1974-11-1a",),
    )


def _no_public_place(writing: Writing, place: Suspected) -> Decision:
    """The proviso to section 11(1), for the premises named and any registered ones ordered on."""
    rows = _in_public_hands(writing, place.geometry.bounds)
    met = {row.id: row for row in rows if row.shape.intersects(place.geometry)}
    if place.premises is not None:
        met[place.premises.id] = place.premises
    decision = Decision.allowed("DOA1974-11-1-prov", "No public place is registered there.")
    for _, row in sorted(met.items()):
        decision = decision.also(
            law.not_a_public_place(
                law.Manager(row.manager),
                law.TemporaryUse(row.temporary_use or "none"),
                premises_id=row.id,
            )
        )
    if place.premises is None and place.geometry.geom_type == "Point":
        return Decision.together([decision, *_beside(writing, place.geometry)])
    return decision


def _in_public_hands(
    writing: Writing, bounds: tuple[float, float, float, float]
) -> list[PremisesRow]:
    return list(
        writing.session.scalars(
            select(PremisesRow).where(
                candidates("premises", bounds),
                PremisesRow.manager != "private",
                PremisesRow.placement == "located",
            )
        )
    )


def _beside(writing: Writing, point: BaseGeometry) -> list[Decision]:
    """Refusals for each public place so near to a mere point that it may be the one meant."""
    reach = max(BESIDE_M, premises_queries.largest_accuracy(writing.session))
    rows = [
        row
        for row in _in_public_hands(writing, bounds_within(point.bounds, reach))
        if row.temporary_use and not row.shape.intersects(point)
    ]
    metres = measure(point, [row.shape for row in rows], reach).distance_m.tolist()
    return [
        law.beside_a_public_place(row.id, distance)
        for row, distance in zip(rows, metres, strict=True)
        if is_within(distance, max(BESIDE_M, row.accuracy_m or 0.0))
    ]


def _not_twice(writing: Writing, disease: str, place: Suspected, at: datetime) -> None:
    if place.premises is None:
        same = [
            v
            for v in writing.known().meeting(place.geometry, at)
            if v.geometry.equals(place.geometry)
        ]
    else:
        same = [
            v
            for v in writing.known().of_kind(FeatureKind.INFECTED_PLACE, at)
            if v.facts["premises_id"] == place.premises.id
        ]
    for version in same:
        if version.kind is FeatureKind.INFECTED_PLACE and version.facts["disease"] == disease:
            raise Refused(
                f"The place is already an infected place for this disease by the order"
                f" {version.facts['number']} (case {version.facts['case']}). Act on that case.",
                clauses=("DOA1974-11-1a",),
            )


def require_accurate(field: str, accuracy_m: float | None) -> None:
    """Raises `Malformed` for a place from which no radius can be measured."""
    if accuracy_m is not None and accuracy_m > MAX_ACCURACY_M:
        raise Malformed.field(
            field,
            f"is over {MAX_ACCURACY_M:,.0f} m; give the village's premises or a nearer position",
            clauses=("DOA1974-11-1a",),
        )


def restated_place(name: str, value: Any) -> Any:
    """The place that a correction restates (GeoJSON): valid, and a point or an outline."""
    _require_place(f"restated.{name}", geometry_from(value))
    return value


def effects_of(content: Mapping[str, Any]) -> list[Effect]:
    """The place is an infected place from the signing of the order (DOA1974-11-1a)."""
    return [
        Effect(
            f"infected_place/{content['case_number']}",
            FeatureKind.INFECTED_PLACE,
            Action.BEGIN,
            geometry_from(content["geometry"]),
            instant(content["signed_at"]),
            {
                "number": content["number"],
                "case": content["case_number"],
                "disease": content["disease"],
                "name": content["disease_name"],
                "premises_id": content["premises_id"],
                "accuracy_m": content["accuracy_m"],
                "clauses": ["DOA1974-11-1a"],
            },
        )
    ]
