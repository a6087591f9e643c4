"""`vetcontrol import`: what it answers, how it ends, and what a terminal shows meanwhile."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from api.commands.progress import Progress
from vetcontrol import demonstration
from vetcontrol.register.entries import newest
from vetcontrol.register.opening import open_log
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

HEAD = "name,kind,lon,lat\n"
SOUND = "A,dairy,74.0,15.42\n"
RING = [[74.0, 15.42], [74.01, 15.42], [74.01, 15.43], [74.0, 15.42]]


@pytest.fixture
def embedded(migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """An embedded register with the shipped layers and no officer."""
    path = tmp_path / "register.sqlite"
    shutil.copy(migrated_file, path)
    monkeypatch.setenv("VETCONTROL_DATABASE_URL", f"sqlite:///{path}")
    settings = Settings(database_url=f"sqlite:///{path}")
    register = open_register(settings)
    with register.writing() as writing:
        open_log(writing, demo=False)
    with register.writing() as writing:
        demonstration.layers(writing, demonstration.Actor("vetcontrol"))
    register.close()
    return settings


@pytest.fixture
def opened(embedded: Settings) -> Any:
    register = open_register(embedded)
    yield register
    register.close()


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["import", *map(str, words)])


def file(tmp_path: Path, text: str, name: str = "premises.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def layer(tmp_path: Path, *properties: dict[str, Any]) -> Path:
    features = [
        {
            "type": "Feature",
            "properties": one,
            "geometry": {"type": "Polygon", "coordinates": [RING]},
        }
        for one in properties
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    return file(tmp_path, text, "layer.geojson")


def head(register: Register) -> Any:
    with register.reading() as reading:
        row = newest(reading.session)
        assert row is not None
        return row.seq, row.kind, row.actor


def test_a_sound_file_is_taken_in(opened: Register, tmp_path: Path) -> None:
    path = file(tmp_path, HEAD + SOUND)
    dry = run("premises", path, "--dry-run")
    assert dry.exit_code == 0
    assert "would be taken in. Nothing was kept." in dry.stdout
    answer = run("premises", path, "--json")
    assert answer.exit_code == 0
    report = json.loads(answer.stdout)
    assert (report["file"], report["rows"], report["accepted"]) == ("premises.csv", 1, 1)
    assert report["refused"] == []
    assert head(opened) == (report["entry"], "premises.imported", "vetcontrol")
    again = run("premises", path)
    assert again.exit_code == 1
    assert "row 1, name: It is on the register already, as premises 1." in again.stdout


def test_each_refused_row_is_listed_and_refuses_the_file(opened: Register, tmp_path: Path) -> None:
    before = head(opened)
    path = file(tmp_path, HEAD + SOUND + "B,dairy,15.42,74.0\nC,dairy,0,0\n")
    for flags in ((), ("--dry-run",)):
        answer = run("premises", path, *flags)
        assert answer.exit_code == 1
        assert "row 2, geometry: " in answer.stdout
        assert "Did you swap latitude and longitude?" in answer.stdout
        assert "row 3, geometry: " in answer.stdout
        assert "3 rows, 2 of them refused; nothing was kept" in answer.stdout
        assert "--accept-partial" in answer.stdout
    assert head(opened) == before
    told = run("premises", path, "--json")
    assert told.exit_code == 1
    report = json.loads(told.stdout)
    assert [fault["row"] for fault in report["refused"]] == [2, 3]
    assert {frozenset(fault) for fault in report["refused"]} == {
        frozenset({"row", "field", "reason", "remedy"})
    }
    partial = run("premises", path, "--accept-partial")
    assert partial.exit_code == 0
    assert "1 premises taken in by entry" in partial.stdout
    none = run("premises", file(tmp_path, HEAD + "C,dairy,0,0\n"), "--accept-partial")
    assert none.exit_code == 1


def test_a_file_that_cannot_be_read_is_one_sentence(embedded: Settings, tmp_path: Path) -> None:
    answer = run("premises", file(tmp_path, "naam,soort\nA,b\n"))
    assert answer.exit_code == 1
    assert "its columns are: naam, soort" in answer.stderr
    told = run("premises", file(tmp_path, "{"), "--json")
    assert told.exit_code == 1
    assert "not whole JSON" in json.loads(told.stdout)["refused"]


def test_wrong_use(embedded: Settings, tmp_path: Path) -> None:
    path = layer(tmp_path, {"code": "1", "name": "Curti"})
    assert run("premises", tmp_path / "nothing.csv").exit_code == 2
    assert run("premises", tmp_path).exit_code == 2
    assert run("areas", path).exit_code == 2
    assert run("areas", path, "--level", "hamlet").exit_code == 2
    assert run("areas", path, "--level", "taluka", "--accuracy-m", "-1").exit_code == 2
    assert run("areas", path, "--level", "taluka", "--effective-on", "01-02-2027").exit_code == 2
    assert run("areas", path, "--level", "taluka", "--dissolve", "a", "--name", "b").exit_code == 2


def test_a_layer_is_taken_in_with_what_is_said_of_it(opened: Register, tmp_path: Path) -> None:
    path = layer(tmp_path, {"kod": 7, "nom": "Curti"})
    answer = run(
        "areas", path, "--level", "village", "--code", "kod", "--name", "nom",
        "--edition", "2026", "--source", "Survey", "--licence", "own", "--accuracy-m", "12.5",
        "--effective-on", "2024-01-01",
    )  # fmt: skip
    assert answer.exit_code == 0, answer.output
    assert "begins: 1, changed: 0, unchanged: 0, ends: none" in answer.stdout
    with opened.reading() as reading:
        (version,) = (v for v in reading.known().versions if v.feature == "village/7")
    assert version.facts["source"] == "Survey"
    assert version.facts["accuracy_m"] == 12.5
    assert version.begins.isoformat() == "2023-12-31T18:30:00+00:00"
    missing = run("areas", path, "--level", "taluka", "--code", "kod", "--name", "nom", "--json")
    assert missing.exit_code == 1
    assert "--accuracy-m" in json.loads(missing.stdout)["refused"]


def test_areas_are_dissolved(opened: Register, tmp_path: Path) -> None:
    path = layer(tmp_path, {"NAME": "Curti", "STATE": "Goa"}, {"NAME": "Same", "STATE": "Goa"})
    words = ("areas", path, "--level", "territory", "--dissolve", "STATE", "--accuracy-m", "50")
    answer = run(*words)
    assert answer.exit_code == 0, answer.output
    assert "changed: 1, unchanged: 0, ends: 1 (Daman)" in answer.stdout
    with opened.reading() as reading:
        goa = reading.known().feature("territory/IN-GA", reading.now)
    assert goa is not None
    assert goa.facts["accuracy_m"] == 50.0


def test_the_officer_by_whose_hand_is_named(opened: Register, tmp_path: Path) -> None:
    path = file(tmp_path, HEAD + SOUND)
    unknown = run("premises", path, "--as", "nobody")
    assert unknown.exit_code == 1
    assert "nobody" in unknown.stderr
    made = CliRunner().invoke(
        app,
        ["officers", "bootstrap", "--username", "asha", "--name", "Asha", "--password-stdin"],
        input="twelve words or less\n",
    )
    assert made.exit_code == 0, made.output
    assert run("premises", path, "--as", "asha").exit_code == 0
    assert head(opened)[2] == "asha"


def test_many_notes_are_counted_for_people(opened: Register, tmp_path: Path) -> None:
    layers = layer(tmp_path, {"code": "1", "name": "Curti"}, {"code": "2", "name": "Bandora"})
    assert run("areas", layers, "--level", "village").exit_code == 0
    rows = "".join(f"A{i},dairy,74.005,15.4212,2\n" for i in range(25))
    path = file(tmp_path, "name,kind,lon,lat,village\n" + rows)
    told = run("premises", path, "--dry-run", "--json")
    assert len(json.loads(told.stdout)["notes"]) == 25
    shown = run("premises", path)
    assert shown.exit_code == 0
    assert "and 5 more; --json tells them all" in shown.stdout


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen, shows in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr("sys.stderr", screen)
        progress = Progress()
        progress("Reading", 500, None)
        progress("Reading", 501, None)
        progress("Writing", 1000, 2000)
        progress("Writing", 2000, 2000)
        progress.end()
        shown = screen.getvalue()
        assert bool(shown) == shows
        if shows:
            assert "501" not in shown
            assert "Writing 1,000 of 2,000 [" + "#" * 15 + "." * 15 + "]" in shown
            assert shown.endswith("\r")
