"""The Schedule of diseases (sections 2(i) and 38): added by gazette, never plainly deleted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from vetcontrol.canonical import instant_text
from vetcontrol.documents.instruments import scheduled_disease_notification
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.reference import gazette as reference
from vetcontrol.gazette.tables import DiseaseRow
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.scheduled import ScheduleEntry, removal, scheduled
from vetcontrol.officers.authority import Officer, authorise
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry, Kind
from vetcontrol.register.register import Writing
from vetcontrol.register.restating import Reader, day, restating, wording

ADDED = "schedule.added"
REMOVED = "schedule.removed"
SUBJECT = "disease"
CODE = re.compile(r"[a-z][a-z0-9_]{1,59}")


def add(
    writing: Writing,
    officer: Officer,
    *,
    code: str,
    name: str,
    from_date: date,
    gazette: GazetteReference,
) -> Entry:
    """Add a disease to the Schedule from a day, by the gazette that adds it (section 38).

    `code` is what programs call it (`foot_and_mouth_disease`). Raises `Malformed`, `Refused`.
    """
    if not CODE.fullmatch(code):
        raise Malformed.field("code", "is of small letters, digits and _, e.g. foot_and_mouth")
    if not name.strip() or len(name) > 200:
        raise Malformed.field("name", "give the disease's name in at most 200 characters")
    if writing.session.get(DiseaseRow, code) is not None:
        raise Refused(
            f"{code} is already in the Schedule; the Act provides for no second addition.",
            clauses=("DOA1974-38",),
        )
    authority = authorise(writing, officer, "government", clause="DOA1974-38", at=writing.now)
    gazette.require_published(writing.now)
    gazette.require_reaches(from_date, "DOA1974-38")
    number = writing.next_number("SCH")
    entry = writing.append(
        ADDED,
        authority.actor,
        {
            "code": code,
            "name": name,
            "from_date": from_date.isoformat(),
            "gazette": gazette.as_json(),
            "at": instant_text(writing.now),
            "decision": authority.decision.as_json(),
        },
        subjects=(f"{SUBJECT}/{code}",),
        number=number,
        documents=(
            scheduled_disease_notification(
                number=number,
                signed_at=writing.now,
                signatory=authority.signatory(),
                government=writing.register.settings.government_name,
                disease=name,
            ),
        ),
    )
    refresh(writing, f"{SUBJECT}/{code}")
    return entry


def remove(
    writing: Writing, officer: Officer, *, code: str, to_date: date, gazette: GazetteReference
) -> Entry:
    """Give a disease an end in the Schedule: exceptional, and only by a gazette."""
    authority = authorise(writing, officer, "government", clause="DOA1974-38", at=writing.now)
    row = writing.session.get(DiseaseRow, code)
    if row is None or row.to_date is not None:
        raise Refused(f"{code} does not stand in the Schedule.", clauses=("DOA1974-2-i",))
    gazette.require_published(writing.now)
    gazette.require_reaches(to_date, "DOA1974-38")
    decision = removal(gazette.words).require()
    entry = writing.append(
        REMOVED,
        authority.actor,
        {
            "code": code,
            "to_date": to_date.isoformat(),
            "gazette": gazette.as_json(),
            "decision": decision.as_json(),
        },
        subjects=(f"{SUBJECT}/{code}",),
        number=writing.next_number("SCH"),
    )
    refresh(writing, f"{SUBJECT}/{code}")
    return entry


def _restating(
    first: str, **readers: Reader
) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]:
    """A correction under which the day `first` still does not come before its gazette."""
    read = restating(**readers)

    def restate(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
        new = read(content, restated)
        named = GazetteReference.from_json(new["gazette"])
        named.require_reaches(date.fromisoformat(new[first]), "DOA1974-38")
        return new

    return restate


def refresh(writing: Writing, subject: str) -> None:
    """Rebuild the Schedule's row of one disease from its standing entries."""
    session = writing.session
    code = subject.partition("/")[2]
    session.execute(delete(DiseaseRow).where(DiseaseRow.code == code))
    row: DiseaseRow | None = None
    for entry in standing(session, subject):
        content = entry.content
        words = GazetteReference.from_json(content["gazette"]).words
        if entry.kind == ADDED:
            row = DiseaseRow(
                code=code,
                name=content["name"],
                from_date=date.fromisoformat(content["from_date"]),
                gazette=words,
                to_date=None,
                removal_gazette="",
            )
        elif row is not None:
            row.to_date, row.removal_gazette = date.fromisoformat(content["to_date"]), words
    if row is not None:
        session.add(row)
    session.flush()


def diseases(session: Session) -> list[DiseaseRow]:
    """Every disease that ever stood in the Schedule, by name."""
    return list(session.scalars(select(DiseaseRow).order_by(DiseaseRow.name)))


def in_schedule(session: Session, code: str, at: datetime) -> tuple[str, Decision]:
    """The name of the disease `code`, and whether it is a scheduled disease at `at`.

    Raises `Malformed` for a code that never stood in the Schedule.
    """
    row = session.get(DiseaseRow, code)
    if row is None:
        known = ", ".join(d.code for d in diseases(session)) or "none yet"
        raise Malformed.field(
            "disease",
            f"{code!r} is not in the Schedule; it holds {known}",
            clauses=("DOA1974-2-i",),
        )
    entry = ScheduleEntry(row.name, row.from_date, row.gazette, row.to_date, row.removal_gazette)
    return row.name, scheduled(row.name, at=at, schedule=(entry,))


KINDS = (
    Kind(
        ADDED,
        restatable=frozenset({"name", "from_date", "gazette"}),
        restate=_restating("from_date", name=wording, from_date=day, gazette=reference),
    ),
    Kind(
        REMOVED,
        restatable=frozenset({"to_date", "gazette"}),
        restate=_restating("to_date", to_date=day, gazette=reference),
    ),
)
REFRESHERS = {SUBJECT: refresh}
