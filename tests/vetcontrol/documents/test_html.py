"""The page of an instrument: complete, accessible, and inert whatever people wrote into it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vetcontrol.documents.catalogue import Words
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
from vetcontrol.documents.html import render_html
from vetcontrol.documents.personal import sealed
from vetcontrol.documents.wording import shown
from vetcontrol.errors import Malformed
from vetcontrol.faults import DataError

VOID = {"meta", "link", "br", "img"}
ALLOWED = VOID | {
    *("html", "head", "title", "body", "main", "header", "footer", "section", "p", "h1", "h2"),
    *("dl", "div", "dt", "dd", "ol", "li", "span", "strong", "time", "table", "caption", "thead"),
    *("tbody", "tr", "th", "td", "figure", "figcaption", "code", "nav", "a"),
}
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "rel", "href", "class", "id", "aria-labelledby"),
    *("datetime", "scope", "src", "alt", "aria-label", "tabindex", "start"),
    *("hreflang", "aria-current"),
}
HOSTILE = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7*7 }}{% include 'x' %}{# #}",
    "${alert(1)}`",
    "javascript:alert(1)",
    "<!-- --><style>*{display:none}</style>",
    "&lt;b&gt;&#60;script&#62;",
    "</table></main><form action=//evil>",
    "\u202egnp.exe\u2066",
]


class Page(HTMLParser):
    """The page as a browser's parser sees it: elements in order, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def _inert(html: str) -> Page:
    page = Page(html)
    assert page.open == []
    assert page.text == shown(page.text)
    for tag, attributes in page.elements:
        assert tag in ALLOWED
        assert set(attributes) <= ATTRIBUTES
    assert [link["href"] for link in page.all("link")] == ["/static/document.css"]
    return page


def test_every_instrument_is_a_complete_page(
    specimens: dict[str, Document], english: Words, cite: Callable[[str], str]
) -> None:
    for document in specimens.values():
        html = render_html(document, english, cite=cite)
        page = _inert(html)
        assert html.startswith("<!doctype html>")
        assert page.all("html") == [{"lang": "en"}]
        assert [len(page.all(tag)) for tag in ("title", "h1", "main")] == [1, 1, 1]
        assert len(page.all("caption")) == len(page.all("table")) == len(document.schedules)
        assert {cell["scope"] for cell in page.all("th")} <= {"col", "row"}
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert len(ids) == len(set(ids))
        named = {a["aria-labelledby"] for _, a in page.elements if "aria-labelledby" in a}
        assert named <= set(ids)
        for said in (
            english.say(document.title),
            document.number,
            document.case_number,
            document.signatory.name,
            document.signatory.appointment,
            checksum(canonical(document)),
            *document.clauses,
            *map(cite, document.clauses),
            english.say(f"statute.{document.statute}"),
        ):
            assert said in page.text


def test_a_notice_reads_as_it_should(
    specimens: dict[str, Document], english: Words, cite: Callable[[str], str]
) -> None:
    page = Page(render_html(specimens["premises_notice"], english, cite=cite))
    text = re.sub(r"\s+", " ", page.text)
    for said in (
        "A. Naik",
        "Khandepar",
        "5 January 2027",
        "812.500 m",
        "1,609.344 m",
        "Made under section 11(3)",
        "Veterinary Surgeon",
        "Appointment: APP/000002",
        "IP/2027/000012",
        "74.0100000° E, 15.4000000° N",
    ):
        assert said in text


def test_who_acts_for_another_says_so(
    specimens: dict[str, Document], english: Words, cite: Callable[[str], str]
) -> None:
    text = Page(render_html(specimens["order_by_surgeon"], english, cite=cite)).text
    assert "Veterinary Surgeon, acting as Inspector" in text


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


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_only_text(
    text: str, specimens: dict[str, Document], english: Words
) -> None:
    document = _hostile(text, specimens["order"])
    page = _inert(render_html(document, english, cite=str))
    assert page.text.count(shown(text)) >= 15
    assert "49" not in page.text.replace(checksum(canonical(document)), "")


@settings(max_examples=60)
@given(
    text=st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1
    ).filter(lambda text: bool(text.strip()))
)
def test_any_text_comes_out_as_it_went_in(
    text: str, specimens: dict[str, Document], english: Words
) -> None:
    page = _inert(render_html(_hostile(text, specimens["order"]), english, cite=str))
    assert _squeezed(shown(text)) in _squeezed(page.text)


def test_a_place_that_is_withheld_is_said_to_be(
    specimens: dict[str, Document], english: Words, cite: Callable[[str], str]
) -> None:
    document = sealed(specimens["premises_notice"], lambda _: "digest")
    hidden = replace(
        document, addressee=Addressee("Owner", Personal(None, "digest"), Personal(None, "digest"))
    )
    text = Page(render_html(hidden, english, cite=cite)).text
    assert "[withheld]" in text
    assert checksum(canonical(hidden)) in text


def test_another_language_says_that_it_is_a_translation(
    specimens: dict[str, Document], english: Words, cite: Callable[[str], str]
) -> None:
    issued_in_konkani = replace(specimens["order"], language="gom")
    page = Page(render_html(issued_in_konkani, english, cite=cite))
    assert "issued in gom" in page.text
    assert page.all("html") == [{"lang": "en"}]


@pytest.mark.parametrize(
    ("plate", "media"),
    [
        (b"\x89PNG\r\n\x1a\nrest", "image/png"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        (b"<?xml version='1.0'?><svg/>", "image/svg+xml"),
    ],
)
def test_a_plate_is_a_picture_with_words(
    plate: bytes,
    media: str,
    specimens: dict[str, Document],
    english: Words,
    cite: Callable[[str], str],
) -> None:
    page = _inert(render_html(specimens["declaration"], english, cite=cite, plate=plate))
    (picture,) = page.all("img")
    assert (picture["src"] or "").startswith(f"data:{media};base64,")
    assert picture["alt"] == "Map to DEC/2027/000005"


def test_a_plate_of_another_kind_is_refused(
    specimens: dict[str, Document], english: Words, cite: Callable[[str], str]
) -> None:
    with pytest.raises(Malformed, match="neither PNG nor SVG"):
        render_html(specimens["declaration"], english, cite=cite, plate=b"<html>")


def test_a_key_without_words_is_a_fault(
    specimens: dict[str, Document], english: Words, cite: Callable[[str], str]
) -> None:
    strange = replace(specimens["order"], title="title.decree")
    with pytest.raises(DataError, match=r"title\.decree"):
        render_html(strange, english, cite=cite)


def test_the_style_sheet_asks_nothing_of_others() -> None:
    css = (Path(__file__).parents[3] / "api" / "static" / "document.css").read_text()
    assert "@import" not in css
    addresses = re.findall(r"url\(([^)]*)\)", css)
    assert addresses
    assert all(address.startswith('"/static/vendor/noto-') for address in addresses)
    assert "@page" in css
    assert "A4" in css
