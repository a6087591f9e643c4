"""The letters that papers are set in: Noto, which has the scripts of India, and nothing else.

What none of its files can draw is shown by its number, `[U+4E2D]`: an empty box would say nothing.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import typst

# In the order in which a letter is looked for.
FAMILIES: Final = (
    "Noto Sans",
    *(
        f"Noto Sans {script}"
        for script in (
            *("Devanagari", "Malayalam", "Kannada", "Gujarati", "Gurmukhi", "Bengali", "Oriya"),
            *("Tamil", "Telugu", "Sinhala", "Arabic", "Hebrew", "Armenian", "Ethiopic"),
            *("Georgian", "Khmer", "Lao", "Myanmar", "Thai", "Symbols"),
        )
    ),
    "Noto Emoji",
)
_JOINERS: Final = frozenset("\u200c\u200d")
_SIMPLE: Final = frozenset(map(chr, range(0x20, 0x7F))) | {"\n"}


def folder() -> Path:
    """Where the font files lie."""
    return Path(str(files("manimgx_fonts")))


@cache
def fonts() -> typst.Fonts:
    """The fonts of papers, read once; those of the machine do not count."""
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder()]
    )


@cache
def _letters() -> tuple[frozenset[int], ...]:
    """The code points of each upright font file."""
    # Brings numpy and more, and only text beyond plain Latin asks for it.
    from matplotlib.ft2font import FT2Font  # noqa: PLC0415

    return tuple(
        frozenset(FT2Font(str(path)).get_charmap())
        for path in sorted(folder().glob("*.ttf"))
        if "Italic" not in path.name
    )


@lru_cache(maxsize=4096)
def _drawn(cluster: str) -> bool:
    """Whether one font has every part of the cluster; parts of two fonts cannot be joined."""
    wanted = {ord(character) for character in cluster}
    return any(wanted <= letters for letters in _letters())


def _is_mark(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character).startswith("M")


def _clusters(text: str) -> list[str]:
    """`text` cut before every character that does not belong to the one before."""
    found: list[str] = []
    for character in text:
        if found and _is_mark(character) and found[-1] != "\n":
            found[-1] += character
        else:
            found.append(character)
    return found


def _numbered(cluster: str) -> str:
    return "".join(
        character
        if character in _SIMPLE or (not _is_mark(character) and _drawn(character))
        else f"[U+{ord(character):04X}]"
        for character in cluster
    )


def legible(text: str) -> str:
    """`text` as the fonts can draw it: what they cannot, by its number; a tab as a space."""
    text = text.replace("\t", " ").replace("\r\n", "\n").replace("\r", "\n")
    if all(character in _SIMPLE for character in text):
        return text
    return "".join(
        cluster if cluster == "\n" or _drawn(cluster) else _numbered(cluster)
        for cluster in _clusters(text)
    )
