"""Tokens as text that stands in an address and in a QR code: base32, in one spelling."""

from __future__ import annotations

import base64
import binascii

from vetcontrol.keys.cose import NotGenuine


def to_text(token: bytes) -> str:
    """The token in base32 (RFC 4648, capitals) without padding."""
    return base64.b32encode(token).decode().rstrip("=")


def from_text(text: str) -> bytes:
    """The token that `to_text` wrote.

    Raises `NotGenuine` for every other spelling: the last letter of base32 has bits that no byte
    needs, so that one token would have several texts.
    """
    plain = text.strip()
    try:
        token = base64.b32decode(plain + "=" * (-len(plain) % 8))
    except (binascii.Error, ValueError) as error:
        raise NotGenuine("The text is no token: it is not base32 in capitals.") from error
    if to_text(token) != plain:
        raise NotGenuine("The text is not the one spelling of its token.")
    return token
