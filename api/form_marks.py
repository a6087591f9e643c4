"""The mark of a form that is opened, by which its draft is known."""

from __future__ import annotations

import re
import secrets

FORM_ID = "form_id"
_FORM_ID = re.compile(r"f[0-9a-f]{16}")


def new_form_id() -> str:
    """The mark of a form that is opened anew."""
    return f"f{secrets.token_hex(8)}"


def form_id(text: str) -> str:
    """The mark that a form or an address brings, or a new one where it brings none."""
    return text if _FORM_ID.fullmatch(text) else new_form_id()
