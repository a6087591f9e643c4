"""Correcting the record of one place, also of one that came in with a whole file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import shapely

from vetcontrol.canonical import instant_text
from vetcontrol.errors import NotFound
from vetcontrol.officers.correcting import correct
from vetcontrol.officers.people import Officer
from vetcontrol.premises import queries
from vetcontrol.premises.service import IMPORTED, RECORDED, SUBJECT, refresh
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.corrections import find, strikes_of
from vetcontrol.register.effects import struck
from vetcontrol.register.entries import Actor, Entry
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import EntryRow


def restate(
    writing: Writing,
    officer: Officer,
    actor: Actor,
    premises_id: int,
    *,
    restated: Mapping[str, Any],
    reason: str,
) -> Entry:
    """Restate fields of a place's record; what an earlier correction restated is kept.

    A place that came in with a file first gets an entry of its own with what the file said, so
    that the correction has something to strike. Raises `NotFound` for an unknown place or one
    whose record was struck whole, `Malformed`, `NoAuthority`, `Refused`.
    """
    row = queries.get(writing.session, premises_id)
    seq = _own_entry(writing, actor, row)
    strikes = strikes_of(writing.session)
    fallen = struck(strikes, 2**62)
    before = next((c for c, target in strikes if target == seq and c not in fallen), None)
    kept: Mapping[str, Any] = {}
    if before is not None:
        kept = find(writing.session, seq=before, number=None).content["restated"]
        if kept is None:
            raise NotFound(f"The record of entry {seq} was struck whole; enter the place anew.")
        correct(writing, officer, reason=reason, seq=before)
    return correct(writing, officer, reason=reason, seq=seq, restated=restated, kept=kept)


def _own_entry(writing: Writing, actor: Actor, row: PremisesRow) -> int:
    """The sequence of the entry that records this place alone, made from its file's if need be."""
    entry = writing.session.get_one(EntryRow, row.entry_seq)
    if entry.kind != IMPORTED:
        return entry.seq
    keepers = queries.keepers(writing.session, [row.id]).get(row.id, [])
    made = writing.append(
        RECORDED,
        actor,
        {
            "id": row.id,
            "at": instant_text(entry.recorded_at),
            "taken_from": entry.seq,
            "name": writing.seal(row.name),
            "kind": row.kind,
            "manager": row.manager,
            "temporary_use": row.temporary_use,
            "keepers": [
                {
                    "role": k.role,
                    "name": writing.seal(k.name or ""),
                    "address": writing.seal(k.address) if k.address else None,
                }
                for k in keepers
            ],
            "animals": json.loads(row.animals),
            "accuracy_m": row.accuracy_m,
            "placement": row.placement,
            "village": row.village,
            "village_name": row.village_name,
            "geometry": json.loads(shapely.to_geojson(row.shape)),
        },
        subjects=(f"{SUBJECT}/{row.id}",),
    )
    refresh(writing, f"{SUBJECT}/{row.id}")
    return made.seq
