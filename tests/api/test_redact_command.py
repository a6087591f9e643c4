"""`vetcontrol redact`: asked back, done, told; nothing is left in the file of the register."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import shapely
from typer.testing import CliRunner, Result

from api.cli import app
from vetcontrol.premises.service import Keeper, Premises, record
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

NAME = "Chandrakant Shirodkar"
ASKED = ("redact", "--text", NAME, "--by", "administrator", "--reason", "He asked")


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, words, input=stdin)


def told(*words: str, stdin: str = "", status: int = 0) -> Any:
    result = run(*words, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A demonstration in whose file his name stands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VETCONTROL_DATABASE_URL", raising=False)
    told("demo", "--premises", "1")
    path = tmp_path / "var/register.sqlite"
    register = open_register(Settings(database_url=f"sqlite:///{path}"))
    with register.writing() as writing:
        facts = Premises(
            f"Dairy of {NAME}",
            "dairy",
            shapely.Point(74.0, 15.42),
            keepers=(Keeper("owner", NAME),),
        )
        record(writing, Actor("surgeon"), facts)
    register.close()
    assert b"Shirodkar" in _bytes(path)
    return path


def _bytes(path: Path) -> bytes:
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


def test_a_name_is_taken_out_of_the_file(file: Path) -> None:
    dry = told(*ASKED, "--parts", "--dry-run")
    assert (dry["done"], dry["fields"]) == (False, 2)
    assert b"Shirodkar" in _bytes(file)
    gone = told(*ASKED, "--parts", "--yes")
    assert (gone["done"], gone["fields"], gone["containing"]) == (True, 2, [])
    assert (gone["columns"], gone["written"], gone["scrubbed"]) == ({}, [], True)
    assert b"Shirodkar" not in _bytes(file)
    assert "holds this text" in told(*ASKED, "--yes", status=1)["refused"]
    register = open_register(Settings(database_url=f"sqlite:///{file}"))
    assert verify(register).faults == []
    register.close()


def test_it_asks_first_and_tells_what_is_left(file: Path) -> None:
    refused = run(*ASKED, stdin="yes\n")
    assert refused.exit_code == 1
    assert "Nothing was taken out" in refused.output
    done = run("redact", "--text", "-", *ASKED[3:], stdin=f"{NAME}\nredact\n")
    assert done.exit_code == 0, done.output
    assert "1 personal fields" in done.stdout
    assert "among other words" in done.stdout
    assert "premises" in done.stdout


def test_what_is_refused(file: Path) -> None:
    assert "administrator" in told(*ASKED[:3], "--by", "surgeon", "--yes", status=1)["refused"]
    without = told(*ASKED[:5], "--yes", status=1)
    assert [error["field"] for error in without["errors"]] == ["reason"]
    assert run("redact", "--text", NAME).exit_code == 2
