"""Sections 14 and 15, by their case table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

import pytest

from vetcontrol import statutes
from vetcontrol.clock import IST
from vetcontrol.law import prescribed
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import licence, removal, return_direction
from vetcontrol.law.diseases_of_animals.removal import (
    AreaScope,
    Item,
    Met,
    Mode,
    Readings,
    RoadTransit,
    Shown,
    Way,
)
from vetcontrol.law.diseases_of_animals.terms import Relation

CASES = "removal"
DAY = date(2027, 1, 1)


def _hour(on: date, hour: int) -> datetime:
    return datetime.combine(on, time(hour), IST)


def _facts(
    items: Sequence[str], shown: str, mode: str, area_scope: str, road_transit: str
) -> dict[str, Any]:
    return {
        "items": {Item(item) for item in items},
        "shown": Shown(shown),
        "mode": Mode(mode),
        "readings": Readings(AreaScope(area_scope), RoadTransit(road_transit)),
    }


def _removal(
    *,
    on: date,
    area: bool,
    way: str,
    items: Sequence[str],
    shown: str = "not_shown",
    mode: str = "road",
    otherwise: str = "",
    unloaded: bool = False,
    area_scope: str = "decide",
    road_transit: str = "licence",
) -> Decision:
    met = Met(
        "infected area NTF/1" if area else "infected place ORD/1",
        area,
        Way(way),
        (Way(otherwise),) if otherwise else (),
        unloaded,
    )
    return removal.removal(met, **_facts(items, shown, mode, area_scope, road_transit))


def _journey(*, on: date, ways: Sequence[str]) -> Decision:
    return removal.without_licence(
        [
            _removal(on=on, area=kind == "area", way=way, items=["animal"])
            for way, kind in (way.split() for way in ways)
        ]
    )


def _grant(*, on: date, journey: str, reason: str = "") -> Decision:
    make = {
        "allowed": Decision.allowed,
        "refused": Decision.refused,
        "needs_decision": Decision.needs_decision,
    }[journey]
    return licence.grant(make("DOA1974-14-1a", "As the journey lies."), reason=reason)


def _standing(*, on: date, state: str, at: int, granted: int, revoked: int = 0) -> Decision:
    return licence.standing(
        licence.State(state),
        at=_hour(on, at),
        granted_at=_hour(on, granted) if granted else None,
        revoked_at=_hour(on, revoked) if revoked else None,
    )


def _window(*, on: date, at: int, since: int, until: int) -> Decision:
    return licence.window(_hour(on, at), _hour(on, since), _hour(on, until))


def _animals(
    *,
    on: date,
    licensed_tags: Sequence[str],
    licensed_counts: Mapping[str, int] | None = None,
    tags: Sequence[str] | None = None,
    counts: Mapping[str, int] | None = None,
    there: bool = False,
) -> Decision:
    return licence.animals(
        tags,
        counts,
        licensed_tags=licensed_tags,
        licensed_counts=licensed_counts or {},
        there=there,
    )


def _items(*, on: date, found: Sequence[str], licensed: Sequence[str]) -> Decision:
    return licence.items({Item(i) for i in found}, {Item(i) for i in licensed})


def _conditions(*, on: date, met: Sequence[str]) -> Decision:
    return licence.conditions([{"yes": True, "no": False}.get(word) for word in met])


def _direction(*, on: date, within: int, at: int, **given: str) -> Decision:
    return return_direction.direction(within=_hour(on, within), at=_hour(on, at), **given)


RULES = {
    "removal": _removal,
    "journey": _journey,
    "grant": _grant,
    "standing": _standing,
    "window": _window,
    "journeys": lambda on, **given: licence.journeys(**given),
    "place": lambda on, **given: licence.place(**given),
    "straight": lambda on, **given: licence.straight(**given),
    "animals": _animals,
    "items": _items,
    "amount": lambda on, within: licence.amount(within),
    "manner": lambda on, found, licensed: licence.manner(Mode(found), Mode(licensed)),
    "carriage": lambda on, found, licensed, names: licence.carriage(
        found, Mode(licensed), names=names
    ),
    "gone": lambda on, found: return_direction.gone(Relation(found), "infected area NTF/1"),
    "unproved": lambda on, why: removal.unproved(why),
    "vehicle": lambda on, **given: licence.vehicle(**given),
    "conditions": _conditions,
    "reckoned_with": lambda on, **given: licence.reckoned_with(**given),
    "not_needed": lambda on: licence.not_needed(Decision.allowed("DOA1974-14-1a", "It ended.")),
    "direction": _direction,
    "returned": lambda on, within, at: return_direction.returned(
        within=_hour(on, within), at=_hour(on, at)
    ),
    "isolation": lambda on, directions: return_direction.isolation(tuple(directions)),
}


def test_section_14_and_15(case: Any) -> None:
    case.run(RULES)


def test_a_removal_of_nothing_is_no_question() -> None:
    with pytest.raises(ValueError, match="no removal"):
        _removal(on=DAY, area=True, way="leaves", items=[])


def _set(**values: str) -> prescribed.Prescribed:
    keys = statutes.prescribed_keys()
    table = {
        "profile": "test",
        "sample": True,
        "values": [
            {"key": key, "from": DAY, "value": value, "rule": "a sample"}
            for key, value in values.items()
        ],
    }
    return prescribed.Prescribed(keys, prescribed.profile("test.toml", table, keys))


@pytest.mark.clause("DOA1974-14-1a")
def test_the_readings_are_prescribed_values_with_defaults() -> None:
    assert removal.readings(_set(), DAY) == Readings(AreaScope.DECIDE, RoadTransit.LICENCE)
    changed = _set(**{removal.AREA_SCOPE: "all", removal.ROAD_TRANSIT: "warn"})
    assert removal.readings(changed, DAY) == Readings(AreaScope.ALL, RoadTransit.WARN)
    with pytest.raises(ValueError, match="most"):
        removal.readings(_set(**{removal.AREA_SCOPE: "most"}), DAY)


@pytest.mark.clause("DOA1974-14-1a")
def test_the_days_from_which_other_readings_hold() -> None:
    def changes(first: date, last: date) -> list[datetime]:
        return removal.readings_change(
            _set(**{removal.AREA_SCOPE: "all"}), _hour(first, 9), _hour(last, 9)
        )

    assert changes(date(2026, 12, 30), date(2027, 1, 4)) == [_hour(DAY, 0)]
    assert changes(DAY, date(2027, 1, 4)) == []
