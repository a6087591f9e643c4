"""What waits for officers: a step that the law calls for and nobody has recorded.

Each register tells its own (a `Provider`); they are put together on top. No section 11 or 13 step
lapses with time: a late one shows its age and blocks nothing (note 44).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from shapely.geometry.base import BaseGeometry
from sqlalchemy import select

from vetcontrol.officers import queries
from vetcontrol.officers.desk import DESK
from vetcontrol.officers.roles import DEFINED_BY, Role
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import EntryRow, SubjectRow

FORTHWITH: Final = "forthwith"
#: Of a time that an instrument gives: run out, or still to come.
PAST_TIME: Final = "past the time given"
WITHIN_TIME: Final = "within the time given"
AS_SOON_AS_PRACTICABLE: Final = "as soon as practicable"
THEREAFTER: Final = "thereafter"
NO_LIMIT: Final = "no limit of time"
#: The statute's manners of speaking, the most pressing first.
WORDINGS: Final = (
    FORTHWITH,
    PAST_TIME,
    AS_SOON_AS_PRACTICABLE,
    THEREAFTER,
    WITHIN_TIME,
    NO_LIMIT,
)


@dataclass(frozen=True)
class Waiting:
    """One step, or `count` alike of one case.

    `wording` is the statute's manner of speaking, `number` the instrument that the step follows,
    `subject` the case or record that it belongs to. `roles` may do it, at `place` (EPSG:4326)
    where it has one, and never those `barred` by username.
    """

    step: str
    clause: str
    wording: str
    since: datetime
    number: str = ""
    subject: str = ""
    roles: tuple[Role, ...] = ()
    by_administrators: bool = False
    count: int = 1
    place: BaseGeometry | None = None
    disease: str = ""
    village: str = ""
    premises_id: int | None = None
    barred: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """What tells this step from every other, now and later."""
        return f"{self.step} {self.subject} {self.number} {self.clause}"


Provider = Callable[[Reading], Iterator[Waiting]]


def worst_first(waiting: Waiting) -> tuple[int, datetime, str, str]:
    """By the law's wording, then the longest waiting."""
    return (WORDINGS.index(waiting.wording), waiting.since, waiting.subject, waiting.step)


def waiting_in_office(reading: Reading) -> Iterator[Waiting]:
    """Appointments and delegations that one person entered and another approves (3, 13(7))."""
    for appointment in queries.appointments(reading, state="proposed"):
        yield Waiting(
            "appointment",
            DEFINED_BY.get(Role(appointment.role), ("DOA1974-3-1",))[0],
            NO_LIMIT,
            _entered(reading, appointment.number),
            appointment.number,
            appointment.number,
            DESK,
            by_administrators=True,
            barred=frozenset({appointment.proposed_by, appointment.officer}),
        )
    for delegation in queries.delegations(reading, state="proposed"):
        yield Waiting(
            "delegation",
            "DOA1974-13-7",
            NO_LIMIT,
            _entered(reading, delegation.number),
            delegation.number,
            delegation.number,
            (Role.GOVERNMENT,),
            barred=frozenset({delegation.proposed_by}),
        )


def _entered(reading: Reading, number: str) -> datetime:
    """When it was entered: its first entry in the log."""
    moment = reading.session.scalar(
        select(EntryRow.recorded_at)
        .join(SubjectRow, SubjectRow.entry_seq == EntryRow.seq)
        .where(SubjectRow.subject == number)
        .order_by(EntryRow.seq)
        .limit(1)
    )
    assert moment is not None
    return moment
