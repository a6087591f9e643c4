"""An instrument put into words, section by section: what its page and its print both show."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from vetcontrol.documents.catalogue import Message, Words, message
from vetcontrol.documents.check_code import check_code
from vetcontrol.documents.content import (
    Document,
    Position,
    Schedule,
    Unnamed,
    Value,
    canonical,
    checksum,
)
from vetcontrol.documents.values import Metres, SquareMetres
from vetcontrol.documents.wording import Speaker, shown

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
    "check_code",
    "verify",
    "print",
    "kept",
    "clauses",
    "plate",
)
LANGUAGES: Final = ("en", "kok")
_MONTHS: Final = {date(2000, at, 1).strftime("%B"): f"month.{at}" for at in range(1, 13)}
# What another signs by hand, below the signature of the instrument.
_APART: Final = frozenset({"paragraph.evidence.part_b", "paragraph.evidence.expert"})
_SERIAL: Final = "column.serial"
# As appointments cite it in the record (`officers.tenure.gazette_words`).
_GAZETTE: Final = re.compile(
    r"(.*?)Official Gazette, series (.+), no\. (.+), (\d{1,2}) ([A-Z][a-z]+) (\d{4})"
)

MESSAGES: Final[tuple[Message, ...]] = (
    *(message(f"label.{name}") for name in LABELS),
    *(message(f"languages.{code}") for code in LANGUAGES),
    message("label.translated", "original"),
    message("label.unchecked"),
    message("label.corrected", "correction"),
    message("label.schedule", "serial", "caption"),
    message("label.plate_of", "number"),
    message("label.qr_of", "address"),
    message("label.page", "page", "pages"),
    message("value.gazette", "series", "number", "day"),
)


@dataclass(frozen=True)
class Table:
    """A schedule in words; `figures` says of each column whether it holds numbers alone."""

    caption: str
    columns: Sequence[str]
    figures: Sequence[bool]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Spoken:
    """All that an instrument says in one language; nothing in it is markup.

    Invisible and direction-changing characters are made visible. `corrected`, `capacity` and the
    like are empty where there is nothing to say; `notices` are what must be said about the
    language of this rendering. Of the paragraphs so many stand `above` the signature.
    """

    language: str
    label: Mapping[str, str]
    corrected: str
    statute: str
    title: str
    number: str
    case_number: str
    issued: str
    signed_at: str
    notices: Sequence[str]
    addressee: Sequence[str]
    particulars: Sequence[tuple[str, str]]
    citations: Sequence[str]
    paragraphs: Sequence[str]
    above: int
    signatory: str
    office: str
    capacity: str
    appointment: str
    tables: Sequence[Table]
    related: Sequence[str]
    clauses: Sequence[str]
    checksum: str
    check_code: str
    plate_of: str


def spoken(
    document: Document, words: Words, *, cite: Callable[[str], str], corrected_by: str = ""
) -> Spoken:
    """`document` in the language of `words`; `cite` puts a clause id into words.

    `corrected_by` is the number of a correction that struck the entry which made the document.
    Raises `DataError` for a key without words.
    """
    statute = words.say(f"statute.{document.statute}")
    citations = list(dict.fromkeys(shown(cite(clause)) for clause in document.clauses))
    # The paper names its statute at its head and once beside its clauses.
    brief = f", {statute}"
    speaker = Speaker(words, lambda clause: cite(clause).removesuffix(brief))
    signatory = document.signatory
    total = checksum(canonical(document))
    corrected = shown(corrected_by)
    return Spoken(
        language=words.language,
        label={name: words.say(f"label.{name}") for name in LABELS},
        corrected=words.say("label.corrected", correction=corrected) if corrected else "",
        statute=statute,
        title=words.say(document.title),
        number=shown(document.number),
        case_number=shown(document.case_number),
        issued=speaker.value(document.issued_on),
        signed_at=speaker.value(document.signed_at),
        notices=_notices(document, words),
        addressee=_addressee(document, speaker),
        particulars=_particulars(document, speaker),
        citations=[*(said.removesuffix(brief) for said in citations[:-1]), citations[-1]],
        paragraphs=[speaker.paragraph(part) for part in document.paragraphs],
        above=sum(part.key not in _APART for part in document.paragraphs),
        signatory=shown(signatory.name),
        office=speaker.called("office", signatory.office),
        capacity=speaker.value(signatory.capacity) if signatory.capacity else "",
        appointment=_cited(signatory.appointment, words),
        tables=[_table(item, at, speaker) for at, item in enumerate(document.schedules, 1)],
        related=[shown(number) for number in document.related],
        clauses=[shown(clause) for clause in document.clauses],
        checksum=total,
        check_code=check_code(total),
        plate_of=words.say("label.plate_of", number=shown(document.number)),
    )


def _cited(appointment: str, words: Words) -> str:
    """The appointment by its number, and the gazette that has it in the words of the language."""
    found = _GAZETTE.fullmatch(appointment)
    if found is None or found[5] not in _MONTHS:
        return shown(appointment)
    before, series, number, day, month, year = map(shown, found.groups())
    said = words.say("value.day", day=day, month=words.say(_MONTHS[month]), year=year)
    return before + words.say("value.gazette", series=series, number=number, day=said)


def _notices(document: Document, words: Words) -> list[str]:
    if words.language == document.language:
        return []
    original = shown(document.language)
    if document.language in LANGUAGES:
        original = words.say(f"languages.{document.language}")
    said = [words.say("label.translated", original=original)]
    return said if words.checked_by_speaker else [*said, words.say("label.unchecked")]


def _is_figures(column: Sequence[Value]) -> bool:
    stated = [value for value in column if value is not None]
    return bool(stated) and all(
        isinstance(value, int | float | Metres | SquareMetres) for value in stated
    )


def _table(schedule: Schedule, serial: int, speaker: Speaker) -> Table:
    words = speaker.words
    return Table(
        words.say("label.schedule", serial=str(serial), caption=words.say(schedule.key)),
        [words.say(column) for column in schedule.columns],
        [
            column == _SERIAL or _is_figures([row[at] for row in schedule.rows])
            for at, column in enumerate(schedule.columns)
        ],
        [
            [
                speaker.called(column.removeprefix("column."), cell)
                for column, cell in zip(schedule.columns, row, strict=True)
            ]
            for row in schedule.rows
        ],
    )


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
        (speaker.words.say(f"label.{name}"), _standing(speaker, name, value))
        for name, value in named
        if value
    ]


def _standing(speaker: Speaker, name: str, value: Value) -> str:
    """The value where it stands alone; in words of the catalogue it begins as a sentence does."""
    said = speaker.called(name, value)
    return said[:1].upper() + said[1:] if isinstance(value, Unnamed) else said


def _addressee(document: Document, speaker: Speaker) -> list[str]:
    to = document.addressee
    parts = () if to is None else (to.name, to.role, to.address)
    return [speaker.value(part) for part in parts if part is not None]
