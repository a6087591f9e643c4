"""A QR code of an address as a picture without text, style or script."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Final

import segno

QUIET: Final = 4  # modules of white on each side, which readers need


@lru_cache(maxsize=64)
def qr_svg(address: str) -> bytes:
    """The QR of `address` at level M with its quiet zone, black on white, as SVG in modules."""
    rows = [
        list(row) for row in segno.make(address, error="m", boost_error=False, micro=False).matrix
    ]
    side = len(rows) + 2 * QUIET
    runs = []
    for y, row in enumerate(rows, QUIET):
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                runs.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/>'
        f'<path fill="#000" d="{"".join(runs)}"/></svg>'
    ).encode("ascii")
