"""What the pages call the states, steps and entries of a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vetcontrol.controls import notice
from vetcontrol.disease import case as kinds
from vetcontrol.disease.case import State
from vetcontrol.disease.waiting import WHOSE
from vetcontrol.gazette import notifications, rules
from vetcontrol.officers.roles import Role
from vetcontrol.register.corrections import KIND as CORRECTION
from vetcontrol.register.entries import Entry

# How a status looks, and its word; sign and word say it, colour helps. What is in force over a
# place restricts it: a tick would read as "all is well".
STATES: Mapping[State, tuple[str, str]] = {
    State.ORDERED: ("restricted", "Ordered, waits for examination"),
    State.CONFIRMED: ("restricted", "Confirmed by the Veterinary Surgeon"),
    State.RADIUS_DECLARED: ("restricted", "Confirmed, premises declared"),
    State.WITH_GOVERNMENT: ("restricted", "With Government"),
    State.INFECTED_AREA: ("restricted", "Infected area"),
    State.CANCELLED: ("ended", "Cancelled"),
    State.CEASED: ("ended", "Ceased"),
}
NOTIFICATION_STATES: Mapping[str, tuple[str, str]] = {
    "draft": ("draft", "Draft"),
    "approved": ("waiting", "Approved, waits for publication"),
    "published": ("restricted", "Published"),
    "rescinded": ("ended", "Rescinded"),
}
PUBLISHED_END = ("fact", "Published")
"""A rescission that is published restricts nothing."""
#: What notifications are about: in a title, and in a sentence.
ABOUT: Mapping[str, tuple[str, str]] = {
    notifications.INFECTED_AREA: ("Infected area", "an infected area"),
    rules.RULES: ("Rules", "rules"),
    notice.CONTROL: ("Control", "a control"),
}


def notification_kind(about: str, kind: str) -> str:
    """What a notification is, by what it is about and what it does: `Amendment of rules`."""
    title, named = ABOUT[about]
    return title if kind == about else f"{kind.capitalize()} of {named}"


MANNERS = (
    ("in_person", "Given in person"),
    ("left_at_premises", "Left at the premises"),
    ("registered_post", "Registered post"),
    ("affixed", "Affixed at the place"),
)


# By step: what is to be done, whose office it is, and the page's last part.
STEPS: Mapping[str, tuple[str, tuple[Role, ...], str]] = {
    "examination": (
        "Examine the place and its animals, then confirm or cancel the order",
        WHOSE["examination"],
        "examination",
    ),
    "report_to_government": (
        "Report to Government",
        WHOSE["report_to_government"],
        "report",
    ),
    "decision": (
        "Decide on the report: confirm or cancel",
        WHOSE["decision"],
        "decision",
    ),
    "approval": ("Approve the draft {}", WHOSE["approval"], ""),
    "publication": ("Record the publication of {}", WHOSE["publication"], ""),
    "exhibition": (
        "Exhibit {} in a prominent place of its area",
        WHOSE["exhibition"],
        "",
    ),
    "service": (
        "Deliver copies and notices {}",
        WHOSE["service"],
        "services",
    ),
}


def entry_words(entry: Entry) -> str:
    """What an entry of a case did, in a line."""
    c = entry.content
    return _WORDS[entry.kind](c) if entry.kind in _WORDS else entry.kind.replace("_", " ")


def _notification(what: str) -> Any:
    return lambda c: f"Notification {c['number']} {what}"


_WORDS: Mapping[str, Any] = {
    kinds.ORDERED: lambda c: f"Order of the Inspector {c['number']}",
    kinds.EXAMINED: lambda c: (
        f"Examined; order {'confirmed' if c['outcome'] == 'confirm' else 'cancelled'}"
        f" by {c['outcome_number']}"
    ),
    kinds.RADIUS_DECLARED: lambda c: (
        f"{len(c['premises'])} premises declared within {c['metres']:,.3f} m by {c['number']}"
    ),
    kinds.REPORTED: lambda c: f"Reported to Government by {c['number']}",
    kinds.DECIDED: lambda c: (
        f"Government {'confirmed' if c['outcome'] == 'confirm' else 'cancelled'}"
        f" {', '.join(c['declarations'])} by {c['number']}"
    ),
    kinds.SERVED: lambda c: f"{c['document']} delivered",
    notifications.DRAFTED: lambda c: (
        f"{notification_kind(notifications.about_of(c), c['kind'])}:"
        f" notification {c['number']} drafted"
    ),
    notifications.APPROVED: _notification("approved"),
    notifications.PUBLISHED: _notification("published in the Official Gazette"),
    notifications.EXHIBITED: _notification("exhibited in the area"),
    CORRECTION: lambda c: (
        f"Correction of entry {c['strikes']}"
        + (", restated" if c["restated"] is not None else ", struck")
    ),
}
