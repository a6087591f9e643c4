"""A licence to remove: a pure replay of its entries that stand (workflow A8).

The page, the correction, the check and the audit all use this one function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from shapely.geometry.base import BaseGeometry

from vetcontrol.canonical import instant
from vetcontrol.clock import apart_in_words, in_words
from vetcontrol.errors import Refused
from vetcontrol.law.diseases_of_animals.licence import CLAUSE, State
from vetcontrol.movement.consignment import Consignment, from_content
from vetcontrol.register.entries import Entry, geometry_from

APPLIED = "licence.applied"
GRANTED = "licence.granted"
REFUSED = "licence.refused"
REVOKED = "licence.revoked"
CHECKED = "licence.checked"
SUBJECT = "ML"
#: The series of the paper of a grant after one that was struck; the first has the licence's own.
PAPER = "MLG"


@dataclass(frozen=True)
class Licence:
    """A licence from its application on.

    `consignment` is as it was granted, before that as it was asked for; `owner`, its address and
    who asked are sealed. `met` are the features that the licence reckons with; `licensed_at` is
    where the removal happens (EPSG:4326); `paper` is the number of the grant's paper. `checks` are
    the entries of its checks, in their order.
    """

    number: str
    consignment: Consignment
    owner: Mapping[str, str]
    owner_address: Mapping[str, str] | None
    asked: Mapping[str, Any]
    asked_at: datetime
    applied_at: datetime
    applied_by: str
    place: Mapping[str, str]
    licensed_at: BaseGeometry
    diseases: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    granted_at: datetime | None = None
    granted_by: str = ""
    paper: str = ""
    reason: str = ""
    refused_at: datetime | None = None
    refusal: str = ""
    revoked_at: datetime | None = None
    revocation: str = ""
    reasons: str = ""
    checks: tuple[Entry, ...] = ()
    entries: tuple[int, ...] = ()

    @property
    def state(self) -> State:
        """How far it has come; a licence revoked from a moment to come is revoked already."""
        if self.revoked_at is not None:
            return State.REVOKED
        if self.granted_at is not None:
            return State.GRANTED
        return State.REFUSED if self.refused_at is not None else State.APPLIED


def replay(entries: Sequence[Entry]) -> Licence:
    """The licence that the standing `entries` make. Raises `Refused` for an impossible history."""
    if not entries or entries[0].kind != APPLIED:
        raise Refused(
            "Without the application nothing of the licence can stand: strike the later entries"
            " first, the newest before the older.",
            clauses=(CLAUSE,),
        )
    licence = _applied(entries[0])
    for entry in entries[1:]:
        step = _STEPS.get(entry.kind)
        if step is not None:
            licence = step(licence, entry)
        licence = replace(licence, entries=(*licence.entries, entry.seq))
    return licence


def _applied(entry: Entry) -> Licence:
    c = entry.content
    return Licence(
        c["number"],
        from_content(c["removal"]),
        c["owner"],
        c["owner_address"],
        c["asked"],
        instant(c["asked"]["at"]),
        instant(c["signed_at"]),
        entry.actor,
        c["place"],
        geometry_from(c["licensed_at"]),
        diseases=tuple(c["diseases"]),
        entries=(entry.seq,),
    )


def require(licence: Licence, state: State, step: str) -> None:
    """Raises `Refused` where a step does not follow from the state of the licence."""
    if licence.state is not state:
        raise Refused(
            f"{step} does not follow: {licence.number} is {licence.state.value}.",
            clauses=(CLAUSE,),
        )


def require_revocable(licence: Licence, ends: datetime | None = None) -> None:
    """Raises `Refused` where it cannot be revoked, or not from `ends`: of two revocations the
    later entered ends it earlier."""
    before = licence.revoked_at
    if before is None:
        require(licence, State.GRANTED, "A revocation")
    elif ends is not None and ends >= before:
        raise Refused(
            f"A revocation does not follow: {licence.number} is revoked from {in_words(before)}"
            " already. It can be brought forward to an earlier moment; to put it off, strike"
            f" {licence.revocation}.",
            clauses=(CLAUSE,),
        )


def require_time_left(licence: Licence, ends: datetime) -> None:
    """Raises `Refused` where the time of the licence is over by the moment of its revocation."""
    over = licence.consignment.valid_to
    if ends >= over:
        past, then = apart_in_words(over, ends)
        raise Refused(
            f"A revocation does not follow: {licence.number} is given until {past}, and has run"
            f" out by {then}. Nothing is moved under it then.",
            clauses=(CLAUSE,),
        )


def _after(licence: Licence, at: datetime, before: datetime, step: str) -> datetime:
    if at < before:
        this, that = apart_in_words(at, before)
        raise Refused(
            f"{step} of {this} would come before {that}, the step of"
            f" {licence.number} that it follows.",
            clauses=(CLAUSE,),
        )
    return at


def _granted(licence: Licence, entry: Entry) -> Licence:
    require(licence, State.APPLIED, "A grant")
    c = entry.content
    return replace(
        licence,
        consignment=from_content(c["removal"]),
        granted_at=_after(licence, instant(c["signed_at"]), licence.asked_at, "A grant"),
        granted_by=entry.actor,
        paper=str(entry.number),
        met=tuple(one["feature"] for one in c["met"]),
        diseases=tuple(c["diseases"]),
        licensed_at=geometry_from(c["licensed_at"]),
        reason=c["reason"],
    )


def _refused(licence: Licence, entry: Entry) -> Licence:
    require(licence, State.APPLIED, "A refusal")
    c = entry.content
    return replace(
        licence,
        refused_at=_after(licence, instant(c["signed_at"]), licence.asked_at, "A refusal"),
        refusal=c["number"],
        reasons=c["reasons"],
    )


def _revoked(licence: Licence, entry: Entry) -> Licence:
    c = entry.content
    require_revocable(licence, instant(c["revoked_at"]))
    assert licence.granted_at is not None
    return replace(
        licence,
        revoked_at=_after(licence, instant(c["revoked_at"]), licence.granted_at, "A revocation"),
        revocation=c["number"],
        reasons=c["reasons"],
    )


def _checked(licence: Licence, entry: Entry) -> Licence:
    return replace(licence, checks=(*licence.checks, entry))


_STEPS: Mapping[str, Callable[[Licence, Entry], Licence]] = {
    GRANTED: _granted,
    REFUSED: _refused,
    REVOKED: _revoked,
    CHECKED: _checked,
}
