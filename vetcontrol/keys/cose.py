"""Signed tokens: COSE_Sign1 (RFC 9052) with Ed25519, in the one encoding that is accepted.

A token is the tagged array `18([protected, {}, payload, signature])`. The protected header holds
the algorithm, the id of the key and, under a label for private use, the purpose, so that nothing
signed for one purpose can be shown for another. There is one spelling of each token, that of
deterministic encoding (RFC 8949, 4.2); every other is refused, whatever its signature.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import cbor2
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from vetcontrol.clock import in_words
from vetcontrol.errors import Malformed
from vetcontrol.keys.key import KID_BYTES, Key, Purpose, State, Trust, kid_of

TAG: Final = 18
ALGORITHM: Final = 1
KEY_ID: Final = 4
# Private use (RFC 9052, 11.1: below -65536). The values are fixed for ever.
PURPOSE: Final = -65537
EDDSA: Final = -8
NUMBERS: Final = {
    Purpose.LICENCE: 1,
    Purpose.BUNDLE: 2,
    Purpose.GAZETTE: 3,
    Purpose.CHECKPOINT: 4,
    Purpose.TRUST: 5,
}
SIGNATURE_BYTES: Final = 64
LARGEST: Final = 16_000_000


class NotGenuine(Malformed):
    """A token that is not believed; says why."""


@dataclass(frozen=True)
class Verified:
    """A token that is believed: what was signed, for what, and by which key."""

    payload: bytes
    purpose: Purpose
    key: Key

    def require_signed(self, moment: datetime) -> None:
        """Raises `NotGenuine` where the key did not sign at `moment`, which the payload claims."""
        if not self.key.signed_then(moment):
            raise NotGenuine(
                f"The token says that it was signed at {in_words(moment)}, when the key"
                f" {self.key.kid} did not sign."
            )


@dataclass(frozen=True)
class Signer:
    """A private key and what it signs."""

    private: Ed25519PrivateKey
    purpose: Purpose

    @property
    def public(self) -> bytes:
        """The public half, 32 bytes."""
        return self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @property
    def kid(self) -> str:
        """The key's id."""
        return kid_of(self.public)


def encoded(value: Any) -> bytes:
    """`value` in deterministic CBOR."""
    return bytes(cbor2.dumps(value, canonical=True))


def protected_header(kid: str, purpose: Purpose) -> bytes:
    """The protected header, encoded."""
    return encoded({ALGORITHM: EDDSA, KEY_ID: bytes.fromhex(kid), PURPOSE: NUMBERS[purpose]})


def signed_bytes(protected: bytes, payload: bytes) -> bytes:
    """What the signature is over: the Sig_structure of RFC 9052, 4.4, without external data."""
    return encoded(["Signature1", protected, b"", payload])


def sign(key: Signer, payload: bytes) -> bytes:
    """The token of `payload`; the same payload and key make the same token."""
    protected = protected_header(key.kid, key.purpose)
    signature = key.private.sign(signed_bytes(protected, payload))
    return encoded(cbor2.CBORTag(TAG, [protected, {}, payload, signature]))


def verify(token: bytes, trust: Trust, purpose: Purpose, at: datetime) -> Verified:
    """What the token says, if at `at` it is believed for `purpose`.

    Raises `NotGenuine` for another encoding, header, tag or purpose, a key that is not known, has
    not begun or is compromised by then, and a signature that does not hold.
    """
    protected, payload, signature = _parts(token)
    kid, number = _header(protected)
    key = trust.key(kid)
    if key is None:
        raise NotGenuine(f"The token names the key {kid}, which the trust list does not know.")
    if number != NUMBERS[purpose] or key.purpose is not purpose:
        raise NotGenuine(f"The token was not signed as a {purpose}.")
    if at < key.valid_from:
        raise NotGenuine(f"The key {kid} signs only from {in_words(key.valid_from)}.")
    if key.state is State.COMPROMISED:
        assert key.compromised_since is not None
        if at >= key.compromised_since:
            raise NotGenuine(
                f"The key {kid} is in other hands since {in_words(key.compromised_since)}; nothing"
                " that it signed is believed. Ask the office for a new paper."
            )
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(
            signature, signed_bytes(protected, payload)
        )
    except (InvalidSignature, ValueError) as error:
        raise NotGenuine("The signature does not hold: the token was altered.") from error
    return Verified(payload, purpose, key)


def key_named(token: bytes) -> str:
    """The id of the key that the token names; nothing is believed yet. Raises `NotGenuine`."""
    return _header(_parts(token)[0])[0]


def purpose_named(token: bytes) -> Purpose:
    """The purpose that the token names; nothing is believed yet. Raises `NotGenuine`."""
    _, number = _header(_parts(token)[0])
    return next(purpose for purpose, known in NUMBERS.items() if known == number)


def _parts(token: bytes) -> tuple[bytes, bytes, bytes]:
    """Protected header, payload and signature of a token in its one encoding."""
    if len(token) > LARGEST:
        raise NotGenuine(f"The token is larger than {LARGEST:,} bytes.")
    read = _decoded(token, "The token")
    if not isinstance(read, cbor2.CBORTag) or read.tag != TAG:
        raise NotGenuine("This is no COSE_Sign1 token.")
    match read.value:
        case [bytes(protected), unprotected, bytes(payload), bytes(signature)]:
            pass
        case _:
            raise NotGenuine("The token has not the four parts of a COSE_Sign1 with its payload.")
    if unprotected != {}:
        raise NotGenuine("The token has an unprotected header, which anybody can write into.")
    if len(signature) != SIGNATURE_BYTES:
        raise NotGenuine("The signature has not the length of an Ed25519 signature.")
    if encoded(cbor2.CBORTag(TAG, [protected, {}, payload, signature])) != token:
        raise NotGenuine("The token is not spelt in the one encoding that is accepted.")
    return protected, payload, signature


def _header(protected: bytes) -> tuple[str, int]:
    """The key's id and the number of the purpose."""
    read = _decoded(protected, "The protected header")
    # Exactly these, of exactly these types: True == 1, and other headers are not understood.
    if not isinstance(read, dict) or set(read) != {ALGORITHM, KEY_ID, PURPOSE}:
        raise NotGenuine("The protected header has not just algorithm, key and purpose.")
    kid, number = read[KEY_ID], read[PURPOSE]
    if read[ALGORITHM] != EDDSA or not isinstance(kid, bytes) or len(kid) != KID_BYTES:
        raise NotGenuine("The protected header names no Ed25519 key.")
    if type(number) is not int or number not in NUMBERS.values():
        raise NotGenuine("The protected header names no purpose that is known.")
    if encoded({ALGORITHM: EDDSA, KEY_ID: kid, PURPOSE: number}) != protected:
        raise NotGenuine("The protected header is not spelt in the one encoding.")
    return kid.hex(), number


def _decoded(data: bytes, what: str) -> Any:
    try:
        return cbor2.loads(data)
    except (cbor2.CBORError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise NotGenuine(f"{what} is no CBOR.") from error
