"""Section 2: animal, Government, infective animal, and the kinds of movement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.law.diseases_of_animals.terms import as_day
from vetcontrol.law.prescribed import Prescribed


def animal(species: str, *, domesticated: bool, confined: bool) -> Decision:
    """Whether a beast or bird is an animal under the Act: domesticated or kept in confinement
    (DOA1974-2-a)."""
    if domesticated or confined:
        how = "domesticated" if domesticated else "kept in confinement"
        return Decision.allowed("DOA1974-2-a", f"An animal, as it is {how}: {species}.")
    return Decision.refused(
        "DOA1974-2-a",
        f"Neither domesticated nor kept in confinement, so no animal under the Act: {species}.",
        "If it is kept in confinement, record that.",
    )


def government(prescribed: Prescribed, *, at: date | datetime, parcel: str) -> Decision:
    """Whether the present-day name of the Government is known for a part of the former Union
    territory (DOA1974-2-c); the name is `doa.government_name`."""
    found = prescribed.find("doa.government_name", as_day(at), locality=parcel)
    if found is not None:
        return Decision.allowed("DOA1974-2-c", f"The Government in {parcel} is: {found.value}.")
    return Decision.refused(
        "DOA1974-2-c",
        f"The present-day name of the Government in {parcel} is not set.",
        "Enter doa.government_name for it.",
    )


class Limb(StrEnum):
    """What makes an animal infective."""

    AFFECTED = "affected"
    CONTACT = "contact"
    PROXIMITY = "proximity"


def infective(
    limb: Limb,
    *,
    scheduled: Decision,
    index_animal: str = "",
    index_affected: bool = False,
    found_by_veterinary_surgeon: bool = False,
) -> Decision:
    """Whether an animal is infective by `limb` (DOA1974-2-e).

    `scheduled` is the decision on the disease; an unscheduled one makes no animal infective.
    Contact and proximity need an affected index animal. How recent or close is enough is not
    defined: it needs a decision until a Veterinary Surgeon has found so (DOA1974-27).
    """
    clause = "DOA1974-2-e"
    if scheduled.outcome is Outcome.REFUSED:
        text = "Only a scheduled disease makes an animal infective."
        return Decision.refused(clause, text).also(scheduled)
    if limb is Limb.AFFECTED:
        text = "Infective: affected with a scheduled disease."
        return Decision.allowed(clause, text).also(scheduled)
    if not (index_animal and index_affected):
        return Decision.refused(
            clause,
            f"Infective by {limb} needs the animal that is itself affected.",
            "Name the index animal and record that it is affected.",
        ).also(scheduled)
    text = f"Infective by {limb} with {index_animal}."
    if found_by_veterinary_surgeon:
        return Decision.allowed(clause, text).also(
            Decision.allowed("DOA1974-27", "The Veterinary Surgeon found so, finally.")
        )
    return Decision.needs_decision(
        clause, f"{text} What is recent or close enough the Act leaves open."
    ).also(
        Decision.needs_decision(
            "DOA1974-27", "The question is the Veterinary Surgeon's.", "Record the finding."
        )
    )


@dataclass(frozen=True)
class Path:
    """Where a movement goes: the parts of the territory (`Goa`, `Daman`, `Diu`) in the order
    visited, None for outside; and for each step between two of them whether it crosses the
    boundary at a customs frontier. Raises ValueError when the two do not fit."""

    visited: tuple[str | None, ...]
    customs: tuple[bool, ...]

    def __post_init__(self) -> None:
        if not self.visited or len(self.customs) != len(self.visited) - 1:
            raise ValueError("a path needs one customs flag for each step between two parts")

    def steps(self) -> tuple[tuple[str | None, str | None, bool], ...]:
        """Each step that crosses the boundary: from, to, at a customs frontier."""
        pairs = zip(self.visited, self.visited[1:], self.customs, strict=False)
        return tuple(step for step in pairs if step[0] != step[1])


def export(path: Path) -> Decision:
    """Whether the movement is export: out of the territory, not at a customs frontier
    (DOA1974-2-b). A step between two detached parts leaves the territory."""
    out = [customs for origin, _, customs in path.steps() if origin is not None]
    return _across("DOA1974-2-b", "export", "leaves", out)


def import_(path: Path) -> Decision:
    """Whether the movement is import: into the territory, not at a customs frontier
    (DOA1974-2-d). A step between two detached parts enters the territory again."""
    into = [customs for _, destination, customs in path.steps() if destination is not None]
    return _across("DOA1974-2-d", "import", "enters", into)


def _across(clause: str, kind: str, verb: str, customs: Sequence[bool]) -> Decision:
    if any(not at_customs for at_customs in customs):
        text = f"It is {kind}: the path {verb} the territory, not at a customs frontier."
        return Decision.allowed(clause, text)
    if customs:
        text = f"It is no {kind}: the path {verb} the territory only at a customs frontier."
        return Decision.refused(clause, text)
    return Decision.refused(clause, f"It is no {kind}: the path never {verb} the territory.")


def transport(path: Path) -> Decision:
    """Whether the movement is transport: from place to place inside the territory (DOA1974-2-j).

    Where both ends are inside but the path leaves on the way, as between detached parts, it is
    export and import as well, and whether it is transport needs a decision (DOA1974-2-k).
    """
    if path.visited[0] is None or path.visited[-1] is None:
        return Decision.refused(
            "DOA1974-2-j", "It is no transport: one end lies outside the territory."
        )
    if not path.steps():
        inside = Decision.allowed("DOA1974-2-k", f"All of it lies in {path.visited[0]}.")
        text = "It is transport: both ends lie inside the territory."
        return Decision.allowed("DOA1974-2-j", text).also(inside)
    return Decision.needs_decision(
        "DOA1974-2-j", "Both ends lie inside the territory, but the path leaves it on the way."
    ).also(
        Decision.needs_decision(
            "DOA1974-2-k",
            "The territory has detached parts; between them the path is outside it.",
            "Say whether it is treated as transport beside export and import.",
        )
    )
