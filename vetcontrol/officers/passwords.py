"""Passwords by argon2, and opaque tokens; neither is ever kept or logged as it was given."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from functools import lru_cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from vetcontrol.errors import Malformed

LEAST_LENGTH = 12
MOST_LENGTH = 256
SHIPPED = PasswordHasher()
_HASHER = SHIPPED


def _octets(password: str) -> bytes:
    # The same letters typed on two keyboards may arrive composed or not.
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def hashed(password: str) -> str:
    """The argon2 hash of a new password. Raises `Malformed` outside 12 to 256 characters."""
    if not LEAST_LENGTH <= len(password) <= MOST_LENGTH:
        raise Malformed.field(
            "password",
            f"has {len(password)} characters; give {LEAST_LENGTH} to {MOST_LENGTH}",
        )
    return _HASHER.hash(_octets(password))


@lru_cache(maxsize=1)
def _nobodys_hash() -> str:
    return _HASHER.hash(secrets.token_bytes(32))


def matches(password_hash: str | None, password: str) -> bool:
    """Whether `password` is the one hashed.

    For an unknown account (`password_hash` None) it takes as long and answers False, so that the
    time does not tell which accounts exist.
    """
    octets = _octets(password) if len(password) <= MOST_LENGTH else b""
    try:
        _HASHER.verify(password_hash or _nobodys_hash(), octets)
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


def is_outdated(password_hash: str) -> bool:
    """Whether the hash was made with weaker parameters than those of today."""
    return _HASHER.check_needs_rehash(password_hash)


def new_token() -> str:
    """A token of 256 random bits that says nothing."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of `token`: SHA-256, as 64 hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
