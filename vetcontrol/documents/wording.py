"""Values in words: days and times as an Indian office writes them, measures, terms, names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from vetcontrol.clock import IST
from vetcontrol.documents.catalogue import Message, Words, message
from vetcontrol.documents.content import (
    Clause,
    Count,
    Metres,
    Paragraph,
    Personal,
    Position,
    SquareMetres,
    Unnamed,
    Value,
    Word,
)
from vetcontrol.documents.values import Measure

# A place or an area with the number that declares it, as the register names it in English
# (`movement.journey.named`), where a paper says what a journey meets, leaves or lies in.
_DECLARED_KINDS: Final = {
    "infected place": "infected_place",
    "declared infected place": "declared_place",
    "infected area": "infected_area",
}
_DECLARED: Final = re.compile(rf"({'|'.join(_DECLARED_KINDS)})(?: of premises (\S+))? \((\S+)\)")
_DECLARING: Final = frozenset({"declared", "inside", "origin"})

MESSAGES: Final[tuple[Message, ...]] = (
    message("value.none"),
    message("value.withheld"),
    message("value.separator"),
    message("value.clause", "section", "statute"),
    message("value.proviso"),
    message("value.day", "day", "month", "year"),
    message("value.time", "day", "month", "year", "hour", "minute"),
    message("value.metres", "number"),
    message("value.count", "of", "number"),
    message("value.area", "hectares", "square_kilometres"),
    message("value.declared", "kind", "number"),
    message("value.declared_premises", "kind", "premises", "number"),
    *(message(f"term.declared.{kind}") for kind in _DECLARED_KINDS.values()),
    message("value.position", "longitude", "east_west", "latitude", "north_south"),
    message("value.point_place", "longitude", "east_west", "latitude", "north_south"),
    message("value.outlined_place", "longitude", "east_west", "latitude", "north_south"),
    message("value.east"),
    message("value.west"),
    message("value.north"),
    message("value.south"),
    *(message(f"month.{number}") for number in range(1, 13)),
)

# What is named by a proper name alone, which a language may write in its own way; never what
# people wrote as text.
NAMED: Final = frozenset(
    {"government", "disease", "village", "taluka", "district", "area", "language", "office"}
)

# Joiners shape the scripts of India; every other invisible character could mislead a reader.
_HARMLESS: Final = frozenset("\n\t\u200c\u200d")
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def shown(text: str) -> str:
    """`text` with invisible and direction-changing characters made visible, as `[U+202E]`."""
    if text.isprintable():
        return text
    return "".join(
        f"[U+{ord(character):04X}]"
        if unicodedata.category(character) in _INVISIBLE and character not in _HARMLESS
        else character
        for character in text
    )


def grouped(number: float, decimals: int = 0) -> str:
    """`number` with digits grouped as in India (12,34,567) and `decimals` places."""
    whole, _, rest = f"{number:.{decimals}f}".partition(".")
    sign = "-" if whole.startswith("-") else ""
    head, tail = whole.lstrip("-")[:-3], whole.lstrip("-")[-3:]
    groups = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)]
    return sign + ",".join([*reversed(groups), tail]) + (f".{rest}" if rest else "")


@dataclass(frozen=True)
class Speaker:
    """Says values and paragraphs in a language; `cite` puts a clause id into words."""

    words: Words
    cite: Callable[[str], str]

    def term(self, key: str) -> str:
        """A term of the catalogue."""
        return self.words.say(f"term.{key}")

    def paragraph(self, part: Paragraph) -> str:
        """The paragraph as a finished sentence."""
        said = {name: self.called(name, value) for name, value in part.blanks}
        return self.words.say(part.key, **said)

    def called(self, what: str, value: Value) -> str:
        """The value of a blank, label or column `what`; a proper name as the language has it."""
        if isinstance(value, str) and what in NAMED:
            return shown(self.words.name(value))
        if isinstance(value, str) and what in _DECLARING:
            return self._declared(value)
        if isinstance(value, tuple) and what in _DECLARING:
            said = [self.called(what, each) for each in value]
            return self.words.say("value.separator").join(said)
        return self.value(value)

    def _declared(self, name: str) -> str:
        found = _DECLARED.fullmatch(name)
        if found is None:
            return shown(name)
        kind, premises, number = found.groups()
        said = {"kind": self.term(f"declared.{_DECLARED_KINDS[kind]}"), "number": shown(number)}
        if premises is None:
            return self.words.say("value.declared", **said)
        return self.words.say("value.declared_premises", premises=shown(premises), **said)

    def value(self, value: Value) -> str:  # noqa: PLR0911  (one line for each kind)
        """The value in words, invisible characters shown."""
        match value:
            case None:
                return self.words.say("value.none")
            case str():
                return shown(value)
            case datetime():
                return self._time(value)
            case date():
                return self._day(value)
            case int():
                return grouped(value)
            case float():
                return shown(repr(value))
            case Personal(text, _):
                return self.words.say("value.withheld") if text is None else shown(text)
            case Word(key):
                return self.term(key)
            case Clause(clause):
                return shown(self.cite(clause))
            case tuple():
                return self.words.say("value.separator").join(map(self.value, value))
            case _:
                return self._measure(value)

    def _measure(self, value: Measure) -> str:
        if isinstance(value, Metres):
            return self.words.say("value.metres", number=grouped(value.metres, 3))
        if isinstance(value, Count):
            return self.words.say(
                "value.count", of=self.value(value.of), number=grouped(value.number)
            )
        if isinstance(value, SquareMetres):
            return self.words.say(
                "value.area",
                hectares=grouped(value.square_metres / 10_000, 2),
                square_kilometres=grouped(value.square_metres / 1_000_000, 3),
            )
        if isinstance(value, Unnamed):
            key = "value.outlined_place" if value.outlined else "value.point_place"
            return self._at(key, value, 6)
        return self._at("value.position", value, 7)

    def _at(self, key: str, value: Position | Unnamed, decimals: int) -> str:
        east_west = "value.east" if value.longitude >= 0 else "value.west"
        north_south = "value.north" if value.latitude >= 0 else "value.south"
        return self.words.say(
            key,
            longitude=f"{abs(value.longitude):.{decimals}f}",
            east_west=self.words.say(east_west),
            latitude=f"{abs(value.latitude):.{decimals}f}",
            north_south=self.words.say(north_south),
        )

    def _month(self, day: date) -> str:
        return self.words.say(f"month.{day.month}")

    def _day(self, day: date) -> str:
        return self.words.say(
            "value.day", day=str(day.day), month=self._month(day), year=str(day.year)
        )

    def _time(self, moment: datetime) -> str:
        local = moment.astimezone(IST)
        return self.words.say(
            "value.time",
            day=str(local.day),
            month=self._month(local),
            year=str(local.year),
            hour=f"{local.hour:02d}",
            minute=f"{local.minute:02d}",
        )
