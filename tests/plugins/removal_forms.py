"""The forms of a licence as they are filled in on the pages of the office's register."""

from __future__ import annotations

from typing import Any

from office_visitor import HERE, Visitor

# About 3 km east of HERE, outside the declared area and inside Ponda taluka.
OUT = (74.03, 15.42)
ROUTE = f"{HERE[1]}, {HERE[0]}\n{OUT[1]}, {OUT[0]}"
TAGS = "356000000000001\n356000000000002"


def typed(at: tuple[float, float]) -> str:
    """A position as a person types it, latitude first."""
    return f"{at[1]}, {at[0]}"


def application(**given: str) -> dict[str, Any]:
    """The form of an application for two cattle of the premises at HERE."""
    usual = {
        "owner": "Rama Naik",
        "asked_how": "in_person",
        "shown": "not_shown",
        "mode": "road",
        "tags": TAGS,
        "count_cattle": "2",
        "origin_premises": "1",
        "destination_position": typed(OUT),
        "vehicle": "GA 05 T 1234",
        "person_in_charge": "Sita Naik",
        "valid_to": "2027-01-06T18:00",
        "journeys": "1",
        "corridor_m": "500",
    }
    return usual | given


def terms(**given: str) -> dict[str, Any]:
    """The form of a grant, as the page fills it in for `application()`."""
    usual = {
        "valid_from": "2027-01-04T10:00",
        "valid_to": "2027-01-06T18:00",
        "tags": TAGS,
        "count_cattle": "2",
        "vehicle": "GA 05 T 1234",
        "person_in_charge": "Sita Naik",
        "journeys": "1",
    }
    return usual | given


def asked(visitor: Visitor, **given: str) -> str:
    """The address of a licence asked for by the Inspector."""
    form = application(**given) | {"step": "sign"}
    return visitor.be("inspector").done("/licences/new", form)


def granted(visitor: Visitor, conditions: str = "", **given: str) -> str:
    """The address of a licence granted as it was asked for."""
    where = asked(visitor, conditions=conditions, **given)
    form = terms(conditions=conditions) | {k: v for k, v in given.items() if k in FORM}
    return visitor.done(f"{where}/grant", form | {"step": "sign"})


FORM = frozenset({*terms(), "route", "corridor_m", "feed"})


def look(**given: Any) -> dict[str, Any]:
    """The form of a check at a place on the way."""
    usual = {"client_id": "device-00000001", "position": "15.42, 74.015"}
    return usual | given
