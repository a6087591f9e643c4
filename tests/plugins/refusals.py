"""Refusals over HTTP: the problem details, and that a refused request leaves nothing behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from httpx2 import Response

from api.problems import TYPES
from desk import Desk, in_path

GOVERNMENT, INSPECTOR, SURGEON = "government", "inspector", "veterinary_surgeon"
ORDER = {"disease": "anthrax", "grounds": "Sudden death of two cows"}


def square(lon: float, lat: float, side: float) -> list[list[float]]:
    return [
        [lon, lat],
        [lon + side, lat],
        [lon + side, lat + side],
        [lon, lat + side],
        [lon, lat],
    ]


def polygon(*rings: list[list[float]]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings)}


def kept(desk: Desk) -> tuple[Any, ...]:
    """What a refused request must leave as it was."""
    lists = ("/premises", "/infected-places", "/notifications", "/appointments", "/delegations")
    totals = [desk.get(GOVERNMENT, path)["total"] for path in lists]
    return (desk.head(), *totals)


@contextmanager
def nothing_kept(desk: Desk) -> Iterator[None]:
    before = kept(desk)
    yield
    assert kept(desk) == before


def refused(
    answer: Response, status: int, *, clause: str = "", field: str = "", words: str = ""
) -> dict[str, Any]:
    """The problem details, which say what was wrong, by which clause or field, and what to do."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail", "clauses", "errors", "code"} <= set(problem)
    assert problem["status"] == status
    kind = TYPES[problem["type"].rpartition("/")[2]]
    assert (kind.status, kind.title) == (status, problem["title"])
    assert problem["detail"]
    if clause:
        assert clause in problem["clauses"], problem
    if field:
        assert field in [error["field"] for error in problem["errors"]], problem
    assert words.casefold() in problem["detail"].casefold(), problem["detail"]
    return problem


def raw(desk: Desk, who: str, path: str, body: Any) -> Response:
    """A POST whose body may hold NaN, as a careless program would write it."""
    return desk.client.post(
        f"/api/v1{path}",
        content=json.dumps(body),
        headers=desk.header(who) | {"Content-Type": "application/json"},
    )


def confirmed_case(desk: Desk) -> str:
    """A confirmed case with premises 100 m away; its number as it stands in a path."""
    premises = []
    for lat in (15.42, 15.4209):
        place = {"type": "Point", "coordinates": [74.0, lat]}
        body = {"name": "X", "kind": "dairy", "geometry": place, "animals": {"cattle": 1}}
        premises.append(desk.do(SURGEON, "/premises", body)["id"])
    made = desk.do(INSPECTOR, "/infected-places", ORDER | {"premises_id": premises[0]})
    number = in_path(made["number"])
    desk.do(
        SURGEON,
        f"/infected-places/{number}/examination",
        {"findings": "Anthrax", "outcome": "confirm", "no_animals_note": "All dead"},
    )
    return number
