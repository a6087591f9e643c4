"""The trust list: which keys are believed for what, signed by the root.

A reader holds the root's public key from elsewhere and refuses a list that is older than the
newest it has seen, so that nobody can bring back a key that was called compromised.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from vetcontrol.canonical import canonical, instant, instant_text
from vetcontrol.errors import Malformed, Refused
from vetcontrol.keys import cose
from vetcontrol.keys.cose import NotGenuine, Signer
from vetcontrol.keys.key import Key, Keys, Purpose, Trust

FILE = "trust.cose"
FORMAT = 1


@dataclass(frozen=True)
class TrustList:
    """The keys that `issuer` signs with; `sequence` grows by one with each list."""

    issuer: str
    sequence: int
    issued_at: datetime
    keys: Keys

    def key(self, kid: str) -> Key | None:
        """The key of that id."""
        return self.keys.key(kid)

    def as_json(self) -> dict[str, Any]:
        """The list as it is signed."""
        return {
            "format": FORMAT,
            "issuer": self.issuer,
            "sequence": self.sequence,
            "issued_at": instant_text(self.issued_at),
            "keys": [key.as_json() for key in self.keys.keys],
        }


@dataclass(frozen=True)
class _Root:
    """Believes the root alone."""

    public: bytes

    def key(self, kid: str) -> Key | None:
        """The root, where it is the one that is pinned."""
        root = Key(Purpose.TRUST, self.public, _BEGINNING)
        return root if root.kid == kid else None


_BEGINNING = instant("1970-01-01T00:00:00Z")


def pinned(root: bytes) -> Trust:
    """Whoever pins the root's public key believes this."""
    return _Root(root)


def sign(root: Signer, issued: TrustList) -> bytes:
    """The list, signed by the root."""
    return cose.sign(root, canonical(issued.as_json()).encode())


@dataclass(frozen=True)
class Seen:
    """The newest list that a reader has seen: its sequence and the SHA-256 of its bytes."""

    sequence: int
    sha256: str

    @classmethod
    def of(cls, data: bytes, listed: TrustList) -> Seen:
        """That this list was seen."""
        return cls(listed.sequence, hashlib.sha256(data).hexdigest())


def read(data: bytes, root: bytes, at: datetime, *, seen: Seen | None = None) -> TrustList:
    """The list in `data`, signed by the root whose public key is `root`.

    Raises `NotGenuine`, and `Refused` for a list before the one that was `seen`, and for another
    of the same sequence.
    """
    signed = cose.verify(data, pinned(root), Purpose.TRUST, at)
    try:
        said = json.loads(signed.payload)
        found = TrustList(
            str(said["issuer"]),
            int(said["sequence"]),
            instant(said["issued_at"]),
            Keys.of(map(Key.from_json, said["keys"])),
        )
        spelt = canonical(found.as_json()).encode() == signed.payload
    except (KeyError, TypeError, ValueError, Malformed) as error:
        raise NotGenuine(
            f"The list is signed by the root, but is no trust list: {error}"
        ) from error
    if not spelt or any(key.purpose is Purpose.TRUST for key in found.keys.keys):
        raise NotGenuine("The list is signed by the root, but is no trust list of this program.")
    if seen is not None and found.sequence < seen.sequence:
        raise Refused(
            f"The trust list {found.sequence} is older than {seen.sequence}, which was seen before."
            " Get the newest from the office."
        )
    if seen is not None and found.sequence == seen.sequence and Seen.of(data, found) != seen:
        raise Refused(
            f"Two trust lists are numbered {found.sequence}: this one, and another that was seen"
            " before. Ask the office to sign a new one, and believe neither until then."
        )
    return found
