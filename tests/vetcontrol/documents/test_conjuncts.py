"""Conjuncts on paper look as Chromium draws the same words in the same font.

Shown on an order. All kinds are set by one template in the same fonts, and `test_pdf` reads the
words of every kind back in both languages.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Addressee, Document, Place
from vetcontrol.documents.fonts import folder
from vetcontrol.documents.pdf import Printed, render_pdf

WORDS = ("क्षत्रिय", "नियुक्ति", "विचार", "म्हापसा", "सांबाळून", "अधिसुचोवणी", "उद्घाटन", "श्रद्धा")
# Of the ink of either picture, laid over each other at the same width, this share is common to
# both. Drawing by another program leaves 0.85 and more; the wrong shapes below leave at most 0.71.
ALIKE = 0.8
SCALE = 16.0
WIDTH = 400
FONT = "NotoSansDevanagari[wght].ttf"
Ink = NDArray[np.bool_]


def _ink(picture: Image.Image) -> Ink:
    """Where there is ink, cut to it and scaled to one width."""
    dark = np.asarray(picture.convert("L")) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    cut = picture.crop((columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)).convert("L")
    height = max(1, round(cut.height * WIDTH / cut.width))
    return np.asarray(cut.resize((WIDTH, height), Image.Resampling.BOX)) < 128


def _alike(one: Ink, other: Ink) -> float:
    """The common share of the ink, the two laid together at their upper edge."""
    height = max(len(one), len(other))
    laid = [np.pad(ink, ((0, height - len(ink)), (0, 0))) for ink in (one, other)]
    return float((laid[0] & laid[1]).sum() / (laid[0] | laid[1]).sum())


def _on_paper(word: str, document: Document, words: Words) -> Ink:
    """The word as the print has it, where the place is named."""
    plain = replace(document, place=Place("x", village=word), addressee=Addressee("x"))
    item = Printed(plain, None, "https://vet.example/verify/X?code=Y")
    pdf = render_pdf([item], words, cite=str, government="Government of Goa")
    page = pypdfium2.PdfDocument(pdf)[0]
    text = page.get_textpage()
    start, count = text.search(word).get_next()
    boxes = [text.get_charbox(at, loose=True) for at in range(start, start + count)]
    left, right = min(b[0] for b in boxes) - 1, max(b[2] for b in boxes) + 3
    middle = (min(b[1] for b in boxes) + max(b[3] for b in boxes)) / 2
    drawn = page.render(scale=SCALE).to_pil()
    top, bottom = page.get_height() - middle - 7.0, page.get_height() - middle + 7.0
    return _ink(drawn.crop([round(edge * SCALE) for edge in (left, top, right, bottom)]))


@pytest.fixture
def in_chromium(page: Page) -> Callable[..., Ink]:
    """Draws a word in Chromium with the file that papers are set in."""
    font = base64.b64encode((folder() / FONT).read_bytes()).decode()

    def draw(word: str, style: str = "") -> Ink:
        page.set_content(
            f"<style>@font-face {{ font-family: N; src: url(data:font/ttf;base64,{font}) }}"
            f"p {{ font: 160px N; margin: 60px; white-space: nowrap; width: max-content; {style} }}"
            "</style><p></p>"
        )
        page.locator("p").evaluate("(p, word) => { p.textContent = word }", word)
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.fonts.check('160px N')")
        return _ink(Image.open(io.BytesIO(page.screenshot(full_page=True))))

    return draw


def test_conjuncts_look_as_a_browser_draws_them(
    specimens: dict[str, Document], english: Words, in_chromium: Callable[..., Ink]
) -> None:
    for word in WORDS:
        found = _alike(_on_paper(word, specimens["order"], english), in_chromium(word))
        assert found >= ALIKE, (word, found)


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        # Held apart by a joiner that forbids the conjunct; in the order of typing; not joined.
        ("क्षत्रिय", "क्\u200cषत्\u200cरिय"),
        ("नियुक्ति", "नियुक्\u200cति"),
        ("म्हापसा", "म\u200c्हापसा"),
        ("विचार", "चिवार"),
        ("श्रद्धा", "श्\u200cरद्\u200cधा"),
    ],
)
def test_a_word_shaped_wrongly_is_told(
    word: str,
    wrong: str,
    specimens: dict[str, Document],
    english: Words,
    in_chromium: Callable[..., Ink],
) -> None:
    assert _alike(_on_paper(word, specimens["order"], english), in_chromium(wrong)) < ALIKE


def test_without_the_joining_features_it_is_told(
    specimens: dict[str, Document], english: Words, in_chromium: Callable[..., Ink]
) -> None:
    apart = in_chromium("क्षत्रिय", "font-feature-settings: 'akhn' 0, 'half' 0, 'cjct' 0, 'rkrf' 0")
    assert _alike(_on_paper("क्षत्रिय", specimens["order"], english), apart) < ALIKE
