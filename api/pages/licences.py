"""Licences of section 14: the list, the application with what its way meets, and each licence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from api.answers import Portion
from api.asked import Number
from api.deps import CurrentOfficer, Paging, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import consignment_form, drafting, given, licence_words, review
from api.pages.licence_fields import at_its_field, one_of
from api.pages.map_layers import around
from api.pages.navigation import viewer_of
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import line_of
from api.personal import Reader, reader_of
from api.templating import number_in_path
from gis import geojson
from vetcontrol.clock import in_words
from vetcontrol.law.diseases_of_animals.licence import State
from vetcontrol.movement import queries
from vetcontrol.movement.application import apply, asked_journey
from vetcontrol.movement.checks import ROLES as CHECKERS
from vetcontrol.movement.consignment import Consignment, from_content
from vetcontrol.movement.licence import Licence
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.officers.people import Officer, known_officer
from vetcontrol.officers.roles import Role
from vetcontrol.register import documents as stored
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
FORM = "movement/application.html"
ASKED = (
    ("in_person", "In person"),
    ("in_writing", "In writing"),
    ("telephone", "By telephone"),
    ("message", "By message"),
    ("entered_for_owner", "Not asked; entered for the owner"),
)
NEAR_DEGREES = 0.02
DECIDERS = (Role.INSPECTOR, Role.VETERINARY_SURGEON)


@router.get("/licences")
def licences(
    page: OfficerPage, register: RegisterDep, part: Paging, state: str = "", q: str = ""
) -> Response:
    """All licences, the newest first, by state, tag, vehicle, number or village."""
    state = state if state in set(State) else ""
    with register.reading() as reading:
        states = [state] if state else []
        rows, total = queries.licences(
            reading.session, states=states, text=q.strip(), limit=part.limit, offset=part.offset
        )
        shown = [
            {
                "number": row.number,
                "village": row.village_name,
                "vehicle": row.vehicle,
                "status": _status(reading, row),
                "valid_from": row.valid_from,
                "valid_to": row.valid_to,
                "checks": row.checks,
            }
            for row in rows
        ]
        roles = viewer_of(reading, _officer(page)).roles
    return page.show(
        "movement/licences.html",
        rows=shown,
        total=total,
        following=_following(part, total),
        part=part,
        state=state,
        q=q,
        states=[(s.value, words) for s, (_, words) in licence_words.STATES.items()],
        may_apply=bool(roles & set(DECIDERS)),
    )


def _status(reading: Reading, row: LicenceRow) -> tuple[str, str]:
    state = State(row.state)
    # The row does not say from when.
    revoked = state is State.REVOKED
    ends = queries.licence(reading.session, row.number).revoked_at if revoked else None
    return licence_words.status(state, row.valid_from, row.valid_to, reading.now, ends)


def _officer(page: OfficerPage) -> Officer:
    assert page.officer is not None, "a page for officers"
    return page.officer


def _following(part: Portion, total: int) -> int | None:
    after = part.offset + part.limit
    return after if after < total else None


def _draft_key() -> drafting.Key:
    return drafting.Key("licence", "", "/licences/new")


@router.get("/licences/new")
def application_form(
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    origin: str = "",
    where: str = "",
) -> Response:
    """The form of an application; `origin` is premises of the register, `where` a position."""
    with register.reading() as reading:
        draft = drafting.offered(reading, officer, _draft_key(), page)
    begun = drafting.begun(draft)
    usual = {"origin_premises": origin, "origin_position": where}
    values = usual if begun is None else begun.values()
    return page.show(FORM, values=values, **_context(draft))


@router.post("/licences/new")
def applied(sent: SentForm) -> Response:
    """The review, which shows what the way meets, then the application."""
    with sent.register.reading() as reading:
        draft = drafting.offered(reading, sent.officer, _draft_key(), sent.page)
    return review.answer(
        sent,
        lambda: _application(sent.register, sent.officer, sent.form),
        template=FORM,
        context=_context(draft),
        draft=_draft_key(),
    )


def _context(draft: drafting.Offered) -> dict[str, Any]:
    return {
        "choices": consignment_form.choices(),
        "ground": "/maps/ground.json",
        "asked": ASKED,
        "draft": draft,
    }


def _application(register: Register, officer: Officer, form: Filled) -> review.Reviewed:
    with register.reading() as reading:
        removal = consignment_form.read(reading, form)
    facts: dict[str, Any] = {
        "removal": removal,
        "owner": form.text("owner"),
        "owner_address": form.text("owner_address"),
        "asked_how": one_of(form, "asked_how", ASKED),
        "asked_by": form.text("asked_by"),
        "asked_at": given.moment(form.text("asked_at"), "asked_at"),
        **given.signing(form),
    }

    def act(writing: Writing) -> Entry:
        with at_its_field():
            return apply(writing, officer, **facts)

    def done(entry: Entry) -> Done:
        number = entry.content["number"]
        return Done.go(
            f"/licences/{number_in_path(number)}",
            said=f"The application is entered as {number}. It is not granted yet.",
        )

    return review.Reviewed(
        title="What the journey meets on its way",
        words="Enter the application",
        act=act,
        done=done,
        what=_what_is_asked,
        look=lambda writing, entry: (
            way_met(writing, entry) | {"asked": _asked_for(writing, entry, officer)}
        ),
        review="movement/review.html",
    )


def _what_is_asked(rehearsal: review.Rehearsal) -> Sequence[str]:
    asked: Mapping[str, str] = {
        "allowed": "As it is described the journey needs no licence.",
        "refused": "The journey is unlawful without a licence (section 14).",
        "needs_decision": "Whether the journey needs a licence is for the Inspector to decide.",
    }
    return [
        asked[rehearsal.more["way"]["outcome"]],
        "Entering the application allows nothing yet; the Inspector grants or refuses it.",
    ]


def _asked_for(writing: Writing, entry: Entry, officer: Officer) -> list[tuple[str, str]]:
    """What an application asks for, as it was understood; its own words are his to read."""
    removal, reader = from_content(entry.content["removal"]), reader_of(writing, officer)
    further = [(f"Further condition {at}", said) for at, said in enumerate(removal.conditions, 1)]
    asked = [
        ("Owner", licence_words.text(writing, entry.content["owner"], may_read=True)),
        ("Window", f"{in_words(removal.valid_from)} to {in_words(removal.valid_to)}"),
    ]
    return asked + licence_words.conditions_of(writing, removal, reader, may_read=True) + further


def way_met(writing: Writing, entry: Entry) -> dict[str, Any]:
    """What the way of an application or a licence meets, with its map, for a review."""
    removal = from_content(entry.content["removal"])
    at = max(writing.now, removal.valid_from)
    return {
        "way": licence_words.way_of(asked_journey(writing, removal, at)),
        **_map_of(removal),
    }


def _map_of(of: Consignment) -> dict[str, Any]:
    """The sheet of a way that is not on the register yet: its address, and the line drawn on it."""
    bounds = ",".join(f"{b:.6f}" for b in around([of.line], NEAR_DEGREES))
    layers = ("infected_areas", "infected_places", "declared_places", "talukas")
    return {
        "frame": "/maps/inforce?review=1&"
        + urlencode({"layers": layers, "bounds": bounds}, doseq=True),
        "draft": {"geometry": geojson.as_geojson(of.line), "outline": None},
    }


@router.get("/licences/{number}")
def licence(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """One licence: its conditions, what its way meets now, its papers and its checks."""
    with register.reading() as reading:
        context = view_of(reading, officer, number)
    return page.show("movement/licence.html", **context)


def view_of(reading: Reading, officer: Officer, number: str) -> dict[str, Any]:
    """All that the page of a licence shows. Raises `NotFound`."""
    found = queries.licence(reading.session, number)
    reader = reader_of(reading, officer)
    roles = viewer_of(reading, officer).roles
    of = found.consignment
    may_read = _may_read(reader, found)
    met = asked_journey(reading, of, max(reading.now, min(of.valid_to, of.valid_from)))
    return {
        "licence": found,
        "state": found.state.value,
        "standing": licence_words.status(
            found.state, of.valid_from, of.valid_to, reading.now, found.revoked_at
        ),
        "of": of,
        "who": licence_words.who_asked(reading, found, dict(ASKED), may_read=may_read),
        "decided": licence_words.decided(found),
        "conditions": licence_words.conditions_of(reading, of, reader, may_read=may_read),
        "way": licence_words.way_of(met),
        "map": f"/maps/licence?number={number_in_path(number)}",
        "papers": papers_of(reading, found),
        "checks": [_check(reading, entry) for entry in reversed(found.checks)],
        "revocable": reading.now < of.valid_to
        and (
            found.state is State.GRANTED
            or (found.revoked_at is not None and found.revoked_at > reading.now)
        ),
        "deciding": bool(roles & set(DECIDERS)),
        "checking": bool(roles & set(CHECKERS)),
        "address": f"/licences/{number_in_path(number)}",
    }


def papers_of(reading: Reading, found: Licence) -> list[Any]:
    """The papers that the entries of a licence made, in their order."""
    return [
        line_of(made) for seq in found.entries for made in stored.of_entry(reading.session, seq)
    ]


def _check(reading: Reading, entry: Entry) -> dict[str, Any]:
    looks, sign, word, _ = licence_words.VERDICTS[entry.content["verdict"]]
    return {
        "client_id": entry.content["client_id"],
        "at": entry.moment,
        "looks": looks,
        "sign": sign,
        "word": word,
        "by": known_officer(reading.session, entry.actor).name,
        "journey": entry.content["journey"],
    }


def person_shown(reading: Reading, found: Licence, officer: Officer) -> str:
    """Who is in charge on the way, as far as this officer may read it."""
    if not _may_read(reader_of(reading, officer), found):
        return ""
    return licence_words.text(reading, found.consignment.person_in_charge, may_read=True)


def _may_read(reader: Reader, found: Licence) -> bool:
    """Whether names on a licence are for this reader: of where it begins, or of where the removal
    happens that it is for, which of transit is another place."""
    return any(map(reader.may_read, (found.consignment.origin.geometry, found.licensed_at)))
