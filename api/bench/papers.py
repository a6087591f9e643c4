"""What a paper costs: one notice, and a thousand notices of one declaration in files of fifty.

Ours: from the typed content to the bytes of the PDF, with its QR and its map plate; the plates of
a file share one drawing, as they do when a case is printed. Floor: typst alone with the same
fonts and standards; for one notice an empty page, for a thousand a page for each with the same
sentences as plain paragraphs, without letterhead, table, QR, map and page numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any, Final

import orjson
import shapely
import typst

from api.bench.measure import Pair
from api.languages import ENGLISH, cite_in, words_in
from api.notices import PART
from maps.plate import Ground, Plate, Shown, Subject, draw
from maps.plate_mark import Mark
from vetcontrol.documents import instruments as make
from vetcontrol.documents.content import Addressee, Document, Personal, Place, Signatory, Word
from vetcontrol.documents.fonts import FAMILIES, fonts
from vetcontrol.documents.pdf import STANDARDS, Printed, render_pdf
from vetcontrol.documents.spoken import spoken

THOUSAND: Final = 1_000
AT: Final = datetime(2027, 1, 4, 3, 0, tzinfo=UTC)
MILE_M: Final = 1609.344
INFECTED: Final = shapely.Point(74.0, 15.42)
_NOTHING: Final = """
#set document(title: "Empty")
#set page(paper: "a4")
#set text(font: {})
#json("data.json")
"""
_PLAIN: Final = """
#set document(title: "Plain")
#set page(paper: "a4")
#set text(font: {})
#for one in json("data.json") {{ for said in one {{ par(said) }}; pagebreak(weak: true) }}
"""


def notice(at: int) -> Document:
    """The notice of one of the premises about the infected place."""
    here = shapely.Point(74.0 + (at % 40 - 20) / 2_000, 15.42 + (at // 40 % 40 - 20) / 2_000)
    number = f"PR/{at:06d}"
    return make.premises_notice(
        number=f"NTC/2027/{at:06d}",
        case_number="IP/2027/000001",
        declaration_number="DEC/2027/000001",
        declared_at=AT,
        order_number="ORD/2027/000001",
        disease="Foot and mouth disease",
        place=Place(Personal(f"Dairy {at}"), "Curti", "Ponda", "South Goa", number),
        infected_place=Place("Cattle shed of the bench", "Curti", "Ponda", "South Goa"),
        radius_m=MILE_M,
        distance_m=800.0 + at / 1_000,
        addressee=Addressee(Word("role.owner"), Personal(f"Keeper {at}"), Personal("Curti")),
        signed_at=AT,
        signatory=Signatory("V. Surgeon", Word("office.veterinary_surgeon"), "APT/2026/000002"),
        animals={"cattle": 4, "goat": 9},
        geometry={"type": "Point", "coordinates": [here.x, here.y]},
    )


def printed(documents: Sequence[Document]) -> bytes:
    """Ours: the file of these notices, their plates from one drawing."""
    words = words_in(ENGLISH)
    radius = shapely.Point(INFECTED).buffer(0.0145)
    subject = Subject(
        "Notice",
        AT,
        (Shown("infected_place", INFECTED), Shown("radius_outline", radius)),
        mark="own_place",
    )
    plate = draw(subject, Ground(), words)
    items = [_item(document, plate) for document in documents]
    return render_pdf(items, words, cite=cite_in(words), government="Government of Goa")


def _item(document: Document, plate: Plate) -> Printed:
    assert document.geometry is not None
    own = shapely.Point(document.geometry["coordinates"])
    address = f"https://vet.example/verify/{document.number.replace('/', '-')}?code=ABCDE-FGHJK"
    return Printed(document, plate.marked(Mark(own), document.number), address)


def _compiled(source: str, texts: Iterator[Any]) -> Callable[[], bytes]:
    """Compiles `source` with the next of `texts` as its data: typst keeps what it drew before."""
    families = "(" + ", ".join(f'"{name}"' for name in FAMILIES) + ")"
    written = source.format(families).encode()
    compiled: Any = typst.compile
    return lambda: compiled(
        {"main.typ": written, "data.json": orjson.dumps(next(texts))},
        font_paths=fonts(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=STANDARDS,
    )


def _sentences(documents: Sequence[Document]) -> list[list[str]]:
    words = words_in(ENGLISH)
    cite = cite_in(words)
    return [list(spoken(document, words, cite=cite).paragraphs) for document in documents]


def _in_parts(documents: Sequence[Document]) -> int:
    """The bytes of all files, which are drawn one after the other."""
    starts = range(0, len(documents), PART)
    return sum(len(printed(documents[start : start + PART])) for start in starts)


def one_notice() -> Pair:
    """One notice with its plate."""
    serial = count(1)
    return Pair(
        "pdf.notice",
        "none",
        f"a notice of A4 with its map, {len(printed([notice(0)])):,} bytes",
        [(lambda: printed([notice(next(serial))]), _compiled(_NOTHING, map(str, count())))],
        ("floor a page with one number, of the same fonts and standards; ours draws the map too",),
    )


def thousand_notices() -> Pair:
    """A thousand notices of one declaration, as they are printed: in parts."""
    files = ([notice(file * THOUSAND + at) for at in range(THOUSAND)] for file in count())
    # Put into words beforehand: the floor is typst's alone.
    texts = iter([_sentences(next(files)) for _ in range(MOST["pdf.notices_1000"] + 1)])
    return Pair(
        "pdf.notices_1000",
        "none",
        f"{THOUSAND:,} notices of A4 with their maps, {PART} in a file",
        [(lambda: _in_parts(next(files)), _compiled(_PLAIN, texts))],
        ("floor a page of plain paragraphs for each, the same words",),
    )


PAPERS: Mapping[str, Callable[[], Pair]] = {
    "pdf.notice": one_notice,
    "pdf.notices_1000": thousand_notices,
}
MOST: Final = {"pdf.notices_1000": 3}
"""How often the long ones are measured."""
