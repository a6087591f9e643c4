"""What waits for an officer in the cases and at the gazette desk, the longest first."""

from __future__ import annotations

from collections.abc import Sequence

from api.pages.case_page import together
from api.pages.case_words import STEPS
from api.pages.navigation import viewer_of
from api.pages.task import Task
from api.personal import reader_of
from api.templating import number_in_path
from vetcontrol.disease import queries
from vetcontrol.disease.waiting import Waiting
from vetcontrol.gazette import notifications
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading

MOST_CASES = 500
DESK = ("approval", "publication", "exhibition")


def case_tasks(reading: Reading, officer: Officer) -> Sequence[Task]:
    """The steps of sections 11 and 13 that wait for `officer`, in the area of his appointments."""
    viewer = viewer_of(reading, officer)
    if not any(viewer.roles & set(roles) for _, roles, _ in STEPS.values()):
        return []
    reader = reader_of(reading, officer)
    # Ended cases too: notices of cessation are due after the end.
    rows, _ = queries.listing(reading.session, limit=MOST_CASES)
    found: list[Task] = []
    for row in rows:
        if not reader.may_read(row.shape):
            continue
        found += [
            _task(row.number, step)
            for step in together(queries.file(reading.session, row.number).waiting)
            if viewer.roles & set(STEPS[step.step][1]) and not _own_draft(reading, officer, step)
        ]
    return found


def _own_draft(reading: Reading, officer: Officer, step: Waiting) -> bool:
    """A draft is approved by another person than its drafter."""
    if step.step != "approval":
        return False
    return notifications.get(reading.session, step.number).drafted_by == officer.username


def _task(case: str, step: Waiting) -> Task:
    words, _, last = STEPS[step.step]
    if step.step in DESK:
        address = f"/gazette/{number_in_path(step.number)}"
        return Task(words.format(step.number), address, step.since, step.clause)
    address = f"/infected-places/{number_in_path(case)}/{last}"
    return Task(f"{case}: {words.format(step.number)}", address, step.since, step.clause)
