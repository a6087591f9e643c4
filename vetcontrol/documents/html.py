"""An instrument as a page: complete, accessible, printable on A4, with everything escaped."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from vetcontrol.documents.catalogue import Message, Words, message
from vetcontrol.documents.content import Document, Position, Schedule, Value, canonical, checksum
from vetcontrol.documents.values import Metres, SquareMetres
from vetcontrol.documents.wording import Speaker, shown
from vetcontrol.errors import Malformed

LABELS: Final = (
    "number",
    "case",
    "related",
    "date",
    "to",
    "place",
    "premises",
    "village",
    "taluka",
    "district",
    "position",
    "disease",
    "made_under",
    "particulars",
    "signed",
    "acting_as",
    "appointment",
    "signature",
    "record",
    "checksum",
    "checksum_note",
    "clauses",
    "plate",
)

MESSAGES: Final[tuple[Message, ...]] = (
    *(message(f"label.{name}") for name in LABELS),
    message("label.translated", "original"),
    message("label.corrected", "correction"),
    message("label.schedule", "serial", "caption"),
    message("label.plate_of", "number"),
)

_PLATES: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"<svg", "image/svg+xml"),
    (b"<?xml", "image/svg+xml"),
)


def _finalize(value: Any) -> Any:
    # Markup is the templates' own; text may be from people, so what hides in it is shown.
    return value if hasattr(value, "__html__") or not isinstance(value, str) else shown(value)


_PAGES: Final = Environment(
    loader=PackageLoader("vetcontrol.documents", ""),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_finalize,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _plate_address(plate: bytes) -> str:
    for start, media_type in _PLATES:
        if plate.startswith(start):
            return f"data:{media_type};base64,{base64.b64encode(plate).decode('ascii')}"
    raise Malformed.field("plate", "is neither PNG nor SVG; draw the map plate as one of them")


def _is_figures(column: Sequence[Value]) -> bool:
    stated = [value for value in column if value is not None]
    return bool(stated) and all(
        isinstance(value, int | float | Metres | SquareMetres) for value in stated
    )


def _table(schedule: Schedule, serial: int, speaker: Speaker) -> dict[str, Any]:
    words = speaker.words
    caption = words.say("label.schedule", serial=str(serial), caption=words.say(schedule.key))
    rows = [[speaker.value(cell) for cell in row] for row in schedule.rows]
    columns = [
        {"text": words.say(column), "figure": _is_figures([row[at] for row in schedule.rows])}
        for at, column in enumerate(schedule.columns)
    ]
    return {"caption": caption, "columns": columns, "rows": rows}


def _particulars(document: Document, speaker: Speaker) -> list[tuple[str, str]]:
    place = document.place
    named: list[tuple[str, Value]] = [("disease", document.disease)]
    if document.geometry is not None and document.geometry["type"] == "Point":
        named.insert(0, ("position", Position(*document.geometry["coordinates"])))
    if place is not None:
        named = [
            ("place", place.description),
            ("premises", place.number),
            ("village", place.village),
            ("taluka", place.taluka),
            ("district", place.district),
            *named,
        ]
    return [
        (speaker.words.say(f"label.{name}"), speaker.value(value)) for name, value in named if value
    ]


def _addressee(document: Document, speaker: Speaker) -> list[str]:
    to = document.addressee
    parts = () if to is None else (to.name, to.role, to.address)
    return [speaker.value(part) for part in parts if part is not None]


def render_html(
    document: Document,
    words: Words,
    *,
    cite: Callable[[str], str],
    plate: bytes | None = None,
    stylesheet: str = "/static/document.css",
    corrected_by: str = "",
) -> str:
    """The complete page of `document` in the language of `words`.

    `cite` puts a clause id into words; `plate` is a map as PNG or SVG bytes, shown as a picture
    in which nothing can run; `stylesheet` is the address of the one style sheet (the page has
    no style or script of its own). `corrected_by` is the number of a correction that struck the
    entry which made the document: the page says so above everything else. Raises `Malformed` for
    another kind of plate and `DataError` for a key without words.
    """
    speaker = Speaker(words, cite)
    signatory = document.signatory
    translated = ""
    if words.language != document.language:
        translated = words.say("label.translated", original=shown(document.language))
    return _PAGES.get_template("document.html.jinja").render(
        language=words.language,
        stylesheet=stylesheet,
        label={name: words.say(f"label.{name}") for name in LABELS},
        statute=words.say(f"statute.{document.statute}"),
        title=words.say(document.title),
        document=document,
        translated=translated,
        corrected=words.say("label.corrected", correction=shown(corrected_by))
        if corrected_by
        else "",
        issued=speaker.value(document.issued_on),
        addressee=_addressee(document, speaker),
        particulars=_particulars(document, speaker),
        citations=list(dict.fromkeys(map(cite, document.clauses))),
        paragraphs=[speaker.paragraph(part) for part in document.paragraphs],
        tables=[_table(item, at, speaker) for at, item in enumerate(document.schedules, 1)],
        plate="" if plate is None else _plate_address(plate),
        plate_words=words.say("label.plate_of", number=shown(document.number)),
        signed_at=speaker.value(document.signed_at),
        office=speaker.value(signatory.office),
        capacity=speaker.value(signatory.capacity) if signatory.capacity else "",
        checksum=checksum(canonical(document)),
    )
