"""The plug-in that counts clauses: what counts, what does not, and when it writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugins" / "clause_coverage.py"

TESTS = """
import datetime
import threading

import pytest
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.extent import extent
from vetcontrol.law.diseases_of_animals.terms import Relation


@pytest.mark.clause("DOA1974-1-2")
def test_the_rule_speaks():
    extent(Relation.INSIDE)


@pytest.mark.clause("DOA1974-13-7")
def test_the_test_speaks_for_itself():
    assert Decision.allowed("DOA1974-13-7", "Made by the test.")


@pytest.mark.clause("DOA1974-4")
def test_nobody_speaks():
    pass


@pytest.mark.clause("DOA1974-2-a", "DOA1974-2-i")
def test_it_speaks_in_another_thread():
    from vetcontrol.law.diseases_of_animals.scheduled import scheduled

    day = datetime.date(2027, 1, 1)
    worker = threading.Thread(target=lambda: scheduled("mange", at=day, schedule=[]))
    worker.start()
    worker.join()


def test_without_a_mark():
    from vetcontrol.law.diseases_of_animals.infected_places import outcome

    outcome("confirm")
"""
FAILING = """
import pytest


@pytest.mark.clause("DOA1974-11-2b")
def test_it_speaks_and_fails():
    from vetcontrol.law.diseases_of_animals.infected_places import outcome

    assert outcome("confirm") is None
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small checkout with the plug-in, some tests and a floor."""
    for folder in ("tests/plugins", "data/law"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(PLUGIN, tmp_path / "tests" / "plugins")
    (tmp_path / "tests" / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests\nmarkers =\n    clause(id): a clause\n"
    )
    floor(tmp_path, [])
    return tmp_path


def floor(project: Path, clauses: list[str]) -> None:
    (project / "data/law/coverage_floor.json").write_text(json.dumps(clauses))


def result(project: Path) -> list[str] | None:
    file = project / "build" / "clause-coverage.json"
    return json.loads(file.read_text()) if file.exists() else None


@pytest.fixture
def run(project: Path) -> Run:
    """Run the project's tests in a process of their own."""
    path = os.pathsep.join([str(project / "tests" / "plugins"), str(PLUGIN.parents[2])])

    def start(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "clause_coverage", *options]
        environment = {**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": ""}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        return subprocess.run(
            command, cwd=project, env=environment, capture_output=True, text=True, check=False
        )

    return start


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "1")], ids=["one process", "xdist"])
def test_a_mark_counts_only_where_the_code_spoke(
    run: Run, project: Path, options: tuple[str, ...]
) -> None:
    told = run(*options)
    assert told.returncode == 0, told.stdout
    assert result(project) == ["DOA1974-1-2", "DOA1974-2-i"]
    for clause in ("DOA1974-13-7", "DOA1974-4", "DOA1974-2-a"):
        assert f"{clause}: marked, but no decision or document of it" in told.stdout


@pytest.mark.parametrize(
    "options",
    [
        ("-k", "rule"),
        ("-m", "clause"),
        ("tests/test_some.py",),
        ("--deselect", "tests/test_some.py::test_without_a_mark"),
        ("--collect-only",),
    ],
    ids=" ".join,
)
def test_a_partial_run_leaves_the_result(run: Run, project: Path, options: tuple[str, ...]) -> None:
    floor(project, ["DOA1974-11-2b"])
    told = run(*options)
    assert told.returncode == 0, told.stdout
    assert result(project) is None


def test_a_failing_run_leaves_the_result(run: Run, project: Path) -> None:
    (project / "tests" / "test_fails.py").write_text(FAILING)
    assert run().returncode == 1
    assert result(project) is None


def test_a_full_run_fails_below_the_floor(run: Run, project: Path) -> None:
    floor(project, ["DOA1974-1-2", "DOA1974-11-2b"])
    told = run()
    assert told.returncode == 1
    assert "DOA1974-11-2b: reached before, and not in this run" in told.stdout


def test_the_floor_is_raised_on_request(run: Run, project: Path) -> None:
    floor(project, ["DOA1974-1-2"])
    assert run("--raise-clause-floor").returncode == 0
    raised = json.loads((project / "data/law/coverage_floor.json").read_text())
    assert raised == ["DOA1974-1-2", "DOA1974-2-i"]
