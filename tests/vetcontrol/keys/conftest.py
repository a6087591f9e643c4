"""A key of each purpose, made for the test."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from vetcontrol.keys.cose import Signer
from vetcontrol.keys.key import Key, Keys, Purpose

BEGAN = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="session")
def began() -> datetime:
    return BEGAN


@pytest.fixture(scope="session")
def signers() -> dict[Purpose, Signer]:
    return {
        p: Signer(Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32), p)
        for n, p in enumerate(Purpose, 1)
    }


@pytest.fixture(scope="session")
def trusted(signers: dict[Purpose, Signer]) -> Keys:
    return Keys.of(Key(s.purpose, s.public, BEGAN) for s in signers.values())
