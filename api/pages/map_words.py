"""What the map shows, in words: each kind with its count, declared premises by their declaration.

A list says at most fifty and how many more there are, so that its page stays one that is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from api.pages import map_layers
from maps.layers import MapFeature, MapLayer

MOST = 50
FEW = 5
"""How many of a kind stand open at once."""
SHARED = ("Disease", "Since", "Under")
"""What all premises of one declaration have alike."""


@dataclass(frozen=True)
class Line:
    """One of the premises of a declaration: its number, how far away, its page, its feature."""

    words: str
    address: str
    feature: str


@dataclass(frozen=True)
class Declaration:
    """The premises that one declaration named, those nearest to the infected place first."""

    number: str
    case: str
    address: str | None
    facts: Sequence[tuple[str, str]]
    premises: Sequence[Line]
    count: int

    @property
    def more(self) -> int:
        """How many are not listed."""
        return self.count - len(self.premises)


@dataclass(frozen=True)
class Kind:
    """All of one kind: listed singly in `items`, or by declaration in `declarations`."""

    title: str
    count: int
    is_open: bool
    items: Sequence[MapFeature] = ()
    declarations: Sequence[Declaration] = ()
    more: int = 0


def kinds(layers: Iterable[MapLayer]) -> list[Kind]:
    """The layers in words, in their order."""
    return [_declared(one) if one.kind == "declared_place" else _singly(one) for one in layers]


def _singly(layer: MapLayer) -> Kind:
    count = len(layer.features)
    return Kind(
        layer.title,
        count,
        layer.kind == "infected_area" or 0 < count <= FEW,
        items=layer.features[:MOST],
        more=max(0, count - MOST),
    )


def _declared(layer: MapLayer) -> Kind:
    by_number: dict[str, list[MapFeature]] = {}
    for one in layer.features:
        by_number.setdefault(dict(one.lines)[map_layers.BY], []).append(one)
    shown = sorted(by_number.items())[:MOST]
    return Kind(
        layer.title,
        len(layer.features),
        is_open=False,
        declarations=[_declaration(number, found) for number, found in shown],
        more=sum(len(found) for _, found in sorted(by_number.items())[MOST:]),
    )


def _declaration(number: str, found: Sequence[MapFeature]) -> Declaration:
    first = found[0]
    return Declaration(
        number,
        first.title,
        first.url,
        [(label, words) for label, words in first.lines if label in SHARED],
        [_line(one) for one in found[:MOST]],
        len(found),
    )


def _line(one: MapFeature) -> Line:
    premises = one.id.rpartition("/")[2]
    distance = dict(one.lines).get("Distance", "")
    return Line(
        f"No. {premises}{f', {distance}' if distance else ''}", f"/premises/{premises}", one.id
    )
