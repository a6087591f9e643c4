"""A control by gazette: drafted by Government, extended, rescinded; what its publication is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from gis import geodesic, shapes
from vetcontrol.canonical import instant_text
from vetcontrol.clock import day_of, in_words, start_of_day
from vetcontrol.controls.terms import of_json, of_words
from vetcontrol.documents.instruments import (
    Controlled,
    Extended,
    control_notification,
    control_rescission,
)
from vetcontrol.documents.parts import Signatory
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.gazette import notifications
from vetcontrol.gazette.grounds import lay, words
from vetcontrol.gazette.moments import Moments
from vetcontrol.gazette.power import Publication
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import controls as law
from vetcontrol.law.diseases_of_animals.controls import Terms
from vetcontrol.officers.authority import Authority, Officer, authorise
from vetcontrol.places.queries import areas
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading, Writing

CONTROL = "control"
LONGEST_NAME = 200


def draft(
    writing: Writing,
    officer: Officer,
    *,
    name: str,
    disease: str,
    terms: Terms,
    first: date,
    last: date | None = None,
    area_ids: Sequence[str] = (),
    geometry: BaseGeometry | None = None,
    extends: str = "",
    position_reason: str = "",
) -> str:
    """Draft a control from the day `first` to `last`, both included (None: until rescinded), in
    the areas of the register `area_ids` or in `geometry` (EPSG:4326); returns the draft's number.

    `extends` is the number of a published control that this one continues. A restriction inside an
    eradication area (DOA1974-5-1-b) names that area alone. Raises `Malformed`, `Refused`,
    `NoAuthority` with clauses.
    """
    if len(name) > LONGEST_NAME:
        raise Malformed.field("name", f"is longer than {LONGEST_NAME} characters")
    called = words("name", name)
    lawful = law.sound(terms).require()
    if last is not None:
        lawful = lawful.also(law.days(first, last).require())
    land = _land(writing, terms, area_ids, geometry)
    clause = terms.clauses[0]
    laid = lay(
        writing,
        officer,
        provision="5(1)" if clause == law.ERADICATION else "6(1)",
        clause=clause,
        capacity="government",
        disease=disease,
        geometry=land,
        at=writing.now,
        position_reason=position_reason,
        what="The area of the control",
    )
    if extends:
        published(writing, extends)
    return notifications.draft(
        writing,
        laid.authority,
        about=CONTROL,
        kind=CONTROL,
        follows=writing.now,
        content={
            "area_name": called,
            "disease": disease,
            "disease_name": laid.disease_name,
            "geometry": json.loads(shapely.to_geojson(land)),
            "area_m2": geodesic.area(land),
            "villages": [],
            "reason": "",
            "terms": of_words(terms),
            "first": first.isoformat(),
            "last": None if last is None else last.isoformat(),
            "begins": instant_text(start_of_day(first)),
            "extends": extends,
            "lawful": laid.decision.also(lawful).as_json(),
        },
    )


def _land(
    writing: Writing, terms: Terms, area_ids: Sequence[str], geometry: BaseGeometry | None
) -> BaseGeometry:
    if (geometry is None) == (not area_ids):
        raise Malformed.field(
            "area_ids", "name areas of the register, or give an outline; one of the two"
        )
    if geometry is not None:
        shapes.require_valid(geometry)
        if geometry.geom_type not in ("Polygon", "MultiPolygon"):
            raise Malformed.field("geometry", f"is a {geometry.geom_type}; draw an outline")
        chosen: list[Version] = []
    else:
        chosen = areas(writing.known(), area_ids, writing.now)
        geometry = shapely.union_all([a.geometry for a in chosen])
    of_eradication = law.ERADICATION in terms.clauses
    if of_eradication and [a.kind for a in chosen] != [FeatureKind.ERADICATION_AREA]:
        raise Refused(
            "Movement into, out of or within is restricted for one eradication area in force, and"
            " none is named. Name that area alone.",
            clauses=(law.ERADICATION,),
        )
    return geometry


def published(reading: Reading, number: str, *, field: str = "extends") -> NotificationRow:
    """The published control of that number. Raises `Malformed` naming `field` for any other."""
    try:
        row = notifications.get(reading.session, number)
    except NotFound as unknown:
        raise Malformed.field(field, unknown.detail) from unknown
    if row.about != CONTROL or row.kind != CONTROL or row.published_at is None:
        raise Malformed.field(field, f"{number} is no control that was published")
    return row


def ended(reading: Reading, row: NotificationRow) -> datetime | None:
    """When the control of `row` ends or ended, as known now; None while it has no end."""
    versions = [v for v in reading.known().versions if v.feature == row.feature]
    return max((v.ends for v in versions if v.ends is not None), default=None)


def rescind(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    reason: str,
    report_number: str = "",
    position_reason: str = "",
) -> str:
    """Draft the rescission of a control, which has effect when it is published; returns the
    draft's number. A gazette ends what a gazette began (note 42)."""
    row = published(writing, number, field="number")
    why = words("reason", reason)
    for field, given in (("report_number", report_number), ("position_reason", position_reason)):
        if given:
            raise Malformed.field(field, "is of infected areas; leave it out")
    end = ended(writing, row)
    if row.state != "published" or (end is not None and end <= writing.now):
        raise Refused(
            f"{number} is not in force any more; there is nothing to rescind. Draft a new control"
            " where one is needed.",
            clauses=(clause_of(row),),
        )
    notifications.require_no_draft(writing.session, row.feature, clause_of(row))
    first = notifications.content_of(row)
    begun = row.published_at
    assert begun is not None
    return notifications.draft(
        writing,
        authority(writing, officer, row),
        about=CONTROL,
        kind=notifications.RESCISSION,
        follows=begun,
        feature=row.feature,
        amends=number,
        content={
            **{
                name: first[name]
                for name in ("area_name", "disease", "disease_name", "geometry", "terms")
            },
            "area_m2": 0.0,
            "villages": [],
            "reason": why,
        },
    )


def publish(
    writing: Writing,
    draft_content: Mapping[str, Any],
    signatory: Signatory,
    _reference: GazetteReference,
    when: Moments,
) -> Publication:
    """The handler for controls: the whole of what it says, until when, and the gap it leaves."""
    terms = of_json(draft_content["terms"])
    common: dict[str, Any] = {
        "number": draft_content["number"],
        "government": writing.register.settings.government_name,
        "disease": draft_content["disease_name"],
        "clauses": terms.clauses,
        "signed_at": when.published_at,
        "signatory": signatory,
    }
    facts = {"clauses": list(terms.clauses), "terms": draft_content["terms"]}
    if draft_content["kind"] == notifications.RESCISSION:
        _require_live(writing, draft_content, when)
        document = control_rescission(
            rescinded_number=draft_content["amends"],
            reason=draft_content["reason"],
            ends=when.effective_at,
            **common,
        )
        return Publication({"facts": facts}, (document,))
    first, last = _days(draft_content)
    until = None if last is None else start_of_day(last + timedelta(days=1))
    if until is not None and until <= when.effective_at:
        raise Refused(
            f"{draft_content['number']} would hold until {in_words(until)}, and it begins only"
            f" {in_words(when.effective_at)}: no moment of it would be in force. Draft it anew.",
            clauses=(terms.clauses[0],),
        )
    extended, between, lawful = _extended(writing, draft_content["extends"], when)
    document = control_notification(
        area_name=draft_content["area_name"],
        controlled=_controlled(draft_content["terms"]),
        begins=when.effective_at,
        first=max(first, day_of(when.effective_at)),
        last=last,
        extends=extended,
        geometry=draft_content["geometry"],
        **common,
    )
    return Publication(
        {
            "facts": {
                **facts,
                "extends": draft_content["extends"],
                "last": draft_content["last"],
                "gap": between,
            },
            "until": None if until is None else instant_text(until),
            "lawful": None if lawful is None else lawful.as_json(),
        },
        (document,),
    )


def _require_live(writing: Writing, content: Mapping[str, Any], when: Moments) -> None:
    """Raises `Refused` where the control that is rescinded has ended by its own words before."""
    row = notifications.get(writing.session, content["amends"])
    end = ended(writing, row)
    if end is not None and end <= when.effective_at:
        raise Refused(
            f"{row.number} ended {in_words(end)} by its own words; nothing is left to rescind."
            " Strike the approval and the draft by corrections.",
            clauses=(clause_of(row),),
        )


def _days(content: Mapping[str, Any]) -> tuple[date, date | None]:
    last = content["last"]
    return date.fromisoformat(content["first"]), None if last is None else date.fromisoformat(last)


def _extended(
    writing: Writing, number: str, when: Moments
) -> tuple[Extended | None, dict[str, Any] | None, Decision | None]:
    """What the extension joins on to, the time between the two as the entry keeps it, and what
    the law says of it."""
    if not number:
        return None, None, None
    end = ended(writing, published(writing, number))
    if end is None:
        raise Refused(
            f"{number} has no end, so that there is nothing to extend. Rescind it, or draft this"
            " control by itself.",
            clauses=(law.MOVEMENT,),
        )
    between, lawful = law.gap(end, when.effective_at), law.extension(end, when.effective_at)
    if between is None:
        return Extended(number, end), None, lawful
    kept = {
        "begins": instant_text(between.begins),
        "ends": instant_text(between.ends),
        "days": between.days,
    }
    return Extended(number, end, between.days), kept, lawful


def _controlled(terms: Mapping[str, Any]) -> Controlled:
    return Controlled(
        forbids=terms["force"] == law.Force.FORBID,
        movements=terms["movements"],
        matters=terms["matters"],
        classes=terms["classes"],
        excepted=terms["excepted"],
        gatherings=terms["gatherings"],
        dealing=terms["dealing"],
        conditions=terms["conditions"],
    )


def authority(writing: Writing, officer: Officer, row: NotificationRow) -> Authority:
    """Government alone controls; no Collector has a power of sections 5 and 6."""
    return authorise(writing, officer, "government", clause=clause_of(row), at=writing.now)


def clause_of(row: NotificationRow) -> str:
    """The first clause that a control rests on."""
    return of_json(notifications.content_of(row)["terms"]).clauses[0]


def gap_of(reading: Reading, version: Version) -> law.Gap | None:
    """The time without a control before `version`, an extension, as it is known now: a correction
    of either may have changed it since the paper was printed."""
    number = version.facts.get("extends")
    if not number:
        return None
    end = ended(reading, notifications.get(reading.session, number))
    return None if end is None else law.gap(end, version.since)
