"""Passwords hashed cheaply in every test: how strong argon2 is shipped is tested apart."""

from __future__ import annotations

from collections.abc import Iterator

import argon2
import pytest

from vetcontrol.officers import passwords

QUICK = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """The demonstration's twelve sign-ins cost a second otherwise, at each register made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_HASHER", QUICK)
        passwords._nobodys_hash.cache_clear()
        yield
    passwords._nobodys_hash.cache_clear()
