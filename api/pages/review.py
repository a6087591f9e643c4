"""Before an act is signed: what it would declare, by whose authority, with which documents.

The act is rehearsed: done by the same service under the write lock, and taken back. What the
review shows is therefore what signing will do, and a refusal comes before anybody signs.

A form that is reviewed has one address. Its field `step` says how far it is: none for the review,
`sign` for the act, `change` for the form again as it was filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy.orm import Session
from starlette.responses import Response

from api.once import Done
from api.pages import drafting
from api.pages.desk_forms import fields_named
from api.pages.page import REFUSALS
from api.pages.sent import Sent
from api.pages.written import Written, line_of, text_of
from vetcontrol.officers.people import known_officer
from vetcontrol.officers.tables import AppointmentRow
from vetcontrol.register import documents as stored
from vetcontrol.register.entries import Entry, entry_of, newest
from vetcontrol.register.register import Register, Writing

STEP = "step"


@dataclass(frozen=True)
class Rehearsal:
    """What an act would make, none of it kept: entry, documents; `more` is the act's own."""

    entry: Entry
    documents: Sequence[Written]
    signatory: str
    text: Mapping[str, Any] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reasons(self) -> list[Mapping[str, str]]:
        """Why the act is allowed, by clause, each reason once."""
        return reasons_of(self.entry)


def reasons_of(entry: Entry) -> list[Mapping[str, str]]:
    """The reasons of an entry's decision, each once."""
    decision = entry.content.get("decision") or {}
    found = {(r["clause"], r["text"]): r for r in decision.get("reasons", ())}
    return list(found.values())


Look = Callable[[Writing, Entry], Mapping[str, Any]]


def rehearse(
    register: Register, act: Callable[[Writing], Entry], look: Look | None = None
) -> Rehearsal:
    """What `act` would make; nothing is kept. Raises what `act` raises."""

    with register.rehearsing() as writing:
        entry = act(writing)
        made = stored.of_entry(writing.session, entry.seq)
        own = next((d for d in made if d.number == entry.number), None)
        return Rehearsal(
            entry,
            [line_of(d) for d in made],
            signed_by(writing.session, entry),
            None if own is None else text_of(own),
            look(writing, entry) if look else {},
        )


def newest_entry(writing: Writing) -> Entry:
    """The entry that was just appended, for a service that answers with something else."""
    row = newest(writing.session)
    assert row is not None
    return entry_of(row)


def signed_by(session: Session, entry: Entry) -> str:
    """Who acts, in which office, on which appointment."""
    name = known_officer(session, entry.actor).name
    held = session.get(AppointmentRow, entry.appointment) if entry.appointment else None
    return name if held is None else f"{name}, {held.office_title}, appointment {held.number}"


@dataclass(frozen=True)
class Reviewed:
    """A form whose act is reviewed before it is signed.

    `review` is the page that asks, which extends `review.html`; `words` are those of the button
    that signs, `grave` where it takes something away. `act` does it; `done` says where the signed
    act leads and what is said there; `look` gathers more for the review; `carried` are fields
    that stand for others of the form (the text of a file that was sent).
    """

    title: str
    words: str
    act: Callable[[Writing], Entry]
    done: Callable[[Entry], Done]
    what: Callable[[Rehearsal], Sequence[str]]
    review: str = "review.html"
    look: Look | None = None
    grave: bool = False
    carried: Mapping[str, str] = field(default_factory=dict)


def answer(
    sent: Sent,
    make: Callable[[], Reviewed],
    *,
    template: str,
    context: Mapping[str, Any],
    draft: drafting.Key | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    """The next step of a reviewed form: its review, the signed act, or the form again.

    `make` reads the form, and may refuse; `template` is the form with `context`. A form with a
    `draft` may be kept unfinished; its draft is dropped as it is signed. `fields` are the form's
    names of the fields that a service refuses.
    """
    page, form = sent.page, sent.form
    if form.text(STEP) == "change":
        return page.show(template, values=form.values(), **context)
    # Not read again where the same form was signed before: what it asks may stand done by now.
    read = cache(make)
    try:
        form.require_keepable()
        with fields_named(fields or {}):
            kept = None if draft is None else drafting.answer(page, form, sent.register, draft)
            if kept is not None:
                return kept
            if form.text(STEP) == "sign":
                return page.answer(sent.once(lambda w: _signed(w, read(), sent, draft), first=read))
            wanted = read()
            rehearsal = rehearse(sent.register, wanted.act, wanted.look)
    except REFUSALS as refusal:
        return page.again(template, refusal, form, **context)
    hidden = form.pairs(without=(STEP, *wanted.carried))
    return page.show(
        wanted.review,
        title=wanted.title,
        action=page.request.url.path,
        hidden=[*hidden, *wanted.carried.items()],
        rehearsal=rehearsal,
        what=wanted.what(rehearsal),
        words=wanted.words,
        grave=wanted.grave,
        **context,
    )


def _signed(writing: Writing, wanted: Reviewed, sent: Sent, draft: drafting.Key | None) -> Done:
    done = wanted.done(wanted.act(writing))
    if draft is not None:
        drafting.drop(writing, sent.officer, draft, sent.form)
    return done
