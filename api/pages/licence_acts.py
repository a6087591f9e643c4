"""The Inspector grants a licence on conditions, refuses it with reasons, or revokes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.datastructures import FormData
from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import consignment_form, given, licences, review, terms_form
from api.pages.licence_fields import at_its_field
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.templating import number_in_path
from vetcontrol.errors import NotFound, Refused
from vetcontrol.law.diseases_of_animals.licence import State
from vetcontrol.movement import decision, queries
from vetcontrol.movement.licence import Licence, require, require_revocable
from vetcontrol.officers.people import Officer
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
GRANT, REFUSE, REVOKE = "grant", "refuse", "revoke"
FOLLOWS: Mapping[str, Callable[[Licence], None]] = {
    GRANT: lambda found: require(found, State.APPLIED, "A grant"),
    REFUSE: lambda found: require(found, State.APPLIED, "A refusal"),
    REVOKE: require_revocable,
}
"""By act, what raises `Refused` where it does not follow from the state of a licence."""
FORMS: Mapping[str, str] = {
    GRANT: "movement/grant.html",
    REFUSE: "movement/against.html",
    REVOKE: "movement/against.html",
}


@router.get("/licences/{number}/{act}")
def act_form(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number, act: str
) -> Response:
    """The form of one of the three acts; the licence itself where the act does not follow."""
    with register.reading() as reading:
        context = _context(reading, officer, number, act)
        found = context["licence"]
        try:
            FOLLOWS[act](found)
        except Refused as refusal:
            return page.again("movement/licence.html", refusal, Filled(FormData()), **context)
        person = licences.person_shown(reading, found, officer)
    values = terms_form.filled(found.consignment, person)
    return page.show(FORMS[act], values=values, **context)


@router.post("/licences/{number}/{act}")
def act_signed(sent: SentForm, number: Number, act: str) -> Response:
    """The review, then the signature."""
    with sent.register.reading() as reading:
        context = _context(reading, sent.officer, number, act)
    return review.answer(
        sent,
        lambda: _made(act, sent.register, sent.officer, number, sent.form),
        template=FORMS[act],
        context=context,
    )


def _made(
    act: str, register: Register, officer: Officer, number: str, form: Filled
) -> review.Reviewed:
    with at_its_field():
        return ACTS[act](register, officer, number, form)


def _context(reading: Reading, officer: Officer, number: str, act: str) -> dict[str, Any]:
    if act not in ACTS:
        raise NotFound(f"Nothing called {act} is done to a licence; there are {', '.join(ACTS)}.")
    shown = licences.view_of(reading, officer, number)
    return shown | {
        "act": act,
        "choices": consignment_form.choices(shown["of"]),
        "ground": "/maps/ground.json",
        "ends": consignment_form.ends_of(shown["of"]),
    }


def _to(number: str, said: str) -> Callable[[Entry], Done]:
    return lambda _entry: Done.go(f"/licences/{number_in_path(number)}", said=said)


def _granted(register: Register, officer: Officer, number: str, form: Filled) -> review.Reviewed:
    with register.reading() as reading:
        found = queries.licence(reading.session, number)
        person = licences.person_shown(reading, found, officer)
        changes = terms_form.changes(reading, form, found.consignment, person)
    moments = given.signing(form)

    def act(writing: Writing) -> Entry:
        with at_its_field():
            return decision.grant(
                writing, officer, number, changes=changes, reason=form.text("reason"), **moments
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
        words = ", ".join(sorted(terms_form.CALLED[name] for name in changes))
        sentences.append(f"Otherwise than asked for: {words}.")
    if not rehearsal.more["way"]["drawn"]:
        sentences.append("No route is set: any way from the one place to the other is allowed.")
    return sentences


def _refused(_register: Register, officer: Officer, number: str, form: Filled) -> review.Reviewed:
    moments = given.signing(form)
    return _against(
        REFUSE,
        lambda writing: decision.refuse(
            writing, officer, number, reasons=form.text("reasons"), **moments
        ),
        _to(number, f"{number} is refused. Give the owner the paper with your reasons."),
        "The owner is told in writing, with your reasons. Section 14 goes on to forbid the removal;"
        " he may ask anew.",
    )


def _revoked(_register: Register, officer: Officer, number: str, form: Filled) -> review.Reviewed:
    moments, at = given.signing(form), given.moment(form.text("revoked_at"), "revoked_at")
    return _against(
        REVOKE,
        lambda writing: decision.revoke(
            writing, officer, number, reasons=form.text("reasons"), revoked_at=at, **moments
        ),
        _to(number, f"Licence {number} is revoked. Give the owner the paper at once."),
        "From then on a check finds no licence. What was moved before stays licensed.",
    )


def _against(
    act: str, do: Callable[[Writing], Entry], done: Callable[[Entry], Done], what: str
) -> review.Reviewed:
    return review.Reviewed(
        title=f"Read before you {act} the licence",
        words=f"{act.capitalize()} the licence",
        act=do,
        done=done,
        what=lambda _rehearsal: [what],
        grave=True,
    )


ACTS: Mapping[str, Callable[[Register, Officer, str, Filled], review.Reviewed]] = {
    GRANT: _granted,
    REFUSE: _refused,
    REVOKE: _revoked,
}
