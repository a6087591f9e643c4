"""Who may correct an entry, and what a correction may restate of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vetcontrol.canonical import instant_text
from vetcontrol.clock import in_words
from vetcontrol.errors import Malformed, NoAuthority
from vetcontrol.officers import tenure
from vetcontrol.officers.people import Officer, printable
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.register import corrections
from vetcontrol.register.entries import Actor, Entry, Kind
from vetcontrol.register.register import Writing
from vetcontrol.register.restating import SAME_EVERYWHERE, untouched

# What one enters another approves: nobody undoes or revives an approval or publication of his own.
APPROVALS = ("DOA1974-3-1", "DOA1974-13-2")


def correct(
    writing: Writing,
    officer: Officer,
    *,
    reason: str,
    seq: int | None = None,
    number: str | None = None,
    restated: Mapping[str, Any] | None = None,
    kept: Mapping[str, Any] | None = None,
) -> Entry:
    """Strike an earlier entry, named by sequence or number; `restated` holds the fields of its
    content that were wrong. Without it the entry falls whole; a correction so struck falls too.
    `kept` are fields as an earlier correction of the entry restated and sealed them; what is
    restated now goes before them.

    The rows of every case, notification or appointment that it touches are rebuilt. Raises
    `Malformed` for a field that cannot be restated, `NoAuthority`, and `Refused` where what is
    left of the history makes no sense or the entry is struck already.
    """
    target = corrections.find(writing.session, seq=seq, number=number)
    root = _root(writing, target)
    kind = writing.register.handlers.kinds[root.kind]
    actor = _actor(writing, officer, kind, target)
    if kind.barred is not None and officer.username in kind.barred(writing, root):
        raise NoAuthority(
            f"Entry {root.seq} publishes or approves what {officer.username} entered, drafted or"
            f" recorded, or an office of {officer.username}: another person corrects it, or"
            " withdraws its correction.",
            clauses=APPROVALS,
        )
    as_corrected = None
    if restated is not None:
        restated = {**(kept or {}), **_sealed(writing, kind, restated)}
        as_corrected = _as_corrected(target, kind, restated)
        if kind.lawful is not None:
            kind.lawful(writing, target, as_corrected)
    if kind.allowed is not None:
        kind.allowed(writing, officer.username, target, as_corrected)
    entry = corrections.correct(
        writing, actor, target, reason=reason, restated=restated, as_corrected=as_corrected
    )
    for subject in target.subjects:
        prefix = subject.partition("/")[0]
        refresh = writing.register.handlers.refreshers.get(prefix)
        if refresh is not None:
            refresh(writing, subject)
    return entry


def _root(writing: Writing, target: Entry) -> Entry:
    """The entry itself; of a correction what it, in the end, corrects."""
    while target.kind == corrections.KIND:
        target = corrections.find(writing.session, seq=target.content["strikes"], number=None)
    return target


def _actor(writing: Writing, officer: Officer, kind: Kind, target: Entry) -> Actor:
    """An Inspector acts inside his area alone, and so does a police officer: each corrects what he
    himself did and no more."""
    roles = [Role(role) for role in kind.corrected_by]
    if target.actor != officer.username:
        roles = [role for role in roles if role not in (Role.INSPECTOR, Role.POLICE)]
    row = tenure.held(writing, officer.username, roles, writing.now)
    if row is None:
        who = " or ".join(WORDS[role] for role in roles)
        raise NoAuthority(
            f"This entry ({kind.name}, of {target.actor}) is corrected by: {who}.",
        )
    return Actor(officer.username, row.number)


def _sealed(writing: Writing, kind: Kind, restated: Mapping[str, Any]) -> dict[str, Any]:
    """The fields with personal words sealed. Raises `Malformed` for what is no such words."""
    found = dict(restated)
    for name in kind.personal & set(restated):
        # A digest would let whoever gives it read the words of another place.
        if not isinstance(found[name], str) or not printable(found[name]):
            raise Malformed.field(
                f"restated.{name}", "is not words that can be kept; give text in one line"
            )
        found[name] = writing.seal(found[name])
    return found


def _as_corrected(target: Entry, kind: Kind, restated: Mapping[str, Any]) -> Mapping[str, Any]:
    if target.kind == corrections.KIND:
        raise Malformed.field(
            "restated", "a correction is withdrawn, not restated; then correct the entry anew"
        )
    unknown = sorted(set(restated) - kind.restatable)
    if unknown or not restated:
        raise Malformed.field(
            f"restated.{unknown[0]}" if unknown else "restated",
            f"of {kind.name} these can be restated: {', '.join(sorted(kind.restatable)) or 'none'}",
        )
    read = {
        name: SAME_EVERYWHERE.get(name, untouched)(name, value) for name, value in restated.items()
    }
    for name in ("signed_at", "served_at", "examined_at"):
        if name in read and read[name] > instant_text(target.recorded_at):
            raise Malformed.field(
                f"restated.{name}",
                f"is after {in_words(target.recorded_at)}, when the entry was recorded",
            )
    content = {k: v for k, v in target.content.items() if k != "documents"}
    if kind.restate is not None:
        return kind.restate(content, read)
    return {**content, **read}
