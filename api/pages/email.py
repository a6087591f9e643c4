"""Where one is told of tasks oneself."""

from __future__ import annotations

from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.forms import Form
from api.pages.page import OfficerPage, pages_router
from vetcontrol.errors import VetcontrolError
from vetcontrol.officers import people
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register

router = pages_router()
TEMPLATE = "office/email.html"


@router.get("/e-mail")
def asked(page: OfficerPage, officer: CurrentOfficer, register: RegisterDep) -> Response:
    """The form, with the address that is kept."""
    return page.show(TEMPLATE, email=_kept(register, officer.username))


@router.post("/e-mail")
def changed(
    page: OfficerPage, form: Form, officer: CurrentOfficer, register: RegisterDep
) -> Response:
    """Keep another address, or none."""
    # Not kept for a repeat: a digest of the form would tell the address to whoever guesses it.
    try:
        with register.writing() as writing:
            email, who = form.text("email"), officer.username
            people.set_email(writing, Actor(who), who, email)
    except VetcontrolError as refusal:
        return page.again(TEMPLATE, refusal, form, email=_kept(register, officer.username))
    return page.go("/e-mail", said="Your address of e-mail is changed.")


def _kept(register: Register, username: str) -> str:
    with register.reading() as reading:
        return people.known_officer(reading.session, username).email or ""
