"""The record of a written instrument: its content, typed, in canonical JSON with a checksum.

What is signed is this content; pages and prints are renderings of it in a language.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from vetcontrol.clock import as_utc, day_of
from vetcontrol.documents.values import (
    Personal,
    Term,
    Text,
    Value,
    checked_number,
    checked_text,
    instant_text,
    map_personal,
    value_as_json,
    value_from_json,
)
from vetcontrol.errors import Malformed, VetcontrolError

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
    COMMENCEMENT = "commencement"
    END_OF_OPERATION = "end_of_operation"
    SCHEDULED_DISEASE = "scheduled_disease"


def _required(of: str, **parts: object) -> None:
    for name, part in parts.items():
        if not part:
            raise Malformed.field(f"{of}.{name}", "is empty; an instrument cannot stand without it")


@dataclass(frozen=True)
class Signatory:
    """Who signs, in which office, on which appointment (its number or gazette reference).

    `capacity` is the office whose power is used where it is not the signatory's own (section
    3(3): a Veterinary Surgeon acting as Inspector; section 13(7): a Collector for Government).
    """

    name: str
    office: Term
    appointment: str
    capacity: Term | None = None

    def __post_init__(self) -> None:
        _required("signatory", name=self.name, office=self.office, appointment=self.appointment)


@dataclass(frozen=True)
class Addressee:
    """To whom it is addressed: as what, and who and where when that is known."""

    role: Term
    name: Text | None = None
    address: Text | None = None

    def __post_init__(self) -> None:
        _required("addressee", role=self.role)
        object.__setattr__(self, "name", self.name or None)
        object.__setattr__(self, "address", self.address or None)


@dataclass(frozen=True)
class Place:
    """The place it is about, in words; `number` is its number in the register of premises."""

    description: Text
    village: str = ""
    taluka: str = ""
    district: str = ""
    number: str = ""

    def __post_init__(self) -> None:
        _required("place", description=self.description)


@dataclass(frozen=True)
class Paragraph:
    """A sentence of the catalogue by its key, with the values of its blanks by name."""

    key: str
    blanks: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.blanks, key=lambda blank: blank[0]))
        object.__setattr__(self, "blanks", ordered)


def paragraph(key: str, /, **blanks: Value) -> Paragraph:
    """A paragraph with its blanks by name."""
    return Paragraph(key, tuple(blanks.items()))


@dataclass(frozen=True)
class Schedule:
    """A table: `key` names it and `columns` head it, both by the catalogue; rows of values."""

    key: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...] = ()

    def __post_init__(self) -> None:
        for at, row in enumerate(self.rows, 1):
            if len(row) != len(self.columns):
                raise Malformed.field(
                    f"schedules.{self.key}",
                    f"row {at} has {len(row)} cells under {len(self.columns)} columns; match them",
                )


@dataclass(frozen=True)
class Document:
    """All that a written instrument says.

    `signed_at` is an aware time; `issued_on` is the day in India and defaults to that of the
    signature. `geometry` is GeoJSON in EPSG:4326, longitude first; its numbers are kept as
    floats in full precision. `language` is that in which it was first issued. `title` and the
    keys of paragraphs and schedules are keys of the catalogue. Raises `Malformed` for an empty
    number, no clause, NUL, lone surrogates, NaN, infinity and a naive time.
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
    issued_on: date | None = field(default=None)

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "signed_at", as_utc(self.signed_at))
        except ValueError as error:
            raise Malformed.field("signed_at", str(error)) from error
        if self.issued_on is None:
            object.__setattr__(self, "issued_on", day_of(self.signed_at))
        _required(
            "document",
            number=self.number,
            statute=self.statute,
            title=self.title,
            language=self.language,
        )
        if not self.clauses:
            raise Malformed.field("clauses", "is empty; name the clause the instrument rests on")
        if self.geometry is not None:
            object.__setattr__(self, "geometry", _geometry(self.geometry))
        _check_texts("", _as_json(self))


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


def _check_texts(name: str, data: Any) -> None:
    if isinstance(data, str):
        checked_text(name, data)
    elif isinstance(data, dict):
        for key, item in data.items():
            checked_text(name, key)
            if key != "geometry":
                _check_texts(f"{name}.{key}".lstrip("."), item)
    elif isinstance(data, list):
        for item in data:
            _check_texts(name, item)


def _filled(**parts: Any) -> dict[str, Any]:
    # What is empty is left out, so that a field added later leaves older records as they are.
    return {name: part for name, part in parts.items() if part not in (None, "", [], {})}


def _signatory_as_json(signatory: Signatory) -> dict[str, Any]:
    return _filled(
        name=signatory.name,
        office=value_as_json(signatory.office),
        appointment=signatory.appointment,
        capacity=value_as_json(signatory.capacity),
    )


def _addressee_as_json(addressee: Addressee) -> dict[str, Any]:
    return _filled(
        role=value_as_json(addressee.role),
        name=value_as_json(addressee.name),
        address=value_as_json(addressee.address),
    )


def _place_as_json(place: Place) -> dict[str, Any]:
    return _filled(
        description=value_as_json(place.description),
        village=place.village,
        taluka=place.taluka,
        district=place.district,
        number=place.number,
    )


def _paragraph_as_json(part: Paragraph) -> dict[str, Any]:
    blanks = {name: value_as_json(value) for name, value in part.blanks}
    return _filled(key=part.key, blanks=blanks)


def _schedule_as_json(schedule: Schedule) -> dict[str, Any]:
    rows = [[value_as_json(cell) for cell in row] for row in schedule.rows]
    return _filled(key=schedule.key, columns=list(schedule.columns), rows=rows)


def _as_json(document: Document) -> dict[str, Any]:
    return _filled(
        format=FORMAT,
        number=document.number,
        kind=document.kind.value,
        statute=document.statute,
        clauses=list(document.clauses),
        title=document.title,
        signed_at=instant_text(document.signed_at),
        signatory=_signatory_as_json(document.signatory),
        case_number=document.case_number,
        related=list(document.related),
        addressee=document.addressee and _addressee_as_json(document.addressee),
        place=document.place and _place_as_json(document.place),
        disease=document.disease,
        paragraphs=[_paragraph_as_json(part) for part in document.paragraphs],
        schedules=[_schedule_as_json(schedule) for schedule in document.schedules],
        geometry=document.geometry,
        language=document.language,
        issued_on=document.issued_on and document.issued_on.isoformat(),
    )


def canonical_json(data: Any) -> str:
    """JSON with one spelling: keys sorted, no spaces, floats by repr, UTF-8 unescaped.

    Raises `Malformed` for NaN and infinity.
    """
    try:
        return json.dumps(
            data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )
    except ValueError as error:
        raise Malformed.field("content", "holds a number that is not finite") from error


def canonical(document: Document) -> str:
    """The canonical JSON of `document`, as it is hashed and kept."""
    return canonical_json(_as_json(document))


def checksum(text: str) -> str:
    """SHA-256 of `text` in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _maybe(data: Mapping[str, Any], name: str) -> Any:
    return value_from_json(data.get(name))


def _read(data: Mapping[str, Any]) -> Document:
    if data["format"] != FORMAT:
        raise Malformed.field("format", f"is {data['format']}; this program reads {FORMAT}")
    signatory, addressee, place = data["signatory"], data.get("addressee"), data.get("place")
    return Document(
        number=data["number"],
        kind=DocumentKind(data["kind"]),
        statute=data["statute"],
        clauses=tuple(data["clauses"]),
        title=data["title"],
        signed_at=datetime.fromisoformat(data["signed_at"]),
        signatory=Signatory(
            signatory["name"],
            _maybe(signatory, "office"),
            signatory["appointment"],
            _maybe(signatory, "capacity"),
        ),
        case_number=data.get("case_number", ""),
        related=tuple(data.get("related", ())),
        addressee=addressee
        and Addressee(
            _maybe(addressee, "role"), _maybe(addressee, "name"), _maybe(addressee, "address")
        ),
        place=place and Place(**{**place, "description": _maybe(place, "description")}),
        disease=data.get("disease", ""),
        paragraphs=tuple(
            paragraph(
                part["key"], **{k: value_from_json(v) for k, v in part.get("blanks", {}).items()}
            )
            for part in data.get("paragraphs", ())
        ),
        schedules=tuple(
            Schedule(
                item["key"],
                tuple(item["columns"]),
                tuple(tuple(map(value_from_json, row)) for row in item.get("rows", ())),
            )
            for item in data.get("schedules", ())
        ),
        geometry=data.get("geometry"),
        language=data["language"],
        issued_on=date.fromisoformat(data["issued_on"]),
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


def personal_texts(document: Document) -> tuple[str, ...]:
    """Every personal text of `document` that is known, in the order of its fields, repeats kept."""
    found: list[str] = []

    def note(item: Personal) -> Personal:
        if item.text is not None:
            found.append(item.text)
        return item

    map_personal(document, note)
    return tuple(found)


def sealed(document: Document, digest_of: Callable[[str], str]) -> Document:
    """`document` with each personal text bound to its salted digest, which `digest_of` makes.

    From here on `canonical` writes the digests alone. What is sealed already stays as it is.
    """
    return map_personal(
        document,
        lambda item: (
            item if item.digest or item.text is None else Personal(item.text, digest_of(item.text))
        ),
    )


def opened(document: Document, texts: Mapping[str, str]) -> Document:
    """`document` with the personal texts whose digests `texts` knows; others are withheld.

    Opening or withholding never changes `canonical` of a sealed document.
    """
    return map_personal(
        document,
        lambda item: Personal(texts.get(item.digest), item.digest) if item.digest else item,
    )
