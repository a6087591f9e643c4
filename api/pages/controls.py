"""What the controls of a page are called, read from the page itself: a refusal names a field as the
officer sees it, and no page can forget to say it."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser

_PREFIX = "field-"
_NOT_SAID = frozenset({"field-optional", "count", "unseen"})
"""Classes of what stands inside a label and is no part of its name."""


class _Controls(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._fieldsets: list[str] = []
        self._name = ""
        self._end = ""
        self._words: list[str] = []
        self._inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        own = _field(facts.get("id", ""))
        if own:
            self.found[own] = self.found.get(own) or facts.get("aria-label", "")
        if tag == "fieldset":
            self._fieldsets.append(own)
        if self._end:
            if tag == "span" and (self._inside or _NOT_SAID & set(facts.get("class", "").split())):
                self._inside += 1
            return
        named = _field(facts.get("for", "")) if tag == "label" else ""
        if tag == "legend" and self._fieldsets:
            named = self._fieldsets[-1]
        if named:
            self._name, self._end, self._words = named, tag, []

    def handle_data(self, data: str) -> None:
        if self._end and not self._inside:
            self._words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "fieldset" and self._fieldsets:
            self._fieldsets.pop()
        if tag == "span" and self._inside:
            self._inside -= 1
        if tag == self._end:
            said = " ".join("".join(self._words).split()).rstrip(":")
            self.found[self._name] = self.found.get(self._name) or said
            self._end, self._inside = "", 0


def _field(identifier: str) -> str:
    return identifier.removeprefix(_PREFIX) if identifier.startswith(_PREFIX) else ""


def called(html: str) -> Mapping[str, str]:
    """By field, what its control in `html` is called; empty where it has no words of its own."""
    reader = _Controls()
    reader.feed(html)
    reader.close()
    return reader.found
