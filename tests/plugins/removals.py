"""Removals for tests: an infected area around HERE, and licences that the Inspector enters."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from casework import HERE, Desk, away, jan, square
from vetcontrol.law.diseases_of_animals.removal import Item, Mode, Shown
from vetcontrol.movement import application, checks, decision, journey, queries
from vetcontrol.movement.checking import Found
from vetcontrol.movement.consignment import Consignment
from vetcontrol.movement.consignment import end as of_premises
from vetcontrol.movement.journey import Journey
from vetcontrol.movement.licence import Licence
from vetcontrol.movement.lying import End
from vetcontrol.register.entries import Entry

# The area reaches about 1.1 km from HERE; FAR lies outside it and every line but the taluka's.
AREA = square(0.01)
FAR = away(3000, 90.0)
ROUTE = shapely.LineString([HERE, (FAR.x, FAR.y)])


def area(desk: Desk, shape: BaseGeometry = AREA, **given: Any) -> tuple[str, int, str]:
    """A case whose infected area is published: its number, its premises, the notification."""
    premises = desk.premises()
    case = str(desk.order(premises, **given).content["case_number"])
    desk.examine(case)
    desk.report(case)
    notification = desk.confirm(case, shape)
    desk.out(notification, published_at=desk.clock.now())
    return case, premises, notification


def end(where: BaseGeometry | tuple[float, float] | int, desk: Desk | None = None) -> End:
    if isinstance(where, int):
        assert desk is not None
        with desk.register.reading() as reading:
            return of_premises(
                reading, "origin", premises_id=where, geometry=None, accuracy_m=None, at=jan(1)
            )
    return End(shapely.Point(where) if isinstance(where, tuple) else where)


def met(
    desk: Desk,
    origin: End | tuple[float, float] = HERE,
    destination: End | tuple[float, float] | BaseGeometry = FAR,
    **given: Any,
) -> Journey:
    usual: dict[str, Any] = {
        "items": {Item.ANIMAL},
        "shown": Shown.NOT_SHOWN,
        "mode": Mode.ROAD,
    }
    ends = [o if isinstance(o, End) else end(o) for o in (origin, destination)]
    with desk.register.reading() as reading:
        return journey.journey(reading, *ends, **usual | given)


def removal(desk: Desk, origin: int | tuple[float, float], **given: Any) -> Consignment:
    usual: dict[str, Any] = {
        "origin": end(origin, desk),
        "destination": end(FAR),
        "valid_from": jan(1, 12),
        "valid_to": jan(2, 12),
        "counts": {"cattle": 2},
        "tags": ("100245678901", "100245678902"),
        "vehicle": "GA-01-T-4321",
        "person_in_charge": "R. Naik",
        "route": ROUTE,
        "corridor_m": 200.0,
    }
    return Consignment(**usual | given)


def apply(
    desk: Desk, origin: int | tuple[float, float], by: str = "inspector", **given: Any
) -> str:
    """An application by the Inspector of Ponda; returns its number."""
    own = ("owner_address", "asked_how", "asked_by", "asked_at", "signed_at", "position_reason")
    act = {key: given.pop(key) for key in own if key in given}
    of = removal(desk, origin, **given)
    with desk.register.writing() as writing:
        entry = application.apply(writing, desk.who(by), removal=of, owner="A. Naik", **act)
    return str(entry.content["number"])


def grant(desk: Desk, number: str, by: str = "inspector", **given: Any) -> Entry:
    with desk.register.writing() as writing:
        return decision.grant(writing, desk.who(by), number, **given)


def refuse(desk: Desk, number: str, by: str = "inspector", **given: Any) -> Entry:
    usual = {"reasons": "No clean vehicle"}
    with desk.register.writing() as writing:
        return decision.refuse(writing, desk.who(by), number, **usual | given)


def revoke(desk: Desk, number: str, by: str = "inspector", **given: Any) -> Entry:
    usual = {"reasons": "A new outbreak on the road"}
    with desk.register.writing() as writing:
        return decision.revoke(writing, desk.who(by), number, **usual | given)


def licensed(desk: Desk, origin: int | tuple[float, float], **given: Any) -> str:
    """A licence granted as it was asked for."""
    number = apply(desk, origin, **given)
    grant(desk, number)
    return number


def found(
    where: BaseGeometry | tuple[float, float] = HERE, at: datetime | None = None, **given: Any
) -> Found:
    point = shapely.Point(where) if isinstance(where, tuple) else where
    assert isinstance(point, shapely.Point)
    # The animals of `removal`, looked at: a check that looks at nothing decides nothing.
    usual = {"tags": ("100245678901", "100245678902"), "counts": {"cattle": 2}}
    return Found(
        point, at or jan(1, 13), **({} if {"tags", "counts"} & set(given) else usual) | given
    )


def check(
    desk: Desk,
    number: str,
    what: Found | None = None,
    by: str = "inspector",
    client_id: str = "device-0001",
    **given: Any,
) -> tuple[Entry, bool]:
    looked = what or found()
    if desk.clock.now() < looked.at:
        desk.at(looked.at)
    with desk.register.writing() as writing:
        return checks.check(writing, desk.who(by), number, looked, client_id=client_id, **given)


def read(desk: Desk, number: str) -> Licence:
    with desk.register.reading() as reading:
        return queries.licence(reading.session, number)
