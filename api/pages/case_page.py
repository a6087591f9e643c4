"""A case from its order to its end: state, what is due, what was done by which clause, papers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, Paging, RegisterDep
from api.pages.case_words import STATES, STEPS, entry_words
from api.pages.navigation import Viewer, viewer_of
from api.pages.page import OfficerPage, pages_router
from api.pages.paging import steps
from api.pages.review import reasons_of
from api.pages.written import Written, line_of
from api.personal import Reader, reader_of
from api.templating import number_in_path
from vetcontrol.clock import in_words
from vetcontrol.disease import case as kinds
from vetcontrol.disease import queries
from vetcontrol.disease.case import Case, State
from vetcontrol.disease.waiting import Waiting
from vetcontrol.gazette.schedule import diseases
from vetcontrol.officers.people import known_officer
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.places.words import position_words
from vetcontrol.premises import queries as premises_queries
from vetcontrol.register import documents as stored
from vetcontrol.register.corrections import KIND as CORRECTION
from vetcontrol.register.corrections import strikes_of
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import Entry, entries_of, geometry_from
from vetcontrol.register.register import Reading

router = pages_router()
ENDED = (State.CANCELLED, State.CEASED)


@dataclass(frozen=True)
class Line:
    """One entry of the case as its timeline tells it."""

    entry: Entry
    words: str
    by: str
    papers: Sequence[Written]
    reasons: Sequence[Mapping[str, Any]]
    struck: bool
    corrected: str
    correctable: bool


@dataclass(frozen=True)
class Due:
    """What the case waits for: whose it is, where it is done, since when."""

    words: str
    clause: str
    wording: str
    since: datetime
    who: str
    address: str
    mine: bool
    age_days: int


@dataclass(frozen=True)
class CaseView:
    """All that the page of a case shows."""

    case: Case
    place: str
    status: tuple[str, str]
    in_force: Sequence[tuple[str, int, int]]
    first: Sequence[tuple[str, str]]
    due: Sequence[Due]
    more: Sequence[tuple[str, str]]
    timeline: Sequence[Line]
    unserved: int
    served: int
    path: str


@router.get("/infected-places")
def cases(page: OfficerPage, register: RegisterDep, part: Paging, state: str = "") -> Response:
    """All cases, the newest first."""
    with register.reading() as reading:
        states = [state] if state in set(State) else []
        rows, total = queries.listing(
            reading.session, states=states, limit=part.limit, offset=part.offset
        )
        names = {d.code: d.name for d in diseases(reading.session)}
        shown = [
            {
                "number": row.number,
                "village": row.village_name,
                "disease": names.get(row.disease, row.disease),
                "status": STATES[State(row.state)],
                "ordered_at": row.ordered_at,
            }
            for row in rows
        ]
    return page.show(
        "story/cases.html",
        rows=shown,
        steps=steps(page.request, part.offset, len(shown), total, part.limit),
        state=state,
        states=[(s.value, STATES[s][1]) for s in State],
    )


@router.get("/infected-places/{number}")
def case(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number
) -> Response:
    """One case."""
    with register.reading() as reading:
        viewer = viewer_of(reading, officer)
        view = view_of(reading, viewer, number)
    return page.show("story/case.html", view=view, now=reading.now)


def view_of(reading: Reading, viewer: Viewer, number: str) -> CaseView:
    """The case as `viewer` may see it. Raises `NotFound`."""
    file = queries.file(reading.session, number)
    found = file.case
    reader = reader_of(reading, viewer.officer)
    may_read = reader.may_read(geometry_from(found.geometry))
    path = f"/infected-places/{number_in_path(number)}"
    return CaseView(
        case=found,
        place=place_words(reading, found, reader),
        status=_status(found, reading.now),
        in_force=_in_force(reading, found),
        due=list(_due(reading, viewer, file.waiting, path)),
        first=list(_first(found, viewer, path)),
        more=list(_more(found, viewer, path)),
        timeline=list(_timeline(reading, viewer, number, may_read=may_read)),
        unserved=sum(s.waits for s in file.services),
        served=sum(s.served_at is not None for s in file.services),
        path=path,
    )


def _status(case: Case, at: datetime) -> tuple[str, str]:
    coming = [begins for f, begins in case.begins.items() if case.areas[f]]
    if case.state is State.INFECTED_AREA and min(coming) > at:
        return "restricted", f"Infected area published, takes effect on {in_words(min(coming))}"
    return STATES[case.state]


def place_words(reading: Reading, case: Case, reader: Reader) -> str:
    """The place by its name where the reader may know it, else by number or position."""
    if case.premises_id is None:
        return position_words(case.geometry)
    row = premises_queries.get(reading.session, case.premises_id)
    return reader.named(row)


def _in_force(reading: Reading, case: Case) -> list[tuple[str, int, int]]:
    """For the order and each declaration: its places in force now, of how many."""
    snapshot = reading.known()
    found = []
    for one in case.declarations:
        live = sum(snapshot.feature(f, reading.now) is not None for f in one.features)
        found.append((one.number, live, len(one.features)))
    return found


def _due(reading: Reading, viewer: Viewer, waiting: Sequence[Waiting], path: str) -> Iterator[Due]:
    for step in together(waiting):
        words, roles, last = STEPS[step.step]
        number = number_in_path(step.number)
        desk = step.step in ("approval", "publication", "exhibition")
        yield Due(
            words.format(step.number),
            step.clause,
            step.wording,
            step.since,
            " or ".join(WORDS[r] for r in roles),
            f"/gazette/{number}" if desk else f"{path}/{last}",
            bool(viewer.roles & set(roles)),
            max(0, (reading.now - step.since).days),
        )


def together(waiting: Sequence[Waiting]) -> list[Waiting]:
    """The steps with all deliveries of one clause as one, counted, since the oldest."""
    found: list[Waiting] = []
    deliveries: dict[str, list[Waiting]] = {}
    for step in waiting:
        if step.step == "service":
            deliveries.setdefault(step.clause, []).append(step)
        else:
            found.append(step)
    found += [
        replace(steps[0], number=f"({len(steps)} not yet recorded as delivered)")
        for steps in deliveries.values()
    ]
    return sorted(found, key=lambda step: step.since)


RADIUS = "Declare premises within a radius"


def _first(case: Case, viewer: Viewer, path: str) -> Iterator[tuple[str, str]]:
    """What is sensibly done before what is due: the radius, before all of it is reported."""
    if Role.VETERINARY_SURGEON in viewer.roles and case.state is State.CONFIRMED:
        yield RADIUS, f"{path}/radius"


def _more(case: Case, viewer: Viewer, path: str) -> Iterator[tuple[str, str]]:
    """What may be done besides: words and address."""
    may = Role.VETERINARY_SURGEON in viewer.roles and case.examination is not None
    if may and case.state not in (*ENDED, State.CONFIRMED):
        yield RADIUS, f"{path}/radius"
    if viewer.roles & {Role.GOVERNMENT, Role.COLLECTOR} and any(case.areas.values()):
        newest = number_in_path(list(case.notifications)[-1])
        yield "Amend or rescind the infected area", f"/gazette/{newest}"


def _timeline(reading: Reading, viewer: Viewer, number: str, *, may_read: bool) -> Iterator[Line]:
    session = reading.session
    strikes = strikes_of(session)
    fallen = struck(strikes, reading.known().known_seq)
    entries = entries_of(session, number)
    by_target = {
        e.content["strikes"]: e for e in entries if e.kind == CORRECTION and e.seq not in fallen
    }
    names = _names(reading, entries)
    for entry in entries:
        if entry.kind == kinds.SERVED:
            continue
        correction = by_target.get(entry.seq)
        yield Line(
            entry,
            entry_words(entry),
            names[entry.actor],
            [_paper(d, may_read=may_read) for d in stored.of_entry(session, entry.seq)],
            reasons_of(entry),
            entry.seq in fallen,
            f"{correction.number}: {correction.content['reason']}" if correction else "",
            entry.seq not in fallen and _may_correct(reading, viewer, entry),
        )


def _paper(document: Any, *, may_read: bool) -> Written:
    line = line_of(document)
    if may_read or document.addressee is None:
        return line
    return replace(line, addressee="to whom is not shown outside the officers of the area")


def _names(reading: Reading, entries: Sequence[Entry]) -> Mapping[str, str]:
    return {a: known_officer(reading.session, a).name for a in {e.actor for e in entries}}


def _may_correct(reading: Reading, viewer: Viewer, entry: Entry) -> bool:
    name = entry.content["kind"] if entry.kind == CORRECTION else entry.kind
    kind = reading.register.handlers.kinds[name]
    roles = {Role(r) for r in kind.corrected_by}
    # An Inspector corrects what he himself did.
    if viewer.officer is None or viewer.officer.username != entry.actor:
        roles -= {Role.INSPECTOR}
    return kind.correctable and bool(viewer.roles & roles)
