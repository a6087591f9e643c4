"""A wheel carries the law's figures and the front-end files, or is refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from vendor import wanted

CHECKOUT = Path(__file__).resolve().parent.parent
SOURCES = ["pyproject.toml", "hatch_build.py", "package.json", "README.md", "LICENSE", ".gitignore"]
FOLDERS = ["scripts", "gis", "vetcontrol", "maps", "api", "data"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The checkout without what git ignores, as in a fresh clone."""
    root = tmp_path / "checkout"
    root.mkdir()
    for name in SOURCES:
        shutil.copyfile(CHECKOUT / name, root / name)
    for name in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__", "vendor")
        shutil.copytree(CHECKOUT / name, root / name, ignore=ignored)
    return root


def lay_front_end_files(root: Path) -> None:
    for path in wanted(root):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(CHECKOUT / path, root / path)


def build(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(root / "out"), *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_a_wheel_has_data_and_every_front_end_file(copy: Path) -> None:
    lay_front_end_files(copy)
    done = build(copy, "-t", "wheel")
    assert done.returncode == 0, done.stderr
    (wheel,) = (copy / "out").glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {path.as_posix() for path in wanted(copy)} <= names
    ours = {path.relative_to(copy / "data") for path in (copy / "data").rglob("*.csv")}
    assert ours
    assert {f"vetcontrol/_data/{path.as_posix()}" for path in ours} <= names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(FOLDERS[1:5])


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_distribution_without_front_end_files_is_refused(copy: Path, target: str) -> None:
    lay_front_end_files(copy)
    (copy / "api/static/vendor/leaflet/leaflet.js").unlink()
    done = build(copy, "-t", target)
    assert done.returncode != 0
    assert "api/static/vendor/leaflet/leaflet.js" in done.stderr
    assert "make setup" in done.stderr


def test_a_source_distribution_can_be_built_into_a_wheel(copy: Path, tmp_path: Path) -> None:
    lay_front_end_files(copy)
    assert build(copy, "-t", "sdist").returncode == 0
    (archive,) = (copy / "out").glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path / "unpacked", filter="data")
    (root,) = (tmp_path / "unpacked").iterdir()
    done = build(root, "-t", "wheel")
    assert done.returncode == 0, done.stderr


def test_an_editable_install_needs_no_front_end_files_and_copies_no_data(copy: Path) -> None:
    script = (
        "from hatchling.build import build_editable\nimport sys\nprint(build_editable(sys.argv[1]))"
    )
    command = [sys.executable, "-c", script, str(copy / "out")]
    (copy / "out").mkdir()
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = (copy / "out").glob("*.whl")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "_data" in name]
