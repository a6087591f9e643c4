"""The Content-Security-Policy of a map sheet, which runs in a sandboxed frame of its own."""

from __future__ import annotations

import re
import secrets

from vetcontrol.errors import Malformed

_NONCE = re.compile(r"[A-Za-z0-9_-]{22,128}")


def new_nonce() -> str:
    """Return a nonce of 128 random bits for one answer; never use it for a second."""
    return secrets.token_urlsafe(16)


def checked_nonce(nonce: str) -> str:
    """Return `nonce`, or raise Malformed if it could be guessed or could break out of a header."""
    if not _NONCE.fullmatch(nonce):
        raise Malformed.field(
            "nonce", "must be 22 to 128 letters, digits, '-' or '_'; take one from new_nonce()."
        )
    return nonce


def sheet_policy(nonce: str) -> str:
    """Return the policy header of the sheet that `render_sheet` made with the same `nonce`.

    Scripts and style sheets run by nonce alone, the library files too: with 'self' an injected tag
    could load any answer of this server as a script. The frame is sandboxed by the header as well,
    so that it stays so when somebody opens its address outside the frame. It asks for nothing:
    data stands in the page.
    """
    own = checked_nonce(nonce)
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'nonce-{own}'",
            f"style-src 'nonce-{own}'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'none'",
            "form-action 'none'",
            "base-uri 'none'",
            "frame-ancestors 'self'",
            "sandbox allow-scripts",
        )
    )
