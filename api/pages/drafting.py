"""Drafts of a form: kept by a button or by the script, offered again, dropped when signed.

A form that is reviewed (`api.pages.review`) gets drafts by naming its `Key`:

- its GET shows `offered(reading, officer, key, page)` as `draft`, and where that `is_open` fills
  the form with `draft.form`;
- its template has `drafts.offer(page, draft)` above the form, `drafts.keeps(values)` among its
  buttons, and `data-draft` on the form;
- its POST hands `draft=key` to `review.answer`, which keeps, throws away, and drops on signing.

Each form that is opened has a mark of its own in the field `form_id`, which its draft keeps: one
that is signed drops the draft of that mark and no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from starlette.datastructures import FormData
from starlette.responses import JSONResponse, Response

from api.form_marks import FORM_ID
from api.forms import Filled
from api.pages.page import Page
from api.problems import problem_of
from api.security import OWN_HEADER
from vetcontrol.clock import IST
from vetcontrol.errors import VetcontrolError
from vetcontrol.officers import drafts
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading, Register, Writing

KEEP, FORGET, STEP = "keep", "forget", "step"
OPEN = "draft"
"""The part of an address that asks for the draft: `?draft=on`."""


@dataclass(frozen=True)
class Key:
    """Under what a form's draft is kept, and the address (with its query) where it goes on."""

    purpose: str
    subject: str
    address: str

    @property
    def going_on(self) -> str:
        """The form's address with what was kept in its fields."""
        return f"{self.address}{'&' if '?' in self.address else '?'}{OPEN}=on"


@dataclass(frozen=True)
class Offered:
    """A form that may be kept; `kept_at` and `form` are there where something was begun."""

    key: Key
    kept_at: datetime | None = None
    form: Filled | None = None
    is_open: bool = False


@dataclass(frozen=True)
class Other:
    """A draft that stands beside the form shown, with what it is about in words."""

    key: Key
    kept_at: datetime
    about: str


def offered(reading: Reading, officer: Officer, key: Key, page: Page) -> Offered:
    """What `officer` may go on with under `key`; open where the address of `page` asks for it."""
    found = drafts.get(reading, officer.username, key.purpose, key.subject)
    if found is None:
        return Offered(key)
    asks = page.request.query_params.get(OPEN) == "on"
    return Offered(key, found.kept_at, Filled(FormData(list(found.fields))), is_open=asks)


def begun(draft: Offered) -> Filled | None:
    """The form of a draft that is open."""
    return draft.form if draft.is_open else None


def answer(page: Page, form: Filled, register: Register, key: Key) -> Response | None:
    """What a form with the step `keep` or `forget` is answered; None for every other step.

    A script, which sends the header of its own, is told in JSON when it was kept, or why not.
    """
    step = form.text(STEP)
    if step == FORGET:
        with register.writing() as writing:
            officer = _officer(page)
            drafts.drop(writing.session, officer.username, key.purpose, key.subject)
        return page.go(key.address, said="The draft is thrown away.")
    if step != KEEP:
        return None
    by_script = OWN_HEADER in page.request.headers
    try:
        with register.writing() as writing:
            kept = drafts.keep(
                writing,
                _officer(page).username,
                key.purpose,
                key.subject,
                form.pairs(without=(STEP,)),
            )
    except VetcontrolError as refusal:
        if not by_script:
            raise
        problem = problem_of(refusal)
        return JSONResponse({"detail": refusal.detail}, problem.type.status)
    at = f"{kept.kept_at.astimezone(IST):%H:%M}"
    if by_script:
        return JSONResponse({"kept_at": at})
    return page.go(
        key.going_on,
        said=f"Kept as a draft at {at}, for you alone. Nothing is signed; a file is not kept.",
    )


def drop(writing: Writing, officer: Officer, key: Key, form: Filled) -> None:
    """Throw away the draft of the form that is signed, in the transaction of its act.

    What was kept under the same key by another form stays: it was not opened.
    """
    kept = drafts.get(writing, officer.username, key.purpose, key.subject)
    if kept is not None and dict(kept.fields).get(FORM_ID, "") == form.text(FORM_ID):
        drafts.drop(writing.session, officer.username, key.purpose, key.subject)


def _officer(page: Page) -> Officer:
    assert page.officer is not None, "drafts are of officers"
    return page.officer
