"""What is entered of an appointment or a delegation, checked field by field before it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from gis import shapes
from gis.errors import GeodesyError
from gis.geojson import as_geojson
from vetcontrol import statutes
from vetcontrol.canonical import instant_text
from vetcontrol.clock import day_of, start_of_day
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import appointments as law
from vetcontrol.law.diseases_of_animals import delegation as law_of_delegation
from vetcontrol.officers import people, replay, tenure
from vetcontrol.officers.desk import moment, standing_content, words
from vetcontrol.officers.roles import DEFINED_BY, GAZETTED, WORDS, Role
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.register import Writing

ALL = "all"


@dataclass(frozen=True)
class Proposal:
    """An appointment as it is entered.

    The area is `area_feature`, whose geometry at `from_at` is copied, or `geometry` of its own
    (EPSG:4326 polygon, its outline known to `accuracy_m` metres), named `area_name`. `purposes`
    are sections (`11`, `11(1)`) or `("all",)`. `gazette` is `{series, number, date}`. With
    `acting_for` (the number of another's appointment) what is left out is taken from that one.
    """

    officer: str
    role: str
    from_at: datetime
    to_at: datetime | None = None
    office_title: str = ""
    area_feature: str | None = None
    geometry: BaseGeometry | None = None
    accuracy_m: float = 0.0
    area_name: str = ""
    purposes: Sequence[str] = ()
    gazette: Mapping[str, Any] | None = None
    acting_for: str | None = None


@dataclass(frozen=True)
class DelegationProposal:
    """A delegation as it is entered: section 13 powers (clause ids) to the Collector of `district`.

    `district` is its feature. `conditions` may hold `diseases` (codes) and `max_area_m2` (square
    metres). `order_reference` is `{number, date}` of the Government's order.
    """

    district: str
    powers: Sequence[str]
    from_at: datetime
    order_reference: Mapping[str, Any]
    until: datetime | None = None
    conditions: Mapping[str, Any] = field(default_factory=dict)


def appointment_content(writing: Writing, proposal: Proposal) -> dict[str, Any]:
    """The content of the entry, or `Malformed`, `NotFound` or `Refused` (sections 3(1), 3(2))."""
    role = _role(proposal.role)
    officer = people.known_officer(writing.session, proposal.officer)
    if not officer.active:
        raise Refused(f"The sign-in of {officer.username} was ended; no appointment can be held.")
    begins, ends = _period(proposal.from_at, proposal.to_at, "to_at")
    replaced = _replaced(writing, proposal, role)
    area = _area(writing, proposal, begins) or _same_area(replaced)
    purposes = _purposes(proposal.purposes or (replaced or {}).get("purposes", ()))
    title = proposal.office_title or (replaced or {}).get("office_title") or WORDS[role]
    gazette = _gazette(proposal.gazette)
    _lawful(role, gazette, begins, has_area=area["geometry"] is not None, purposes=purposes)
    if role is Role.COLLECTOR:
        _require_district(writing, area["area_feature"], begins, "area_feature")
    return {
        "officer": officer.username,
        "role": role.value,
        "office_title": words("office_title", title),
        **area,
        "purposes": purposes or [ALL],
        "from_at": instant_text(begins),
        "to_at": None if ends is None else instant_text(ends),
        "gazette": gazette,
        "acting_for": proposal.acting_for,
    }


def delegation_content(writing: Writing, proposal: DelegationProposal) -> dict[str, Any]:
    """The content of the entry, or `Malformed`, `NotFound` or `Refused` (section 13(7))."""
    begins, ends = _period(proposal.from_at, proposal.until, "until")
    ordered = _day(proposal.order_reference, "order_reference")
    if ordered > day_of(writing.now):
        raise Malformed.field(
            "order_reference.date", f"is {ordered}, a day to come; enter it once it is made"
        )
    sections = []
    for power in proposal.powers:
        if power not in statutes.clauses() or not power.startswith("DOA1974-"):
            raise Malformed.field(
                "powers", f"{power!r} is no clause of the 1974 Act, e.g. DOA1974-13-1-a"
            )
        sections.append(statutes.section(power))
    law_of_delegation.delegation(sections, has_district=bool(proposal.district)).require()
    name = _require_district(writing, proposal.district, begins, "district")
    if begins < start_of_day(ordered):
        raise Refused(
            "The delegation would begin before the day of the order that makes it. Let it begin on"
            f" {ordered} or later.",
            clauses=("DOA1974-13-7",),
        )
    return {
        "district": proposal.district,
        "district_name": name,
        "powers": list(dict.fromkeys(proposal.powers)),
        "conditions": _conditions(proposal.conditions),
        "from_at": instant_text(begins),
        "until": None if ends is None else instant_text(ends),
        "order_reference": {
            "number": _part(proposal.order_reference, "order_reference", "number"),
            "date": ordered.isoformat(),
        },
    }


def _role(role: str) -> Role:
    try:
        return Role(role)
    except ValueError as error:
        raise Malformed.field("role", f"must be one of {', '.join(Role)}") from error


def _period(start: datetime, end: datetime | None, name: str) -> tuple[datetime, datetime | None]:
    begins = moment("from_at", start)
    ends = None if end is None else moment(name, end)
    if ends is not None and ends <= begins:
        raise Malformed.field(name, "lies not after from_at; give a later end, or none")
    return begins, ends


def _replaced(writing: Writing, proposal: Proposal, role: Role) -> dict[str, Any] | None:
    """What the appointment says that is taken in acting charge; None where it is none."""
    if proposal.acting_for is None:
        return None
    other = writing.session.get(AppointmentRow, proposal.acting_for)
    if other is None:
        raise NotFound(f"acting_for: no appointment {proposal.acting_for} is known.")
    if other.state == "proposed":
        raise Refused(f"Appointment {other.number} is not approved; no one can act for it.")
    if other.role != role:
        raise Malformed.field(
            "acting_for", f"{other.number} is of a {WORDS[Role(other.role)]}; give the same role"
        )
    if other.officer == proposal.officer:
        raise Malformed.field("acting_for", f"{other.number} is held by the same officer")
    if other.to_at is not None and other.to_at <= moment("from_at", proposal.from_at):
        raise Refused(f"Appointment {other.number} ends before the acting charge would begin.")
    return standing_content(writing, other.number, (replay.APPROVED,))


_NO_AREA: dict[str, Any] = {
    "area_feature": None,
    "area_name": "",
    "geometry": None,
    "accuracy_m": 0.0,
}


def _same_area(replaced: Mapping[str, Any] | None) -> dict[str, Any]:
    return {key: (replaced or _NO_AREA)[key] for key in _NO_AREA}


def _area(writing: Writing, proposal: Proposal, begins: datetime) -> dict[str, Any] | None:
    if proposal.area_feature is not None and proposal.geometry is not None:
        raise Malformed.field("geometry", "give area_feature or a geometry of its own, not both")
    if proposal.area_feature is not None:
        version = writing.known().feature(proposal.area_feature, begins)
        if version is None:
            raise NotFound(
                f"area_feature: no area {proposal.area_feature} is in force when the appointment"
                " begins. Look it up among the layers, or give a geometry."
            )
        return {
            "area_feature": version.feature,
            "area_name": proposal.area_name or str(version.facts.get("name", version.feature)),
            "geometry": as_geojson(version.geometry),
            "accuracy_m": float(version.facts["accuracy_m"]),
        }
    if proposal.geometry is None:
        return None
    _polygon(proposal.geometry, writing.register.settings.max_vertices)
    if not 0 <= proposal.accuracy_m < 100_000:
        raise Malformed.field("accuracy_m", "give the accuracy of the outline in metres, 0 or more")
    return {
        "area_feature": None,
        "area_name": words("area_name", proposal.area_name or "area of its own"),
        "geometry": as_geojson(proposal.geometry),
        "accuracy_m": float(proposal.accuracy_m),
    }


def _polygon(geometry: BaseGeometry, most: int) -> None:
    if geometry.geom_type not in ("Polygon", "MultiPolygon") or geometry.is_empty:
        raise Malformed.field("geometry", f"is a {geometry.geom_type}; an area is a polygon")
    count = int(shapely.get_num_coordinates(geometry))
    if count > most:
        raise Malformed.field("geometry", f"has {count:,} vertices; the limit is {most:,}")
    try:
        shapes.require_valid(geometry)
    except GeodesyError as error:
        raise Malformed.field("geometry", str(error)) from error


def _purposes(given: Sequence[str]) -> list[str]:
    named = [given] if isinstance(given, str) else list(given)
    sections = {c.section for c in statutes.clauses().statutes()["DOA1974"]}
    known = sections | {section.partition("(")[0] for section in sections} | {ALL}
    for purpose in named:
        if purpose not in known:
            raise Malformed.field(
                "purposes", f"{purpose!r} is no section of the 1974 Act; give e.g. 11, 14 or all"
            )
    return list(dict.fromkeys(named))


def _gazette(given: Mapping[str, Any] | None) -> dict[str, str] | None:
    if given is None:
        return None
    return {
        "series": _part(given, "gazette", "series"),
        "number": _part(given, "gazette", "number"),
        "date": _day(given, "gazette").isoformat(),
    }


def _part(given: Mapping[str, Any], name: str, part: str) -> str:
    return words(f"{name}.{part}", str(given.get(part) or ""), 60)


def _day(given: Mapping[str, Any], name: str) -> date:
    value = given.get("date")
    try:
        return value if type(value) is date else date.fromisoformat(str(value))
    except ValueError as error:
        raise Malformed.field(f"{name}.date", "give the day as YYYY-MM-DD") from error


def _lawful(
    role: Role,
    gazette: Mapping[str, Any] | None,
    begins: datetime,
    *,
    has_area: bool,
    purposes: Sequence[str],
) -> None:
    """Raises `Refused` for what section 3 does not allow: only the statute's own offices."""
    if role in GAZETTED or role is Role.GOVERNMENT:
        law.appointment(
            law.Capacity(role),
            gazette=tenure.gazette_words(gazette),
            has_area=has_area,
            purposes=purposes,
            from_date=begins.date(),
        ).require()
    if role in GAZETTED and gazette is not None:
        day = date.fromisoformat(gazette["date"])
        if begins < start_of_day(day):
            clause = DEFINED_BY[role][0]
            Decision.refused(
                clause,
                "The appointment would begin before the day of the gazette that makes it.",
                f"Let it begin on {day.isoformat()} or later.",
            ).require()


def _require_district(writing: Writing, feature: str | None, begins: datetime, name: str) -> str:
    """The name of the district, which must be one of the register's districts in force."""
    version = writing.known().feature(feature, begins) if feature else None
    if version is None or version.kind is not FeatureKind.DISTRICT:
        raise Refused(
            f"{name}: a Collector is the Collector of a District, and {feature or 'nothing'} is no"
            " district in force when it begins. Give the feature of the district.",
            clauses=("DOA1974-13-7",),
        )
    return str(version.facts.get("name", version.feature))


def _conditions(given: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(given.keys() - {"diseases", "max_area_m2"})
    if unknown:
        raise Malformed.field(
            f"conditions.{unknown[0]}", "is not known; give diseases or max_area_m2"
        )
    conditions: dict[str, Any] = {}
    if given.get("diseases") is not None:
        diseases = given["diseases"]
        if isinstance(diseases, str) or not diseases:
            raise Malformed.field("conditions.diseases", "give a list of one or more diseases")
        conditions["diseases"] = [words("conditions.diseases", str(d), 60) for d in diseases]
    if given.get("max_area_m2") is not None:
        most = given["max_area_m2"]
        if type(most) not in (int, float) or not 0 < most < 1e13:
            raise Malformed.field("conditions.max_area_m2", "give square metres, more than 0")
        conditions["max_area_m2"] = float(most)
    return conditions
