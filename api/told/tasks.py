"""What waits, as it is answered."""

from __future__ import annotations

from typing import Any

from api.pages import task_words
from api.tasks import Task


def task(of: Task) -> dict[str, Any]:
    """One task, with its age in whole seconds and the page on which it is done."""
    waiting = of.waiting
    return {
        "step": waiting.step,
        "what": task_words.what(of),
        "clause": waiting.clause,
        "wording": waiting.wording,
        "since": waiting.since,
        "age_s": int(of.age.total_seconds()),
        "number": waiting.number,
        "subject": waiting.subject,
        "count": waiting.count,
        "disease": waiting.disease,
        "village": of.village,
        "taluka": of.taluka,
        "premises": of.premises,
        "mine": of.mine,
        "offices": [role.value for role in waiting.roles],
        "waits_for": [
            {"username": h.username, "name": h.name, "office": h.office, "area": h.area}
            for h in of.who
        ],
        "address": task_words.act_address(of),
    }
