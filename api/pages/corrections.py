"""Correcting an entry: which is meant, then struck as a whole or restated in what was wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import Path
from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.numbers import read_number
from api.once import Done
from api.pages import given, restating, review
from api.pages.case_words import entry_words
from api.pages.desk_forms import reason
from api.pages.log import kind_words
from api.pages.page import OfficerPage, pages_router
from api.pages.restating import Restatable, fields_of
from api.pages.sent import Sent, SentForm
from api.pages.standing_words import on_the_map, states
from api.pages.written import animals_in_words
from api.personal import reader_of
from api.problems import problem_of
from api.templating import number_in_path
from vetcontrol.disease import kinds as of_cases
from vetcontrol.disease.case import SUBJECT
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.officers.correcting import correct
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.premises import queries as premises_queries
from vetcontrol.register import corrections
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import Entry, Kind, geometry_from
from vetcontrol.register.register import Reading, Writing

router = pages_router()
TEMPLATE = "corrections/correct.html"
FIND = "corrections/find.html"
REVIEW = "corrections/review.html"
OF_CASES = frozenset(kind.name for kind in of_cases.KINDS)
FIELDS = {
    "restated": "how",
    "gazette_series": "restated.gazette_series",
    "gazette_number": "restated.gazette_number",
    "gazette.date": "restated.gazette_date",
}
Seq = Annotated[int, Path(ge=1, le=2**53)]


@router.get("/corrections")
def asked(
    page: OfficerPage, register: RegisterDep, seq: str = "", number: str = "", entry: str = ""
) -> Response:
    """Which entry is meant, by sequence or number; named, the way to its form."""
    named = (entry or seq or number).strip()
    if not named:
        return page.show(FIND)
    try:
        with register.reading() as reading:
            target = _named(reading, named)
    except NotFound as unknown:
        problem, wrong = problem_of(unknown), {"entry": unknown.detail}
        shown = {"problem": problem, "errors": wrong, "values": {"entry": named}}
        return page.show(FIND, status=problem.type.status, **shown)
    return page.go(f"/corrections/{target.seq}")


def _named(reading: Reading, named: str) -> Entry:
    """The entry of a sequence or a number. Raises `NotFound`."""
    if named.isascii() and named.isdecimal() and len(named) < 16:
        return corrections.find(reading.session, seq=int(named), number=None)
    return corrections.find(reading.session, seq=None, number=read_number(named) or named)


@router.get("/corrections/{seq}")
def correction(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, seq: Seq
) -> Response:
    """The form, with what the entry says."""
    with register.reading() as reading:
        context = _context(reading, officer, seq)
        _require_standing(reading, context["target"])
    filled = {name: text for one in context["fields"] for name, text in one.filled().items()}
    return page.show(TEMPLATE, values=filled, **context)


@router.post("/corrections/{seq}")
def corrected(sent: SentForm, seq: Seq) -> Response:
    """Show what will change, then correct."""
    with sent.register.reading() as reading:
        context = _context(reading, sent.officer, seq) | {
            "kept": sent.form.texts("restated.premises_ids")
        }
        before = states(reading.session, context["target"].subjects)
    return review.answer(
        sent,
        lambda: _reviewed(sent, context, before),
        template=TEMPLATE,
        context=context,
        fields=FIELDS,
    )


def _context(reading: Reading, officer: Officer, seq: int) -> dict[str, Any]:
    """What the form shows. Raises `Refused` for an entry of a kind that is not corrected."""
    target = corrections.find(reading.session, seq=seq, number=None)
    is_correction = target.kind == corrections.KIND
    name = target.content["kind"] if is_correction else target.kind
    kind: Kind = reading.register.handlers.kinds[name]
    if not kind.correctable:
        raise Refused(
            f"An entry of the kind “{kind_words(name)}” keeps the people or the files of the"
            " register and is not undone by a correction. Do what puts it right as a new act."
        )
    declared = target.content.get("premises", ()) if "premises_ids" in kind.restatable else ()
    case = next((s for s in target.subjects if s.startswith(f"{SUBJECT}/")), None)
    of_case = case is not None and name in OF_CASES
    return {
        "target": target,
        "kind": kind,
        "is_correction": is_correction,
        "called": entry_words(target) if of_case else kind_words(target.kind),
        "fields": [] if is_correction else fields_of(kind, target),
        "premises": _premises(reading, officer, declared),
        "kept": [str(one["premises_id"]) for one in declared],
        "by": [WORDS[Role(role)] for role in kind.corrected_by],
        "back": f"/infected-places/{number_in_path(case)}" if case and of_case else "",
    }


def _premises(
    reading: Reading, officer: Officer, declared: Sequence[Mapping[str, Any]]
) -> list[tuple[str, str]]:
    """Declared premises by id, each in words."""
    reader = reader_of(reading, officer)
    found = []
    for one in declared:
        row = premises_queries.get(reading.session, one["premises_id"])
        animals = animals_in_words(one["animals"]) or "no animals stated"
        words = f"{reader.name_of(row)}, No. {row.id}, {one['distance_m']:,.3f} m away, {animals}"
        found.append((str(row.id), words))
    return found


def _require_standing(reading: Reading, target: Entry) -> None:
    """Raises `Refused` for an entry that is struck already."""
    strikes = corrections.strikes_of(reading.session)
    fallen = struck(strikes, reading.known().known_seq)
    by = [c for c, of in strikes if of == target.seq and c not in fallen]
    if target.seq in fallen and by:
        raise Refused(
            f"Entry {target.seq} is already struck by the correction {by[-1]}. Withdraw that"
            f" correction first: open entry {by[-1]} in the log."
        )


def _reviewed(sent: Sent, context: Mapping[str, Any], before: Mapping[str, str]) -> review.Reviewed:
    target: Entry = context["target"]
    fields: Sequence[Restatable] = context["fields"]
    with sent.register.reading() as reading:
        _require_standing(reading, target)
        restated, why = _given(reading, sent.form, fields), reason(sent.form)

    def act(writing: Writing) -> Entry:
        return correct(writing, sent.officer, reason=why, seq=target.seq, restated=restated)

    def look(writing: Writing, entry: Entry) -> Mapping[str, Any]:
        after = states(writing.session, target.subjects)
        return {
            "changes": [
                (one.label, one.told(), one.told_of(restated[one.name]))
                for one in fields
                if restated is not None and one.name in restated
            ],
            "map": on_the_map(writing.session, context["kind"], target, entry),
            "states": [(subject, before[subject], after[subject]) for subject in before],
        }

    carried = {}
    typed = sent.form.text("restated.geometry_position")
    if restated and restated.get("geometry") and not typed:
        shape = geometry_from(restated["geometry"])
        carried = given.carried(sent.form, shape, "restated.geometry")
    return review.Reviewed(
        title="Read before you correct",
        words="Strike the entry" if restated is None else "Correct the entry",
        act=act,
        done=lambda entry: Done.go(
            context["back"] or f"/log/{entry.seq}",
            f"Entry {target.seq} is corrected by {entry.number}.",
        ),
        what=lambda _: _told(context, restated),
        review=REVIEW,
        look=look,
        grave=True,
        carried=carried,
    )


def _given(
    reading: Reading, form: Filled, fields: Sequence[Restatable]
) -> Mapping[str, Any] | None:
    """The fields that the form changes; None where the entry is struck whole."""
    how = form.text("how")
    if how not in ("strike", "restate"):
        raise Malformed.field("how", "is not chosen; choose one of the two")
    if how == "strike":
        return None
    changed = restating.restated(reading, form, fields)
    if not changed:
        raise Malformed.field(
            "how", "restates nothing: change at least one field, or strike the whole entry"
        )
    return changed


def _told(context: Mapping[str, Any], restated: Mapping[str, Any] | None) -> list[str]:
    target: Entry = context["target"]
    if context["is_correction"]:
        return [
            f"The correction {target.number} falls, and entry {target.content['strikes']} stands"
            " again as it was.",
            "Both stay in the log.",
        ]
    named = f"{context['called']} (entry {target.seq})"
    if restated is None:
        return [
            f"{named} is struck: it counts as if it had never stood, for every question that knows"
            " of this correction. It stays in the log, marked as struck.",
            "What it did on the map falls. Documents already given out say what they said: take"
            " them back, or tell those who have them.",
        ]
    sentences = [
        f"{named} is read as restated from its own moment on, for every question that knows of"
        " this correction. Its number and its documents stay as they are."
    ]
    if "premises_ids" in restated:
        stay = set(restated["premises_ids"])
        names = [words for key, words in context["premises"] if int(key) not in stay]
        sentences.append(
            f"{len(names)} premises {'is' if len(names) == 1 else 'are'} taken out, as if never"
            f" declared. Tell those who had its notice: {'; '.join(names)}."
        )
    return sentences
