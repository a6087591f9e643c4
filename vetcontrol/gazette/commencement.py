"""Section 1(3): bringing provisions into force for an area, a disease and from a day."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from gis import overlay
from vetcontrol import statutes
from vetcontrol.canonical import instant_text
from vetcontrol.clock import day_of, start_of_day
from vetcontrol.documents.instruments import (
    commencement_notification,
    end_of_operation_notification,
)
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.reference import gazette as reference
from vetcontrol.gazette.schedule import diseases as scheduled_diseases
from vetcontrol.gazette.schedule import in_schedule
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals.commencement import IMMEDIATE, Commencement, in_force
from vetcontrol.law.diseases_of_animals.terms import covers, in_days, listed
from vetcontrol.officers.authority import Officer, authorise
from vetcontrol.places.queries import areas
from vetcontrol.register.effects import Action, Effect, FeatureKind, Version
from vetcontrol.register.entries import Entry, Kind, geometry_from
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading, Writing
from vetcontrol.register.restating import day, restating

KIND = "commencement.notified"
OPERATIONS = {"commence": "DOA1974-1-3b", "cease": "DOA1974-1-3c"}
LAND = (
    FeatureKind.TERRITORY,
    FeatureKind.DISTRICT,
    FeatureKind.TALUKA,
    FeatureKind.VILLAGE,
    FeatureKind.MUNICIPAL_AREA,
    FeatureKind.PANCHAYAT,
)


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
    is that of the features `area_ids` of the land's layers, copied, so that a later edition of a
    layer leaves it. Raises `Malformed`, `NotFound`, and `Refused` for the sections that are always
    in force (DOA1974-1-3a) and for a day before the gazette's.
    """
    if operation not in OPERATIONS:
        raise Malformed.field("operation", f"is one of {', '.join(OPERATIONS)}")
    _provisions("provisions", list(provisions))
    if not area_ids:
        raise Malformed.field("area_ids", "name at least one area, for instance territory/GA")
    authority = authorise(writing, officer, "government", clause="DOA1974-1-3b", at=writing.now)
    gazette.require_published(writing.now)
    gazette.require_reaches(from_date, OPERATIONS[operation])
    _not_immediate(provisions, from_date)
    chosen = _land(writing, area_ids, OPERATIONS[operation])
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


def _land(writing: Writing, area_ids: Sequence[str], clause: str) -> list[Version]:
    """The areas of the land's layers in force. Raises `Malformed` for any other feature."""
    chosen = areas(writing.known(), area_ids, writing.now)
    for area in chosen:
        if area.kind not in LAND:
            raise Malformed.field(
                "area_ids",
                f"{area.feature} is no part of the land by itself; name areas of the layers:"
                f" {', '.join(LAND)}",
                clauses=(clause,),
            )
    return chosen


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
                "clauses": [OPERATIONS[content["operation"]]],
            },
        )
    ]


def operative(
    reading: Reading,
    provision: str,
    *,
    disease: str,
    geometry: BaseGeometry,
    at: datetime,
    known_seq: int | None = None,
) -> Decision:
    """Whether `provision` (`11`, `13(2)`) is in force over the whole of `geometry` at `at`, as
    known by `known_seq`, by default now.

    `disease` is a code of the Schedule; the words of the answer say diseases by their names.
    """
    snapshot = reading.known(known_seq=known_seq)
    names = {row.code: row.name for row in scheduled_diseases(reading.session)}
    return in_force(
        provision,
        disease=names.get(disease, disease),
        at=at,
        commencements=[
            replace(c, disease=None if c.disease is None else names.get(c.disease, c.disease))
            for c in _covering(snapshot, provision, disease, geometry, day_of(at))
        ],
        figures=reading.register.figures,
    )


def changes(snapshot: Snapshot, since: datetime, until: datetime) -> list[datetime]:
    """The moments after `since` and up to `until` from which a notification under section 1(3)
    anywhere brings a provision into force or ends it, in order."""
    return sorted({v.begins for v in _notified(snapshot) if since < v.begins <= until})


def _notified(snapshot: Snapshot) -> Iterator[Version]:
    """What every notification under section 1(3) that stands says of its area."""
    kept = snapshot.by_kind.get(FeatureKind.COMMENCEMENT_AREA, ())
    return (v for v in kept if v.ends is None)


def _covering(
    snapshot: Snapshot, provision: str, disease: str, geometry: BaseGeometry, day: date
) -> list[Commencement]:
    """Every commencement that holds the whole of the place; and where none of those is in force
    for what is asked on `day`, those that hold it together then."""
    notified = list(_notified(snapshot))
    starts = [v for v in notified if v.facts["operation"] == "commence"]
    ends = [
        v for v in notified if v.facts["operation"] == "cease" and _speaks_of(v, provision, disease)
    ]
    found = []
    for version in starts:
        if not _holds(version.geometry, geometry, float(version.facts["accuracy_m"])):
            continue
        facts = version.facts
        end = _end(ends, geometry, _day(version))
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
    if any(
        c.names(provision) and c.concerns(disease) and in_days(c.from_date, c.to_date, day)
        for c in found
    ):
        return found
    named = [v for v in starts if _speaks_of(v, provision, disease) and _day(v) <= day]
    together = _together(named, ends, geometry, day)
    if together:
        number = listed(str(v.facts["number"]) for v in together)
        end = _end(ends, geometry, day + timedelta(days=1))
        found.append(
            Commencement(
                (provision,),
                disease,
                _day(together[-1]),
                _day(end) if end else None,
                number,
                str(end.facts["number"]) if end else "",
            )
        )
    return found


def _together(
    starts: Sequence[Version], ends: Sequence[Version], geometry: BaseGeometry, day: date
) -> list[Version]:
    """The first of `starts` that on `day` hold the whole of the place together, each where none
    of `ends` has ended it; none where they do not.

    How well a line is known helps where an area begins, and not where it ended.
    """
    held: list[Version] = []
    lands: list[BaseGeometry] = []
    ended: list[BaseGeometry] = []
    for version in sorted(starts, key=_day):
        cut = [e.geometry for e in ends if _day(version) <= _day(e) <= day]
        ended += cut
        land = overlay.beyond(version.geometry, shapely.union_all(cut))
        if overlay.covers(land, geometry) == "none":
            continue
        held.append(version)
        lands.append(land)
        accuracy = max(float(v.facts["accuracy_m"]) for v in held)
        area = overlay.compose(lands)
        gone = overlay.beyond(shapely.union_all(ended), area)
        if overlay.covers(gone, geometry) == "none" and _holds(area, geometry, accuracy):
            return held
    return []


def _end(ends: Sequence[Version], geometry: BaseGeometry, since: date) -> Version | None:
    """The first of `ends` from the day `since` on that takes in any part of the place."""
    taking = (
        e for e in ends if _day(e) >= since and overlay.covers(e.geometry, geometry) != "none"
    )
    return min(taking, key=_day, default=None)


def _speaks_of(version: Version, provision: str, disease: str) -> bool:
    probe = Commencement(tuple(version.facts["provisions"]), None, _day(version), None, "")
    return probe.names(provision) and disease in (version.facts["diseases"] or [disease])


def _holds(area: BaseGeometry, geometry: BaseGeometry, accuracy_m: float) -> bool:
    """Whether the area of a commencement holds the whole of the place."""
    return overlay.contains_with_accuracy(area, geometry, accuracy_m).outcome != "outside"


def _provisions(name: str, value: Any) -> list[str]:
    if (
        not isinstance(value, list)
        or not value
        or not all(isinstance(p, str) and (p == "all" or p in _sections()) for p in value)
    ):
        raise Malformed.field(name, "are sections of the Act such as 11 or 13(2), or all")
    return value


@cache
def _sections() -> frozenset[str]:
    """The Act's sections and sub-sections: `13(1)(a)` is of `13(1)`, and that of `13`."""
    found = set()
    for clause in statutes.clauses().statutes()["DOA1974"]:
        head, *subs = re.findall(r"^[0-9]+|\([^)]*\)", clause.section.partition(" ")[0])
        found.update({head, *("".join((head, *subs[:n])) for n in range(1, len(subs) + 1))})
    return frozenset(found)


def _not_immediate(provisions: Sequence[str], on: date) -> None:
    """Raises `Refused` for the sections that no notification brings into force or ends."""
    always = statutes.figures().items(IMMEDIATE, on)
    for provision in provisions:
        if provision != "all" and any(covers(section, provision) for section in always):
            raise Refused(
                f"Section {provision} is in force since the Act began, with no notification, and"
                f" none ends it. Name other sections than {', '.join(always)}.",
                clauses=("DOA1974-1-3a",),
            )


def restate(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
    """A correction under which the notification is still one that section 1(3) allows."""
    read = restating(provisions=_provisions, diseases=_codes, from_date=day, gazette=reference)
    new = read(content, restated)
    first = date.fromisoformat(new["from_date"])
    named = GazetteReference.from_json(new["gazette"])
    named.require_reaches(first, OPERATIONS[content["operation"]])
    _not_immediate(new["provisions"], first)
    return new


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
        restate=restate,
    ),
)
