"""The text of a print, told word by word with its spaces.

typst marks each cluster of Devanagari as a span of its own and writes a space, which stands in
another font, apart. A reader that passes over text without ink (pdfium) then puts spaces by the
gaps that it sees, and is wrong at times. Here each run of text that a space of another font
follows is told as one text (`ActualText`), the space with it. Nothing that is drawn changes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import Any, Final

import pikepdf

_MAPPED: Final = re.compile(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>")
_SPACES: Final = frozenset(" \u00a0")
_FIRST_PLANE: Final = 0xFFFF
_SHOWS: Final = frozenset({"Tj", "TJ"})

Instruction = pikepdf.ContentStreamInstruction


@dataclass
class _Piece:
    """What is told at once: a marked cluster, or what one operator shows outside of a mark."""

    begin: int
    end: int
    text: str
    marked: bool
    # How far from where the pen stands it is drawn, to the left; 0 for most. The sign of a cluster
    # whose letter came before is drawn so.
    shift: float
    anew: bool = False


@dataclass
class _Run:
    """One text object: where it begins and ends among the instructions, and what it says."""

    begin: int
    end: int
    pieces: list[_Piece] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All that it says."""
        return "".join(piece.text for piece in self.pieces)


def with_words(pdf: bytes) -> bytes:
    """The same pages, each run of text told as one with the space that follows it.

    A file without such clusters stays as it is; the same file gives the same bytes. Raises
    `pikepdf.PdfError` for what is no PDF, `KeyError` for a glyph of which its font does not say
    what it is (typst tells every one).
    """
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        fonts: dict[Any, Mapping[int, str]] = {}
        # Where no cluster is told by itself, every space stands among its letters.
        pages = [p for p in opened.pages if b"/ActualText" in p.Contents.read_bytes()]
        if not pages:
            return pdf
        for page in pages:
            told = _told(_instructions(page), _fonts(page, fonts))
            page.Contents = opened.make_stream(pikepdf.unparse_content_stream(told))
        opened.save(
            made,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.preserve,
            fix_metadata_version=False,
        )
    return made.getvalue()


def _instructions(page: pikepdf.Page) -> list[Instruction]:
    """What draws `page`; typst puts every picture in an object of its own, none inline."""
    read = pikepdf.parse_content_stream(page)
    return [one for one in read if isinstance(one, pikepdf.ContentStreamInstruction)]


def _fonts(page: pikepdf.Page, known: dict[Any, Mapping[int, str]]) -> dict[str, Mapping[int, str]]:
    """What each glyph of the fonts of `page` says, by the font's name and the glyph's code."""
    found = {}
    for name, font in page.Resources.get("/Font", pikepdf.Dictionary()).items():
        key = font.objgen
        if key not in known:
            pairs = _MAPPED.findall(font.ToUnicode.read_bytes())
            known[key] = {
                int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be")
                for code, text in pairs
            }
        found[name] = known[key]
    return found


def _told(
    given: Sequence[Instruction], fonts: Mapping[str, Mapping[int, str]]
) -> list[Instruction]:
    runs = list(_runs(given, fonts))
    for before, run, after in zip_longest(runs, runs[1:], runs[2:]):
        if run is not None:
            _part(before, run, after)
    begins: dict[int, str] = {}
    ends: set[int] = set()
    falls: set[int] = set()
    whole = _whole(runs)
    for at, run in enumerate(runs):
        if at in whole:
            begins[run.begin] = whole[at]
            ends.add(run.end)
        for piece in run.pieces:
            if piece.marked and (at in whole or piece.anew):
                falls |= {piece.begin, piece.end}
            if piece.anew and at not in whole:
                begins[piece.begin] = piece.text
                ends.add(piece.end)
    made: list[Instruction] = []
    for index, instruction in enumerate(given):
        if index in begins:
            told = pikepdf.Dictionary(ActualText=pikepdf.String(begins[index]))
            made.append(_instruction([pikepdf.Name.Span, told], "BDC"))
        if index not in falls:
            made.append(instruction)
        if index in ends:
            made.append(_instruction([], "EMC"))
    return made


def _part(before: _Run, run: _Run, after: _Run | None) -> None:
    """Where a font shifts the sign of a cluster, typst draws it in a run of its own and tells the
    whole cluster with both: here the letter and the sign are each told once.

    pdfium reads in the order in which what is drawn begins. A sign that begins beyond the letter
    after it, and a cluster of three parts, are therefore left as typst tells them, twice.
    """
    if not before.pieces or not run.pieces:
        return
    letter, sign = before.pieces[-1], run.pieces[0]
    if not sign.shift or len(sign.text) < 2 or not letter.text.endswith(sign.text):
        return
    if after is not None and after.text and not _blank(after.text):
        third = after.pieces[0].shift and after.text.startswith(sign.text)
        if sign.shift < 0 or third:
            return
    letter.text, sign.text = letter.text[:-1], sign.text[-1]
    letter.anew = sign.anew = True


def _whole(runs: Sequence[_Run]) -> dict[int, str]:
    """The runs that are told as one, and as what: each that a space of another font follows.

    Told so without a space behind it, a run would get one: what follows is then measured from
    where it begins.
    """
    found: dict[int, str] = {}
    for at, (run, after) in enumerate(pairwise(runs)):
        if not run.text or _blank(run.text) or not _blank(after.text):
            continue
        # pdfium reads no letter beyond the first plane from a told text, but from its glyph.
        if all(ord(letter) <= _FIRST_PLANE for letter in run.text):
            found |= {at: run.text + after.text, at + 1: ""}
    return found


def _blank(text: str) -> bool:
    return bool(text) and set(text) <= _SPACES


def _instruction(operands: list[Any], operator: str) -> Instruction:
    return pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))


def _runs(given: Sequence[Instruction], fonts: Mapping[str, Mapping[int, str]]) -> Iterator[_Run]:
    run: _Run | None = None
    font: Mapping[int, str] = {}
    piece: _Piece | None = None
    for at, instruction in enumerate(given):
        operator = str(instruction.operator)
        if operator == "BT":
            run = _Run(at, at)
        elif run is None:
            continue
        elif operator == "Tf":
            font = fonts[str(instruction.operands[0])]
        elif operator == "BDC":
            told = str(instruction.operands[1].ActualText)
            piece = _Piece(at, at, told, marked=True, shift=0.0)
            run.pieces.append(piece)
        elif operator == "EMC":
            assert piece is not None
            piece.end, piece = at, None
        elif operator in _SHOWS:
            shown = instruction.operands[0]
            if piece is None:
                told = _said(shown, font)
                run.pieces.append(_Piece(at, at, told, marked=False, shift=_shift(shown)))
            else:
                piece.shift = piece.shift or _shift(shown)
        elif operator == "ET":
            run.end = at
            yield run
            run = None


def _shift(shown: Any) -> float:
    if not isinstance(shown, pikepdf.Array) or isinstance(shown[0], pikepdf.String):
        return 0.0
    # A number, in thousandths of the size of the letters.
    return float(shown[0])


def _said(shown: Any, font: Mapping[int, str]) -> str:
    parts = shown if isinstance(shown, pikepdf.Array) else [shown]
    codes = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
    return "".join(font[int.from_bytes(codes[i : i + 2])] for i in range(0, len(codes), 2))
