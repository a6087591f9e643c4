"""What is in force at three times, by service: the first test."""

from __future__ import annotations

from datetime import datetime

import pytest
import shapely

from casework import Desk
from three_times import POINTS, ROWS, agrees, tell
from vetcontrol import demonstration
from vetcontrol.clock import SetClock, day_of
from vetcontrol.disease import changes, decision, declaration, examination, order, report
from vetcontrol.disease.answers import in_force
from vetcontrol.gazette.issuing import approve, publish
from vetcontrol.officers.correcting import correct
from vetcontrol.premises.service import Premises, record
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register

OFFICER = demonstration.officer


class ByService:
    """Tells the story by the services."""

    def __init__(self, register: Register, clock: SetClock) -> None:
        self.register, self.clock = register, clock
        self.cases: dict[str, str] = {}
        self.names: dict[int, str] = {}

    def at(self, moment: datetime) -> None:
        self.clock.set(moment)

    def premises(self, name: str, lon: float, lat: float) -> int:
        with self.register.writing() as writing:
            key, _ = record(
                writing,
                Actor("surgeon"),
                Premises(name, "dairy", shapely.Point(lon, lat), animals={"cattle": 3}),
            )
        self.names[key] = name
        return key

    def order(self, premises: int, signed_at: datetime) -> str:
        with self.register.writing() as writing:
            entry = order.order(
                writing,
                OFFICER("inspector"),
                disease="foot_and_mouth_disease",
                grounds="Vesicles seen on two cows",
                premises_id=premises,
                signed_at=signed_at,
            )
        case = str(entry.content["case_number"])
        self.cases[case] = self.names[premises]
        return case

    def seq(self) -> int:
        return self.register.database.head()

    def confirm(self, case: str) -> None:
        with self.register.writing() as writing:
            examination.examine(
                writing,
                OFFICER("veterinary_surgeon"),
                case,
                findings="Foot and mouth disease in two of three cattle",
                outcome="confirm",
            )

    def radius(self, case: str, premises: list[int]) -> None:
        with self.register.writing() as writing:
            declaration.declare(
                writing,
                OFFICER("veterinary_surgeon"),
                case,
                metres=1_000.0,
                premises_ids=premises,
                reason="As the story tells",
            )

    def report(self, case: str) -> None:
        with self.register.writing() as writing:
            report.report(writing, OFFICER("veterinary_surgeon"), case)

    def correct(self, seq: int, signed_at: datetime | None) -> int:
        with self.register.writing() as writing:
            return correct(
                writing,
                OFFICER("veterinary_surgeon"),
                seq=seq,
                reason="The hour was misread",
                restated=None if signed_at is None else {"signed_at": signed_at.isoformat()},
            ).seq

    def cancel(self, case: str) -> None:
        with self.register.writing() as writing:
            decision.decide(writing, OFFICER("government"), case, outcome="cancel")

    def _approved(self, number: str) -> str:
        with self.register.writing() as writing:
            approve(writing, OFFICER("government_approver"), number)
        return number

    def notify(self, case: str, area: shapely.Polygon) -> str:
        with self.register.writing() as writing:
            _, draft = decision.decide(
                writing,
                OFFICER("government"),
                case,
                outcome="confirm",
                geometry=area,
                modifications="As drawn",
            )
        assert draft is not None
        return self._approved(draft)

    def amend(self, number: str, area: shapely.Polygon) -> str:
        with self.register.writing() as writing:
            draft = changes.amend(
                writing, OFFICER("government"), number, reason="As the story tells", geometry=area
            )
        return self._approved(draft)

    def rescind(self, number: str) -> str:
        with self.register.writing() as writing:
            draft = changes.rescind(writing, OFFICER("government"), number, reason="Over")
        return self._approved(draft)

    def publish(
        self, number: str, published_at: datetime, effective_at: datetime | None = None
    ) -> None:
        with self.register.writing() as writing:
            publish(
                writing,
                OFFICER("clerk"),
                number,
                gazette_series="Series I",
                gazette_number="40",
                published_on=day_of(published_at),
                published_at=published_at,
                effective_at=effective_at,
            )

    def in_force(self, point: tuple[float, float], at: datetime, known_at: datetime) -> set[str]:
        with self.register.reading() as reading:
            answer = in_force(reading, *point, at=at, known_at=known_at)
        words = {"infected_place": "place", "declared_place": "radius"}
        found = {
            f"{words[v.kind]} {self.cases[v.facts['case']]}" if v.kind in words else "area"
            for v in answer.versions
            if v.kind in (*words, "infected_area")
        }
        return found | ({"conflict"} if answer.conflicts else set())


@pytest.fixture
def told(desk: Desk) -> ByService:
    """The whole history, told."""
    story = ByService(desk.register, desk.clock)
    tell(story)
    return story


def test_every_row_of_the_truth_table_holds(told: ByService) -> None:
    """All rows in one test: the history is told once on each engine."""
    wrong = [
        f"{name}: {place} at {at} known {known}: {found}, not {expected}"
        for name, place, at, known, expected in ROWS
        if not agrees(found := told.in_force(POINTS[place], at, known), expected)
    ]
    assert wrong == []
    assert len(ROWS) == 22
    assert verify(told.register).faults == []


def test_a_process_that_comes_late_answers_the_same(told: ByService) -> None:
    """What is in force is rebuilt from the log, whatever was asked while it grew."""
    settings = told.register.settings
    told.register.close()
    told.register = open_register(settings, told.clock)
    found = [agrees(told.in_force(POINTS[p], at, known), e) for _, p, at, known, e in ROWS]
    assert found == [True] * len(ROWS)
    told.register.close()
