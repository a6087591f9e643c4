"""Sign-ins: administrators make, reset, end and reinstate them (section 4: acts stay traceable)."""

from __future__ import annotations

import secrets
from typing import Any

from starlette.responses import Response

from api.deps import Administrator, RegisterDep
from api.forms import Filled, Form
from api.pages.office_lines import AppointmentLine, appointment_lines
from api.pages.page import OfficerPage, pages_router
from vetcontrol.errors import NotFound, VetcontrolError
from vetcontrol.officers import people, queries, tenure
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Reading, Register

router = pages_router()
NEW = "officers/new.html"
ASK = "officers/ask.html"
SET = "officers/password_set.html"


@router.get("/officers")
def listed(page: OfficerPage, _administrator: Administrator, register: RegisterDep) -> Response:
    """Every sign-in, with the offices its holder has now."""
    with register.reading() as reading:
        held: dict[str, list[AppointmentLine]] = {}
        for line in appointment_lines(reading, queries.appointments(reading)):
            if line.kind == "in_force":
                held.setdefault(line.row.officer, []).append(line)
        rows = [
            (person, active, held.get(person.username, []))
            for person, active in queries.officers(reading)
        ]
    return page.show("officers/list.html", rows=rows)


@router.get("/sign-ins/new")
def new(page: OfficerPage, _administrator: Administrator) -> Response:
    """The form of a new sign-in."""
    return page.show(NEW)


# No act here keeps its request for a repeat: the digest of a form must not outlive its password.
@router.post("/officers")
def made(
    page: OfficerPage, form: Form, administrator: Administrator, register: RegisterDep
) -> Response:
    """Make a sign-in; a password that was not typed is made and shown once."""
    password, is_made = _password(form)
    try:
        with register.writing() as writing:
            person = people.add_officer(
                writing,
                Actor(administrator.username),
                form.text("username").lower(),
                form.text("name"),
                password,
                administrator=form.text("administrator") == "yes",
            )
    except VetcontrolError as refusal:
        return page.again(NEW, refusal, form)
    return page.show(
        SET,
        title=f"The sign-in {person.username} is made",
        username=person.username,
        password=password if is_made else None,
    )


@router.get("/officers/{username}")
def one(
    page: OfficerPage, _administrator: Administrator, username: str, register: RegisterDep
) -> Response:
    """One sign-in: whether it is open, its holder's appointments, what can be done."""
    with register.reading() as reading:
        context = _person(reading, username)
        rows = tenure.appointments_of(reading.session, username)
        context["lines"] = appointment_lines(reading, rows)
        return page.show("officers/record.html", **context)


@router.get("/officers/{username}/{act}")
def ask(
    page: OfficerPage, _administrator: Administrator, username: str, act: str, register: RegisterDep
) -> Response:
    """Ask before a sign-in is reset, ended, reinstated, or its administration given or taken."""
    with register.reading() as reading:
        return page.show(ASK, **_asked(reading, username, act))


@router.post("/officers/{username}/{act}")
def done(
    page: OfficerPage,
    form: Form,
    administrator: Administrator,
    username: str,
    *,
    act: str,
    register: RegisterDep,
) -> Response:
    """Do it, and say what was done."""
    with register.reading() as reading:
        asked = _asked(reading, username, act)
    password, is_made = _password(form)
    try:
        _do(register, Actor(administrator.username), username, act, password, form.text("email"))
    except VetcontrolError as refusal:
        return page.again(ASK, refusal, form, **asked)
    if act in ("reset", "reinstate"):
        return page.show(
            SET,
            title=f"The new password of {username}",
            username=username,
            password=password if is_made else None,
        )
    return page.go(f"/officers/{username}", f"{ACTS[act][3]}: {username}.")


# By act: title, words of the button, what it does, what is said after it.
ACTS: dict[str, tuple[str, str, tuple[str, ...], str]] = {
    "reset": (
        "Reset the password",
        "Set the new password",
        (
            "The old password stops working at once, and every sign-in that is open with it ends.",
            "What the person did stays under the same name.",
        ),
        "The password was reset",
    ),
    "end": (
        "End the sign-in",
        "End this sign-in",
        (
            "The person can no longer sign in, and every sign-in that is open ends at once.",
            "Nothing that was done is touched. Appointments are not ended by this: end them in"
            " the list of appointments.",
        ),
        "The sign-in was ended",
    ),
    "reinstate": (
        "Reinstate the sign-in",
        "Reinstate with the new password",
        ("The person can sign in again, with a new password.",),
        "The sign-in was reinstated",
    ),
    "make-administrator": (
        "Make administrator",
        "Make this person administrator",
        (
            "An administrator makes, resets and ends sign-ins, enters and approves appointments,"
            " and runs the audit.",
            "It gives no power under the Act: that needs an appointment.",
        ),
        "Is now an administrator",
    ),
    "no-administrator": (
        "Take the administration away",
        "Take it away",
        ("The person keeps the sign-in but can no longer keep those of others.",),
        "Is no longer an administrator",
    ),
    "email": (
        "Address of e-mail",
        "Keep the address",
        (
            "The person is told there, once, of each task that newly waits for him. A message names"
            " no person and no place.",
            "The log holds that the address was changed, and not the address.",
        ),
        "The address of e-mail was changed",
    ),
}


def _asked(reading: Reading, username: str, act: str) -> dict[str, Any]:
    context = _person(reading, username)
    if act not in ACTS:
        raise NotFound(f"Nothing called {act} is done to a sign-in.")
    title, words, what, _ = ACTS[act]
    return {
        **context,
        "title": f"{title}: {context['person'].name}",
        "words": words,
        "what": what,
        "clauses": (),
        "action": f"/officers/{username}/{act}",
        "back": f"/officers/{username}",
        "needs_password": act in ("reset", "reinstate"),
        "needs_email": act == "email",
    }


def _person(reading: Reading, username: str) -> dict[str, Any]:
    row = people.known_officer(reading.session, username)
    return {"person": people.officer_of(row), "active": row.active, "email": row.email or ""}


def _password(form: Filled) -> tuple[str, bool]:
    """The password typed, or one made here, and whether it was made. Spaces are kept."""
    typed = form.data.get("password")
    if isinstance(typed, str) and typed:
        return typed, False
    return secrets.token_urlsafe(12), True


def _do(  # noqa: PLR0917  (what the acts on a sign-in need)
    register: Register, actor: Actor, username: str, act: str, password: str, email: str
) -> None:
    with register.writing() as writing:
        if act == "reset":
            people.reset_password(writing, actor, username, password)
        elif act == "end":
            people.end_officer(writing, actor, username)
        elif act == "reinstate":
            people.reinstate_officer(writing, actor, username, password)
        elif act == "email":
            people.set_email(writing, actor, username, email)
        else:
            people.set_administrator(writing, actor, username, act == "make-administrator")
