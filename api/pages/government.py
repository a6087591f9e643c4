"""The report to Government, and its decision: confirm, with limits of its own, or cancel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.datastructures import FormData
from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import drafting, given, limits, review
from api.pages.case_page import place_words
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.personal import reader_of
from api.templating import number_in_path
from vetcontrol.disease import limits_preview, queries
from vetcontrol.disease.decision import decide
from vetcontrol.disease.report import report
from vetcontrol.errors import Malformed
from vetcontrol.officers.people import Officer
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
REPORT, DECISION = "story/report.html", "story/decision.html"
WAYS = (
    ("as_declared", "Confirm as it stands: the limits follow what was declared"),
    ("villages", "Confirm with limits composed of villages"),
    ("outline", "Confirm with limits by an outline"),
    ("cancel", "Cancel declarations"),
)


@router.get("/infected-places/{number}/report")
def report_form(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """The form of the report."""
    with register.reading() as reading:
        context = _about(reading, officer, number)
    return page.show(REPORT, **context)


@router.post("/infected-places/{number}/report")
def reported(sent: SentForm, number: Number) -> Response:
    """The review of the report, then its signature."""
    officer, form = sent.officer, sent.form
    with sent.register.reading() as reading:
        context = _about(reading, officer, number)

    def make() -> review.Reviewed:
        facts: dict[str, Any] = {
            "findings": form.text("findings"),
            **given.signing(form),
        }
        return review.Reviewed(
            title="Read before you sign the report",
            words="Sign the report",
            act=lambda writing: report(writing, officer, number, **facts),
            done=lambda entry: Done.go(
                f"/infected-places/{number_in_path(number)}",
                said=f"The report {entry.number} is with Government. The places stay infected"
                " places until it decides.",
            ),
            what=lambda _: [
                "Everything done in this case under section 11 is reported to Government.",
                "The declared places stay infected places; Government confirms or cancels.",
            ],
        )

    return review.answer(sent, make, template=REPORT, context=context)


def _about(reading: Reading, officer: Officer, number: str) -> dict[str, Any]:
    case = queries.case(reading.session, number)
    return {"case": case, "place": place_words(reading, case, reader_of(reading, officer))}


@router.get("/infected-places/{number}/decision")
def decision_form(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """The form of the decision, with the limits as they follow from the declarations."""
    with register.reading() as reading:
        draft = drafting.offered(reading, officer, _key(number), page)
        form = drafting.begun(draft)
        way = form.text("way") if form else ""
        looked = limits.looked_at(
            reading, reader_of(reading, officer), form or Filled(FormData()), way, _look_of(number)
        )
        context = _deciding(reading, officer, number, form) | {"draft": draft}
    # What is refused before anybody chose says nothing yet.
    shown = looked if looked.told or form else limits.Looked()
    return page.show(DECISION, values=form.values() if form else {}, **{**context, "looked": shown})


@router.post("/infected-places/{number}/decision")
def decided(sent: SentForm, number: Number) -> Response:
    """The preview, the review of the decision with its limits, then its signature."""
    officer, form = sent.officer, sent.form
    with sent.register.reading() as reading:
        context = _deciding(reading, officer, number, form)
        if form.text("step") == "preview":
            looked = limits.looked_at(
                reading, reader_of(reading, officer), form, form.text("way"), _look_of(number)
            )
            return limits.preview(sent.page, DECISION, looked, context | {"values": form.values()})
    return review.answer(
        sent,
        lambda: _reviewed(sent.register, officer, number, form),
        template=DECISION,
        context=context,
        draft=_key(number),
    )


def _key(number: str) -> drafting.Key:
    return drafting.Key("decision", number, f"/infected-places/{number_in_path(number)}/decision")


def _look_of(number: str) -> limits.Look:
    return lambda reading, given_: limits_preview.of_decision(
        reading, number, geometry=given_.geometry, village_ids=given_.village_ids
    )


def _deciding(
    reading: Reading, officer: Officer, number: str, form: Filled | None
) -> dict[str, Any]:
    about = _about(reading, officer, number)
    case = about["case"]
    ticked = form.texts("village_ids") if form else []
    return about | {
        "draft": drafting.Offered(_key(number)),
        "looked": limits.Looked(),
        "ways": WAYS,
        "villages": limits.villages(reading, limits.own(reading, case), ticked),
        "declarations": [
            (d.number, _declaration_words(d.number, d.metres, len(d.features)))
            for d in case.undecided
        ],
        "ticked": form.texts("declarations") if form else [d.number for d in case.undecided],
    }


def _declaration_words(number: str, metres: float | None, places: int) -> str:
    if metres is None:
        return f"The order {number}"
    return f"The declaration {number}: {places} premises within {metres:,.3f} m"


def _reviewed(register: Register, officer: Officer, number: str, form: Filled) -> review.Reviewed:
    way = form.text("way")
    if way not in dict(WAYS):
        raise Malformed.field("way", "choose how you decide", clauses=("DOA1974-13-1-a",))
    with register.reading() as reading:
        drawn = limits.of_form(reading, form, way)
    cancels = way == "cancel"
    facts: dict[str, Any] = {
        "outcome": "cancel" if cancels else "confirm",
        "declarations": form.texts("declarations") if cancels else None,
        "geometry": drawn.geometry,
        "village_ids": drawn.village_ids,
        "modifications": form.text("modifications"),
        "reasons": form.text("reasons"),
        **given.signing(form),
    }
    carried: dict[str, str] = {}
    if drawn.geometry is not None:
        carried = given.carried(form, drawn.geometry)

    def act(writing: Writing) -> Entry:
        return decide(writing, officer, number, **facts)[0]

    def done(entry: Entry) -> Done:
        said = (
            f"Cancelled by {entry.number}. Everyone who had a copy or notice is to be told."
            if cancels
            else f"Confirmed by {entry.number}. The draft notification waits for approval by"
            " another person."
        )
        return Done.go(f"/infected-places/{number_in_path(number)}", said=said)

    return review.Reviewed(
        title="Read before you sign the decision",
        words="Sign the cancellation" if cancels else "Sign the confirmation",
        act=act,
        done=done,
        what=_what,
        look=lambda writing, entry: _look(writing, officer, entry),
        review="story/review_limits.html",
        grave=cancels,
        carried=carried,
    )


def _what(rehearsal: review.Rehearsal) -> Sequence[str]:
    content = rehearsal.entry.content
    named = ", ".join(content["declarations"])
    if content["outcome"] == "cancel":
        return [
            f"{named} {'is' if len(content['declarations']) == 1 else 'are'} cancelled;"
            f" {len(content['ends'])} places cease to be infected places at the signature.",
            f"{len(content['cessation_notices'])} notices of cessation will be made, to everyone"
            " who had a copy or notice.",
        ]
    return [
        f"{named} {'is' if len(content['declarations']) == 1 else 'are'} confirmed"
        f"{' with modification' if content['modified'] else ''}.",
        f"The draft notification {rehearsal.more['number']} is made with the limits below. The"
        " area is infected only from its publication in the Official Gazette.",
        "Declared places that the limits leave out cease on publication.",
    ]


def _look(writing: Writing, officer: Officer, entry: Entry) -> Mapping[str, Any]:
    if entry.content["outcome"] == "cancel":
        return {}
    case = queries.case(writing.session, entry.content["case_number"])
    return limits.drafted(writing, reader_of(writing, officer), list(case.notifications)[-1])
