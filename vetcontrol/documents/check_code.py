"""The check code on paper: whoever has the paper may ask whether it is genuine."""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from typing import Final

# Crockford's base 32: without I, L, O and U, which are misread or spell words.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS: Final = str.maketrans({"I": "1", "L": "1", "O": "0"})
_LENGTH: Final = 10
_WELL_FORMED: Final = re.compile(rf"[{_ALPHABET}]{{{_LENGTH}}}|[0-9A-F]{{64}}")


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

    Case, spaces and dashes do not count, nor how wide a letter or in which script a digit is;
    letters are read as the digits they look like.
    """
    plain = _plain(typed)
    if hmac.compare_digest(plain.encode(), checksum.upper().encode()):
        return True
    code = plain.translate(_READ_AS)
    return hmac.compare_digest(code.encode(), check_code(checksum).replace("-", "").encode())


def well_formed(typed: str) -> bool:
    """Whether `typed` can be the code of any paper, or a checksum."""
    return _WELL_FORMED.fullmatch(_plain(typed).translate(_READ_AS)) is not None


def _plain(typed: str) -> str:
    """Capital letters and ASCII digits, without blanks, dashes (also the minus and soft hyphen)
    and what is not seen."""
    kept = []
    for letter in unicodedata.normalize("NFKC", typed):
        if letter.isspace() or unicodedata.category(letter) in {"Pd", "Cf"} or letter == "\u2212":
            continue
        digit = unicodedata.decimal(letter, None)
        kept.append(letter if digit is None else str(digit))
    return "".join(kept).upper()
