"""What waits for an officer: each register offers its own, the first page shows them all."""

from __future__ import annotations

from api.pages.case_tasks import case_tasks
from api.pages.office_tasks import office_tasks
from api.pages.task import Provider, Task
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading

__all__ = ["PROVIDERS", "Provider", "Task", "tasks_of"]

PROVIDERS: tuple[Provider, ...] = (case_tasks, office_tasks)


def tasks_of(reading: Reading, officer: Officer) -> list[Task]:
    """All that waits for `officer`: by last moment, then the oldest first."""
    found = [task for provider in PROVIDERS for task in provider(reading, officer)]
    return sorted(found, key=lambda t: (t.due is None, t.due or t.since, t.since))
