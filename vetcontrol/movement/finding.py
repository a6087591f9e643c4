"""The finding by which animals are not infective (section 27): a Veterinary Surgeon's, not hearsay.

It is his own words where he acts himself, or an examination of his on the register that cancelled
the order, for what was at the place that he examined. One that confirmed it finds disease.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from vetcontrol.documents.content import DocumentKind
from vetcontrol.errors import Malformed
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.removal import FINDING, Shown, unproved
from vetcontrol.movement.lying import ROUNDING_M, End, lies_in
from vetcontrol.officers import tenure
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import Role
from vetcontrol.premises.queries import known_only_by_village
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import DocumentRow, SubjectRow

KINDS = (DocumentKind.EXAMINATION, DocumentKind.CONFIRMATION, DocumentKind.CANCELLATION)
_NUMBER = re.compile(r"[A-Z]{2,5}/[0-9]{4}/[0-9]{6,9}")


@dataclass(frozen=True)
class Free:
    """The diseases of which a finding shows animals free (None: of every one), and what else
    would have to be shown."""

    diseases: frozenset[str] | None
    unproved: Decision | None = None

    def shown(self, disease: str) -> Shown:
        """What it shows where `disease` is the one declared."""
        free = self.diseases is None or disease in self.diseases
        return Shown.FREE if free else Shown.NOT_SHOWN


def require_finding(
    reading: Reading, officer: Officer, *, shown: Shown, finding: str, at: datetime
) -> bool:
    """Whether a `finding` that animals are free is the officer's own, a Veterinary Surgeon's at
    `at`. Raises `Malformed` where it is not and names no instrument of one that stands."""
    if shown is not Shown.FREE:
        return False
    surgeon = tenure.held(reading, officer.username, (Role.VETERINARY_SURGEON,), at)
    if surgeon is not None and finding.strip():
        return True
    if any(_made(reading, number) for number in _NUMBER.findall(finding)):
        return False
    raise Malformed.field(
        "finding",
        "names no Veterinary Surgeon's finding that stands on the register; give the number of his"
        " examination that cancelled the order, or let him enter this himself",
        clauses=(FINDING,),
    )


def shown_by(
    reading: Reading,
    finding: str,
    *,
    own: bool,
    origin: End,
    known_seq: int | None = None,
) -> Free:
    """Of what a finding shows the animals that leave `origin` to be free, as known by `known_seq`
    (default now).

    A Veterinary Surgeon's `own` words hold of every disease, with their entry; where they name
    instruments, while one of these stands.
    """
    numbers = _NUMBER.findall(finding)
    if own and (not numbers or any(_made(reading, one, known_seq) for one in numbers)):
        return Free(None)
    told = [_told(reading, number, origin, known_seq) for number in numbers]
    diseases = frozenset(one.disease for one in told if one.disease)
    return Free(diseases, unproved([one.but for one in told]))


@dataclass(frozen=True)
class _Told:
    """What one instrument says: free of `disease` (blank: of none), and what it does not say."""

    but: str
    disease: str = ""


def _told(reading: Reading, number: str, origin: End, known_seq: int | None) -> _Told:
    entry = _made(reading, number, known_seq)
    known = reading.known(known_seq=known_seq).known_seq
    if entry is None:
        return _Told(f"{number} is no finding of a Veterinary Surgeon that stands.")
    if entry.content["outcome"] != "cancel":
        return _Told(f"{number} confirmed the order: it is a finding of disease and frees nothing.")
    order = standing(reading.session, entry.content["case_number"], known)[0].content
    if not _examined_there(reading, order, origin, known):
        return _Told(
            f"{number} speaks of the animals at the place that was examined, and the journey does"
            " not surely begin there."
        )
    return _Told(f"{number} speaks of {order['disease_name']} alone.", order["disease"])


def _examined_there(
    reading: Reading, place: Mapping[str, Any], origin: End, known_seq: int
) -> bool:
    """Whether a journey surely begins at the place of an order: on its premises, or inside it."""
    premises = place["premises_id"]
    if premises is not None and premises == origin.premises_id:
        return True
    roughly = premises is not None and known_only_by_village(reading.session, premises, known_seq)
    if origin.by_village or roughly:
        return False
    reach = max(place["accuracy_m"] or 0.0, ROUNDING_M)
    return lies_in(geometry_from(place["geometry"]), origin, reach) == (True,)


def _made(reading: Reading, number: str, known_seq: int | None = None) -> Entry | None:
    """The entry, as corrected, of an examination that made the instrument `number`, if it stands;
    an instrument of Government that cancels is no finding."""
    row = reading.session.get(DocumentRow, number)
    if row is None or row.kind not in KINDS:
        return None
    subjects = reading.session.scalars(
        select(SubjectRow.subject).where(SubjectRow.entry_seq == row.entry_seq)
    )
    stands = (
        entry
        for subject in subjects
        for entry in standing(reading.session, subject, known_seq)
        if entry.seq == row.entry_seq
    )
    return next((entry for entry in stands if "examined_at" in entry.content), None)
