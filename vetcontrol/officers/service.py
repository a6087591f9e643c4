"""Section 3: appointments, each entered by one person and approved by another.

Every function takes a `Writing`, appends its entry, rebuilds the present state and commits nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import day_of, in_words
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments.offices import appointment_notification
from vetcontrol.errors import NotFound, Refused
from vetcontrol.officers import people, replay, tenure
from vetcontrol.officers.delegations import approve_delegation, delegate, revoke_delegation
from vetcontrol.officers.desk import (
    APPOINTING,
    another_person,
    desk,
    government,
    last_day,
    moment,
    not_struck,
    standing_content,
    words,
)
from vetcontrol.officers.people import Officer
from vetcontrol.officers.proposals import (
    ALL,
    DelegationProposal,
    Proposal,
    appointment_content,
)
from vetcontrol.officers.roles import DEFINED_BY, Role
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Reading, Writing

__all__ = [
    "DelegationProposal",
    "Proposal",
    "appointment",
    "approve_appointment",
    "approve_delegation",
    "delegate",
    "end_appointment",
    "propose_appointment",
    "revoke_delegation",
]


def appointment(reading: Reading, number: str) -> AppointmentRow:
    """The appointment `number` as it stands. Raises `NotFound`."""
    row = reading.session.get(AppointmentRow, number)
    if row is None:
        raise NotFound(f"No appointment {number} is known.")
    return row


def propose_appointment(writing: Writing, by: Officer, proposal: Proposal) -> AppointmentRow:
    """Enter an appointment; it carries nothing until another person approves it.

    By a clerk, an officer for the Government or an administrator. Raises `NoAuthority`,
    `Malformed` for a field, `NotFound` for an unknown officer or area, and `Refused` for an
    appointment that section 3 does not allow.
    """
    actor = desk(writing, by)
    content = {
        **appointment_content(writing, proposal),
        "number": writing.next_number("APT"),
        "proposed_by": by.username,
        "signed_at": instant_text(writing.now),
    }
    return _append(writing, replay.PROPOSED, actor, content)


def approve_appointment(writing: Writing, by: Officer, number: str) -> AppointmentRow:
    """Approve an appointment that another person entered: from here on it can carry acts.

    Nobody approves his own. The notification is made where an officer for the Government
    approves an office of section 3; otherwise the gazette that is referred to stands alone.
    Raises `NoAuthority`, `NotFound` and `Refused`.
    """
    actor = desk(writing, by)
    row = appointment(writing, number)
    clause = DEFINED_BY.get(Role(row.role), (APPOINTING,))[0]
    if row.state != "proposed":
        raise Refused(f"Appointment {number} is {row.state}; only a proposed one is approved.")
    another_person(row.proposed_by, by, f"Appointment {number}", clause)
    if by.username == row.officer:
        raise Refused(
            f"Appointment {number} is your own. Another person approves it.", clauses=(clause,)
        )
    not_struck(writing, number)
    content = {
        **standing_content(writing, number, (replay.PROPOSED,)),
        "signed_at": instant_text(writing.now),
    }
    documents = _notification(writing, by, content)
    return _append(writing, replay.APPROVED, actor, content, number=number, documents=documents)


def end_appointment(
    writing: Writing, by: Officer, number: str, *, reason: str, at: datetime | None = None
) -> AppointmentRow:
    """End an appointment, or drop a proposed one, at `at`, by default now.

    One that has not begun ends at its beginning, so that it never has effect. Raises
    `NoAuthority`, `NotFound`, `Malformed`, and `Refused` where it ends no later anyway.
    """
    actor = desk(writing, by)
    row = appointment(writing, number)
    ended = max(moment("at", at or writing.now), row.from_at)
    if row.state == "ended" or (row.to_at is not None and row.to_at <= ended):
        raise Refused(
            f"Appointment {number} ends at {in_words(row.to_at or ended)} already."
            " Where that is wrong, correct the entry that says so."
        )
    content = {
        "number": number,
        "ended_at": instant_text(ended),
        "has_area": row.has_area and row.state == "approved",
        "reason": words("reason", reason, 2000),
        "signed_at": instant_text(writing.now),
    }
    return _append(writing, replay.ENDED, actor, content)


def _append(
    writing: Writing,
    kind: str,
    actor: Actor,
    content: Mapping[str, Any],
    *,
    number: str | None = None,
    documents: Sequence[Document] = (),
) -> AppointmentRow:
    subject: str = content["number"]
    writing.append(
        kind,
        actor,
        content,
        subjects=(subject,),
        number=number,
        signed_at=writing.now,
        documents=documents,
    )
    replay.refresh_appointment(writing, subject)
    return appointment(writing, subject)


_OFFICES: dict[str, Literal["veterinary_surgeon", "inspector"]] = {
    Role.VETERINARY_SURGEON: "veterinary_surgeon",
    Role.INSPECTOR: "inspector",
}


def _notification(
    writing: Writing, by: Officer, content: Mapping[str, Any]
) -> tuple[Document, ...]:
    office = _OFFICES.get(content["role"])
    if office is None or tenure.held(writing, by.username, (Role.GOVERNMENT,), writing.now) is None:
        return ()
    clause = DEFINED_BY[Role(content["role"])][0]
    some = tuple(purpose for purpose in content["purposes"] if purpose != ALL)
    return (
        appointment_notification(
            number=content["number"],
            government=writing.register.settings.government_name,
            officer_name=people.known_officer(writing.session, content["officer"]).name,
            office=office,
            start=day_of(instant(content["from_at"])),
            until=last_day(None if content["to_at"] is None else instant(content["to_at"])),
            signed_at=writing.now,
            signatory=government(writing, by, clause).signatory(),
            area_name=content["area_name"],
            geometry=content["geometry"],
            purposes=() if ALL in content["purposes"] else some,
        ),
    )
