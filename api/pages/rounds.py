"""The round: what is still to be delivered, village by village in an order of visit, and the
delivery of one paper on the spot."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from shapely import Point
from starlette.responses import Response

from api import proofs
from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.numbers import read_number
from api.once import Done
from api.pages import given
from api.pages.case_words import MANNERS
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import line_of
from api.personal import Reader, reader_of
from api.templating import number_in_path
from gis.geodesic import distance
from vetcontrol.disease import queries
from vetcontrol.disease.rounds import Due, due, in_order_of_round, village_of
from vetcontrol.disease.serving import about, serve
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.officers.people import Officer
from vetcontrol.places.words import position_words
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register import documents as stored
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Writing

router = pages_router()
ROUND = "story/rounds.html"
SERVE = "story/serve.html"
NOWHERE = "Village not known"
ALL = "all"


@dataclass(frozen=True)
class Paper:
    """A copy or notice to hand over at a stop."""

    number: str
    title: str
    addressee: str
    clause: str
    case_number: str


@dataclass(frozen=True)
class Halt:
    """A stop of the round: its number on the map, the place, the way to it, what to deliver."""

    serial: int
    place: str
    near: str
    point: Point
    metres: float | None
    papers: Sequence[Paper]

    @property
    def position(self) -> str:
        """Latitude and longitude for a telephone's map."""
        return f"{self.point.y:.6f},{self.point.x:.6f}"


@dataclass(frozen=True)
class Village:
    """The stops of one village, in order."""

    name: str
    halts: Sequence[Halt]
    known: bool = True

    @property
    def papers(self) -> int:
        """How many copies and notices wait there."""
        return sum(len(halt.papers) for halt in self.halts)


@router.get("/rounds")
def the_round(  # noqa: PLR0917  (one parameter for each of the query's)
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    case: str = "",
    start: str = "",
    after: str = "",
) -> Response:
    """The round of a case, or of all cases in the officer's area; from `start` (typed position),
    from where the paper `after` was delivered, or from the infected place."""
    number = read_number(case) or case.strip()
    with register.reading() as reading:
        begin, problem = None, None
        try:
            begin = _start(reading, number, start, after)
        except Malformed as refusal:
            problem = refusal
        reader = reader_of(reading, officer)
        waiting = [d for d in due(reading, number or None) if reader.may_read(d.stop.point)]
        villages = list(_villages(reading, reader, waiting, begin))
        if number and not waiting:
            queries.case(reading.session, number)
    context = {
        "case": number,
        "scope": number_in_path(number) if number else ALL,
        "villages": villages,
        "papers": len(waiting),
        "known": sum(v.known for v in villages),
        "stops": sum(len(v.halts) for v in villages),
        "line": _line(villages, begin),
        "start": start,
        "wrong": problem.detail if problem else "",
    }
    return page.show(ROUND, status=422 if problem else 200, **context)


def _start(reading: Reading, case: str, start: str, after: str) -> Point | None:
    if start.strip():
        return given.point(reading, start, "start")
    if after:
        row = reading.session.get(ServiceRow, read_number(after) or after)
        if row is not None:
            found = queries.case(reading.session, row.case_number)
            return about(found, row.feature).representative_point()
    if case:
        place = geometry_from(queries.case(reading.session, case).geometry)
        return place.representative_point()
    return None


def _villages(
    reading: Reading, reader: Reader, waiting: Sequence[Due], begin: Point | None
) -> Iterator[Village]:
    by_document = {one.stop.document: one for one in waiting}
    ordered = in_order_of_round([one.stop for one in waiting], begin)
    serial, here = itertools.count(1), begin
    for village, stops in itertools.groupby(ordered, key=lambda s: s.village):
        halts = []
        for point, together in itertools.groupby(stops, key=lambda s: s.point):
            papers = [by_document[s.document] for s in together]
            assert point is not None
            metres = None if here is None else distance(here.x, here.y, point.x, point.y)
            halts.append(_halt(reading, reader, next(serial), papers, point, metres))
            here = point
        yield Village(village or NOWHERE, halts, known=bool(village))


def _halt(  # noqa: PLR0917  (the facts of one stop)
    reading: Reading,
    reader: Reader,
    serial: int,
    papers: Sequence[Due],
    point: Point,
    metres: float | None,
) -> Halt:
    first = papers[0]
    row = None
    if first.premises_id is not None:
        row = reading.session.get(PremisesRow, first.premises_id)
    place = reader.named(row) if row is not None else position_words(_as_json(point))
    near = "" if first.distance_m is None else f"{first.distance_m:,.0f} m from the infected place"
    return Halt(serial, place, near, point, metres, [_paper(reading, one) for one in papers])


def _as_json(point: Point) -> dict[str, Any]:
    return {"type": "Point", "coordinates": [point.x, point.y]}


def _paper(reading: Reading, one: Due) -> Paper:
    line = line_of(stored.get(reading.session, one.stop.document))
    return Paper(one.stop.document, line.title, line.addressee, one.clause, one.case_number)


def _line(villages: Sequence[Village], begin: Point | None) -> dict[str, Any]:
    """The stops and the way between them for the map: longitude first."""
    halts = [halt for village in villages for halt in village.halts]
    return {
        "start": None if begin is None else [begin.x, begin.y],
        "stops": [[halt.point.x, halt.point.y, halt.serial, halt.place] for halt in halts],
    }


@router.get("/serve/{number}")
def one_paper(
    page: OfficerPage,
    officer: CurrentOfficer,
    register: RegisterDep,
    number: Number,
    scope: str = "",
) -> Response:
    """The form on the spot: how, to whom, signature on glass, photograph, number of the post."""
    with register.reading() as reading:
        context = _one(reading, officer, number, scope)
    return page.show(SERVE, **context)


@router.post("/serve/{number}")
def served(sent: SentForm, number: Number) -> Response:
    """Record the delivery; back to the next stop of the round it belongs to."""
    officer, form = sent.officer, sent.form
    proof = cache(lambda: proofs.of_form(form))

    def act(writing: Writing) -> Done:
        paper = _one(writing, officer, number, form.text("scope"))
        manner, received_by = form.text("manner"), form.text("received_by")
        if not manner:
            raise Malformed.field("manner", "is not chosen; choose how it was delivered")
        proofs.ask_reason(manner, proof(), received_by, paper["row"].clause)
        serve(
            writing,
            officer,
            number,
            manner=manner,
            served_at=given.moment(form.text("served_at"), "served_at"),
            received_by=received_by,
            proof=proof(),
        )
        return Done.go(paper["next"], f"{number} is recorded as delivered.")

    return sent.answer(
        act, SERVE, lambda r: _one(r, officer, number, form.text("scope")), first=proof
    )


def _one(reading: Reading, officer: Officer, number: str, scope: str) -> dict[str, Any]:
    row = reading.session.get(ServiceRow, number)
    if row is None:
        raise NotFound(f"{number} is not a copy or notice that waits for delivery.")
    case = queries.case(reading.session, row.case_number)
    place = about(case, row.feature)
    reader = reader_of(reading, officer)
    line = line_of(stored.get(reading.session, number))
    premises = None
    if row.premises_id is not None:
        premises = reading.session.get(PremisesRow, row.premises_id)
    described = place.representative_point()
    in_case = number_in_path(row.case_number)
    back = f"/infected-places/{in_case}/services"
    onward = back
    if scope in (ALL, in_case):
        of = "" if scope == ALL else f"case={in_case}&"
        back = f"/rounds?{of}".rstrip("?&")
        onward = f"/rounds?{of}after={number_in_path(number)}#next"
    reading.session.expunge(row)
    return {
        "row": row,
        "number": number,
        "title": line.title,
        "addressee": line.addressee if reader.may_read(place) else "",
        "village": village_of(reading, case, row.feature),
        "place": reader.named(premises)
        if premises is not None
        else position_words(_as_json(described)),
        "scope": scope,
        "back": back,
        "next": onward,
        "manners": MANNERS,
    }
