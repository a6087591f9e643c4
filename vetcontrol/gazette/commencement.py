"""Section 1(3): bringing provisions into force for an area, a disease and from a day."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from gis import overlay
from vetcontrol.canonical import instant_text
from vetcontrol.clock import start_of_day
from vetcontrol.documents.instruments import (
    commencement_notification,
    end_of_operation_notification,
)
from vetcontrol.errors import Malformed
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.reference import gazette as reference
from vetcontrol.gazette.schedule import in_schedule
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.commencement import Commencement, in_force
from vetcontrol.officers.authority import Officer, authorise
from vetcontrol.places.queries import areas
from vetcontrol.register.effects import Action, Effect, FeatureKind, Version
from vetcontrol.register.entries import Entry, Kind, geometry_from
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading, Writing
from vetcontrol.register.restating import day, restating

KIND = "commencement.notified"
PROVISION = re.compile(r"[1-9][0-9]?(\([1-9]\))?|all")
OPERATIONS = ("commence", "cease")


def notify(
    writing: Writing,
    officer: Officer,
    *,
    operation: str,
    provisions: Sequence[str],
    diseases: Sequence[str],
    area_ids: Sequence[str],
    from_date: date,
    gazette: GazetteReference,
) -> Entry:
    """Record a notification under section 1(3).

    `operation` is `commence` or `cease`; `provisions` are sections or sub-sections (`11`,
    `13(2)`) or `all`; `diseases` are codes of the Schedule, none meaning every disease; the area
    is that of the features `area_ids`, copied, so that a later edition of a layer leaves it.
    """
    if operation not in OPERATIONS:
        raise Malformed.field("operation", f"is one of {', '.join(OPERATIONS)}")
    _provisions("provisions", list(provisions))
    if not area_ids:
        raise Malformed.field("area_ids", "name at least one area, for instance territory/GA")
    authority = authorise(writing, officer, "government", clause="DOA1974-1-3b", at=writing.now)
    chosen = areas(writing.known(), area_ids, writing.now)
    names = []
    for code in diseases:
        name, _ = in_schedule(writing.session, code, start_of_day(from_date))
        names.append(name)
    number = writing.next_number("COM")
    geometry = shapely.union_all([a.geometry for a in chosen])
    government = writing.register.settings.government_name
    area_name = ", ".join(str(a.facts["name"]) for a in chosen)
    stated = () if "all" in provisions else tuple(f"section {p}" for p in provisions)
    if operation == "commence":
        document = commencement_notification(
            number=number,
            government=government,
            area_name=area_name,
            disease=", ".join(names) or "every scheduled disease",
            start=from_date,
            signed_at=writing.now,
            signatory=authority.signatory(),
            provisions=stated,
        )
    else:
        document = end_of_operation_notification(
            number=number,
            government=government,
            area_name=area_name,
            end=from_date,
            signed_at=writing.now,
            signatory=authority.signatory(),
            provisions=stated,
        )
    return writing.append(
        KIND,
        authority.actor,
        {
            "number": number,
            "operation": operation,
            "provisions": list(provisions),
            "diseases": list(diseases),
            "area_names": [a.facts["name"] for a in chosen],
            "accuracy_m": max(float(a.facts.get("accuracy_m", 0)) for a in chosen),
            "geometry": json.loads(shapely.to_geojson(geometry)),
            "from_date": from_date.isoformat(),
            "gazette": gazette.as_json(),
            "at": instant_text(writing.now),
            "decision": authority.decision.as_json(),
        },
        subjects=(f"commencement/{number}",),
        number=number,
        documents=(document,),
    )


def effects_of(content: Mapping[str, Any]) -> list[Effect]:
    """The area in which the notification holds, from its day."""
    begins = start_of_day(date.fromisoformat(content["from_date"]))
    return [
        Effect(
            f"commencement/{content['number']}",
            FeatureKind.COMMENCEMENT_AREA,
            Action.BEGIN,
            geometry_from(content["geometry"]),
            begins,
            {
                "number": content["number"],
                "name": ", ".join(content["area_names"]),
                "operation": content["operation"],
                "provisions": content["provisions"],
                "diseases": content["diseases"],
                "from_date": content["from_date"],
                "accuracy_m": content["accuracy_m"],
                "clauses": [
                    "DOA1974-1-3b" if content["operation"] == "commence" else "DOA1974-1-3c"
                ],
            },
        )
    ]


def operative(
    reading: Reading, provision: str, *, disease: str, geometry: BaseGeometry, at: datetime
) -> Decision:
    """Whether `provision` (`11`, `13(2)`) is in force over the whole of `geometry` at `at`."""
    snapshot = reading.known()
    return in_force(
        provision,
        disease=disease,
        at=at,
        commencements=_covering(snapshot, provision, disease, geometry),
        figures=reading.register.figures,
    )


def _covering(
    snapshot: Snapshot, provision: str, disease: str, geometry: BaseGeometry
) -> list[Commencement]:
    holding = [
        v
        for v in snapshot.versions
        if v.kind is FeatureKind.COMMENCEMENT_AREA and v.ends is None and _reaches(v, geometry)
    ]
    ends = [
        v for v in holding if v.facts["operation"] == "cease" and _speaks_of(v, provision, disease)
    ]
    found = []
    for version in holding:
        facts = version.facts
        if facts["operation"] != "commence":
            continue
        end = min((e for e in ends if _day(e) >= _day(version)), key=_day, default=None)
        found += [
            Commencement(
                tuple(facts["provisions"]),
                one,
                _day(version),
                _day(end) if end else None,
                facts["number"],
                str(end.facts["number"]) if end else "",
            )
            for one in (facts["diseases"] or [None])
        ]
    return found


def _speaks_of(version: Version, provision: str, disease: str) -> bool:
    probe = Commencement(tuple(version.facts["provisions"]), None, _day(version), None, "")
    return probe.names(provision) and disease in (version.facts["diseases"] or [disease])


def _reaches(version: Version, geometry: BaseGeometry) -> bool:
    """Whether a commencement holds the whole of the place, or a cessation any part of it."""
    if version.facts["operation"] == "cease":
        return overlay.covers(version.geometry, geometry) != "none"
    held = overlay.contains_with_accuracy(
        version.geometry, geometry, float(version.facts["accuracy_m"])
    )
    return held.outcome != "outside"


def _provisions(name: str, value: Any) -> list[str]:
    if (
        not isinstance(value, list)
        or not value
        or not all(isinstance(p, str) and PROVISION.fullmatch(p) for p in value)
    ):
        raise Malformed.field(name, "are sections such as 11 or 13(2), or all")
    return value


def _codes(name: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(c, str) and c for c in value):
        raise Malformed.field(name, "are codes of the Schedule; none means every disease")
    return value


def _day(version: Version) -> date:
    return date.fromisoformat(version.facts["from_date"])


KINDS = (
    Kind(
        KIND,
        effects=effects_of,
        restatable=frozenset({"provisions", "diseases", "from_date", "gazette"}),
        restate=restating(
            provisions=_provisions, diseases=_codes, from_date=day, gazette=reference
        ),
    ),
)
