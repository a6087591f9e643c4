"""Rows of a file brought to the register: columns by their names, and each refused row with why.

Reads and judges text alone; knows no register. Row 1 is the first after a CSV's header, or the
first feature of a GeoJSON file.
"""

from __future__ import annotations

import csv
import hashlib
import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gis.errors import GeodesyError
from vetcontrol.errors import FieldError, Malformed

MAX_CELL = 20_000
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}


@dataclass(frozen=True)
class RowFault:
    """One row that cannot be taken in: its number, the field, what is wrong and what mends it."""

    row: int
    field: str
    reason: str
    remedy: str

    def as_json(self) -> dict[str, Any]:
        """The fault as plain values."""
        return {
            "row": self.row,
            "field": self.field,
            "reason": self.reason,
            "remedy": self.remedy,
        }

    def __str__(self) -> str:
        return f"row {self.row}, {self.field}: {self.reason}. {self.remedy}."


@dataclass
class Report:
    """What became of each row of a file; `entry` is the log's sequence, None if nothing was kept.

    `notes` are what a person should look at although the row was taken in; `summary` counts what
    the import did, or would do.
    """

    file: str
    digest: str
    rows: int
    refused: Sequence[RowFault] = ()
    notes: Sequence[str] = ()
    ignored_columns: Sequence[str] = ()
    summary: Mapping[str, Any] = field(default_factory=dict)
    accepted: int = 0
    dry_run: bool = False
    entry: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "file": self.file,
            "digest": self.digest,
            "rows": self.rows,
            "accepted": self.accepted,
            "refused": [fault.as_json() for fault in self.refused],
            "notes": list(self.notes),
            "ignored_columns": list(self.ignored_columns),
            "summary": dict(self.summary),
            "dry_run": self.dry_run,
            "entry": self.entry,
        }


class RowError(Exception):
    """A field of the row in hand that cannot be read."""

    def __init__(self, name: str, reason: str, remedy: str) -> None:
        super().__init__(f"{name}: {reason}. {remedy}.")
        self.field = name
        self.reason = reason
        self.remedy = remedy

    def at(self, row: int) -> RowFault:
        """The fault of row `row`."""
        return RowFault(row, self.field, self.reason, self.remedy)


@dataclass(frozen=True)
class Table:
    """A CSV file: the names of its columns, and its rows as (number, cells by column or fault)."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[int, dict[str, str] | RowFault]]


def sha256(data: bytes) -> str:
    """SHA-256 of a file's bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def column(name: str) -> str:
    """The name of a column as it is looked for: small letters, no marks, `_` between words."""
    plain = unicodedata.normalize("NFKC", name).strip().casefold()
    return "_".join(plain.replace("-", " ").replace("_", " ").split())


def clean(value: Any) -> str:
    """The words of a cell: runs of white space, also no-break spaces and line ends, as one."""
    return "" if value is None else " ".join(str(value).split())


def fault_of(row: int, name: str, error: GeodesyError) -> RowFault:
    """The fault of a row whose place could not be read."""
    where = "" if error.where is None else f" at {error.where[0]:.7f}, {error.where[1]:.7f}"
    reason = error.reason.rstrip(".") + where
    return RowFault(row, name, reason, error.remedy.rstrip(".") or "Correct it in the file")


def faults_of(row: int, found: Iterable[FieldError]) -> list[RowFault]:
    """Faults of a service as faults of a row: reason and remedy stand in one sentence there."""
    result = []
    for error in found:
        reason, parted, remedy = error.message.rpartition("; ")
        if not parted:
            reason, remedy = remedy, "correct it in the file"
        result.append(RowFault(row, error.field, _sentence(reason), _sentence(remedy)))
    return result


def _sentence(words: str) -> str:
    return (words[:1].upper() + words[1:]).rstrip(".")


def decoded(data: bytes) -> str:
    """The text of a file. Raises `Malformed` where it is not UTF-8 (with or without a mark)."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Malformed.field("file", "is UTF-16 text; save it as CSV in UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed.field(
            "file", f"is not UTF-8 text (byte {error.start + 1}); save it as CSV in UTF-8"
        ) from error
    if not text.strip():
        raise Malformed.field("file", "is empty; choose a file with rows")
    return text


def table(text: str, known: Iterable[str], needed: Sequence[str]) -> Table:
    """A CSV text parted by commas, semicolons or tabs, whichever shows most `known` columns.

    Raises `Malformed` where a `needed` column is missing (naming those that the file has), where
    two have one name, or where the header cannot be read.
    """
    wanted = set(known)
    headers = {mark: _header(text, mark) for mark in DELIMITERS}
    delimiter = max(headers, key=lambda mark: len(wanted & set(headers[mark])))
    names = headers[delimiter]
    missing = [name for name in needed if name not in names]
    if missing:
        raise Malformed.field(
            "file",
            f"has no column {' and none '.join(missing)}; its columns are: {_listed(names)}."
            " Name the columns in the first line, parted by commas, semicolons or tabs",
        )
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled or "" in names:
        raise Malformed.field(
            "file",
            f"has two columns named {_listed(doubled)}; give each its own name"
            if doubled and doubled != [""]
            else "has a column without a name; give it one or take it out",
        )
    return Table(names, _body(text, delimiter, names))


def _listed(names: Sequence[str]) -> str:
    shown = [name[:40] or "(no name)" for name in names[:40]]
    return ", ".join(shown) + (" ..." if len(names) > 40 else "")


def _reader(text: str, delimiter: str) -> Any:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def _header(text: str, delimiter: str) -> tuple[str, ...]:
    try:
        return tuple(column(name) for name in next(_reader(text, delimiter), []))
    except csv.Error:
        return ()


def _body(
    text: str, delimiter: str, names: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, str] | RowFault]]:
    reader = _reader(text, delimiter)
    next(reader)
    row = 0
    while True:
        row += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield row, RowFault(row, "row", f"It cannot be read ({error})", "Check its quotes")
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(names):
            yield (
                row,
                RowFault(
                    row,
                    "row",
                    f"It has {len(cells)} cells, the header {len(names)}",
                    f"Part the cells by {DELIMITERS[delimiter]}, and quote a cell that holds one",
                ),
            )
            continue
        long = next((n for n, c in zip(names, cells, strict=True) if len(c) > MAX_CELL), None)
        if long is not None:
            yield row, RowFault(row, long, "The cell is too long", f"At most {MAX_CELL} characters")
            continue
        yield row, dict(zip(names, cells, strict=True))
