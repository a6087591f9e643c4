"""Copies and notices of a case: who was served with which, how, when, by whom and with what
proof; the delivery of several at once; the table for a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any

from starlette.responses import Response

from api import proofs
from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import given
from api.pages.case_words import MANNERS
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import line_of
from api.personal import reader_of
from api.spreadsheet import csv_answer
from api.templating import cite, number_in_path
from vetcontrol.clock import in_words
from vetcontrol.disease import queries
from vetcontrol.disease.rounds import village_of
from vetcontrol.disease.serving import Proof, serve
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.errors import Malformed
from vetcontrol.officers.people import Officer, known_officer
from vetcontrol.register import documents as stored
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing, personal_text

router = pages_router()
TEMPLATE = "story/services.html"
HIDDEN = "to whom is not shown outside the officers of the area"
MANNER_WORDS = dict(MANNERS)


class Show(StrEnum):
    """Which lines are shown."""

    ALL = "all"
    WAITING = "waiting"
    SERVED = "served"
    OVERTAKEN = "overtaken"


@dataclass(frozen=True)
class Service:
    """A copy or notice as it is listed; `pictures` are (what, address)."""

    document: str
    title: str
    addressee: str
    village: str
    clause: str
    state: Show
    served_at: datetime | None
    manner: str
    received_by: str
    by: str
    pictures: Sequence[tuple[str, str]]
    post_number: str
    wanting: str
    overtaken_by: str
    near: str
    seq: int | None


@router.get("/infected-places/{number}/services")
def services(
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    show: Show = Show.ALL,
) -> Response:
    """The table, and the form to record the delivery of several at once."""
    with register.reading() as reading:
        context = _context(reading, officer, number, show)
    return page.show(TEMPLATE, ticked=(), **context)


@router.get("/infected-places/{number}/services.csv")
def table(
    _page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """The same table for a spreadsheet."""
    with register.reading() as reading:
        rows = _context(reading, officer, number, Show.ALL)["lines"]
    headings = (
        "Document",
        "What",
        "To",
        "Village",
        "Clause",
        "State",
        "How",
        "When (Indian time)",
        "Received by",
        "By",
        "Kept of it",
        "Post number",
        "Overtaken by",
    )
    name = f"services-{number_in_path(number)}.csv"
    return csv_answer(name, headings, (_cells(row) for row in rows))


def _cells(row: Service) -> tuple[str, ...]:
    return (
        row.document,
        row.title,
        row.addressee,
        row.village,
        cite(row.clause),
        row.state.value,
        MANNER_WORDS.get(row.manner, row.manner),
        in_words(row.served_at) if row.served_at else "",
        row.received_by,
        row.by,
        ", ".join(what for what, _ in row.pictures),
        row.post_number,
        row.overtaken_by,
    )


@router.post("/infected-places/{number}/services")
def served(sent: SentForm, number: Number) -> Response:
    """The delivery of those ticked: all or none."""
    officer, form = sent.officer, sent.form
    proof = cache(lambda: proofs.of_form(form))

    def act(writing: Writing) -> Done:
        return _serve(writing, officer, number, form, proof())

    def context(reading: Reading) -> dict[str, Any]:
        shown = _context(reading, officer, number, Show.ALL)
        return shown | {"ticked": form.texts("documents")}

    return sent.answer(act, TEMPLATE, context, first=proof)


def _serve(writing: Writing, officer: Officer, number: str, form: Filled, proof: Proof) -> Done:
    chosen = form.texts("documents")
    mine = {s.document: s.clause for s in queries.services(writing.session, number)}
    if not chosen or not set(chosen) <= set(mine):
        raise Malformed.field("documents", "tick the copies and notices that were delivered")
    at = given.moment(form.text("served_at"), "served_at")
    received_by = form.text("received_by")
    for one in chosen:
        proofs.ask_reason(form.text("manner"), proof, received_by, mine[one])
        serve(
            writing,
            officer,
            one,
            manner=form.text("manner"),
            served_at=at,
            received_by=received_by,
            proof=proof,
        )
    what = "copy or notice is" if len(chosen) == 1 else "copies and notices are"
    return Done.go(
        f"/infected-places/{number_in_path(number)}/services",
        said=f"{len(chosen)} {what} recorded as delivered.",
    )


def _context(reading: Reading, officer: Officer, number: str, show: Show) -> dict[str, Any]:
    file = queries.file(reading.session, number)
    reader = reader_of(reading, officer)
    may_read = reader.may_read(geometry_from(file.case.geometry))
    lines = [
        _service(
            reading,
            row,
            file.case.served.get(row.document),
            village=village_of(reading, file.case, row.feature),
            may_read=may_read,
        )
        for row in file.services
    ]
    lines.sort(key=_order)
    counts = {one: sum(line.state is one for line in lines) for one in Show}
    counts[Show.ALL] = len(lines)
    return {
        "case": file.case,
        "lines": lines,
        "shown": [line for line in lines if show in (Show.ALL, line.state)],
        "show": show,
        "counts": counts,
        "waiting": [line for line in lines if line.state is Show.WAITING],
        "manners": [m for m in MANNERS if m[0] != "registered_post"],
        "manner_words": MANNER_WORDS,
    }


def _order(line: Service) -> tuple[int, float, str]:
    """Those that wait first, then the newest delivery, then what was overtaken."""
    rank = (Show.WAITING, Show.SERVED, Show.OVERTAKEN).index(line.state)
    return rank, -line.served_at.timestamp() if line.served_at else 0.0, line.document


def _service(
    reading: Reading,
    row: ServiceRow,
    told: Mapping[str, Any] | None,
    *,
    village: str,
    may_read: bool,
) -> Service:
    line = line_of(stored.get(reading.session, row.document))
    near = "" if row.distance_m is None else f"{row.distance_m:,.0f} m from the infected place"
    content = told or {}
    received = content.get("received_by")
    carried = content.get("served_by")
    by = known_officer(reading.session, row.served_by).name if row.served_by else ""
    if carried and may_read:
        by = f"{personal_text(reading.session, carried) or 'a name taken out'}, entered by {by}"
    return Service(
        document=row.document,
        title=line.title,
        addressee=line.addressee if may_read else HIDDEN,
        village=village,
        clause=row.clause,
        state=Show.WAITING if row.waits else Show.OVERTAKEN if row.overtaken_by else Show.SERVED,
        served_at=row.served_at,
        manner=row.manner,
        received_by=(personal_text(reading.session, received) or "") if may_read else "",
        by=by,
        pictures=[
            (what, f"/api/v1/attachments/{content[what]['attachment']}")
            for what in ("signature", "photograph")
            if may_read and what in content
        ],
        post_number=row.post_number,
        wanting=_wanting(content),
        overtaken_by=row.overtaken_by,
        near=near,
        seq=row.service_seq,
    )


def _wanting(content: Mapping[str, Any]) -> str:
    """What is not kept and nobody said why."""
    if not content.get("proof_wanting") or content.get("proof_reason"):
        return ""
    return ", ".join(str(one).replace("_", " ") for one in content["proof_wanting"])
