"""The Inspector grants a licence on conditions, refuses it with reasons, or revokes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled, Form
from api.once import Done, Once
from api.pages import consignment_form, given, licences, review
from api.pages.page import OfficerPage, pages_router
from api.templating import number_in_path
from vetcontrol.errors import NotFound
from vetcontrol.movement import decision, queries
from vetcontrol.movement.decision import CHANGEABLE
from vetcontrol.officers.people import Officer
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
GRANT, REFUSE, REVOKE = "grant", "refuse", "revoke"


@router.get("/licences/{number}/{act}")
def act_form(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number, act: str
) -> Response:
    """The form of one of the three acts."""
    with register.reading() as reading:
        context = _context(reading, officer, number, act)
        _, values = licences.consignment_values(reading, context["licence"], officer)
    return page.show(f"movement/{act}.html", values=values, **context)


@router.post("/licences/{number}/{act}")
def act_signed(  # noqa: PLR0917  (what a reviewed form needs)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    act: str,
    form: Form,
    once: Once,
) -> Response:
    """The review, then the signature."""
    with register.reading() as reading:
        context = _context(reading, officer, number, act)
    return review.answer(
        page,
        form,
        once,
        lambda: _MAKES[act](register, officer, number, form),
        template=f"movement/{act}.html",
        context=context,
    )


def _context(reading: Reading, officer: Officer, number: str, act: str) -> dict[str, Any]:
    if act not in _MAKES:
        raise NotFound(f"Nothing called {act} is done to a licence; there are {', '.join(_MAKES)}.")
    return licences.view_of(reading, officer, number) | {
        "choices": consignment_form.choices(),
        "ground": "/maps/ground.json",
        "act": act,
    }


def _moments(form: Filled) -> dict[str, Any]:
    return {
        "signed_at": given.moment(form.text("signed_at"), "signed_at"),
        "position_reason": form.text("position_reason"),
    }


def _to(number: str, said: str) -> Callable[[Entry], Done]:
    return lambda _entry: Done.go(f"/licences/{number_in_path(number)}", said=said)


def _granted(register: Register, officer: Officer, number: str, form: Filled) -> review.Reviewed:
    with register.reading() as reading:
        asked = queries.licence(reading.session, number).consignment
        wanted = consignment_form.read(reading, form, asked)
    changes = {
        name: getattr(wanted, name)
        for name in CHANGEABLE
        if getattr(wanted, name) != getattr(asked, name)
    }
    # Personal words that the form left as they were stay sealed as they are.
    if form.text("person_in_charge") == form.text("person_in_charge_was"):
        changes.pop("person_in_charge", None)

    def act(writing: Writing) -> Entry:
        return decision.grant(
            writing,
            officer,
            number,
            changes=changes,
            reason=form.text("reason"),
            **_moments(form),
        )

    return review.Reviewed(
        title="Read before you grant the licence",
        words="Grant the licence",
        act=act,
        done=_to(number, f"Licence {number} is granted. Give it to the owner to carry on the way."),
        what=lambda rehearsal: _what_is_granted(rehearsal, changes),
        look=licences.way_met,
        review="movement/review.html",
    )


def _what_is_granted(rehearsal: review.Rehearsal, changes: Mapping[str, Any]) -> Sequence[str]:
    sentences = [
        "Whoever keeps to every condition may remove what is listed, in its time and on its way.",
        "What does not keep to a condition is moved without a licence (section 14).",
    ]
    if changes:
        words = ", ".join(sorted(name.replace("_", " ") for name in changes))
        sentences.append(f"Otherwise than asked for: {words}.")
    if not rehearsal.more["way"]["drawn"]:
        sentences.append("No route is set: any way from the one place to the other is allowed.")
    return sentences


def _refused(_register: Register, officer: Officer, number: str, form: Filled) -> review.Reviewed:
    def act(writing: Writing) -> Entry:
        return decision.refuse(
            writing, officer, number, reasons=form.text("reasons"), **_moments(form)
        )

    return review.Reviewed(
        title="Read before you refuse the licence",
        words="Refuse the licence",
        act=act,
        done=_to(number, f"{number} is refused. Give the owner the paper with your reasons."),
        what=lambda _rehearsal: [
            "The owner is told in writing, with your reasons. Section 14 goes on to forbid the"
            " removal; he may ask anew.",
        ],
        grave=True,
    )


def _revoked(_register: Register, officer: Officer, number: str, form: Filled) -> review.Reviewed:
    def act(writing: Writing) -> Entry:
        return decision.revoke(
            writing,
            officer,
            number,
            reasons=form.text("reasons"),
            revoked_at=given.moment(form.text("revoked_at"), "revoked_at"),
            **_moments(form),
        )

    return review.Reviewed(
        title="Read before you revoke the licence",
        words="Revoke the licence",
        act=act,
        done=_to(number, f"Licence {number} is revoked. Give the owner the paper at once."),
        what=lambda _rehearsal: [
            "From then on a check finds no licence. What was moved before stays licensed.",
        ],
        grave=True,
    )


_MAKES: Mapping[str, Callable[[Register, Officer, str, Filled], review.Reviewed]] = {
    GRANT: _granted,
    REFUSE: _refused,
    REVOKE: _revoked,
}
