"""The bench of papers asks ours and the floor for the same words, anew each time."""

from __future__ import annotations

import pypdfium2
import pytest

from api.bench import papers
from api.bench.measure import measure


def _text(pdf: object) -> str:
    assert isinstance(pdf, bytes)
    pages = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def test_a_notice_with_its_map_and_a_floor() -> None:
    pair = papers.one_notice()
    ((ours, floor),) = pair.calls
    first, second = _text(ours()), _text(ours())
    assert "NTC/2027/000001" in first
    assert "NTC/2027/000002" in second
    assert "Map to NTC/2027/000001" in first
    assert (_text(floor()), _text(floor())) == ("0", "1")
    result = measure(pair, 3)
    assert result["name"] == "pdf.notice"
    assert result["ratio"] > 1


def test_many_notices_and_a_floor_of_the_same_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers, "THOUSAND", 5)
    monkeypatch.setattr(papers, "PART", 2)
    ((ours, floor),) = papers.thousand_notices().calls
    size = ours()
    assert isinstance(size, int)
    assert size > 5 * 50_000
    plain = _text(floor())
    assert plain.count("Your premises lie") == 5
    assert set(papers.PAPERS) == {"pdf.notice", "pdf.notices_1000"}
