"""The first page: what waits, for the officer and for others, and what he began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from starlette.responses import Response

from api.deps import OptionalOfficer, RegisterDep, current_officer
from api.pages import declare, task_words
from api.pages.drafting import Key
from api.pages.page import AnyonesPage, pages_router
from api.pages.refusals import wants_page
from api.tasks import Task, tasks_of
from api.templating import number_in_path
from vetcontrol.disease.case import SUBJECT
from vetcontrol.disease.states import states
from vetcontrol.officers import drafts
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading

router = pages_router()
WHOSE: Final = ("all", "mine", "others")
MOST_SHOWN: Final = 100


@dataclass(frozen=True)
class Group:
    """Tasks under one heading; `total` counts those beyond the longest list, too."""

    title: str
    key: str
    lines: Sequence[task_words.Line]
    total: int


@dataclass(frozen=True)
class Begun:
    """A form that the officer began: what for, when he kept it, where it goes on."""

    what: str
    kept_at: datetime
    address: str


@router.get("/")
def tasks(
    page: AnyonesPage,
    signed_in: OptionalOfficer,
    register: RegisterDep,
    whose: str = "all",
    where: str = "",
) -> Response:
    """What waits for whom and for how long, the worst first.

    Who comes without a sign-in is led to it: at the first page he was refused nothing.
    """
    if signed_in is None and wants_page(page.request):
        return page.go("/sign-in")
    officer = current_officer(signed_in)
    with register.reading() as reading:
        found, now = tasks_of(reading, officer), reading.now
        begun = _begun(reading, officer)
        places = sorted({name for task in found for name in task.places})
        shown = [task for task in found if not where or where in task.places]
        groups = [
            _group(reading, "Waiting for you", "mine", [t for t in shown if t.mine]),
            _group(reading, "Waiting for others", "others", [t for t in shown if not t.mine]),
        ]
    return page.show(
        "tasks.html",
        groups=[g for g in groups if whose not in WHOSE or whose in ("all", g.key)],
        begun=begun,
        now=now,
        whose=whose,
        where=where if where in places else "",
        places=places,
    )


def _group(reading: Reading, title: str, key: str, tasks: Sequence[Task]) -> Group:
    listed = tasks[:MOST_SHOWN]
    cases = [t.waiting.subject for t in listed if t.waiting.subject.startswith(f"{SUBJECT}/")]
    reached = states(reading, cases, reading.now, reading.known().known_seq)
    return Group(title, key, [task_words.line(t, reached) for t in listed], len(tasks))


def _begun(reading: Reading, officer: Officer) -> list[Begun]:
    return [
        Begun(words, draft.kept_at, address)
        for draft in drafts.listing(reading, officer.username)
        for words, address in (_of_draft(draft),)
    ]


def _of_draft(draft: drafts.Draft) -> tuple[str, str]:
    """What a draft is for, and the form in which it goes on."""
    number = number_in_path(draft.subject)
    if draft.purpose == "order":
        words = f"Order declaring an infected place: {declare.about(draft)}"
        return words, declare.key_of(draft.subject).going_on
    words, address = {
        "examination": (f"Examination, {draft.subject}", f"/infected-places/{number}/examination"),
        "radius": (f"Radius around {draft.subject}", f"/infected-places/{number}/radius"),
        "decision": (f"Decision on {draft.subject}", f"/infected-places/{number}/decision"),
        "amendment": (f"Amendment of {draft.subject}", f"/gazette/{number}/amendment"),
        "licence": ("Application for a licence", "/licences/new"),
    }[draft.purpose]
    return words, Key(draft.purpose, draft.subject, address).going_on
