"""The check code on paper: whoever has the paper may ask whether it is genuine."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

# Crockford's base 32: without I, L, O and U, which are misread or spell words.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS: Final = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})
_LENGTH: Final = 10


def check_code(checksum: str) -> str:
    """The check code of the instrument with that checksum, as printed: `ABCDE-FGHJK` (50 bits).

    It follows from the checksum, which the salt of each instrument makes unguessable, so that
    nothing secret is kept and every print carries the same code.
    """
    number = int.from_bytes(hashlib.sha256(f"check code {checksum}".encode()).digest()[:7])
    letters = "".join(_ALPHABET[(number >> (5 * at)) & 31] for at in range(_LENGTH))
    return f"{letters[:5]}-{letters[5:]}"


def matches(checksum: str, typed: str) -> bool:
    """Whether `typed` is the check code of that checksum, or the checksum itself.

    Case, spaces and the hyphen do not count, and letters are read as the digits they look like.
    """
    plain = typed.strip().casefold()
    if hmac.compare_digest(plain.encode(), checksum.encode()):
        return True
    code = plain.upper().translate(_READ_AS)
    return hmac.compare_digest(code.encode(), check_code(checksum).replace("-", "").encode())
