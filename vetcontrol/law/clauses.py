"""The clauses of the statutes: what each says in our words, and how it is cited.

Sections are looked up only through clause ids, so that a renumbering is an edit of one table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

from vetcontrol.faults import DataError

FILE = "data/law/clauses.csv"
_ID = re.compile(r"[A-Z]{3}\d{4}-[A-Za-z0-9]+(-[A-Za-z0-9]+)*")


@dataclass(frozen=True)
class Clause:
    """One operative clause; the fields are the columns of `data/law/clauses.csv`.

    `state` is set where only that State's amendment carries the clause; `rule` is our reading,
    never the text of the statute.
    """

    id: str
    statute: str
    section: str
    state: str
    kind: str
    actor: str
    rule: str
    parameters: str
    spatial: str
    record: str
    software: str

    @property
    def code(self) -> str:
        """The statute's short code, for instance `DOA1974`."""
        return self.id.split("-", 1)[0]

    @property
    def cite(self) -> str:
        """As an instrument cites it: `section 11(3), Goa, ... Diseases of Animals Act 1974`."""
        within = f" ({self.state})" if self.state else ""
        return f"section {self.section}, {self.statute}{within}"


_COLUMNS = tuple(field.name for field in fields(Clause))
_REQUIRED = ("id", "statute", "section", "kind", "rule", "software")


class Clauses:
    """All clauses by id, in the order of the table."""

    def __init__(self, by_id: Mapping[str, Clause]) -> None:
        self._by_id = dict(by_id)

    def __getitem__(self, clause_id: str) -> Clause:
        """The clause. Raises KeyError naming the id that no statute here has."""
        try:
            return self._by_id[clause_id]
        except KeyError:
            raise KeyError(f"{clause_id!r} is no clause of {FILE}") from None

    def __contains__(self, clause_id: object) -> bool:
        return clause_id in self._by_id

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def section(self, clause_id: str) -> str:
        """The section as the statute numbers it, for instance `11(3)`. Raises KeyError."""
        return self[clause_id].section

    def cite(self, clause_id: str) -> str:
        """The clause as an instrument cites it. Raises KeyError."""
        return self[clause_id].cite

    def statutes(self) -> dict[str, tuple[Clause, ...]]:
        """The clauses of each statute, by its short code."""
        found: dict[str, list[Clause]] = {}
        for clause in self:
            found.setdefault(clause.code, []).append(clause)
        return {code: tuple(of_it) for code, of_it in found.items()}


def clauses(rows: Iterable[Mapping[str, str]], *, file: str = FILE) -> Clauses:
    """The clauses from the rows of the table.

    A row may carry its `line`; otherwise its place is counted with one row a line under the
    heading. Raises DataError naming file and line for an unknown or absent column, an id that is
    missing, malformed or given twice, and an empty cell that a clause cannot do without.
    """
    by_id: dict[str, Clause] = {}
    for number, row in enumerate(rows, start=2):
        place = f"line {getattr(row, 'line', number)}"
        _check_columns(row, file, place)
        for column in _REQUIRED:
            if not row[column].strip():
                raise DataError(file, f"{column} is empty", place=place)
        clause = Clause(**{column: row[column].strip() for column in _COLUMNS})
        if not _ID.fullmatch(clause.id):
            reason = f"id {clause.id!r} is not a statute code and the parts of a section"
            raise DataError(file, reason, place=place)
        if clause.id in by_id:
            raise DataError(file, f"id {clause.id!r} is given twice", place=place)
        by_id[clause.id] = clause
    if not by_id:
        raise DataError(file, "no clause in it")
    return Clauses(by_id)


def _check_columns(row: Mapping[str, str], file: str, place: str) -> None:
    unknown = [column for column in row if column not in _COLUMNS]
    absent = [column for column in _COLUMNS if column not in row]
    if unknown or absent:
        told = [f"unknown column {column!r}" for column in unknown]
        told += [f"column {column!r} is missing" for column in absent]
        raise DataError(file, ", ".join(told), place=place)
