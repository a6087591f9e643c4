"""The root: the one key that says which keys are believed, kept on no machine that serves."""

from __future__ import annotations

import re
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.keys import folder as private
from vetcontrol.keys.cose import Signer
from vetcontrol.keys.key import PUBLIC_BYTES, Purpose

SHORTEST_PASSPHRASE = 12
_HEX = re.compile(rf"[0-9a-f]{{{2 * PUBLIC_BYTES}}}")


def create(file: Path, passphrase: str, *, key_dir: Path) -> Signer:
    """A new root in `file`, encrypted by the passphrase, for its owner alone.

    Raises `Refused` where the file exists or lies in the folder of the signing keys.
    """
    if file.resolve().is_relative_to(key_dir.resolve()):
        raise Refused(
            f"{file} lies in the folder of the signing keys. The root is kept apart from them: on"
            " a medium that is locked away."
        )
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise Malformed.field("passphrase", f"needs at least {SHORTEST_PASSPHRASE} characters")
    if not file.parent.is_dir():
        raise NotFound(f"There is no folder {file.parent}; make it first.")
    made = Ed25519PrivateKey.generate()
    pem = made.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(passphrase.encode())
    )
    private.write(file, pem, new=True)
    return Signer(made, Purpose.TRUST)


def opened(file: Path, passphrase: str) -> Signer:
    """The root in `file`. Raises `NotFound`, and `Refused` for a wrong passphrase or file."""
    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    try:
        loaded = load_pem_private_key(private.read(file), passphrase.encode())
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise Refused(f"{file} does not open: wrong passphrase, or no encrypted key.") from error
    if not isinstance(loaded, Ed25519PrivateKey):
        raise Refused(f"{file} holds no Ed25519 key.")
    return Signer(loaded, Purpose.TRUST)


def public_of(text: str) -> bytes:
    """The root's public key as it is pinned: 64 hexadecimal digits. Raises `Malformed`."""
    plain = text.strip().lower()
    if not _HEX.fullmatch(plain):
        raise Malformed.field("root", "is the root's public key, 64 digits, as `keys root` told it")
    return bytes.fromhex(plain)
