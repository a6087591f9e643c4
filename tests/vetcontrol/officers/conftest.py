"""A register of officers on each engine, with a clock that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from shapely.geometry.base import BaseGeometry

from vetcontrol import schema
from vetcontrol.clock import IST, SetClock
from vetcontrol.migrations import run
from vetcontrol.officers import people, service
from vetcontrol.officers.authority import Authority, authorise, authorise_section_13
from vetcontrol.officers.people import Officer
from vetcontrol.officers.service import DelegationProposal, Proposal
from vetcontrol.places import service as places
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register
from vetcontrol.settings import Settings

PASSWORD = "a long enough password"
GAZETTE = {"series": "II", "number": "40", "date": "2027-01-01"}
ORDER = {"number": "13/7/2027", "date": "2027-01-01"}
FIRST = datetime(2027, 1, 1, 6, tzinfo=IST)
BEGIN = datetime(2027, 1, 2, tzinfo=IST)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(FIRST)


@pytest.fixture
def register(engine_url: str, clock: SetClock) -> Iterator[Register]:
    run.upgrade(engine_url)
    opened = schema.open_register(Settings(database_url=engine_url), clock)
    yield opened
    opened.close()


@dataclass
class Office:
    """The register with two administrators; each method is one transaction."""

    register: Register
    clock: SetClock
    first: Officer
    second: Officer

    def add(self, username: str, *, administrator: bool = False) -> Officer:
        with self.register.writing() as writing:
            return people.add_officer(
                writing,
                Actor(self.first.username),
                username,
                f"Dr {username.title()}",
                PASSWORD,
                administrator=administrator,
            )

    def propose(self, **fields: Any) -> str:
        with self.register.writing() as writing:
            return service.propose_appointment(writing, self.first, Proposal(**fields)).number

    def approve(self, number: str, by: Officer | None = None) -> str:
        with self.register.writing() as writing:
            return service.approve_appointment(writing, by or self.second, number).number

    def appoint(self, officer: Officer, role: str, **fields: Any) -> str:
        fields = {"from_at": BEGIN, "gazette": GAZETTE, **fields}
        return self.approve(self.propose(officer=officer.username, role=role, **fields))

    def end(self, number: str, at: datetime | None = None) -> None:
        with self.register.writing() as writing:
            service.end_appointment(writing, self.first, number, reason="transfer", at=at)

    def delegate(self, by: Officer, approver: Officer, **fields: Any) -> str:
        fields = {"from_at": BEGIN, "order_reference": ORDER, **fields}
        with self.register.writing() as writing:
            number = service.delegate(writing, by, DelegationProposal(**fields)).number
        with self.register.writing() as writing:
            service.approve_delegation(writing, approver, number)
        return number

    def district(self, code: str, shape: BaseGeometry, at: datetime, accuracy_m: float = 0) -> str:
        with self.register.writing() as writing:
            places.import_areas(
                writing,
                Actor(self.first.username),
                places.Level.DISTRICT,
                [places.Area(code, f"District {code}", shape)],
                edition=places.Edition("1", "test", "CC0-1.0", accuracy_m),
                effective_at=at,
            )
        return places.feature_id(places.Level.DISTRICT, code)

    def may(
        self,
        officer: Officer,
        capacity: str,
        at: datetime,
        geometry: BaseGeometry | None = None,
        clause: str = "DOA1974-11-1a",
    ) -> Authority:
        with self.register.reading() as reading:
            return authorise(reading, officer, capacity, clause=clause, at=at, geometry=geometry)

    def may_decide(
        self,
        officer: Officer,
        at: datetime,
        geometry: BaseGeometry,
        power: str = "DOA1974-13-1-a",
        disease: str = "anthrax",
    ) -> Authority:
        with self.register.reading() as reading:
            return authorise_section_13(
                reading, officer, power=power, at=at, geometry=geometry, disease=disease
            )


@pytest.fixture
def office(register: Register, clock: SetClock) -> Office:
    first = people.bootstrap(register, "first", "First Administrator", PASSWORD)
    opened = Office(register, clock, first, first)
    opened.second = opened.add("second", administrator=True)
    return opened
