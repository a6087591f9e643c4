"""Tables for spreadsheets, in which no text of people can become a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.responses import Response

from vetcontrol.documents.wording import shown

# What spreadsheets take for the beginning of a formula, also behind white space.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def inert_cell(words: str) -> str:
    """`words` as a cell that a spreadsheet shows and never computes."""
    begins = words.lstrip(" \u00a0\ufeff")
    return f"'{words}" if begins.startswith(_FORMULA) else words


def _readable(words: str) -> str:
    return inert_cell(shown(words.replace("\r\n", "\n")))


def csv_answer(name: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Response:
    """The table as a download; with a byte order mark, so that Excel reads it as UTF-8.
    Invisible characters are made visible."""
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows([_readable(cell) for cell in row] for row in rows)
    return Response(
        written.getvalue().encode("utf-8-sig"),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
