"""Checkpoints: signed heads that prove the past, on both engines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from casework import Desk, jan
from vetcontrol.canonical import canonical
from vetcontrol.clock import SetClock
from vetcontrol.errors import NotFound, Refused
from vetcontrol.keys import cose, keyring
from vetcontrol.keys.cose import NotGenuine
from vetcontrol.keys.key import Purpose
from vetcontrol.register import checkpoints
from vetcontrol.register.audit import verify
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register


@pytest.fixture
def sealed(desk: Desk, tmp_path: Path) -> Iterator[Register]:
    """The register in office with sample keys of its own."""
    settings = desk.register.settings.model_copy(update={"key_dir": str(tmp_path / "keys")})
    keyring.create(settings.keys_folder, Purpose.CHECKPOINT, jan(1), demonstration=True)
    opened = open_register(settings, desk.clock)
    yield opened
    opened.close()


def test_a_checkpoint_holds_as_the_log_grows(desk: Desk, sealed: Register) -> None:
    assert checkpoints.kept(sealed).newest is None
    made, token, file = checkpoints.issue(sealed)
    assert file.read_bytes() == token
    assert file.parent == sealed.settings.checkpoints_folder
    ring = keyring.opened(sealed.settings.keys_folder)
    assert checkpoints.read(token, ring, desk.clock.now()) == made
    assert (made.seq, made.hash) == verify(sealed).head
    assert made.as_json()["entries"] == made.seq
    with sealed.reading() as reading:
        printed = checkpoints.line(reading)
    assert (printed.seq, printed.hash, printed.kid) == (made.seq, made.hash[:16], made.kid)
    assert printed.words == f"{made.seq} {made.hash[:16]} key {made.kid}"
    desk.case()
    with sealed.reading() as reading:
        assert checkpoints.line(reading).seq > made.seq
        assert checkpoints.line(reading, made.seq) == printed
        with pytest.raises(NotFound):
            checkpoints.line(reading, 10**9)
    assert verify(sealed, *made.heads).whole
    assert checkpoints.kept(sealed).newest == made
    found = checkpoints.audited(sealed)
    assert (found.report.faults, found.newest, found.held) == ([], made, 1)
    desk.at(jan(2))
    later, _, _ = checkpoints.issue(sealed)
    assert checkpoints.kept(sealed).newest == later
    assert verify(sealed, *made.heads, *later.heads).whole
    assert checkpoints.audited(sealed).as_json()["checkpoints"] == 2


def test_every_checkpoint_kept_is_held_and_none_is_signed_against_one(
    desk: Desk, sealed: Register
) -> None:
    """An older checkpoint contradicts the log too, whatever the newest says."""
    first, _, _ = checkpoints.issue(sealed)
    desk.case()
    desk.at(jan(2))
    checkpoints.issue(sealed)
    signer = keyring.opened(sealed.settings.keys_folder).signer(
        Purpose.CHECKPOINT, demonstration=True
    )
    other = checkpoints.Checkpoint(
        first.register, first.seq, "0" * 64, first.recorded_at, first.issued_at
    )
    oldest = min(sealed.settings.checkpoints_folder.glob("*.cose"))
    oldest.write_bytes(cose.sign(signer, canonical(other.statement()).encode()))
    found = checkpoints.audited(sealed, rows=False)
    assert found.report.faults == [f"entry {first.seq}: it is not the entry of the checkpoint"]
    files = list(sealed.settings.checkpoints_folder.glob("*"))
    with pytest.raises(Refused, match=f"checkpoint {first.seq}:0000.*Nothing is signed"):
        checkpoints.issue(sealed)
    assert list(sealed.settings.checkpoints_folder.glob("*")) == files
    oldest.write_bytes(b"no token")
    found = checkpoints.audited(sealed, rows=False)
    assert found.report.whole
    assert [one for one in found.report.unchecked if oldest.name in one]
    desk.at(jan(3))
    checkpoints.issue(sealed)


def test_a_past_written_anew_is_found(sealed: Register, desk: Desk) -> None:
    """A log that agrees with itself from end to end, but is not the one that was signed."""
    made, _, _ = checkpoints.issue(sealed)
    desk.case()
    other = checkpoints.Checkpoint(
        made.register, made.seq, "0" * 64, made.recorded_at, made.issued_at
    )
    assert verify(sealed).whole
    assert verify(sealed, *made.heads, *other.heads).faults == [
        f"entry {made.seq}: it is not the entry of the checkpoint"
    ]
    signer = keyring.opened(sealed.settings.keys_folder).signer(
        Purpose.CHECKPOINT, demonstration=True
    )
    kept = next(sealed.settings.checkpoints_folder.glob("*.cose"))
    kept.write_bytes(cose.sign(signer, canonical(other.statement()).encode()))
    report = checkpoints.audited(sealed).report
    assert report.faults == [f"entry {made.seq}: it is not the entry of the checkpoint"]
    elsewhere = checkpoints.Checkpoint(
        "1" * 64, made.seq, made.hash, made.recorded_at, made.issued_at
    )
    assert verify(sealed, *elsewhere.heads).faults == [
        "entry 1: it is not the entry of the checkpoint"
    ]


def test_only_the_checkpoint_key_signs_them(desk: Desk, sealed: Register) -> None:
    made, token, _ = checkpoints.issue(sealed)
    folder, now = sealed.settings.keys_folder, desk.clock.now()
    keyring.create(folder, Purpose.GAZETTE, jan(1), demonstration=True)
    ring = keyring.opened(folder)
    foreign = cose.sign(ring.signer(Purpose.GAZETTE, demonstration=True), token)
    with pytest.raises(NotGenuine, match="not signed as a checkpoint"):
        checkpoints.read(foreign, ring, now)
    signer = ring.signer(Purpose.CHECKPOINT, demonstration=True)
    early = made.statement() | {"issued_at": "2026-01-01T00:00:00.000000Z"}
    for payload, why in (
        (b"no JSON", "is no checkpoint"),
        (b"{}", "is no checkpoint"),
        (json.dumps(made.statement()).encode(), "of this program"),
        (canonical(made.statement() | {"entries": 1}).encode(), "of this program"),
        (canonical(early).encode(), "did not sign"),
    ):
        with pytest.raises(NotGenuine, match=why):
            checkpoints.read(cose.sign(signer, payload), ring, now)
    keyring.compromise(folder, made.kid, now, now)
    found = checkpoints.audited(sealed)
    assert found.newest is None
    assert [f for f in found.report.faults if "not believed" in f and "in other hands" in f]
    with pytest.raises(Refused, match="No checkpoint key"):
        checkpoints.issue(sealed)
    with sealed.reading() as reading:
        assert checkpoints.line(reading).kid == ""


def test_an_empty_log_has_none(register: Register, clock: SetClock, tmp_path: Path) -> None:
    settings = register.settings.model_copy(update={"key_dir": str(tmp_path / "keys")})
    keyring.create(settings.keys_folder, Purpose.CHECKPOINT, clock.now() - timedelta(days=1))
    empty = open_register(settings, clock)
    with pytest.raises(NotFound, match="nothing to make a checkpoint of"):
        checkpoints.issue(empty)
    empty.close()
