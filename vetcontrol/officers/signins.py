"""Signing in and out: opaque tokens that end, and a limit on tries.

Each function has short transactions of its own, because a failed sign-in must be kept although
the request fails, and because hashing a password must not hold the register's write lock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import delete, func, select

from vetcontrol.canonical import digest
from vetcontrol.errors import NotSignedIn, TooMany
from vetcontrol.officers import passwords, people
from vetcontrol.officers.people import (
    USERNAME,
    Officer,
    add_officer,
    bootstrap,
    end_officer,
    officer_of,
    reinstate_officer,
    reset_password,
    set_administrator,
)
from vetcontrol.officers.tables import OfficerRow, SignInAttemptRow, SignInRow
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Reading, Register, Writing

__all__ = [
    "Officer",
    "SignIn",
    "SignInKind",
    "add_officer",
    "bootstrap",
    "change_password",
    "end_officer",
    "officer_of_token",
    "reinstate_officer",
    "reset_password",
    "set_administrator",
    "sign_in",
    "sign_out",
]


class SignInKind(StrEnum):
    """Where the token is carried: in the cookie of a page, or by a program in its header."""

    SESSION = "session"
    TOKEN = "token"  # noqa: S105  (a kind, no secret)


@dataclass(frozen=True)
class SignIn:
    """A sign-in just made. `token` is shown this once; only its hash is kept."""

    token: str
    officer: Officer
    expires_at: datetime


def sign_in(
    register: Register,
    username: str,
    password: str,
    *,
    address: str,
    kind: SignInKind = SignInKind.TOKEN,
    replaces: str | None = None,
) -> SignIn:
    """Sign in from the network address `address`; `replaces` is the caller's token until now.

    A session is renewed: the new token has nothing of the old one, which ends. Raises
    `NotSignedIn`, the same for an unknown name and for a wrong password, and `TooMany` after
    `sign_in_tries` failures of the account from that address within the window, or
    `sign_in_tries_wide` of the account from anywhere or of that address: few enough against
    guessing, and too many for a stranger to lock an officer out by ten wrong words.
    """
    account = username.strip().lower()
    attempt = _proved(register, account, password, address)
    token = passwords.new_token()
    with register.writing() as writing:
        row = writing.session.get_one(OfficerRow, account, populate_existing=True)
        # Between the proof and this transaction an administrator may have ended or reset it.
        if not row.active or row.password_hash != attempt.password_hash:
            raise _refusal()
        if passwords.is_outdated(row.password_hash):
            row.password_hash = passwords.hashed(password)
        expires = writing.now + timedelta(hours=register.settings.session_hours)
        writing.session.add(
            SignInRow(
                token_hash=passwords.token_hash(token),
                username=account,
                kind=kind.value,
                created_at=writing.now,
                expires_at=expires,
            )
        )
        _forget_tries(writing, attempt)
        if replaces is not None:
            _end(writing, replaces)
        return SignIn(token, officer_of(row), expires)


def sign_out(register: Register, token: str) -> None:
    """End the sign-in of `token`; one that is unknown or ended already stays so."""
    with register.writing() as writing:
        _end(writing, token)


def officer_of_token(reading: Reading, token: str, *, kind: SignInKind | None = None) -> Officer:
    """The officer whose sign-in `token` proves, of `kind` where one is given.

    Raises `NotSignedIn` where it is unknown, was ended or has expired (at the very moment of
    expiry it has).
    """
    found = reading.session.execute(
        select(SignInRow, OfficerRow)
        .join(OfficerRow, OfficerRow.username == SignInRow.username)
        .where(SignInRow.token_hash == passwords.token_hash(token))
    ).first()
    if found is None or (kind is not None and found[0].kind != kind):
        raise NotSignedIn("This sign-in is not known. Sign in.")
    row, officer = found
    if row.ended_at is not None or not officer.active:
        raise NotSignedIn("This sign-in was ended. Sign in again.")
    if reading.now >= row.expires_at:
        raise NotSignedIn("This sign-in has expired. Sign in again.")
    return officer_of(officer)


def change_password(
    register: Register, officer: Officer, current: str, new: str, *, address: str
) -> None:
    """Change one's own password, which ends all one's sign-ins.

    Raises `NotSignedIn` for a wrong current password, `TooMany`, and `Malformed` for the new one.
    """
    attempt = _proved(register, officer.username, current, address)
    with register.writing() as writing:
        row = writing.session.get_one(OfficerRow, officer.username, populate_existing=True)
        if not row.active or row.password_hash != attempt.password_hash:
            raise _refusal()
        people.set_password(writing, Actor(officer.username), row, new)
        _forget_tries(writing, attempt)


@dataclass(frozen=True)
class _Attempt:
    account: str
    address: str
    password_hash: str


def _proved(register: Register, account: str, password: str, address: str) -> _Attempt:
    """The try, counted before the password is looked at, so that no burst slips through."""
    known = account if USERNAME.fullmatch(account) else f"?{digest(ascii(account))[:40]}"
    caller = address if len(address) <= 80 and address.isprintable() else digest(ascii(address))
    _count(register, known, caller)
    with register.reading() as reading:
        row = reading.session.get(OfficerRow, known)
        password_hash = row.password_hash if row is not None and row.active else None
    if not passwords.matches(password_hash, password) or password_hash is None:
        raise _refusal()
    return _Attempt(known, caller, password_hash)


def _count(register: Register, account: str, address: str) -> None:
    settings = register.settings
    window = timedelta(minutes=settings.sign_in_window_minutes)
    with register.writing() as writing:
        session = writing.session
        session.execute(
            delete(SignInAttemptRow).where(SignInAttemptRow.tried_at <= writing.now - window)
        )
        tries = select(func.count(), func.min(SignInAttemptRow.tried_at))
        of_account = SignInAttemptRow.username == account
        from_address = SignInAttemptRow.address == address
        few, many = settings.sign_in_tries, settings.sign_in_tries_wide
        for where, most in (
            (of_account & from_address, few),
            (of_account, many),
            (from_address, many),
        ):
            count, oldest = session.execute(tries.where(where)).one()
            if count >= most:
                raise TooMany(
                    f"{count} failed sign-ins in {settings.sign_in_window_minutes} minutes by this"
                    f" account or from this address. Try again in"
                    f" {_minutes(oldest + window - writing.now)} minutes, or ask an administrator."
                )
        session.add(SignInAttemptRow(username=account, address=address, tried_at=writing.now))


def _minutes(wait: timedelta) -> int:
    return -(-wait // timedelta(minutes=1))


def _forget_tries(writing: Writing, attempt: _Attempt) -> None:
    writing.session.execute(
        delete(SignInAttemptRow).where(
            SignInAttemptRow.username == attempt.account,
            SignInAttemptRow.address == attempt.address,
        )
    )


def _end(writing: Writing, token: str) -> None:
    row = writing.session.get(SignInRow, passwords.token_hash(token))
    if row is not None and row.ended_at is None:
        row.ended_at = writing.now


def _refusal() -> NotSignedIn:
    return NotSignedIn("Username or password is wrong. Check both and try again.")
