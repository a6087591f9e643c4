"""The text of a print is told with its spaces, and nothing that is drawn changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest

from vetcontrol import resources
from vetcontrol.documents import pdf as printing
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document, paragraph
from vetcontrol.documents.pdf import Printed, render_pdf
from vetcontrol.documents.text_layer import with_words
from vetcontrol.documents.vocabulary import words_of

ADDRESS = "https://vetcontrol.example/verify/IP-2027-000001?code=ABCDE-FGHJK"


@pytest.fixture
def drawn(
    specimens: dict[str, Document], cite: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> bytes:
    """An order in Konkani as typst makes it."""
    konkani: Words = words_of(resources.read_toml("languages/kok.toml"), file="languages/kok.toml")
    monkeypatch.setattr(printing, "with_words", lambda pdf: pdf)
    return render_pdf(
        [Printed(specimens["order"], None, ADDRESS)], konkani, cite=cite, government="Goa"
    )


def _pages(pdf: bytes) -> list[bytes]:
    return [page.render(scale=2).to_numpy().tobytes() for page in pypdfium2.PdfDocument(pdf)]


def _read(pdf: bytes) -> str:
    pages = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))
    return " ".join("\n".join(pages).split())


def test_spaces_are_read_and_nothing_drawn_changes(drawn: bytes) -> None:
    told = with_words(drawn)
    assert _pages(told) == _pages(drawn)
    assert _read(told) != _read(drawn)
    assert _read(told).replace(" ", "") == _read(drawn).replace(" ", "")


def test_the_same_file_gives_the_same_bytes(drawn: bytes) -> None:
    assert with_words(drawn) == with_words(drawn)


def test_what_makes_it_an_archive_copy_stays(drawn: bytes) -> None:
    with pikepdf.open(BytesIO(drawn)) as before, pikepdf.open(BytesIO(with_words(drawn))) as after:
        for name in ("/Metadata", "/OutputIntents", "/StructTreeRoot", "/MarkInfo", "/Lang"):
            assert name in after.Root
        assert after.Root.Metadata.read_bytes() == before.Root.Metadata.read_bytes()
        assert after.pdf_version == before.pdf_version
        assert _marks(after) == _marks(before)


def _marks(opened: pikepdf.Pdf) -> list[list[int]]:
    """The marked contents of each page by which its structure finds them."""
    return [
        [
            int(one.operands[1]["/MCID"])
            for one in pikepdf.parse_content_stream(page)
            if str(one.operator) == "BDC" and "/MCID" in one.operands[1]
        ]
        for page in opened.pages
    ]


@pytest.mark.parametrize(
    "words",
    ["लड्डू षट्कोण", "षट्कोण, लड्डू. काका", "काका नाना बाबा हळूहळू", "खड्की", "चिट्की खड्की."],
)
def test_a_cluster_is_read_once_and_letters_twice_where_they_stand_twice(
    words: str, specimens: dict[str, Document]
) -> None:
    konkani = words_of(resources.read_toml("languages/kok.toml"), file="languages/kok.toml")
    document = replace(
        specimens["order"], paragraphs=(paragraph("paragraph.order.grounds", grounds=words),)
    )
    made = render_pdf([Printed(document, None, ADDRESS)], konkani, cite=str, government="Goa")
    assert words in _read(made)


def test_a_sign_beyond_the_next_letter_keeps_the_letters_in_order(
    specimens: dict[str, Document],
) -> None:
    konkani = words_of(resources.read_toml("languages/kok.toml"), file="languages/kok.toml")
    document = replace(
        specimens["order"], paragraphs=(paragraph("paragraph.order.grounds", grounds="द्रुत"),)
    )
    made = render_pdf([Printed(document, None, ADDRESS)], konkani, cite=str, government="Goa")
    # Doubled, as typst tells it (ADR 19), and in order.
    assert "द्रुतद्रु" in _read(made)
