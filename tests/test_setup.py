"""The set-up says what is missing, its pins name no address, and its help lists every target."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
TOOLS = ["sh", "sed", "grep", "cat", "dirname", "rm", "awk", "bash", "id", "env", "make"]


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder to stand alone on PATH, with the plainest tools and no Python."""
    for name in TOOLS:
        found = shutil.which(name)
        assert found, name
        (tmp_path / name).symlink_to(found)
    return tmp_path


def run(script: str, bare: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a script of a copied scripts folder with nothing but the bare tools."""
    shutil.copytree(CHECKOUT / "scripts", bare / "copy/scripts")
    shutil.copyfile(CHECKOUT / "constraints.txt", bare / "copy/constraints.txt")
    command = [str(bare / "bash"), f"scripts/{script}"]
    return subprocess.run(
        command,
        cwd=bare / "copy",
        env={"PATH": str(bare), **variables},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def stand_in(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def test_no_python_is_named(bare: Path) -> None:
    done = run("setup.sh", bare)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert not (bare / "copy/.venv").exists()


def test_an_old_python_is_named_with_its_version(bare: Path) -> None:
    stand_in(bare / "python3", 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac')
    done = run("setup.sh", bare)
    assert done.returncode == 1
    assert "found Python 3.9.2" in done.stderr


def test_a_python_without_venv_is_named_with_the_remedy(bare: Path) -> None:
    stand_in(bare / "python3", 'case "$2" in *version_info*) exit 0;; *) exit 1;; esac')
    done = run("setup.sh", bare)
    assert done.returncode == 1
    assert "has no venv module" in done.stderr
    assert "python3-venv" in done.stderr


def test_missing_system_packages_are_named_where_they_cannot_be_installed(bare: Path) -> None:
    if list(Path("/usr/share/postgresql").glob("*/extension/postgis.control")):
        expected = ["Chromium"]
    else:
        expected = ["PostGIS", "Chromium"]
    done = run("system-packages.sh", bare)
    assert done.returncode == 1
    assert all(name in done.stderr for name in expected)
    assert "make quick" in done.stderr


def test_missing_system_packages_are_installed_as_root(bare: Path) -> None:
    for name in ("cut", "sort", "tail"):
        (bare / name).symlink_to(shutil.which(name) or name)
    (bare / "id").unlink()
    stand_in(bare / "id", "echo 0")
    stand_in(bare / "apt-cache", "echo '  Candidate: 3.3'")
    stand_in(
        bare / "apt-get",
        f'echo "$@" >>{bare}/asked\n'
        f"case \"$1\" in install) echo '#!/bin/sh' >{bare}/chromium;"
        f" {shutil.which('chmod')} +x {bare}/chromium;; esac",
    )
    done = run("system-packages.sh", bare)
    update, install = (bare / "asked").read_text().splitlines()
    assert update.startswith("update")
    assert install.startswith("install")
    assert install.endswith("chromium")
    has_server = bool(list(Path("/usr/share/postgresql").glob("*/extension/postgis.control")))
    assert ("postgresql-postgis" in install) is not has_server
    assert done.returncode == (0 if has_server else 1), done.stderr


def test_pins_are_exact_and_name_no_address() -> None:
    for name in ("constraints.txt", "build-constraints.txt"):
        for line in (CHECKOUT / name).read_text("utf-8").splitlines():
            assert re.fullmatch(r"[a-z0-9.-]+==[^\s;]+( ; [^:/]+)?", line), line
    lock = (CHECKOUT / "package-lock.json").read_text("utf-8")
    assert "://" not in lock
    assert '"resolved"' not in lock


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(name for extra in extras for name in extra)]
    pins = (CHECKOUT / "constraints.txt").read_text("utf-8")
    pinned = {line.split("==")[0] for line in pins.splitlines()}
    names = {re.split(r"[\[<>=!~ ;]", requirement)[0] for requirement in wanted}
    assert names - pinned == set(), "run `make pins`"


def test_front_end_pins_are_exact_and_agree_with_the_lock_file() -> None:
    package = json.loads((CHECKOUT / "package.json").read_text("utf-8"))
    lock = json.loads((CHECKOUT / "package-lock.json").read_text("utf-8"))["packages"]
    for name, version in (package["dependencies"] | package["devDependencies"]).items():
        assert lock[f"node_modules/{name}"]["version"] == version
    assert {entry["from"] for entry in package["vendor"].values()} == set(package["dependencies"])


def test_help_lists_every_target() -> None:
    text = (CHECKOUT / "Makefile").read_text("utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    done = subprocess.run(
        ["make", "--no-print-directory", "-C", str(CHECKOUT)],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.environ["PATH"]},
    )
    listed = set(re.findall(r"^  make (\S+)", done.stdout, re.MULTILINE))
    assert listed == set(phony.split()) - {"help"}


def test_continuous_integration_runs_what_a_developer_runs() -> None:
    path = CHECKOUT / ".ci/run"
    assert os.access(path, os.X_OK)
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("exec")] == ["exec make test </dev/null"]
