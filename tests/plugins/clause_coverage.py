"""Which clauses the tests prove: a mark counts only where the code itself spoke of the clause.

A test marked `clause(id)` proves the clause when it passes and a decision or a document that
carries the id was made in it by code of `vetcontrol`; one that the test made itself does not
count. What was proved goes through `user_properties`, so that it survives xdist. A full run
that passes writes `build/clause-coverage.json` and fails below `data/law/coverage_floor.json`;
`--raise-clause-floor` lifts the floor to what was reached. A partial run writes nothing.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

PROVED, UNPROVED = "clause proved", "clause not proved"
ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "build" / "clause-coverage.json"
FLOOR = ROOT / "data" / "law" / "coverage_floor.json"
CARRIERS = (
    ("vetcontrol.law.decisions", "Decision"),
    ("vetcontrol.documents.content", "Document"),
)
# Options that choose among the tests, or run none.
PARTIAL = (
    *("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise"),
    *("collectonly", "setuponly", "setupplan"),
)


def spoken_by_the_code(frame: FrameType | None, carrier: str) -> bool:
    """Whether the first frame outside the carrier's own module belongs to `vetcontrol`."""
    while frame is not None and frame.f_globals.get("__name__") in (carrier, "dataclasses"):
        frame = frame.f_back
    name = frame.f_globals.get("__name__", "") if frame is not None else ""
    return str(name).partition(".")[0] == "vetcontrol"


def observe(carrier: Any, seen: set[str]) -> Callable[[], None]:
    """Note the clauses of each `carrier` that the code makes; the answer undoes it."""
    original = carrier.__init__

    @functools.wraps(original)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **kwargs)
        if spoken_by_the_code(sys._getframe(1), carrier.__module__):
            seen.update(self.clauses)

    carrier.__init__ = init
    return lambda: setattr(carrier, "__init__", original)


class ClauseCoverage:
    """The plug-in of one session; with xdist the workers observe and the controller counts."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seen: set[str] = set()
        self.proved: set[str] = set()
        self.unproved: dict[str, set[str]] = {}
        self.deselected = False
        self.below: list[str] = []
        self.undo = [
            observe(getattr(import_module(module), name), self.seen) for module, name in CARRIERS
        ]

    def pytest_unconfigure(self) -> None:
        for undo in self.undo:
            undo()

    def pytest_deselected(self) -> None:
        self.deselected = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.seen.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        answer = yield
        marked = [clause for mark in item.iter_markers("clause") for clause in mark.args]
        for clause in dict.fromkeys(marked):
            item.user_properties.append((PROVED if clause in self.seen else UNPROVED, clause))
        return answer

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, value in report.user_properties:
                if name == PROVED:
                    self.proved.add(str(value))
                elif name == UNPROVED:
                    self.unproved.setdefault(str(value), set()).add(report.nodeid)

    def is_full(self) -> bool:
        """Whether every test under `tests` was to run."""
        chosen = any(self.config.getoption(name, None) for name in PARTIAL)
        whole = [Path(argument).resolve() for argument in self.config.args] == [ROOT / "tests"]
        return whole and not chosen and not self.deselected

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        on_a_worker = hasattr(self.config, "workerinput")
        if on_a_worker or exitstatus != pytest.ExitCode.OK or not self.is_full():
            return
        reached = sorted(self.proved)
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(reached, indent=1) + "\n", encoding="utf-8")
        floor: list[str] = json.loads(FLOOR.read_text(encoding="utf-8"))
        self.below = [clause for clause in floor if clause not in self.proved]
        if self.config.getoption("raise_clause_floor"):
            kept = sorted({*floor, *reached})
            FLOOR.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        if self.below:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def lines(self) -> Iterator[str]:
        """What a reader must know: marks that prove nothing, and clauses that were lost."""
        for clause, tests in sorted(self.unproved.items()):
            if clause not in self.proved:
                yield f"{clause}: marked, but no decision or document of it: {min(tests)}"
        for clause in self.below:
            yield f"{clause}: reached before, and not in this run (data/law/coverage_floor.json)"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        lines = list(self.lines())
        if lines:
            terminalreporter.section("clauses", sep="-")
            for line in lines:
                terminalreporter.line(line, red=bool(self.below))


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--raise-clause-floor`, for a full run."""
    parser.addoption(
        "--raise-clause-floor",
        action="store_true",
        help="lift data/law/coverage_floor.json to the clauses that this full run proved",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Observe from the beginning."""
    config.pluginmanager.register(ClauseCoverage(config), "clause-coverage-of-this-run")
