"""Decodes one uploaded picture and draws it anew, in a process of its own with little to lose.

`python -m vetcontrol.register.picture_reader` reads a picture of people's making from its standard
input and writes `media type, newline, bytes` to its standard output. What is written was drawn
from the pixels alone: no EXIF, position, profile, comment or trailing bytes survive. Memory, time
and files are limited before the first byte is decoded; exit 2 with a sentence is a refusal.
"""

from __future__ import annotations

import io
import resource
import sys
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

MOST_PIXELS: Final = 50_000_000
LONGEST_SIDE: Final = 4_000
"""Pixels of the longer side that are kept: an A4 sheet at 300 dpi has 3,508."""
ONE_COLOUR: Final = 2
"""Steps of 255 by which each channel may vary in a picture that is blank."""
MEMORY_BYTES: Final = 1_000_000_000
CPU_SECONDS: Final = 20
FORMATS: Final = ("JPEG", "PNG", "WEBP")
_QUALITY: Final = 88


class UnreadableError(Exception):
    """The picture cannot be taken; the message says why."""


def redrawn(data: bytes) -> tuple[str, bytes]:
    """The media type and bytes of the picture drawn anew, upright. Raises `UnreadableError`."""
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
            wide, high = sent.size
            if wide * high > MOST_PIXELS:
                raise UnreadableError(
                    f"has {wide:,} times {high:,} pixels; send at most {MOST_PIXELS:,} in all"
                )
            if sent.format == "JPEG":
                sent.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            sent.load()
            upright = ImageOps.exif_transpose(sent)
    except UnreadableError:
        raise
    except (UnidentifiedImageError, Image.DecompressionBombError, MemoryError) as error:
        raise UnreadableError("is no picture that can be read; take it again as JPEG") from error
    except Exception as error:  # a decoder may raise anything on bytes made to break it
        raise UnreadableError(f"is a broken picture ({error}); take it again as JPEG") from error
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    _require_drawn(upright)
    clear = upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info
    written = io.BytesIO()
    if clear or sent.format == "PNG":
        # A new picture of the pixels: `info` and chunks of the one that was sent stay behind.
        plain = upright.convert("RGBA" if clear else "RGB")
        _bare(plain).save(written, "PNG", optimize=False)
        return "image/png", written.getvalue()
    _bare(upright.convert("RGB")).save(written, "JPEG", quality=_QUALITY)
    return "image/jpeg", written.getvalue()


def _require_drawn(picture: Image.Image) -> None:
    """Raises `UnreadableError` for a picture of one colour: it shows nothing."""
    bands = [band.histogram() for band in picture.convert("RGBA").split()]
    found = [[level for level, pixels in enumerate(band) if pixels] for band in bands]
    clear = found[3] == [0]
    if clear or all(levels[-1] - levels[0] <= ONE_COLOUR for levels in found):
        raise UnreadableError("is of one colour and shows nothing; take or draw it again")


def _bare(picture: Image.Image) -> Image.Image:
    return Image.frombytes(picture.mode, picture.size, picture.tobytes())


def limit() -> None:
    """From here on this process can take no more memory, time or files than a picture needs."""
    for what, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def main() -> int:
    """Standard input to standard output."""
    limit()
    try:
        media_type, drawn = redrawn(sys.stdin.buffer.read())
    except UnreadableError as refusal:
        sys.stderr.write(str(refusal))
        return 2
    sys.stdout.buffer.write(media_type.encode() + b"\n" + drawn)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
