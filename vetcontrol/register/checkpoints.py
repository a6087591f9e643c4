"""Checkpoints: the log's head, signed, so that nobody can write its past anew unseen.

A checkpoint says of one register: by this moment it held so many entries, and the newest had this
hash. Kept where nobody with the database can write, it proves that nothing before was changed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.canonical import canonical, instant, instant_text
from vetcontrol.clock import in_words
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.keys import cose, folder, keyring
from vetcontrol.keys.cose import NotGenuine
from vetcontrol.keys.key import Purpose, Trust
from vetcontrol.register.audit import AuditReport, verify
from vetcontrol.register.entries import row_at
from vetcontrol.register.opening import is_demo
from vetcontrol.register.register import Reading, Register
from vetcontrol.register.tables import EntryRow

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
    """The entry of that sequence, by default the newest. Raises `NotFound`, and `Refused` where
    it cannot be read."""
    row = row_at(session, seq)
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

    Raises `Refused` where this machine has no key for it, and where the log is not the one of a
    checkpoint kept here: a past written anew is not signed.
    """
    ring = keyring.opened(register.settings.keys_folder)
    held = kept(register)
    with register.reading() as reading:
        signer = ring.signer(Purpose.CHECKPOINT, demonstration=is_demo(reading.session))
        first, newest = _entry(reading.session, 1), _entry(reading.session, None)
        made = Checkpoint(
            first.hash, newest.seq, newest.hash, newest.recorded_at, reading.now, signer.kid
        )
        for one in held.checkpoints:
            _require_held(reading.session, one)
    token = cose.sign(signer, canonical(made.statement()).encode())
    among = register.settings.checkpoints_folder
    among.mkdir(parents=True, exist_ok=True)
    file = among / f"{made.seq:012d}-{made.issued_at:%Y%m%dT%H%M%S%fZ}.cose"
    folder.write(file, token, new=True)
    return made, token, file


def _require_held(session: Session, one: Checkpoint) -> None:
    for seq, hash_ in one.heads:
        if session.scalar(select(EntryRow.hash).where(EntryRow.seq == seq)) != hash_:
            raise Refused(
                f"The log is not the one of checkpoint {one.seq}:{one.hash}, issued"
                f" {in_words(one.issued_at)} and kept here: entry {seq} was changed or cut off"
                " since, or the log is another register's. Nothing is signed. Run vetcontrol audit"
                " verify; checkpoints of another register belong in a folder of their own"
                " (VETCONTROL_CHECKPOINT_DIR)."
            )


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


@dataclass
class Kept:
    """The checkpoints kept on this machine, the newest first.

    `fault` is why the newest is not believed; `passed_over` are older ones that are not, each in a
    sentence: a key found in other hands takes what it signed with it, and the newest follows it.
    """

    checkpoints: list[Checkpoint] = field(default_factory=list)
    fault: str = ""
    passed_over: list[str] = field(default_factory=list)

    @property
    def newest(self) -> Checkpoint | None:
        """The newest of all; None where none is kept, or it is not believed."""
        return None if self.fault or not self.checkpoints else self.checkpoints[0]


def kept(register: Register) -> Kept:
    """What the folder of checkpoints holds, read with this machine's own keys."""
    folder_ = register.settings.checkpoints_folder
    found = Kept()
    files = sorted(folder_.glob("*.cose"), reverse=True) if folder_.is_dir() else []
    if not files:
        return found
    now = register.clock.now()
    ring = None
    for place, file in enumerate(files):
        try:
            ring = ring or keyring.opened(register.settings.keys_folder)
            found.checkpoints.append(read(file.read_bytes(), ring, now))
        except (Malformed, Refused) as error:
            if place == 0:
                found.fault = f"the newest checkpoint kept here is not believed: {error.detail}"
            else:
                found.passed_over.append(f"checkpoint {file.name} is not believed: {error.detail}")
    return found


@dataclass(frozen=True)
class Audited:
    """An audit held against every checkpoint kept here: how many, and the newest of them."""

    report: AuditReport
    newest: Checkpoint | None
    held: int

    def as_json(self) -> dict[str, Any]:
        """Both as plain JSON."""
        told = {"checkpoint": self.newest and self.newest.as_json(), "checkpoints": self.held}
        return self.report.as_json() | told


def audited(register: Register, *heads: tuple[int, str] | None, rows: bool = True) -> Audited:
    """The audit, held against `heads` and against every checkpoint kept here; the newest is told
    too, and is a fault where it is not genuine. `rows` as of `verify`."""
    held = kept(register)
    ours = [head for one in held.checkpoints for head in one.heads]
    report = verify(register, *heads, *ours, rows=rows)
    if held.fault:
        report.faults.append(held.fault)
    report.unchecked += held.passed_over
    return Audited(report, held.newest, len(held.checkpoints))
