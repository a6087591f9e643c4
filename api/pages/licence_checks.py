"""A check of a removal on the way: one verdict first, then its reasons, then the taking back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.numbers import read_number
from api.once import Done
from api.pages import consignment_form, given, licence_words, licences
from api.pages.licence_fields import accuracy, at_its_field, one_of
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.tags import apart
from api.templating import number_in_path
from gis.coordinates import describe
from vetcontrol.errors import Malformed
from vetcontrol.law.diseases_of_animals.removal import Item, Mode
from vetcontrol.movement import queries
from vetcontrol.movement.checking import Found
from vetcontrol.movement.checks import check
from vetcontrol.movement.consignment import Consignment
from vetcontrol.movement.tables import CheckRow
from vetcontrol.officers.people import Officer, known_officer
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Writing

router = pages_router()
FORM = "movement/check.html"
LOOKED_AT: Mapping[str, str] = {
    "animals": "the animals",
    "items": "what else is carried",
    "tags": "the tags of the animals",
    "quantity": "how much of it is carried",
    "manner of travel": "how it travels",
    "person in charge": "who is in charge",
    "journey": "which journey it is",
    "vehicle": "the vehicle",
}
YES, NO, NOTHING = "yes", "no", "none"
QUANTITIES = (
    ("within", "No more than the licence names"),
    ("more", "More than the licence names"),
)


@router.get("/checks")
def checks(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: str = ""
) -> Response:
    """Which licence is checked: by its number, a tag or a vehicle; and the checks of late."""
    with register.reading() as reading:
        wanted = read_number(number) or number
        found = queries.search(reading.session, wanted)
        rows, total = queries.checks(reading.session, limit=20)
        recent = [
            {
                "client_id": row.client_id,
                "licence": row.licence,
                "at": row.checked_at,
                "word": licence_words.VERDICTS[row.verdict],
                "by": known_officer(reading.session, row.checked_by).name,
            }
            for row in rows
        ]
    if len(found) == 1:
        return page.go(f"/checks/new/{number_in_path(found[0])}")
    return page.show(
        "movement/checks.html",
        values={"number": number},
        found=found,
        recent=recent,
        total=total,
        officer_name=officer.name,
    )


@router.get("/checks/new/{number}")
def check_form(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """What is found at the place, beside what the licence says."""
    with register.reading() as reading:
        context = _context(reading, officer, number)
    return page.show(FORM, client_id=_new_id(), **context)


@router.post("/checks/new/{number}")
def checked(sent: SentForm, number: Number) -> Response:
    """Records the check and shows its verdict."""
    form = sent.form

    def context(reading: Reading) -> dict[str, Any]:
        # An id that belongs to another check (a form gone back to) would be refused for ever.
        taken = reading.session.get(CheckRow, form.text("client_id")) is not None
        shown = _context(reading, sent.officer, number, form)
        return shown | {"client_id": _new_id() if taken else form.text("client_id")}

    return sent.answer(lambda w: _check(w, sent.officer, number, form), FORM, context)


def _new_id() -> str:
    return secrets.token_urlsafe(16)


def _context(
    reading: Reading, officer: Officer, number: str, form: Filled | None = None
) -> dict[str, Any]:
    shown = licences.view_of(reading, officer, number)
    return shown | {
        "choices": consignment_form.choices(shown["of"]),
        "quantities": QUANTITIES,
        "ticked": [] if form is None else form.texts("items"),
    }


def _check(writing: Writing, officer: Officer, number: str, form: Filled) -> Done:
    licence = queries.licence(writing.session, number)
    client_id = form.text("client_id")
    # The same form sent once more is the same check, made when it first arrived.
    before = writing.session.get(CheckRow, client_id)
    first = writing.now if before is None else before.checked_at
    conditions = {
        ordinal: form.text(f"condition_{ordinal}") == YES
        for ordinal in range(1, len(licence.consignment.conditions) + 1)
        if form.text(f"condition_{ordinal}") in (YES, NO)
    }
    tags, counted = _animals(form, licence.consignment)
    found = Found(
        given.point(writing, form.text("position"), "position"),
        given.moment(form.text("at"), "at") or first,
        accuracy_m=accuracy(form, "accuracy_m"),
        tags=tags,
        counts=counted,
        items=_items(form, counted=bool(counted or tags)),
        within=_within(form),
        vehicle=form.text("vehicle") or None,
        mode=_mode(form),
        conditions=conditions or None,
        journey=given.count(form.text("journey"), "journey") or None,
    )
    with at_its_field():
        entry, _ = check(writing, officer, number, found, client_id=client_id)
    return Done.go(f"/checks/{entry.content['client_id']}")


def _animals(form: Filled, of: Consignment) -> tuple[list[str] | None, dict[str, int] | None]:
    """Tags read and animals counted; None for what was not looked at. Raises `Malformed`."""
    tags, counted = apart(form.text("tags"), of.tags), consignment_form.counts(form, of)
    if form.text("no_animals") == YES:
        if tags or counted:
            raise Malformed.field(
                "tags", "are given, or numbers, and that there are no animals; clear one"
            )
        return [], {}
    if form.text("dead") == YES and not (tags or counted):
        raise Malformed.field("tags", "say which are dead: give their tags, or how many they are")
    return tags or None, counted or None


def _items(form: Filled, *, counted: bool) -> list[Item] | None:
    """What else was found, with the animals; None where it was not looked at. Raises `Malformed`.

    Whether carcasses are licensed is judged with all that is carried.
    """
    ticked = set(form.texts("items"))
    if not ticked <= {NOTHING, *(name for name, _, _ in consignment_form.THINGS)}:
        raise Malformed.field("items", "is none of the choices; choose again")
    if NOTHING in ticked and len(ticked) > 1:
        raise Malformed.field("items", "says that nothing is carried, and what is; clear one")
    dead = form.text("dead") == YES
    if not ticked:
        if dead:
            raise Malformed.field("items", "say with dead animals what else is carried, or nothing")
        return None
    animals = [Item.CARCASS if dead else Item.ANIMAL] if counted else []
    return [*(Item(name) for name in sorted(ticked - {NOTHING})), *animals]


def _within(form: Filled) -> bool | None:
    """Whether no more of the items is carried than the licence names; None: not looked at."""
    said = one_of(form, "quantity", QUANTITIES) if form.text("quantity") else ""
    return said == "within" if said else None


def _mode(form: Filled) -> Mode | None:
    """How it travels; None: not looked at."""
    return Mode(one_of(form, "mode", consignment_form.MODES)) if form.text("mode") else None


@router.get("/checks/{client_id}")
def verdict(page: OfficerPage, register: RegisterDep, client_id: str) -> Response:
    """The verdict of one check, its reasons, and what it relied on."""
    with register.reading() as reading:
        entry = queries.entry_of_check(reading.session, client_id)
        shown = _verdict(reading, entry)
    return page.show("movement/verdict.html", check=shown)


def _verdict(reading: Reading, entry: Entry) -> dict[str, Any]:
    content = entry.content
    looks, sign, word, to_do = licence_words.VERDICTS[content["verdict"]]
    place = geometry_from(content["geometry"]).centroid
    reasons = content["decision"]["reasons"]
    against = [r for r in reasons if r.get("outcome") != "allowed"]
    now = content["as_known_now"]
    return {
        "looks": looks,
        "sign": sign,
        "word": word,
        "to_do": to_do,
        "verdict": content["verdict"],
        "licence": content["licence"],
        "client_id": content["client_id"],
        "against": against,
        "for": [r for r in reasons if r not in against],
        "at": entry.moment,
        "recorded_at": entry.recorded_at,
        "by": known_officer(reading.session, entry.actor).name,
        "where": describe(place.x, place.y),
        "accuracy_m": content["accuracy_m"],
        "known_seq": content["known_seq"],
        "journey": content["journey"],
        "found": licence_words.found_of(content["found"]),
        "not_looked_at": [LOOKED_AT.get(name, name) for name in content["not_looked_at"]],
        "later": licence_words.VERDICTS[now["verdict"]][2]
        if now["known_seq"] != content["known_seq"] and now["verdict"] != content["verdict"]
        else "",
        "position": f"{place.y:.7f}, {place.x:.7f}",
    }
