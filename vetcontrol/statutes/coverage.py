"""Which clauses are proved by tests, which are not for software, and which are missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

from vetcontrol import resources, statutes
from vetcontrol.errors import Malformed, Refused
from vetcontrol.faults import DataError

NOT_FOR_SOFTWARE = "law/not_for_software.csv"
FLOOR = "law/coverage_floor.json"
RESULT = Path("build") / "clause-coverage.json"


class StatuteCoverage(TypedDict):
    """One statute: how many clauses it has, how many are proved by a test, how many are not for
    software, and the ids of the rest."""

    statute: str
    clauses: int
    tested: int
    not_for_software: int
    missing: list[str]


def coverage(statute: str | None = None) -> list[StatuteCoverage]:
    """The coverage of each statute, or of the one with the code `statute` (`DOA1974`).

    Reads the last full run of the tests in this checkout, or, where none has run, what is held
    as reached before. Raises Refused outside a checkout, Malformed for an unknown statute,
    DataError when a list names a clause that no statute has or gives no reason.
    """
    checkout = resources.checkout()
    if checkout is None:
        raise Refused("Clause coverage is measured in a checkout; run this command in one.")
    by_statute = statutes.clauses().statutes()
    if statute is not None and statute not in by_statute:
        known = ", ".join(by_statute)
        raise Malformed.field("statute", f"{statute!r} is none of {known}")
    tested, not_ours = _tested(checkout), _not_for_software()
    found: list[StatuteCoverage] = []
    for code, of_it in by_statute.items():
        if statute not in (None, code):
            continue
        ids = [clause.id for clause in of_it]
        found.append(
            StatuteCoverage(
                statute=code,
                clauses=len(ids),
                tested=sum(id_ in tested for id_ in ids),
                not_for_software=sum(id_ in not_ours and id_ not in tested for id_ in ids),
                missing=[id_ for id_ in ids if id_ not in tested and id_ not in not_ours],
            )
        )
    return found


def _tested(checkout: Path) -> set[str]:
    result = checkout / RESULT
    reached = json.loads(result.read_text("utf-8")) if result.exists() else None
    file = str(RESULT) if reached is not None else f"data/{FLOOR}"
    return _known(file, resources.read_json(FLOOR) if reached is None else reached)


def _not_for_software() -> set[str]:
    rows = resources.read_csv(NOT_FOR_SOFTWARE)
    for row in rows:
        if not row["reason"].strip():
            place = f"line {row.line}"
            raise DataError(f"data/{NOT_FOR_SOFTWARE}", "the reason is empty", place=place)
    return _known(f"data/{NOT_FOR_SOFTWARE}", [row["id"] for row in rows])


def _known(file: str, ids: list[str]) -> set[str]:
    unknown = [id_ for id_ in ids if id_ not in statutes.clauses()]
    if unknown:
        raise DataError(file, f"names {', '.join(unknown)}, which no statute has")
    return set(ids)
