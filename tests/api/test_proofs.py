"""The position beside a delivery, as a form sends it: read whole, or refused by name."""

from __future__ import annotations

import pytest
from starlette.datastructures import FormData

from api import proofs
from api.forms import Filled
from vetcontrol.errors import Malformed


def form(lon: str = "", lat: str = "", accuracy: str = "") -> Filled:
    return Filled(
        FormData({"position_lon": lon, "position_lat": lat, "position_accuracy": accuracy})
    )


@pytest.mark.parametrize(
    ("accuracy", "metres"), [("", None), ("0", 0.0), ("12", 12.0), ("12.5", 12.5)]
)
def test_where_the_server_stood(accuracy: str, metres: float | None) -> None:
    found = proofs.of_form(form("73.9876543", "15.4", accuracy))
    assert found.point is not None
    assert (found.point.x, found.point.y) == (73.9876543, 15.4)
    assert (found.point_accuracy_m, found.point_source) == (metres, "device")


def test_no_position_is_none() -> None:
    found = proofs.of_form(form(accuracy="12"))
    assert (found.point, found.point_accuracy_m, found.point_source) == (None, None, "")


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (("73.9", ""), "two numbers"),
        (("73.9", "north"), "two numbers"),
        (("181", "15"), "off the earth"),
        (("15.4", "-90.5"), "off the earth"),
        (("73.9", "15.4", "about ten"), "accuracy"),
        (("73.9", "15.4", "-1"), "accuracy"),
        (("73.9", "15.4", "nan"), "accuracy"),
    ],
)
def test_what_is_no_position_is_refused(sent: tuple[str, ...], says: str) -> None:
    with pytest.raises(Malformed, match=says) as refused:
        proofs.of_form(form(*sent))
    assert [error.field for error in refused.value.errors] == ["position"]
