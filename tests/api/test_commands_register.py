"""The commands that make, examine, prove and copy a register."""

from __future__ import annotations

import json
import sqlite3
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from vetcontrol import demonstration


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """Run `vetcontrol` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VETCONTROL_DATABASE_URL", raising=False)

    def call(*words: str) -> Result:
        return CliRunner().invoke(app, list(words))

    return call


@pytest.fixture
def demo(run, tmp_path: Path) -> Path:
    """A small demonstration; its register's file."""
    result = run("demo", "--premises", "0", "--json")
    assert result.exit_code == 0, result.output
    return tmp_path / "var/register.sqlite"


def test_a_demonstration_keeps_its_sign_ins_from_others(run, demo: Path) -> None:
    """The file of the register and that of the sign-ins are for their owner alone."""
    sign_ins = demo.parent / "demo-sign-ins.json"
    assert {stat.S_IMODE(f.stat().st_mode) for f in (demo, sign_ins)} == {0o600}
    kept = json.loads(sign_ins.read_text())
    assert set(kept) == set(demonstration.POSTS)
    assert all(set(one) == {"username", "password", "area"} for one in kept.values())


def test_a_second_run_keeps_the_data(run, demo: Path) -> None:
    """`--if-missing` tells the same sign-ins and changes nothing; without it, a refusal."""
    before = demo.read_bytes()
    again = run("demo", "--if-missing", "--json")
    assert json.loads(again.output) == json.loads((demo.parent / "demo-sign-ins.json").read_text())
    assert demo.read_bytes() == before
    assert run("demo").exit_code == 1


def test_no_demonstration_on_postgresql_unless_forced(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign-ins known to all do not belong on a server."""
    monkeypatch.setenv("VETCONTROL_DATABASE_URL", "postgresql+psycopg://nobody@127.0.0.1:1/none")
    result = run("demo")
    assert result.exit_code == 1
    assert "--force" in result.output


def test_lost_sign_ins_are_said(run, demo: Path) -> None:
    """The register stands, nobody can sign in: the command says what to do."""
    (demo.parent / "demo-sign-ins.json").unlink()
    result = run("demo", "--if-missing")
    assert result.exit_code == 1
    assert "only hashes" in result.output


def test_the_audit_finds_a_changed_word(run, demo: Path) -> None:
    """A whole log exits 0; one word changed behind the program's back exits 1 and is named."""
    sound = run("audit", "verify", "--json")
    assert sound.exit_code == 0
    head = json.loads(sound.output)["head"]
    with sqlite3.connect(demo) as connection:
        connection.execute("DROP TRIGGER entries_no_update")
        connection.execute(
            "UPDATE entries SET content = replace(content, 'Goa', 'GOA') WHERE seq = 1"
        )
    found = run("audit", "verify", "--json")
    assert found.exit_code == 1
    assert json.loads(found.output)["faults"] == ["entry 1: its content was changed"]
    assert run("audit", "verify", "--checkpoint", f"{head['seq']}:{head['hash']}").exit_code == 1
    assert run("audit", "verify", "--checkpoint", "7:short").exit_code == 2


def test_a_log_cut_short_is_found_by_a_checkpoint(run, demo: Path) -> None:
    """The chain alone cannot know that its end is missing; an earlier head kept elsewhere does."""
    head = json.loads(run("audit", "verify", "--json").output)["head"]
    other = f"{head['seq'] + 1}:{head['hash']}"
    assert run("audit", "verify", "--checkpoint", f"{head['seq']}:{head['hash']}").exit_code == 0
    assert run("audit", "verify", "--checkpoint", other).exit_code == 1


def test_the_doctor_finds_what_is_missing(run, demo: Path) -> None:
    """A sound installation exits 0; a trigger that is gone is named."""
    assert run("doctor").exit_code == 0
    with sqlite3.connect(demo) as connection:
        connection.execute("DROP TRIGGER premises_rtree_insert")
    result = run("doctor", "--json")
    assert result.exit_code == 1
    assert "premises_rtree_insert" in json.loads(result.output)["found"]["triggers and indexes"]


def test_the_doctor_holds_the_spatial_indexes_against_their_tables(run, demo: Path) -> None:
    """A box that is gone, or lies elsewhere, hides its row; what is told to be done helps."""

    def found() -> dict[str, str]:
        result = run("doctor", "--json")
        told = json.loads(result.output)
        assert result.exit_code == (0 if told["sound"] else 1)
        return told["found"]

    assert found() == {}
    with sqlite3.connect(demo) as connection:
        connection.executemany(
            "INSERT INTO premises (id, entry_seq, name, kind, manager, animals, keeps_animals,"
            " placement, village_name, shape, minx, miny, maxx, maxy)"
            " VALUES (?, 1, 'Farm', 'dairy', 'private', '{}', 1, 'located', '', x'', ?, 15, ?, 15)",
            [(key, 74 + key / 997, 74 + key / 997) for key in range(1, 100)],
        )
    assert found() == {}, "boxes are rounded"
    with sqlite3.connect(demo) as connection:
        connection.execute("UPDATE premises_rtree SET maxx = maxx + 1 WHERE id = 7")
    (why,) = found().values()
    assert "1 rows lie elsewhere, first row 7" in why
    with sqlite3.connect(demo) as connection:
        connection.execute("DELETE FROM premises_rtree WHERE id = 7")
    (why,) = found().values()
    assert "boxes for" in why
    with sqlite3.connect(demo) as connection:
        connection.executescript(why.partition("sqlite3: ")[2])
    assert found() == {}


def test_the_doctor_warns_of_an_address_that_papers_lack(
    run, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not of a demonstration; a warning leaves the installation sound."""
    monkeypatch.delenv("VETCONTROL_PUBLIC_ADDRESS", raising=False)
    assert json.loads(run("doctor", "--json").output)["warnings"] == {}
    monkeypatch.setenv("VETCONTROL_DATABASE_URL", "sqlite:///own.sqlite")
    monkeypatch.setenv("VETCONTROL_KEY_DIR", "own-keys")
    assert run("db", "upgrade").exit_code == 0
    result = run("doctor", "--json")
    assert result.exit_code == 0, result.output
    assert list(json.loads(result.output)["warnings"]) == ["VETCONTROL_PUBLIC_ADDRESS"]
    assert "Warning, VETCONTROL_PUBLIC_ADDRESS" in run("doctor").output
    monkeypatch.setenv("VETCONTROL_PUBLIC_ADDRESS", "https://vet.example")
    assert json.loads(run("doctor", "--json").output)["warnings"] == {}


def test_a_register_without_tables_is_refused(run) -> None:
    """Every command that needs the register says how to make its tables."""
    for words in (("doctor",), ("audit", "verify"), ("backup", "copy.sqlite")):
        result = run(*words)
        assert result.exit_code == 1
        assert "vetcontrol db upgrade" in result.output


def test_a_backup_is_a_whole_register(run, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy opens, is whole, is for its owner alone, and never overwrites a file."""
    assert run("backup", "copy.sqlite").exit_code == 0
    assert stat.S_IMODE(Path("copy.sqlite").stat().st_mode) == 0o600
    assert run("backup", "copy.sqlite").exit_code == 1
    monkeypatch.setenv("VETCONTROL_DATABASE_URL", "sqlite:///copy.sqlite")
    assert run("audit", "verify").exit_code == 0


def test_rows_are_made_anew_from_the_log(run, demo: Path) -> None:
    with sqlite3.connect(demo) as connection:
        connection.execute("UPDATE appointments SET office_title = 'Nobody'")
    assert run("audit", "verify").exit_code == 1
    told = run("db", "rebuild", "--json")
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["subjects"] > 0
    assert run("audit", "verify").exit_code == 0


def test_an_unreadable_row_is_told_without_a_traceback(run, demo: Path) -> None:
    with sqlite3.connect(demo) as connection:
        connection.execute("DROP TRIGGER entries_no_update")
        connection.execute("UPDATE entries SET recorded_at = 'x' WHERE seq = 2")
    found = run("audit", "verify", "--json")
    assert found.exit_code == 1
    assert isinstance(found.exception, SystemExit)
    assert "entry 2: its row cannot be read" in json.loads(found.output)["faults"][0]


HEAD = "seq = (SELECT max(seq) FROM entries)"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (f"recorded_at = 'x' WHERE {HEAD}", "The newest entry of the log cannot be read"),
        ("content = '{' WHERE seq = 1", "Entry 1 of the log cannot be read"),
        ("content = '[]' WHERE seq = 1", "Entry 1 of the log cannot be read"),
    ],
)
def test_nothing_is_built_on_an_entry_that_cannot_be_read(
    run, demo: Path, change: str, says: str
) -> None:
    """What rests on it is refused in words; the doctor and the audit go on and tell it."""
    with sqlite3.connect(demo) as connection:
        connection.execute("DROP TRIGGER entries_no_update")
        connection.execute(f"UPDATE entries SET {change}")
    refused = run("audit", "checkpoint")
    assert (refused.exit_code, type(refused.exception)) == (1, SystemExit)
    assert says in refused.output
    assert "Run vetcontrol audit verify" in refused.output
    found = json.loads(run("doctor", "--json").output)["found"]
    assert says in found["log"]
    assert "entries_no_update" in found["triggers and indexes"]
    assert run("audit", "verify").exit_code == 1
    if HEAD in change:
        assert says in run("db", "rebuild").output
