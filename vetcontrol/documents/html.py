"""An instrument as a page: complete, accessible, printable on A4, with everything escaped."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document
from vetcontrol.documents.pictures import kind_of
from vetcontrol.documents.qr import qr_svg
from vetcontrol.documents.spoken import spoken
from vetcontrol.documents.wording import shown


def _finalize(value: Any) -> Any:
    # Markup is the templates' own; text may be from people, so what hides in it is shown.
    return value if hasattr(value, "__html__") or not isinstance(value, str) else shown(value)


_PAGES: Final = Environment(
    loader=PackageLoader("vetcontrol.documents", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_finalize,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True)
class Way:
    """A way from the page: another language, or the print. `language` is that of `words`."""

    address: str
    words: str
    language: str = ""
    here: bool = False


def _picture(picture: bytes) -> str:
    media_type = kind_of(picture).media_type
    return f"data:{media_type};base64,{base64.b64encode(picture).decode('ascii')}"


def render_html(
    document: Document,
    words: Words,
    *,
    cite: Callable[[str], str],
    plate: bytes | None = None,
    plate_words: str = "",
    stylesheet: str = "/static/document.css",
    corrected_by: str = "",
    verify_address: str = "",
    ways: Sequence[Way] = (),
) -> str:
    """The complete page of `document` in the language of `words`.

    `cite` puts a clause id into words; `plate` is a map as PNG or SVG bytes, shown as a picture
    in which nothing can run, and `plate_words` say what it shows; `stylesheet` is the address of
    the one style sheet (the page has no style or script of its own). `corrected_by` is the number
    of a correction that struck the entry which made the document: the page says so above
    everything else. `verify_address` is where anyone may check the paper, also as a QR; `ways`
    are links above the paper, which are not printed. Raises `Malformed` for another kind of plate
    and `DataError` for a key without words.
    """
    return _PAGES.get_template("document.html.jinja").render(
        said=spoken(document, words, cite=cite, corrected_by=corrected_by),
        issued_on=document.issued_on,
        signed_at=document.signed_at,
        stylesheet=stylesheet,
        ways=ways,
        plate="" if plate is None else _picture(plate),
        plate_words=plate_words,
        verify_address=verify_address,
        qr=_picture(qr_svg(verify_address)) if verify_address else "",
        qr_of=words.say("label.qr_of", address=shown(verify_address)),
    )
