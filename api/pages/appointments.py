"""Section 3 on pages: appointments entered by one person, approved by another, ended."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from api.asked import Number, number_of
from api.deps import RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import areas, given
from api.pages.desk_forms import (
    GAZETTE_FIELDS,
    after_last_day,
    begins,
    optional_gazette,
    reason,
)
from api.pages.office_lines import appointment_lines, keeps_appointments
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.templating import number_in_path
from vetcontrol.officers import queries, service
from vetcontrol.officers.proposals import Proposal
from vetcontrol.officers.roles import DEFINED_BY, WORDS, Role
from vetcontrol.officers.service import end_appointment, propose_appointment
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.register.register import Reading, Writing

router = pages_router()
NEW = "appointments/new.html"
END = "appointments/end.html"
STATES = (("proposed", "Waits for approval"), ("approved", "Approved"), ("ended", "Ended"))
FIELDS = GAZETTE_FIELDS | {
    "from_at": "from_day",
    "to_at": "last_day",
    "area_feature": "area",
    "at": "end_day",
}


@router.get("/appointments")
def listed(
    page: OfficerPage,
    register: RegisterDep,
    role: str = "",
    state: str = "",
    person: str = "",
) -> Response:
    """Every appointment, by office, state and person."""
    with register.reading() as reading:
        rows = queries.appointments(
            reading, officer=person or None, role=role or None, state=state or None
        )
        lines = appointment_lines(reading, reversed(rows))
    return page.show(
        "appointments/list.html",
        lines=lines,
        asked={"role": role, "state": state, "person": person},
        roles=list(WORDS.items()),
        states=STATES,
        may_act=keeps_appointments(page.viewer()),
    )


@router.get("/appointments/new")
def new(
    page: OfficerPage, register: RegisterDep, acting_for: str = "", officer: str = ""
) -> Response:
    """The form of an appointment, or of an acting charge of another's."""
    with register.reading() as reading:
        context = _choices(reading, number_of(acting_for) if acting_for else "")
        return page.show(NEW, values={"officer": officer}, **context)


@router.post("/appointments")
def proposed(sent: SentForm) -> Response:
    """Enter it; another person approves it."""
    form = sent.form

    def act(writing: Writing) -> Done:
        row = propose_appointment(writing, sent.officer, _proposal(writing, form))
        return Done.go(
            f"/appointments/{number_in_path(row.number)}",
            f"{row.number} is entered. It carries acts once another person has approved it.",
        )

    return sent.answer(act, NEW, lambda r: _choices(r, form.text("acting_for")), fields=FIELDS)


@router.get("/appointments/{number}")
def one(page: OfficerPage, number: Number, register: RegisterDep) -> Response:
    """One appointment, with what can be done about it."""
    with register.reading() as reading:
        return page.show(
            "appointments/record.html",
            may_act=keeps_appointments(page.viewer()),
            **_record(reading, number),
        )


@router.get("/appointments/{number}/approve")
def ask_approval(page: OfficerPage, number: Number, register: RegisterDep) -> Response:
    """Ask before it is approved."""
    with register.reading() as reading:
        return page.show("confirm.html", **_approval(reading, number))


@router.post("/appointments/{number}/approve")
def approved(sent: SentForm, number: Number) -> Response:
    """Approve it."""

    def act(writing: Writing) -> Done:
        row = service.approve_appointment(writing, sent.officer, number)
        return Done.go(f"/appointments/{number_in_path(number)}", f"{row.number} is approved.")

    return sent.answer(act, "confirm.html", lambda r: _approval(r, number))


@router.get("/appointments/{number}/end")
def ask_end(page: OfficerPage, number: Number, register: RegisterDep) -> Response:
    """Ask before it is ended."""
    with register.reading() as reading:
        return page.show(END, **_ending(reading, number))


@router.post("/appointments/{number}/end")
def ended(sent: SentForm, number: Number) -> Response:
    """End it."""
    form = sent.form

    def act(writing: Writing) -> Done:
        at = begins(form, "end_day", "end_hour") if form.text("end_day") else None
        row = end_appointment(writing, sent.officer, number, reason=reason(form), at=at)
        return Done.go(f"/appointments/{number_in_path(number)}", f"{row.number} is ended.")

    return sent.answer(act, END, lambda r: _ending(r, number), fields=FIELDS)


def _choices(reading: Reading, acting_for: str) -> dict[str, Any]:
    """What the form offers; `replaced` is the appointment taken in acting charge."""
    people = [(p.username, f"{p.name} ({p.username})") for p, on in queries.officers(reading) if on]
    replaced = None
    if acting_for:
        (replaced,) = appointment_lines(reading, [service.appointment(reading, acting_for)])
    return {
        "people": people,
        "roles": [(role.value, words) for role, words in WORDS.items()],
        "areas": areas.offered(reading),
        "replaced": replaced,
    }


def _proposal(writing: Writing, form: Filled) -> Proposal:
    area = form.text("area")
    purposes = [p.strip() for p in form.text("purposes").replace(";", ",").split(",")]
    own = given.outline(writing, form)
    return Proposal(
        officer=form.text("officer"),
        role=form.text("role"),
        from_at=begins(form, "from_day", "from_hour"),
        to_at=after_last_day(form, "last_day"),
        office_title=form.text("office_title"),
        area_feature=areas.chosen(writing, area, "area").feature if area else None,
        geometry=own,
        accuracy_m=0.0
        if own is None or not form.text("accuracy_m")
        else given.number(form.text("accuracy_m"), "accuracy_m", "metres"),
        area_name=form.text("area_name"),
        purposes=[p for p in purposes if p],
        gazette=optional_gazette(form),
        acting_for=form.text("acting_for") or None,
    )


def _record(reading: Reading, number: str) -> dict[str, Any]:
    row = service.appointment(reading, number)
    (line,) = appointment_lines(reading, [row])
    names = {one.username: one.name for one, _ in queries.officers(reading)}
    return {
        "line": line,
        "clauses": DEFINED_BY.get(Role(row.role), ()),
        "proposed_by": names.get(row.proposed_by, row.proposed_by),
        "approved_by": names.get(row.approved_by or "", row.approved_by),
        "now": reading.now,
        "is_over": row.to_at is not None and row.to_at <= reading.now,
    }


def _title(row: AppointmentRow, name: str) -> str:
    return f"{row.number}, {WORDS[Role(row.role)]} {name}"


def _approval(reading: Reading, number: str) -> dict[str, Any]:
    row = service.appointment(reading, number)
    (line,) = appointment_lines(reading, [row])
    office = (
        f"{line.office}, {line.area}" if row.has_area else f"{line.office}, {line.area.lower()}"
    )
    return {
        "title": f"Approve {_title(row, line.name)}",
        "what": (
            f"{line.name} holds the office from its first moment on: {office}.",
            f"Rests on: {line.gazette or 'no gazette'}. Compare it with the gazette itself.",
            "Approved, it stands in the log for good. A wrong one is struck by a correction.",
        ),
        "clauses": DEFINED_BY.get(Role(row.role), ()),
        "action": f"/appointments/{number_in_path(number)}/approve",
        "words": "Approve the appointment",
        "back": f"/appointments/{number_in_path(number)}",
    }


def _ending(reading: Reading, number: str) -> dict[str, Any]:
    row = service.appointment(reading, number)
    (line,) = appointment_lines(reading, [row])
    return {
        "title": f"End {_title(row, line.name)}",
        "what": (
            "From that moment no act rests on it, and its area ends. What was done before stands.",
            "An end that was wrong is struck by a correction.",
        ),
        "clauses": DEFINED_BY.get(Role(row.role), ()),
        "action": f"/appointments/{number_in_path(number)}/end",
        "words": "End the appointment",
        "back": f"/appointments/{number_in_path(number)}",
    }
