"""Sections 14 and 15: the licence to remove, its refusal and revocation, unloading, the return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Addressee,
    Clause,
    Document,
    DocumentKind,
    Metres,
    Place,
    Schedule,
    Signatory,
    Value,
    Word,
)
from vetcontrol.documents.instruments.common import STATUTE, animals_schedule
from vetcontrol.documents.values import Text

ITEMS: Final = ("animal", "carcass", "part", "feed", "bedding", "thing")
MODES: Final = ("road", "water", "foot", "rail")
WAYS: Final = ("leaves", "passes", "within", "enters", "clear")
_MATTERS: Final = (
    "from",
    "to",
    "valid_from",
    "valid_to",
    "journeys",
    "mode",
    "vehicle",
    "consignment",
    "person_in_charge",
    "route",
    "corridor",
    "carcasses",
)

_LICENCE_TITLE: Final = message("title.licence")
_GRANTS: Final = message("paragraph.movement.grants", "clause")
_OBEY: Final = message("paragraph.movement.obey", "clause")
_DECIDED: Final = message("paragraph.movement.decided", "reason")
_KEEP: Final = message("paragraph.movement.keep")
_REFUSAL_TITLE: Final = message("title.licence_refusal")
_REFUSES: Final = message("paragraph.movement.refuses", "number", "asked_at", "clause")
_REASONS: Final = message("paragraph.movement.reasons", "reasons")
_REVOCATION_TITLE: Final = message("title.licence_revocation")
_REVOKES: Final = message("paragraph.movement.revokes", "number", "granted_at", "revoked_at")
_STANDS: Final = message("paragraph.movement.stands")
_FORBIDDEN: Final = message("paragraph.movement.forbidden", "clause")
_UNLOADING_TITLE: Final = message("title.unloading_record")
_UNLOADED: Final = message("paragraph.movement.unloaded", "consignment", "unloaded_at", "inside")
_ENDS: Final = message("paragraph.movement.ends", "clause")
_RETURN_TITLE: Final = message("title.return_direction")
_BREACH: Final = message("paragraph.return.breach", "origin", "breach", "clause")
_REQUIRED: Final = message("paragraph.return.required", "within", "clause")
_ISOLATION: Final = message("paragraph.return.isolation", "clause")

_CONDITIONS: Final = message("schedule.licence_conditions")
_FURTHER: Final = message("schedule.further_conditions")
_TAGS: Final = message("schedule.tags")
_ITEMS: Final = message("schedule.items")
_MET: Final = message("schedule.met")
_SERIAL: Final = message("column.serial")
_MATTER: Final = message("column.matter")
_CONDITION: Final = message("column.condition")
_TAG: Final = message("column.tag")
_ITEM: Final = message("column.item")
_DESCRIPTION: Final = message("column.description")
_QUANTITY: Final = message("column.quantity")
_DECLARED: Final = message("column.declared")
_WAY: Final = message("column.way")

MESSAGES: Final[tuple[Message, ...]] = (
    _LICENCE_TITLE,
    _GRANTS,
    _OBEY,
    _DECIDED,
    _KEEP,
    _REFUSAL_TITLE,
    _REFUSES,
    _REASONS,
    _REVOCATION_TITLE,
    _REVOKES,
    _STANDS,
    _FORBIDDEN,
    _UNLOADING_TITLE,
    _UNLOADED,
    _ENDS,
    _RETURN_TITLE,
    _BREACH,
    _REQUIRED,
    _ISOLATION,
    _CONDITIONS,
    _FURTHER,
    _TAGS,
    _ITEMS,
    _MET,
    _SERIAL,
    _MATTER,
    _CONDITION,
    _TAG,
    _ITEM,
    _DESCRIPTION,
    _QUANTITY,
    _DECLARED,
    _WAY,
    *(message(f"term.item.{name}") for name in ITEMS),
    *(message(f"term.mode.{name}") for name in MODES),
    *(message(f"term.way.{name}") for name in WAYS),
    *(message(f"term.may.{name}") for name in WAYS),
    message("term.way.unknown"),
    *(message(f"term.matter.{name}") for name in _MATTERS),
    message("term.animals.dead"),
    message("term.route.drawn"),
)


@dataclass(frozen=True)
class Removed:
    """What is removed: animals by tag and number, other items as (kind of `ITEMS`, what it is,
    how much). `dead`: the animals are carcasses."""

    tags: Sequence[str] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    dead: bool = False
    items: Sequence[tuple[str, str, str]] = ()

    def schedules(self) -> tuple[Schedule, ...]:
        """Its tables; those with nothing in them are left out."""
        tags = tuple((str(at), tag) for at, tag in enumerate(self.tags, 1))
        items: tuple[tuple[Value, ...], ...] = tuple(
            (str(at), Word(f"item.{kind}"), what, quantity or None)
            for at, (kind, what, quantity) in enumerate(self.items, 1)
        )
        item_columns = (_SERIAL.key, _ITEM.key, _DESCRIPTION.key, _QUANTITY.key)
        return (
            *animals_schedule(self.counts),
            *((Schedule(_TAGS.key, (_SERIAL.key, _TAG.key), tags),) if tags else ()),
            *((Schedule(_ITEMS.key, item_columns, items),) if items else ()),
        )


@dataclass(frozen=True)
class Terms:
    """The conditions of a licence, each so that a check can test it.

    `route` is a GeoJSON LineString in EPSG:4326, which may be left by `corridor_m` metres; `met`
    are the declarations that the journey meets as (their names, ways of `WAYS`), more than one way
    where it is not known how it meets them.
    """

    removed: Removed
    origin: Value
    destination: Value
    valid_from: datetime
    valid_to: datetime
    journeys: int
    mode: str
    vehicle: str = ""
    consignment: str = ""
    person_in_charge: Text | None = None
    route: Mapping[str, Any] | None = None
    route_m: float = 0.0
    corridor_m: float | None = None
    further: Sequence[str] = ()
    met: Sequence[tuple[str, Sequence[str]]] = ()

    def schedules(self) -> tuple[Schedule, ...]:
        """The conditions numbered, what is removed, further conditions, and what is met."""
        matters: tuple[tuple[str, Value], ...] = (
            ("from", self.origin),
            ("to", self.destination),
            ("valid_from", self.valid_from),
            ("valid_to", self.valid_to),
            ("journeys", self.journeys),
            ("mode", Word(f"mode.{self.mode}")),
            ("vehicle", self.vehicle or None),
            ("consignment", self.consignment or None),
            ("person_in_charge", self.person_in_charge),
            ("route", (Word("route.drawn"), Metres(self.route_m)) if self.route else None),
            ("corridor", None if self.corridor_m is None else Metres(self.corridor_m)),
            ("carcasses", Word("animals.dead") if self.removed.dead else None),
        )
        said = [(Word(f"matter.{name}"), value) for name, value in matters if value is not None]
        rows = tuple((str(at), *row) for at, row in enumerate(said, 1))
        further = tuple((str(at), text) for at, text in enumerate(self.further, 1))
        met = tuple((name, _lying(ways)) for name, ways in self.met)
        return (
            Schedule(_CONDITIONS.key, (_SERIAL.key, _MATTER.key, _CONDITION.key), rows),
            *self.removed.schedules(),
            *((Schedule(_FURTHER.key, (_SERIAL.key, _CONDITION.key), further),) if further else ()),
            *((Schedule(_MET.key, (_DECLARED.key, _WAY.key), met),) if met else ()),
        )


def _lying(ways: Sequence[str]) -> Value:
    """How a journey lies to what it meets; each way as possible only, where there are several."""
    if len(ways) == 1:
        return Word(f"way.{ways[0]}")
    return (Word("way.unknown"), *(Word(f"may.{way}") for way in ways))


@dataclass(frozen=True)
class LicencePaper:
    """What every paper about a licence says: its own `number` and that of the licence, the place
    that things are removed from, whom it tells, who signs."""

    number: str
    licence_number: str
    place: Place
    addressee: Addressee
    signed_at: datetime
    signatory: Signatory

    def document(self, kind: DocumentKind, title: Message, **more: Any) -> Document:
        """The document, with `more` of its fields."""
        return Document(
            number=self.number,
            kind=kind,
            statute=STATUTE,
            clauses=("DOA1974-14-1b", "DOA1974-14-1a"),
            title=title.key,
            signed_at=self.signed_at,
            signatory=self.signatory,
            case_number="" if self.licence_number == self.number else self.licence_number,
            addressee=self.addressee,
            place=self.place,
            **more,
        )


def movement_licence(
    paper: LicencePaper,
    *,
    terms: Terms,
    disease: str,
    geometry: Mapping[str, Any],
    reason: str = "",
) -> Document:
    """The Inspector's licence to remove (DOA1974-14-1b).

    `geometry` is the place, in EPSG:4326, shown where no route is drawn. `reason` is why a licence
    is required where the Act leaves that open. A paper whose number is not the licence's own
    names the licence as its case.
    """
    return paper.document(
        DocumentKind.LICENCE,
        _LICENCE_TITLE,
        disease=disease,
        paragraphs=(
            _GRANTS(clause=Clause("DOA1974-14-1b")),
            _OBEY(clause=Clause("DOA1974-14-1a")),
            *((_DECIDED(reason=reason),) if reason else ()),
            _KEEP(),
        ),
        schedules=terms.schedules(),
        geometry=terms.route or geometry,
    )


def licence_refusal(
    paper: LicencePaper, *, asked_at: datetime, reasons: str, removed: Removed, needless: bool
) -> Document:
    """The Inspector's refusal of a licence that was asked for (DOA1974-14-1b).

    Where the removal is `needless` of a licence, nothing says that it is forbidden without one.
    """
    return paper.document(
        DocumentKind.LICENCE_REFUSAL,
        _REFUSAL_TITLE,
        paragraphs=(
            _REFUSES(
                number=paper.licence_number, asked_at=asked_at, clause=Clause("DOA1974-14-1b")
            ),
            _REASONS(reasons=reasons),
            *(() if needless else (_FORBIDDEN(clause=Clause("DOA1974-14-1a")),)),
        ),
        schedules=removed.schedules(),
    )


def licence_revocation(
    paper: LicencePaper, *, granted_at: datetime, revoked_at: datetime, reasons: str
) -> Document:
    """The revocation of a licence from a moment (DOA1974-14-1b)."""
    licence = paper.licence_number
    return paper.document(
        DocumentKind.LICENCE_REVOCATION,
        _REVOCATION_TITLE,
        related=(licence,),
        paragraphs=(
            _REVOKES(number=licence, granted_at=granted_at, revoked_at=revoked_at),
            _REASONS(reasons=reasons),
            _STANDS(),
            _FORBIDDEN(clause=Clause("DOA1974-14-1a")),
        ),
    )


def unloading_record(
    *,
    number: str,
    consignment: str,
    unloaded_at: datetime,
    inside: Sequence[str],
    removed: Removed,
    place: Place,
    geometry: Mapping[str, Any],
    signed_at: datetime,
    signatory: Signatory,
) -> Document:
    """The record that a rail consignment was unloaded in an infected place or area
    (DOA1974-14-2-prov); `inside` names those that hold the point `geometry`."""
    return Document(
        number=number,
        kind=DocumentKind.UNLOADING_RECORD,
        statute=STATUTE,
        clauses=("DOA1974-14-2-prov", "DOA1974-14-2"),
        title=_UNLOADING_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        place=place,
        paragraphs=(
            _UNLOADED(consignment=consignment, unloaded_at=unloaded_at, inside=tuple(inside)),
            _ENDS(clause=Clause("DOA1974-14-2-prov")),
        ),
        schedules=removed.schedules(),
        geometry=geometry,
    )


def return_direction(
    *,
    number: str,
    origin: str,
    breach: str,
    within: datetime,
    removed: Removed,
    place: Place,
    geometry: Mapping[str, Any],
    addressee: Addressee,
    signed_at: datetime,
    signatory: Signatory,
    related: Sequence[str] = (),
) -> Document:
    """The direction to take back what was removed in breach of section 14 (DOA1974-15).

    `place` and `geometry` say where it was found; `origin` the place or area it left; `related`
    are the licence and the declaration, by number.
    """
    return Document(
        number=number,
        kind=DocumentKind.RETURN_DIRECTION,
        statute=STATUTE,
        clauses=("DOA1974-15", "DOA1974-14-1a", "DOA1974-15-prov"),
        title=_RETURN_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        related=tuple(related),
        addressee=addressee,
        place=place,
        paragraphs=(
            _BREACH(origin=origin, breach=breach, clause=Clause("DOA1974-14-1a")),
            _REQUIRED(within=within, clause=Clause("DOA1974-15")),
            _ISOLATION(clause=Clause("DOA1974-15-prov")),
        ),
        schedules=removed.schedules(),
        geometry=geometry,
    )
