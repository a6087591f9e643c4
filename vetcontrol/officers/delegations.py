"""Section 13(7): Government's powers of section 13, delegated by order to a Collector, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import day_of, in_words
from vetcontrol.documents.content import Document
from vetcontrol.documents.instruments.offices import delegation_order, delegation_revocation
from vetcontrol.errors import NotFound, Refused
from vetcontrol.officers import replay
from vetcontrol.officers.desk import (
    DELEGATING,
    another_person,
    government,
    last_day,
    moment,
    not_struck,
    standing_content,
    words,
)
from vetcontrol.officers.people import Officer
from vetcontrol.officers.proposals import DelegationProposal, delegation_content
from vetcontrol.officers.tables import DelegationRow
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Reading, Writing


def delegation(reading: Reading, number: str) -> DelegationRow:
    """The delegation `number` as it stands. Raises `NotFound`."""
    row = reading.session.get(DelegationRow, number)
    if row is None:
        raise NotFound(f"No delegation {number} is known.")
    return row


def delegate(writing: Writing, by: Officer, proposal: DelegationProposal) -> DelegationRow:
    """Enter a delegation, by an officer for the Government; another approves it.

    Raises `NoAuthority`, `Malformed`, `NotFound`, and `Refused` for a power that cannot be
    delegated or a district that is none (DOA1974-13-7).
    """
    authority = government(writing, by, DELEGATING)
    content = {
        **delegation_content(writing, proposal),
        "number": writing.next_number("DLG"),
        "proposed_by": by.username,
        "signed_at": instant_text(writing.now),
    }
    return _append(writing, replay.DELEGATION_PROPOSED, authority.actor, content)


def approve_delegation(writing: Writing, by: Officer, number: str) -> DelegationRow:
    """Approve a delegation that another officer entered: the order is made and signed.

    Raises `NoAuthority`, `NotFound` and `Refused`.
    """
    authority = government(writing, by, DELEGATING)
    row = delegation(writing, number)
    if row.state != "proposed":
        raise Refused(f"Delegation {number} is {row.state}; only a proposed one is approved.")
    another_person(row.proposed_by, by, f"Delegation {number}", DELEGATING)
    not_struck(writing, number)
    content = {
        **standing_content(writing, number, (replay.DELEGATION_PROPOSED,)),
        "signed_at": instant_text(writing.now),
    }
    order = delegation_order(
        number=number,
        government=writing.register.settings.government_name,
        collector=_collector(content),
        district=content["district_name"],
        powers=content["powers"],
        start=day_of(instant(content["from_at"])),
        until=last_day(None if content["until"] is None else instant(content["until"])),
        signed_at=writing.now,
        signatory=authority.signatory(),
        conditions=_in_sentences(content["conditions"]),
    )
    return _append(
        writing,
        replay.DELEGATION_APPROVED,
        authority.actor,
        content,
        number=number,
        documents=(order,),
    )


def revoke_delegation(
    writing: Writing, by: Officer, number: str, *, reason: str, at: datetime | None = None
) -> DelegationRow:
    """End a delegation, or drop a proposed one, at `at`, by default now.

    Its pending cases are the Government's again. The revocation of an approved one is an order of
    its own. Raises `NoAuthority`, `NotFound`, `Malformed` and `Refused`.
    """
    authority = government(writing, by, DELEGATING)
    row = delegation(writing, number)
    ended = max(moment("at", at or writing.now), row.from_at)
    if row.state == "revoked" or (row.until is not None and row.until <= ended):
        raise Refused(f"Delegation {number} ends at {in_words(row.until or ended)} already.")
    content = {
        "number": number,
        "ended_at": instant_text(ended),
        "reason": words("reason", reason, 2000),
        "signed_at": instant_text(writing.now),
    }
    if row.state == "proposed":
        return _append(writing, replay.DELEGATION_REVOKED, authority.actor, content)
    said = standing_content(writing, number, (replay.DELEGATION_APPROVED,))
    order_number = writing.next_number("DLR")
    order = delegation_revocation(
        number=order_number,
        government=writing.register.settings.government_name,
        delegation_number=number,
        collector=_collector(said),
        district=said["district_name"],
        ends_at=ended,
        signed_at=writing.now,
        signatory=authority.signatory(),
    )
    return _append(
        writing,
        replay.DELEGATION_REVOKED,
        authority.actor,
        content,
        number=order_number,
        documents=(order,),
    )


def _collector(content: Mapping[str, Any]) -> str:
    return f"Collector of {content['district_name']}"


def _in_sentences(conditions: Mapping[str, Any]) -> list[str]:
    sentences = []
    if "diseases" in conditions:
        sentences.append(f"Only for {', '.join(conditions['diseases'])}.")
    if "max_area_m2" in conditions:
        sentences.append(
            f"Only for areas of at most {conditions['max_area_m2']:,.0f} square metres."
        )
    return sentences


def _append(
    writing: Writing,
    kind: str,
    actor: Actor,
    content: Mapping[str, Any],
    *,
    number: str | None = None,
    documents: Sequence[Document] = (),
) -> DelegationRow:
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
    replay.refresh_delegation(writing, subject)
    return delegation(writing, subject)
