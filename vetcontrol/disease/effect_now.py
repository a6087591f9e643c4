"""Whether what an instrument declares is in force now, by its own number.

What it did to the map is read from the log's effects, and not from the paper: the same answer
that the map gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import select

from gis import overlay
from vetcontrol.clock import start_of_day
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.documents.content import Document, DocumentKind
from vetcontrol.gazette import schedule
from vetcontrol.gazette.tables import DiseaseRow
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals.terms import covers
from vetcontrol.movement import queries as movement
from vetcontrol.movement.application import asked_journey
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import EntryRow, SubjectRow


class Force(StrEnum):
    """`none`: it should have begun something and did not. `act`: it records an act that was done
    once, of which nothing is in force. `not_needed`: a licence for what is free again."""

    IN_FORCE = "in_force"
    NOT_YET = "not_yet"
    ENDED = "ended"
    SUPERSEDED = "superseded"
    NONE = "none"
    ACT = "act"
    NOT_NEEDED = "not_needed"


@dataclass(frozen=True)
class EffectNow:
    """The answer at a moment: `since` and `until` are the bounds, `by` the number that ended or
    superseded it; what was ended before it began has no `since`. `partly`: some of it has ended."""

    force: Force
    since: datetime | None = None
    until: datetime | None = None
    by: str = ""
    partly: bool = False


NOTHING: Final = EffectNow(Force.NONE)
ACT: Final = EffectNow(Force.ACT)


def of_interval(since: datetime, until: datetime | None, at: datetime) -> EffectNow:
    """In force from `since` until before `until`."""
    if at < since:
        return EffectNow(Force.NOT_YET, since, until)
    if until is not None and until <= at:
        return EffectNow(Force.ENDED, since, until)
    return EffectNow(Force.IN_FORCE, since, until)


def of_feature(reading: Reading, feature: str, number: str) -> EffectNow:
    """What the instrument `number` made of `feature`."""
    versions = reading.known().by_feature.get(feature, ())
    own = [v for v in versions if v.facts["number"] == number]
    if not own:
        return NOTHING
    last = own[-1]
    found = of_interval(own[0].begins, last.ends, reading.now)
    if last.ends is None:
        return found
    after = next((v for v in versions if v.begins == last.ends), None)
    if after is None:
        return replace(found, by=str(last.facts.get("end_number", "")))
    force = Force.SUPERSEDED if found.force is Force.ENDED else found.force
    return replace(found, force=force, by=str(after.facts["number"]))


def _together(found: list[EffectNow]) -> EffectNow:
    """Of several places: in force while any is."""
    live = [one for one in found if one.force is Force.IN_FORCE]
    if live:
        return EffectNow(Force.IN_FORCE, live[0].since, partly=len(live) < len(found))
    return found[-1] if found else NOTHING


def _order(reading: Reading, document: Document) -> EffectNow:
    feature = f"{FeatureKind.INFECTED_PLACE}/{document.case_number}"
    return of_feature(reading, feature, document.number)


def _declaration(reading: Reading, document: Document) -> EffectNow:
    beginning = f"{FeatureKind.DECLARED_PLACE}/{document.number}/"
    places = [f for f in reading.known().by_feature if f.startswith(beginning)]
    return _together([of_feature(reading, place, document.number) for place in sorted(places)])


def _served(reading: Reading, document: Document) -> EffectNow:
    """A copy of the order, or a notice: the place that it is about."""
    row = reading.session.get(ServiceRow, document.number)
    return NOTHING if row is None else of_feature(reading, row.feature, row.declaration)


def _area(reading: Reading, document: Document) -> EffectNow:
    """A notification of an infected area, or an amendment of one."""
    return of_feature(reading, _feature_of(reading, document.number), document.number)


def _feature_of(reading: Reading, number: str) -> str:
    """The area that the notification `number` begins or changes."""
    for entry in standing(reading.session, number):
        if entry.content.get("number") == number and "feature" in entry.content:
            return str(entry.content["feature"])
    return ""


def _commencement(reading: Reading, document: Document) -> EffectNow:
    """A notification under section 1(3), as far as none of 1(3)(c) has ended what it began."""
    snapshot = reading.known()
    feature = f"commencement/{document.number}"
    found = of_feature(reading, feature, document.number)
    own = next((v for v in snapshot.by_feature.get(feature, ())), None)
    if own is None or own.facts["operation"] == "cease":
        return found
    ends = sorted(
        (v for v in snapshot.by_kind[FeatureKind.COMMENCEMENT_AREA] if _ends(v, own)),
        key=lambda v: (v.begins, str(v.facts["number"])),
    )
    whole = next((v for v in ends if _whole(v, own)), None)
    if whole is not None and whole.begins <= reading.now:
        return EffectNow(Force.ENDED, found.since, whole.begins, str(whole.facts["number"]))
    partly = any(v.begins <= reading.now for v in ends)
    if whole is None:
        return replace(found, partly=partly)
    return replace(found, until=whole.begins, by=str(whole.facts["number"]), partly=partly)


def _ends(end: Version, own: Version) -> bool:
    """Whether `end` ends any of the provisions, for any of the diseases, in any part."""
    stops, runs = end.facts, own.facts
    named = any(
        covers(e, p) or covers(p, e) for e in stops["provisions"] for p in runs["provisions"]
    )
    diseases = set(stops["diseases"])
    concerned = not diseases or not runs["diseases"] or bool(diseases & set(runs["diseases"]))
    return (
        stops["operation"] == "cease"
        and end.begins >= own.begins
        and named
        and concerned
        and overlay.covers(end.geometry, own.geometry) != "none"
    )


def _whole(end: Version, own: Version) -> bool:
    """Whether `end` leaves nothing of it in force."""
    stops, runs = end.facts, own.facts
    named = all(any(covers(e, p) for e in stops["provisions"]) for p in runs["provisions"])
    diseases = set(stops["diseases"])
    concerned = not diseases or (bool(runs["diseases"]) and diseases >= set(runs["diseases"]))
    return named and concerned and overlay.covers(end.geometry, own.geometry) == "whole"


def _disease(reading: Reading, document: Document) -> EffectNow:
    codes = reading.session.scalars(
        select(SubjectRow.subject)
        .join(EntryRow, EntryRow.seq == SubjectRow.entry_seq)
        .where(EntryRow.number == document.number)
    )
    prefix = f"{schedule.SUBJECT}/"
    code = next((s.removeprefix(prefix) for s in codes if s.startswith(prefix)), "")
    row = reading.session.get(DiseaseRow, code)
    if row is None:
        return NOTHING
    ends = None if row.to_date is None else start_of_day(row.to_date)
    return of_interval(start_of_day(row.from_date), ends, reading.now)


def _appointment(reading: Reading, document: Document) -> EffectNow:
    row = reading.session.get(AppointmentRow, document.number)
    if row is None or row.state == "proposed":
        return NOTHING
    return of_interval(row.from_at, row.to_at, reading.now)


def _delegation(reading: Reading, document: Document) -> EffectNow:
    row = reading.session.get(DelegationRow, document.number)
    if row is None or row.state == "proposed":
        return NOTHING
    return of_interval(row.from_at, row.until, reading.now)


def _licence(reading: Reading, document: Document) -> EffectNow:
    """A licence that was granted: its window of time, from the grant on, which a revocation cuts
    short; not needed while nothing on its way is in force that forbids the removal."""
    row = reading.session.get(LicenceRow, document.case_number or document.number)
    if row is None:
        return NOTHING
    licence = movement.licence(reading.session, row.number)
    if licence.granted_at is None or licence.paper != document.number:
        return NOTHING
    begins, revoked = max(licence.granted_at, row.valid_from), licence.revoked_at
    if revoked is not None and revoked <= begins:
        return EffectNow(Force.ENDED, None, revoked, licence.revocation)
    cut = revoked is not None and revoked < row.valid_to
    ends = revoked if cut else row.valid_to
    found = of_interval(begins, ends, reading.now)
    if found.force is Force.IN_FORCE:
        met = asked_journey(reading, licence.consignment, reading.now)
        if met.decision.outcome is Outcome.ALLOWED:
            found = replace(found, force=Force.NOT_NEEDED)
    return replace(found, by=licence.revocation) if cut else found


# The kinds that are not here record an act: a report, an examination, a decision, a cessation.
BY_KIND: Final[Mapping[DocumentKind, Callable[[Reading, Document], EffectNow]]] = {
    DocumentKind.ORDER: _order,
    DocumentKind.ORDER_COPY: _served,
    DocumentKind.DECLARATION: _declaration,
    DocumentKind.PREMISES_NOTICE: _served,
    DocumentKind.NOTIFICATION: _area,
    DocumentKind.AMENDMENT: _area,
    DocumentKind.COMMENCEMENT: _commencement,
    DocumentKind.END_OF_OPERATION: _commencement,
    DocumentKind.SCHEDULED_DISEASE: _disease,
    DocumentKind.APPOINTMENT: _appointment,
    DocumentKind.DELEGATION: _delegation,
    DocumentKind.LICENCE: _licence,
}


def effect_now(reading: Reading, document: Document) -> EffectNow:
    """Whether what `document` declares is in force at the reading's moment."""
    found = BY_KIND.get(document.kind)
    return ACT if found is None else found(reading, document)
