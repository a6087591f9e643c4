"""What is measured: the radius about a point and about an outline, and what is in force."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

import orjson
import shapely
from shapely.geometry.base import BaseGeometry

from api.bench.floors import Floor
from api.bench.ground import POINT, Ground, questions
from api.bench.measure import Pair
from gis.outline import outline
from vetcontrol.disease.answer_json import in_force_json
from vetcontrol.disease.preview_json import preview_json
from vetcontrol.register.engine import engine_name
from vetcontrol.register.register import Register

MILE_M = 1609.344
QUESTIONS = 200


def preview_bytes(register: Register, number: str) -> Callable[[], bytes]:
    """Ours: from the opening of the transaction to the bytes of the answer."""

    def ask() -> bytes:
        with register.reading() as reading:
            return preview_json(reading, number, MILE_M, may_read=lambda _: True)

    return ask


def radius_point(register: Register, floor: Floor, _: Ground, premises: int) -> Pair:
    """A mile around one point of a dense part of the land."""
    where = f"point {POINT.x:.4f} E {POINT.y:.4f} N"
    return _radius(register, floor, "radius.point", POINT, f"{premises:,} premises; {where}")


def radius_polygon(register: Register, floor: Floor, ground: Ground, premises: int) -> Pair:
    """A mile around the outline of one village."""
    corners = int(shapely.get_num_coordinates(ground.place)) - 1
    where = f"village of {corners} corners ({ground.source})"
    size = f"{premises:,} premises; {where}"
    return _radius(register, floor, "radius.polygon", ground.place, size)


def _radius(register: Register, floor: Floor, name: str, place: BaseGeometry, size: str) -> Pair:
    ours = preview_bytes(register, _number(register, place))
    answer = ours()
    totals = orjson.loads(answer)["totals"]
    lists = {key.replace("_", " "): n for key, n in totals.items() if key != "animals"}
    listed = ", ".join(f"{n:,} {words}" for words, n in lists.items())
    return Pair(
        name,
        engine_name(register.database.engine),
        f"{size}; one mile; {listed}; {len(answer):,} bytes",
        [(ours, floor.radius(place, MILE_M))],
        (
            "floor to the feet in the plane by Geod.inv",
            f"outline kept from the first answer, where it took {_drawing(place):.1f} ms more",
        ),
    )


def _drawing(place: BaseGeometry) -> float:
    begun = time.perf_counter()
    outline(place, MILE_M)
    return (time.perf_counter() - begun) * 1000.0


def in_force_point(register: Register, floor: Floor, ground: Ground, premises: int) -> Pair:
    """All that has legal effect at a point, many points over the land."""
    del premises
    areas = [
        v.geometry for v in register.in_force.at_head().versions if v.kind.value == "infected_area"
    ]
    corners = sum(int(shapely.get_num_coordinates(a)) for a in areas) // max(1, len(areas))
    return Pair(
        "in_force.point",
        engine_name(register.database.engine),
        f"{len(areas):,} infected areas of {corners} corners; {QUESTIONS} points ({ground.source})",
        [
            (_in_force(register, lon, lat), floor.in_force(lon, lat))
            for lon, lat in questions(QUESTIONS, ground.villages).tolist()
        ],
        ("floor by the database's index; ours from the areas in memory against the log's head",),
    )


def _in_force(register: Register, lon: float, lat: float) -> Callable[[], bytes]:
    return lambda: in_force_json(register, lon, lat)


def _number(register: Register, place: BaseGeometry) -> str:
    """The case whose place it is."""
    versions: Iterable[str] = (
        str(v.facts["case"])
        for v in register.in_force.at_head().versions
        if v.kind.value == "infected_place" and v.geometry.equals(place)
    )
    return next(iter(versions))


PAIRS: Mapping[str, Callable[[Register, Floor, Ground, int], Pair]] = {
    "radius.point": radius_point,
    "radius.polygon": radius_polygon,
    "in_force.point": in_force_point,
}
