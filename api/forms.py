"""Forms of pages: read whole, and proved to come from a page that we made for this session.

The proof is an HMAC of the form's purpose under the session's own token (before sign-in, under
the visit's), which no other site can read: nothing is kept on the server, and it ends with the
session.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.datastructures import FormData, UploadFile

from api.cookies import VISIT, read_cookie, session_cookie
from api.problems import NotFromHere
from api.state import state_of
from vetcontrol.errors import FieldError, Malformed

CSRF_FIELD = "_csrf"
ONCE_FIELD = "_once"
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
MOST_FIELDS = 20_000
MOST_FILES = 20


def is_form(request: Request) -> bool:
    """Whether the body is a form."""
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return sent in FORM_TYPES


async def form_of(request: Request) -> FormData:
    """The form, read once for the whole request; one field may be as large as the request may."""
    most = state_of(request).settings.max_body_bytes
    return await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=most)


def form_token(secret: str) -> str:
    """The proof for forms of the session or visit whose opaque token is `secret`."""
    return hmac.new(secret.encode(), b"vetcontrol form", hashlib.sha256).hexdigest()


def form_secret(request: Request) -> str | None:
    """The token that the forms of this caller are bound to: the session's, else the visit's."""
    return session_cookie(request) or read_cookie(request, VISIT)


@dataclass(frozen=True)
class Filled:
    """A form as it was filled in; what the field `name` holds is text until a service reads it."""

    data: FormData
    unkeepable: tuple[str, ...] = ()
    """Fields out of which characters were left that cannot be kept: shown again, never acted on."""

    def text(self, name: str) -> str:
        """The field's text without spaces around it; empty when absent."""
        value = self.data.get(name)
        return value.strip() if isinstance(value, str) else ""

    def texts(self, name: str) -> list[str]:
        """Every value of a field that may be given several times, blanks left out."""
        values = (v.strip() for v in self.data.getlist(name) if isinstance(v, str))
        return [v for v in values if v]

    def upload(self, name: str) -> UploadFile | None:
        """The file sent as `name`; None when none was chosen. Read it with `.file.read()`."""
        value = self.data.get(name)
        return value if isinstance(value, UploadFile) and value.filename else None

    def uploads(self) -> list[str]:
        """The fields in which a file was chosen."""
        return [name for name in self.data if self.upload(name) is not None]

    def require_keepable(self) -> None:
        """Raises `Malformed` naming each field that held what the register cannot keep."""
        if self.unkeepable:
            words = "held a character that cannot be kept; it is left out: look, then send again"
            raise Malformed(
                " ".join(f"{name}: {words}." for name in self.unkeepable),
                errors=tuple(FieldError(name, words) for name in self.unkeepable),
            )

    def pairs(self, *, without: Collection[str] = ()) -> list[tuple[str, str]]:
        """Every text field with its value, in order, for hidden fields of the form sent once more.

        Never a password or a token.
        """
        return [
            (name, value)
            for name, value in self.data.multi_items()
            if isinstance(value, str) and _may_be_shown(name) and name not in without
        ]

    def values(self) -> dict[str, Any]:
        """The text fields as filled in, to show the form again; never a password or a token."""
        return {
            name: value
            for name, value in self.data.items()
            if isinstance(value, str) and _may_be_shown(name)
        }


def _may_be_shown(name: str) -> bool:
    return not name.startswith("_") and "password" not in name


async def filled(request: Request) -> Filled:
    """The form of this request. Raises `NotFromHere` unless it proves to come from our page.

    Whoever takes it asks it to `require_keepable` where he can show the form again.
    """
    if not is_form(request):
        raise NotFromHere("This address takes the form of its own page. Open the page and send it.")
    form = await form_of(request)
    secret, sent = form_secret(request), form.get(CSRF_FIELD)
    proved = (
        secret is not None
        and isinstance(sent, str)
        and hmac.compare_digest(sent.encode("utf-8", "surrogatepass"), form_token(secret).encode())
    )
    if not proved:
        raise NotFromHere(
            "The form does not belong to this sign-in: it was opened before you signed in or out,"
            " or the browser sends no cookies. Open the page again and fill it in once more."
        )
    fields = [
        (name, _kept_of(value) if isinstance(value, str) else value)
        for name, value in form.multi_items()
        if keepable(name)
    ]
    broken = (n for n, v in form.multi_items() if isinstance(v, str) and not keepable(n + v))
    return Filled(FormData(fields), tuple(dict.fromkeys(map(_kept_of, broken))))


async def whole(form: Annotated[Filled, Depends(filled)]) -> Filled:
    """The form where all of it can be kept. Raises `Malformed`."""
    form.require_keepable()
    return form


def keepable(text: str) -> bool:
    """Whether the register can keep `text`: PostgreSQL takes no NUL, UTF-8 no lone surrogate."""
    return _kept_of(text) == text


def _kept_of(text: str) -> str:
    return "".join(c for c in text if c != "\0" and not "\ud800" <= c <= "\udfff")


ProvedForm = Annotated[Filled, Depends(filled)]
Form = Annotated[Filled, Depends(whole)]
