"""The record of a written instrument: its content, typed, in canonical JSON with a checksum.

What is signed is this content; pages and prints are renderings of it in a language.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from vetcontrol.canonical import canonical as canonical_text
from vetcontrol.canonical import digest, instant, instant_text
from vetcontrol.clock import as_utc, day_of
from vetcontrol.documents.parts import (
    Addressee,
    Paragraph,
    Place,
    Schedule,
    Signatory,
    filled,
    paragraph,
    required,
)
from vetcontrol.documents.values import (
    Clause,
    Count,
    Metres,
    Personal,
    Position,
    SquareMetres,
    Unnamed,
    Value,
    Word,
    checked_number,
    checked_text,
)
from vetcontrol.errors import Malformed, VetcontrolError

__all__ = [
    "Addressee",
    "Clause",
    "Count",
    "Document",
    "DocumentKind",
    "Metres",
    "Paragraph",
    "Personal",
    "Place",
    "Position",
    "Schedule",
    "Signatory",
    "SquareMetres",
    "Unnamed",
    "Value",
    "Word",
    "canonical",
    "checksum",
    "from_json",
    "paragraph",
]

FORMAT: Final = 1


class DocumentKind(StrEnum):
    """The kinds of written instrument, by what the statute calls for."""

    ORDER = "order"
    ORDER_COPY = "order_copy"
    REPORT = "report"
    EXAMINATION = "examination"
    CONFIRMATION = "confirmation"
    CANCELLATION = "cancellation"
    DECLARATION = "declaration"
    PREMISES_NOTICE = "premises_notice"
    REPORT_TO_GOVERNMENT = "report_to_government"
    DECISION = "decision"
    NOTIFICATION = "notification"
    AMENDMENT = "amendment"
    RESCISSION = "rescission"
    CESSATION_NOTICE = "cessation_notice"
    APPOINTMENT = "appointment"
    DELEGATION = "delegation"
    DELEGATION_REVOCATION = "delegation_revocation"
    COMMENCEMENT = "commencement"
    END_OF_OPERATION = "end_of_operation"
    SCHEDULED_DISEASE = "scheduled_disease"
    RULES = "rules"
    CONTROL = "control"
    CONTROL_RESCISSION = "control_rescission"
    LICENCE = "licence"
    LICENCE_REFUSAL = "licence_refusal"
    LICENCE_REVOCATION = "licence_revocation"
    UNLOADING_RECORD = "unloading_record"
    RETURN_DIRECTION = "return_direction"
    ELECTRONIC_RECORD_CERTIFICATE = "electronic_record_certificate"


@dataclass(frozen=True)
class Document:
    """All that a written instrument says.

    `signed_at` is an aware time; `issued_on` is the day in India and defaults to that of the
    signature. `geometry` is GeoJSON in EPSG:4326, longitude first; its numbers are kept as
    floats in full precision. `language` is that in which it was first issued. `title` and the
    keys of paragraphs and schedules are keys of the catalogue. `salt` is chance, given by the
    register when the instrument is kept: nobody without the paper can guess its checksum.
    Raises `Malformed` for an empty number, no clause, NUL, lone surrogates, NaN, infinity and a
    naive time.
    """

    number: str
    kind: DocumentKind
    statute: str
    clauses: tuple[str, ...]
    title: str
    signed_at: datetime
    signatory: Signatory
    case_number: str = ""
    related: tuple[str, ...] = ()
    addressee: Addressee | None = None
    place: Place | None = None
    disease: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    geometry: Mapping[str, Any] | None = None
    language: str = "en"
    issued_on: date | None = None
    salt: str = ""

    def __post_init__(self) -> None:
        named = {name: getattr(self, name) for name in ("number", "statute", "title", "language")}
        required("document", **named)
        if not self.clauses:
            raise Malformed.field("clauses", "is empty; name the clause the instrument rests on")
        for name, text in {
            **named,
            "case_number": self.case_number,
            "disease": self.disease,
            "salt": self.salt,
        }.items():
            checked_text(name, text)
        for name in ("clauses", "related"):
            for text in getattr(self, name):
                checked_text(name, text)
        try:
            object.__setattr__(self, "signed_at", as_utc(self.signed_at))
        except ValueError as error:
            raise Malformed.field("signed_at", str(error)) from error
        if self.issued_on is None:
            object.__setattr__(self, "issued_on", day_of(self.signed_at))
        if self.geometry is not None:
            object.__setattr__(self, "geometry", _geometry(self.geometry))


_DEPTH: Final = {
    "Point": 0,
    "MultiPoint": 1,
    "LineString": 1,
    "MultiLineString": 2,
    "Polygon": 2,
    "MultiPolygon": 3,
}


def _coordinates(data: Any, depth: int) -> list[Any]:
    if not isinstance(data, list | tuple):
        raise Malformed.field("geometry", "has a number where a list of positions belongs")
    if depth:
        return [_coordinates(item, depth - 1) for item in data]
    if len(data) != 2 or not all(type(number) in (int, float) for number in data):
        raise Malformed.field("geometry", "a position is two numbers, longitude and latitude")
    return [checked_number("geometry", number) for number in data]


def _geometry(data: Mapping[str, Any]) -> dict[str, Any]:
    kind = data.get("type")
    if kind not in _DEPTH or set(data) != {"type", "coordinates"}:
        raise Malformed.field(
            "geometry", f"must be a GeoJSON geometry with coordinates alone: {', '.join(_DEPTH)}"
        )
    return {"type": kind, "coordinates": _coordinates(data["coordinates"], _DEPTH[kind])}


def canonical(document: Document) -> str:
    """The canonical JSON of `document`, as it is hashed and kept; empty parts are left out."""
    return canonical_text(
        filled(
            format=FORMAT,
            number=document.number,
            kind=document.kind.value,
            statute=document.statute,
            clauses=list(document.clauses),
            title=document.title,
            signed_at=instant_text(document.signed_at),
            signatory=document.signatory.as_json(),
            case_number=document.case_number,
            related=list(document.related),
            addressee=document.addressee and document.addressee.as_json(),
            place=document.place and document.place.as_json(),
            disease=document.disease,
            paragraphs=[part.as_json() for part in document.paragraphs],
            schedules=[schedule.as_json() for schedule in document.schedules],
            geometry=document.geometry,
            language=document.language,
            issued_on=document.issued_on and document.issued_on.isoformat(),
            salt=document.salt,
        )
    )


def checksum(text: str) -> str:
    """SHA-256 of the canonical `text` in UTF-8, as 64 hexadecimal digits."""
    return digest(text)


def _read(data: Mapping[str, Any]) -> Document:
    if data["format"] != FORMAT:
        raise Malformed.field("format", f"is {data['format']}; this program reads {FORMAT}")
    addressee, place = data.get("addressee"), data.get("place")
    return Document(
        number=data["number"],
        kind=DocumentKind(data["kind"]),
        statute=data["statute"],
        clauses=tuple(data["clauses"]),
        title=data["title"],
        signed_at=instant(data["signed_at"]),
        signatory=Signatory.from_json(data["signatory"]),
        case_number=data.get("case_number", ""),
        related=tuple(data.get("related", ())),
        addressee=Addressee.from_json(addressee) if addressee else None,
        place=Place.from_json(place) if place else None,
        disease=data.get("disease", ""),
        paragraphs=tuple(map(Paragraph.from_json, data.get("paragraphs", ()))),
        schedules=tuple(map(Schedule.from_json, data.get("schedules", ()))),
        geometry=data.get("geometry"),
        language=data["language"],
        issued_on=date.fromisoformat(data["issued_on"]),
        salt=data.get("salt", ""),
    )


def from_json(text: str) -> Document:
    """The document whose canonical JSON is `text`.

    Raises `Malformed` where the text is no JSON, lacks a part, has an unknown one, or is spelt
    otherwise than `canonical` spells it (its checksum would not hold).
    """
    try:
        document = _read(json.loads(text))
    except VetcontrolError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Malformed.field("content", f"is not the content of an instrument: {error}") from error
    if canonical(document) != text:
        raise Malformed.field("content", "is not in canonical form, so its checksum cannot hold")
    return document
