"""Corrections on pages: which entry is meant, and entries of the office struck or restated.

Entries of a case have a page of their own that knows its map (`api.pages.corrections`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from api.deps import RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import review
from api.pages.desk_forms import reason
from api.pages.log import kind_words
from api.pages.page import OfficerPage, pages_router
from api.pages.restating import Restatable, fields_of, read
from api.pages.sent import SentForm
from api.pages.standing_words import on_the_map, states
from vetcontrol.disease import kinds as of_cases
from vetcontrol.errors import Malformed, Refused
from vetcontrol.officers.correcting import correct
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.register import corrections
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import Entry, Kind
from vetcontrol.register.register import Reading, Writing

router = pages_router()
TEMPLATE = "corrections/correct.html"
FIND = "corrections/find.html"
REVIEW = "corrections/review.html"
OF_CASES = frozenset(kind.name for kind in of_cases.KINDS)


@router.get("/corrections")
def asked(
    page: OfficerPage, register: RegisterDep, seq: str = "", number: str = "", entry: str = ""
) -> Response:
    """The form for one entry, named by sequence or number; without one, which is meant."""
    named = (entry or seq or number).strip()
    if not named:
        return page.show(FIND)
    with register.reading() as reading:
        target = _target(reading, named)
        context = _context(reading, target)
        if context["kind"].name in OF_CASES:
            return page.go(f"/corrections/{target.seq}")
        return page.show(TEMPLATE, values=_as_filled(context["fields"]), **context)


@router.post("/corrections")
def corrected(sent: SentForm) -> Response:
    """Show what will change, then correct."""
    form = sent.form
    with sent.register.reading() as reading:
        target = _target(reading, form.text("seq"))
        context = _context(reading, target)
        before = states(reading.session, target.subjects)
    fields: list[Restatable] = context["fields"]
    names = {f"restated.{field.name}": field.field for field in fields} | {"restated": "how"}

    def make() -> review.Reviewed:
        restated, why = _given(form, fields), reason(form)

        def act(writing: Writing) -> Entry:
            return correct(writing, sent.officer, reason=why, seq=target.seq, restated=restated)

        def look(writing: Writing, entry: Entry) -> Mapping[str, Any]:
            return {
                "changes": [] if restated is None else _compared(fields, restated),
                "map": on_the_map(writing.session, context["kind"], target, entry),
                "states": _moved(before, states(writing.session, target.subjects)),
            }

        return review.Reviewed(
            title=f"Correct entry {target.seq}",
            words="Strike the entry" if restated is None else "Restate the entry",
            act=act,
            done=lambda entry: Done.go(
                f"/log/{entry.seq}", f"Entry {target.seq} is corrected ({entry.number})."
            ),
            what=lambda _: _told(context["kind_words"], target, restated),
            review=REVIEW,
            look=look,
            grave=True,
        )

    return review.answer(sent, make, template=TEMPLATE, context=context, fields=names)


def _target(reading: Reading, named: str) -> Entry:
    """The entry of a sequence or a number. Raises `Malformed` and `NotFound`."""
    if not named:
        raise Malformed.field("seq", "is missing; choose the entry in the log")
    if named.isascii() and named.isdecimal() and len(named) < 16:
        return corrections.find(reading.session, seq=int(named), number=None)
    number = named.upper().replace("-", "/")
    return corrections.find(reading.session, seq=None, number=number)


def _context(reading: Reading, target: Entry) -> dict[str, Any]:
    """What the form shows. Raises `Refused` for an entry that is not corrected."""
    is_correction = target.kind == corrections.KIND
    name = target.content["kind"] if is_correction else target.kind
    kind: Kind = reading.register.handlers.kinds[name]
    if not kind.correctable:
        raise Refused(
            f"An entry of the kind “{kind_words(name)}” keeps the people or the files of the"
            " register and is not undone by a correction. Do what puts it right as a new act."
        )
    strikes = corrections.strikes_of(reading.session)
    fallen = struck(strikes, reading.known().known_seq)
    by = [c for c, of in strikes if of == target.seq and c not in fallen]
    if target.seq in fallen and by:
        raise Refused(
            f"Entry {target.seq} is already struck by the correction {by[-1]}. Withdraw that"
            f" correction first: open entry {by[-1]} in the log."
        )
    return {
        "target": target,
        "kind": kind,
        "is_correction": is_correction,
        "kind_words": kind_words(target.kind),
        "fields": [] if is_correction else fields_of(kind, target),
        "by": [WORDS[Role(role)] for role in kind.corrected_by],
    }


def _as_filled(fields: list[Restatable]) -> dict[str, str]:
    return {field.field: field.text for field in fields}


def _given(form: Filled, fields: list[Restatable]) -> dict[str, Any] | None:
    """The fields that the form changes; None where the entry is struck whole."""
    if form.text("how") not in ("strike", "restate"):
        raise Malformed.field("how", "is not chosen; choose one of the two")
    if form.text("how") == "strike":
        return None
    changed = {
        field.name: read(field, form.text(field.field))
        for field in fields
        if form.text(field.field).split() != field.text.split()
    }
    if not changed:
        raise Malformed.field("how", "restates nothing: no field is changed; change what is wrong")
    return changed


def _compared(fields: list[Restatable], restated: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (field.label, field.told(), field.told_of(restated[field.name]))
        for field in fields
        if field.name in restated
    ]


def _moved(before: Mapping[str, str], after: Mapping[str, str]) -> list[tuple[str, str, str]]:
    return [(subject, before[subject], after[subject]) for subject in before]


def _told(what: str, target: Entry, restated: Mapping[str, Any] | None) -> list[str]:
    if target.kind == corrections.KIND:
        return [
            f"The correction {target.number} falls, and entry {target.content['strikes']} stands"
            " again as it was.",
            "Both stay in the log.",
        ]
    named = f"“{what}” ({target.number or f'entry {target.seq}'})"
    if restated is None:
        return [
            f"{named} never had effect, now and for every question that knows of this correction.",
            "It stays in the log, struck. Documents that were served say what they said.",
        ]
    return [
        f"{named} is read as restated from its own moment on, for every question that knows of"
        " this correction.",
        "Its number and its documents stay as they are.",
    ]
