"""Section 11, by its case table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from vetcontrol import statutes
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import infected_places, service
from vetcontrol.law.diseases_of_animals.infected_places import Cessation, Manager, TemporaryUse

CASES = "infected_places"


def _order(*, on: date, **given: Any) -> Decision:
    return infected_places.order(**given)


def _public_place(*, on: date, manager: str, use: str) -> Decision:
    return infected_places.not_a_public_place(Manager(manager), TemporaryUse(use))


def _recipient(*, on: date, role: str, clause: str) -> Decision:
    return service.recipient(role, clause=clause)


def _delivered(*, on: date, **given: Any) -> Decision:
    return service.delivered(**given)


def _confirm_or_cancel(*, on: date, word: str, **given: Any) -> Decision:
    return infected_places.confirm_or_cancel(word, **given)


def _radius(*, on: date, metres: float, confirmed: bool) -> Decision:
    return infected_places.radius(metres, confirmed=confirmed, figures=statutes.figures(), at=on)


def _declarable(
    *, on: date, distance_m: float, village_only: bool = False, **given: Any
) -> Decision:
    return infected_places.declarable(distance_m=None if village_only else distance_m, **given)


def _notices(*, on: date, places: Sequence[str], notices: Sequence[str], clause: str) -> Decision:
    made = [
        service.Notice(f"N/{number}", notice.removesuffix(" served"), notice.endswith(" served"))
        for number, notice in enumerate(notices)
    ]
    return service.one_notice_each(places, made, clause=clause)


def _report(*, on: date, confirmed: bool) -> Decision:
    return infected_places.report_to_government(confirmed=confirmed)


def _cancelled(*, on: date, **given: Any) -> Cessation:
    return infected_places.cancelled_by_veterinary_surgeon(**given)


def _all_told(*, on: date, **given: Any) -> Decision:
    return service.all_told(**given)


RULES = {
    "order": _order,
    "public_place": _public_place,
    "recipient": _recipient,
    "delivered": _delivered,
    "confirm_or_cancel": _confirm_or_cancel,
    "radius": _radius,
    "declarable": _declarable,
    "notices": _notices,
    "report_to_government": _report,
    "cancelled": _cancelled,
    "all_told": _all_told,
}


def test_case(case: Any) -> None:
    case.run(RULES)
