"""What a paper costs: one notice, and a thousand notices of one declaration in one file.

Ours: from the typed content to the bytes of the PDF, with its QR and its map plate; the plates of
the thousand share one drawing, as those of a declaration do. Floor: typst alone with the same
fonts and standards; for one notice an empty page, for a thousand a page for each with the same
sentences as plain paragraphs, without letterhead, table, QR, map and page numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import orjson
import shapely
import typst

from api.bench.measure import Pair
from api.languages import ENGLISH, cite_in, words_in
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
_NOTHING: Final = '#set document(title: "Empty")\n#set page(paper: "a4")\n#set text(font: {})\n~'
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


def _compiled(source: str, data: Any = None) -> Callable[[], bytes]:
    families = "(" + ", ".join(f'"{name}"' for name in FAMILIES) + ")"
    files = {"main.typ": source.format(families).encode(), "data.json": orjson.dumps(data)}
    compiled: Any = typst.compile
    return lambda: compiled(
        files,
        font_paths=fonts(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=STANDARDS,
    )


def one_notice() -> Pair:
    """One notice with its plate."""
    document = notice(1)
    size = f"one notice of A4, {len(printed([document])):,} bytes"
    return Pair(
        "pdf.notice",
        "none",
        size,
        [(lambda: printed([document]), _compiled(_NOTHING))],
        ("floor an empty page of the same fonts and standards; ours draws the map too",),
    )


def thousand_notices() -> Pair:
    """A thousand notices of one declaration in one file."""
    documents = [notice(at) for at in range(1, THOUSAND + 1)]
    words = words_in(ENGLISH)
    sentences = [
        list(spoken(document, words, cite=cite_in(words)).paragraphs) for document in documents
    ]
    return Pair(
        "pdf.notices_1000",
        "none",
        f"{THOUSAND:,} notices of A4, {len(printed(documents)):,} bytes",
        [(lambda: printed(documents), _compiled(_PLAIN, sentences))],
        ("floor a page of plain paragraphs for each, the same words",),
    )


PAPERS: Mapping[str, Callable[[], Pair]] = {
    "pdf.notice": one_notice,
    "pdf.notices_1000": thousand_notices,
}
MOST: Final = {"pdf.notices_1000": 3}
"""How often the long ones are measured."""
