"""The gate of coverage: the whole by its figure, each file of rules by its own."""

from __future__ import annotations

from typing import Any

import pytest
from coverage_gate import shortfalls

ASKED = {"all_percent": 95, "rules_percent": 100, "rules": ["vetcontrol/*/rules.py"]}


def report(total: float, rules: float) -> dict[str, Any]:
    file = {
        "summary": {"percent_covered": rules},
        "missing_lines": [7],
        "missing_branches": [[6, 7]],
    }
    other = {"summary": {"percent_covered": 10.0}, "missing_lines": [], "missing_branches": []}
    files = {"vetcontrol/disease/rules.py": file, "api/app.py": other}
    return {"totals": {"percent_covered": total}, "files": files}


def test_enough_is_enough() -> None:
    assert shortfalls(report(95.0, 100.0), ASKED) == []


@pytest.mark.parametrize(
    ("total", "rules", "words"),
    [
        (94.9, 100.0, "all code is covered to 94.9 %"),
        (99.0, 99.9, "untested lines: 7; untested branches: 6 to 7"),
    ],
)
def test_too_little_is_named(total: float, rules: float, words: str) -> None:
    (sentence,) = shortfalls(report(total, rules), ASKED)
    assert words in sentence
