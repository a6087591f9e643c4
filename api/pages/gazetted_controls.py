"""Controls by gazette: which are in force, to come and ended, with the gaps; and a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.responses import Response

from api.deps import RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import areas, given, review
from api.pages.page import AnyonesPage, OfficerPage, pages_router
from api.pages.sent import SentForm
from api.templating import number_in_path
from vetcontrol.clock import day_of
from vetcontrol.controls import notice
from vetcontrol.controls.terms import of_json, terms
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import Malformed
from vetcontrol.gazette.schedule import diseases
from vetcontrol.law.diseases_of_animals.controls import (
    OF_ERADICATION,
    Force,
    Gap,
    Gathering,
    Matter,
    Movement,
    Terms,
)
from vetcontrol.officers.roles import Role
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Writing

router = pages_router()
NEW = "controls/new.html"
TICKED = ("movements", "matters", "gatherings")
MOVEMENTS = {
    Movement.IMPORT: "Import",
    Movement.EXPORT: "Export",
    Movement.TRANSPORT: "Transport",
    Movement.INTO: "Into an eradication area",
    Movement.OUT_OF: "Out of an eradication area",
    Movement.WITHIN: "Within an eradication area",
}
MATTERS = {
    Matter.ANIMAL: "Animals",
    Matter.CARCASS: "Carcasses",
    Matter.PART: "Parts of animals",
    Matter.FODDER: "Fodder",
    Matter.BEDDING: "Bedding",
    Matter.THING: "Other things",
}
GATHERINGS = {
    Gathering.MARKET: "Markets",
    Gathering.FAIR: "Fairs",
    Gathering.EXHIBITION: "Exhibitions",
    Gathering.OTHER: "Other gatherings of animals",
}


@dataclass(frozen=True)
class Line:
    """A control as the list shows it: what it says, its time, and the gap before it."""

    number: str
    name: str
    status: tuple[str, str]
    words: str
    excepted: Sequence[str]
    conditions: str
    begins: datetime
    ends: datetime | None
    extends: str
    gap: Gap | None
    ends_by: str


def in_words(of: Terms) -> str:
    """What a control says, in a sentence."""
    parts = []
    animals = ", ".join(sorted(of.classes)) or "animals of every class"
    matters = [
        animals if m is Matter.ANIMAL else MATTERS[m].lower() for m in Matter if m in of.matters
    ]
    moved = ", ".join(MOVEMENTS[m].lower() for m in Movement if m in of.movements)
    if moved:
        parts.append(f"{moved} of {', '.join(matters)}")
    parts += [words.lower() for g, words in GATHERINGS.items() if g in of.gatherings]
    if of.dealing:
        parts.append(f"dealing in infective {', '.join(matters)} and what was used with them")
    verb = "Forbids" if of.force is Force.FORBID else "Regulates"
    return f"{verb} {'; '.join(parts)}."


def _line(reading: Reading, version: Version, at: datetime) -> Line:
    facts = version.facts
    of = of_json(facts["terms"])
    excepted = [f"{name} on {d}" if d else name for name, d in sorted(of.excepted.items())]
    return Line(
        str(facts["number"]),
        str(facts["name"]),
        _status(version, at),
        in_words(of),
        excepted,
        of.conditions,
        version.begins,
        version.ends,
        str(facts.get("extends") or ""),
        notice.gap_of(reading, version),
        str(facts["end_number"]) if "end_number" in facts and not facts.get("end_expired") else "",
    )


def _status(version: Version, at: datetime) -> tuple[str, str]:
    if version.begins > at:
        return "waiting", "To come"
    if version.covers(at):
        return "restricted", "In force"
    return "ended", "Ended"


@router.get("/controls")
def listed(page: AnyonesPage, register: RegisterDep) -> Response:
    """Every control that was published, those in force first, with the gaps between."""
    with register.reading() as reading:
        kept = reading.known().by_kind.get(FeatureKind.CONTROL, ())
        lines = [_line(reading, version, reading.now) for version in kept]
    order = ["In force", "To come", "Ended"]
    lines.sort(key=lambda one: (one.begins, one.number), reverse=True)
    return page.show(
        "controls/list.html",
        lists=[(words, [x for x in lines if x.status[1] == words]) for words in order],
        may_act=Role.GOVERNMENT in page.viewer().roles,
    )


@router.get("/controls/new")
def new(page: OfficerPage, register: RegisterDep, extends: str = "") -> Response:
    """The form of a control; of an extension, filled in from what it extends."""
    with register.reading() as reading:
        context = _of_form(reading)
        values = _extending(reading, extends) if extends else {}
    ticked = {name: values.get(name, ()) for name in TICKED}
    return page.show(NEW, values=values, ticked=ticked, **context)


def _extending(reading: Reading, number: str) -> dict[str, Any]:
    """What the form of an extension begins with: the terms of the control, the day after."""
    found = [
        version
        for version in reading.known().by_kind.get(FeatureKind.CONTROL, ())
        if version.facts["number"] == number
    ]
    if not found:
        raise Malformed.field("extends", f"{number} is no control that was published")
    version = found[-1]
    kept = version.facts["terms"]
    return {
        "extends": number,
        "name": version.facts["name"],
        "disease": version.facts["disease"],
        "first": "" if version.ends is None else day_of(version.ends).isoformat(),
        "force": kept["force"],
        "movements": kept["movements"],
        "matters": kept["matters"],
        "gatherings": kept["gatherings"],
        "dealing": "yes" if kept["dealing"] else "",
        "classes": "\n".join(kept["classes"]),
        "excepted": "\n".join(f"{n}: {d}" if d else n for n, d in kept["excepted"].items()),
        "conditions": kept["conditions"],
    }


def _of_form(reading: Reading) -> dict[str, Any]:
    return {
        # Section 5(1)(b) needs an eradication area in force, which no act here makes yet.
        "movements": [(m, words) for m, words in MOVEMENTS.items() if m not in OF_ERADICATION],
        "matters": list(MATTERS.items()),
        "gatherings": list(GATHERINGS.items()),
        "diseases": [(row.code, row.name) for row in diseases(reading.session)],
        "species": ", ".join(SPECIES),
        "areas": areas.offered(reading),
    }


@router.post("/controls/new")
def drafted(sent: SentForm) -> Response:
    """The review, then the draft."""
    form = sent.form
    with sent.register.reading() as reading:
        context = _of_form(reading)
    context["ticked"] = {name: form.texts(name) for name in TICKED}

    def make() -> review.Reviewed:
        said = _terms(form)
        with sent.register.reading() as reading:
            ids = [areas.chosen(reading, form.text("area"), "area").feature]
        last = given.day(form.text("last"), "last") if form.text("last") else None
        facts: dict[str, Any] = {
            "name": form.text("name"),
            "disease": form.text("disease"),
            "terms": said,
            "first": given.day(form.text("first"), "first"),
            "last": last,
            "area_ids": ids,
            "extends": form.text("extends"),
            "position_reason": form.text("position_reason"),
        }

        def act(writing: Writing) -> Entry:
            notice.draft(writing, sent.officer, **facts)
            return review.newest_entry(writing)

        return review.Reviewed(
            title="Read before you draft the control",
            words="Draft the control",
            act=act,
            done=lambda entry: Done.go(
                f"/gazette/{number_in_path(entry.content['number'])}",
                f"The control is drafted as {entry.content['number']}. Another person approves it.",
            ),
            what=lambda _: [
                in_words(said),
                "It has effect from its first day, or from its publication where that is later:"
                " then nothing is forbidden in between, and the notification says so.",
            ],
            review="office/review.html",
        )

    return review.answer(sent, make, template=NEW, context=context, fields={"area_ids": "area"})


def _terms(form: Filled) -> Terms:
    return terms(
        force=form.text("force"),
        movements=form.texts("movements"),
        matters=form.texts("matters"),
        classes=_lines(form.text("classes")),
        excepted={
            name.strip(): document.strip()
            for line in _lines(form.text("excepted"))
            for name, _, document in [line.partition(":")]
        },
        gatherings=form.texts("gatherings"),
        dealing=form.text("dealing") == "yes",
        conditions=form.text("conditions"),
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
