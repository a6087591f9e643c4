"""Case tables of the law: a vet reads `cases/*.toml`, a test runs each case by its rule.

A file has `[usual.RULE]`, the facts that a case does not name, and `[[case]]` with `rule`,
`name`, `on` (a day in India), `given`, `expected` (allowed, needs_decision or refused), `clause`
and, where it matters, `says` (words of the answer) or `ceases`. A test module that has
`CASES = "file"` and a test with the argument `case` gets one test for each, marked with its clause.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from vetcontrol.law.decisions import Decision

FOLDER = Path(__file__).parent / "cases"
_KEYS = {"rule", "name", "on", "given", "expected", "clause", "says", "ceases"}


@dataclass(frozen=True)
class Case:
    """One row of a case table."""

    rule: str
    name: str
    on: date
    given: Mapping[str, Any]
    expected: str
    clause: str
    says: str = ""
    ceases: bool | None = None

    def run(self, rules: Mapping[str, Callable[..., Any]]) -> None:
        """Ask the rule and hold its answer against the row."""
        answer = rules[self.rule](on=self.on, **self.given)
        if self.ceases is not None:
            assert answer.ceases is self.ceases
        decision: Decision = getattr(answer, "decision", answer)
        told = [f"{r.clause}: {r.text} {r.remedy}" for r in decision.reasons]
        assert decision.outcome.value == self.expected, told
        assert self.clause in decision.clauses, told
        decisive = [r for r in decision.reasons if r.outcome in (None, decision.outcome)]
        if self.expected != "allowed":
            assert self.clause in [r.clause for r in decisive], told
        assert any(self.says in f"{r.text} {r.remedy}" for r in decision.reasons), told
        for reason in decision.reasons:
            assert reason.text[:1].isupper(), told
            assert reason.text.endswith((".", "!", "?")) or ":" in reason.text, told


def read_cases(stem: str) -> list[Case]:
    """The cases of one file; a word that the format does not know is refused."""
    table = tomllib.loads((FOLDER / f"{stem}.toml").read_text(encoding="utf-8"))
    assert set(table) <= {"usual", "case"}, set(table)
    cases = []
    for row in table["case"]:
        assert set(row) <= _KEYS, (stem, row)
        given = {**table.get("usual", {}).get(row["rule"], {}), **row.get("given", {})}
        cases.append(Case(**{**row, "given": given}))
    names = [(case.rule, case.name) for case in cases]
    assert len(set(names)) == len(names), f"{stem}: two cases of one name"
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each case of the module's table."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize(
            "case",
            [
                pytest.param(
                    case,
                    id=f"{case.rule}: {case.name}",
                    marks=pytest.mark.clause(case.clause),
                )
                for case in read_cases(metafunc.module.CASES)
            ],
        )


@pytest.fixture(scope="session")
def all_cases() -> list[Case]:
    """Every case of every table."""
    return [case for file in sorted(FOLDER.glob("*.toml")) for case in read_cases(file.stem)]
