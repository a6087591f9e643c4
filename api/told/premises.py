"""Premises as they are answered; names of people only to those who may read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from api.answers import geojson
from api.personal import Reader
from vetcontrol.premises.tables import KeeperRow, PremisesRow


def premises(row: PremisesRow, reader: Reader) -> dict[str, Any]:
    """One place; its name is null where the officer's area does not cover it."""
    return {
        "id": row.id,
        "name": row.name if reader.may_read(row.shape) else None,
        "kind": row.kind,
        "manager": row.manager,
        "temporary_use": row.temporary_use,
        "animals": orjson.Fragment(row.animals),
        "keeps_animals": row.keeps_animals,
        "accuracy_m": row.accuracy_m,
        "placement": row.placement,
        "village": row.village,
        "village_name": row.village_name,
        "geometry": geojson(row.shape),
    }


def with_keepers(row: PremisesRow, keepers: Sequence[KeeperRow], reader: Reader) -> dict[str, Any]:
    """One place with its keepers; null where they may not be read."""
    shown: list[dict[str, Any]] | None = None
    if reader.may_read(row.shape):
        shown = [{"role": k.role, "name": k.name, "address": k.address} for k in keepers]
    return premises(row, reader) | {"keepers": shown, "seq": row.entry_seq}
