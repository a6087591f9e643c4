"""What the statutes leave to rules and orders: dated values, refused by key while unset."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from typing import Any

from vetcontrol.errors import Refused
from vetcontrol.faults import DataError
from vetcontrol.law.clauses import Clauses
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.parameters import a_day, check_keys, check_text

KEYS_FILE = "data/law/prescribed_keys.csv"
_PROFILE_KEYS = ("profile", "sample", "note", "values")
_VALUE_KEYS = ("key", "for", "from", "value", "rule", "gazette", "gazette_date")


class WhileUnset(StrEnum):
    """What happens to the step while its key is unset."""

    REFUSED = "refused"
    STANDS = "stands"  # the power is subject to rules, but does not wait for them


class ValueKind(StrEnum):
    """What a value of a key is: words, a number, whole paise, or several words."""

    TEXT = "text"
    NUMBER = "number"
    PAISE = "paise"
    LIST = "list"

    def holds(self, value: Any) -> bool:
        """Whether `value` is of this kind; what is empty or not more than nothing is of none."""
        if isinstance(value, bool):
            return False
        match self:
            case ValueKind.TEXT:
                return isinstance(value, str) and bool(value.strip())
            case ValueKind.NUMBER:
                return isinstance(value, int | float) and math.isfinite(value) and value > 0
            case ValueKind.PAISE:
                return isinstance(value, int) and value >= 0
        return (
            isinstance(value, list)
            and bool(value)
            and all(ValueKind.TEXT.holds(one) for one in value)
        )


@dataclass(frozen=True)
class Key:
    """One value that a statute leaves to rules or orders, with the clause that leaves it."""

    key: str
    clause: str
    while_unset: WhileUnset
    description: str
    kind: ValueKind


@dataclass(frozen=True)
class Provided:
    """A prescribed value: for a locality (empty: everywhere) from a day, under a cited rule."""

    key: str
    locality: str
    since: date
    value: Any
    rule: str
    gazette: str
    gazette_date: date | None
    sample: bool
    # The first day on which it no longer holds, where the Assembly annulled or changed the rule.
    until: date | None = None

    @property
    def cited(self) -> Decision:
        """Whether the value names the rule that fixes it, with its gazette (DOA1974-2-h). A sample
        value says that it is one; it belongs to a demonstration only."""
        if self.sample:
            return Decision.allowed(
                "DOA1974-2-h", f"A sample value, fixed by no rule: {self.rule}."
            )
        if not self.gazette or self.gazette_date is None:
            return Decision.refused(
                "DOA1974-2-h",
                f"No published rule is cited for {self.key}.",
                "Give rule, gazette and gazette_date.",
            )
        published = f"gazette {self.gazette} of {self.gazette_date.isoformat()}"
        return Decision.allowed("DOA1974-2-h", f"{self.rule}, {published}.")


class Prescribed:
    """The values in force by key, locality and day."""

    def __init__(self, keys: Mapping[str, Key], provided: Iterable[Provided] = ()) -> None:
        self.keys: Mapping[str, Key] = dict(keys)
        self._provided = sorted(provided, key=lambda one: one.since)

    def also(self, provided: Iterable[Provided]) -> Prescribed:
        """These values and those `provided`; of one day the latter come first."""
        return Prescribed(self.keys, (*self._provided, *provided))

    def find(self, key: str, at: date, *, locality: str = "") -> Provided | None:
        """The value that holds in `locality` on day `at`, before the one for everywhere; None
        while unset. Raises KeyError for a key that no clause knows."""
        if key not in self.keys:
            raise KeyError(f"{key!r} is no key of {KEYS_FILE}")
        held = [
            one
            for one in self._provided
            if one.key == key and one.since <= at and (one.until is None or at < one.until)
        ]
        own = [one for one in held if locality and one.locality == locality]
        everywhere = [one for one in held if not one.locality]
        return next(reversed(own or everywhere), None)

    def decide(self, key: str, at: date, *, locality: str = "") -> Decision:
        """Whether a step that needs `key` may be taken: allowed with the rule's citation
        (DOA1974-2-h), else refused with the key (DOA1974-2-g) unless the power stands without
        rules. Raises KeyError for an unknown key."""
        found = self.find(key, at, locality=locality)
        known = self.keys[key]
        rests_on = f"The step rests on {key}."
        left_open = Decision.allowed(known.clause, rests_on)
        where = f" for {locality}" if locality else ""
        meaning = "DOA1974-2-g" if known.clause.startswith("DOA1974-") else known.clause
        if found is not None:
            text = f"Fixed{where}: {known.description} ({key})."
            return Decision.allowed(meaning, text).also(found.cited).also(left_open)
        text = f"Not fixed{where} on {at.isoformat()}: {known.description} ({key})."
        if known.while_unset is WhileUnset.STANDS:
            return Decision.allowed(meaning, f"{text} The power stands without.").also(left_open)
        remedy = f"Enter {key} with the rule and the gazette that fix it."
        return Decision.refused(meaning, text, remedy).also(
            Decision.refused(known.clause, rests_on)
        )

    def value(self, key: str, at: date, *, locality: str = "") -> Any:
        """The value itself. Raises Refused with the key and its clauses while unset."""
        found = self.find(key, at, locality=locality)
        if found is None:
            decision = self.decide(key, at, locality=locality).require()
            raise Refused(decision.reasons[0].text, clauses=decision.clauses)
        return found.value


def keys(rows: Iterable[Mapping[str, str]], clauses: Clauses) -> dict[str, Key]:
    """The keys from the rows of their table. Raises DataError naming file and line for a column,
    clause or word that is not known and for a key given twice."""
    columns = {field.name for field in fields(Key)}
    made: dict[str, Key] = {}
    for number, row in enumerate(rows, start=2):
        place = f"line {getattr(row, 'line', number)}"
        if set(row) != columns:
            reason = f"the columns must be {', '.join(sorted(columns))}"
            raise DataError(KEYS_FILE, reason, place=place)
        key, clause = row["key"], row["clause"]
        if not key or key in made:
            raise DataError(KEYS_FILE, f"key {key!r} is empty or given twice", place=place)
        if clause not in clauses:
            raise DataError(KEYS_FILE, f"{clause!r} is no clause", place=place)
        if row["while_unset"] not in set(WhileUnset):
            reason = f"while_unset is one of {', '.join(WhileUnset)}"
            raise DataError(KEYS_FILE, reason, place=place)
        if row["kind"] not in set(ValueKind):
            raise DataError(KEYS_FILE, f"kind is one of {', '.join(ValueKind)}", place=place)
        made[key] = Key(
            key,
            clause,
            WhileUnset(row["while_unset"]),
            row["description"],
            ValueKind(row["kind"]),
        )
    return made


def profile(file: str, table: Mapping[str, Any], keys: Mapping[str, Key]) -> tuple[Provided, ...]:
    """The values of one parsed profile.

    A value needs its rule, gazette and gazette date, unless the profile is marked `sample`.
    Raises DataError naming file and place for what is unknown, missing, twice or out of order.
    """
    check_keys(file, "", table, _PROFILE_KEYS, required=("profile", "sample", "values"))
    sample = table["sample"]
    if not isinstance(sample, bool):
        raise DataError(file, "must be true or false", place="sample")
    made: list[Provided] = []
    for number, entry in enumerate(table["values"], start=1):
        place = f"value {number}"
        check_keys(file, place, entry, _VALUE_KEYS, required=("key", "from", "value", "rule"))
        one = _provided(file, place, entry, sample)
        if one.key not in keys:
            raise DataError(file, f"{one.key!r} is no key of {KEYS_FILE}", place=place)
        before = [m.since for m in made if (m.key, m.locality) == (one.key, one.locality)]
        if before and one.since <= before[-1]:
            reason = f"{one.since.isoformat()} does not come after the date before it"
            raise DataError(file, reason, place=place)
        made.append(one)
    return tuple(made)


def _provided(file: str, place: str, entry: Mapping[str, Any], sample: bool) -> Provided:
    for key in ("key", "for", "rule", "gazette"):
        check_text(file, f"{place}, {key}", entry.get(key, ""))
    gazette_date = entry.get("gazette_date")
    if gazette_date is not None:
        gazette_date = a_day(file, place, gazette_date)
    made = Provided(
        key=entry["key"],
        locality=entry.get("for", ""),
        since=a_day(file, place, entry["from"]),
        value=entry["value"],
        rule=entry["rule"],
        gazette=entry.get("gazette", ""),
        gazette_date=gazette_date,
        sample=sample,
    )
    if made.cited.outcome is Outcome.REFUSED:
        raise DataError(file, f"{made.key} needs gazette and gazette_date", place=place)
    return made
