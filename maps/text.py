"""Makes people's words inert before they reach a folium object.

folium writes what it is given into a page, and branca reads that page as a Jinja template a second
time: `{{ ... }}` in the name of a farm would run as Python on the server, `${...}` as JavaScript in
the reader's browser. Escaping for HTML alone does not help, because braces are no HTML. Every
string (value, name or key) that is handed to folium goes through `inert`, and nothing else does
this work.
"""

from __future__ import annotations

import re
from typing import NewType

InertText = NewType("InertText", str)
"""A string that HTML reads as the exact words and Jinja and JavaScript read as nothing."""

# The five of HTML; the template marks of Jinja and of JavaScript; the quote marks and escapes of
# JavaScript; line breaks, which HTML, Jinja and JavaScript each normalise in their own way.
_ACTIVE = re.compile("[&<>\"'\\\\`${}%#=/\r\n\t\u2028\u2029]")
# NUL and lone surrogates have no spelling in an HTML page at all.
_UNSPEAKABLE = re.compile("[\x00\ud800-\udfff]")


def inert(words: str) -> InertText:
    """Return `words` spelt so that only an HTML parser can turn them back, into the same words.

    Each active character becomes a numeric character reference. NUL and lone surrogates, which no
    page can carry, become U+FFFD. Calling it twice spells twice: call it once, at the door.
    """
    speakable = _UNSPEAKABLE.sub("\ufffd", words)
    return InertText(_ACTIVE.sub(lambda hit: f"&#{ord(hit.group())};", speakable))


def inert_lines(lines: tuple[tuple[str, str], ...]) -> list[list[InertText]]:
    """Return (label, value) pairs with both halves inert, as a list that JSON can carry."""
    return [[inert(label), inert(value)] for label, value in lines]
