"""A case told to its end, another cancelled, and removals: a paper of every kind with a map."""

from __future__ import annotations

from typing import Any

import shapely

import removals
from casework import HERE, Desk, away, jan, square
from vetcontrol.clock import SetClock
from vetcontrol.documents.instruments import Removed
from vetcontrol.movement import returns, unloading
from vetcontrol.register.register import Register

FOUND = Removed(tags=["100245678901"], counts={"cattle": 2})


def tell(register: Register, clock: SetClock) -> None:
    """From the order to the cessation notices, a day for each act."""
    desk = Desk(register, clock)
    desk.villages(
        {
            "Savoi": shapely.box(73.98, 15.40, 74.01, 15.44),
            "Volvoi": shapely.box(74.01, 15.40, 74.04, 15.44),
        }
    )
    desk.at(jan(1, 15))
    cancelled = desk.case()
    desk.at(jan(2, 9))
    desk.examine(cancelled, "cancel", findings="The lesions are injuries")
    case = desk.case()
    for at in range(5):
        desk.premises(away(300.0 + 130.0 * at, 70.0 * at), f"Near {at}")
    desk.at(jan(3, 9))
    desk.examine(case)
    desk.declare(case)
    desk.at(jan(4, 9))
    desk.report(case)
    desk.at(jan(5, 9))
    draft = desk.confirm(case, square(0.012))
    desk.at(jan(6, 9))
    desk.out(draft)
    desk.at(jan(6, 15))
    _removals(desk, draft)
    desk.at(jan(7, 9))
    amended = desk.amend(draft, square(0.004))
    desk.at(jan(8, 9))
    desk.out(amended)
    desk.at(jan(9, 9))
    rescinded = desk.rescind(amended)
    desk.at(jan(10, 9))
    desk.out(rescinded)


def _removals(desk: Desk, notification: str) -> None:
    window: dict[str, Any] = {"valid_from": jan(6, 16), "valid_to": jan(8)}
    removals.refuse(desk, removals.apply(desk, HERE, **window))
    removals.revoke(desk, removals.licensed(desk, HERE, **window))
    with desk.register.writing() as writing:
        unloading.unload(
            writing,
            desk.who("police"),
            consignment="KRCL 77",
            point=shapely.Point(HERE),
            removed=FOUND,
        )
    with desk.register.writing() as writing:
        returns.direct(
            writing,
            desk.who("police"),
            origin=notification,
            breach="Carried by night without a licence",
            within=jan(8, 12),
            point=away(2000, 90.0),
            removed=FOUND,
            name="R. Naik",
            address="Curti",
        )
