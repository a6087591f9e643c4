"""The keys of a machine: made, rotated, called compromised, and kept from others."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.keys import cose, keyring, listing, root, trust
from vetcontrol.keys.cose import NotGenuine
from vetcontrol.keys.key import HELD, Key, Keys, Purpose, State
from vetcontrol.keys.trust import Seen, TrustList

DAY = timedelta(days=1)
PHRASE = "a passphrase of some length"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_keys_are_made_for_their_owner_alone(folder: Path, began: datetime) -> None:
    made = {p: keyring.create(folder, p, began) for p in HELD}
    assert _mode(folder) == 0o700
    assert {_mode(file) for file in folder.iterdir()} == {0o600}
    ring = keyring.opened(folder)
    for purpose, key in made.items():
        assert ring.active(purpose) == key == ring.key(key.kid)
        token = cose.sign(ring.signer(purpose, demonstration=False), b"x")
        assert cose.verify(token, ring, purpose, began).key == key
    with pytest.raises(Refused, match="signs already"):
        keyring.create(folder, Purpose.LICENCE, began)
    with pytest.raises(Malformed, match="kept apart"):
        keyring.create(folder, Purpose.TRUST, began)
    # The manifest has nothing of the private halves.
    text = (folder / keyring.MANIFEST).read_text()
    assert "PRIVATE" not in text
    assert set(json.loads(text)) == {"format", "demonstration", "keys", "issued"}
    # One written before sequences were kept is read as well.
    (folder / keyring.MANIFEST).write_text(text.replace(',"issued":{}', ""))
    assert keyring.opened(folder).issued == {}
    assert keyring.next_sequence(folder, "00", 6) == 7
    assert keyring.next_sequence(folder, "00", 2) == 8
    keyring.rotate(folder, Purpose.LICENCE, began)
    assert keyring.opened(folder).issued == {"00": 8}


def test_a_machine_without_keys_says_so(folder: Path) -> None:
    ring = keyring.opened(folder)
    assert ring.keys == Keys(())
    assert not folder.exists()
    with pytest.raises(Refused, match="No gazette key is on this machine"):
        ring.signer(Purpose.GAZETTE, demonstration=False)


def test_a_rotated_key_signs_no_more_and_what_it_signed_holds(
    folder: Path, began: datetime
) -> None:
    first = keyring.create(folder, Purpose.LICENCE, began)
    ring = keyring.opened(folder)
    token = cose.sign(ring.signer(Purpose.LICENCE, demonstration=False), b"old")
    new, ended = keyring.rotate(folder, Purpose.LICENCE, began + DAY)
    ring = keyring.opened(folder)
    assert (ended.kid, ended.state, ended.valid_to) == (first.kid, State.SUPERSEDED, began + DAY)
    assert ring.active(Purpose.LICENCE) == new != first
    assert not (folder / f"{first.kid}.pem").exists()
    assert ring.signer(Purpose.LICENCE, demonstration=False).kid == new.kid
    assert cose.verify(token, ring, Purpose.LICENCE, began + 99 * DAY).payload == b"old"
    with pytest.raises(Refused, match="No gazette key signs"):
        keyring.rotate(folder, Purpose.GAZETTE, began)
    with pytest.raises(Refused, match="stands before"):
        keyring.rotate(folder, Purpose.LICENCE, began)


def test_a_compromised_key_voids_what_it_signed(folder: Path, began: datetime) -> None:
    key = keyring.create(folder, Purpose.LICENCE, began)
    signer = keyring.opened(folder).signer(Purpose.LICENCE, demonstration=False)
    token = cose.sign(signer, b"x")
    now = began + 5 * DAY
    with pytest.raises(Malformed, match="still to come"):
        keyring.compromise(folder, key.kid, now + DAY, now)
    with pytest.raises(NotFound):
        keyring.compromise(folder, "00" * 8, began, now)
    keyring.compromise(folder, key.kid, began + 3 * DAY, now)
    # An earlier moment that comes to light counts; a later one does not undo it.
    keyring.compromise(folder, key.kid, began + 2 * DAY, now)
    ended = keyring.compromise(folder, key.kid, began + 4 * DAY, now)
    assert (ended.compromised_since, ended.valid_to) == (began + 2 * DAY, now)
    ring = keyring.opened(folder)
    assert ring.active(Purpose.LICENCE) is None
    assert not (folder / f"{key.kid}.pem").exists()
    assert cose.verify(token, ring, Purpose.LICENCE, began + DAY).payload == b"x"
    with pytest.raises(NotGenuine, match="in other hands"):
        cose.verify(token, ring, Purpose.LICENCE, now)
    assert keyring.create(folder, Purpose.LICENCE, now).state is State.ACTIVE


@pytest.mark.parametrize("mode", [0o750, 0o701, 0o755, 0o777])
def test_a_folder_that_others_may_reach_is_refused(
    folder: Path, began: datetime, mode: int
) -> None:
    keyring.create(folder, Purpose.LICENCE, began)
    folder.chmod(mode)
    with pytest.raises(Refused, match=rf"has the mode {mode:04o}.*chmod 700"):
        keyring.opened(folder)
    with pytest.raises(Refused, match="chmod 700"):
        keyring.create(folder, Purpose.GAZETTE, began)


def test_a_file_that_others_may_read_is_refused(folder: Path, began: datetime) -> None:
    key = keyring.create(folder, Purpose.LICENCE, began)
    ring = keyring.opened(folder)
    (folder / f"{key.kid}.pem").chmod(0o640)
    with pytest.raises(Refused, match="chmod 600"):
        ring.signer(Purpose.LICENCE, demonstration=False)
    (folder / keyring.MANIFEST).chmod(0o604)
    with pytest.raises(Refused, match="chmod 600"):
        keyring.opened(folder)


def test_the_private_half_must_be_the_one_named(folder: Path, began: datetime) -> None:
    one, other = (keyring.create(folder, p, began) for p in (Purpose.LICENCE, Purpose.GAZETTE))
    mine, its = folder / f"{one.kid}.pem", folder / f"{other.kid}.pem"
    mine.write_bytes(its.read_bytes())
    with pytest.raises(Refused, match="is not the key"):
        keyring.opened(folder).signer(Purpose.LICENCE, demonstration=False)
    mine.unlink()
    with pytest.raises(Refused, match="is gone"):
        keyring.opened(folder).signer(Purpose.LICENCE, demonstration=False)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 9}', '{"format": 1, "keys": [{}]}'])
def test_a_manifest_that_cannot_be_read_is_refused(
    folder: Path, began: datetime, text: str
) -> None:
    keyring.create(folder, Purpose.LICENCE, began)
    (folder / keyring.MANIFEST).write_text(text)
    with pytest.raises(Malformed):
        keyring.opened(folder)


def test_keys_of_a_demonstration_sign_for_nothing_else(folder: Path, began: datetime) -> None:
    keyring.create(folder, Purpose.LICENCE, began, demonstration=True)
    ring = keyring.opened(folder)
    assert ring.signer(Purpose.LICENCE, demonstration=True).purpose is Purpose.LICENCE
    with pytest.raises(Refused, match="a demonstration's"):
        ring.signer(Purpose.LICENCE, demonstration=False)
    kept = keyring.create(folder, Purpose.GAZETTE, began)
    keyring.rotate(folder, Purpose.LICENCE, began + DAY)
    keyring.compromise(folder, kept.kid, began + DAY, began + DAY)
    keyring.create(folder, Purpose.GAZETTE, began + DAY)
    assert keyring.opened(folder).demonstration, "keys made later are of the kind of the first"
    signer = root.create(folder.parent / "root.pem", PHRASE, key_dir=folder)
    assert listing.issue(folder, signer, "Government of Goa", began + DAY).issuer == listing.SAMPLES


def test_the_root_is_encrypted_and_kept_apart(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "root.pem"
    made = root.create(file, PHRASE, key_dir=folder)
    assert _mode(file) == 0o600
    assert b"ENCRYPTED" in file.read_bytes()
    assert root.opened(file, PHRASE).public == made.public
    for wrong in ("another passphrase", ""):
        with pytest.raises(Refused, match="does not open"):
            root.opened(file, wrong)
    with pytest.raises(Refused, match="exists"):
        root.create(file, PHRASE, key_dir=folder)
    with pytest.raises(Refused, match="kept apart"):
        root.create(folder / "root.pem", PHRASE, key_dir=folder)
    with pytest.raises(Malformed, match="at least 12"):
        root.create(tmp_path / "other.pem", "short", key_dir=folder)
    with pytest.raises(NotFound):
        root.opened(tmp_path / "none.pem", PHRASE)
    assert root.public_of(f" {made.public.hex().upper()} ") == made.public
    for text in ("", "xy", made.public.hex()[:-1], made.kid):
        with pytest.raises(Malformed):
            root.public_of(text)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["root.pem"]


def _list(keys: Keys, sequence: int, at: datetime) -> TrustList:
    return TrustList("Government of Goa", sequence, at, keys)


def test_a_trust_list_holds_by_the_root_that_is_pinned(
    tmp_path: Path, folder: Path, began: datetime
) -> None:
    mine = root.create(tmp_path / "root.pem", PHRASE, key_dir=folder)
    other = root.create(tmp_path / "other.pem", PHRASE, key_dir=folder)
    key = keyring.create(folder, Purpose.LICENCE, began)
    ring = keyring.opened(folder)
    issued = _list(ring.keys, 3, began)
    data = trust.sign(mine, issued)
    assert trust.read(data, mine.public, began, seen=Seen.of(data, issued)) == issued
    assert trust.read(data, mine.public, began).key(key.kid) == key
    with pytest.raises(Refused, match="3 is older than 4"):
        trust.read(data, mine.public, began, seen=Seen(4, "0" * 64))
    with pytest.raises(NotGenuine, match="does not know"):
        trust.read(data, other.public, began)
    with pytest.raises(NotGenuine):
        trust.read(data[:-1] + bytes([data[-1] ^ 1]), mine.public, began)
    # A key of the machine cannot sign the list, and the root signs nothing else.
    licence = ring.signer(Purpose.LICENCE, demonstration=False)
    with pytest.raises(NotGenuine):
        trust.read(cose.sign(licence, b"{}"), mine.public, began)
    with pytest.raises(NotGenuine, match="not signed as a licence"):
        cose.verify(data, trust.pinned(mine.public), Purpose.LICENCE, began)


@pytest.mark.parametrize("payload", [b"", b"[]", b"{}", b"\xff", b'{"issuer": "x"}'])
def test_a_list_that_is_none_is_refused_although_the_root_signed_it(
    tmp_path: Path, folder: Path, began: datetime, payload: bytes
) -> None:
    mine = root.create(tmp_path / "root.pem", PHRASE, key_dir=folder)
    with pytest.raises(NotGenuine, match="no trust list"):
        trust.read(cose.sign(mine, payload), mine.public, began)


def test_the_root_lists_no_root(tmp_path: Path, folder: Path, began: datetime) -> None:
    mine = root.create(tmp_path / "root.pem", PHRASE, key_dir=folder)
    listed = Keys.of([Key(Purpose.TRUST, mine.public, began)])
    with pytest.raises(NotGenuine, match="no trust list"):
        trust.read(trust.sign(mine, _list(listed, 1, began)), mine.public, began)


def test_a_record_of_a_key_must_agree_with_itself(began: datetime) -> None:
    public = bytes(32)
    for wrong in (
        {"public": bytes(31)},
        {"valid_to": began + DAY},
        {"state": State.SUPERSEDED},
        {"state": State.COMPROMISED, "valid_to": began + DAY},
        {"compromised_since": began},
        {"state": State.SUPERSEDED, "valid_to": began - DAY},
    ):
        whole = {"purpose": Purpose.LICENCE, "public": public, "valid_from": began} | wrong
        with pytest.raises(Malformed):
            Key(**whole)  # type: ignore[arg-type]
    good = Key(Purpose.LICENCE, public, began)
    assert Key.from_json(good.as_json()) == good
    for field, value in {"kid": "00" * 8, "public": public.hex() + "0", "more": 1}.items():
        with pytest.raises(Malformed):
            Key.from_json(good.as_json() | {field: value})
    with pytest.raises(Malformed, match="same id"):
        Keys.of([good, good])


def test_a_folder_of_another_user_is_refused(
    folder: Path, began: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.create(folder, Purpose.LICENCE, began)
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    with pytest.raises(Refused, match="another user"):
        keyring.opened(folder)
