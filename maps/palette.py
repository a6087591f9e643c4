"""How each kind of thing looks: one table for the map, its legend and its hatches.

Colour is never alone: every legal kind has its own line, its own hatch or symbol, and a white
casing. The colours keep apart for readers who do not see red, green or blue (held by a test), and
fill with hatch covers less than a tenth of what lies under it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "infected_place",
    "declared_place",
    "infected_area",
    "radius_outline",
    "provision_area",
    "ceased_place",
    "route",
    "conflicts",
    "draft",
    "premises",
    "villages",
    "talukas",
    "districts",
    "territory",
]
Hatch = Literal["", "rising", "falling", "level", "crossed", "dotted"]
Symbol = Literal["", "disc", "square", "diamond", "ring"]

SEA = "#dbe6ec"
LAND = "#eceae3"
TERRITORY = "#faf8f2"
CASING = "#ffffff"

HATCH_STEP = 10
"""Pixels from one line of a hatch to the next."""


@dataclass(frozen=True)
class Style:
    """The looks of one kind: widths in CSS pixels, dash in SVG's notation, tint as opacity."""

    kind: Kind
    label: str
    stroke: str
    weight: float
    dash: str = ""
    tint: float = 0.0
    hatch: Hatch = ""
    symbol: Symbol = ""
    letter: str = ""
    legal: bool = False
    badge_px: int = 24
    """Side of the point's symbol on the map."""
    rank: int = 400
    """The pane's place in the pile; Leaflet's own overlays stand at 400."""

    @property
    def ink(self) -> float:
        """Share of the ground that tint and hatch cover, from 0 to 1."""
        line = 0.36 / HATCH_STEP * 1.414
        return self.tint + {
            "": 0.0,
            "rising": line,
            "falling": line,
            "level": line,
            "dotted": line * 0.8,
        }.get(self.hatch, 2 * line)

    @property
    def fill(self) -> str:
        """What SVG fills the area with: a hatch of `hatch_defs`, or the stroke's colour."""
        return f"url(#hatch-{self.kind})" if self.hatch else self.stroke

    @property
    def fill_opacity(self) -> float:
        """A hatch carries its own opacity; a plain fill has the tint."""
        return 1.0 if self.hatch else self.tint


_STYLES = (
    Style("territory", "State line", "#5b5444", 1.8, "12 3 2 3", rank=330),
    Style("districts", "Districts", "#6b6351", 1.6, "10 5", rank=320),
    Style("talukas", "Talukas", "#857c67", 1.1, "5 4", rank=315),
    Style("villages", "Villages", "#9a917d", 0.8, "2 3", rank=310),
    Style("premises", "Premises", "#33566b", 1.5, tint=0.05, symbol="ring", rank=418),
    Style(
        "infected_area", "Infected area", "#b3470b", 3.2, tint=0.03, hatch="rising",
        letter="A", legal=True, rank=410,
    ),
    Style(
        "radius_outline", "Radius of declaration", "#133ebf", 2.4, "9 6", tint=0.03,
        letter="R", legal=True, rank=415,
    ),
    Style(
        "provision_area", "Area of the instrument", "#6c5478", 2.4, "14 4", tint=0.06,
        letter="P", legal=True, rank=405,
    ),
    Style(
        "ceased_place", "Place that has ceased", "#180078", 2.2, "6 3", tint=0.02, hatch="level",
        symbol="square", letter="C", badge_px=18, legal=True, rank=422,
    ),
    Style(
        "route", "Route", "#9c3ca8", 3.0, "16 3", symbol="disc", letter="T", badge_px=18,
        legal=True, rank=425,
    ),
    Style(
        "declared_place", "Declared premises", "#5a1068", 2.2, "2 4", tint=0.04, hatch="dotted",
        symbol="square", letter="D", badge_px=18, legal=True, rank=420,
    ),
    Style(
        "infected_place", "Infected place", "#8c1128", 2.8, tint=0.04, hatch="falling",
        symbol="disc", letter="I", legal=True, rank=430,
    ),
    Style(
        "conflicts", "Conflict in the register", "#1f1f1f", 2.4, "1 6", hatch="level",
        symbol="diamond", letter="!", legal=True, rank=450,
    ),
    Style(
        "draft", "Draft, not yet made", "#006b4f", 2.6, "12 4 2 4", tint=0.04, hatch="",
        symbol="disc", letter="?", rank=460,
    ),
)  # fmt: skip

STYLES: dict[Kind, Style] = {style.kind: style for style in _STYLES}

STATE_LETTERS: dict[str, str] = {
    "ordered": "O",
    "confirmed": "C",
    "radius_declared": "R",
    "with_government": "G",
    "infected_area": "P",
}
"""By the state of its case, the letter of an infected place where states are told apart: ordered,
confirmed, radius declared, with Government, area published."""


def _hatch_lines(style: Style) -> str:
    step, half = HATCH_STEP, HATCH_STEP / 2
    pen = f'stroke="{style.stroke}" stroke-opacity=".36" stroke-width="1" fill="none"'
    paths = {
        "rising": f"M-1 {step + 1}L{step + 1} -1M-1 1L1 -1M{step - 1} {step + 1}l2 -2",
        "falling": f"M-1 -1L{step + 1} {step + 1}M{step - 1} -1l2 2M-1 {step - 1}l2 2",
        "level": f"M0 {half}H{step}",
        "crossed": f"M0 0L{step} {step}M0 {step}L{step} 0",
        "dotted": f"M{half - 1} {half}h2M-1 0h2M{step - 1} 0h2M-1 {step}h2M{step - 1} {step}h2",
    }
    return f'<path d="{paths[style.hatch]}" {pen}/>' if style.hatch else ""


def hatch_defs() -> str:
    """Return SVG patterns `hatch-KIND`, tint included, for every kind that has a hatch."""
    return "".join(
        f'<pattern id="hatch-{style.kind}" width="{HATCH_STEP}" height="{HATCH_STEP}" '
        f'patternUnits="userSpaceOnUse"><rect width="{HATCH_STEP}" height="{HATCH_STEP}" '
        f'fill="{style.stroke}" fill-opacity="{style.tint}"/>{_hatch_lines(style)}</pattern>'
        for style in STYLES.values()
        if style.hatch
    )


def badge(style: Style, letter: str, *, x: float = 12, y: float = 12, r: float = 9) -> str:
    """Return the SVG of a point's symbol round (x, y) in pixels; `letter` must be inert already."""
    look = f'fill="{style.stroke}" stroke="{CASING}" stroke-width="2"'
    shapes = {
        "disc": f'<circle cx="{x}" cy="{y}" r="{r}" {look}/>',
        "square": f'<rect x="{x - r + 1}" y="{y - r + 1}" width="{2 * r - 2}" '
        f'height="{2 * r - 2}" rx="2" {look}/>',
        "diamond": f'<path d="M{x} {y - r - 1}L{x + r + 1} {y}L{x} {y + r + 1}L{x - r - 1} {y}Z" '
        f"{look}/>",
        "ring": f'<circle cx="{x}" cy="{y}" r="{r / 2}" fill="#fff" stroke="{style.stroke}" '
        'stroke-width="1.8"/>',
    }
    words = (
        f'<text x="{x}" y="{y}" dy=".36em" text-anchor="middle" class="badge-letter" '
        f'fill="#fff">{letter}</text>'
        if letter
        else ""
    )
    return shapes.get(style.symbol, "") + words


def swatch(kind: Kind, *, points: bool, areas: bool) -> str:
    """Return the legend's picture of `kind`, 44 by 24 pixels, drawn by the style of the map."""
    style = STYLES[kind]
    dash = f' stroke-dasharray="{style.dash}"' if style.dash else ""
    parts = []
    if areas:
        box = 'x="4" y="4" width="36" height="16" rx="2"'
        parts.append(
            f'<rect {box} fill="none" stroke="{CASING}" stroke-width="{style.weight + 3}"/>'
            f'<rect {box} fill="{style.fill}" fill-opacity="{style.fill_opacity}" '
            f'stroke="{style.stroke}" stroke-width="{style.weight}"{dash}/>'
        )
    if points and style.symbol:
        parts.append(badge(style, style.letter, x=22, y=12, r=8))
    return (
        '<svg class="swatch" width="44" height="24" viewBox="0 0 44 24" aria-hidden="true">'
        + "".join(parts)
        + "</svg>"
    )
