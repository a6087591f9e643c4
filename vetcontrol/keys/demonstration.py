"""Sample keys for a demonstration, with a sample root whose passphrase is known to all."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from vetcontrol.keys import keyring, listing, root
from vetcontrol.keys.key import HELD

ROOT = "demo-root.pem"
PASSPHRASE = "demonstration only"  # noqa: S105  (known to all, as the file's name says)


def make(folder: Path, now: datetime) -> bool:
    """Keys of every purpose and a trust list in `folder`, where it has no keys yet.

    They are marked, and sign for no register but a demonstration. Whether they were made.
    """
    if keyring.opened(folder).keys.keys:
        return False
    for purpose in HELD:
        keyring.create(folder, purpose, now, demonstration=True)
    file = folder.parent / ROOT
    if not file.exists():
        root.create(file, PASSPHRASE, key_dir=folder)
    listing.issue(folder, root.opened(file, PASSPHRASE), listing.SAMPLES, now, replaces_root=True)
    return True
