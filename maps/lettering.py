"""Letters of plates: Noto, shaped, as outlines, so that paper needs no font and shows the same.

Lengths are points (1/72 inch). The fonts stand under names of our own, so that a font of the same
name on the machine never takes their place.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

import matplotlib as mpl
import numpy as np
from matplotlib.font_manager import FontEntry, FontProperties, fontManager
from matplotlib.path import Path as Outline
from matplotlib.textpath import TextPath, text_to_path

from vetcontrol.documents.fonts import FAMILIES, folder, legible
from vetcontrol.documents.wording import shown

# Of the whole process, once, and never changed: nothing else here draws with matplotlib.
mpl.rcParams.update({"svg.fonttype": "path", "svg.hashsalt": "vetcontrol", "svg.id": None})

_OURS: Final = {name: f"Plate {name}" for name in FAMILIES}
_USUAL: Final = (_OURS["Noto Sans"], _OURS["Noto Sans Devanagari"])
_INDIC: Final = re.compile("[\u0900-\u097f]")
_UNUSUAL: Final = re.compile("[^ -\u024f\u0900-\u097f\u2010-\u2033]")
# One ASCII letter, or a run of others: marks of a script belong together.
_PIECES: Final = re.compile(r"[ -~]|[^ -~]+")
_UNSPEAKABLE: Final = re.compile("[\x00\ud800-\udfff]")
HALO_PT: Final = 2.2
HALO: Final = "#ffffff"


@cache
def _registered() -> None:
    for name, ours in _OURS.items():
        fontManager.ttflist.append(
            FontEntry(
                fname=str(folder() / f"{name.replace(' ', '')}[wght].ttf"),
                name=ours,
                style="normal",
                variant="normal",
                weight=400,
                stretch="normal",
                size="scalable",
            )
        )


def speakable(words: str) -> str:
    """`words` on one line; what is invisible or no letter of ours is shown by its number."""
    line = " ".join(_UNSPEAKABLE.sub("\ufffd", words).split())
    return line if _plain(line) else legible(shown(line))


def _plain(words: str) -> bool:
    return words.isascii() and words.isprintable()


def face(words: str, size: float) -> FontProperties:
    """The fonts for `words` at `size`, that of the script which they hold first."""
    _registered()
    usual = _USUAL[::-1] if _INDIC.search(words) else _USUAL
    rest = [name for name in _OURS.values() if name not in usual]
    return FontProperties(family=[*usual, *(rest if _UNUSUAL.search(words) else ())], size=size)


@lru_cache(maxsize=4096)
def extent(words: str, size: float) -> tuple[float, float, float]:
    """Width, height above the line and depth below it of `words` set at `size`."""
    width, height, depth = text_to_path.get_text_width_height_descent(
        words, face(words, size), ismath=False
    )
    return float(width), float(height - depth), float(depth)


def wrapped(words: str, size: float, width: float) -> list[str]:
    """`words` in lines no wider than `width`, where spaces allow it."""
    lines: list[str] = []
    for word in speakable(words).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and extent(longer, size)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=4096)
def _piece(piece: str) -> tuple[str, float]:
    """The outline of `piece` at 100 points as SVG path data (y downwards), and its advance."""
    guard = "\u0964" if _INDIC.search(piece) else "n"
    advance = extent(f"{guard}{piece}{guard}", 100.0)[0] - extent(guard * 2, 100.0)[0]
    if piece == " ":
        return "", advance
    data = _path_data(TextPath((0, 0), piece, size=100, prop=face(piece, 100), usetex=False))
    return data, advance


_COMMANDS: Final = {Outline.MOVETO: "M", Outline.LINETO: "L", Outline.CURVE3: "Q"}


def _path_data(path: Outline) -> str:
    parts = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        if code == Outline.CLOSEPOLY:
            parts.append("Z")
            continue
        numbers = np.round(points.reshape(-1, 2) * (1, -1), 1)
        parts.append(_COMMANDS[code] + " ".join(f"{x:g} {y:g}" for x, y in numbers))
    return "".join(parts)


def as_svg(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: float,
    fill: str,
    halo: bool = True,
    shared: dict[str, str] | None = None,
) -> str:
    """SVG of `words` as outlines, with a white halo, on the line at `y`, in the picture's points.

    `anchor` is the share of their width that lies left of `x`: 0 begins, 0.5 centres, 1 ends.
    With `shared` the outlines are kept there by id, each once, for `shared_outlines`.
    """
    scale = size / 100
    left = x - anchor * width_of(words, size)
    made = []
    for data, advance in map(_piece, _PIECES.findall(speakable(words))):
        if data:
            where = f'transform="translate({left:.2f} {y:.2f}) scale({scale:g})"'
            if shared is None:
                made.append(f'<path {where} d="{data}"/>')
            else:
                name = shared.setdefault(data, f"letter-{len(shared)}")
                made.append(f'<use {where} xlink:href="#{name}"/>')
        left += advance * scale
    look = f'fill="{fill}"'
    if halo:
        look += (
            f' stroke="{HALO}" stroke-width="{HALO_PT / scale:g}" stroke-linejoin="round"'
            ' paint-order="stroke"'
        )
    return f"<g {look}>{''.join(made)}</g>"


def shared_outlines(shared: dict[str, str]) -> str:
    """The outlines that `as_svg` kept in `shared`, for the head of the picture."""
    outlines = "".join(f'<path id="{name}" d="{data}"/>' for data, name in shared.items())
    return f"<defs>{outlines}</defs>"


def width_of(words: str, size: float) -> float:
    """How wide `as_svg` sets `words` at `size`."""
    return size / 100 * sum(_piece(piece)[1] for piece in _PIECES.findall(speakable(words)))
