"""By what authority an officer acts: sections 3 and 13(7).

Every act names the appointment it rests on. The rules stand in `vetcontrol.law`; here the
appointments, areas and delegations they are asked about are read from the register.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from shapely.geometry.base import BaseGeometry

from vetcontrol.documents.parts import Signatory
from vetcontrol.law.decisions import Decision
from vetcontrol.officers.roles import Role
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Officer:
    """A person who has signed in. An administrator keeps sign-ins; that is no office."""

    username: str
    name: str
    administrator: bool = False


@dataclass(frozen=True)
class Appointment:
    """The appointment an act rests on. `gazette` cites it in words, empty where none is due."""

    number: str
    office_title: str
    role: Role
    gazette: str


@dataclass(frozen=True)
class Authority:
    """An officer with the appointment, the capacity used and the decision that allows the act."""

    officer: Officer
    actor: Actor
    appointment: Appointment
    capacity: str
    decision: Decision

    def signatory(self) -> Signatory:
        """The officer as he signs an instrument made on this authority."""
        raise NotImplementedError


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
    the place acted on. Raises `NoAuthority` naming the appointment or area that is missing.
    """
    raise NotImplementedError


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

    Government's own, or a Collector's by a live delegation (section 13(7)). Raises `NoAuthority`.
    """
    raise NotImplementedError
