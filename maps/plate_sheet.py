"""One plate on a sheet of A4: the print of a map, as PDF/UA-1 by typst."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import orjson
import typst

from vetcontrol.documents.fonts import FAMILIES, fonts, legible

# Words come as JSON and are never markup.
_PAGE: Final = b"""#let data = json("data.json")
#set document(title: data.title, author: data.author, date: datetime(
  year: data.date.at(0), month: data.date.at(1), day: data.date.at(2)))
#set page(paper: "a4", margin: (x: 20mm, top: 18mm, bottom: 16mm), footer: align(
  right, text(size: 7.5pt, fill: luma(30%), data.title)))
#set text(font: data.fonts, size: 9.5pt, lang: data.lang, hyphenate: false, fill: luma(8%))
#text(size: 9pt, fill: luma(30%), data.author)
#v(-1.5mm)
#heading(level: 1, data.title)
#v(1mm)
#for line in data.lines { block(spacing: 2.4mm, text(fill: luma(20%), line)) }
#v(3mm)
#align(center, image("plate.svg", width: 170mm, alt: data.words))
#v(2mm)
#text(size: 8.5pt, fill: luma(30%), data.note)
"""


def plate_sheet(
    svg: bytes,
    *,
    title: str,
    lines: Sequence[str],
    words: str,
    note: str,
    author: str,
    on: date,
    lang: str = "en",
) -> bytes:
    """The PDF of the plate `svg` under `title` and `lines`; `words` describe it for who cannot see
    it, `note` stands below. The same arguments give the same bytes; `on` is the file's date."""
    data = {
        "title": legible(title),
        "author": legible(author),
        "lines": [legible(line) for line in lines],
        "words": legible(words),
        "note": legible(note),
        "date": [on.year, on.month, on.day],
        "fonts": FAMILIES,
        "lang": lang,
    }
    # Files in memory are taken too, which the stubs do not say.
    compiled: Any = typst.compile
    made = compiled(
        {"main.typ": _PAGE, "data.json": orjson.dumps(data), "plate.svg": svg},
        font_paths=fonts(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["ua-1"],
    )
    assert isinstance(made, bytes)
    return made
