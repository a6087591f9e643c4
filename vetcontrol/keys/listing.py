"""The trust list of this machine: issued from its keyring, and whether it is still true."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from vetcontrol.errors import Refused
from vetcontrol.keys import cose, keyring, trust
from vetcontrol.keys import folder as private
from vetcontrol.keys.cose import Signer
from vetcontrol.keys.key import kid_of
from vetcontrol.keys.root import public_of
from vetcontrol.keys.trust import FILE, TrustList

ROOT = "root.pub"
SAMPLES = "DEMONSTRATION: sample keys, no paper signed by them is genuine"


def kept(folder: Path) -> bytes | None:
    """The list as it was signed last; None where none was."""
    file = folder / FILE
    return private.read(file) if file.exists() else None


def root_of(folder: Path) -> bytes | None:
    """The public key of the root that signed the list kept; None where none is kept, or it was
    signed before the key was kept beside it."""
    signed, file = kept(folder), folder / ROOT
    if signed is None or not file.exists():
        return None
    public = public_of(private.read(file).decode("ascii", "replace"))
    return public if kid_of(public) == cose.key_named(signed) else None


def issue(
    folder: Path, root: Signer, issuer: str, now: datetime, *, replaces_root: bool = False
) -> TrustList:
    """Sign the keys of `folder` by the root and keep the list there, the next in sequence, with
    the root's public key.

    A list of a demonstration's keys says so in place of the issuer.

    Raises `Refused` without keys, and where the last list is another root's, which readers that
    pin it would refuse, unless `replaces_root`.
    """
    ring = keyring.opened(folder)
    if not ring.keys.keys:
        raise Refused(f"No key is in {folder}. Make them first: vetcontrol keys create.")
    last = kept(folder)
    listed = 0
    if last is not None:
        if cose.key_named(last) == root.kid:
            listed = trust.read(last, root.public, now).sequence
        elif not replaces_root:
            raise Refused(
                f"The list in {folder} is signed by another root, {cose.key_named(last)}. Use that"
                " one; where it is lost, say --new-root and give every reader the new public key."
            )
    sequence = keyring.next_sequence(folder, root.kid, listed)
    issued = TrustList(SAMPLES if ring.demonstration else issuer, sequence, now, ring.keys)
    private.write(folder / FILE, trust.sign(root, issued))
    private.write(folder / ROOT, f"{root.public.hex()}\n".encode())
    return issued


def outdated(folder: Path, listed: TrustList) -> bool:
    """Whether the keyring has changed since the list was signed."""
    return keyring.opened(folder).keys != listed.keys
