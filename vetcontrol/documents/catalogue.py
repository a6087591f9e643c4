"""The words in which instruments speak: one catalogue for each language, checked whole.

A message is a sentence with blanks, `{name}` and nothing else: no attribute, index, conversion
or format can be written into it, and what fills a blank is never read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from vetcontrol.documents.content import Paragraph, Value, paragraph
from vetcontrol.faults import DataError

_BLANK: Final = re.compile(r"\{([a-z][a-z_]*)\}")


@dataclass(frozen=True)
class Message:
    """A sentence that instruments use: its key in the catalogue and the names of its blanks."""

    key: str
    blanks: frozenset[str] = frozenset()

    def __call__(self, **blanks: Value) -> Paragraph:
        """The sentence as a paragraph. Raises TypeError unless just its blanks are given."""
        if blanks.keys() != self.blanks:
            raise TypeError(
                f"{self.key} has the blanks {sorted(self.blanks)}, got {sorted(blanks)}"
            )
        return paragraph(self.key, **blanks)


def message(key: str, *blanks: str) -> Message:
    """A message with the names of its blanks."""
    return Message(key, frozenset(blanks))


def flatten(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as one, keys joined by dots."""
    flat: dict[str, Any] = {}
    for name, item in data.items():
        if isinstance(item, Mapping):
            flat.update(flatten(item, f"{prefix}{name}."))
        else:
            flat[f"{prefix}{name}"] = item
    return flat


def _blanks_of(file: str, key: str, text: Any) -> frozenset[str]:
    if not isinstance(text, str) or not text.strip():
        raise DataError(file, "has no words", place=key)
    if set("{}") & set(_BLANK.sub("", text)):
        raise DataError(file, "has a brace that is not part of a plain {blank}", place=key)
    return frozenset(_BLANK.findall(text))


def _names_of(file: str, names: Any) -> dict[str, str]:
    if not isinstance(names, Mapping):
        raise DataError(file, "is no table of names", place="names")
    for name, text in names.items():
        if not isinstance(text, str) or not text.strip():
            raise DataError(file, "has no words", place=f"names.{name}")
    return dict(names)


@dataclass(frozen=True)
class Words:
    """One language: `language` is its BCP 47 code, `messages` every sentence by key.

    `checked_by_speaker` is false for a translation that nobody who speaks the language has read:
    an instrument in such words is for convenience and says so. `names` are proper names (of
    governments, diseases, places, languages) as English papers write them, in this language.
    """

    language: str
    messages: Mapping[str, str]
    checked_by_speaker: bool = True
    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any], declared: Iterable[Message], *, file: str) -> Words:
        """The catalogue in `data` (parsed; `file` names it in faults) for what is `declared`.

        Raises `DataError` unless every declared message has words, every word is declared, and
        the blanks agree by name.
        """
        names = _names_of(file, data.get("names", {}))
        messages = flatten({key: part for key, part in data.items() if key != "names"})
        language = messages.pop("language", None)
        if not isinstance(language, str) or not language:
            raise DataError(file, "does not name its language")
        checked = messages.pop("checked_by_speaker", True)
        if not isinstance(checked, bool):
            raise DataError(file, "is true or false", place="checked_by_speaker")
        wanted = {item.key: item.blanks for item in declared}
        for key in sorted(wanted.keys() - messages.keys()):
            raise DataError(file, "no words for it", place=key)
        for key, text in messages.items():
            if key not in wanted:
                raise DataError(file, "nothing says it; remove it", place=key)
            found = _blanks_of(file, key, text)
            if found != wanted[key]:
                raise DataError(
                    file, f"its blanks are {sorted(wanted[key])}, not {sorted(found)}", place=key
                )
        return cls(language, messages, checked, names)

    def name(self, name: str) -> str:
        """A proper name in this language, or a list of such; one not known as it is written."""
        if name in self.names:
            return self.names[name]
        parts = name.split(", ")
        known = all(part in self.names for part in parts)
        return ", ".join(self.names[part] for part in parts) if known else name

    def say(self, key: str, /, **blanks: str) -> str:
        """The sentence `key` with its blanks filled, in one pass.

        Raises `DataError` for a key without words and KeyError for a blank that is not given.
        """
        text = self.messages.get(key)
        if text is None:
            raise DataError(f"languages/{self.language}", "no words for it", place=key)
        return _BLANK.sub(lambda blank: blanks[blank[1]], text)
