"""Finding by words as people type them: without regard to small letters, spaces or dashes.

The database finds candidates by a pattern, and whether one truly meets the words is decided here,
so that both engines find alike whatever they think of letters beyond ASCII.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, func, select, union
from sqlalchemy.orm import InstrumentedAttribute, Session

from vetcontrol.register.tables import DocumentRow, EntryRow, SubjectRow

LONGEST: Final = 100
"""Characters of what is looked for; a longer text meets nothing."""
SHORTEST: Final = 2
MOST_CANDIDATES: Final = 500
_NUMBER: Final = re.compile(
    r"(?P<series>[A-Z]{2,8})?/?(?:(?P<year>[0-9]{4})(?:/|$))?(?P<serial>[0-9]{1,9})?"
)
_COMPACT: Final = re.compile(r"([A-Z]{2,8})([0-9]{4})([0-9]{6,9})")
_KEPT: Final = re.compile(r"([A-Z]{2,8})/([0-9]{4})/([0-9]{6,9})")


def folded(text: str) -> str:
    """`text` as it is compared: composed, in small letters, without spaces."""
    return "".join(unicodedata.normalize("NFC", text).lower().split())


def _escaped(character: str) -> str:
    if character in "\\%_":
        return f"\\{character}"
    # The small letter of these is known here and not to every database.
    is_cased = not character.isascii() and character.upper() != character.lower()
    return "_" if is_cased else character


@dataclass(frozen=True)
class Sought:
    """What somebody looks for, as he typed it."""

    typed: str

    @property
    def words(self) -> str:
        """The words as they are compared; empty where they are too few or too many to look for."""
        text = folded(self.typed)
        return text if SHORTEST <= len(text) <= LONGEST else ""

    def candidates(self, column: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
        """Where `column` may hold the words: all that do, and some that do not."""
        pattern = "".join(map(_escaped, self.words))
        return func.replace(func.lower(column), " ", "").like(f"%{pattern}%", escape="\\")

    def is_in(self, *texts: str | None) -> bool:
        """Whether one of `texts` truly holds the words."""
        words = self.words
        return bool(words) and any(text and words in folded(text) for text in texts)

    @property
    def number(self) -> Number | None:
        """The words as a number of an instrument, or a part of one; None where they are neither."""
        text = re.sub(r"[\s./_-]+", "/", self.typed.strip()[: LONGEST + 1].upper())
        text = _COMPACT.sub(r"\1/\2/\3", text)
        found = _NUMBER.fullmatch(text) if text.isascii() and len(text) <= LONGEST else None
        if found is None:
            return None
        series, year, serial = (found[part] or "" for part in ("series", "year", "serial"))
        if year and not (series or serial):
            year, serial = "", year
        serial = serial.lstrip("0")
        return Number(series, year, serial) if series or year or serial else None


@dataclass(frozen=True)
class Number:
    """A number of an instrument as far as it was typed: series, year, serial without zeros."""

    series: str
    year: str
    serial: str

    @property
    def whole(self) -> str:
        """The one number that is meant; empty where a part is missing."""
        if not (self.series and self.year and self.serial):
            return ""
        return f"{self.series}/{self.year}/{self.serial.zfill(6)}"

    @property
    def pattern(self) -> str:
        """What the numbers look like in the database; letters, digits, / and % alone."""
        return f"{self.series or '%'}/{self.year or '%'}/%{self.serial}{'%' if self.serial else ''}"

    def closeness(self, number: str) -> int | None:
        """How near `number` is: 0 has just this serial, 1 holds it; None is another number."""
        kept = _KEPT.fullmatch(number)
        if kept is None or (self.series and kept[1] != self.series):
            return None
        if self.year and kept[2] != self.year:
            return None
        if kept[3].lstrip("0") == self.serial or not self.serial:
            return 0
        return 1 if self.serial in kept[3].lstrip("0") else None


def numbers(session: Session, sought: Number, first: str = "") -> list[str]:
    """Numbers of instruments, cases and appointments that `sought` may mean: those of just this
    serial first, then the newest, of alike ones that of the series `first`.

    At most `MOST_CANDIDATES` that only hold the serial are looked at.
    """
    named = union(
        select(DocumentRow.number.label("number")).where(DocumentRow.number.like(sought.pattern)),
        select(EntryRow.number).where(EntryRow.number.like(sought.pattern)),
        select(SubjectRow.subject).where(SubjectRow.subject.like(sought.pattern)),
    ).subquery()
    asked = select(named.c.number).order_by(named.c.number.desc()).limit(MOST_CANDIDATES)
    found = list(session.scalars(asked))
    if sought.serial:
        just = f"%/{sought.serial.zfill(6)}"
        found += session.scalars(asked.where(named.c.number.like(just)))
    near = {number: sought.closeness(number) for number in found}
    by_year = sorted(
        near, key=lambda n: (n.partition("/")[2], n.startswith(f"{first}/")), reverse=True
    )
    kept = [(rank, number) for number in by_year if (rank := near[number]) is not None]
    return [number for _, number in sorted(kept, key=lambda one: one[0])]
