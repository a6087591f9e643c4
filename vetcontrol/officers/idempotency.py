"""Claims of an `Idempotency-Key`: the same request twice is done once and answered twice.

A claim is by officer, route and key, and bound to the body. It has short transactions of its own
before and after the act; a request that failed gives its claim back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete

from vetcontrol.errors import Malformed, Refused
from vetcontrol.officers.people import Officer
from vetcontrol.officers.tables import IdempotencyClaimRow
from vetcontrol.register.register import Register, Writing

KEPT = timedelta(hours=24)
LONGEST_KEY = 200


@dataclass(frozen=True)
class FirstAnswer:
    """What the first request of the key was answered: its status and its body as sent."""

    status: int
    response: str


@dataclass(frozen=True)
class Claim:
    """One request's claim of a key; `body_hash` is the SHA-256 of its body in hexadecimal."""

    officer: str
    route: str
    key: str
    body_hash: str

    def __post_init__(self) -> None:
        if not (0 < len(self.key) <= LONGEST_KEY and self.key.isascii() and self.key.isprintable()):
            raise Malformed.field(
                "Idempotency-Key", f"must be 1 to {LONGEST_KEY} printable ASCII characters"
            )

    @property
    def identity(self) -> tuple[str, str, str]:
        """The key of its row."""
        return (self.officer, self.route, self.key)


def claim(
    register: Register, officer: Officer, route: str, key: str, body_hash: str
) -> Claim | FirstAnswer:
    """Claim `key` for a request about to be done, or the answer that it was given already.

    Raises `Refused` where the key was used with another body or its first request is still being
    done, and `Malformed` for a key that is empty, too long or not ASCII.
    """
    wanted = Claim(officer.username, route, key, body_hash)
    with register.writing() as writing:
        writing.session.execute(
            delete(IdempotencyClaimRow).where(IdempotencyClaimRow.created_at <= writing.now - KEPT)
        )
        row = writing.session.get(IdempotencyClaimRow, wanted.identity)
        if row is None:
            writing.session.add(
                IdempotencyClaimRow(
                    officer=wanted.officer,
                    route=route,
                    key=key,
                    body_hash=body_hash,
                    created_at=writing.now,
                )
            )
            return wanted
        if row.body_hash != body_hash:
            raise Refused(
                "This Idempotency-Key was used here with another body. Send a new key with a new"
                " request; repeat the old one unchanged."
            )
        if row.status is None or row.response is None:
            raise Refused(
                "The first request with this Idempotency-Key is still being done. Wait and repeat"
                " it; if it stays so, look whether the act was recorded before using a new key."
            )
        return FirstAnswer(row.status, row.response)


def complete(register: Register, claimed: Claim, status: int, response: str) -> None:
    """Keep the answer of a request that was done, in a transaction of its own."""
    with register.writing() as writing:
        complete_within(writing, claimed, status, response)


def complete_within(writing: Writing, claimed: Claim, status: int, response: str) -> None:
    """Keep the answer in the transaction of the act itself: both are committed, or neither."""
    row = writing.session.get(IdempotencyClaimRow, claimed.identity)
    if row is not None:
        row.status, row.response = status, response


def forget(register: Register, claimed: Claim) -> None:
    """Give the claim of a request that failed back, so that it can be repeated."""
    with register.writing() as writing:
        row = writing.session.get(IdempotencyClaimRow, claimed.identity)
        if row is not None and row.status is None:
            writing.session.delete(row)
