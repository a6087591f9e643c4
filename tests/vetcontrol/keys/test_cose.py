"""Tokens: the structure of RFC 9052 built by hand, and every way in which one is not believed."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from vetcontrol.keys import cose
from vetcontrol.keys.cose import NotGenuine, Signer
from vetcontrol.keys.key import Key, Keys, Purpose, State, kid_of

Signers = dict[Purpose, Signer]
PAYLOAD = b"a licence"
DAY = timedelta(days=1)


def _bytes(data: bytes) -> bytes:
    """A CBOR byte string, written by hand (RFC 8949, 3.1)."""
    if len(data) < 24:
        return bytes([0x40 | len(data)]) + data
    if len(data) < 256:
        return b"\x58" + bytes([len(data)]) + data
    return b"\x59" + struct.pack(">H", len(data)) + data


def _protected(kid: str, number: int) -> bytes:
    """`{1: -8, 4: kid, -65537: number}`, written by hand."""
    return b"\xa3\x01\x27\x04\x48" + bytes.fromhex(kid) + b"\x3a\x00\x01\x00\x00" + bytes([number])


@pytest.mark.parametrize("payload", [b"", PAYLOAD, b"x" * 300])
@pytest.mark.parametrize("purpose", Purpose)
def test_a_token_is_what_rfc_9052_says(signers: Signers, purpose: Purpose, payload: bytes) -> None:
    signer = signers[purpose]
    token = cose.sign(signer, payload)
    protected = _protected(signer.kid, list(Purpose).index(purpose) + 1)
    signature = token[-64:]
    assert token == (
        b"\xd2\x84" + _bytes(protected) + b"\xa0" + _bytes(payload) + b"\x58\x40" + signature
    )
    # The Sig_structure: its context, the protected header, no external data, the payload.
    structure = b"\x84\x6aSignature1" + _bytes(protected) + b"\x40" + _bytes(payload)
    Ed25519PublicKey.from_public_bytes(signer.public).verify(signature, structure)


def test_what_was_signed_is_believed_and_signed_alike_twice(
    signers: Signers, trusted: Keys, began: datetime
) -> None:
    for purpose, signer in signers.items():
        token = cose.sign(signer, PAYLOAD)
        assert token == cose.sign(signer, PAYLOAD)
        found = cose.verify(token, trusted, purpose, began)
        assert (found.payload, found.purpose, found.key.kid) == (PAYLOAD, purpose, signer.kid)


@given(data=st.data())
def test_no_altered_bit_is_believed(
    data: Any, signers: Signers, trusted: Keys, began: datetime
) -> None:
    token = bytearray(cose.sign(signers[Purpose.LICENCE], PAYLOAD))
    bit = data.draw(st.integers(0, 8 * len(token) - 1))
    token[bit // 8] ^= 1 << (bit % 8)
    with pytest.raises(NotGenuine):
        cose.verify(bytes(token), trusted, Purpose.LICENCE, began)


def test_no_altered_byte_is_believed(signers: Signers, trusted: Keys, began: datetime) -> None:
    token = cose.sign(signers[Purpose.LICENCE], PAYLOAD)
    for place in range(len(token)):
        for value in {0, 255, token[place] ^ 255, (token[place] + 1) % 256} - {token[place]}:
            altered = token[:place] + bytes([value]) + token[place + 1 :]
            with pytest.raises(NotGenuine):
                cose.verify(altered, trusted, Purpose.LICENCE, began)


@given(data=st.binary(max_size=200))
def test_no_chance_bytes_are_believed(data: bytes, trusted: Keys, began: datetime) -> None:
    with pytest.raises(NotGenuine):
        cose.verify(data, trusted, Purpose.LICENCE, began)
    with pytest.raises(NotGenuine):
        cose.verify(b"\xd2\x84" + data, trusted, Purpose.LICENCE, began)


@given(cut=st.integers(0, 10_000), more=st.binary(max_size=3))
def test_nothing_cut_or_added_is_believed(
    cut: int, more: bytes, signers: Signers, trusted: Keys, began: datetime
) -> None:
    token = cose.sign(signers[Purpose.LICENCE], PAYLOAD)
    changed = token[: cut % (len(token) + 1)] + more
    if changed != token:
        with pytest.raises(NotGenuine):
            cose.verify(changed, trusted, Purpose.LICENCE, began)


def _signed(signer: Signer, protected: bytes, payload: bytes = PAYLOAD) -> list[Any]:
    """The four parts with a signature that holds, whatever the protected header says."""
    structure = cbor2.dumps(["Signature1", protected, b"", payload])
    return [protected, {}, payload, signer.private.sign(structure)]


def _header(signer: Signer, **more: Any) -> dict[Any, Any]:
    return {1: -8, 4: bytes.fromhex(signer.kid), -65537: 1} | more


def _tag(value: Any, tag: int = 18) -> bytes:
    return bytes(cbor2.dumps(cbor2.CBORTag(tag, value)))


def test_other_spellings_of_a_signed_token_are_refused(
    signers: Signers, trusted: Keys, began: datetime
) -> None:
    """Each is signed rightly by the key itself; only the encoding is not the one."""
    signer = signers[Purpose.LICENCE]
    good = _signed(signer, cose.protected_header(signer.kid, Purpose.LICENCE))
    token = cose.sign(signer, PAYLOAD)
    assert _tag(good) == token
    body = token[1:]
    wrong = {
        "untagged": body,
        "another tag": _tag(good, 98),
        "tagged twice": b"\xd2" + token,
        "self-described": b"\xd9\xd9\xf7" + token,
        "a long tag": b"\xd8\x12" + body,
        "an open array": b"\xd2\x9f" + body[1:] + b"\xff",
        "a long array head": b"\xd2\x98\x04" + body[1:],
        "a long payload head": token.replace(b"\xa0\x49", b"\xa0\x58\x09"),
        "a payload in pieces": token.replace(b"\xa0\x49" + PAYLOAD, b"\xa0\x5f\x49a licence\xff"),
        "bytes after it": token + b"\x00",
        "unprotected content": _tag([good[0], {99: 1}, *good[2:]]),
        "an unprotected key id": _tag([good[0], {4: bytes.fromhex(signer.kid)}, *good[2:]]),
        "an unprotected list": _tag([good[0], [], *good[2:]]),
        "no payload": _tag([good[0], {}, None, good[3]]),
        "payload as text": _tag([good[0], {}, "a licence", good[3]]),
        "five parts": _tag([*good, b""]),
        "three parts": _tag(good[:3]),
        "a map": _tag({1: 2}),
        "a number": b"\x01",
        "a short signature": _tag([*good[:3], good[3][:63]]),
        "a long signature": _tag([*good[:3], good[3] + b"\x00"]),
        "a shared value": b"\xd8\x1c" + token,
        "deep": b"\x81" * 10_000,
        "nothing": b"",
    }
    for name, data in wrong.items():
        assert data != token, name
        with pytest.raises(NotGenuine):
            cose.verify(data, trusted, Purpose.LICENCE, began)


def test_other_protected_headers_are_refused(
    signers: Signers, trusted: Keys, began: datetime
) -> None:
    """Each is signed rightly by the key itself over the header that it has."""
    signer = signers[Purpose.LICENCE]
    kid = bytes.fromhex(signer.kid)
    canonical = cose.protected_header(signer.kid, Purpose.LICENCE)
    wrong: dict[str, bytes] = {
        "another order": cbor2.dumps({4: kid, 1: -8, -65537: 1}),
        "a long number": canonical.replace(b"\xa3\x01\x27", b"\xa3\x18\x01\x27"),
        "a key twice": b"\xa4\x01\x27" + canonical[1:],
        "another algorithm": cbor2.dumps(_header(signer) | {1: -7}),
        "an algorithm by name": cbor2.dumps(_header(signer) | {1: "EdDSA"}),
        "an algorithm as float": cbor2.dumps(_header(signer) | {1: -8.0}),
        "a purpose as truth": cbor2.dumps(_header(signer) | {-65537: True}),
        "a label as truth": cbor2.dumps({True: -8, 4: kid, -65537: 1}),
        "an unknown purpose": cbor2.dumps(_header(signer) | {-65537: 9}),
        "a purpose as list": cbor2.dumps(_header(signer) | {-65537: [1]}),
        "no purpose": cbor2.dumps({1: -8, 4: kid}),
        "one header more": cbor2.dumps(_header(signer) | {3: 0}),
        "critical headers": cbor2.dumps(_header(signer) | {2: [99]}),
        "a short key id": cbor2.dumps(_header(signer) | {4: kid[:7]}),
        "a key id as text": cbor2.dumps(_header(signer) | {4: signer.kid}),
        "a list": cbor2.dumps([1, 4, -65537]),
        "empty": b"",
        "an empty map": b"\xa0",
        "bytes after it": canonical + b"\x00",
    }
    good = _tag(_signed(signer, canonical))
    assert cose.verify(good, trusted, Purpose.LICENCE, began).payload == PAYLOAD
    for name, header in wrong.items():
        assert header != canonical, name
        with pytest.raises(NotGenuine):
            cose.verify(_tag(_signed(signer, header)), trusted, Purpose.LICENCE, began)


def test_a_token_holds_for_its_purpose_alone(
    signers: Signers, trusted: Keys, began: datetime
) -> None:
    for signed, signer in signers.items():
        token = cose.sign(signer, PAYLOAD)
        for asked in set(Purpose) - {signed}:
            with pytest.raises(NotGenuine, match=f"not signed as a {asked}"):
                cose.verify(token, trusted, asked, began)
    # A key may not sign for another purpose by writing that one into the header.
    borrowed = replace(signers[Purpose.LICENCE], purpose=Purpose.GAZETTE)
    for asked in (Purpose.LICENCE, Purpose.GAZETTE):
        with pytest.raises(NotGenuine, match="not signed as"):
            cose.verify(cose.sign(borrowed, PAYLOAD), trusted, asked, began)


def test_a_key_by_its_days_and_state(signers: Signers, began: datetime) -> None:
    signer = signers[Purpose.LICENCE]
    token = cose.sign(signer, PAYLOAD)
    active = Key(Purpose.LICENCE, signer.public, began)

    def asked(key: Key, at: datetime) -> cose.Verified:
        return cose.verify(token, Keys.of([key]), Purpose.LICENCE, at)

    with pytest.raises(NotGenuine, match="signs only from"):
        asked(active, began - timedelta(microseconds=1))
    superseded = replace(active, state=State.SUPERSEDED, valid_to=began + DAY)
    old = asked(superseded, began + 900 * DAY)
    old.require_signed(began + DAY - timedelta(microseconds=1))
    for moment in (began - timedelta(microseconds=1), began + DAY):
        with pytest.raises(NotGenuine, match="did not sign"):
            old.require_signed(moment)
    stolen = replace(superseded, state=State.COMPROMISED, compromised_since=began + 2 * DAY)
    assert asked(stolen, began + 2 * DAY - timedelta(microseconds=1)).payload == PAYLOAD
    with pytest.raises(NotGenuine, match="in other hands"):
        asked(stolen, began + 2 * DAY)
    with pytest.raises(NotGenuine, match="does not know"):
        cose.verify(token, Keys(()), Purpose.LICENCE, began)


def test_another_keys_signature_does_not_hold(
    signers: Signers, trusted: Keys, began: datetime
) -> None:
    mine, other = signers[Purpose.LICENCE], signers[Purpose.GAZETTE]
    forged = _tag(_signed(other, cose.protected_header(mine.kid, Purpose.LICENCE)))
    with pytest.raises(NotGenuine, match="altered"):
        cose.verify(forged, trusted, Purpose.LICENCE, began)


def test_the_id_of_a_key_is_of_its_public_half(signers: Signers) -> None:
    public = signers[Purpose.LICENCE].public
    assert kid_of(public) == hashlib.sha256(public).digest()[:8].hex()


def test_a_token_too_large_is_refused(trusted: Keys, began: datetime) -> None:
    with pytest.raises(NotGenuine, match="larger"):
        cose.verify(b"\xd2" * (cose.LARGEST + 1), trusted, Purpose.LICENCE, began)
