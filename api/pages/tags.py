"""The tags of animals as a person types them into a form.

Each line, comma or semicolon begins another tag. A space does not, since marks are read in groups
(`1002 4567 8901`), save beside a number that is a whole tag by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vetcontrol.movement.consignment import LONGEST_TAG, compared

#: The digits of an official tag, and of a longer one by radio; a group of a mark has fewer.
WHOLE = 12
_WORD = re.compile(r"[^\s,;]+")


def apart(text: str, known: Sequence[str] = ()) -> list[str]:
    """The tags of `text`, in their order. What reads as one of the tags `known`, in the spelling
    that is compared, is that one, also where it has spaces or, as known, commas in it."""
    return [tag for line in text.splitlines() for tag in _Line(line, known).tags()]


class _Line:
    """A line of tags, as its words and what stands between them."""

    def __init__(self, line: str, known: Sequence[str]) -> None:
        self._line = line
        self._words = list(_WORD.finditer(line))
        self._known = {compared(tag) for tag in known}
        self._parted = {compared(tag) for tag in known if re.search("[,;]", tag)}

    def tags(self) -> list[str]:
        found, at = [], 0
        while at < len(self._words):
            end = self._known_from(at) or self._typed_from(at)
            found.append(" ".join(self._between(at, end).split()))
            at = end
        return found

    def _between(self, at: int, end: int) -> str:
        return self._line[self._words[at].start() : self._words[end - 1].end()]

    def _known_from(self, at: int) -> int:
        """Where the longest known tag that begins at a word ends; 0 where none begins there."""
        longest = 0
        for end in range(at + 1, len(self._words) + 1):
            text = self._between(at, end)
            key = compared(text)
            if len(key) > LONGEST_TAG:
                break
            if key in (self._parted if re.search("[,;]", text) else self._known):
                longest = end
        return longest

    def _typed_from(self, at: int) -> int:
        """Where any other tag that begins at a word ends."""
        end = at + 1
        while end < len(self._words) and not (
            re.search("[,;]", self._between(end - 1, end + 1))
            or self._whole(end - 1)
            or self._whole(end)
            or self._known_from(end)
        ):
            end += 1
        return end

    def _whole(self, at: int) -> bool:
        word = self._words[at].group()
        return word.isdecimal() and len(word) >= WHOLE
