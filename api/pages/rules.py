"""Rules under section 37: what they fix today, the rules themselves, and what the Assembly did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import given, review
from api.pages.case_words import NOTIFICATION_STATES
from api.pages.page import AnyonesPage, OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.viewing import PUBLIC_STATES
from api.templating import number_in_path
from vetcontrol.clock import day_of
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.gazette import notifications, rules
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.rules import Value
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.law.diseases_of_animals import rules as law
from vetcontrol.law.prescribed import Key, Provided, ValueKind
from vetcontrol.money import in_rupees, paise_from
from vetcontrol.officers.roles import Role
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Writing

router = pages_router()
NEW, LAYING, ANNULMENT = "law/rules_new.html", "law/rules_laying.html", "law/rules_annulment.html"
HINTS = {
    ValueKind.TEXT: "In words.",
    ValueKind.NUMBER: "A number.",
    ValueKind.PAISE: "In rupees, for instance 25.50.",
    ValueKind.LIST: "Each on a line of its own.",
}


@dataclass(frozen=True)
class Fixed:
    """What a key stands for and what is fixed of it; `state` is sign and word."""

    key: Key
    value: str
    locality: str
    rule: str
    state: tuple[str, str]


def in_words(key: Key, value: Any) -> str:
    """A value as people read it."""
    return in_rupees(value) if key.kind is ValueKind.PAISE else rules.in_words(value)


def _fixed(key: Key, found: Provided | None) -> Fixed:
    if found is not None:
        cited = f"{found.rule}, {found.gazette}" if found.gazette else found.rule
        state = ("unknown", "A sample") if found.sample else ("in_force", "Fixed")
        return Fixed(key, in_words(key, found.value), found.locality, cited, state)
    stands = key.while_unset == "stands"
    state = ("fact", "The power stands without") if stands else ("refused", "Not fixed")
    return Fixed(key, "", "", "", state)


@router.get("/law/rules")
def listed(page: AnyonesPage, register: RegisterDep, locality: str = "") -> Response:
    """What is left to rules and fixed today, and every set of rules."""
    where = locality.strip()[:80]
    with register.reading() as reading:
        today = day_of(reading.now)
        values = reading.prescribed
        fixed = [
            _fixed(key, values.find(key.key, today, locality=where)) for key in rules.keys(reading)
        ]
        rows = [
            _line(row)
            for row in rules.published(reading)
            if page.officer is not None or row.state in PUBLIC_STATES
        ]
    return page.show(
        "law/rules.html",
        fixed=fixed,
        rows=rows,
        today=today,
        locality=where,
        may_act=Role.GOVERNMENT in page.viewer().roles,
    )


def _line(row: NotificationRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "title": notifications.content_of(row)["title"],
        "status": NOTIFICATION_STATES[row.state],
        "gazette": row.gazette,
    }


@router.get("/law/rules/new")
def new(page: OfficerPage, register: RegisterDep) -> Response:
    """The form of new rules."""
    with register.reading() as reading:
        return page.show(NEW, **_of_form(reading))


def _of_form(reading: Reading) -> dict[str, Any]:
    figures, today = reading.register.figures, day_of(reading.now)
    return {
        "keys": [(key, HINTS[key.kind]) for key in rules.keys(reading)],
        "most": [in_rupees(int(figures.number(name, today))) for name in law.FINES],
    }


@router.post("/law/rules/new")
def drafted(sent: SentForm) -> Response:
    """The review, then the draft."""
    form = sent.form
    with sent.register.reading() as reading:
        context = _of_form(reading)

    def make() -> review.Reviewed:
        locality = form.text("locality")
        since = given.day(form.text("since"), "since") if form.text("since") else None
        values = [
            Value(key.key, _typed(form, key), locality, since)
            for key, _ in context["keys"]
            if form.text(_name(key))
        ]
        before = GazetteReference(
            form.text("draft_series"),
            form.text("draft_number"),
            given.day(form.text("draft_day"), "draft_day"),
        )

        def act(writing: Writing) -> Entry:
            rules.draft(
                writing,
                sent.officer,
                title=form.text("title"),
                text=form.text("text"),
                values=values,
                draft_gazette=before,
                first_fine_paise=_fine(form, "first_fine"),
                repeat_fine_paise=_fine(form, "repeat_fine"),
            )
            return review.newest_entry(writing)

        return review.Reviewed(
            title="Read before you draft the rules",
            words="Draft the rules",
            act=act,
            done=lambda entry: Done.go(
                f"/gazette/{number_in_path(entry.content['number'])}",
                f"The rules are drafted as {entry.content['number']}. Another person approves"
                " them.",
            ),
            what=lambda _: [
                f"Their own draft was published by {before.words}. They operate from their"
                " publication, and no value holds before.",
                *(_says(key, v) for key, _ in context["keys"] for v in values if v.key == key.key),
            ],
            review="office/review.html",
        )

    return review.answer(sent, make, template=NEW, context=context, fields=FIELDS)


FIELDS = {
    "gazette_series": "draft_series",
    "gazette_number": "draft_number",
    "gazette.date": "draft_day",
}


def _says(key: Key, value: Value) -> str:
    where = f" in {value.locality}" if value.locality else ""
    return f"{key.description}{where}: {in_words(key, value.value)}."


def _name(key: Key) -> str:
    return f"value_{key.key.replace('.', '_')}"


def _typed(form: Filled, key: Key) -> Any:
    text, name = form.text(_name(key)), _name(key)
    match key.kind:
        case ValueKind.NUMBER:
            found = given.number(text, name, "a number")
            if found <= 0:
                raise Malformed.field(name, "is not above nothing")
            return int(found) if found.is_integer() else found
        case ValueKind.PAISE:
            return paise_from(name, text)
        case ValueKind.LIST:
            return [line.strip() for line in text.splitlines() if line.strip()]
    return text


def _fine(form: Filled, name: str) -> int | None:
    return paise_from(name, form.text(name)) if form.text(name) else None


@router.get("/law/rules/{number}")
def one(page: AnyonesPage, register: RegisterDep, number: Number) -> Response:
    """One set of rules: its words, what it fixes, its laying and annulment."""
    with register.reading() as reading:
        row = rules.row(reading, number)
        if page.officer is None and row.state not in PUBLIC_STATES:
            raise NotFound(f"No rules {number} are published.")
        content = notifications.content_of(row)
        keys = reading.register.prescribed.keys
        published = row.state == "published"
        laying = rules.laying(reading, number) if published else None
        history = rules.history(reading, number) if published else []
        values = [(keys[v["key"]], rules.read(v)) for v in content["values"]]
        return page.show(
            "law/rule.html",
            row=_line(row),
            content=content,
            draft_gazette=GazetteReference.from_json(content["draft_gazette"]).words,
            values=[(k, in_words(k, v.value), v) for k, v in values],
            fines=_fines(content),
            laying=laying,
            laid=[_laid(e) for e in history if e.kind == rules.LAID],
            annulled=[_annulled(e) for e in history if e.kind == rules.ANNULLED],
            may_act=published and Role.GOVERNMENT in page.viewer().roles,
        )


def _fines(content: dict[str, Any]) -> tuple[str, str] | None:
    first, repeat = content["first_fine_paise"], content["repeat_fine_paise"]
    return None if first is None else (in_rupees(first), in_rupees(repeat))


def _laid(entry: Entry) -> dict[str, Any]:
    content = entry.content
    return {
        "session": content["session"],
        "first": date.fromisoformat(content["first"]),
        "last": date.fromisoformat(content["last"]),
    }


def _annulled(entry: Entry) -> dict[str, Any]:
    content = entry.content
    return {
        "resolution": content["resolution"],
        "resolved_on": date.fromisoformat(content["resolved_on"]),
        "until": date.fromisoformat(content["until"]),
        "keys": content["keys"],
    }


@router.get("/law/rules/{number}/laying")
def laying_form(page: OfficerPage, register: RegisterDep, number: Number) -> Response:
    """The form of days on which rules lay before the Assembly."""
    with register.reading() as reading:
        return page.show(LAYING, row=_line(rules.row(reading, number)))


@router.post("/law/rules/{number}/laying")
def laid(sent: SentForm, number: Number) -> Response:
    """Records the days."""
    form = sent.form

    def act(writing: Writing) -> Done:
        rules.lay(
            writing,
            sent.officer,
            number,
            session=form.text("session"),
            first=given.day(form.text("first"), "first"),
            last=given.day(form.text("last"), "last"),
        )
        return Done.go(f"/law/rules/{number_in_path(number)}", "The days are recorded.")

    return sent.answer(act, LAYING, lambda reading: {"row": _line(rules.row(reading, number))})


@router.get("/law/rules/{number}/annulment")
def annulment_form(page: OfficerPage, register: RegisterDep, number: Number) -> Response:
    """The form of an annulment by the Assembly."""
    with register.reading() as reading:
        return page.show(ANNULMENT, ticked=(), **_of_annulment(reading, number))


def _of_annulment(reading: Reading, number: str) -> dict[str, Any]:
    row = rules.row(reading, number)
    known = reading.register.prescribed.keys
    fixed = dict.fromkeys(v["key"] for v in notifications.content_of(row)["values"])
    return {"row": _line(row), "options": [(key, known[key].description) for key in fixed]}


@router.post("/law/rules/{number}/annulment")
def annulled(sent: SentForm, number: Number) -> Response:
    """The review, then the annulment."""
    form = sent.form
    with sent.register.reading() as reading:
        context = _of_annulment(reading, number) | {"ticked": form.texts("keys")}

    def make() -> review.Reviewed:
        until = given.day(form.text("until"), "until")
        facts: dict[str, Any] = {
            "resolved_on": given.day(form.text("resolved_on"), "resolved_on"),
            "until": until,
            "resolution": form.text("resolution"),
            "keys": form.texts("keys"),
        }
        named = [words for key, words in context["options"] if key in facts["keys"]]
        return review.Reviewed(
            title="Read before you record the annulment",
            words="Record the annulment",
            act=lambda writing: rules.annul(writing, sent.officer, number, **facts),
            done=lambda _: Done.go(
                f"/law/rules/{number_in_path(number)}", "The annulment is recorded."
            ),
            what=lambda _: [
                f"From {until:%-d %B %Y} on, {'; '.join(named) or 'all that these rules fix'}"
                " no longer holds by these rules. What was done before stands.",
            ],
            review="office/review.html",
            grave=True,
        )

    return review.answer(sent, make, template=ANNULMENT, context=context)
