"""Who may sign in: administrators make, reset and end sign-ins, each act an entry in the log.

Section 4 makes Veterinary Surgeons and Inspectors public servants: what they did must stay
traceable to the person, so a sign-in is ended and never removed, and its name never given again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.officers import passwords
from vetcontrol.officers.tables import OfficerRow, SignInRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Actor, Kind
from vetcontrol.register.register import Register, Writing

USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,39}")
PREFIX = "OFF"
ADDED = "officer.added"
RESET = "officer.password_reset"
CHANGED = "officer.administrator_changed"
ENDED = "officer.ended"
REINSTATED = "officer.reinstated"
EMAILED = "officer.email_changed"
LONGEST_EMAIL = 254
# The addresses that one server hands to another: a name, @ and a domain, in ASCII.
_EMAIL = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)

KINDS: tuple[Kind, ...] = tuple(
    Kind(name, correctable=False) for name in (ADDED, RESET, CHANGED, ENDED, REINSTATED, EMAILED)
)


@dataclass(frozen=True)
class Officer:
    """A person who has signed in. An administrator keeps sign-ins; that is no office."""

    username: str
    name: str
    administrator: bool = False


def printable(text: str) -> bool:
    """Whether `text` holds no control or invisible character but the joiners of India's scripts."""
    return text.replace("\u200c", "").replace("\u200d", "").isprintable()


def officer_of(row: OfficerRow) -> Officer:
    """The officer of a row."""
    return Officer(row.username, row.name, row.administrator)


def refresh(writing: Writing, subject: str) -> None:
    """Rebuild what stands about a person from the entries of `subject` (`OFF/username`)."""
    row = writing.session.get_one(OfficerRow, subject.partition("/")[2])
    row.email = None
    for entry in standing(writing.session, subject):
        row.name = entry.content.get("name", row.name)
        row.administrator = entry.content.get("administrator", row.administrator)
        row.active = entry.content.get("active", row.active)
        if entry.kind == EMAILED:
            row.email = writing.personal_text(entry.content["email"])
    writing.session.flush()


def bootstrap(register: Register, username: str, name: str, password: str) -> Officer:
    """Make the first administrator. Raises `Refused` when the register has any officer."""
    with register.writing() as writing:
        if writing.session.scalar(select(func.count()).select_from(OfficerRow)):
            raise Refused(
                "This register already has officers. An administrator makes further sign-ins."
            )
        return _insert(writing, Actor(username), username, name, password, administrator=True)


def add_officer(
    writing: Writing,
    actor: Actor,
    username: str,
    name: str,
    password: str,
    *,
    administrator: bool = False,
) -> Officer:
    """Make a sign-in. Raises `NoAuthority`, `Malformed` (name, password) and `Refused` (taken)."""
    require_administrator(writing.session, actor)
    return _insert(writing, actor, username, name, password, administrator=administrator)


def _insert(
    writing: Writing, actor: Actor, username: str, name: str, password: str, *, administrator: bool
) -> Officer:
    if not USERNAME.fullmatch(username):
        raise Malformed.field(
            "username",
            "must be 2 to 40 small letters, digits, dots, dashes or underscores,"
            " beginning with a letter or digit",
        )
    clean = " ".join(name.split())
    if not clean or len(clean) > 200 or not printable(clean):
        raise Malformed.field("name", "give the person's name, in at most 200 characters")
    if writing.session.get(OfficerRow, username) is not None:
        raise Refused(f"The sign-in {username} exists already. Choose another username.")
    row = OfficerRow(
        username=username,
        name=clean,
        password_hash=passwords.hashed(password),
        active=True,
        administrator=administrator,
    )
    writing.session.add(row)
    _record(writing, actor, ADDED, row, name=clean, administrator=administrator, active=True)
    return officer_of(row)


def reset_password(writing: Writing, actor: Actor, username: str, password: str) -> None:
    """Set another person's password and end his sign-ins. Raises as `add_officer`."""
    require_administrator(writing.session, actor)
    row = _active(writing.session, username)
    set_password(writing, actor, row, password)


def set_password(writing: Writing, actor: Actor, row: OfficerRow, password: str) -> None:
    """Keep the new password of `row`, end the person's sign-ins and log that it was done."""
    row.password_hash = passwords.hashed(password)
    end_sign_ins(writing, row.username)
    _record(writing, actor, RESET, row)


def set_administrator(writing: Writing, actor: Actor, username: str, administrator: bool) -> None:
    """Give or take the administration of sign-ins. The last administrator stays one."""
    require_administrator(writing.session, actor)
    row = _active(writing.session, username)
    if not administrator:
        _keep_one_administrator(writing.session, row)
    _record(writing, actor, CHANGED, row, administrator=administrator)


def end_officer(writing: Writing, actor: Actor, username: str) -> None:
    """End a person's right to sign in, at once. The last administrator cannot be ended."""
    require_administrator(writing.session, actor)
    row = _active(writing.session, username)
    _keep_one_administrator(writing.session, row)
    end_sign_ins(writing, username)
    _record(writing, actor, ENDED, row, active=False)


def reinstate_officer(writing: Writing, actor: Actor, username: str, password: str) -> None:
    """Let a person whose sign-in was ended sign in again, with a new password."""
    require_administrator(writing.session, actor)
    row = writing.session.get(OfficerRow, username)
    if row is None:
        raise NotFound(f"No sign-in {username} is known.")
    if row.active:
        raise Refused(f"The sign-in {username} has not been ended.")
    row.password_hash = passwords.hashed(password)
    _record(writing, actor, REINSTATED, row, active=True)


def checked_email(text: str) -> str:
    """The address of e-mail in `text`; empty for blank. Raises `Malformed`."""
    address = text.strip()
    local = address.partition("@")[0]
    if address and (
        len(address) > LONGEST_EMAIL or len(local) > 64 or not _EMAIL.fullmatch(address)
    ):
        raise Malformed.field(
            "email", "is no address of e-mail; write it like name@example.org, or leave it blank"
        )
    return address


def set_email(writing: Writing, actor: Actor, username: str, email: str) -> None:
    """Say where a person is told of tasks; blank: nowhere. By himself, or by an administrator.

    The log holds a digest of the address, which is personal. Raises `NoAuthority`, `Malformed`.
    """
    if actor.officer != username:
        require_administrator(writing.session, actor)
    row = _active(writing.session, username)
    address = checked_email(email)
    if (row.email or "") == address:
        raise Refused(
            f"The address of {username} is so already." if address else "There is no address."
        )
    subject = f"{PREFIX}/{username}"
    content = {"username": username, "email": writing.seal(address) if address else None}
    writing.append(EMAILED, actor, content, subjects=[subject])
    refresh(writing, subject)


def require_administrator(session: Session, actor: Actor) -> None:
    """Raises `NoAuthority` unless `actor` is an administrator whose sign-in stands."""
    row = session.get(OfficerRow, actor.officer)
    if row is None or not (row.active and row.administrator):
        raise NoAuthority("Only an administrator keeps sign-ins. Ask one of the administrators.")


def known_officer(session: Session, username: str) -> OfficerRow:
    """The row of `username`, ended or not. Raises `NotFound`."""
    row = session.get(OfficerRow, username) if USERNAME.fullmatch(username) else None
    if row is None:
        raise NotFound(f"No sign-in {username!r} is known.")
    return row


def end_sign_ins(writing: Writing, username: str) -> None:
    """End every open sign-in of a person."""
    writing.session.execute(
        update(SignInRow)
        .where(SignInRow.username == username, SignInRow.ended_at.is_(None))
        .values(ended_at=writing.now)
    )


def _active(session: Session, username: str) -> OfficerRow:
    row = known_officer(session, username)
    if not row.active:
        raise Refused(f"The sign-in {username} was ended. Reinstate it first.")
    return row


def _keep_one_administrator(session: Session, row: OfficerRow) -> None:
    others = session.scalar(
        select(func.count())
        .select_from(OfficerRow)
        .where(OfficerRow.administrator, OfficerRow.active, OfficerRow.username != row.username)
    )
    if row.administrator and not others:
        raise Refused(
            f"{row.username} is the last administrator. Make another person administrator first."
        )


def _record(
    writing: Writing, actor: Actor, kind: str, row: OfficerRow, **content: str | bool
) -> None:
    subject = f"{PREFIX}/{row.username}"
    writing.append(kind, actor, {"username": row.username, **content}, subjects=[subject])
    refresh(writing, subject)
