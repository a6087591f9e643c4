"""The Veterinary Surgeon's examination of an ordered place, then confirm or cancel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import drafting, given, review
from api.pages.case_page import place_words
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import species_words
from api.personal import reader_of
from api.templating import number_in_path
from vetcontrol.disease import queries
from vetcontrol.disease.examination import examine
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.officers.people import Officer
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Writing

router = pages_router()
TEMPLATE = "story/examination.html"
USUAL = ("cattle", "buffalo", "goat", "pig", "poultry")


@router.get("/infected-places/{number}/examination")
def examination(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """The form, or as it was left where its draft is open."""
    with register.reading() as reading:
        draft = drafting.offered(reading, officer, _key(number), page)
        context = _context(reading, officer, number)
    begun = drafting.begun(draft)
    values = {} if begun is None else begun.values()
    return page.show(TEMPLATE, values=values, **{**context, "draft": draft})


@router.post("/infected-places/{number}/examination")
def examined(sent: SentForm, number: Number) -> Response:
    """The review, then the signature."""
    with sent.register.reading() as reading:
        context = _context(reading, sent.officer, number)
    return review.answer(
        sent,
        lambda: _reviewed(sent.officer, number, sent.form),
        template=TEMPLATE,
        context=context,
        draft=_key(number),
    )


def _key(number: str) -> drafting.Key:
    return drafting.Key(
        "examination", number, f"/infected-places/{number_in_path(number)}/examination"
    )


def _context(reading: Reading, officer: Officer, number: str) -> dict[str, Any]:
    case = queries.case(reading.session, number)
    kinds = [(s, species_words(s)) for s in SPECIES]
    return {
        "case": case,
        "draft": drafting.Offered(_key(number)),
        "place": place_words(reading, case, reader_of(reading, officer)),
        "same_person": case.ordered_by == officer.username,
        "usual": [k for k in kinds if k[0] in USUAL],
        "others": [k for k in kinds if k[0] not in USUAL],
        "columns": [
            ("kept", "Kept"),
            ("examined", "Examined"),
            ("affected", "Affected"),
            ("in_contact", "In contact"),
        ],
    }


def _reviewed(officer: Officer, number: str, form: Filled) -> review.Reviewed:
    facts: dict[str, Any] = {
        "findings": form.text("findings"),
        "outcome": form.text("outcome"),
        "animals": given.examined(form),
        "no_animals_note": form.text("no_animals_note"),
        # The form has a line for animals and one for none: with neither nothing was examined.
        "animals_examined": False,
        "examined_at": given.moment(form.text("examined_at"), "examined_at"),
        **given.signing(form),
    }
    cancels = facts["outcome"] == "cancel"

    def act(writing: Writing) -> Entry:
        return examine(writing, officer, number, **facts)

    def done(entry: Entry) -> Done:
        what = (
            "The order is cancelled; the place is no longer an infected place."
            if cancels
            else "The order is confirmed. You may declare premises within a radius; then report."
        )
        return Done.go(
            f"/infected-places/{number_in_path(number)}", said=f"{what} ({entry.number})"
        )

    return review.Reviewed(
        title="Read before you cancel the order"
        if cancels
        else "Read before you confirm the order",
        words="Cancel the order" if cancels else "Confirm the order",
        act=act,
        done=done,
        what=_what,
        grave=cancels,
    )


def _what(rehearsal: review.Rehearsal) -> Sequence[str]:
    if rehearsal.entry.content["outcome"] == "cancel":
        told = len(rehearsal.entry.content["cessation_notices"])
        return [
            "The order is cancelled, and the place ceases to be an infected place at that moment.",
            f"Everyone who had a copy is told: {told} notice{'' if told == 1 else 's'} of cessation"
            " will be made.",
            "A cancelled order does not come back; a new suspicion needs a new order.",
        ]
    return [
        "The order is confirmed; the place remains an infected place.",
        "After that you may declare premises around it, and you report to Government.",
    ]
