"""What waits for officers, put together from all registers: whose it is, what and where it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import shapely

from api.personal import Reader, reader_of
from vetcontrol.disease.waiting import waiting_in_cases
from vetcontrol.gazette.schedule import diseases
from vetcontrol.gazette.waiting import waiting_at_the_desk
from vetcontrol.movement.waiting import waiting_in_movement
from vetcontrol.officers.holders import Holder, Holders
from vetcontrol.officers.people import Officer
from vetcontrol.officers.waiting import Provider, Waiting, waiting_in_office, worst_first
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.register import Reading

PROVIDERS: tuple[Provider, ...] = (
    waiting_in_cases,
    waiting_at_the_desk,
    waiting_in_movement,
    waiting_in_office,
)


@dataclass(frozen=True)
class Task:
    """One thing that waits: who may do it now, whether that is the officer who asks, and since
    how long. `taluka` and `village` are names, `premises` as far as the officer may read it."""

    waiting: Waiting
    who: Sequence[Holder]
    mine: bool
    age: timedelta
    disease: str = ""
    village: str = ""
    taluka: str = ""
    premises: str = ""

    @property
    def about(self) -> str:
        """What it is about in a line, for people."""
        return ", ".join(x for x in (self.disease, self.premises, self.village, self.taluka) if x)

    @property
    def places(self) -> frozenset[str]:
        """The names by which it is narrowed to a place."""
        return frozenset(name for name in (self.taluka, self.village) if name)


def tasks_of(reading: Reading, officer: Officer) -> list[Task]:
    """All that waits in the register as `officer` may see it, the worst first."""
    found = [one for provider in PROVIDERS for one in provider(reading)]
    told = _Telling(reading, officer)
    return [told.task(one) for one in sorted(found, key=worst_first)]


class _Telling:
    """Puts what waits into words for one officer; what is asked again is looked up once."""

    def __init__(self, reading: Reading, officer: Officer) -> None:
        self._reading, self._officer = reading, officer
        self._holders = Holders(reading)
        self._reader: Reader = reader_of(reading, officer)
        self._diseases = {d.code: d.name for d in diseases(reading.session)}
        self._talukas = list(reading.known().of_kind(FeatureKind.TALUKA, reading.now))
        self._tree = shapely.STRtree([taluka.geometry for taluka in self._talukas])

    def task(self, waiting: Waiting) -> Task:
        """The task that `waiting` is to the officer."""
        who = self._holders.of(waiting)
        return Task(
            waiting,
            who,
            any(holder.username == self._officer.username for holder in who),
            max(self._reading.now - waiting.since, timedelta(0)),
            self._diseases.get(waiting.disease, waiting.disease),
            waiting.village,
            self._taluka(waiting),
            self._premises(waiting),
        )

    def _taluka(self, waiting: Waiting) -> str:
        if waiting.place is None:
            return ""
        point = waiting.place.representative_point()
        met = self._tree.query(point, predicate="intersects")
        return str(self._talukas[min(met)].facts["name"]) if len(met) else ""

    def _premises(self, waiting: Waiting) -> str:
        if waiting.premises_id is None:
            return ""
        row = self._reading.session.get(PremisesRow, waiting.premises_id)
        return "" if row is None else self._reader.named(row)
