"""`vetcontrol law coverage`: each clause is tested, not for software with a reason, or missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from vetcontrol import resources, statutes
from vetcontrol.errors import Malformed, Refused
from vetcontrol.faults import DataError
from vetcontrol.statutes.coverage import FLOOR, RESULT, coverage

Lay = Callable[..., Path]


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """A checkout with a floor, a list of what is not for software and perhaps a result."""
    statutes.clauses()  # the clauses stay those of the project
    (tmp_path / "vetcontrol").mkdir()
    (tmp_path / "data/law").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "vetcontrol")

    def make(*, floor: list[str], left: str = "", result: list[str] | None = None) -> Path:
        (tmp_path / "data/law/coverage_floor.json").write_text(json.dumps(floor))
        (tmp_path / "data/law/not_for_software.csv").write_text(f"id,reason\n{left}")
        if result is not None:
            (tmp_path / "build").mkdir()
            (tmp_path / RESULT).write_text(json.dumps(result))
        return tmp_path

    return make


def test_the_last_full_run_is_read_before_the_floor(lay: Lay) -> None:
    lay(floor=["DOA1974-4"], result=["DOA1974-1-2", "DOA1974-4", "GOA1968-267-1"])
    goa, cta, doa, ker = coverage()
    assert [c["statute"] for c in (goa, cta, doa, ker)] == [
        "GOA1968",
        "CTA1871",
        "DOA1974",
        "KER1961",
    ]
    assert (doa["clauses"], doa["tested"], doa["not_for_software"]) == (155, 2, 0)
    assert (goa["tested"], cta["tested"]) == (1, 0)
    assert "DOA1974-4" not in doa["missing"]
    assert len(doa["missing"]) == 153


def test_without_a_run_the_floor_is_read(lay: Lay) -> None:
    lay(floor=["DOA1974-4"], left="DOA1974-36,Speaks to courts\nDOA1974-4,Not so\n")
    (doa,) = coverage("DOA1974")
    # What a test proves is not listed a second time.
    assert (doa["tested"], doa["not_for_software"], len(doa["missing"])) == (1, 1, 153)


def test_outside_a_checkout_it_is_refused(lay: Lay) -> None:
    (lay(floor=[]) / "pyproject.toml").unlink()
    with pytest.raises(Refused, match="measured in a checkout"):
        coverage()


def test_an_unknown_statute_is_refused(lay: Lay) -> None:
    lay(floor=[])
    with pytest.raises(Malformed, match="'BOM1948' is none of GOA1968, CTA1871") as refusal:
        coverage("BOM1948")
    assert refusal.value.errors[0].field == "statute"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"floor": ["DOA1974-99"]}, "data/law/coverage_floor.json: names DOA1974-99"),
        ({"floor": [], "result": ["DOA1974-99"]}, "clause-coverage.json: names DOA1974-99"),
        ({"floor": [], "left": "DOA1974-99,x\n"}, "not_for_software.csv: names DOA1974-99"),
        ({"floor": [], "left": "DOA1974-4, \n"}, "line 2: the reason is empty"),
    ],
)
def test_a_list_that_is_wrong_is_refused(lay: Lay, given: dict[str, list[str]], says: str) -> None:
    lay(**given)
    with pytest.raises(DataError) as refusal:
        coverage()
    assert says in str(refusal.value)


def test_every_clause_of_the_main_job_is_proved() -> None:
    floor = set(resources.read_json(FLOOR))
    wanted = {
        clause.id
        for clause in statutes.clauses()
        if clause.code == "DOA1974"
        and clause.section.partition("(")[0] in {"1", "2", "3", "4", "11", "13"}
    }
    assert not wanted - floor
