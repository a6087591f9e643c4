"""What is in force at a place, told in JSON: from the areas in memory to the bytes sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
import shapely

from vetcontrol.clock import in_words
from vetcontrol.disease.answers import TOLD, Answer, Coverage, answer
from vetcontrol.register.effects import Conflict, FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Register

KIND_WORDS: Mapping[FeatureKind, str] = {
    FeatureKind.COMMENCEMENT_AREA: "Commencement",
    FeatureKind.CONTROL: "Control",
    FeatureKind.DECLARED_PLACE: "Declared within a radius",
    FeatureKind.DISTRICT: "District",
    FeatureKind.INFECTED_AREA: "Infected area",
    FeatureKind.INFECTED_PLACE: "Infected place",
    FeatureKind.MUNICIPAL_AREA: "Municipal area",
    FeatureKind.OFFICERS_AREA: "Officer's area",
    FeatureKind.PANCHAYAT: "Panchayat",
    FeatureKind.TALUKA: "Taluka",
    FeatureKind.TERRITORY: "Territory",
    FeatureKind.VILLAGE: "Village",
}
# Members of every item, taken out of the facts; the rest of the facts follow as they are.
_OWN = frozenset({"number", "case", "disease", "clauses", "name"})


def in_force_json(
    register: Register,
    lon: float,
    lat: float,
    at: datetime | None = None,
    known: datetime | int | None = None,
    *,
    gazetted_only: bool = False,
    geometry: bool = False,
) -> bytes:
    """All that has legal effect at a point (degrees) at `at`, as JSON in UTF-8.

    `known` is the time or the sequence of knowledge; by default the log's head. `gazetted_only`
    for unsigned callers; `geometry` adds each item's own (EPSG:4326). Opens no transaction.
    """
    snapshot = snapshot_of(register, known)
    found = answer(snapshot, lon, lat, at or register.clock.now(), gazetted_only=gazetted_only)
    return orjson.dumps(
        {
            "longitude": lon,
            "latitude": lat,
            "at": found.at,
            "known_seq": found.known_seq,
            "known_until": register.in_force.recorded_at(found.known_seq),
            "verdict": verdict(found, gazetted_only=gazetted_only),
            "items": [item(version, geometry=geometry) for version in found.versions],
            "coverage": [coverage(layer) for layer in found.coverage],
            "conflicts": [conflict(one) for one in found.conflicts],
            "doubts": [doubt.as_json() for doubt in found.doubts],
        },
        option=orjson.OPT_UTC_Z,
    )


def snapshot_of(register: Register, known: datetime | int | None) -> Snapshot:
    """What is known at a time or by a sequence; by default at the log's head."""
    in_force = register.in_force
    if known is None:
        return in_force.at_head()
    seq = known if isinstance(known, int) else in_force.seq_known_at(known)
    return in_force.known_by_seq(min(seq, register.database.head()))


def item(version: Version, *, geometry: bool = False) -> dict[str, Any]:
    """One feature as it stood: what it is, by which instrument and clauses, from when to when."""
    facts = version.facts
    told: dict[str, Any] = {
        "id": version.feature,
        "feature": version.feature,
        "kind": version.kind.value,
        "title": title(version.kind, facts),
        "name": facts.get("name", ""),
        "number": facts.get("number"),
        "case": facts.get("case"),
        "disease": facts.get("disease"),
        "clauses": facts.get("clauses", ()),
        "since": version.since,
        "begins": version.begins,
        "until": version.ends,
        "entries": version.entries,
        "facts": {
            key: value
            for key, value in facts.items()
            if key not in _OWN and not key.startswith("end_")
        },
    }
    if geometry:
        told["geometry"] = orjson.Fragment(shapely.to_geojson(version.geometry))
    return told


def title(kind: FeatureKind, facts: Mapping[str, Any]) -> str:
    """What a feature is, in words: `Infected place: Anthrax (IP/2027/000001)`."""
    name = str(facts.get("name", ""))
    number = facts.get("case") if kind is not FeatureKind.INFECTED_AREA else None
    words = f"{KIND_WORDS[kind]}: {name}" if name else KIND_WORDS[kind]
    return f"{words} ({number})" if number else words


def coverage(layer: Coverage) -> dict[str, Any]:
    """Whether a layer of the land covers the place, which edition, and up to when."""
    return {
        "layer": layer.layer,
        "known": layer.covers,
        "name": layer.name,
        "edition": layer.edition,
        "accuracy_m": layer.accuracy_m,
        "begins": layer.begins,
        "until": layer.ends,
    }


def conflict(one: Conflict) -> dict[str, Any]:
    """An effect that does nothing, and why."""
    return {
        "seq": one.seq,
        "feature": one.feature,
        "kind": one.kind.value,
        "action": one.action.value,
        "effective_at": one.effective_at,
        "number": one.facts.get("number"),
        "clauses": one.facts.get("clauses", ()),
        "reason": one.reason,
    }


def verdict(found: Answer, *, gazetted_only: bool) -> str:
    """The answer in a sentence or two; silence is never told as freedom."""
    legal = [v for v in found.versions if v.kind in TOLD]
    moment = in_words(found.at)
    if legal:
        named = "; ".join(title(v.kind, v.facts) for v in legal)
        words = f"In force here at {moment}: {named}."
    else:
        words = (
            f"The register holds nothing in force here at {moment}. That is no proof of freedom:"
            " it says what was recorded, not what is so."
        )
    if found.doubts:
        reasons = [reason for doubt in found.doubts for reason in doubt.reasons]
        words += f" A decision is needed: {' '.join(reason.text for reason in reasons)}"
    missing = _missing(found.coverage)
    if missing:
        words += f" Not known here: {', '.join(missing)}."
    if gazetted_only:
        words += " Only what is gazetted is shown."
    return words


def _missing(layers: Sequence[Coverage]) -> list[str]:
    return [layer.layer for layer in layers if not layer.covers]
