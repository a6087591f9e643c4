"""What a picture on a paper may be: PNG or SVG, told by its first bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vetcontrol.errors import Malformed


@dataclass(frozen=True)
class PictureKind:
    """A kind of picture: its media type, and the ending of its file's name."""

    media_type: str
    ending: str


_SVG: Final = PictureKind("image/svg+xml", "svg")
_STARTS: Final = (
    (b"\x89PNG\r\n\x1a\n", PictureKind("image/png", "png")),
    (b"<svg", _SVG),
    (b"<?xml", _SVG),
)


def kind_of(picture: bytes) -> PictureKind:
    """The kind of `picture`. Raises `Malformed` for any other than PNG and SVG."""
    for start, kind in _STARTS:
        if picture.startswith(start):
            return kind
    raise Malformed.field("plate", "is neither PNG nor SVG; draw the map plate as one of them")
