"""By what authority an officer acts: sections 3 and 13(7).

Every act names the appointment it rests on. The rules stand in `vetcontrol.law`; here the
appointments, areas and delegations they are asked about are read from the register.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shapely.geometry.base import BaseGeometry

from gis import geodesic
from vetcontrol import statutes
from vetcontrol.clock import as_utc, day_of
from vetcontrol.documents.instruments import common
from vetcontrol.documents.parts import Signatory
from vetcontrol.errors import NoAuthority
from vetcontrol.law.decisions import Decision, Outcome, Reason
from vetcontrol.law.diseases_of_animals import appointments as law
from vetcontrol.law.diseases_of_animals import delegation as law_of_delegation
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.officers import tenure
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import DEFINED_BY, WORDS, Role
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.register.entries import Actor
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

__all__ = ["Appointment", "Authority", "Officer", "authorise", "authorise_section_13"]

AREA = "DOA1974-3-2b"
DELEGATION = "DOA1974-13-7"


@dataclass(frozen=True)
class Appointment:
    """The appointment an act rests on. `gazette` cites it in words, empty where none is due."""

    number: str
    office_title: str
    role: Role
    gazette: str


@dataclass(frozen=True)
class Authority:
    """An officer with the appointment, the capacity used and the decision that allows the act.

    `decision` may need a decision of the officer: where the place lies within the accuracy of
    the area's boundary, that it lies inside is for the officer to judge. `delegation` is the number
    of that under which a Collector acts (DOA1974-13-7).
    """

    officer: Officer
    actor: Actor
    appointment: Appointment
    capacity: str
    decision: Decision
    delegation: str = ""

    def signatory(self) -> Signatory:
        """The officer as he signs an instrument made on this authority."""
        held = self.appointment
        usual = held.office_title == WORDS[held.role] and held.role.value in common.OFFICES
        return Signatory(
            self.officer.name,
            common.office(held.role.value) if usual else held.office_title,
            f"{held.number}, {held.gazette}" if held.gazette else held.number,
            None if self.capacity == held.role else common.office(self.capacity),
        )


def authorise(
    reading: Reading,
    officer: Officer,
    capacity: str,
    *,
    clause: str,
    at: datetime,
    geometry: BaseGeometry | None = None,
) -> Authority:
    """The authority on which `officer` acts as `capacity` under `clause` at `at`.

    `at` is the moment of the act, for a paper act that of its signing; `geometry` (EPSG:4326) is
    the place acted on. A Veterinary Surgeon may act as Inspector (DOA1974-3-3); an Inspector acts
    only in his area (DOA1974-3-2b). Raises `NoAuthority` naming the appointment or area missing.
    """
    role = Role(capacity)
    moment = as_utc(at)
    roles = {role, Role.VETERINARY_SURGEON} if role is Role.INSPECTOR else {role}
    known = reading.known()
    live: list[tuple[AppointmentRow, Relation | None]] = []
    gone: list[Reason] = []
    for row in tenure.appointments_of(reading.session, officer.username, roles):
        reason = tenure.why_not(reading.session, row, moment)
        if reason:
            gone += _not_in_force(row, reason, clause)
        elif row.role == Role.INSPECTOR and geometry is None:
            text = f"{tenure.named(row)} holds inside its area alone, and no place is named."
            gone.append(Reason(AREA, text, "Name the place acted on."))
        else:
            live.append((row, _relation(known, row, geometry, moment)))
    if role in _BY_STATUTE:
        held = [facts(row, place) for row, place in live]
        found = law.may_act(law.Capacity(role), held, at=moment, purpose=statutes.section(clause))
        return _granted(officer, role, [row for row, _ in live], found, gone)
    return _by_office(officer, role, live, gone, clause)


def authorise_section_13(
    reading: Reading,
    officer: Officer,
    *,
    power: str,
    at: datetime,
    geometry: BaseGeometry,
    disease: str,
) -> Authority:
    """The authority to use the section 13 power `power` (clause id) over `geometry` (EPSG:4326).

    Government's own, or a Collector's by a live delegation that covers the power, whose
    conditions are met, in whose district (as it stands at `at`) the place lies (DOA1974-13-7).
    Raises `NoAuthority`.
    """
    moment = as_utc(at)
    roles = (Role.GOVERNMENT, Role.COLLECTOR)
    live: list[AppointmentRow] = []
    gone: list[Reason] = []
    for row in tenure.appointments_of(reading.session, officer.username, roles):
        reason = tenure.why_not(reading.session, row, moment)
        if reason:
            gone += _not_in_force(row, reason, power)
        else:
            live.append(row)
    districts = {row.area_feature for row in live if row.role == Role.COLLECTOR}
    delegations = []
    for given in tenure.delegations_to(reading.session, {d for d in districts if d}):
        reason = tenure.why_not_delegated(given, moment)
        if reason:
            gone.append(Reason(DELEGATION, reason, "The Government may act, or delegate anew."))
        else:
            delegations.append(_delegation(reading.known(), given, moment, geometry, disease))
    found = law_of_delegation.may_decide(
        statutes.section(power),
        [facts(row, None) for row in live],
        delegations,
        at=moment,
    )
    granted = _granted(officer, Role.GOVERNMENT, live, found, gone)
    return replace(granted, delegation=found.delegation)


_BY_STATUTE = frozenset(Role(capacity.value) for capacity in law.Capacity)


def _not_in_force(row: AppointmentRow, reason: str, clause: str) -> list[Reason]:
    first, *others = DEFINED_BY.get(Role(row.role), (clause,))
    office = WORDS[Role(row.role)]
    return [
        Reason(first, reason, f"Act on an appointment as {office} in force at that moment."),
        *(Reason(other, f"Without one there is no {office}.") for other in others),
    ]


def _relation(
    known: Snapshot, row: AppointmentRow, geometry: BaseGeometry | None, at: datetime
) -> Relation | None:
    # A Veterinary Surgeon acts anywhere in the territory; a Collector's place is the delegation's.
    if geometry is None or not row.has_area or row.role == Role.COLLECTOR:
        return None
    return tenure.relation(tenure.area_of(known, row, at), geometry)


def facts(row: AppointmentRow, place: Relation | None) -> law.AppointmentFacts:
    """The appointment as the rule asks about it, already known to be in force to the second."""
    return law.AppointmentFacts(
        id=row.number,
        capacity=law.Capacity(row.role),
        from_date=day_of(row.from_at),
        gazette=tenure.gazette_words(row.gazette),
        approved=True,
        purposes=tuple(row.purposes),
        place=place or Relation.OUTSIDE,
    )


def _delegation(
    known: Snapshot, row: DelegationRow, at: datetime, geometry: BaseGeometry, disease: str
) -> law_of_delegation.Delegation:
    conditions = []
    if "diseases" in row.conditions:
        text = f"only for {', '.join(row.conditions['diseases'])}"
        conditions.append(law_of_delegation.Condition(text, disease in row.conditions["diseases"]))
    if "max_area_m2" in row.conditions:
        most = float(row.conditions["max_area_m2"])
        size = geodesic.area(geometry)
        text = f"no area above {most:,.0f} square metres (this one has {size:,.0f})"
        conditions.append(law_of_delegation.Condition(text, size <= most))
    return law_of_delegation.Delegation(
        id=row.number,
        powers=tuple(statutes.section(power) for power in row.powers),
        from_date=day_of(row.from_at),
        place=tenure.relation(known.feature(row.district, at), geometry),
        conditions=tuple(conditions),
    )


def _granted(
    officer: Officer,
    role: Role,
    live: Sequence[AppointmentRow],
    found: law.Authority,
    gone: Sequence[Reason],
) -> Authority:
    if found.appointment is None:
        # What is not in force says more than that there is nothing else.
        reasons = (*gone, *found.decision.reasons) if live or not gone else tuple(gone)
        raise _refusal(reasons)
    number = found.require().id
    row = next(row for row in live if row.number == number)
    return _authority(officer, role, row, found.decision)


def _by_office(
    officer: Officer,
    role: Role,
    live: Sequence[tuple[AppointmentRow, Relation | None]],
    gone: Sequence[Reason],
    clause: str,
) -> Authority:
    """An office that other law defines: an appointment in force, and its area where it has one."""
    refused = list(gone)
    near: Authority | None = None
    for row, place in live:
        if place is Relation.OUTSIDE:
            text = f"The place lies outside the area of {tenure.named(row)}."
            refused.append(Reason(clause, text, f"The {WORDS[role]} of that area may act."))
        elif place is Relation.WITHIN_ACCURACY:
            text = "The place lies nearer to the edge of the area than the edge is accurate."
            remedy = "Say on what ground it lies inside."
            near = _authority(officer, role, row, Decision.needs_decision(clause, text, remedy))
        else:
            decision = Decision.allowed(clause, f"Acts as {row.office_title} ({row.number}).")
            return _authority(officer, role, row, decision)
    if near is not None:
        return near
    if not refused:
        text = f"The step needs an appointment as {WORDS[role]}; the officer has none."
        refused.append(Reason(clause, text, f"A {WORDS[role]} in office may act."))
    raise _refusal(refused)


def _refusal(reasons: Sequence[Reason]) -> NoAuthority:
    decision = Decision(Outcome.REFUSED, tuple(reasons))
    return NoAuthority(
        " ".join(f"{reason.text} {reason.remedy}".strip() for reason in reasons),
        clauses=decision.clauses,
    )


def _authority(officer: Officer, role: Role, row: AppointmentRow, decision: Decision) -> Authority:
    appointment = Appointment(
        row.number, row.office_title, Role(row.role), tenure.gazette_words(row.gazette)
    )
    actor = Actor(officer.username, row.number)
    return Authority(officer, actor, appointment, role.value, decision)
