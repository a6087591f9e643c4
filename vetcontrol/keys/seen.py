"""The newest trust list that this machine has seen of each root, remembered beside its keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from vetcontrol.canonical import canonical
from vetcontrol.errors import Malformed
from vetcontrol.keys import folder as private
from vetcontrol.keys.trust import Seen

FILE = "seen.json"


def newest(folder: Path, root: str) -> Seen | None:
    """The newest list of the root of that id. Raises `Malformed` where the file is damaged."""
    said = _kept(folder).get(root)
    return None if said is None else Seen(*said)


def remember(folder: Path, root: str, seen: Seen) -> None:
    """Remember a list, unless a newer one is. Without a folder of keys nothing is remembered."""
    if not folder.is_dir():
        return
    kept = _kept(folder)
    if root not in kept or kept[root][0] < seen.sequence:
        kept[root] = [seen.sequence, seen.sha256]
        private.write(folder / FILE, canonical(kept).encode())


def _kept(folder: Path) -> dict[str, list[Any]]:
    file = folder / FILE
    if not file.exists():
        return {}
    try:
        said = json.loads(private.read(file))
        return {str(root): [int(at), str(sha256)] for root, (at, sha256) in said.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise Malformed(f"{file} cannot be read: {error}. Bring it back.") from error
