"""Section 13(7) on pages: powers delegated to a Collector, approved by another, revoked."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import given
from api.pages.areas import in_force
from api.pages.desk_forms import after_last_day, begins, reason
from api.pages.office_lines import delegation_lines
from api.pages.page import OfficerPage, Page, pages_router
from api.pages.sent import SentForm
from api.templating import number_in_path
from vetcontrol import statutes
from vetcontrol.gazette.schedule import diseases
from vetcontrol.law.diseases_of_animals.delegation import DELEGABLE
from vetcontrol.officers import delegations as service
from vetcontrol.officers import queries
from vetcontrol.officers.proposals import DelegationProposal
from vetcontrol.officers.roles import Role
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.register import Reading, Writing

router = pages_router()
NEW = "delegations/new.html"
REVOKE = "appointments/end.html"
CLAUSES = ("DOA1974-13-7",)
FIELDS = {
    "from_at": "from_day",
    "until": "last_day",
    "at": "end_day",
    "order_reference.number": "order_number",
    "order_reference.date": "order_day",
    "conditions.diseases": "diseases",
    "conditions.max_area_m2": "most_km2",
}


@router.get("/delegations")
def listed(page: OfficerPage, register: RegisterDep) -> Response:
    """Every delegation."""
    with register.reading() as reading:
        lines = delegation_lines(reading, reversed(queries.delegations(reading)))
    return page.show("delegations/list.html", lines=lines, may_act=_may_act(page))


@router.get("/delegations/new")
def new(page: OfficerPage, register: RegisterDep) -> Response:
    """The form of a delegation."""
    with register.reading() as reading:
        return page.show(NEW, ticked={"powers": [], "diseases": []}, **_choices(reading))


@router.post("/delegations")
def proposed(sent: SentForm) -> Response:
    """Enter it; another officer for the Government approves it."""
    form = sent.form

    def act(writing: Writing) -> Done:
        row = service.delegate(writing, sent.officer, _proposal(form))
        return Done.go(
            f"/delegations/{number_in_path(row.number)}",
            f"{row.number} is entered. It carries acts once another officer has approved it.",
        )

    def context(reading: Reading) -> dict[str, Any]:
        ticked = {name: form.texts(name) for name in ("powers", "diseases")}
        return _choices(reading) | {"ticked": ticked}

    return sent.answer(act, NEW, context, fields=FIELDS)


@router.get("/delegations/{number}")
def one(page: OfficerPage, number: Number, register: RegisterDep) -> Response:
    """One delegation, with what can be done about it."""
    with register.reading() as reading:
        row = service.delegation(reading, number)
        (line,) = delegation_lines(reading, [row])
        names = {person.username: person.name for person, _ in queries.officers(reading)}
        words = {d.code: d.name for d in diseases(reading.session)}
        return page.show(
            "delegations/record.html",
            line=line,
            may_act=_may_act(page),
            powers=[statutes.clauses()[power] for power in row.powers],
            diseases=[words.get(d, d) for d in row.conditions.get("diseases", ())],
            proposed_by=names.get(row.proposed_by, row.proposed_by),
            approved_by=names.get(row.approved_by or "", row.approved_by),
            is_over=row.until is not None and row.until <= reading.now,
        )


@router.get("/delegations/{number}/approve")
def ask_approval(page: OfficerPage, number: Number, register: RegisterDep) -> Response:
    """Ask before the order is made."""
    with register.reading() as reading:
        return page.show("confirm.html", **_approval(reading, number))


@router.post("/delegations/{number}/approve")
def approved(sent: SentForm, number: Number) -> Response:
    """Approve it: the order is made and signed."""

    def act(writing: Writing) -> Done:
        row = service.approve_delegation(writing, sent.officer, number)
        return Done.go(
            f"/delegations/{number_in_path(number)}",
            f"{row.number} is approved; the order is made.",
        )

    return sent.answer(act, "confirm.html", lambda r: _approval(r, number))


@router.get("/delegations/{number}/revoke")
def ask_revocation(page: OfficerPage, number: Number, register: RegisterDep) -> Response:
    """Ask before it is revoked."""
    with register.reading() as reading:
        return page.show(REVOKE, **_revocation(reading, number))


@router.post("/delegations/{number}/revoke")
def revoked(sent: SentForm, number: Number) -> Response:
    """Revoke it."""
    form = sent.form

    def act(writing: Writing) -> Done:
        at = begins(form, "end_day", "end_hour") if form.text("end_day") else None
        row = service.revoke_delegation(writing, sent.officer, number, reason=reason(form), at=at)
        return Done.go(f"/delegations/{number_in_path(number)}", f"{row.number} is revoked.")

    return sent.answer(act, REVOKE, lambda r: _revocation(r, number), fields=FIELDS)


def _may_act(page: Page) -> bool:
    return Role.GOVERNMENT in page.viewer().roles


def _choices(reading: Reading) -> dict[str, Any]:
    clauses = statutes.clauses().statutes()["DOA1974"]
    return {
        "districts": [
            (v.feature, str(v.facts["name"])) for v in in_force(reading, (FeatureKind.DISTRICT,))
        ],
        "powers": [
            (clause.id, f"Section {clause.section}: {clause.rule}")
            for clause in clauses
            if clause.section in DELEGABLE
        ],
        "scheduled": [(d.code, d.name) for d in diseases(reading.session) if d.to_date is None],
    }


def _proposal(form: Filled) -> DelegationProposal:
    conditions: dict[str, Any] = {}
    if form.texts("diseases"):
        conditions["diseases"] = form.texts("diseases")
    if form.text("most_km2"):
        square_km = given.number(form.text("most_km2"), "most_km2", "square kilometres")
        conditions["max_area_m2"] = square_km * 1e6
    return DelegationProposal(
        district=form.text("district"),
        powers=form.texts("powers"),
        from_at=begins(form, "from_day", "from_hour"),
        until=after_last_day(form, "last_day"),
        order_reference={"number": form.text("order_number"), "date": form.text("order_day")},
        conditions=conditions,
    )


def _approval(reading: Reading, number: str) -> dict[str, Any]:
    (line,) = delegation_lines(reading, [service.delegation(reading, number)])
    return {
        "title": f"Approve {number}",
        "what": (
            f"The Collector of {line.district} may use the powers of section {line.sections}"
            " in the district.",
            "The order is made and signed in your name, and stands in the log for good.",
        ),
        "clauses": CLAUSES,
        "action": f"/delegations/{number_in_path(number)}/approve",
        "words": "Approve and make the order",
        "back": f"/delegations/{number_in_path(number)}",
    }


def _revocation(reading: Reading, number: str) -> dict[str, Any]:
    (line,) = delegation_lines(reading, [service.delegation(reading, number)])
    return {
        "title": f"Revoke {number}",
        "what": (
            f"From that moment the Collector of {line.district} decides nothing by it. What waits"
            " is the Government's again; what he decided before stands.",
            "The revocation of an approved delegation is an order of its own.",
        ),
        "clauses": CLAUSES,
        "action": f"/delegations/{number_in_path(number)}/revoke",
        "words": "Revoke the delegation",
        "back": f"/delegations/{number_in_path(number)}",
    }
