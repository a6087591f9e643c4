"""The log on pages: its entries, newest first, and each with all that it says and did."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from starlette.responses import Response

from api.deps import RegisterDep
from api.pages.desk_forms import sought
from api.pages.page import OfficerPage, pages_router
from api.pages.paging import SIZE, offset_of
from api.pages.written import line_of
from gis.geojson import as_geojson
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.officers.tables import OfficerRow
from vetcontrol.register import documents
from vetcontrol.register.corrections import KIND as CORRECTION
from vetcontrol.register.corrections import strikes_of
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import entry_of
from vetcontrol.register.inforce import recorded_of
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import EffectRow, EntryRow, StrikeRow, SubjectRow

router = pages_router()
MOST_EFFECTS = 200
MOST_WORDS = 60_000
"""Characters of content shown on a page; the whole of it stands behind a link."""


@dataclass(frozen=True)
class Line:
    """One entry in a list."""

    row: EntryRow
    what: str
    who: str
    subjects: list[str]
    is_struck: bool


@dataclass(frozen=True)
class Done:
    """One effect in words."""

    feature: str
    action: str
    kind: str
    at: datetime
    shape: str


def kind_words(kind: str) -> str:
    """A kind of entry in words: `appointment.approved` as `Appointment approved`."""
    return kind.replace(".", " ").replace("_", " ").capitalize()


@router.get("/log")
def entries(
    page: OfficerPage,
    register: RegisterDep,
    *,
    subject: str = "",
    kind: str = "",
    number: str = "",
    before: str = "",
) -> Response:
    """Entries, the newest first; of one subject, kind or number; before a sequence."""
    asked = {
        "subject": sought(subject, "subject"),
        "kind": sought(kind, "kind"),
        "number": sought(number, "number"),
    }
    try:
        start = offset_of(before)
    except Malformed as error:
        raise Malformed.field("before", "is no sequence of the log; open the list anew") from error
    with register.reading() as reading:
        lines, older = _lines(reading, asked, start)
        kinds = reading.session.scalars(select(EntryRow.kind).distinct().order_by(EntryRow.kind))
        next_page = None
        if older is not None:
            url = page.request.url.include_query_params(before=older)
            next_page = f"{url.path}?{url.query}"
        return page.show(
            "log/list.html",
            lines=lines,
            asked=asked,
            kinds=[(one, kind_words(one)) for one in kinds],
            head=reading.known().known_seq,
            older=next_page,
            newest=bool(start),
        )


@router.get("/log/{seq:int}")
def one(page: OfficerPage, seq: int, register: RegisterDep) -> Response:
    """One entry: who, when, by what authority, what it says, what it did, what struck it."""
    with register.reading() as reading:
        return page.show("log/entry.html", **_entry(reading, seq))


@router.get("/log/{seq:int}/content.json")
def content(_page: OfficerPage, seq: int, register: RegisterDep) -> Response:
    """The content of an entry, to the byte: its SHA-256 is the content's hash."""
    with register.reading() as reading:
        text = _row(reading, seq).content
    return Response(text.encode(), media_type="application/json")


def _row(reading: Reading, seq: int) -> EntryRow:
    row = reading.session.get(EntryRow, seq) if seq < 2**53 else None
    if row is None:
        raise NotFound(f"The log has no entry {seq}; its newest is {reading.known().known_seq}.")
    return row


def _lines(reading: Reading, asked: dict[str, str], before: int) -> tuple[list[Line], int | None]:
    """A page of entries, and the sequence before which the next page lies."""
    query = select(EntryRow).order_by(EntryRow.seq.desc()).limit(SIZE + 1)
    if before:
        query = query.where(EntryRow.seq < before)
    if asked["kind"]:
        query = query.where(EntryRow.kind == asked["kind"])
    if asked["number"]:
        query = query.where(EntryRow.number == asked["number"].upper().replace("-", "/"))
    if asked["subject"]:
        query = query.join(SubjectRow, SubjectRow.entry_seq == EntryRow.seq).where(
            SubjectRow.subject == asked["subject"]
        )
    rows = list(reading.session.scalars(query))
    older = rows[SIZE - 1].seq if len(rows) > SIZE else None
    rows = rows[:SIZE]
    fallen = struck(strikes_of(reading.session), reading.known().known_seq)
    names = _names(reading)
    subjects: dict[int, list[str]] = {}
    found = reading.session.scalars(
        select(SubjectRow).where(SubjectRow.entry_seq.in_([row.seq for row in rows]))
    )
    for subject in found:
        subjects.setdefault(subject.entry_seq, []).append(subject.subject)
    lines = [
        Line(
            row,
            kind_words(row.kind),
            names.get(row.actor, row.actor),
            sorted(subjects.get(row.seq, [])),
            row.seq in fallen,
        )
        for row in rows
    ]
    return lines, older


def _names(reading: Reading) -> dict[str, str]:
    return {row.username: row.name for row in reading.session.scalars(select(OfficerRow))}


def _entry(reading: Reading, seq: int) -> dict[str, Any]:
    row = _row(reading, seq)
    entry = entry_of(row)
    session = reading.session
    strikes = strikes_of(session)
    fallen = struck(strikes, reading.known().known_seq)
    effects = session.scalars(
        select(EffectRow).where(EffectRow.entry_seq == seq).order_by(EffectRow.ordinal)
    ).all()
    words = json.dumps(readable(entry.content), ensure_ascii=False, indent=2)
    of_kind = reading.register.handlers.kinds.get(
        entry.content["kind"] if row.kind == CORRECTION else row.kind
    )
    return {
        "row": row,
        "what": kind_words(row.kind),
        "who": _names(reading).get(row.actor, row.actor),
        "subjects": sorted(
            session.scalars(select(SubjectRow.subject).where(SubjectRow.entry_seq == seq))
        ),
        "decision": entry.content.get("decision"),
        "effects": [_effect(one) for one in effects[:MOST_EFFECTS]],
        "all_effects": len(effects),
        "documents": [line_of(one) for one in documents.of_entry(session, seq)],
        "words": words[:MOST_WORDS],
        "is_cut": len(words) > MOST_WORDS,
        "is_struck": seq in fallen,
        "struck_by": [(c, c in fallen) for c, target in strikes if target == seq],
        "strikes": session.scalar(select(StrikeRow.struck_seq).where(StrikeRow.entry_seq == seq)),
        "correctable": of_kind is not None and of_kind.correctable and seq not in fallen,
        "head": reading.known().known_seq,
    }


def _effect(row: EffectRow) -> Done:
    effect = recorded_of(row).effect
    shape = "none" if effect.geometry is None else _shape(as_geojson(effect.geometry))
    return Done(
        effect.feature,
        effect.action.value.capitalize(),
        effect.kind.value.replace("_", " "),
        effect.effective_at,
        shape,
    )


def readable(value: Any) -> Any:
    """Content for a page: geometry by its kind and size, personal text as withheld."""
    if isinstance(value, dict):
        if isinstance(value.get("type"), str) and "coordinates" in value:
            return _shape(value)
        if set(value) == {"personal"}:
            return f"personal text, kept apart (salted SHA-256 {str(value['personal'])[:12]}...)"
        return {name: readable(item) for name, item in value.items()}
    if isinstance(value, list):
        return [readable(item) for item in value]
    return value


def _shape(geometry: dict[str, Any]) -> str:
    count = _positions(geometry["coordinates"])
    if geometry["type"] == "Point":
        lon, lat = geometry["coordinates"][:2]
        return f"Point {lat:.7f} N, {lon:.7f} E"
    return f"{geometry['type']} of {count:,} positions"


def _positions(coordinates: Any) -> int:
    if coordinates and isinstance(coordinates[0], int | float):
        return 1
    return sum(_positions(part) for part in coordinates)
