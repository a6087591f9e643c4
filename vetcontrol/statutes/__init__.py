"""The statutes that the project ships, read once: clauses, figures and what is left to rules."""

from __future__ import annotations

from functools import cache

from vetcontrol import resources
from vetcontrol.law import parameters, prescribed
from vetcontrol.law.clauses import Clauses
from vetcontrol.law.clauses import clauses as _clauses
from vetcontrol.law.parameters import Figures
from vetcontrol.law.prescribed import Key, Prescribed

_FIGURE_FOLDERS = ("law/DOA1974",)


@cache
def clauses() -> Clauses:
    """All clauses of the four statutes. Raises DataError naming file and line."""
    return _clauses(resources.read_csv("law/clauses.csv"))


def section(clause_id: str) -> str:
    """The section as the statute numbers it, for instance `11(3)`. Raises KeyError."""
    return clauses().section(clause_id)


@cache
def cited() -> dict[str, tuple[str, str]]:
    """Clauses of statutes that instruments cite and that the project does not administer, as
    (section, statute) by id. Raises DataError."""
    rows = resources.read_csv("law/cited.csv")
    return {row["id"]: (row["section"], row["statute"]) for row in rows}


def cite(clause_id: str) -> str:
    """The clause as an instrument cites it. Raises KeyError."""
    if clause_id in cited():
        number, statute = cited()[clause_id]
        return f"section {number}, {statute}"
    return clauses().cite(clause_id)


@cache
def figures() -> Figures:
    """The statutes' dated figures, to be handed into rules. Raises DataError."""
    files = [f for folder in _FIGURE_FOLDERS for f in resources.list_files(folder, ".toml")]
    return parameters.figures({f"data/{f}": resources.read_toml(f) for f in files}, clauses())


@cache
def prescribed_keys() -> dict[str, Key]:
    """What the statutes leave to rules and orders. Raises DataError."""
    return prescribed.keys(resources.read_csv("law/prescribed_keys.csv"), clauses())


@cache
def prescribed_values(profile: str = "") -> Prescribed:
    """The values of `data/law/<profile>-prescribed.toml`; without a profile nothing is set.

    `demo` holds marked sample values for a register that is marked as a demonstration. Raises
    DataError for a profile that is missing or malformed.
    """
    if not profile:
        return Prescribed(prescribed_keys())
    path = f"law/{profile}-prescribed.toml"
    values = prescribed.profile(f"data/{path}", resources.read_toml(path), prescribed_keys())
    return Prescribed(prescribed_keys(), values)
