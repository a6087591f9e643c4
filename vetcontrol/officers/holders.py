"""Who may do what waits: those in office now, by the area and powers of their appointments."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry
from sqlalchemy import or_, select

from vetcontrol import statutes
from vetcontrol.errors import NoAuthority
from vetcontrol.law.diseases_of_animals.terms import Relation, covers
from vetcontrol.officers import tenure
from vetcontrol.officers.authority import authorise_section_13
from vetcontrol.officers.people import Officer, officer_of
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.officers.tables import AppointmentRow, OfficerRow
from vetcontrol.officers.waiting import Waiting
from vetcontrol.register.effects import Version
from vetcontrol.register.register import Reading

ADMINISTRATOR = "Administrator"


@dataclass(frozen=True)
class Holder:
    """A person in office: `area` names where, empty for the whole territory."""

    username: str
    name: str
    office: str
    area: str = ""


@dataclass(frozen=True)
class _Held:
    officer: Officer
    role: Role
    row: AppointmentRow
    area: Version | None


#: The roles of which it turns on the place who may act.
_BY_PLACE = frozenset({Role.INSPECTOR, Role.COLLECTOR, Role.POLICE})


def _near(held: _Held, place: BaseGeometry) -> bool:
    return tenure.relation(held.area, place) is not Relation.OUTSIDE


class Holders:
    """The offices in force at the moment of a reading, read once for all that waits."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        known, now = reading.known(), reading.now
        people = reading.session.scalars(select(OfficerRow).where(OfficerRow.active)).all()
        self._people = {row.username: officer_of(row) for row in people}
        rows = reading.session.scalars(
            select(AppointmentRow)
            .where(
                AppointmentRow.state != "proposed",
                AppointmentRow.from_at <= now,
                or_(AppointmentRow.to_at.is_(None), AppointmentRow.to_at > now),
            )
            .order_by(AppointmentRow.number)
        ).all()
        self._held = [
            _Held(self._people[row.officer], Role(row.role), row, tenure.area_of(known, row, now))
            for row in rows
            if row.officer in self._people and not tenure.why_not(reading.session, row, now)
        ]
        self._answers: dict[tuple[str, str, bytes, str], bool] = {}

    def of(self, waiting: Waiting) -> list[Holder]:
        """Those who may do `waiting` now, each once, in order of their appointments."""
        found: dict[str, Holder] = {}
        for held in self._held:
            who = held.officer.username
            if who not in found and who not in waiting.barred and self._may(held, waiting):
                area = "" if held.area is None else str(held.area.facts["name"])
                found[who] = Holder(who, held.officer.name, WORDS[held.role], area)
        if waiting.by_administrators:
            for person in self._people.values():
                if person.administrator and person.username not in found | dict.fromkeys(
                    waiting.barred
                ):
                    found[person.username] = Holder(person.username, person.name, ADMINISTRATOR)
        return list(found.values())

    def _may(self, held: _Held, waiting: Waiting) -> bool:
        if held.role not in waiting.roles:
            return False
        if held.role not in _BY_PLACE or waiting.place is None:
            return True
        place = waiting.place
        if held.role is Role.POLICE:
            return held.area is None or _near(held, place)
        key = (held.row.number, waiting.clause, place.wkb, waiting.disease)
        if key not in self._answers:
            self._answers[key] = (
                self._inspects(held, waiting.clause, place)
                if held.role is Role.INSPECTOR
                else self._decides(held.officer, waiting.clause, place, waiting.disease)
            )
        return self._answers[key]

    def _inspects(self, held: _Held, clause: str, place: BaseGeometry) -> bool:
        """An Inspector acts within his area alone, for the purposes given to him (3(2)(b))."""
        section = statutes.section(clause)
        if not any(covers(purpose, section) for purpose in held.row.purposes):
            return False
        return _near(held, place)

    def _decides(self, officer: Officer, clause: str, place: BaseGeometry, disease: str) -> bool:
        """A Collector decides by a delegation alone (13(7))."""
        try:
            authorise_section_13(
                self._reading,
                officer,
                power=clause,
                at=self._reading.now,
                geometry=place,
                disease=disease,
            )
        except NoAuthority:
            return False
        return True
