"""The register of premises on pages: the list, and one place with all that is known of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.pages.desk_forms import sought
from api.pages.page import OfficerPage, pages_router
from api.pages.paging import SIZE, offset_of, steps
from api.pages.written import animals_in_words, species_words
from api.personal import reader_of
from api.templating import number_in_path
from gis.coordinates import describe
from vetcontrol.disease.answers import TOLD
from vetcontrol.disease.tables import InfectedPlaceRow, ServiceRow
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import Role
from vetcontrol.places.queries import whereabouts
from vetcontrol.premises import queries, service
from vetcontrol.premises.keeping import WITHIN_AREA
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import EntryRow

router = pages_router()
WORDS = {
    FeatureKind.INFECTED_PLACE: "Infected place",
    FeatureKind.DECLARED_PLACE: "Declared within the radius",
    FeatureKind.INFECTED_AREA: "Infected area",
    FeatureKind.CONTROL: "Control",
}
ROLES = {"owner": "Owner", "occupier": "Occupier", "person_in_charge": "Person in charge"}
KEEPING = frozenset(Role(role) for role in service.ROLES)
KEEPING_ANYWHERE = KEEPING - WITHIN_AREA


@dataclass(frozen=True)
class Declared:
    """One declaration that named the place: its number, case, distance, and whether it holds."""

    number: str
    case: str
    distance_m: float | None
    kind: str
    state: str


@router.get("/premises")
def listed(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, q: str = "", offset: str = ""
) -> Response:
    """Premises by number, or those of a village, a number, or a name that the officer may read."""
    start, words = offset_of(offset), sought(q)
    with register.reading() as reading:
        reader = reader_of(reading, officer)
        rows, total = queries.listing(
            reading.session, limit=SIZE, offset=start, text=words, names=reader.names
        )
        lines = [
            {
                "row": row,
                "name": row.name if reader.may_read(row.shape) else "",
                "animals": animals_in_words(json.loads(row.animals)),
            }
            for row in rows
        ]
        return page.show(
            "premises/list.html",
            lines=lines,
            q=words,
            may_act=bool(page.viewer().roles & KEEPING),
            may_import=bool(page.viewer().roles & KEEPING_ANYWHERE),
            steps=steps(page.request, start, len(rows), total),
        )


@router.get("/premises/{premises_id:int}")
def one(
    page: OfficerPage, officer: CurrentOfficer, premises_id: int, register: RegisterDep
) -> Response:
    """One place: where it is and how well that is known, who keeps what, what was declared."""
    with register.reading() as reading:
        context = _record(reading, officer, premises_id)
        context["correctable"] &= context["may_read"] and bool(page.viewer().roles & KEEPING)
        return page.show("premises/record.html", **context)


def _record(reading: Reading, officer: Officer, premises_id: int) -> dict[str, Any]:
    row = queries.get(reading.session, premises_id)
    entry = reading.session.get_one(EntryRow, row.entry_seq)
    reader = reader_of(reading, officer)
    may_read = reader.may_read(row.shape)
    keepers = queries.keepers(reading.session, [row.id]).get(row.id, []) if may_read else []
    counts = json.loads(row.animals)
    point = row.shape.representative_point()
    lies = whereabouts(reading.known(), row.shape, reading.now)
    return {
        "row": row,
        "entry": {"seq": entry.seq, "kind": entry.kind},
        "name": reader.name_of(row),
        "may_read": may_read,
        "keepers": [(ROLES.get(k.role, k.role), k.name, k.address) for k in keepers],
        "animals": [(species_words(s), n) for s, n in sorted(counts.items())],
        "total": sum(counts.values()),
        "shape": _shape_words(row),
        "position": describe(point.x, point.y),
        "degrees": f"{point.y:.6f}, {point.x:.6f}",
        "lies": lies,
        "at_hand": [
            {
                "what": WORDS[v.kind],
                "name": v.facts.get("name", v.feature),
                "address": _address(v),
                "number": v.facts.get("number", v.feature),
                "since": v.since,
            }
            for v in reading.known().meeting(row.shape, reading.now)
            if v.kind in TOLD and row.placement == "located"
        ],
        "cases": list(_cases(reading, row.id)),
        "declared": list(_declared(reading, row.id)),
        "is_of_file": entry.kind != service.RECORDED,
        "correctable": entry.kind == service.RECORDED,
    }


def _shape_words(row: PremisesRow) -> str:
    if row.placement == "village":
        return "Known only by village: nothing is decided from where in it the place may be"
    parts = len(getattr(row.shape, "geoms", (row.shape,)))
    article, what = ("A", "point") if "Point" in row.shape.geom_type else ("An", "outline")
    return f"{article} {what}" if parts == 1 else f"{parts} {what}s, all one premises"


def _address(version: Version) -> str | None:
    """The page of what is in force: its case, or its notification."""
    if version.kind in (FeatureKind.INFECTED_AREA, FeatureKind.CONTROL):
        number = version.facts.get("number")
        return f"/gazette/{number_in_path(str(number))}" if number else None
    case = version.facts.get("case") or version.facts.get("case_number")
    case = case or version.feature.partition("/")[2]
    return f"/infected-places/{number_in_path(str(case))}"


def _cases(reading: Reading, premises_id: int) -> Iterator[dict[str, Any]]:
    rows = reading.session.scalars(
        select(InfectedPlaceRow)
        .where(InfectedPlaceRow.premises_id == premises_id)
        .order_by(InfectedPlaceRow.id.desc())
    )
    for row in rows:
        yield {"number": row.number, "state": row.state.replace("_", " "), "at": row.ordered_at}


def _declared(reading: Reading, premises_id: int) -> Iterator[Declared]:
    known, told = reading.known(), set()
    rows = reading.session.scalars(
        select(ServiceRow)
        .where(ServiceRow.premises_id == premises_id, ServiceRow.distance_m.is_not(None))
        .order_by(ServiceRow.document.desc())
    )
    for row in rows:
        if row.feature in told:
            continue
        told.add(row.feature)
        versions = known.by_feature.get(row.feature, ())
        if not versions:
            kind, state = "ended", "Struck by a correction"
        elif versions[-1].covers(reading.now):
            kind, state = "restricted", "In force"
        else:
            kind, state = "ended", "Ended"
        yield Declared(row.declaration, row.case_number, row.distance_m, kind, state)
