"""Short papers on few pages, in every language: short schedules whole, the map after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pypdfium2  # type: ignore[import-untyped]
import pytest

from api.languages import catalogues
from vetcontrol.documents.content import Document, Schedule
from vetcontrol.documents.pdf import Printed, render_pdf
from vetcontrol.documents.spoken import spoken

# As high for its width as the maps of papers.
PLATE = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 163 185'><path d='M0 0h9v9z'/></svg>"
Cite = Callable[[str], str]


def _pages(document: Document, language: str, cite: Cite, plate: bytes | None) -> list[str]:
    item = Printed(document, plate, "https://vet.example/verify/NOT-2027-000001")
    pdf = render_pdf([item], catalogues()[language], cite=cite, government="Government of Goa")
    opened = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range() for page in opened]


def _rows(document: Document, rows: int, length: int = 8) -> Document:
    cells = tuple((f"{at:03d}", f"row-{at:03d} " + "words " * length) for at in range(rows))
    columns = ("column.serial", "column.condition")
    return replace(document, schedules=(Schedule("schedule.further_conditions", columns, cells),))


@pytest.mark.parametrize("language", ["en", "kok"])
def test_a_notice_with_its_map_takes_two_pages(
    specimens: dict[str, Document], cite: Cite, language: str
) -> None:
    document = specimens["premises_notice"]
    assert document.schedules
    pages = _pages(document, language, cite, PLATE)
    said = spoken(document, catalogues()[language], cite=cite)
    assert len(pages) == 2
    assert said.tables[-1].rows[-1][0] in pages[0]
    assert said.plate_of in pages[1]


@pytest.mark.parametrize("language", ["en", "kok"])
def test_a_short_schedule_stands_on_one_page(
    specimens: dict[str, Document], cite: Cite, language: str
) -> None:
    for rows in range(4, 15, 2):
        pages = _pages(_rows(specimens["licence"], rows), language, cite, None)
        (first,) = [at for at, page in enumerate(pages) if "row-000" in page]
        (last,) = [at for at, page in enumerate(pages) if f"row-{rows - 1:03d}" in page]
        assert first == last


def test_a_schedule_of_few_long_rows_still_runs_on(
    specimens: dict[str, Document], cite: Cite
) -> None:
    pages = _pages(_rows(specimens["licence"], 6, 500), "en", cite, None)
    for at in range(6):
        assert any(f"row-{at:03d}" in page for page in pages)
    assert sum(page.count("words") for page in pages) == 6 * 500
    assert len(pages) > 2


@pytest.mark.parametrize("language", ["en", "kok"])
def test_a_map_follows_a_small_schedule_that_went_over(
    specimens: dict[str, Document], cite: Cite, language: str
) -> None:
    document = _rows(specimens["premises_notice"], 8, 3)
    pages = _pages(document, language, cite, PLATE.replace(b"185", b"110"))
    assert len(pages) == 2
    assert "row-000" in pages[1]
    assert spoken(document, catalogues()[language], cite=cite).plate_of in pages[1]
