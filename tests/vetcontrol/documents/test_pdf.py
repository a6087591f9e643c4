"""The print: what went in is what a reader of PDF reads out, whatever people wrote into it."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from vetcontrol import resources
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.check_code import check_code
from vetcontrol.documents.content import (
    Addressee,
    Document,
    Personal,
    Place,
    Schedule,
    Signatory,
    canonical,
    checksum,
    paragraph,
)
from vetcontrol.documents.fonts import legible
from vetcontrol.documents.pdf import Printed, render_pdf
from vetcontrol.documents.personal import sealed
from vetcontrol.documents.spoken import Spoken, spoken
from vetcontrol.documents.vocabulary import words_of
from vetcontrol.documents.wording import shown
from vetcontrol.errors import Malformed

ADDRESS = "https://vet.example/verify/NOT-2027-000001?code=ABCDE-FGHJK"
GOVERNMENT = "Government of Goa"
CONJUNCTS = ("क्षत्रिय नियुक्ति", "विचार", "म्हापसा")
SVG = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><path d='M0 0h4v3z'/></svg>"
_BROKEN = re.compile(r"\S{28}")
HOSTILE = [
    "#let x = 1; #x",
    '#eval("1+1") $x^2$ *bold* _it_ `raw` @ref <label>',
    "\\ \\u{41} // /* comment */ [body] {code}",
    "= heading\n- list\n+ enum\n/ term: x",
    "</script><script>alert(1)</script>",
    "{{ 7*7 }} {page} {pages}",
    "\u202egnp.exe\u2066",
    "~ --- ... -? 'quote' \"quote\"",
    "a\tb\r\nc\rd",
    "中文 \ue000 \uffff 😀 क\u0301",
    "x" * 300,
]


@pytest.fixture(scope="module")
def konkani() -> Words:
    return words_of(resources.read_toml("languages/kok.toml"), file="languages/kok.toml")


def _opened(pdf: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf)


def _pages(pdf: bytes) -> list[str]:
    # pdfium marks a hyphen at which a line ends.
    texts = (page.get_textpage().get_text_range() for page in _opened(pdf))
    return [text.replace("\ufffe", "-") for text in texts]


def _plain(text: str) -> str:
    """Without the spaces at which lines break; nothing else is made alike."""
    return re.sub(r"\s+", "", text)


def _words(text: str) -> str:
    """Its words with one space between, a line's end being a space."""
    return " ".join(text.split())


def _said(said: Spoken) -> list[str]:
    texts = [said.statute, said.title, said.number, said.case_number, said.issued, said.signed_at]
    texts += [said.signatory, said.office, said.capacity, said.appointment, said.check_code]
    texts += [said.checksum, *said.addressee, *said.citations, *said.paragraphs, *said.notices]
    texts += [*said.related, *said.clauses, *(part for pair in said.particulars for part in pair)]
    for table in said.tables:
        texts += [table.caption, *table.columns, *(cell for row in table.rows for cell in row)]
    return texts


def _holds(pdf: bytes, said: Spoken) -> None:
    pages = _pages(pdf)
    # What stands at the head and the foot of each page is not part of the running text.
    read = "\n".join(_body(page) for page in pages)
    for wanted in _said(said):
        # A word that is longer than its line is broken.
        alike = _plain if _BROKEN.search(wanted) else _words
        assert alike(legible(wanted)) in alike(read), wanted


def _body(page: str) -> str:
    lines = page.splitlines()
    return "\n".join(line for line in lines if not line.startswith(GOVERNMENT + " "))


def _printed(document: Document, plate: bytes | None = None, corrected_by: str = "") -> Printed:
    return Printed(document, plate, ADDRESS, corrected_by)


def _render(item: Printed | Document, words: Words, cite: Callable[[str], str] = str) -> bytes:
    items = [item if isinstance(item, Printed) else _printed(item)]
    return render_pdf(items, words, cite=cite, government=GOVERNMENT)


def test_every_kind_reads_out_what_went_in(
    specimens: dict[str, Document], english: Words, konkani: Words, cite: Callable[[str], str]
) -> None:
    for document in specimens.values():
        for words in (english, konkani):
            _holds(_render(document, words, cite), spoken(document, words, cite=cite))


def test_conjuncts_come_out_whole(specimens: dict[str, Document], konkani: Words) -> None:
    document = replace(
        specimens["order"],
        paragraphs=tuple(paragraph("paragraph.order.grounds", grounds=w) for w in CONJUNCTS),
    )
    text = "\n".join(_pages(_render(document, konkani)))
    for word in CONJUNCTS:
        assert word in text


def _hostile(text: str, plain: Document) -> Document:
    return replace(
        plain,
        number=text,
        case_number=text,
        related=(text,),
        clauses=(text,),
        disease=text,
        language=text,
        place=Place(text, text, text, text, text),
        addressee=Addressee(text, Personal(text), text),
        signatory=Signatory(text, text, text, text),
        paragraphs=(paragraph("paragraph.order.grounds", grounds=(text, Personal(text))),),
        schedules=(
            Schedule("schedule.conditions", ("column.condition", "column.by"), ((text, (text,)),)),
        ),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_only_text(
    text: str, specimens: dict[str, Document], english: Words
) -> None:
    document = _hostile(text, specimens["order"])
    pdf = render_pdf([_printed(document)], english, cite=str, government=text)
    read = _plain("".join(_pages(pdf)))
    assert read.count(_plain(legible(shown(text)))) >= 15


LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")


@settings(max_examples=60, deadline=None)
@given(text=st.text(LETTERS, min_size=1, max_size=40).filter(lambda text: bool(text.strip())))
def test_any_text_can_be_printed(text: str, specimens: dict[str, Document], english: Words) -> None:
    """No text of a person can keep a paper from being drawn."""
    assert _render(_hostile(text, specimens["order"]), english).startswith(b"%PDF-1.7")


def test_a_long_word_stays_on_the_paper(specimens: dict[str, Document], english: Words) -> None:
    pdf = _opened(_render(_hostile("x" * 300, specimens["order"]), english))
    for page in pdf:
        text = page.get_textpage()
        right = max(text.get_charbox(at)[2] for at in range(text.count_chars()))
        assert right <= page.get_width() - 22 / 25.4 * 72 + 1


def test_the_file_says_what_it_is(specimens: dict[str, Document], english: Words) -> None:
    """The XMP part names PDF/A-2a and PDF/UA-1, and the day is that of the instrument."""
    pdf = _render(_printed(specimens["premises_notice"], SVG), english)
    xmp = re.search(rb"<x:xmpmeta.*?</x:xmpmeta>", pdf, re.DOTALL)
    assert xmp is not None
    for part in (
        b"<pdfaid:part>2</pdfaid:part>",
        b"<pdfaid:conformance>A</pdfaid:conformance>",
        b"<pdfuaid:part>1</pdfuaid:part>",
        b"<xmp:CreateDate>2027-01-05",
    ):
        assert part in xmp[0]
    opened = _opened(pdf)
    title = opened.get_metadata_value("Title")
    assert title == "NOT/2027/000001 – Notice of declaration as an infected place"
    assert opened.get_metadata_value("Author") == GOVERNMENT
    assert opened.is_tagged()


def test_the_language_is_stated(specimens: dict[str, Document], konkani: Words) -> None:
    assert b"kok-IN" in _render(specimens["order"], konkani)


ELSEWHERE = """
import hashlib, sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/../../plugins"]
from conftest import all_specimens
from vetcontrol import resources
from vetcontrol.documents.pdf import Printed, render_pdf
from vetcontrol.documents.vocabulary import words_of
words = words_of(resources.read_toml("languages/kok.toml"), file="kok")
document = all_specimens()["notification"]
plate = sys.argv[3].encode()
made = render_pdf(
    [Printed(document, plate, sys.argv[2])], words, cite=str, government="Government of Goa"
)
print(hashlib.sha256(made).hexdigest())
"""


def test_the_same_content_gives_the_same_bytes(
    specimens: dict[str, Document], konkani: Words
) -> None:
    here = _render(_printed(specimens["notification"], SVG), konkani)
    command = [sys.executable, "-c", ELSEWHERE, str(Path(__file__).parent), ADDRESS, SVG.decode()]
    there = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert there == hashlib.sha256(here).hexdigest()
    other = replace(specimens["notification"], salt="another")
    assert _render(_printed(other, SVG), konkani) != here


def test_each_instrument_counts_its_own_pages(
    specimens: dict[str, Document], english: Words
) -> None:
    long = replace(
        specimens["declaration"],
        schedules=tuple(
            replace(schedule, rows=schedule.rows * 60)
            for schedule in specimens["declaration"].schedules[:1]
        ),
    )
    items = [_printed(specimens["appointment_surgeon"]), _printed(long), _printed(long)]
    pages = _pages(render_pdf(items, english, cite=str, government=GOVERNMENT))
    numbers = [re.findall(r"Page (\d+) of (\d+)", page) for page in pages]
    assert all(len(found) == 1 for found in numbers)
    counted = [(int(page), int(of)) for ((page, of),) in numbers]
    each = len(pages) // 2
    assert each >= 3
    assert counted == [(1, 1), *[(n, each) for n in range(1, each + 1)] * 2]
    for page, of in zip(pages[1:], counted[1:], strict=True):
        assert page.count("DEC/2027/000005") >= 1
        # A long table says on every page what its columns are.
        assert ("Deciding part" in page) is (of[0] > 1)


def test_numbers_stand_under_one_another(specimens: dict[str, Document], english: Words) -> None:
    page = _opened(_render(specimens["declaration"], english))[1].get_textpage()
    right = {}
    for text in ("812.500 m", "1,609.344 m"):
        at = page.search(text).get_next()
        assert at is not None
        right[text] = page.get_charbox(at[0] + at[1] - 1)[2]
    first, second = right.values()
    assert first == pytest.approx(second, abs=0.01)


def _box(page: pypdfium2.PdfPage, words: str) -> tuple[float, float]:
    """From where to where the first `words` of the page reach."""
    text = page.get_textpage()
    found = text.search(words).get_next()
    assert found is not None, words
    boxes = [text.get_charbox(at) for at in range(found[0], found[0] + found[1])]
    return min(box[0] for box in boxes), max(box[2] for box in boxes)


@pytest.mark.parametrize("long", ["S. Gaonkar", "Village " * 20, "x" * 120])
def test_no_column_is_written_over_the_next(
    long: str, specimens: dict[str, Document], english: Words
) -> None:
    document = specimens["report_without_radius"]
    steps = document.schedules[0]
    row = (steps.rows[0][0], "ORD/WWWW/MMMMMM", *steps.rows[0][2:-1], long)
    crowded = replace(document, schedules=(replace(steps, rows=(row,)),))
    page = next(p for p in _opened(_render(crowded, english)) if "MMMMMM" in _read(p))
    assert _box(page, "ORD/WWWW/MMMMMM")[1] < _box(page, "4\u00a0January\u00a02027 at 08:00")[0]


def _read(page: pypdfium2.PdfPage) -> str:
    text: str = page.get_textpage().get_text_range()
    return text


def test_a_boundary_of_many_corners_stands_in_two_columns(
    specimens: dict[str, Document], english: Words, konkani: Words
) -> None:
    document = specimens["amendment"]
    boundary = document.schedules[0]
    many = tuple((1, row[1], at, *row[3:]) for at, row in enumerate(boundary.rows * 30, 1))
    long = replace(document, schedules=(replace(boundary, rows=many),))
    for words in (english, konkani):
        counts = [page.count("°") for page in _pages(_render(long, words))]
        assert sum(counts) == 2 * len(many)
        # A page takes some fifty rows one under the other.
        assert max(counts) >= 2 * 2 * 50


def test_the_expert_signs_below_the_signature_of_the_certificate(
    specimens: dict[str, Document], english: Words
) -> None:
    text = "".join(_pages(_render(specimens["record_certificate"], english)))
    parts = ("11. I state this", "12. Date, time", "Signature and seal", "13. Part B", "14. Its")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_a_signature_never_stands_on_a_page_alone(
    specimens: dict[str, Document], english: Words
) -> None:
    for lines in range(20, 50, 3):
        grounds = paragraph("paragraph.order.grounds", grounds="word " * 14 * lines)
        *first, last = specimens["order"].paragraphs
        pages = _pages(_render(replace(specimens["order"], paragraphs=(grounds, last)), english))
        (signed,) = [page for page in pages if "Signature and seal" in page]
        assert "While this declaration is in force" in signed
        assert first


def test_a_corrected_paper_says_so_above_everything_on_every_page(
    specimens: dict[str, Document], english: Words
) -> None:
    item = _printed(specimens["declaration"], SVG, "COR/2027/000003")
    for page in _pages(_render(item, english)):
        assert page.startswith("Corrected by COR/2027/000003")
    assert "Corrected by" not in "".join(_pages(_render(specimens["declaration"], english)))


def test_a_text_that_is_withheld_is_said_to_be(
    specimens: dict[str, Document], english: Words
) -> None:
    document = sealed(specimens["premises_notice"], lambda _: "digest")
    hidden = replace(
        document, addressee=Addressee("Owner", Personal(None, "digest"), Personal(None, "digest"))
    )
    text = "".join(_pages(_render(hidden, english)))
    assert text.count("[withheld]") == 2
    assert "House 12" not in text
    assert checksum(canonical(hidden)) in text


def test_a_translation_says_that_it_is_one(
    specimens: dict[str, Document], english: Words, konkani: Words
) -> None:
    said = spoken(specimens["order"], konkani, cite=str)
    assert said.notices == [
        konkani.say("label.translated", original="इंग्लीश"),
        konkani.say("label.unchecked"),
    ]
    checked = replace(konkani, checked_by_speaker=True)
    assert len(spoken(specimens["order"], checked, cite=str).notices) == 1
    assert spoken(specimens["order"], english, cite=str).notices == []


def _scanned(pdf: bytes, page: int) -> Image.Image:
    """The page as a scanner sees it: 150 dpi, grey, and laid in askew by 4 degrees."""
    drawn = _opened(pdf)[page].render(scale=150 / 72).to_pil().convert("L")
    return drawn.rotate(4, resample=Image.Resampling.BILINEAR, expand=True, fillcolor=255)


def test_the_qr_is_read_from_a_scan(specimens: dict[str, Document], english: Words) -> None:
    document = specimens["premises_notice"]
    address = (
        "https://animal-husbandry.goa.gov.example/verify/NOT-2027-000001"
        f"?code={check_code(checksum(canonical(document)))}"
    )
    pdf = render_pdf([Printed(document, None, address)], english, cite=str, government=GOVERNMENT)
    (found,) = zxingcpp.read_barcodes(_scanned(pdf, 0))
    assert found.text == address
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    # Without its quiet zone it is drawn from corner to corner at least 22 mm wide.
    corners = [found.position.top_left, found.position.top_right, found.position.bottom_right]
    for one, next_ in pairwise(corners):
        side = ((one.x - next_.x) ** 2 + (one.y - next_.y) ** 2) ** 0.5
        assert side / 150 * 25.4 >= 22
    # What is printed beside it is what it says.
    assert _plain(address) in _plain("".join(_pages(pdf)))


def test_the_qr_of_every_kind_is_read_from_a_scan(
    specimens: dict[str, Document], konkani: Words
) -> None:
    kinds = {document.kind: document for document in specimens.values()}
    for document in kinds.values():
        address = f"{ADDRESS}&number={document.number}"
        item = Printed(document, SVG, address)
        pdf = render_pdf([item], konkani, cite=str, government=GOVERNMENT)
        scans = (_scanned(pdf, at) for at in range(len(_opened(pdf))))
        found = next(codes for codes in map(zxingcpp.read_barcodes, scans) if codes)
        assert [code.text for code in found] == [address], document.kind


def test_a_plate_comes_after_all_words_with_the_record_before_it(
    specimens: dict[str, Document], english: Words
) -> None:
    pages = _pages(_render(_printed(specimens["premises_notice"], SVG), english))
    text = "".join(pages)
    parts = ("Signature and seal", "Checksum (SHA-256)", "Map to NOT/2027/000001")
    assert [text.index(part) for part in parts] == sorted(text.index(part) for part in parts)
    assert "Map to" not in pages[0]
    assert text.index("Map to NOT/2027/000001") < text.index("The map is a picture")
    with pytest.raises(Malformed, match="neither PNG nor SVG"):
        _render(_printed(specimens["order"], b"<html>"), english)


def test_nothing_to_print_is_refused(english: Words) -> None:
    with pytest.raises(Malformed, match="choose what to print"):
        render_pdf([], english, cite=str, government=GOVERNMENT)
