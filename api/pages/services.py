"""Copies and notices of a case: to whom each goes, which have not arrived, and their delivery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled, Form
from api.once import Done, Once
from api.pages import given
from api.pages.case_words import MANNERS
from api.pages.page import OfficerPage, pages_router
from api.pages.written import line_of
from api.personal import reader_of
from api.templating import number_in_path
from vetcontrol.disease import queries
from vetcontrol.disease.serving import serve
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.officers.people import Officer
from vetcontrol.register import documents as stored
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing

router = pages_router()
TEMPLATE = "story/services.html"
HIDDEN = "to whom is not shown outside the officers of the area"


@dataclass(frozen=True)
class Service:
    """A copy or notice as it is listed."""

    document: str
    title: str
    addressee: str
    clause: str
    served_at: datetime | None
    manner: str
    near: str


@router.get("/infected-places/{number}/services")
def services(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """The list, the undelivered first, with the form to record delivery."""
    with register.reading() as reading:
        context = _context(reading, officer, number)
    return page.show(TEMPLATE, ticked=(), **context)


@router.post("/infected-places/{number}/services")
def served(  # noqa: PLR0917  (what a form of a case needs)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    form: Form,
    once: Once,
) -> Response:
    """The delivery of those ticked: all or none."""
    try:
        return page.answer(once(lambda writing: _serve(writing, officer, number, form)))
    except VetcontrolError as refusal:
        with register.reading() as reading:
            context = _context(reading, officer, number)
        return page.again(TEMPLATE, refusal, form, ticked=form.texts("documents"), **context)


def _serve(writing: Writing, officer: Officer, number: str, form: Filled) -> Done:
    chosen = form.texts("documents")
    mine = {s.document for s in queries.services(writing.session, number)}
    if not chosen or not set(chosen) <= mine:
        raise Malformed.field("documents", "tick the copies and notices that were delivered")
    at = given.moment(form.text("served_at"), "served_at")
    for one in chosen:
        serve(
            writing,
            officer,
            one,
            manner=form.text("manner"),
            served_at=at,
            received_by=form.text("received_by"),
        )
    what = "copy or notice is" if len(chosen) == 1 else "copies and notices are"
    return Done.go(
        f"/infected-places/{number_in_path(number)}/services",
        said=f"{len(chosen)} {what} recorded as delivered.",
    )


def _context(reading: Reading, officer: Officer, number: str) -> dict[str, Any]:
    file = queries.file(reading.session, number)
    may_read = reader_of(reading, officer).may_read(geometry_from(file.case.geometry))
    rows = [_service(reading, row, may_read=may_read) for row in file.services]
    return {
        "case": file.case,
        "waiting": [r for r in rows if r.served_at is None],
        "done": _latest([r for r in rows if r.served_at is not None]),
        "manners": MANNERS,
        "manner_words": dict(MANNERS),
    }


def _latest(rows: Sequence[Service]) -> list[Service]:
    return sorted(rows, key=lambda r: r.served_at.timestamp() if r.served_at else 0, reverse=True)


def _service(reading: Reading, row: Any, *, may_read: bool) -> Service:
    line = line_of(stored.get(reading.session, row.document))
    near = "" if row.distance_m is None else f"{row.distance_m:,.0f} m from the infected place"
    return Service(
        row.document,
        line.title,
        line.addressee if may_read else HIDDEN,
        row.clause,
        row.served_at,
        row.manner,
        near,
    )
