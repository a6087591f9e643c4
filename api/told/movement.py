"""Licences, journeys, checks, unloadings and returns as they are answered; names of people only to
those who may read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from api.answers import geojson
from vetcontrol.movement.consignment import Consignment, as_told
from vetcontrol.movement.journey import Journey
from vetcontrol.movement.licence import Licence
from vetcontrol.movement.tables import CheckRow, LicenceRow, ReturnRow, UnloadingRow
from vetcontrol.register.entries import Entry

#: The text of a sealed field for this reader; None where he may not read it or it was redacted.
Text = Callable[[Any], str | None]


def row(of: LicenceRow) -> dict[str, Any]:
    """A licence in a list."""
    return {
        "id": of.number,
        "number": of.number,
        "state": of.state,
        "applied_at": of.applied_at,
        "changed_at": of.changed_at,
        "valid_from": of.valid_from,
        "valid_to": of.valid_to,
        "journeys": of.journeys,
        "checks": of.checks,
        "vehicle": of.vehicle,
        "premises_id": of.premises_id,
        "village": of.village_name,
        "geometry": geojson(of.shape),
    }


def licence(of: Licence, text: Text) -> dict[str, Any]:
    """A licence with its conditions and checks."""
    return {
        "id": of.number,
        "number": of.number,
        "state": of.state.value,
        "owner": text(of.owner),
        "owner_address": text(of.owner_address),
        "asked": {**of.asked, "by": text(of.asked["by"])},
        "applied_at": of.applied_at,
        "applied_by": of.applied_by,
        "place": dict(of.place),
        "diseases": list(of.diseases),
        "met": list(of.met),
        "licensed_at": geojson(of.licensed_at),
        "granted_at": of.granted_at,
        "granted_by": of.granted_by,
        "paper": of.paper,
        "reason": of.reason,
        "refused_at": of.refused_at,
        "refusal": of.refusal,
        "revoked_at": of.revoked_at,
        "revocation": of.revocation,
        "reasons": of.reasons,
        "clauses": ["DOA1974-14-1a", "DOA1974-14-1b"],
        "removal": removal(of.consignment, text),
        "checks": [check(entry) for entry in of.checks],
        "entries": list(of.entries),
    }


def removal(of: Consignment, text: Text) -> dict[str, Any]:
    """What a licence allows, or was asked for."""
    told = as_told(of)
    for name, words in (("origin", of.origin_words), ("destination", of.destination_words)):
        told[name]["words"] = text(words)
    told["person_in_charge"] = text(of.person_in_charge)
    return told


def journey(of: Journey) -> dict[str, Any]:
    """What a journey meets on the way, and the decision."""
    return {
        "drawn": of.drawn,
        "length_m": of.path.length_m,
        "path": geojson(of.path.line),
        "since": of.since,
        "until": of.until,
        "known_seq": of.known_seq,
        "licensed_at": geojson(of.licensed_at),
        "met": [
            {
                "feature": one.feature,
                "kind": one.version.kind.value,
                "number": one.version.facts["number"],
                "case": one.version.facts["case"],
                "disease": one.version.facts["disease"],
                "name": one.name,
                "way": one.way.value,
                "otherwise": [way.value for way in one.otherwise],
                "from_m": one.from_m,
                "to_m": one.to_m,
                "unloaded": one.unloaded,
                "decision": one.decision.as_json(),
            }
            for one in of.met
        ],
        "decision": of.decision.as_json(),
        "controls": [told.as_json() for told in of.controls],
    }


def check(entry: Entry) -> dict[str, Any]:
    """A check: what was found, the verdict, and what it relied on."""
    c = entry.content
    return {
        "id": c["client_id"],
        "client_id": c["client_id"],
        "licence": c["licence"],
        "seq": entry.seq,
        "recorded_at": entry.recorded_at,
        "checked_by": entry.actor,
        "at": c["at"],
        "geometry": orjson.Fragment(orjson.dumps(c["geometry"])),
        "accuracy_m": c["accuracy_m"],
        "found": c["found"],
        "verdict": c["verdict"],
        "reasons": c["decision"]["reasons"],
        "clauses": c["decision"]["clauses"],
        "known_seq": c["known_seq"],
        "journey": c["journey"],
        "not_looked_at": c["not_looked_at"],
        "as_known_now": c["as_known_now"],
        "corrected_by": c.get("corrected_by"),
    }


def check_row(of: CheckRow) -> dict[str, Any]:
    """A check in a list."""
    return {
        "id": of.client_id,
        "client_id": of.client_id,
        "licence": of.licence,
        "seq": of.entry_seq,
        "verdict": of.verdict,
        "at": of.checked_at,
        "checked_by": of.checked_by,
        "geometry": geojson(of.shape),
    }


def unloading(of: UnloadingRow, content: Mapping[str, Any]) -> dict[str, Any]:
    """An unloading from rail."""
    kept = ("inside", "tags", "counts", "items", "remarks")
    return {
        "id": of.number,
        "number": of.number,
        "consignment": content["consignment"],
        "unloaded_at": of.unloaded_at,
        "geometry": geojson(of.shape),
        **{name: content[name] for name in kept},
    }


def return_row(of: ReturnRow) -> dict[str, Any]:
    """A direction to take back, in a list."""
    return {
        "id": of.number,
        "number": of.number,
        "state": of.state,
        "licence": of.licence or None,
        "origin": of.origin,
        "directed_at": of.directed_at,
        "within": of.within,
        "returned_at": of.returned_at,
        "late": of.returned_at is not None and of.returned_at > of.within,
        "geometry": geojson(of.shape),
    }


def direction(of: ReturnRow, content: Mapping[str, Any], text: Text) -> dict[str, Any]:
    """A direction to take back."""
    kept = ("origin_name", "breach", "removed_at", "person", "tags", "counts", "dead", "items")
    return {
        **return_row(of),
        **{name: content[name] for name in kept},
        "name": text(content["name"]),
        "address": text(content["address"]),
        "clauses": content["decision"]["clauses"],
        "decision": content["decision"],
    }
