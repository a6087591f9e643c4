"""The signing keys of this machine: one Ed25519 key for each purpose, and those before it.

The folder holds `keyring.json`, which is public knowledge, and `KID.pem` for each key that still
signs. The private half of a key that signs no more is destroyed: what it signed is verified by
its public half alone.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from vetcontrol.canonical import canonical
from vetcontrol.clock import in_words
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.keys import folder as private
from vetcontrol.keys.cose import Signer
from vetcontrol.keys.key import HELD, Key, Keys, Purpose, State

MANIFEST = "keyring.json"
LOCK = ".lock"
FORMAT = 1


@dataclass(frozen=True)
class Keyring:
    """The keys in `folder`. `demonstration`: they sign for a demonstration and nothing else.

    `issued` is the highest sequence of a trust list by the root that signed it: it stays when an
    older list is brought back, so that no sequence is given twice.
    """

    folder: Path
    keys: Keys
    demonstration: bool = False
    issued: Mapping[str, int] = field(default_factory=dict)

    def key(self, kid: str) -> Key | None:
        """The key of that id: a keyring believes its own."""
        return self.keys.key(kid)

    def active(self, purpose: Purpose) -> Key | None:
        """The key that signs for `purpose` now."""
        return next(
            (k for k in self.keys.keys if k.purpose is purpose and k.state is State.ACTIVE), None
        )

    def signer(self, purpose: Purpose, *, demonstration: bool) -> Signer:
        """The private key for `purpose`, in a register that is a `demonstration` or is none.

        Raises `Refused` where there is none, where others may read it, and where the keys are a
        demonstration's and the register is not, or the other way about.
        """
        key = self.active(purpose)
        if key is None:
            raise Refused(
                f"No {purpose} key is on this machine ({self.folder}). Make one: vetcontrol keys"
                f" create --purpose {purpose}."
            )
        if demonstration != self.demonstration:
            mine, its = (
                ("a demonstration's", "real") if self.demonstration else ("real", "a sample")
            )
            raise Refused(
                f"The keys in {self.folder} are {mine}, and this register is {its}. Name another"
                " folder in VETCONTROL_KEY_DIR."
            )
        private.require_private(self.folder, private.FOLDER_MODE)
        file = self.folder / f"{key.kid}.pem"
        if not file.exists():
            raise Refused(f"{file} is gone. Bring it back from its backup, or rotate the key.")
        try:
            loaded = load_pem_private_key(private.read(file), password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise Refused(f"{file} holds no key. Bring the right one back from its backup.") from (
                error
            )
        if not isinstance(loaded, Ed25519PrivateKey):
            raise Refused(f"{file} is no Ed25519 key. Bring the right one back from its backup.")
        signer = Signer(loaded, purpose)
        if signer.public != key.public:
            raise Refused(f"{file} is not the key that {MANIFEST} names. Bring the right one back.")
        return signer

    def as_json(self) -> dict[str, Any]:
        """The manifest: nothing in it is secret."""
        return {
            "format": FORMAT,
            "demonstration": self.demonstration,
            "keys": [key.as_json() for key in self.keys.keys],
            "issued": dict(self.issued),
        }


def opened(folder: Path) -> Keyring:
    """The keyring in `folder`; without keys where there is none yet.

    Raises `Refused` where others may reach it, `Malformed` where its manifest cannot be read.
    """
    if not folder.exists():
        return Keyring(folder, Keys(()))
    private.require_private(folder, private.FOLDER_MODE)
    manifest = folder / MANIFEST
    if not manifest.exists():
        return Keyring(folder, Keys(()))
    try:
        data = json.loads(private.read(manifest))
        if data["format"] != FORMAT:
            raise Malformed.field("format", f"of {manifest} is {data['format']}, not {FORMAT}")
        keys = Keys.of(map(Key.from_json, data["keys"]))
        # A keyring from before sequences were kept has none.
        issued = {str(kid): int(last) for kid, last in data.get("issued", {}).items()}
        return Keyring(folder, keys, bool(data["demonstration"]), issued)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Malformed(f"{manifest} cannot be read: {error}. Bring it back.") from error


@contextmanager
def _changing(folder: Path) -> Iterator[Keyring]:
    """The keyring while no other process changes it."""
    private.make(folder)
    lock = folder / LOCK
    lock.touch(mode=private.FILE_MODE)
    with lock.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield opened(folder)


def _keep(ring: Keyring, keys: Sequence[Key], *, demonstration: bool) -> None:
    kept = replace(ring, keys=Keys.of(keys), demonstration=demonstration)
    private.write(ring.folder / MANIFEST, canonical(kept.as_json()).encode())


def next_sequence(folder: Path, root: str, after: int) -> int:
    """The sequence of the next trust list of that root: more than `after`, and than any issued."""
    with _changing(folder) as ring:
        sequence = max(after, ring.issued.get(root, 0)) + 1
        numbered = replace(ring, issued={**ring.issued, root: sequence})
        _keep(numbered, ring.keys.keys, demonstration=ring.demonstration)
    return sequence


def _new(ring: Keyring, purpose: Purpose, now: datetime) -> Key:
    """A fresh key, its private half written first: no manifest names a key that was lost."""
    made = Ed25519PrivateKey.generate()
    key = Key(purpose, Signer(made, purpose).public, now)
    pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    private.write(ring.folder / f"{key.kid}.pem", pem, new=True)
    return key


def create(folder: Path, purpose: Purpose, now: datetime, *, demonstration: bool = False) -> Key:
    """The first key for `purpose`. Raises `Refused` where one signs already.

    `demonstration` marks the first key of a folder; those after it are of the kind of that.
    """
    _require_held(purpose)
    with _changing(folder) as ring:
        if ring.active(purpose) is not None:
            raise Refused(
                f"A {purpose} key signs already. To replace it: vetcontrol keys rotate --purpose"
                f" {purpose}."
            )
        kind = ring.demonstration if ring.keys.keys else demonstration
        key = _new(ring, purpose, now)
        _keep(ring, [*ring.keys.keys, key], demonstration=kind)
    return key


def rotate(folder: Path, purpose: Purpose, now: datetime) -> tuple[Key, Key]:
    """A new key for `purpose`, and the one that it supersedes, whose private half is destroyed.

    Raises `Refused` where none signs for it.
    """
    _require_held(purpose)
    with _changing(folder) as ring:
        old = ring.active(purpose)
        if old is None:
            raise Refused(f"No {purpose} key signs; make one: keys create --purpose {purpose}.")
        if now < old.valid_from:
            raise Refused(f"The clock stands before {in_words(old.valid_from)}, its first day.")
        ended = replace(old, state=State.SUPERSEDED, valid_to=now)
        new = _new(ring, purpose, now)
        keys = [ended if k == old else k for k in ring.keys.keys]
        _keep(ring, [*keys, new], demonstration=ring.demonstration)
        (folder / f"{old.kid}.pem").unlink(missing_ok=True)
    return new, ended


def compromise(folder: Path, kid: str, since: datetime, now: datetime) -> Key:
    """From `since` on nothing that the key signed is believed; it cannot be taken back.

    Called again for an earlier moment, that moment counts. Raises `NotFound` for an unknown key,
    and `Malformed` for a moment to come.
    """
    if since > now:
        raise Malformed.field("since", f"{in_words(since)} is still to come")
    with _changing(folder) as ring:
        old = ring.key(kid)
        if old is None:
            raise NotFound(f"No key {kid} is in {folder}. See: vetcontrol keys list.")
        before = old.compromised_since
        ended = replace(
            old,
            state=State.COMPROMISED,
            valid_to=old.valid_to or max(now, old.valid_from),
            compromised_since=since if before is None else min(since, before),
        )
        keys = [ended if k == old else k for k in ring.keys.keys]
        _keep(ring, keys, demonstration=ring.demonstration)
        (folder / f"{old.kid}.pem").unlink(missing_ok=True)
    return ended


def _require_held(purpose: Purpose) -> None:
    if purpose not in HELD:
        raise Malformed.field("purpose", f"is one of {', '.join(HELD)}; the root is kept apart")
