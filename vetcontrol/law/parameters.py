"""The statutes' figures as dated values; rules get them handed in as `Figures`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from vetcontrol.errors import Refused
from vetcontrol.faults import DataError
from vetcontrol.law.clauses import Clauses

Value = float | str | tuple[str, ...]

UNITS = ("metre", "section", "day", "hour", "month", "paisa", "count")

_KEYS = ("description", "unit", "clause", "note", "reference", "values")
_REFERENCE_KEYS = ("title", "section", "gazette")
_VALUE_KEYS = ("from", "value")


@dataclass(frozen=True)
class Reference:
    """Where a figure is written: the title of the law and its section or gazette."""

    title: str
    section: str = ""
    gazette: str = ""


@dataclass(frozen=True)
class Figure:
    """One figure of a statute: its unit, its clause, and its values by the day they hold from."""

    name: str
    description: str
    unit: str
    clause: str
    reference: Reference
    values: tuple[tuple[date, Value], ...]
    note: str = ""

    def on(self, day: date) -> Value:
        """The value that holds on `day`. Raises Refused before the first."""
        held = [value for since, value in self.values if since <= day]
        if not held:
            raise Refused(
                f"{self.description}: no value holds on {day.isoformat()}; the first holds from "
                f"{self.values[0][0].isoformat()}. Ask for a later day.",
                clauses=(self.clause,),
            )
        return held[-1]


class Figures:
    """The figures of the statutes by name, for instance `DOA1974/radius_maximum`."""

    def __init__(self, by_name: Mapping[str, Figure]) -> None:
        self._by_name = dict(by_name)

    def figure(self, name: str) -> Figure:
        """The figure. Raises KeyError naming what is not among the parameters."""
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"{name!r} is no figure of data/law") from None

    def names(self) -> tuple[str, ...]:
        """The names of all figures, sorted."""
        return tuple(sorted(self._by_name))

    def value(self, name: str, on: date) -> Value:
        """The value in force on `on`, in the figure's unit. Raises KeyError, Refused."""
        return self.figure(name).on(on)

    def number(self, name: str, on: date) -> float:
        """As `value`, of a figure that is a number. Raises TypeError for any other."""
        value = self.value(name, on)
        if not isinstance(value, float):
            raise TypeError(f"{name} is not a number")
        return value

    def items(self, name: str, on: date) -> tuple[str, ...]:
        """As `value`, of a figure that is a list. Raises TypeError for any other."""
        value = self.value(name, on)
        if not isinstance(value, tuple):
            raise TypeError(f"{name} is not a list")
        return value


def figures(tables: Mapping[str, Mapping[str, Any]], clauses: Clauses) -> Figures:
    """The figures from parsed files, by path such as `data/law/DOA1974/radius_maximum.toml`.

    Raises DataError naming file and place for a key that is unknown or missing, a unit or clause
    that is not known, a reference without title or place, values of mixed kind, and dates that
    are no days or out of order. (A key given twice is refused where TOML is read.)
    """
    made: dict[str, Figure] = {}
    for file, table in tables.items():
        figure = _figure(file, table, clauses)
        if figure.name in made:
            raise DataError(file, f"the figure {figure.name!r} is given twice")
        made[figure.name] = figure
    return Figures(made)


def _figure(file: str, table: Mapping[str, Any], clauses: Clauses) -> Figure:
    check_keys(file, "", table, _KEYS, required=("description", "unit", "clause", "reference"))
    for key in ("description", "unit", "clause", "note"):
        check_text(file, key, table.get(key, ""))
    folder, _, stem = file.removesuffix(".toml").rpartition("/")
    unit, clause = table["unit"], table["clause"]
    if unit not in UNITS:
        raise DataError(file, f"{unit!r} is none of {', '.join(UNITS)}", place="unit")
    if clause not in clauses:
        raise DataError(file, f"{clause!r} is no clause", place="clause")
    return Figure(
        name=f"{folder.rpartition('/')[2]}/{stem}",
        description=table["description"],
        unit=unit,
        clause=clause,
        reference=_reference(file, table["reference"]),
        values=_values(file, table.get("values")),
        note=table.get("note", ""),
    )


def _reference(file: str, table: Any) -> Reference:
    if not isinstance(table, Mapping):
        raise DataError(file, "must be a table", place="reference")
    check_keys(file, "reference", table, _REFERENCE_KEYS, required=("title",))
    for key, words in table.items():
        check_text(file, f"reference.{key}", words)
    if not (table.get("section") or table.get("gazette")):
        raise DataError(file, "needs section or gazette", place="reference")
    return Reference(**table)


def _values(file: str, entries: Any) -> tuple[tuple[date, Value], ...]:
    if not isinstance(entries, list) or not entries:
        raise DataError(file, "needs at least one dated value", place="values")
    made: list[tuple[date, Value]] = []
    for number, entry in enumerate(entries, start=1):
        place = f"value {number}"
        if not isinstance(entry, Mapping):
            raise DataError(file, "must be a table with from and value", place=place)
        check_keys(file, place, entry, _VALUE_KEYS, required=_VALUE_KEYS)
        since = a_day(file, place, entry["from"])
        if made and since <= made[-1][0]:
            reason = f"{since.isoformat()} does not come after the date before it"
            raise DataError(file, reason, place=place)
        value = _value(file, place, entry["value"])
        if made and type(value) is not type(made[-1][1]):
            raise DataError(file, "is of another kind than the value before it", place=place)
        made.append((since, value))
    return tuple(made)


def _value(file: str, place: str, value: Any) -> Value:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    if isinstance(value, str) and value:
        return value
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise DataError(file, "must be a finite number, a word or a list of words", place=place)


def check_keys(
    file: str,
    place: str,
    table: Mapping[str, Any],
    known: tuple[str, ...],
    *,
    required: tuple[str, ...],
) -> None:
    """Raises DataError for a key that is not known, or a required one absent or empty."""
    for key in table:
        if key not in known:
            raise DataError(file, f"unknown key {key!r}; known are {', '.join(known)}", place=place)
    for key in required:
        if key not in table or table[key] == "":
            raise DataError(file, f"the key {key!r} is missing or empty", place=place)


def check_text(file: str, place: str, value: Any) -> None:
    """Raises DataError when `value` is no text."""
    if not isinstance(value, str):
        raise DataError(file, f"{value!r} is no text", place=place)


def a_day(file: str, place: str, value: Any) -> date:
    """`value` as a day. Raises DataError when it is a time, a text or a number."""
    if not isinstance(value, date) or isinstance(value, datetime):
        raise DataError(file, f"{value!r} is no day; write it as 2027-01-31", place=place)
    return value
