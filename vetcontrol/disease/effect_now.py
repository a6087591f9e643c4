"""Whether what an instrument declares is in force now, by its own number.

What it did to the map is read from the log's effects, and not from the paper: the same answer
that the map gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import shapely
from sqlalchemy import select

from gis import overlay
from vetcontrol.clock import start_of_day
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.documents.content import Document, DocumentKind
from vetcontrol.gazette import rules, schedule
from vetcontrol.gazette.tables import DiseaseRow, NotificationRow
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals.terms import covers
from vetcontrol.movement import queries as movement
from vetcontrol.movement.application import asked_journey
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot
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
_BEFORE_ALL: Final = datetime.min.replace(tzinfo=UTC)


def of_interval(since: datetime, until: datetime | None, at: datetime) -> EffectNow:
    """In force from `since` until before `until`; never, where that is not later."""
    if until is not None and until <= since:
        return EffectNow(Force.ENDED, None, until)
    if at < since:
        return EffectNow(Force.NOT_YET, since, until)
    if until is not None and until <= at:
        return EffectNow(Force.ENDED, since, until)
    return EffectNow(Force.IN_FORCE, since, until)


def of_feature(snapshot: Snapshot, feature: str, number: str, at: datetime) -> EffectNow:
    """What the instrument `number` made of `feature`, at `at`."""
    versions = snapshot.by_feature.get(feature, ())
    own = [v for v in versions if v.facts["number"] == number]
    if not own:
        return NOTHING
    last = own[-1]
    found = of_interval(own[0].begins, last.ends, at)
    if last.ends is None:
        return found
    # What began anew at that very moment does not stand in its stead: it was ended before.
    after = next((v for v in versions if v.since < v.begins == last.ends), None)
    if after is None:
        return replace(found, by=str(last.facts.get("end_number", "")))
    force = Force.SUPERSEDED if found.force is Force.ENDED else found.force
    return replace(found, force=force, by=str(after.facts["number"]))


def _together(found: list[EffectNow]) -> EffectNow:
    """Of several places that began together: in force while any is, then ended with the last."""
    live = [one for one in found if one.force is Force.IN_FORCE]
    if live:
        return EffectNow(Force.IN_FORCE, live[0].since, partly=len(live) < len(found))
    return max(found, key=lambda one: one.until or _BEFORE_ALL, default=NOTHING)


def _order(reading: Reading, document: Document) -> EffectNow:
    feature = f"{FeatureKind.INFECTED_PLACE}/{document.case_number}"
    return of_feature(reading.known(), feature, document.number, reading.now)


def _declaration(reading: Reading, document: Document) -> EffectNow:
    snapshot = reading.known()
    places = {
        v.feature
        for v in snapshot.by_kind.get(FeatureKind.DECLARED_PLACE, ())
        if v.facts["number"] == document.number
    }
    return _together(
        [of_feature(snapshot, one, document.number, reading.now) for one in sorted(places)]
    )


def _served(reading: Reading, document: Document) -> EffectNow:
    """A copy of the order, or a notice: the place that it is about."""
    row = reading.session.get(ServiceRow, document.number)
    if row is None:
        return NOTHING
    return of_feature(reading.known(), row.feature, row.declaration, reading.now)


def _area(reading: Reading, document: Document) -> EffectNow:
    """A notification of an infected area, or an amendment of one."""
    feature = _feature_of(reading, document.number)
    return of_feature(reading.known(), feature, document.number, reading.now)


def _control(reading: Reading, document: Document) -> EffectNow:
    """A control: from its first day or publication until its last day or a rescission."""
    found = _area(reading, document)
    # What ends by its own words is ended by no other instrument.
    return replace(found, by="") if found.by == document.number else found


def _rules(reading: Reading, document: Document) -> EffectNow:
    """Rules: from their publication until the Assembly annuls them; in part where it annulled some
    of what they fix."""
    row = reading.session.get(NotificationRow, document.number)
    if row is None or row.state != "published" or row.effective_at is None:
        return NOTHING
    ends = rules.ends(reading, document.number)
    ended = [end for end in ends if end is not None]
    until = max(ended) if ends and len(ended) == len(ends) else None
    found = of_interval(row.effective_at, until, reading.now)
    gone = any(end <= reading.now for end in ended)
    return replace(found, partly=found.force is Force.IN_FORCE and gone)


def _feature_of(reading: Reading, number: str) -> str:
    """The area that the notification `number` begins or changes."""
    for entry in standing(reading.session, number):
        if entry.content.get("number") == number and "feature" in entry.content:
            return str(entry.content["feature"])
    return ""


def _commencement(reading: Reading, document: Document) -> EffectNow:
    return of_commencement(reading.known(), document.number, reading.now)


def of_commencement(snapshot: Snapshot, number: str, at: datetime) -> EffectNow:
    """A notification under section 1(3), as far as none of 1(3)(c) has ended what it began."""
    feature = f"commencement/{number}"
    found = of_feature(snapshot, feature, number, at)
    own = next(iter(snapshot.by_feature.get(feature, ())), None)
    if own is None or own.facts["operation"] == "cease":
        return found
    ends = sorted(
        (v for v in snapshot.by_kind[FeatureKind.COMMENCEMENT_AREA] if _ends(v, own)),
        key=lambda v: (v.begins, str(v.facts["number"])),
    )
    last = next((e for n, e in enumerate(ends, 1) if _nothing_left(own, ends[:n])), None)
    if last is not None:
        found = of_interval(own.begins, last.begins, at)
        found = replace(found, by=str(last.facts["number"]))
    over = found.force is Force.ENDED
    return replace(found, partly=not over and any(v.begins <= at for v in ends))


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


def _nothing_left(own: Version, ends: Sequence[Version]) -> bool:
    """Whether `ends` together leave nothing of it in force: no provision, for no disease."""
    return all(
        overlay.covers(
            shapely.union_all([e.geometry for e in ends if _stops(e, provision, disease)]),
            own.geometry,
        )
        == "whole"
        for provision in own.facts["provisions"]
        for disease in own.facts["diseases"] or [None]
    )


def _stops(end: Version, provision: str, disease: str | None) -> bool:
    """Whether `end` ends the whole of `provision` for `disease`; None is every disease."""
    stated = end.facts["diseases"]
    named = any(covers(one, provision) for one in end.facts["provisions"])
    return named and (not stated or disease in stated)


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
    DocumentKind.CONTROL: _control,
    DocumentKind.RULES: _rules,
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
