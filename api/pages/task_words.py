"""What the pages call what waits: the words, the button, and the page where it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from api.pages.case_words import STATES, STEPS
from api.tasks import Task
from api.templating import number_in_path
from vetcontrol.clock import lasting
from vetcontrol.disease.case import State
from vetcontrol.officers.roles import WORDS

MOST_NAMED = 3
#: By step, the words of its button.
BUTTONS: Mapping[str, str] = {
    "examination": "Examine",
    "report_to_government": "Report",
    "decision": "Decide",
    "approval": "Approve",
    "publication": "Publish",
    "exhibition": "Exhibit",
    "service": "Deliver",
    "licence": "Decide",
    "return": "Record",
    "appointment": "Approve",
    "delegation": "Approve",
}
#: What waits outside cases: its words, and where it stands.
APART: Mapping[str, tuple[str, str]] = {
    "licence": ("Decide on application {} for a licence", "/licences"),
    "return": ("See that what {} names is taken back", "/documents"),
    "appointment": ("Approve appointment {}", "/appointments"),
    "delegation": ("Approve delegation {}", "/delegations"),
}
DESK = ("approval", "publication", "exhibition")
STAGES = (
    State.ORDERED,
    State.CONFIRMED,
    State.RADIUS_DECLARED,
    State.WITH_GOVERNMENT,
    State.INFECTED_AREA,
)


@dataclass(frozen=True)
class Progress:
    """How far the case of a task has come: its state in words, and how many of the stages."""

    words: str
    reached: int
    stages: int = len(STAGES)


@dataclass(frozen=True)
class Line:
    """A task as a page lists it: `address` is where it is done, or where it is looked at."""

    task: Task
    what: str
    button: str
    address: str
    age: str
    who: str
    progress: Progress | None = None


def line(task: Task, states: Mapping[str, State]) -> Line:
    """The line of `task`; whoever may not do it is led to what it is about.

    `states` are those that cases have reached, by number.
    """
    return Line(
        task,
        what(task),
        BUTTONS[task.waiting.step] if task.mine else "Look",
        act_address(task) if task.mine else subject_address(task),
        lasting(task.age),
        who(task),
        progress(states.get(task.waiting.subject)),
    )


def progress(state: State | None) -> Progress | None:
    """How far a case in `state` has come; nothing of one that has ended, or of no case."""
    if state not in STAGES:
        return None
    return Progress(STATES[state][1], STAGES.index(state) + 1)


def what(task: Task) -> str:
    """What is to be done, in words."""
    waiting = task.waiting
    if waiting.step in APART:
        return APART[waiting.step][0].format(waiting.number)
    if waiting.step == "service":
        papers = "copy or notice" if waiting.count == 1 else "copies and notices"
        return f"Deliver {waiting.count:,} {papers}"
    return STEPS[waiting.step][0].format(waiting.number)


def act_address(task: Task) -> str:
    """The page on which the step is done."""
    waiting = task.waiting
    if waiting.step == "return":
        return f"/returns/{number_in_path(waiting.number)}/returned"
    if waiting.step in (*DESK, *APART):
        return subject_address(task)
    if waiting.step == "service":
        return f"/rounds?case={number_in_path(waiting.subject)}"
    return f"/infected-places/{number_in_path(waiting.subject)}/{STEPS[waiting.step][2]}"


def subject_address(task: Task) -> str:
    """The page of what the step is about."""
    waiting = task.waiting
    if waiting.step in APART:
        return f"{APART[waiting.step][1]}/{number_in_path(waiting.number)}"
    if waiting.step in DESK:
        return f"/gazette/{number_in_path(waiting.number)}"
    return f"/infected-places/{number_in_path(waiting.subject)}"


def who(task: Task) -> str:
    """Whom it waits for: each with office and area; the office alone where nobody holds it."""
    if not task.who:
        offices = " or ".join(WORDS[role] for role in task.waiting.roles)
        return f"Nobody in office now may do it; it needs: {offices}"
    named = [
        f"{holder.name}, {holder.office}{f' ({holder.area})' if holder.area else ''}"
        for holder in task.who[:MOST_NAMED]
    ]
    more = len(task.who) - len(named)
    return "; ".join(named) + (f"; and {more} more" if more else "")
