"""How a position was taken: a pin set by hand has no accuracy of a device's."""

from __future__ import annotations

import pytest
import shapely

from casework import HERE, Desk, away, square
from vetcontrol.disease.taken import Device, taken
from vetcontrol.errors import Malformed

DEVICE = Device(shapely.Point(HERE), 12.0)


def test_the_device_s_own_position_has_its_accuracy() -> None:
    there = taken(shapely.Point(HERE[0] + 4e-8, HERE[1]), 3.0, DEVICE)
    assert there.accuracy_m == 12.0
    assert there.content == {"source": "device", "device": None}


def test_a_pin_dragged_two_kilometres_is_manual_and_keeps_the_device() -> None:
    dragged = taken(away(2000), 12.0, DEVICE)
    assert dragged.accuracy_m is None
    assert dragged.content == {
        "source": "manual",
        "device": {"longitude": HERE[0], "latitude": HERE[1], "accuracy_m": 12.0},
    }
    assert taken(away(2000), 30.0, DEVICE).accuracy_m == 30.0, "what the officer himself states"


def test_what_is_typed_or_drawn() -> None:
    assert taken(shapely.Point(HERE), None, None).content == {"source": "manual", "device": None}
    drawn = taken(square(0.001), None, DEVICE)
    assert (drawn.accuracy_m, drawn.content) == (None, None)
    assert taken(None, None, None).content is None


@pytest.mark.parametrize("accuracy", [0.0, -1.0, float("nan"), float("inf")])
def test_a_device_states_an_accuracy(accuracy: float) -> None:
    with pytest.raises(Malformed, match="accuracy"):
        taken(shapely.Point(HERE), None, Device(shapely.Point(HERE), accuracy))


def test_the_order_records_it(desk: Desk) -> None:
    entry = desk.order(None, geometry=away(2000), accuracy_m=12.0, device=DEVICE)
    assert entry.content["accuracy_m"] is None
    assert entry.content["position"]["source"] == "manual"
    assert entry.content["position"]["device"]["accuracy_m"] == 12.0
