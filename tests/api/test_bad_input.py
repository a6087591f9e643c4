"""Bad input over HTTP: a clear refusal with the clause or field, and nothing half-kept."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from httpx import Response
from shapely import box
from shapely.geometry import mapping

from desk import Desk, in_path
from refusals import (
    GOVERNMENT,
    INSPECTOR,
    ORDER,
    SURGEON,
    confirmed_case,
    nothing_kept,
    polygon,
    raw,
    refused,
    square,
)
from vetcontrol.clock import IST

DAY = datetime(2027, 3, 1, 9, 0, tzinfo=IST)
P = [74.0, 15.4]


@pytest.fixture(scope="module")
def office(desk: Desk) -> Desk:
    desk.at(DAY)
    return desk


@pytest.fixture(scope="module")
def confirmed(office: Desk) -> str:
    return confirmed_case(office)


def many(count: int) -> list[list[float]]:
    """A ring of so many positions around P."""
    angles = [2 * math.pi * n / (count - 1) for n in range(count - 1)]
    ring = [[P[0] + 0.01 * math.cos(a), P[1] + 0.01 * math.sin(a)] for a in angles]
    return [*ring, ring[0]]


@pytest.mark.parametrize(
    ("body", "status", "clause", "field", "words"),
    [
        ({"disease": "plague"}, 422, "DOA1974-2-i", "disease", "'plague' is not in the Schedule"),
        ({"grounds": " "}, 422, "", "grounds", "is empty"),
        ({"grounds": "x" * 5001}, 422, "", "grounds", ""),
        ({"grounds": "a\0b"}, 422, "", "grounds", "NUL"),
        ({"reason": "misspelt"}, 422, "", "reason", "not a field of this request"),
        ({"signed_at": "2027-02-28T10:00:00"}, 422, "", "signed_at", "offset"),
        ({"signed_at": "2027-03-01T10:00:00+05:30"}, 422, "", "signed_at", "still to come"),
        ({"premises_id": 999_999}, 404, "", "", "No premises 999999"),
        ({"premises_id": 0}, 422, "", "premises_id", ""),
        ({"accuracy_m": math.nan}, 422, "", "accuracy_m", "finite"),
    ],
)
def test_an_order_that_cannot_be_read(
    office: Desk, body: dict[str, Any], status: int, clause: str, field: str, words: str
) -> None:
    given = ORDER | {"geometry": {"type": "Point", "coordinates": P}} | body
    with nothing_kept(office):
        answer = raw(office, INSPECTOR, "/infected-places", given)
        refused(answer, status, clause=clause, field=field, words=words)


GEOMETRIES: list[tuple[str, Any, int, str]] = [
    ("swapped", {"type": "Point", "coordinates": [15.4, 74.0]}, 422, "did you swap"),
    ("swapped outline", polygon(square(15.39, 73.99, 0.01)), 422, "did you swap"),
    ("null island", {"type": "Point", "coordinates": [0, 0]}, 422, "0 is no position"),
    ("null coordinates", {"type": "Point", "coordinates": [None, None]}, 422, "not a number"),
    ("no coordinates", {"type": "Point", "coordinates": None}, 422, "longitude, latitude"),
    ("no geometry", None, 422, "give the premises or the place"),
    ("empty", {"type": "Polygon", "coordinates": []}, 422, "is empty"),
    ("NaN", {"type": "Point", "coordinates": [math.nan, 15.4]}, 422, "not a finite number"),
    ("infinite", {"type": "Point", "coordinates": [74.0, math.inf]}, 422, "not a finite number"),
    ("text", {"type": "Point", "coordinates": ["74", "15.4"]}, 422, "not a number"),
    ("truth", {"type": "Point", "coordinates": [True, 15.4]}, 422, "not a number"),
    ("huge", {"type": "Point", "coordinates": [10**400, 15.4]}, 422, "degrees"),
    ("a word", "POINT(74 15.4)", 422, "not a GeoJSON object"),
    ("metres", {"type": "Point", "coordinates": [392_000, 1_703_000]}, 422, "degrees"),
    ("height", {"type": "Point", "coordinates": [74.0, 15.4, 30.0]}, 422, "height"),
    ("a line", {"type": "LineString", "coordinates": [P, [74.01, 15.4]]}, 422, "LineString"),
    (
        "bow-tie",
        polygon([[74, 15.4], [74.01, 15.41], [74.01, 15.4], [74, 15.41], [74, 15.4]]),
        422,
        "crosses",
    ),
    ("unclosed", polygon(square(74, 15.4, 0.01)[:-1]), 422, "not closed"),
    (
        "hole out of its shell",
        polygon(square(74, 15.4, 0.01), square(74.02, 15.4, 0.001)),
        422,
        "hole lies outside",
    ),
    ("100,000 vertices", polygon(many(100_000)), 413, "100,000 vertices; the limit is 50,000"),
    (
        "wrong CRS",
        polygon(square(74, 15.4, 0.01))
        | {"crs": {"type": "name", "properties": {"name": "EPSG:32643"}}},
        422,
        "EPSG:32643",
    ),
    ("far", {"type": "Point", "coordinates": [77.2, 28.6]}, 422, "outside the territory"),
]


@pytest.mark.parametrize(
    ("geometry", "status", "words"),
    [pytest.param(*case[1:], id=case[0]) for case in GEOMETRIES],
)
def test_a_place_that_is_none(office: Desk, geometry: Any, status: int, words: str) -> None:
    """The same words for an order and for premises; the field is named."""
    with nothing_kept(office):
        answer = raw(office, INSPECTOR, "/infected-places", ORDER | {"geometry": geometry})
        problem = refused(answer, status, field="geometry", words=words)
        if words == "did you swap":
            lon, lat = problem["offer"]
            assert 73 < lon < 75
            assert 15 < lat < 16
        if words in ("crosses", "hole lies outside", "not closed"):
            assert len(problem["where"]) == 2
        if words == "crosses":
            # The hint, and no geometry that a program might take unseen.
            assert "Repaired it has 2 parts and " in problem["detail"]
            assert "coordinates" not in answer.text
        if geometry is not None and "LineString" not in words:
            body = {"name": "X", "kind": "dairy", "geometry": geometry}
            answer = raw(office, SURGEON, "/premises", body)
            refused(answer, status, field="geometry", words=words)


def test_an_order_beyond_the_territory(office: Desk) -> None:
    """Near enough to be no mistake, but beyond the line by more than the line is accurate."""
    with nothing_kept(office):
        place = mapping(box(74.60, 15.40, 74.61, 15.41))
        answer = office.send(SURGEON, "/infected-places", ORDER | {"geometry": place})
        refused(answer, 409, clause="DOA1974-1-2")


def test_an_officer_outside_his_area(office: Desk) -> None:
    """The Inspector's area is Ponda; the place lies in Canacona."""
    with nothing_kept(office):
        place = {"type": "Point", "coordinates": [74.05, 15.02]}
        answer = office.send(INSPECTOR, "/infected-places", ORDER | {"geometry": place})
        refused(answer, 403, clause="DOA1974-3-2b")


def test_an_office_that_does_not_carry_the_act(office: Desk) -> None:
    with nothing_kept(office):
        place = {"type": "Point", "coordinates": P}
        answer = office.send("clerk", "/infected-places", ORDER | {"geometry": place})
        refused(answer, 403, clause="DOA1974-2-f")
        answer = office.send("police", "/premises", {"name": "X", "kind": "y", "geometry": place})
        refused(answer, 403)
        refused(office.send(None, "/infected-places", ORDER | {"geometry": place}), 401)
        refused(office.ask(None, "/infected-places"), 401)
        refused(office.ask(None, "/layers/premises"), 401)


def test_after_his_appointment(office: Desk) -> None:
    """Another Inspector, appointed for a day; the day after he has no authority."""
    area = office.get(None, "/areas", level="taluka", q="Ponda")["items"][0]["id"]
    body = {
        "officer": "police",
        "role": "inspector",
        "from_at": (DAY - timedelta(days=2)).isoformat(),
        "to_at": (DAY - timedelta(days=1)).isoformat(),
        "area_feature": area,
        "purposes": ["11"],
        "gazette": {"series": "II", "number": "7", "date": "2027-02-20"},
    }
    with nothing_kept(office):
        answer = office.send("clerk", "/appointments", body | {"gazette": None})
        refused(answer, 409, clause="DOA1974-3-2a")
    made = office.do("clerk", "/appointments", body)
    path = f"/appointments/{in_path(made['number'])}"
    with nothing_kept(office):
        refused(office.send("clerk", f"{path}/approve"), 409, words="Another person approves")
    assert office.do(GOVERNMENT, f"{path}/approve")["state"] == "approved"
    with nothing_kept(office):
        order = ORDER | {"geometry": {"type": "Point", "coordinates": [74.002, 15.402]}}
        answer = office.send("police", "/infected-places", order)
        refused(answer, 403, clause="DOA1974-2-f", words="ended at")
    with nothing_kept(office):
        answer = office.send("clerk", f"{path}/end", {"reason": "Over"})
        refused(answer, 409, words="already")


def test_a_provision_not_commenced(office: Desk) -> None:
    """Section 11 is taken out of force for rabies; for anthrax it stays."""
    area = office.get(None, "/areas", level="territory", q="Goa")["items"][0]["id"]
    office.do(
        GOVERNMENT,
        "/commencements",
        {
            "operation": "cease",
            "provisions": ["11"],
            "diseases": ["rabies"],
            "area_ids": [area],
            "from_date": "2027-02-15",
            "gazette": {"series": "I", "number": "8", "date": "2027-02-14"},
        },
    )
    assert office.get(None, "/commencements", at="2027-03-01T00:00:00+05:30")["total"] == 2
    order = ORDER | {"geometry": {"type": "Point", "coordinates": [74.003, 15.403]}}
    with nothing_kept(office):
        answer = office.send(INSPECTOR, "/infected-places", order | {"disease": "rabies"})
        refused(answer, 409, clause="DOA1974-1-3c", words="ceased to be in force")
    assert office.send(INSPECTOR, "/infected-places", order).status_code == 201


def test_a_provision_that_never_commenced(office: Desk) -> None:
    """Corrected: the notification brought section 13 into force and no other. Then withdrawn."""
    first = office.get(None, "/commencements", at="2020-06-01T00:00:00+05:30")["items"][0]
    correction = {
        "number": first["number"],
        "reason": "The gazette names section 13 alone",
        "restated": {"provisions": ["13"]},
    }
    made = office.do(GOVERNMENT, "/corrections", correction)
    order = ORDER | {"geometry": {"type": "Point", "coordinates": [74.006, 15.406]}}
    with nothing_kept(office):
        answer = office.send(INSPECTOR, "/infected-places", order)
        refused(answer, 409, clause="DOA1974-1-3b")
    office.do(GOVERNMENT, "/corrections", {"seq": made["seq"], "reason": "It names all"})
    assert office.send(INSPECTOR, "/infected-places", order).status_code == 201


@pytest.mark.parametrize(
    ("metres", "status", "clause"),
    [
        (1609.345, 409, "DOA1974-11-3a"),
        (10_000, 409, "DOA1974-11-3a"),
        (0, 422, ""),
        (-5, 422, ""),
        (math.nan, 422, ""),
        (math.inf, 422, ""),
    ],
)
def test_a_radius_longer_than_a_mile(
    office: Desk, confirmed: str, metres: float, status: int, clause: str
) -> None:
    path = f"/infected-places/{confirmed}/radius"
    field = "" if clause else "metres"
    with nothing_kept(office):
        refused(office.ask(SURGEON, path, metres=metres), status, clause=clause, field=field)
        answer = raw(office, SURGEON, path, {"metres": metres})
        refused(answer, status, clause=clause, field=field)
    assert office.get(SURGEON, path, metres=1609.344)["totals"]["within"] == 1


def test_limits_of_an_area_that_are_none(office: Desk, confirmed: str) -> None:
    path = f"/infected-places/{confirmed}"
    with nothing_kept(office):
        answer = office.send(GOVERNMENT, f"{path}/decision", {"outcome": "confirm"})
        refused(answer, 409, clause="DOA1974-11-3c")
    office.do(SURGEON, f"{path}/report")
    confirm = {"outcome": "confirm", "modifications": "As drawn"}
    cases = [
        ({}, 422, "outcome", ""),
        (confirm | {"geometry": polygon(square(15.4, 74, 0.01))}, 422, "geometry", ""),
        (confirm | {"geometry": mapping(box(74.6, 15.4, 74.7, 15.5))}, 409, "", "DOA1974-1-2"),
        (confirm | {"village_ids": ["village/none"]}, 404, "", ""),
        (confirm | {"declarations": ["ORD/2027/999999"]}, 422, "declarations", ""),
        ({"outcome": "perhaps"}, 422, "outcome", ""),
        ({"outcome": "confirm"}, 409, "", "DOA1974-13-2"),
    ]
    for body, status, field, clause in cases:
        with nothing_kept(office):
            answer = office.send(GOVERNMENT, f"{path}/decision", body)
            refused(answer, status, field=field, clause=clause)


def together(*calls: Callable[[], Response]) -> list[Response]:
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def test_two_officers_deciding_at_once(office: Desk, confirmed: str) -> None:
    """One decides; the other is told in which state the case stands."""
    path = f"/infected-places/{confirmed}/decision"
    area = mapping(box(73.99, 15.41, 74.01, 15.43))
    body = {"outcome": "confirm", "geometry": area, "modifications": "As drawn"}
    for who in (GOVERNMENT, "government_approver"):
        office.header(who)
    before = office.head()
    answers = together(
        lambda: office.send(GOVERNMENT, path, body),
        lambda: office.send("government_approver", path, {"outcome": "cancel"}),
        lambda: office.send("government_approver", path, body),
        lambda: office.send(GOVERNMENT, path, {"outcome": "cancel"}),
    )
    assert sorted(a.status_code for a in answers) == [201, 409, 409, 409]
    for answer in answers:
        if answer.status_code != 201:
            refused(answer, 409)
    (done,) = [a.json() for a in answers if a.status_code == 201]
    # A decision is one entry, and its draft another.
    assert office.head() == before + (1 if done["notification"] is None else 2)


def test_the_same_request_twice(office: Desk) -> None:
    """By its key the first answer is given again, to the byte; another body is refused."""
    place = {"type": "Point", "coordinates": [74.004, 15.404]}
    order = ORDER | {"geometry": place}
    first = office.send(INSPECTOR, "/infected-places", order, key="order-1")
    assert first.status_code == 201
    with nothing_kept(office):
        again = office.send(INSPECTOR, "/infected-places", order, key="order-1")
        assert again.status_code == 201
        assert again.content == first.content
        assert again.headers["Idempotency-Replayed"] == "true"
        other = office.send(INSPECTOR, "/infected-places", order | {"grounds": "x"}, key="order-1")
        refused(other, 409, words="another body")
        # Without a key the law itself refuses the second order on the same place.
        refused(office.send(INSPECTOR, "/infected-places", order), 409, clause="DOA1974-11-1a")


def test_the_same_request_at_once(office: Desk) -> None:
    place = {"type": "Point", "coordinates": [74.005, 15.405]}
    order = ORDER | {"geometry": place}
    office.header(INSPECTOR)
    before = office.head()
    answers = together(
        *(lambda: office.send(INSPECTOR, "/infected-places", order, key="order-2"),) * 4
    )
    done = {a.content for a in answers if a.status_code == 201}
    assert len(done) == 1
    assert {a.status_code for a in answers} <= {201, 409}
    assert office.head() == before + 1
