"""Infected places and what a case waits for, as they are answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import orjson

from api.answers import geojson
from api.told import acts
from vetcontrol.disease.case import Case, Declaration
from vetcontrol.disease.queries import File
from vetcontrol.disease.tables import InfectedPlaceRow, ServiceRow
from vetcontrol.disease.waiting import Waiting
from vetcontrol.register.tables import DocumentRow


def row(of: InfectedPlaceRow) -> dict[str, Any]:
    """A case in a list."""
    return {
        "id": of.number,
        "number": of.number,
        "state": of.state,
        "disease": of.disease,
        "premises_id": of.premises_id,
        "village": of.village_name,
        "ordered_at": of.ordered_at,
        "changed_at": of.changed_at,
        "geometry": geojson(of.shape),
    }


def case(of: Case, now: datetime) -> dict[str, Any]:
    """The case itself: its state and what was declared; what is in force of it at `now`."""
    examination = of.examination
    return {
        "id": of.number,
        "number": of.number,
        "state": of.state.value,
        "disease": of.disease,
        "disease_name": of.disease_name,
        "premises_id": of.premises_id,
        "place": dict(of.place),
        "accuracy_m": of.accuracy_m,
        "geometry": orjson.Fragment(orjson.dumps(of.geometry)),
        "ordered_by": of.ordered_by,
        "report": of.report_number,
        "order": declaration(of.order),
        "examination": examination
        and {
            "number": examination.number,
            "outcome": examination.outcome,
            "outcome_number": examination.outcome_number,
            "signed_at": examination.signed_at,
            "by": examination.actor,
        },
        "radii": [declaration(one) for one in of.radii],
        "government_report": of.government_report,
        "decisions": list(of.decisions),
        "undecided": [one.number for one in of.undecided],
        "notifications": of.notifications,
        "areas": [
            {"feature": f, "in_force": of.area_in_force(f, now), "takes_effect_at": of.begins[f]}
            for f in of.areas
        ],
        "entries": of.entries,
    }


def declaration(of: Declaration) -> dict[str, Any]:
    """The order or a declaration of the radius, with the places that it declared."""
    return {
        "number": of.number,
        "kind": of.kind,
        "signed_at": of.signed_at,
        "clause": of.clause,
        "metres": of.metres,
        "cancelled_at": of.cancelled_at,
        "confirmed": of.confirmed,
        "places": [place(feature, about) for feature, about in of.features.items()],
    }


def place(feature: str, about: Mapping[str, Any]) -> dict[str, Any]:
    """One declared place of a declaration."""
    return {
        "feature": feature,
        "premises_id": about["premises_id"],
        "distance_m": about.get("distance_m"),
        "deciding_part": about.get("deciding_part"),
        "animals": about.get("animals"),
    }


def file(of: File, now: datetime) -> dict[str, Any]:
    """The whole file of a case; ages are counted to `now`."""
    standing = {entry.seq for entry in of.entries}
    instruments = [instrument(one, of.corrected[one.number]) for one in of.documents]
    clauses = dict.fromkeys(
        clause
        for one, told in zip(of.documents, instruments, strict=True)
        if one.entry_seq in standing
        for clause in told["clauses"]
    )
    return case(of.case, now) | {
        "clauses": list(clauses),
        "instruments": instruments,
        "services": [service(one) for one in of.services],
        "unserved": sum(one.waits for one in of.services),
        "waiting": [waits(one, now) for one in of.waiting],
    }


def instrument(of: DocumentRow, corrected_by: str) -> dict[str, Any]:
    """A written instrument of the case; it stands where no correction struck or restated its
    entry, as its verification says too."""
    content = json.loads(of.content)
    return acts.document(of) | {
        "clauses": content["clauses"],
        "signed_at": content["signed_at"],
        "standing": not corrected_by,
        "corrected_by": corrected_by,
    }


def service(of: ServiceRow) -> dict[str, Any]:
    """A copy or notice that must reach somebody, and whether it has."""
    return {
        "document": of.document,
        "declaration": of.declaration,
        "feature": of.feature,
        "clause": of.clause,
        "premises_id": of.premises_id,
        "served_at": of.served_at,
        "manner": of.manner,
        "proof": of.proof.split(),
        "post_number": of.post_number,
        "served_by": of.served_by,
        "seq": of.service_seq,
        "overtaken_by": of.overtaken_by,
    }


def waits(of: Waiting, now: datetime) -> dict[str, Any]:
    """A step not yet recorded, and its age in whole seconds and days."""
    age = max(now - of.since, timedelta(0))
    return {
        "step": of.step,
        "clause": of.clause,
        "wording": of.wording,
        "number": of.number,
        "since": of.since,
        "age_s": int(age.total_seconds()),
        "age_days": age.days,
    }
