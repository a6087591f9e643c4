"""What waits for an officer: each register offers its own, the first page shows them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Task:
    """One thing that waits for the officer: what, on which page, since when, under which clause.

    `due` is the last moment where the law sets one; a late task shows its age and blocks nothing.
    """

    what: str
    address: str
    since: datetime
    clause: str
    due: datetime | None = None


Provider = Callable[[Reading, Officer], Sequence[Task]]
PROVIDERS: tuple[Provider, ...] = ()


def tasks_of(reading: Reading, officer: Officer) -> list[Task]:
    """All that waits for `officer`: by last moment, then the oldest first."""
    found = [task for provider in PROVIDERS for task in provider(reading, officer)]
    return sorted(found, key=lambda t: (t.due is None, t.due or t.since, t.since))
