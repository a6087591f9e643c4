"""What every act of control rests on: moment, Schedule, commencement, extent, authority."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from shapely.geometry.base import BaseGeometry

from vetcontrol.clock import as_utc, in_words
from vetcontrol.errors import FieldError, Malformed, NoAuthority, Refused
from vetcontrol.gazette.commencement import operative
from vetcontrol.gazette.schedule import in_schedule
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals.extent import extent
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.officers import tenure
from vetcontrol.officers.authority import Authority, Officer, authorise, authorise_section_13
from vetcontrol.officers.roles import Role
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.places.queries import territory
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading

MAX_WORDS = 5_000


@dataclass(frozen=True)
class Grounds:
    """The moment of the act, by whose authority, and the decision that allows it."""

    at: datetime
    authority: Authority
    disease_name: str
    decision: Decision


def moment(
    reading: Reading,
    signed_at: datetime | None,
    *,
    not_before: datetime | None,
    field: str = "signed_at",
) -> datetime:
    """When the act was done: `signed_at` of a paper act entered later, else now.

    Raises `Malformed`, naming `field`, for a time to come, or one before the act that it follows.
    """
    if signed_at is None:
        return reading.now
    try:
        at = as_utc(signed_at)
    except ValueError as error:
        raise Malformed.field(field, str(error)) from error
    if at > reading.now:
        raise Malformed.field(field, f"{in_words(at)} is still to come")
    if not_before is not None and at < not_before:
        raise Malformed.field(
            field,
            f"{in_words(at)} is before {in_words(not_before)}, when the act it follows was signed",
        )
    return at


def words(field: str, text: str) -> str:
    """`text` that must say something. Raises `Malformed` naming the field."""
    if not text.strip():
        raise Malformed.field(field, "is empty; write it in words")
    if len(text) > MAX_WORDS:
        raise Malformed.field(field, f"has {len(text)} characters; write at most {MAX_WORDS}")
    return text.strip()


def remark(field: str, text: str) -> str:
    """`text` that may be left empty. Raises `Malformed` where it is too long."""
    return words(field, text) if text.strip() else ""


def lay(
    reading: Reading,
    officer: Officer,
    *,
    provision: str,
    clause: str,
    capacity: str | None,
    disease: str,
    geometry: BaseGeometry,
    at: datetime,
    position_reason: str = "",
    what: str = "The place",
    reaches: BaseGeometry | None = None,
) -> Grounds:
    """The grounds of an act under `provision` (`11(1)`) and `clause` on `geometry` (EPSG:4326).

    `reaches` is all land that the act reaches, where that is more: the officer's area or district
    must hold it. `capacity` None asks for Government or its Collector under section 13. What
    needs a decision (a place nearer to a line than the line is accurate) needs `position_reason`.
    Raises `Refused`, `NoAuthority` with the clauses.
    """
    remark("position_reason", position_reason)
    held = geometry if reaches is None else reaches
    name, scheduled = in_schedule(reading.session, disease, at)
    lies = territory(reading.known(), at).relation(geometry)
    decision = (
        scheduled.require()
        .also(extent(Relation(lies.outcome), what=what).require())
        .also(operative(reading, provision, disease=disease, geometry=geometry, at=at).require())
    )
    authority = (
        authorise_section_13(reading, officer, power=clause, at=at, geometry=held, disease=disease)
        if capacity is None
        else authorise(reading, officer, capacity, clause=clause, at=at, geometry=held)
    )
    decision = decision.also(authority.decision)
    require_position(decision, position_reason)
    return Grounds(at, authority, name, decision)


def still_lawful(
    reading: Reading,
    entry: Entry,
    *,
    provision: str,
    disease: str,
    geometry: BaseGeometry,
    at: datetime,
) -> None:
    """Raises `Refused` or `NoAuthority` where an act that a correction puts at `at`, on
    `geometry` (EPSG:4326), could not have been done then and there.

    The Schedule, the territory, the commencement, and the appointment that the act rested on.
    """
    _, scheduled = in_schedule(reading.session, disease, at)
    scheduled.require()
    extent(Relation(territory(reading.known(), at).relation(geometry).outcome)).require()
    operative(reading, provision, disease=disease, geometry=geometry, at=at).require()
    row = reading.session.get(AppointmentRow, entry.appointment)
    if row is None:
        return
    reason = tenure.why_not(reading.session, row, at)
    area = tenure.area_of(reading.known(), row, at)
    if (
        not reason
        and row.role == Role.INSPECTOR
        and (tenure.relation(area, geometry) is Relation.OUTSIDE)
    ):
        reason = f"The place lies outside the area of {tenure.named(row)}."
    if reason:
        raise NoAuthority(
            f"{reason} As restated the act would rest on no appointment.",
            clauses=("DOA1974-3-2b",) if row.role == Role.INSPECTOR else ("DOA1974-3-1",),
        )


def require_position(decision: Decision, position_reason: str) -> None:
    """Raises `Refused` where the position needs the officer's decision and none is given."""
    if decision.outcome is Outcome.NEEDS_DECISION and not position_reason.strip():
        doubts = [r for r in decision.reasons if r.remedy]
        raise Refused(
            " ".join(f"{r.text} {r.remedy}" for r in doubts),
            clauses=tuple(r.clause for r in doubts),
            errors=(FieldError("position_reason", "is blank; say why the place lies there"),),
        )
