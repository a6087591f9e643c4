"""The desk of the law: diseases added to the Schedule, provisions commenced and ceased."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from api.deps import RegisterDep
from api.once import Done
from api.pages import areas, given, review
from api.pages.desk_forms import GAZETTE_FIELDS, gazette
from api.pages.law import provisions
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.gazette import commencement, schedule
from vetcontrol.gazette.tables import DiseaseRow
from vetcontrol.register.register import Reading, Writing

router = pages_router()
ADD = "law/disease.html"
REMOVE = "law/remove.html"
NOTIFY = "law/commencement.html"
FIELDS = GAZETTE_FIELDS | {"from_date": "from_day", "to_date": "to_day", "area_ids": "area"}
OPERATIONS = (("commence", "Bring into force"), ("cease", "End the operation"))


@router.get("/law/diseases/new")
def new_disease(page: OfficerPage) -> Response:
    """The form of a disease that a gazette adds to the Schedule."""
    return page.show(ADD)


@router.post("/law/diseases/new")
def added(sent: SentForm) -> Response:
    """Show what it does, then add it."""
    form = sent.form

    def make() -> review.Reviewed:
        day, reference = given.day(form.text("from_day"), "from_day"), gazette(form)
        code, name = form.text("code"), form.text("name")

        def act(writing: Writing) -> Any:
            return schedule.add(
                writing, sent.officer, code=code, name=name, from_date=day, gazette=reference
            )

        return review.Reviewed(
            title=f"Add {name or 'a disease'} to the Schedule",
            words="Add to the Schedule",
            act=act,
            done=lambda entry: Done.go("/law", f"{name} is in the Schedule ({entry.number})."),
            what=lambda _: (
                f"{name} is a scheduled disease from {day:%-d %B %Y} on, by {reference.words}.",
                "The Act provides no plain deletion: it stays in the Schedule until a gazette says"
                " otherwise. A wrong entry is struck by a correction.",
            ),
            review="office/review.html",
        )

    return review.answer(sent, make, template=ADD, context={}, fields=FIELDS)


@router.get("/law/diseases/{code}/remove")
def ask_removal(page: OfficerPage, code: str, register: RegisterDep) -> Response:
    """The form by which a gazette gives a disease an end in the Schedule."""
    with register.reading() as reading:
        return page.show(REMOVE, **_disease(reading, code))


@router.post("/law/diseases/{code}/remove")
def removed(sent: SentForm, code: str) -> Response:
    """Show what it does, then give it an end."""
    form = sent.form
    with sent.register.reading() as reading:
        context = _disease(reading, code)
    name = context["disease"]

    def make() -> review.Reviewed:
        day, reference = given.day(form.text("to_day"), "to_day"), gazette(form)

        def act(writing: Writing) -> Any:
            return schedule.remove(writing, sent.officer, code=code, to_date=day, gazette=reference)

        return review.Reviewed(
            title=f"Take {name} out of the Schedule",
            words="Take it out of the Schedule",
            act=act,
            done=lambda entry: Done.go("/law", f"{name} has an end ({entry.number})."),
            what=lambda _: (
                f"From {day:%-d %B %Y} on {name} is no scheduled disease: no new order can be made"
                " for it. Places and areas already declared stand.",
            ),
            review="office/review.html",
            grave=True,
        )

    return review.answer(sent, make, template=REMOVE, context=context, fields=FIELDS)


@router.get("/law/commencements/new")
def new_commencement(page: OfficerPage, register: RegisterDep) -> Response:
    """The form of a notification under section 1(3)."""
    with register.reading() as reading:
        return page.show(NOTIFY, ticked=[], **_choices(reading))


@router.post("/law/commencements/new")
def notified(sent: SentForm) -> Response:
    """Show what it does, then record it."""
    form = sent.form
    with sent.register.reading() as reading:
        context = {**_choices(reading), "ticked": form.texts("diseases")}

    def make() -> review.Reviewed:
        with sent.register.reading() as reading:
            if form.text("operation") not in dict(OPERATIONS):
                raise Malformed.field("operation", "is not chosen; choose one of the two")
            day, reference = given.day(form.text("from_day"), "from_day"), gazette(form)
            chosen = [areas.chosen(reading, one, "area") for one in _listed(form.text("area"), ";")]
        said = _listed(form.text("provisions"), ",")
        cease = form.text("operation") == "cease"
        where = ", ".join(str(v.facts["name"]) for v in chosen)
        what = "the whole Act" if "all" in said else f"section {', '.join(said)}"

        def act(writing: Writing) -> Any:
            return commencement.notify(
                writing,
                sent.officer,
                operation=form.text("operation"),
                provisions=said,
                diseases=form.texts("diseases"),
                area_ids=[v.feature for v in chosen],
                from_date=day,
                gazette=reference,
            )

        return review.Reviewed(
            title=f"{'End the operation' if cease else 'Bring into force'}: {what}",
            words="End the operation" if cease else "Bring into force",
            act=act,
            done=lambda entry: Done.go("/law", f"The notification is recorded ({entry.number})."),
            what=lambda _: (
                f"From {day:%-d %B %Y} on, in {where}: {what}"
                f" {'ceases to be' if cease else 'is'} in force, by {reference.words}.",
                "What was done under it before stands."
                if cease
                else "Every act asks first whether its provision is in force there.",
            ),
            review="office/review.html",
            grave=cease,
        )

    return review.answer(sent, make, template=NOTIFY, context=context, fields=FIELDS)


def _listed(text: str, mark: str) -> list[str]:
    return [part.strip() for part in text.split(mark) if part.strip()]


def _disease(reading: Reading, code: str) -> dict[str, Any]:
    row = reading.session.get(DiseaseRow, code)
    if row is None:
        raise NotFound(f"No disease {code} stands in the Schedule.")
    return {"disease": row.name, "code": row.code, "scheduled_since": row.from_date}


def _choices(reading: Reading) -> dict[str, Any]:
    return {
        "operations": OPERATIONS,
        "areas": areas.offered(reading),
        "scheduled": [(row.code, row.name) for row in schedule.diseases(reading.session)],
        "sections": provisions(),
    }
