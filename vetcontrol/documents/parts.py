"""The parts of a written instrument: who signs, to whom, about which place, sentences, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from vetcontrol.documents.values import (
    Described,
    Personal,
    Term,
    Text,
    Unnamed,
    Value,
    Word,
    checked_text,
    value_as_json,
    value_from_json,
)
from vetcontrol.errors import Malformed


def filled(**parts: Any) -> dict[str, Any]:
    """The parts that say something.

    What is empty is left out, so that a field added later leaves the text of older records as
    it was.
    """
    return {name: part for name, part in parts.items() if part not in (None, "", [], {})}


def required(of: str, **parts: object) -> None:
    """Raises `Malformed` naming the first part of `of` that is empty."""
    for name, part in parts.items():
        if not part:
            raise Malformed.field(f"{of}.{name}", "is empty; an instrument cannot stand without it")


def _text(data: Mapping[str, Any], name: str) -> str:
    text = data.get(name, "")
    if not isinstance(text, str):
        raise Malformed.field(name, "is not text")
    return text


def _name(data: Mapping[str, Any], name: str) -> Text | None:
    value = value_from_json(data.get(name))
    if value is None or isinstance(value, str | Personal):
        return value
    raise Malformed.field(name, "is neither text nor personal text")


def _described(data: Mapping[str, Any]) -> Described | None:
    value = value_from_json(data.get("description"))
    return value if isinstance(value, Unnamed) else _name(data, "description")


def _term(data: Mapping[str, Any], name: str) -> Term | None:
    value = value_from_json(data.get(name))
    if value is None or isinstance(value, str | Word):
        return value
    raise Malformed.field(name, "is neither text nor a word of the catalogue")


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
        required("signatory", name=self.name, office=self.office, appointment=self.appointment)
        for text in (self.name, self.appointment, self.office, self.capacity):
            if isinstance(text, str):
                checked_text("signatory", text)

    def as_json(self) -> dict[str, Any]:
        """The signatory as plain JSON."""
        return filled(
            name=self.name,
            office=value_as_json(self.office),
            appointment=self.appointment,
            capacity=value_as_json(self.capacity),
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The signatory that `as_json` wrote. Raises `Malformed`."""
        return cls(
            _text(data, "name"),
            _term(data, "office") or "",
            _text(data, "appointment"),
            _term(data, "capacity"),
        )


@dataclass(frozen=True)
class Addressee:
    """To whom it is addressed: as what, and who and where when that is known."""

    role: Term
    name: Text | None = None
    address: Text | None = None

    def __post_init__(self) -> None:
        required("addressee", role=self.role)
        for part in ("name", "address"):
            object.__setattr__(self, part, getattr(self, part) or None)
        for text in (self.role, self.name, self.address):
            if isinstance(text, str):
                checked_text("addressee", text)

    def as_json(self) -> dict[str, Any]:
        """The addressee as plain JSON."""
        return filled(
            role=value_as_json(self.role),
            name=value_as_json(self.name),
            address=value_as_json(self.address),
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The addressee that `as_json` wrote. Raises `Malformed`."""
        return cls(_term(data, "role") or "", _name(data, "name"), _name(data, "address"))


@dataclass(frozen=True)
class Place:
    """The place it is about, in words; `number` is its number in the register of premises."""

    description: Described
    village: str = ""
    taluka: str = ""
    district: str = ""
    number: str = ""

    def __post_init__(self) -> None:
        required("place", description=self.description)
        for text in (self.description, self.village, self.taluka, self.district, self.number):
            if isinstance(text, str):
                checked_text("place", text)

    def as_json(self) -> dict[str, Any]:
        """The place as plain JSON."""
        return filled(
            description=value_as_json(self.description),
            village=self.village,
            taluka=self.taluka,
            district=self.district,
            number=self.number,
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The place that `as_json` wrote. Raises `Malformed`."""
        named = {name: _text(data, name) for name in ("village", "taluka", "district", "number")}
        return cls(_described(data) or "", **named)


@dataclass(frozen=True)
class Paragraph:
    """A sentence of the catalogue by its key, with the values of its blanks by name."""

    key: str
    blanks: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.blanks, key=lambda blank: blank[0]))
        object.__setattr__(self, "blanks", ordered)
        self.as_json()

    def as_json(self) -> dict[str, Any]:
        """The paragraph as plain JSON. Raises `Malformed` for a value that cannot be kept."""
        blanks = {checked_text("blank", name): value_as_json(value) for name, value in self.blanks}
        return filled(key=checked_text("paragraph", self.key), blanks=blanks)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The paragraph that `as_json` wrote. Raises `Malformed`."""
        blanks = data.get("blanks", {}).items()
        return cls(_text(data, "key"), tuple((k, value_from_json(v)) for k, v in blanks))


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
        self.as_json()

    def as_json(self) -> dict[str, Any]:
        """The table as plain JSON. Raises `Malformed` for a value that cannot be kept."""
        columns = [checked_text("column", column) for column in self.columns]
        rows = [[value_as_json(cell) for cell in row] for row in self.rows]
        return filled(key=checked_text("schedule", self.key), columns=columns, rows=rows)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The table that `as_json` wrote. Raises `Malformed`."""
        rows = tuple(tuple(map(value_from_json, row)) for row in data.get("rows", ()))
        return cls(_text(data, "key"), tuple(data.get("columns", ())), rows)
