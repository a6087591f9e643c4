"""The only reader of `data/`: the law, the places and the languages that the project ships.

A path is written from the data folder with forward slashes, for instance `law/clauses.csv`.
In a checkout the folder `data` beside the packages is read, since an editable install leaves a
stale copy; an installed wheel carries it as `vetcontrol/_data`. What was read is kept in memory;
each call parses anew, so that no caller can change what another sees.
"""

from __future__ import annotations

import csv
import io
import json
import tomllib
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from vetcontrol.faults import DataError

_PACKAGE = Path(__file__).resolve().parent


class Row(dict[str, str]):
    """One row of a table, by column, with the line of the file on which it ends."""

    line: int = 0


def checkout() -> Path | None:
    """The folder of the checkout this package runs from; None for an installed wheel."""
    return _checkout_of(_PACKAGE)


def locate(path: str) -> Path:
    """The file or folder at `path` on disk. Raises DataError when nothing stands there."""
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or "\\" in path or not pure.parts:
        raise DataError(f"data/{path}", "a path is written from the data folder and stays in it")
    found = _data_folder(_PACKAGE).joinpath(*pure.parts)
    if not found.exists():
        raise DataError(f"data/{path}", f"missing; looked for {found}")
    return found


def list_files(folder: str, suffix: str) -> list[str]:
    """Paths of the files directly in `folder` whose names end in `suffix`, sorted."""
    return sorted(
        f"{PurePosixPath(folder)}/{entry.name}"
        for entry in locate(folder).iterdir()
        if entry.is_file() and entry.name.endswith(suffix)
    )


def read_bytes(path: str) -> bytes:
    """The file's bytes. Raises DataError when it is missing."""
    return _bytes(str(locate(path)))


def read_text(path: str) -> str:
    """The file as text (UTF-8, a byte order mark left out). Raises DataError."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"data/{path}", f"not UTF-8 at byte {error.start}") from error


def read_json(path: str) -> Any:
    """The file as JSON; a key given twice, NaN and Infinity are refused. Raises DataError."""
    try:
        return json.loads(
            read_text(path), object_pairs_hook=_once_each, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}"
        raise DataError(f"data/{path}", error.msg, place=place) from error
    except ValueError as error:
        raise DataError(f"data/{path}", str(error)) from error


def read_csv(path: str) -> list[Row]:
    """The table's rows, each with its line. Raises DataError for a column named twice or unnamed
    and for a row that has more or fewer cells than the heading; blank lines are passed over."""
    file = f"data/{path}"
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    rows: list[Row] = []
    try:
        heading = next(reader, [])
        if not heading or "" in heading or len(set(heading)) != len(heading):
            raise DataError(file, "the heading must name each column once", place="line 1")
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(heading):
                reason = f"{len(cells)} cells under {len(heading)} columns"
                raise DataError(file, reason, place=f"line {reader.line_num}")
            row = Row(zip(heading, cells, strict=True))
            row.line = reader.line_num
            rows.append(row)
    except csv.Error as error:
        raise DataError(file, str(error), place=f"line {reader.line_num}") from error
    return rows


def read_toml(path: str) -> dict[str, Any]:
    """The file as TOML; a key given twice is refused. Raises DataError with line and column."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"data/{path}", str(error)) from error


def _checkout_of(package: Path) -> Path | None:
    beside = package.parent
    is_checkout = (beside / "pyproject.toml").is_file() and (beside / "data").is_dir()
    return beside if is_checkout else None


def _data_folder(package: Path) -> Path:
    beside = _checkout_of(package)
    return package / "_data" if beside is None else beside / "data"


@cache
def _bytes(file: str) -> bytes:
    return Path(file).read_bytes()


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} is given twice")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
