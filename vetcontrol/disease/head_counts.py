"""Section 11(2): what the counts of an examination say, and counts that no examination can find."""

from __future__ import annotations

from collections.abc import Sequence

from vetcontrol.documents.instruments import ExaminedAnimals
from vetcontrol.errors import Malformed

CLAUSE = "DOA1974-11-2a"


def were_examined(
    animals: Sequence[ExaminedAnimals], no_animals_note: str, *, stated: bool
) -> bool:
    """Whether the animals kept there were examined (DOA1974-11-2a).

    Where any are counted as kept the counts tell it, else `stated` does. Raises `Malformed`
    (field `animals`) for counts that cannot be, and for counts beside a note that none are kept.
    """
    if animals and no_animals_note.strip():
        raise _wrong("are counted, but the note says that none are kept; leave one of the two out")
    met: set[str] = set()
    for line in animals:
        if line.species in met:
            raise _wrong(f"{line.species} is named twice; give one line for each species")
        met.add(line.species)
        fault = _fault(line)
        if fault:
            raise _wrong(f"{line.species}: {fault}; correct the counts")
    if any(line.kept for line in animals):
        return any(line.examined for line in animals)
    return stated


def _fault(line: ExaminedAnimals) -> str:
    """Why the counts of a species cannot be; empty where they can."""
    if min(line.kept, line.examined, line.affected, line.in_contact) < 0:
        return "a count is below 0"
    if line.examined > line.kept:
        return f"{line.examined} examined is more than the {line.kept} kept"
    if line.affected > line.examined:
        return f"{line.affected} affected is more than the {line.examined} examined"
    together = line.affected + line.in_contact
    if together > line.kept:
        return f"{together} affected or in contact is more than the {line.kept} kept"
    return ""


def _wrong(why: str) -> Malformed:
    return Malformed.field("animals", why, clauses=(CLAUSE,))
