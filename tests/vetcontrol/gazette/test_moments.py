"""When a publication took place and has effect: the hour, the day, and what it follows."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from casework import jan
from vetcontrol.errors import Malformed
from vetcontrol.gazette.moments import moments

NOW = jan(6, 15)


@pytest.mark.parametrize(
    ("on", "at", "effective", "follows", "area_from", "expected"),
    [
        (6, None, None, None, None, (jan(6, 15), jan(6, 15), True)),
        (5, None, None, None, None, (jan(5), jan(5), False)),
        (5, jan(5, 11), None, None, None, (jan(5, 11), jan(5, 11), True)),
        (5, jan(5, 11), jan(8), None, None, (jan(5, 11), jan(8), True)),
        (5, None, None, jan(5, 10), None, (jan(5, 10), jan(5, 10), False)),
        (5, None, None, jan(4, 10), jan(8), (jan(5), jan(8), False)),
        (5, jan(5, 11), None, jan(5, 11), jan(5, 11), (jan(5, 11), jan(5, 11), True)),
    ],
)
def test_moments(
    on: int,
    at: datetime | None,
    effective: datetime | None,
    follows: datetime | None,
    area_from: datetime | None,
    expected: tuple[datetime, datetime, bool],
) -> None:
    found = moments(NOW, date(2027, 1, on), at, effective, follows=follows, area_from=area_from)
    assert (found.published_at, found.effective_at, found.hour_stated) == expected


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("published_on", {"on": 7}),
        ("published_at", {"on": 5, "at": jan(6, 0)}),
        ("published_at", {"on": 6, "at": jan(6, 15, 0, 1)}),
        ("published_at", {"on": 5, "at": jan(5, 9), "follows": jan(5, 9, 0, 1)}),
        ("published_on", {"on": 4, "follows": jan(5)}),
        ("effective_at", {"on": 5, "at": jan(5, 11), "effective": jan(5, 10, 59, 59)}),
        ("effective_at", {"on": 5, "effective": jan(6), "area_from": jan(6, 0, 0, 1)}),
    ],
)
def test_moments_that_cannot_agree(field: str, given: dict[str, object]) -> None:
    with pytest.raises(Malformed) as caught:
        moments(
            NOW,
            date(2027, 1, int(str(given["on"]))),
            given.get("at"),  # type: ignore[arg-type]
            given.get("effective"),  # type: ignore[arg-type]
            follows=given.get("follows"),  # type: ignore[arg-type]
            area_from=given.get("area_from"),  # type: ignore[arg-type]
        )
    assert caught.value.errors[0].field == field


def test_the_day_is_that_of_india() -> None:
    late = datetime(2027, 1, 5, 20, 0, tzinfo=UTC)  # 01:30 on the 6th in India
    assert moments(NOW, date(2027, 1, 6), late, None).published_at == late
