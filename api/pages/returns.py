"""Section 15: taking back what was removed in breach; section 14(2): unloading from rail."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled, Form
from api.once import Done, Once
from api.pages import consignment_form, given, review
from api.pages.page import OfficerPage, pages_router
from api.templating import number_in_path
from vetcontrol.clock import in_words
from vetcontrol.documents.instruments import Removed
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.movement import queries, returns
from vetcontrol.movement.journey import named
from vetcontrol.movement.tables import ReturnRow
from vetcontrol.movement.unloading import unload
from vetcontrol.officers.people import Officer
from vetcontrol.register.doubts import LEGAL
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
FORM, UNLOADING = "movement/return.html", "movement/unloading.html"
PERSONS = (("person_in_charge", "The person in charge"), ("owner", "The owner"))
MOST = 200


@router.get("/returns")
def listed(page: OfficerPage, register: RegisterDep) -> Response:
    """Every direction to take back, those that wait first, and the unloadings from rail."""
    with register.reading() as reading:
        waiting, done = (
            [_shown(row) for row in queries.returns(reading.session, states=(s,), limit=MOST)[0]]
            for s in ("required", "returned")
        )
        unloadings = [
            {"number": u.number, "consignment": u.consignment, "unloaded_at": u.unloaded_at}
            for u in queries.unloadings(reading.session)[-MOST:]
        ]
        now = reading.now
    return page.show(
        "movement/returns.html", waiting=waiting, done=done, unloadings=unloadings, now=now
    )


def _shown(row: ReturnRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "licence": row.licence,
        "within": row.within,
        "returned_at": row.returned_at,
    }


@router.get("/returns/new")
def direction_form(
    page: OfficerPage, register: RegisterDep, check: str = "", position: str = ""
) -> Response:
    """The form; after a check its licence and place are filled in."""
    values = {"position": position}
    with register.reading() as reading:
        if check:
            values["licence"] = queries.entry_of_check(reading.session, check).content["licence"]
        context = _context(reading)
    return page.show(FORM, values=values, **context)


@router.post("/returns/new")
def directed(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, form: Form, once: Once
) -> Response:
    """The review, then the signature."""
    with register.reading() as reading:
        context = _context(reading)
    return review.answer(
        page,
        form,
        once,
        lambda: _direction(register, officer, form),
        template=FORM,
        context=context,
    )


def _context(reading: Reading) -> dict[str, Any]:
    known = reading.known()
    places = [v for kind in LEGAL for v in known.of_kind(kind, reading.now)]
    return {
        "choices": consignment_form.choices(),
        "places": sorted((v.feature, f"{named(v)}: {v.facts['name']}") for v in places),
        "persons": PERSONS,
    }


def _removed(form: Filled) -> Removed:
    lines = consignment_form.lines(form)
    return Removed(
        tuple(consignment_form.tags(form)),
        consignment_form.counts(form),
        form.text("dead") == "yes",
        [(line.item.value, line.what, line.quantity) for line in lines],
    )


def _direction(register: Register, officer: Officer, form: Filled) -> review.Reviewed:
    within = given.moment(form.text("within"), "within")
    if within is None:
        raise Malformed.field("within", "is blank; give a reasonable time by which it is back")
    with register.reading() as reading:
        point = given.point(reading, form.text("position"), "position")
    facts: dict[str, Any] = {
        "origin": form.text("origin"),
        "breach": form.text("breach"),
        "within": within,
        "point": point,
        "removed": _removed(form),
        "person": form.text("person") or PERSONS[0][0],
        "name": form.text("name"),
        "address": form.text("address"),
        "licence": form.text("licence"),
        "removed_at": given.moment(form.text("removed_at"), "removed_at"),
        "signed_at": given.moment(form.text("signed_at"), "signed_at"),
        "position_reason": form.text("position_reason"),
    }

    def act(writing: Writing) -> Entry:
        return returns.direct(writing, officer, **facts)

    return review.Reviewed(
        title="Read before you direct the return",
        words="Direct the return",
        act=act,
        done=lambda entry: Done.go(
            "/returns", said=f"The direction {entry.number} is signed. Hand over the paper."
        ),
        what=lambda rehearsal: [
            f"You require what is listed to be taken back to the"
            f" {rehearsal.entry.content['origin_name']} by {in_words(within)}.",
            "Not complying with it is a matter for section 28. It does not limit an isolation"
            " under section 8.",
        ],
    )


@router.get("/returns/{number}/returned")
def returned_form(page: OfficerPage, register: RegisterDep, number: Number) -> Response:
    """The form that records the return."""
    with register.reading() as reading:
        row = _shown(queries.direction(reading.session, number))
    return page.show("movement/returned.html", row=row)


@router.post("/returns/{number}/returned")
def returned(  # noqa: PLR0917  (what a form needs)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    form: Form,
    once: Once,
) -> Response:
    """Records that it was taken back."""

    def act(writing: Writing) -> Done:
        entry = returns.returned(
            writing,
            officer,
            number,
            returned_at=given.moment(form.text("returned_at"), "returned_at"),
            remarks=form.text("remarks"),
        )
        late = ", after the time given" if entry.content["late"] else ""
        return Done.go("/returns", said=f"{number} is recorded as taken back{late}.")

    try:
        return page.answer(once(act))
    except VetcontrolError as refusal:
        with register.reading() as reading:
            row = _shown(queries.direction(reading.session, number))
        return page.again("movement/returned.html", refusal, form, row=row)


@router.get("/unloadings/new")
def unloading_form(page: OfficerPage, officer: CurrentOfficer) -> Response:
    """The form of an unloading from rail."""
    return page.show(UNLOADING, choices=consignment_form.choices(), officer_name=officer.name)


@router.post("/unloadings/new")
def unloaded(page: OfficerPage, officer: CurrentOfficer, form: Form, once: Once) -> Response:
    """Records it: from then on rail frees that consignment no more."""

    def act(writing: Writing) -> Done:
        entry = unload(
            writing,
            officer,
            consignment=form.text("consignment"),
            point=given.point(writing, form.text("position"), "position"),
            unloaded_at=given.moment(form.text("unloaded_at"), "unloaded_at"),
            removed=_removed(form),
            remarks=form.text("remarks"),
        )
        number = entry.number or ""
        return Done.go(
            f"/documents/{number_in_path(number)}",
            said=f"The unloading is recorded as {number}; to leave, it needs a licence.",
        )

    try:
        return page.answer(once(act))
    except VetcontrolError as refusal:
        return page.again(
            UNLOADING,
            refusal,
            form,
            choices=consignment_form.choices(),
            officer_name=officer.name,
        )
