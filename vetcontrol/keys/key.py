"""A signing key as others may know it: its purpose, its public half, and how far to believe it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from vetcontrol.canonical import instant, instant_text
from vetcontrol.errors import Malformed

PUBLIC_BYTES = 32
KID_BYTES = 8


class Purpose(StrEnum):
    """What a key signs; no key signs for two. `trust` is that of the root alone."""

    LICENCE = "licence"
    BUNDLE = "bundle"
    GAZETTE = "gazette"
    CHECKPOINT = "checkpoint"
    TRUST = "trust"


# Those that a machine holds; the root is kept away from every machine.
HELD = (Purpose.LICENCE, Purpose.BUNDLE, Purpose.GAZETTE, Purpose.CHECKPOINT)


class State(StrEnum):
    """`superseded`: it signs no more, and what it signed holds. `compromised`: nothing holds."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    COMPROMISED = "compromised"


def kid_of(public: bytes) -> str:
    """The key's id: the first 8 bytes of SHA-256 of its public half, in hexadecimal."""
    return hashlib.sha256(public).hexdigest()[: 2 * KID_BYTES]


@dataclass(frozen=True)
class Key:
    """The public half (32 bytes, Ed25519) with its purpose and state.

    It signs from `valid_from` until before `valid_to`. From `compromised_since` on nothing that
    it signed is believed, whatever day the signed words claim: who holds it can write any day.
    """

    purpose: Purpose
    public: bytes
    valid_from: datetime
    valid_to: datetime | None = None
    state: State = State.ACTIVE
    compromised_since: datetime | None = None

    def __post_init__(self) -> None:
        if len(self.public) != PUBLIC_BYTES:
            raise Malformed.field("public", f"is not {PUBLIC_BYTES} bytes of an Ed25519 key")
        if (self.state is State.ACTIVE) != (self.valid_to is None):
            raise Malformed.field("valid_to", "is the end of a key that signs no more, and of none")
        if (self.state is State.COMPROMISED) != (self.compromised_since is not None):
            raise Malformed.field("compromised_since", "belongs to a compromised key and no other")
        if self.valid_to is not None and self.valid_to < self.valid_from:
            raise Malformed.field("valid_to", "is before the key began")

    @property
    def kid(self) -> str:
        """Its id."""
        return kid_of(self.public)

    def signed_then(self, moment: datetime) -> bool:
        """Whether it signed for its purpose at `moment`."""
        return self.valid_from <= moment and (self.valid_to is None or moment < self.valid_to)

    def as_json(self) -> dict[str, Any]:
        """As it stands in a keyring and in a trust list."""
        return {
            "kid": self.kid,
            "purpose": self.purpose.value,
            "public": self.public.hex(),
            "valid_from": instant_text(self.valid_from),
            "valid_to": None if self.valid_to is None else instant_text(self.valid_to),
            "state": self.state.value,
            "compromised_since": None
            if self.compromised_since is None
            else instant_text(self.compromised_since),
        }

    @classmethod
    def from_json(cls, data: Any) -> Key:
        """The key that `as_json` wrote. Raises `Malformed` for anything else."""
        try:
            ends, since = data["valid_to"], data["compromised_since"]
            key = cls(
                Purpose(data["purpose"]),
                bytes.fromhex(data["public"]),
                instant(data["valid_from"]),
                None if ends is None else instant(ends),
                State(data["state"]),
                None if since is None else instant(since),
            )
            spelt = key.as_json() == data
        except (KeyError, TypeError, ValueError) as error:
            raise Malformed.field("keys", f"one is no record of a key: {error}") from error
        if not spelt:
            raise Malformed.field("keys", f"the record of {key.kid} is not spelt as it should be")
        return key


class Trust(Protocol):
    """Whose signatures are believed."""

    def key(self, kid: str) -> Key | None:
        """The key of that id; None where it is not known."""
        ...


@dataclass(frozen=True)
class Keys:
    """Keys by their id."""

    keys: tuple[Key, ...]

    @classmethod
    def of(cls, keys: Iterable[Key]) -> Keys:
        """These keys. Raises `Malformed` where two have one id."""
        kept = tuple(keys)
        if len({key.kid for key in kept}) < len(kept):
            raise Malformed.field("keys", "two have the same id")
        return cls(kept)

    def key(self, kid: str) -> Key | None:
        """The key of that id."""
        return next((key for key in self.keys if key.kid == kid), None)
