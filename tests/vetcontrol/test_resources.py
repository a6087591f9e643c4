"""The only reader of `data/`: what it finds, and what it refuses with file and place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vetcontrol import resources
from vetcontrol.faults import DataError


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, bytes], str]:
    """A wheel's data folder of the test's own; the function puts a file into it."""
    package = tmp_path / "site" / "vetcontrol"
    (package / "_data").mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)

    def put(name: str, content: bytes) -> str:
        target = package / "_data" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return name

    return put


def test_the_checkout_is_read_before_the_copy_in_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "vetcontrol"
    for folder, text in ((tmp_path / "data", "fresh"), (package / "_data", "stale")):
        folder.mkdir(parents=True)
        (folder / "a.txt").write_text(text)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.read_text("a.txt") == "stale"
    assert resources.checkout() is None
    (tmp_path / "pyproject.toml").write_text("")
    assert resources.read_text("a.txt") == "fresh"
    assert resources.checkout() == tmp_path


def test_this_checkout_is_known() -> None:
    here = resources.checkout()
    assert here is not None
    assert resources.locate("law") == here / "data" / "law"


@pytest.mark.parametrize("path", ["/etc/passwd", "../pyproject.toml", "law/../../x", "a\\b", ""])
def test_a_path_stays_in_the_data_folder(path: str) -> None:
    with pytest.raises(DataError, match="stays in it"):
        resources.read_text(path)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(DataError, match=r"data/law/nothing\.csv: missing; looked for .*nothing"):
        resources.read_csv("law/nothing.csv")


def test_no_caller_changes_what_another_reads(shipped: Callable[[str, bytes], str]) -> None:
    name = shipped("a.json", b'{"a": [1]}')
    resources.read_json(name)["a"].append(2)
    assert resources.read_json(name) == {"a": [1]}


def test_a_table_keeps_its_lines_and_its_files(shipped: Callable[[str, bytes], str]) -> None:
    name = shipped("t/a.csv", '\ufeffid,text\n1,"two\nlines"\n\n2,पणजी\n'.encode())
    rows = resources.read_csv(name)
    assert rows == [{"id": "1", "text": "two\nlines"}, {"id": "2", "text": "पणजी"}]
    assert [row.line for row in rows] == [3, 5]
    shipped("t/b.toml", b"")
    assert resources.list_files("t", ".csv") == ["t/a.csv"]


def test_toml_is_read(shipped: Callable[[str, bytes], str]) -> None:
    assert resources.read_toml(shipped("a.toml", b"day = 2027-01-01"))["day"].year == 2027


@pytest.mark.parametrize(
    ("reader", "content", "says"),
    [
        (resources.read_text, b"ok \xff", "not UTF-8 at byte 3"),
        (resources.read_json, b'{"a": 1,\n]', "a, line 2: "),
        (resources.read_json, b'{"a": 1, "a": 2}', "the key 'a' is given twice"),
        (resources.read_json, b"[NaN]", "NaN is not JSON"),
        (resources.read_csv, b"", "line 1: the heading must name each column once"),
        (resources.read_csv, b"a,a\n1,2\n", "line 1: the heading must name each column once"),
        (resources.read_csv, b"a,b\n1,2\n3\n", "line 3: 1 cells under 2 columns"),
        (resources.read_csv, b'a,b\n1,"2"x\n', "line 2: "),
        (resources.read_toml, b"a = 1\na = 2\n", "line 2"),
    ],
)
def test_malformed_data_is_refused_with_file_and_place(
    reader: Callable[[str], Any],
    content: bytes,
    says: str,
    shipped: Callable[[str, bytes], str],
) -> None:
    with pytest.raises(DataError) as refusal:
        reader(shipped("a", content))
    assert str(refusal.value).startswith("data/a")
    assert says in str(refusal.value)
