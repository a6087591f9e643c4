"""The exact radius as a tool of its own: a place and premises from GeoJSON, without a register."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from shapely.geometry.base import BaseGeometry

from gis.errors import GeodesyError, MalformedGeometryError
from gis.formats import LayerRow, read_file, read_layer
from gis.radius import Measured, classify, measure
from gis.shapes import require_valid


def radius_of_files(place: str | Path, premises: str | Path, metres: float) -> dict[str, Any]:
    """Which premises of one GeoJSON file lie within `metres` of the place in another.

    Each feature of `premises` carries `premises_id` and may carry `accuracy_m`. Answers
    {"within": [...], "straddling": [...]}, nearest first, each {"premises_id", "distance_m",
    "deciding_part"}; `straddling` are those whose stated accuracy leaves it open. Raises
    GeodesyError naming the feature. DOA1974 section 11(3).
    """
    where = list(read_layer(read_file(place)))
    if len(where) != 1:
        raise MalformedGeometryError(
            f"The file of the place has {len(where)} features.", remedy="Give exactly one place."
        )
    shape = _shape(where[0], "place")
    rows = list(read_layer(read_file(premises)))
    shapes = np.array([_shape(row, "premises") for row in rows], dtype=object)
    ids = [_premises_id(row) for row in rows]
    if len(set(map(str, ids))) != len(ids):
        raise MalformedGeometryError(
            "Two features have the same premises_id.", remedy="Give each premises its own."
        )
    accuracy = np.array([_accuracy(row) for row in rows], dtype=np.float64)
    widest = float(np.nan_to_num(accuracy).max(initial=0.0))
    measured = measure(shape, shapes, metres + widest)
    return _answer(ids, measured, classify(measured, accuracy, metres))


def _answer(ids: list[Any], measured: Measured, verdict: Any) -> dict[str, Any]:
    order = np.argsort(measured.distance_m, kind="stable")
    answer: dict[str, list[Mapping[str, Any]]] = {"within": [], "straddling": []}
    for i in order:
        if verdict[i] in answer:
            answer[verdict[i]].append(
                {
                    "premises_id": ids[i],
                    "distance_m": float(measured.distance_m[i]),
                    "deciding_part": int(measured.deciding_part[i]),
                }
            )
    return dict(answer)


def _shape(row: LayerRow, what: str) -> BaseGeometry:
    try:
        if row.geometry is None:
            raise MalformedGeometryError(row.error or "It has no geometry.")
        require_valid(row.geometry)
    except GeodesyError as fault:
        raise MalformedGeometryError(
            f"Feature {row.index} of the {what} file: {fault.reason}",
            where=fault.where,
            remedy=fault.remedy,
        ) from fault
    return row.geometry


def _premises_id(row: LayerRow) -> Any:
    found = row.properties.get("premises_id")
    if found is None or found == "" or isinstance(found, dict | list):
        raise MalformedGeometryError(
            f"Feature {row.index} of the premises file has no premises_id.",
            remedy="Give each feature the property premises_id.",
        )
    return found


def _accuracy(row: LayerRow) -> float:
    given = row.properties.get("accuracy_m")
    if given is None or given == "":
        return float("nan")
    try:
        metres = float(given)
    except (TypeError, ValueError):
        metres = -1.0
    if isinstance(given, bool) or not 0.0 <= metres <= 50_000.0:
        raise MalformedGeometryError(
            f"Feature {row.index} of the premises file: accuracy_m is {str(given)[:30]!r}.",
            remedy="Give metres from 0 to 50,000, or leave it out.",
        )
    return metres
