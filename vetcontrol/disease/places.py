"""The place of a case, or declared premises, in the words of a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vetcontrol.disease.case import Case
from vetcontrol.documents.parts import Place
from vetcontrol.documents.values import Personal
from vetcontrol.places.words import unnamed
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Reading


def described(reading: Reading, case: Case) -> Place:
    """The infected place of `case`."""
    return _place(reading, case.premises_id, case.geometry, case.place)


def declared(reading: Reading, feature: Mapping[str, Any]) -> Place:
    """Premises declared within a radius, by their line in the declaration."""
    return _place(
        reading, feature["premises_id"], feature["geometry"], {"village": feature["village"]}
    )


def _place(
    reading: Reading,
    premises_id: int | None,
    geometry: Mapping[str, Any],
    lies: Mapping[str, str],
) -> Place:
    row = None if premises_id is None else reading.session.get(PremisesRow, premises_id)
    return Place(
        description=Personal(row.name) if row is not None else unnamed(geometry),
        village=lies.get("village", ""),
        taluka=lies.get("taluka", ""),
        district=lies.get("district", ""),
        number="" if premises_id is None else str(premises_id),
    )
