"""Copies and notices of sections 11 and 13: to whom each goes, and which are still unserved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.terms import listed


class RecipientRole(StrEnum):
    """Who can be served for a place."""

    OWNER = "owner"
    OCCUPIER = "occupier"
    PERSON_IN_CHARGE = "person_in_charge"


class Manner(StrEnum):
    """How a copy or notice can be delivered."""

    IN_PERSON = "in_person"
    LEFT_AT_PREMISES = "left_at_premises"
    REGISTERED_POST = "registered_post"
    AFFIXED = "affixed"


class Evidence(StrEnum):
    """What can show that a delivery took place."""

    RECIPIENT = "received_by"
    SIGNATURE = "signature"
    PHOTOGRAPH = "photograph"
    POST_NUMBER = "post_number"


# What each manner can be expected to leave behind. The Act prescribes neither manner nor proof.
USUAL_PROOF: Final[dict[Manner, tuple[Evidence, ...]]] = {
    Manner.IN_PERSON: (Evidence.RECIPIENT, Evidence.SIGNATURE),
    Manner.LEFT_AT_PREMISES: (Evidence.PHOTOGRAPH,),
    Manner.REGISTERED_POST: (Evidence.POST_NUMBER,),
    Manner.AFFIXED: (Evidence.PHOTOGRAPH,),
}
_WORDS: Final = {
    Evidence.RECIPIENT: "who received it",
    Evidence.SIGNATURE: "the signature of who received it",
    Evidence.PHOTOGRAPH: "a photograph of the paper at the place",
    Evidence.POST_NUMBER: "the number of the registered article",
}
# Two letters for the service (R. registered; E. since registered and speed post are one).
POST_NUMBER: Final = re.compile(r"[A-Z]{2}[0-9]{9}IN")
_S10_WEIGHTS: Final = (8, 6, 4, 2, 3, 5, 9, 7)


@dataclass(frozen=True)
class Notice:
    """A notice for one place: its number, the place, whether delivery is recorded."""

    number: str
    place: str
    served: bool = False


def recipient(role: str, *, clause: str) -> Decision:
    """Whether a copy or notice under `clause` (DOA1974-11-1b, 11-3b, 11-4b, 13-4b) may be
    addressed to a person in this role: owner, occupier or person in charge."""
    if role in set(RecipientRole):
        words = role.replace("_", " ")
        return Decision.allowed(clause, f"It is addressed to the {words} of the place.")
    return Decision.refused(
        clause,
        f"None of those who are served for a place is a {role!r}.",
        "Address the owner, the occupier or the person in charge.",
    )


def delivered(recipients: Sequence[str], served: Sequence[str], *, clause: str) -> Decision:
    """Whether the copy under `clause` counts as served: delivery to one of those addressed is
    enough, as the Act names them in the alternative. Until then the order stands, unserved."""
    reached = [name for name in recipients if name in served]
    if reached:
        return Decision.allowed(clause, f"Delivered to {listed(reached)}.")
    who = listed(recipients) or "nobody yet"
    text = f"No delivery is recorded (addressed to {who}). The order stands, unserved."
    return Decision.refused(clause, text, "Record a delivery.")


def one_notice_each(places: Sequence[str], notices: Sequence[Notice], *, clause: str) -> Decision:
    """Whether each place has exactly one notice under `clause` and no other place has one; the
    answer reports the number unserved (DOA1974-11-3b, DOA1974-13-4b)."""
    counts = Counter(notice.place for notice in notices)
    without = [place for place in places if not counts[place]]
    twice = [place for place, count in counts.items() if count > 1]
    foreign = [place for place in counts if place not in places]
    faults = [
        f"{words}: {listed(names)}."
        for words, names in (
            ("Without a notice", without),
            ("With more than one notice", twice),
            ("With a notice, but not concerned", foreign),
        )
        if names
    ]
    if faults:
        return Decision.refused(clause, " ".join(faults), "Make one notice for each place.")
    unserved = sum(not notice.served for notice in notices)
    return Decision.allowed(clause, f"One notice for each of {len(places)}; {unserved} unserved.")


def all_told(previous: Sequence[str], told: Sequence[str], *, clause: str) -> Decision:
    """Whether notice of cessation has reached each one who had a copy or notice before
    (DOA1974-11-4b, DOA1974-13-6b: public bodies, station master, port officer and police too)."""
    untold = [name for name in dict.fromkeys(previous) if name not in told]
    if untold:
        text = f"Not yet told of the cessation ({len(untold)}): {listed(untold)}."
        return Decision.refused(clause, text, "Serve each of them.")
    return Decision.allowed(clause, f"All {len(set(previous))} served before have been told.")


def proof(
    manner: Manner, evidence: frozenset[Evidence], *, reason: str, clause: str
) -> tuple[Decision, tuple[Evidence, ...]]:
    """What a delivery in this `manner` usually leaves behind and this one does not.

    A delivery stands without proof: the Act asks for none. What is wanting needs a decision of
    the officer, which `reason` states; nothing is refused for want of it.
    """
    wanting = tuple(one for one in USUAL_PROOF[manner] if one not in evidence)
    if not wanting:
        shown = listed([_WORDS[one] for one in Evidence if one in evidence])
        return Decision.allowed(clause, f"Proof of the delivery: {shown}."), ()
    text = f"Missing proof of the delivery: {listed([_WORDS[one] for one in wanting])}."
    if reason.strip():
        return Decision.allowed(clause, f"{text} The officer states why."), wanting
    remedy = "Add what is missing, or say why there is none."
    return Decision.needs_decision(clause, text, remedy), wanting


def post_number_holds(number: str) -> bool:
    """Whether the check digit of a registered article's number (`RM123456785IN`) is right, by the
    rule of the Universal Postal Union's standard S10."""
    digits = [int(digit) for digit in number[2:11]]
    total = 11 - sum(w * d for w, d in zip(_S10_WEIGHTS, digits[:8], strict=True)) % 11
    return digits[8] == {10: 0, 11: 5}.get(total, total)
