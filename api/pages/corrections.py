"""Correcting an entry: struck as a whole, or restated in what was wrong; with its reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Path
from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import given, review
from api.pages.case_words import MANNERS, entry_words
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import animals_in_words
from api.personal import Reader, reader_of
from api.templating import number_in_path
from gis import geojson
from vetcontrol.canonical import instant
from vetcontrol.clock import in_words
from vetcontrol.disease.case import SUBJECT
from vetcontrol.errors import Malformed
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.officers.correcting import correct
from vetcontrol.officers.people import Officer
from vetcontrol.premises import queries as premises_queries
from vetcontrol.register import corrections
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
TEMPLATE = "story/correction.html"
MOMENTS: Mapping[str, str] = {
    "signed_at": "When it was signed",
    "examined_at": "When it was examined",
    "served_at": "When it was delivered",
    "published_at": "When it was published",
    "effective_at": "From when it has effect",
}
HOUR = (("yes", "The gazette states the hour"), ("no", "It states no hour"))
WORDS: Mapping[str, str] = {
    "grounds": "Reason to believe",
    "findings": "Findings",
    "reasons": "Reasons",
}
Seq = Annotated[int, Path(ge=1, le=2**53)]


@dataclass(frozen=True)
class Restatable:
    """One field that may be restated: its kind of control, label, and what the entry says.

    `parts` are those of a gazette reference, each by its name in the form.
    """

    name: str
    control: str
    label: str
    stands: str
    options: Sequence[tuple[str, str]] = ()
    parts: Mapping[str, str] = field(default_factory=dict)


@router.get("/corrections/{seq}")
def correction(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, seq: Seq
) -> Response:
    """The form."""
    with register.reading() as reading:
        context = _context(reading, officer, seq, None)
    return page.show(TEMPLATE, **context)


@router.post("/corrections/{seq}")
def corrected(sent: SentForm, seq: Seq) -> Response:
    """The review, then the signature."""
    officer, register, form = sent.officer, sent.register, sent.form
    with register.reading() as reading:
        context = _context(reading, officer, seq, form)
    return review.answer(
        sent,
        lambda: _reviewed(register, officer, form, context["entry"], context["fields"]),
        template=TEMPLATE,
        context=context,
    )


def _context(reading: Reading, officer: Officer, seq: int, form: Filled | None) -> dict[str, Any]:
    entry = corrections.find(reading.session, seq=seq, number=None)
    reader = reader_of(reading, officer)
    is_correction = entry.kind == corrections.KIND
    kinds = reading.register.handlers.kinds
    names = () if is_correction else sorted(kinds[entry.kind].restatable)
    fields = [f for f in (_field(reading, reader, entry, name) for name in names) if f is not None]
    kept = form.texts("restated.premises_ids") if form else None
    if kept is None:
        kept = [str(p["premises_id"]) for p in entry.content.get("premises", ())]
    return {
        "entry": entry,
        "entry_words": entry_words(entry),
        "fields": fields,
        "kept": kept,
        "is_correction": is_correction,
        "back": _back(entry),
    }


def _back(entry: Entry) -> str:
    case = next((s for s in entry.subjects if s.startswith(f"{SUBJECT}/")), None)
    return f"/infected-places/{number_in_path(case)}" if case else "/"


def _field(reading: Reading, reader: Reader, entry: Entry, name: str) -> Restatable | None:
    value: Any = entry.content.get(name)
    if name in MOMENTS:
        stands = in_words(instant(value)) if value else "not stated"
        return Restatable(name, "moment", MOMENTS[name], stands)
    if name in WORDS:
        return Restatable(name, "words", WORDS[name], str(value or "nothing"))
    if name == "premises_ids":
        options = [_premises(reading, reader, p) for p in entry.content["premises"]]
        return Restatable(name, "ticks", "Premises that stay declared", "", options)
    if name == "gazette":
        words = GazetteReference.from_json(value).words
        return Restatable(name, "gazette", "Official Gazette", words, parts=value)
    if name == "hour_stated":
        stands = "the hour is stated" if value else "no hour is stated"
        return Restatable(name, "yes_no", "Whether the gazette states the hour", stands, HOUR)
    return {
        "manner": Restatable(name, "choice", "How it was delivered", str(value), MANNERS),
        "accuracy_m": Restatable(
            name, "number", "How exact the position is, in metres", str(value)
        ),
        "geometry": Restatable(name, "outline", "The place", "as on the map"),
    }.get(name)


def _premises(reading: Reading, reader: Reader, about: Mapping[str, Any]) -> tuple[str, str]:
    row = premises_queries.get(reading.session, about["premises_id"])
    animals = animals_in_words(about["animals"]) or "no animals stated"
    return str(
        row.id
    ), f"{reader.name_of(row)}, No. {row.id}, {about['distance_m']:,.3f} m away, {animals}"


def _reviewed(
    register: Register,
    officer: Officer,
    form: Filled,
    entry: Entry,
    fields: Sequence[Restatable],
) -> review.Reviewed:
    how = form.text("how")
    if how not in ("strike", "restate"):
        raise Malformed.field("how", "choose whether the entry falls or is restated")
    restated: dict[str, Any] | None = None
    if how == "restate":
        with register.reading() as reading:
            restated = _restated(reading, form, fields, entry)
        if not restated:
            raise Malformed.field("how", "restate at least one field, or strike the entry")
    reason = form.text("reason")
    carried = {}
    if restated and "geometry" in restated:
        carried["restated.geometry"] = json.dumps(restated["geometry"])

    def act(writing: Writing) -> Entry:
        return correct(writing, officer, reason=reason, seq=entry.seq, restated=restated)

    return review.Reviewed(
        title="Read before you correct",
        words="Strike the entry" if restated is None else "Correct the entry",
        act=act,
        done=lambda made: Done.go(
            _back(entry), said=f"Entry {entry.seq} is corrected by {made.number}."
        ),
        what=lambda _: _what(entry, restated),
        grave=True,
        carried=carried,
    )


def _restated(
    reading: Reading, form: Filled, fields: Sequence[Restatable], entry: Entry
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in fields:
        name = f"restated.{one.name}"
        value = _READERS[one.control](reading, form, name)
        if one.control == "ticks":
            named = [p["premises_id"] for p in entry.content["premises"]]
            if set(value) == set(named):
                continue
        elif value is None or value == one.parts:
            continue
        found[one.name] = value
    return found


def _moment(_reading: Reading, form: Filled, field: str) -> str | None:
    found = given.moment(form.text(field), field)
    return None if found is None else found.isoformat()


def _words(_reading: Reading, form: Filled, field: str) -> str | None:
    return form.text(field) or None


def _number(_reading: Reading, form: Filled, field: str) -> float | None:
    return given.number(form.text(field), field, "metres") if form.text(field) else None


def _outline(reading: Reading, form: Filled, field: str) -> Any:
    shape = given.outline(reading, form, field)
    return None if shape is None else geojson.as_geojson(shape)


def _gazette(_reading: Reading, form: Filled, field: str) -> dict[str, str]:
    return {
        "series": form.text(f"{field}_series"),
        "number": form.text(f"{field}_number"),
        "date": given.day(form.text(f"{field}_date"), f"{field}_date").isoformat(),
    }


def _yes(_reading: Reading, form: Filled, field: str) -> bool | None:
    return {"yes": True, "no": False}.get(form.text(field))


def _ids(_reading: Reading, form: Filled, field: str) -> list[int]:
    return [given.whole_number(i, field) or 0 for i in form.texts(field)]


_READERS: Mapping[str, Callable[[Reading, Filled, str], Any]] = {
    "moment": _moment,
    "words": _words,
    "choice": _words,
    "number": _number,
    "outline": _outline,
    "ticks": _ids,
    "gazette": _gazette,
    "yes_no": _yes,
}


def _what(entry: Entry, restated: Mapping[str, Any] | None) -> list[str]:
    words = entry_words(entry)
    if restated is None:
        return [
            f"{words} (entry {entry.seq}) is struck: it counts as if it had never stood, from the"
            " moment of this correction on. It stays readable, marked as struck.",
            "What it did on the map falls. Documents already given out stay given out: take them"
            " back, or tell those who have them.",
        ]
    sentences = [f"{words} (entry {entry.seq}) stands as restated, from this correction on."]
    if "premises_ids" in restated:
        out = len(entry.content["premises"]) - len(restated["premises_ids"])
        sentences.append(
            f"{out} premises {'is' if out == 1 else 'are'} taken out, as if never declared. Tell"
            " those who had its notice."
        )
    if len(restated) > ("premises_ids" in restated):
        sentences.append("Its own words stay as they were; the correction stands beside them.")
    return sentences
