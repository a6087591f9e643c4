"""Checkpoints: the log's head, signed, so that nobody can write its past anew unseen.

A checkpoint says of one register: by this moment it held so many entries, and the newest had this
hash. Kept where nobody with the database can write, it proves that nothing before was changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.canonical import canonical, instant, instant_text
from vetcontrol.errors import NotFound, Refused
from vetcontrol.keys import cose, folder, keyring
from vetcontrol.keys.cose import NotGenuine
from vetcontrol.keys.key import Purpose, Trust
from vetcontrol.register.audit import AuditReport, verify
from vetcontrol.register.opening import is_demo
from vetcontrol.register.register import Reading, Register
from vetcontrol.register.tables import EntryRow
from vetcontrol.settings import Settings

FORMAT = 1
PRINTED_DIGITS = 16


@dataclass(frozen=True)
class Checkpoint:
    """What is signed. `register` is the hash of the first entry: it tells one register from
    another."""

    register: str
    seq: int
    hash: str
    recorded_at: datetime
    issued_at: datetime
    kid: str = ""

    @property
    def heads(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """What must stand in the log, as (sequence, hash)."""
        return ((1, self.register), (self.seq, self.hash))

    def statement(self) -> dict[str, Any]:
        """The statement as it is signed; the sequence has no gap, so it is the count too."""
        return {
            "format": FORMAT,
            "register": self.register,
            "seq": self.seq,
            "entries": self.seq,
            "hash": self.hash,
            "recorded_at": instant_text(self.recorded_at),
            "issued_at": instant_text(self.issued_at),
        }

    def as_json(self) -> dict[str, Any]:
        """The statement with the key that signed it."""
        return self.statement() | {"kid": self.kid}


@dataclass(frozen=True)
class Line:
    """A checkpoint as it is printed; `kid` is empty where this machine signs none."""

    seq: int
    hash: str
    kid: str

    @property
    def words(self) -> str:
        """In one line: `123 0011223344556677 key aabbccddeeff0011`."""
        return f"{self.seq} {self.hash}" + (f" key {self.kid}" if self.kid else "")


def _entry(session: Session, seq: int | None) -> EntryRow:
    """The entry of that sequence, by default the newest. Raises `NotFound`."""
    chosen = select(EntryRow).order_by(EntryRow.seq.desc()).limit(1)
    row = session.scalars(
        chosen if seq is None else select(EntryRow).where(EntryRow.seq == seq)
    ).first()
    if row is None:
        raise NotFound("The log has no such entry: there is nothing to make a checkpoint of.")
    return row


def line(reading: Reading, seq: int | None = None) -> Line:
    """The head as it is printed on papers, or the entry `seq`. Raises `NotFound`."""
    row = _entry(reading.session, seq)
    key = keyring.opened(reading.register.settings.keys_folder).active(Purpose.CHECKPOINT)
    return Line(row.seq, row.hash[:PRINTED_DIGITS], "" if key is None else key.kid)


def issue(register: Register) -> tuple[Checkpoint, bytes, Path]:
    """Sign the present head and keep it among the checkpoints issued; the token and its file.

    Raises `Refused` where this machine has no key for it.
    """
    ring = keyring.opened(register.settings.keys_folder)
    with register.reading() as reading:
        signer = ring.signer(Purpose.CHECKPOINT, demonstration=is_demo(reading.session))
        first, newest = _entry(reading.session, 1), _entry(reading.session, None)
        made = Checkpoint(
            first.hash, newest.seq, newest.hash, newest.recorded_at, reading.now, signer.kid
        )
    token = cose.sign(signer, canonical(made.statement()).encode())
    kept = register.settings.checkpoints_folder
    kept.mkdir(parents=True, exist_ok=True)
    file = kept / f"{made.seq:012d}-{made.issued_at:%Y%m%dT%H%M%S%fZ}.cose"
    folder.write(file, token, new=True)
    return made, token, file


def read(token: bytes, trust: Trust, at: datetime) -> Checkpoint:
    """What the token says. Raises `NotGenuine` where it is not believed at `at`."""
    signed = cose.verify(token, trust, Purpose.CHECKPOINT, at)
    try:
        said = json.loads(signed.payload)
        found = Checkpoint(
            said["register"],
            said["seq"],
            said["hash"],
            instant(said["recorded_at"]),
            instant(said["issued_at"]),
            signed.key.kid,
        )
        spelt = canonical(found.statement()).encode() == signed.payload
    except (KeyError, TypeError, ValueError) as error:
        raise NotGenuine(f"The token is signed, but is no checkpoint: {error}") from error
    if not spelt:
        raise NotGenuine("The token is signed, but is no checkpoint of this program.")
    signed.require_signed(found.issued_at)
    return found


def issued(settings: Settings) -> Iterator[bytes]:
    """The tokens issued on this machine, the newest first."""
    kept = settings.checkpoints_folder
    for file in sorted(kept.glob("*.cose"), reverse=True) if kept.is_dir() else ():
        yield file.read_bytes()


def newest(register: Register) -> Checkpoint | None:
    """The newest checkpoint issued here; None where none was. Raises `NotGenuine`."""
    token = next(issued(register.settings), None)
    if token is None:
        return None
    ring = keyring.opened(register.settings.keys_folder)
    return read(token, ring, register.clock.now())


def audited(
    register: Register, *heads: tuple[int, str] | None
) -> tuple[AuditReport, Checkpoint | None]:
    """The audit, held against `heads` and against the newest checkpoint issued here, which is told
    too; one that is not genuine is a fault."""
    found, faults = None, []
    try:
        found = newest(register)
    except (NotGenuine, Refused) as error:
        faults.append(f"the newest checkpoint kept here is not believed: {error.detail}")
    report = verify(register, *heads, *(() if found is None else found.heads))
    report.faults += faults
    return report, found
