"""Section 13, by its case table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_areas, service
from vetcontrol.law.diseases_of_animals.infected_areas import Boundary, Gazette
from vetcontrol.law.diseases_of_animals.infected_places import Cessation
from vetcontrol.law.diseases_of_animals.terms import Inclusion, Relation

CASES = "infected_areas"


def _day(value: date | str) -> date | None:
    return value if isinstance(value, date) else None


def _decide(*, on: date, word: str, **given: Any) -> Decision:
    return infected_areas.decide(word, **given)


def _publication(
    *,
    on: date,
    series: str,
    number: str,
    published_on: date | str,
    approved: bool,
    boundary: Mapping[str, Any],
    clause: str = "DOA1974-13-2",
) -> Decision:
    facts = {"closed": True, "valid": True, "area_m2": 1000.0, **boundary}
    return infected_areas.publication(
        Gazette(series, number, _day(published_on)),
        None if facts.pop("none", False) else Boundary(**facts),
        approved=approved,
        at=on,
        clause=clause,
    )


def _takes_in_declared(*, on: date, **given: Any) -> Decision:
    return infected_areas.takes_in_declared(**given)


def _is_infected_area(*, on: date, published_on: date | str) -> Decision:
    return infected_areas.is_infected_area(_day(published_on), at=on)


def _amendment(*, on: date, kind: str, **given: Any) -> Decision:
    return infected_areas.amendment(kind, **given)


def _left_out(*, on: date, same_chain: bool, inclusion: str) -> Cessation:
    return infected_areas.left_out(same_chain=same_chain, inclusion=Inclusion(inclusion))


def _notices(*, on: date, places: Sequence[str], notices: Sequence[str], clause: str) -> Decision:
    made = [
        service.Notice(f"N/{number}", notice.removesuffix(" served"), notice.endswith(" served"))
        for number, notice in enumerate(notices)
    ]
    return service.one_notice_each(places, made, clause=clause)


def _exhibited(*, on: date, point: str, **given: Any) -> Decision:
    return infected_areas.exhibited(Relation(point), **given)


def _cancelled(*, on: date, other_live: Sequence[str]) -> Cessation:
    return infected_areas.cancelled_by_government(other_live=other_live)


def _all_told(*, on: date, **given: Any) -> Decision:
    return service.all_told(**given)


RULES = {
    "decide": _decide,
    "publication": _publication,
    "takes_in_declared": _takes_in_declared,
    "is_infected_area": _is_infected_area,
    "amendment": _amendment,
    "left_out": _left_out,
    "notices": _notices,
    "exhibited": _exhibited,
    "cancelled": _cancelled,
    "all_told": _all_told,
}


def test_case(case: Any) -> None:
    case.run(RULES)
