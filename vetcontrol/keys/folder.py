"""Files that only their owner may read: refused where others could, written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from vetcontrol.errors import Refused

FOLDER_MODE = 0o700
FILE_MODE = 0o600
OTHERS = 0o077


def make(folder: Path) -> None:
    """The folder, for its owner alone."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        folder.mkdir(mode=FOLDER_MODE)
    require_private(folder, FOLDER_MODE)


def require_private(path: Path, mode: int, what: str = "a signing key") -> None:
    """Raises `Refused` where others than the owner may reach `path`, or it is another's."""
    found = path.stat()
    if found.st_mode & OTHERS:
        raise Refused(
            f"{path} has the mode {stat.S_IMODE(found.st_mode):04o}: others can read {what}"
            f" there. Make it private (chmod {mode:o} {path}), and where others may have read it,"
            f" {'call the key compromised' if what == 'a signing key' else 'make a new one'}."
        )
    if found.st_uid != os.geteuid():
        raise Refused(f"{path} belongs to another user of this machine. Take it over, or move it.")


def read(path: Path) -> bytes:
    """The content of a private file. Raises `Refused` where others may read it."""
    require_private(path, FILE_MODE)
    return path.read_bytes()


def write(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write the file whole, mode 0600. Raises `Refused` where `new` and it exists."""
    if new and path.exists():
        raise Refused(f"{path} exists; name another file, or take that one away first.")
    # Made with mode 0600; the name is taken only once all bytes are on the disk.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(name, path)
        else:
            Path(name).replace(path)
    except FileExistsError as error:
        raise Refused(f"{path} exists; name another file, or take that one away first.") from error
    finally:
        Path(name).unlink(missing_ok=True)
