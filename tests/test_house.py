"""Rules of the house that a linter does not know, each with its reason."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
]
PROGRAM = [f for f in FILES if f.relative_to(ROOT).parts[0] in {"gis", "vetcontrol", "maps", "api"}]
MOST_LINES, MOST_OF_A_FUNCTION = 500, 80


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_file_is_too_long_to_hold_in_mind() -> None:
    """A file that grows beyond this is two subjects."""
    long = {named(f): n for f in FILES if (n := f.read_text().count("\n")) > MOST_LINES}
    assert long == {}


def test_no_function_is_too_long_to_read_aloud() -> None:
    """Migrations are lists of tables and not read as functions."""
    long = {
        f"{named(path)}:{node.name}": node.end_lineno - node.lineno + 1
        for path in PROGRAM
        if "migrations/versions" not in named(path)
        for node in functions(path)
        if node.end_lineno is not None and node.end_lineno - node.lineno + 1 > MOST_OF_A_FUNCTION
    }
    assert long == {}


def test_every_module_says_what_it_is_for() -> None:
    """The first line is for the next engineer."""
    silent = [named(f) for f in FILES if not ast.get_docstring(ast.parse(f.read_text()))]
    assert silent == []


def test_modules_have_names_of_the_field() -> None:
    """A module called utils is where things go to be forgotten."""
    assert [named(f) for f in FILES if re.search(r"util|helper|manager", f.stem)] == []


def test_no_service_commits() -> None:
    """The way in owns the transaction; only the engine, the bench and the migrations end one."""
    free = {"vetcontrol/register/engine.py"}
    found = [
        named(f)
        for f in PROGRAM
        if re.search(r"\.(commit|rollback)\(\)", f.read_text())
        and named(f) not in free
        and not named(f).startswith(("api/bench/", "vetcontrol/migrations/"))
    ]
    assert found == []


def test_only_three_places_know_one_database_from_the_other() -> None:
    """Elsewhere a branch on the engine would give two answers."""
    allowed = {"gis/spatialdb.py", "vetcontrol/register/engine.py"}
    found = [
        named(f)
        for f in PROGRAM
        if re.search(r"dialect|get_backend_name|sqlite_master", f.read_text())
        and named(f) not in allowed
        and not named(f).startswith(("vetcontrol/migrations/", "api/"))
        and named(f) != "vetcontrol/register/tables.py"
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["gis", "vetcontrol", "maps", "api", "data", "docs"])
def test_nothing_names_a_registry_or_a_network_of_tiles(folder: str) -> None:
    """Everything is served from here: no CDN, no tile server, no registry's address."""
    hosts = re.compile(r"unpkg\.com|jsdelivr|cloudflare|tile\.openstreetmap|cartocdn|googleapis")
    files = subprocess.run(
        ["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    found = [
        name
        for name in files
        if not name.endswith((".png", ".woff2"))
        and hosts.search((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert found == []
