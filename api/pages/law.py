"""The law as it is in force: the Schedule, commencements, provision by disease, and the clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from starlette.responses import Response

from api.deps import RegisterDep
from api.pages import areas, given
from api.pages.desk_forms import sought
from api.pages.page import AnyonesPage, pages_router
from api.problems import problem_of
from gis import geodesic
from vetcontrol import statutes
from vetcontrol.clock import day_of, start_of_day
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.gazette import commencement, schedule
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.tables import DiseaseRow
from vetcontrol.law.clauses import Clause
from vetcontrol.law.decisions import Decision, Outcome
from vetcontrol.officers.roles import Role
from vetcontrol.register.corrections import standing
from vetcontrol.register.effects import Version
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import EntryRow

router = pages_router()
STATUTE = "DOA1974"
IN_THIS_PROGRAM = ("1", "2", "3", "4", "11", "13")
"""The sections whose procedure this program carries; the others wait for their registers."""
_NUMBER = re.compile(r"COM/[0-9]{4}/[0-9]{6}")


@dataclass(frozen=True)
class Commenced:
    """One notification of section 1(3), in words."""

    number: str
    seq: int
    operation: str
    provisions: str
    diseases: str
    areas: str
    from_date: date
    gazette: str


@dataclass(frozen=True)
class Cell:
    """Whether one provision is in force for one disease: sign, word, notification and reason."""

    kind: str
    word: str
    number: str
    text: str


@router.get("/law")
def law(page: AnyonesPage, register: RegisterDep) -> Response:
    """The Schedule of diseases, the commencement notifications, and the way to the matrix."""
    with register.reading() as reading:
        rows = schedule.diseases(reading.session)
        return page.show(
            "law/law.html",
            today=day_of(reading.now),
            diseases=[(row, *_standing(row, day_of(reading.now))) for row in rows],
            commenced=[_commenced(e, rows) for e in commencements(reading)],
            areas=areas.offered(reading),
            may_act=Role.GOVERNMENT in page.viewer().roles,
        )


@router.get("/law/matrix")
def matrix(
    page: AnyonesPage,
    register: RegisterDep,
    area: str = "",
    on: str = "",
    sections: str = "",
) -> Response:
    """Provision by disease for one area on one day: in force or not, by which notification."""
    context: dict[str, Any] = {"rows": (), "names": (), "of": None, "day": None, "problem": None}
    with register.reading() as reading:
        asked_day = on.strip() or day_of(reading.now).isoformat()
        try:
            of = areas.chosen(reading, sought(area, "area"), "area") if area.strip() else None
            of = of or _whole(reading)
            day = given.day(asked_day, "on")
            context |= _matrix(reading, of, day, whole_act=sections == "all")
            context |= {"of": of, "day": day}
        except VetcontrolError as refusal:
            context["problem"] = problem_of(refusal)
        problem = context["problem"]
        return page.show(
            "law/matrix.html",
            status=problem.type.status if problem else 200,
            errors={e.field: e.message for e in problem.errors} if problem else {},
            values={
                "area": area or (areas.written(context["of"]) if context["of"] else ""),
                "on": asked_day,
                "sections": sections,
            },
            areas=areas.offered(reading),
            **context,
        )


@router.get("/law/clauses")
def clauses(page: AnyonesPage, q: str = "") -> Response:
    """The clauses of the sections this program carries: what each asks and what is done."""
    words = sought(q).casefold()
    found = [c for c in _clauses() if words in f"{c.id} {c.rule} {c.software} {c.actor}".casefold()]
    by_section: dict[str, list[Clause]] = {}
    for clause in found:
        by_section.setdefault(_section(clause), []).append(clause)
    return page.show(
        "law/clauses.html",
        by_section=by_section,
        q=q.strip(),
        count=len(found),
        total=len(_clauses()),
    )


def commencements(reading: Reading) -> list[Entry]:
    """The standing notifications of section 1(3), as corrected, the newest first."""
    numbers = reading.session.scalars(
        select(EntryRow.number)
        .where(EntryRow.kind == commencement.KIND)
        .order_by(EntryRow.seq.desc())
    )
    found: list[Entry] = []
    for number in numbers:
        found += standing(reading.session, f"commencement/{number}")
    return found


def provisions() -> list[str]:
    """The sections of the Act, in its order."""
    found = [_section(clause) for clause in statutes.clauses().statutes()[STATUTE]]
    return sorted(dict.fromkeys(found), key=int)


def _clauses() -> list[Clause]:
    return [
        clause
        for clause in statutes.clauses().statutes()[STATUTE]
        if _section(clause) in IN_THIS_PROGRAM
    ]


def _section(clause: Clause) -> str:
    found = re.match(r"[0-9]+", clause.section)
    assert found is not None
    return found.group()


def _standing(row: DiseaseRow, today: date) -> tuple[str, str]:
    if row.from_date > today:
        return "draft", "Begins later"
    if row.to_date is not None and row.to_date <= today:
        return "ended", "No longer scheduled"
    return "in_force", "Scheduled"


def _commenced(entry: Entry, rows: list[DiseaseRow]) -> Commenced:
    content, names = entry.content, {row.code: row.name for row in rows}
    said = content["provisions"]
    return Commenced(
        content["number"],
        entry.seq,
        content["operation"],
        "The whole Act" if "all" in said else f"Sections {', '.join(said)}",
        ", ".join(names.get(c, c) for c in content["diseases"]) or "Every scheduled disease",
        ", ".join(content["area_names"]),
        date.fromisoformat(content["from_date"]),
        GazetteReference.from_json(content["gazette"]).words,
    )


def _whole(reading: Reading) -> Version:
    """The largest parcel of the territory. Raises `Malformed` where no layer is known."""
    found = areas.in_force(reading)
    if not found:
        raise Malformed.field("area", "cannot be chosen: no layer of areas is on the register")
    first = [v for v in found if v.kind is found[0].kind]
    return max(first, key=lambda v: geodesic.area(v.geometry))


def _matrix(reading: Reading, of: Version, day: date, *, whole_act: bool) -> dict[str, Any]:
    at = start_of_day(day)
    rows = schedule.diseases(reading.session)
    shown = provisions() if whole_act else list(IN_THIS_PROGRAM)
    scheduled = [(row.code, row.name, _in_schedule(reading, row, at)) for row in rows]
    return {
        "names": [name for _, name, _ in scheduled],
        "rows": [
            (provision, list(_cells(reading, provision, scheduled, of, at))) for provision in shown
        ],
    }


def _in_schedule(reading: Reading, row: DiseaseRow, at: datetime) -> bool:
    _, decision = schedule.in_schedule(reading.session, row.code, at)
    return decision.outcome is not Outcome.REFUSED


def _cells(
    reading: Reading,
    provision: str,
    scheduled: list[tuple[str, str, bool]],
    of: Version,
    at: datetime,
) -> Iterator[Cell]:
    for code, _name, held in scheduled:
        decision = commencement.operative(
            reading, provision, disease=code, geometry=of.geometry, at=at
        )
        yield _cell(decision, held)


def _cell(decision: Decision, scheduled: bool) -> Cell:
    text = " ".join(reason.text for reason in decision.reasons)
    number = _NUMBER.search(text)
    if decision.outcome is Outcome.REFUSED:
        return Cell("refused", "Not in force", "", text)
    if not scheduled:
        return Cell("unknown", "In force, not scheduled", number.group() if number else "", text)
    word = "In force" if number else "Since the Act began"
    return Cell("in_force", word, number.group() if number else "", text)
