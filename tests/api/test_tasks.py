"""What waits: whose it is, the worst first, narrowed by place, with names as far as allowed."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from api import tasks
from api.pages import home, task_words
from api.told import tasks as told
from callers import ways_in
from desk import Desk, in_path
from refusals import GOVERNMENT, INSPECTOR, ORDER, SURGEON, confirmed_case, refused
from vetcontrol import demonstration
from vetcontrol.clock import IST, lasting
from vetcontrol.disease import queries
from vetcontrol.disease.case import State
from vetcontrol.disease.waiting import waiting_in_cases
from vetcontrol.officers import drafts
from vetcontrol.officers.waiting import WORDINGS

DAY = datetime(2027, 2, 1, 9, 0, tzinfo=IST)


def _waits(desk: Desk, who: str, **query: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = desk.get(who, "/tasks", **query)["items"]
    return items


def _named(desk: Desk, who: str, step: str, subject: str) -> dict[str, Any]:
    (found,) = [
        t for t in _waits(desk, who) if t["step"] == step and in_path(t["subject"]) == subject
    ]
    return found


@pytest.fixture(scope="module")
def case(desk: Desk) -> str:
    """A case that Government is to decide, its copies undelivered."""
    desk.at(DAY)
    number = confirmed_case(desk)
    desk.at(DAY + timedelta(hours=1))
    desk.do(SURGEON, f"/infected-places/{number}/radius", {"metres": 500})
    desk.do(SURGEON, f"/infected-places/{number}/report", {"findings": "Anthrax"})
    desk.at(DAY + timedelta(days=2, hours=5))
    return number


def test_a_decision_waits_for_government_and_for_the_collector_with_the_power(
    desk: Desk, case: str
) -> None:
    decision = _named(desk, GOVERNMENT, "decision", case)
    assert decision["mine"]
    assert decision["wording"] == "no limit of time"
    assert decision["age_s"] == (2 * 24 + 4) * 3600
    offices = {h["username"]: h["area"] for h in decision["waits_for"]}
    assert {demonstration.POSTS[who].username for who in (GOVERNMENT, "government_approver")} <= (
        offices.keys()
    )
    assert offices["collector"] == "South Goa"
    assert decision["address"] == f"/infected-places/{case}/decision"
    assert _named(desk, "collector", "decision", case)["mine"]
    assert not _named(desk, SURGEON, "decision", case)["mine"]


def test_what_is_to_be_done_forthwith_stands_first_and_is_counted(desk: Desk, case: str) -> None:
    found = _waits(desk, INSPECTOR)
    ranks = [(WORDINGS.index(t["wording"]), t["since"]) for t in found]
    assert ranks == sorted(ranks)
    services = [t for t in found if t["step"] == "service" and in_path(t["subject"]) == case]
    assert [t["clause"] for t in services] == ["DOA1974-11-1b", "DOA1974-11-3b"]
    assert all(t["mine"] and t["wording"] == "forthwith" for t in services)
    file = desk.get(SURGEON, f"/infected-places/{case}")
    assert sum(t["count"] for t in services) == file["unserved"]


@pytest.mark.clause("DOA1974-3-2b")
def test_an_inspector_is_named_for_his_area_alone(desk: Desk, case: str) -> None:
    desk.at(DAY + timedelta(days=3))
    away = {"geometry": {"type": "Point", "coordinates": [73.9, 15.6]}, "accuracy_m": 5.0}
    made = desk.do(
        SURGEON, "/infected-places", ORDER | away | {"position_reason": "Measured on the spot"}
    )
    elsewhere = in_path(made["number"])
    assert case != elsewhere
    item = _named(desk, SURGEON, "examination", elsewhere)
    assert item["mine"]
    assert item["wording"] == "as soon as practicable"
    assert item["disease"] == "anthrax"
    for one in _waits(desk, INSPECTOR):
        if in_path(one["subject"]) == elsewhere:
            assert not one["mine"]
            assert INSPECTOR not in [h["username"] for h in one["waits_for"]]
    places = {t["taluka"] for t in _waits(desk, SURGEON)}
    assert {"Ponda", item["taluka"]} <= places
    only = _waits(desk, SURGEON, where=item["taluka"])
    assert only
    assert {t["taluka"] for t in only} == {item["taluka"]}
    assert _waits(desk, SURGEON, where="Atlantis") == []


def test_mine_and_those_of_others_are_all(desk: Desk, case: str) -> None:
    assert case
    for who in (SURGEON, INSPECTOR, "clerk", "police"):
        mine, others = (_waits(desk, who, whose=whose) for whose in ("mine", "others"))
        assert all(t["mine"] for t in mine)
        assert not any(t["mine"] for t in others)
        assert len(mine) + len(others) == desk.get(who, "/tasks")["total"]
    assert _waits(desk, "police", whose="mine") == []
    refused(desk.ask(None, "/tasks"), 401)
    refused(desk.ask(SURGEON, "/tasks", whose="nobody"), 422, field="whose")


def test_the_list_of_all_cases_says_what_each_case_says(desk: Desk, case: str) -> None:
    """Read from rows or replayed, the same waits, the deliveries counted."""
    assert case
    with desk.register.reading() as reading:
        rows, _ = queries.listing(reading.session)
        one_by_one: dict[tuple[str, str, str, datetime], int] = {}
        for row in rows:
            for waits in queries.file(reading.session, row.number).waiting:
                number = "" if waits.step == "service" else waits.number
                since = waits.since
                if waits.step == "service":
                    since = min(
                        w.since
                        for w in queries.file(reading.session, row.number).waiting
                        if (w.step, w.clause) == ("service", waits.clause)
                    )
                key = (row.number, f"{waits.step} {waits.clause}", number, since)
                one_by_one[key] = one_by_one.get(key, 0) + 1
        together = {
            (w.subject, f"{w.step} {w.clause}", w.number, w.since): w.count
            for w in waiting_in_cases(reading)
        }
    assert together == one_by_one


def test_premises_are_named_to_those_who_may_read_them(desk: Desk, case: str) -> None:
    assert "X (premises" in _named(desk, SURGEON, "decision", case)["premises"]
    told_elsewhere = _named(desk, "administrator", "decision", case)["premises"]
    assert told_elsewhere.startswith("Premises ")


def test_an_appointment_waits_for_another_person_than_him_who_entered_it(desk: Desk) -> None:
    body = {
        "officer": "police",
        "role": "clerk",
        "from_at": DAY.isoformat(),
        "office_title": "Clerk",
    }
    made = desk.do("clerk", "/appointments", body)
    number = in_path(made["number"])
    mine = {
        who: _named(desk, who, "appointment", number)["mine"]
        for who in ("clerk", "police", GOVERNMENT, "administrator")
    }
    assert mine == {"clerk": False, "police": False, GOVERNMENT: True, "administrator": True}
    desk.do(GOVERNMENT, f"/appointments/{number}/approve")
    assert number not in [in_path(t["subject"]) for t in _waits(desk, GOVERNMENT)]


def test_a_step_that_nobody_in_office_may_do_says_which_office_it_needs(desk: Desk) -> None:
    with desk.register.reading() as reading:
        (task, *_) = tasks.tasks_of(reading, demonstration.officer(SURGEON))
    lonely = tasks.Task(task.waiting, (), mine=False, age=timedelta(0))
    assert told.task(lonely)["waits_for"] == []
    assert "Nobody in office now" in task_words.who(lonely)


def test_a_task_shows_how_far_its_case_has_come(desk: Desk, case: str) -> None:
    number = case.replace("-", "/")
    with desk.register.reading() as reading:
        found = tasks.tasks_of(reading, demonstration.officer(SURGEON))
        lines = home._group(reading, "", "", found).lines
    of_case = [line for line in lines if line.task.waiting.subject == number]
    assert of_case
    assert {line.progress for line in of_case} == {task_words.Progress("With Government", 4)}
    assert {x.progress for x in lines if x.task.waiting.step in task_words.APART} <= {None}
    assert task_words.progress(State.CEASED) is None
    assert [task_words.progress(s) is None for s in task_words.STAGES] == [False] * 5


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(days=2, hours=4, minutes=59), "2 days 4 hours"),
        (timedelta(days=1, minutes=59), "1 day"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(minutes=59, seconds=59), "59 minutes"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(seconds=-5), "less than a minute"),
    ],
)
def test_lengths_of_time_in_words(length: timedelta, words: str) -> None:
    assert lasting(length) == words


@pytest.mark.parametrize("purpose", drafts.PURPOSES)
def test_every_draft_leads_to_its_form(desk: Desk, case: str, purpose: str) -> None:
    desk.at(DAY + timedelta(days=4))
    subject = {"order": "1", "licence": ""}.get(purpose, case.replace("-", "/"))
    with desk.register.writing() as writing:
        drafts.keep(writing, "inspector", purpose, subject, [("grounds", "x")])
        (begun,) = home._begun(writing, demonstration.officer(INSPECTOR))
        drafts.drop(writing.session, "inspector", purpose, subject)
    assert begun.address.endswith("draft=on")
    path = begun.address.partition("?")[0]
    patterns = [way.path for way in ways_in(desk.app) if "GET" in way.methods]
    fits = [re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", pattern), path) for pattern in patterns]
    assert any(fits), path
