"""One thing that waits for an officer, and what tells of such things."""

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
