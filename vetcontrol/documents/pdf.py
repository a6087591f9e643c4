"""Instruments in print: one PDF/A-2a and PDF/UA-1 file by typst, the same bytes each time."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson
import typst

from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document
from vetcontrol.documents.fonts import FAMILIES, fonts, legible
from vetcontrol.documents.pictures import kind_of
from vetcontrol.documents.qr import qr_svg
from vetcontrol.documents.spoken import Spoken, Table, spoken
from vetcontrol.documents.text_layer import with_words
from vetcontrol.errors import Malformed

STANDARDS: Final[list[typst.PDFStandard]] = ["a-2a", "ua-1"]
_TEMPLATE: Final = Path(__file__).parent / "templates" / "instrument.typ"
# Columns of short words are as wide as they need; longer ones share the rest by these bounds.
_SHORT, _LONG = 10, 48
# Of so many that have the most letters one is the widest.
_WIDEST: Final = 6
# Longer words break anywhere in a schedule.
_UNBROKEN: Final = 21
_GAPS: Final = re.compile(r"[ \n]+")
# The parts of a day, and a measure and its unit, stand on one line.
_BOUND: Final = ("value.day", "value.time", "value.metres")
_YEAR: Final = re.compile(r"(?<=,) (?=\d{4}$)")
_BINDS: Final = re.compile(r"(?<=\}) (?=\{|\S{1,3}$)")
_RAISED: Final = re.compile("[\u0933\u0934][\u0941-\u0943]")
# A compiler of typst 0.15 forgets what has not been used in this many compilations.
_KEPT: Final = 11
# An address may break after a stroke and what else parts it, and within long parts.
_BREAKS: Final = re.compile(r"[^/?&=-]{0,30}[/?&=-]+|[^/?&=-]{1,30}")


@dataclass(frozen=True)
class Printed:
    """One instrument to be printed: its content, its map, and where anyone may check it.

    `corrected_by` is the number of a correction that struck the entry which made the document;
    `plate_words` say what the map shows to those who cannot see it.
    """

    document: Document
    plate: bytes | None
    verify_address: str
    corrected_by: str = ""
    plate_words: str = ""


@cache
def _template() -> bytes:
    return _TEMPLATE.read_bytes()


def render_pdf(
    items: Sequence[Printed],
    words: Words,
    *,
    cite: Callable[[str], str],
    government: str,
    title: str = "",
) -> bytes:
    """One file of `items` in the language of `words`, each with pages of its own numbering.

    `government` heads the paper; `title` is the file's title where it holds more than one
    instrument. Data reach typst as JSON strings, so nothing in them is markup. The same content
    gives the same bytes: the file's date is the day of the newest signature. Raises `Malformed`
    for no item or a plate that is neither PNG nor SVG, `DataError` for a key without words.
    """
    if not items:
        raise Malformed.field("documents", "names none; choose what to print")
    files: dict[str, bytes] = {"main.typ": _template()}
    government = words.name(government)
    told = [_instrument(item, words, cite, at, files, government) for at, item in enumerate(items)]
    newest = max(item.document.issued_on or item.document.signed_at for item in items)
    data = {
        "title": legible(title) or f"{told[0]['number']} – {told[0]['title']}",
        "government": legible(government),
        "date": [newest.year, newest.month, newest.day],
        "fonts": FAMILIES,
        "instruments": told,
    }
    files["data.json"] = orjson.dumps(data)
    # Files in memory are taken too, which the stubs do not say.
    compiled: Any = typst.compile
    made = compiled(
        files,
        font_paths=fonts(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=STANDARDS,
    )
    assert isinstance(made, bytes)
    if len(items) > 1:
        # The compiler keeps what its last compilations drew, some 150 MB for each file of fifty;
        # such a file is never drawn again, and empty ones make it forget.
        for _ in range(_KEPT):
            compiled(b"", font_paths=fonts(), ignore_system_fonts=True)
    return with_words(made)


def _instrument(  # noqa: PLR0917  (what one of many is made from)
    item: Printed,
    words: Words,
    cite: Callable[[str], str],
    at: int,
    files: dict[str, bytes],
    government: str,
) -> dict[str, Any]:
    said = spoken(item.document, _bound(words), cite=cite, corrected_by=item.corrected_by)
    qr, plate = f"qr-{at}.svg", None
    files[qr] = qr_svg(item.verify_address)
    if item.plate is not None:
        plate = f"plate-{at}.{kind_of(item.plate).ending}"
        files[plate] = item.plate
    label = {
        **said.label,
        "page": words.say("label.page", page="{page}", pages="{pages}"),
    }
    told = {
        "corrected": said.corrected,
        "statute": said.statute,
        "title": said.title,
        "number": said.number,
        "reference": _reference(said),
        "notices": list(said.notices),
        "addressee": list(said.addressee),
        "particulars": [list(pair) for pair in said.particulars],
        "citations": _YEAR.sub("\u00a0", "; ".join(said.citations)),
        "paragraphs": list(said.paragraphs),
        "above": said.above,
        "signatory": said.signatory,
        "signed": _signed(said),
        "tables": [_table(table) for table in said.tables],
        "record": _record(said),
        "check_code": said.check_code,
        "verify_address": _BREAKS.findall(item.verify_address),
        "qr_of": words.say("label.qr_of", address=item.verify_address),
        "plate_of": said.plate_of,
        "plate_words": item.plate_words or said.plate_of,
        "label": label,
    }
    shown: dict[str, Any] = _legible(told)
    # The checksum fits its line.
    text = orjson.dumps([government, {**shown, "record": None}]).decode()
    return {
        **shown,
        "language": said.language,
        "qr": qr,
        "plate": plate,
        "longest": max(map(len, re.split(r'[\s"]+', text))),
        "raised": _RAISED.search(text) is not None,
    }


def _bound(words: Words) -> Words:
    """The same words with spaces at which no line breaks, where a break would part a value."""
    bound = {key: _BINDS.sub("\u00a0", words.messages[key]) for key in _BOUND}
    return replace(words, messages={**words.messages, **bound})


def _legible(part: Any) -> Any:
    match part:
        case str():
            return legible(part)
        case list():
            return [_legible(item) for item in part]
        case dict():
            return {name: _legible(item) for name, item in part.items()}
        case _:
            return part


def _reference(said: Spoken) -> list[list[str]]:
    pairs = [[said.label["number"], said.number], [said.label["date"], said.issued]]
    return [*pairs, [said.label["case"], said.case_number]] if said.case_number else pairs


def _signed(said: Spoken) -> list[str]:
    office = said.office
    if said.capacity:
        office = f"{office}, {said.label['acting_as']} {said.capacity}"
    return [office, f"{said.label['appointment']} {said.appointment}", said.signed_at]


def _record(said: Spoken) -> list[list[str]]:
    related = [[said.label["related"], ", ".join(said.related)]] if said.related else []
    return [
        *related,
        [said.label["clauses"], ", ".join(said.clauses)],
        [said.label["checksum"], said.checksum],
    ]


def _table(table: Table) -> dict[str, Any]:
    columns = [_column(table, at) for at in range(len(table.columns))]
    widths, needs, longest = zip(*columns, strict=True)
    return {
        "caption": table.caption,
        "columns": list(table.columns),
        "figures": list(table.figures),
        "widths": list(widths),
        "needs": list(needs),
        "longest": list(longest),
        "rows": [list(row) for row in table.rows],
    }


def _column(table: Table, at: int) -> tuple[int, list[str], str]:
    """The share of a column in the width left over, what it must have room for on a line, and the
    longest that it holds. The share is 0 for one that is as wide as it needs."""
    heading = _GAPS.split(table.columns[at])
    texts = [row[at] for row in table.rows]
    longest = max((*heading, *texts), key=len)
    if table.figures[at] or len(longest) <= _SHORT:
        return 0, _most({*heading, *texts}), longest
    words = {word if len(word) <= _UNBROKEN else word[:_SHORT] for word in _words(texts)}
    # Few long rows take more lines and do not make the other columns narrow.
    usual = sorted(map(len, texts))[int(len(texts) * 0.9)]
    share = max(usual, len(longest) // 5)
    return min(share, _LONG), _most({*heading, *words}), longest


def _most(words: Collection[str]) -> list[str]:
    """Those with the most letters; the same ones in every process."""
    return sorted(words, key=lambda word: (len(word), word))[-_WIDEST:]


def _words(texts: Sequence[str]) -> Iterator[str]:
    return (word for text in texts for word in _GAPS.split(text))
