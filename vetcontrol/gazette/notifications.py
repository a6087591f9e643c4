"""Notifications: drafted by one, approved by another, published in the gazette.

One desk for every section whose power Government uses by gazette. What a notification is about
(an infected area, an eradication area, a control) is told by the `Power` that the package of its
section hands in on top: this package knows none of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from vetcontrol.canonical import canonical, digest, instant, instant_text
from vetcontrol.clock import day_of, in_words, start_of_day
from vetcontrol.documents.parts import Signatory
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.gazette.moments import Moments, moments
from vetcontrol.gazette.power import clause_of, power
from vetcontrol.gazette.reference import GazetteReference, gazette
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.authority import Authority
from vetcontrol.register.corrections import standing
from vetcontrol.register.effects import Action, Effect, FeatureKind
from vetcontrol.register.entries import Entry, Kind, geometry_from
from vetcontrol.register.register import Reading, Writing
from vetcontrol.register.restating import checked, flag
from vetcontrol.register.tables import EntryRow

DRAFTED = "notification.drafted"
APPROVED = "notification.approved"
PUBLISHED = "notification.published"
EXHIBITED = "notification.exhibited"
SUBJECT = "NOT"

# A first notification is of the kind that it is about.
INFECTED_AREA = "infected_area"
AMENDMENT = "amendment"
RESCISSION = "rescission"
_ACTIONS = {AMENDMENT: Action.REPLACE, RESCISSION: Action.END}


def about_of(content: Mapping[str, Any]) -> str:
    """What an entry of a notification is about; entries older than the other powers are of
    infected areas and do not say so."""
    return str(content.get("about", INFECTED_AREA))


def _clause(content: Mapping[str, Any]) -> str:
    """The clause of a publication, also of one that was recorded before it named its own."""
    usual = "DOA1974-13-2" if content["kind"] == INFECTED_AREA else "DOA1974-13-3"
    return str(content.get("clause", usual))


def draft(
    writing: Writing,
    authority: Authority,
    *,
    kind: str,
    content: Mapping[str, Any],
    follows: datetime,
    about: str = INFECTED_AREA,
    case_number: str = "",
    feature: str | None = None,
    amends: str | None = None,
) -> str:
    """Keep a draft and return its number.

    `content` holds `area_name`, `disease`, `disease_name`, `geometry` (GeoJSON, or None where it
    reaches no land) and `area_m2`, and what its `Power` publishes from it. `feature` is the one
    that it changes or ends; a first notification names its own. `follows` is when the act was
    done that it publishes or changes: it is not published before that. `case_number` is empty
    where it belongs to no case."""
    number = writing.next_number(SUBJECT)
    writing.append(
        DRAFTED,
        authority.actor,
        {
            **content,
            "number": number,
            "kind": kind,
            "about": about,
            "case_number": case_number,
            "feature": feature or f"{about}/{number}",
            "amends": amends,
            "follows": instant_text(follows),
            "at": instant_text(writing.now),
            "decision": authority.decision.as_json(),
        },
        subjects=_subjects(number, case_number),
    )
    refresh(writing, number)
    return number


def _subjects(*numbers: str) -> tuple[str, ...]:
    return tuple(filter(None, numbers))


def draft_checksum(row: NotificationRow) -> str:
    """The checksum of a draft as it will be approved: what is approved is this and no other."""
    return digest(row.content)


def approve(writing: Writing, authority: Authority, number: str) -> Entry:
    """Approve a draft: by another person than its drafter."""
    row = get(writing.session, number)
    _require_state(row, "draft", "approved", clause_of(writing, row))
    if row.drafted_by == authority.officer.username:
        raise NoAuthority(
            f"{number} was drafted by {row.drafted_by}; a notification is approved by another"
            " person than its drafter.",
            clauses=(clause_of(writing, row),),
        )
    entry = writing.append(
        APPROVED,
        authority.actor,
        {
            "number": number,
            "draft_checksum": draft_checksum(row),
            "signatory": authority.signatory().as_json(),
            "delegation": authority.delegation,
            "at": instant_text(writing.now),
            "decision": authority.decision.as_json(),
        },
        subjects=_subjects(number, row.case_number),
    )
    refresh(writing, number)
    return entry


def _area_from(session: Session, row: NotificationRow, published_on: date) -> datetime | None:
    """When the area that `row` changes has effect: an end from its beginning, other limits after
    those that were published before them."""
    before = [
        n.effective_at
        for n in chain(session, row.feature)
        if n.effective_at is not None
        and n.published_at is not None
        and n.kind != RESCISSION
        and (n.kind == n.about or row.kind == AMENDMENT)
        and day_of(n.published_at) <= published_on
    ]
    return max(before, default=None)


def publish(
    writing: Writing,
    authority: Authority,
    number: str,
    *,
    gazette_series: str,
    gazette_number: str,
    published_on: date,
    published_at: datetime | None = None,
    effective_at: datetime | None = None,
) -> Entry:
    """Record the publication of an approved notification; with it the area begins, changes or
    ends, and declared places that it leaves out cease at publication (DOA1974-13-4a)."""
    row = get(writing.session, number)
    clause = clause_of(writing, row)
    _require_state(row, "approved", "published", clause)
    reference = GazetteReference(gazette_series, gazette_number, published_on)
    _not_struck(writing.session, number, clause)
    draft_content = content_of(row)
    area_from = _area_from(writing.session, row, published_on)
    when = moments(
        writing.now,
        published_on,
        published_at,
        effective_at or _stated_beginning(draft_content, published_on),
        follows=instant(draft_content["follows"]),
        area_from=area_from,
        clause=clause,
    )
    _ends_on_publication(row.kind, when, area_from, clause)
    approval = next(e for e in reversed(standing(writing.session, number)) if e.kind == APPROVED)
    if approval.content["draft_checksum"] != draft_checksum(row):
        raise Refused(f"{number} is not the draft that was approved; approve it again.")
    publication = power(writing, row).publish(
        writing,
        # An approval recorded before it named its delegation has none to print.
        {**draft_content, "delegation": approval.content.get("delegation", "")},
        Signatory.from_json(approval.content["signatory"]),
        reference,
        when,
    )
    changed = _changed(writing.session, row)
    entry = writing.append(
        PUBLISHED,
        authority.actor,
        {
            **publication.content,
            "number": number,
            "kind": row.kind,
            "about": row.about,
            "clause": clause,
            "case_number": row.case_number,
            "feature": row.feature,
            "amends": row.amends,
            "geometry": draft_content.get("geometry"),
            "area_name": draft_content["area_name"],
            "disease": draft_content["disease"],
            "gazette": reference.as_json(),
            "published_at": instant_text(when.published_at),
            "effective_at": instant_text(when.effective_at),
            "hour_stated": when.hour_stated,
            "area_from": None if area_from is None else instant_text(area_from),
            "decision": authority.decision.as_json(),
        },
        subjects=_subjects(number, row.case_number, *changed),
        number=number,
        signed_at=when.published_at,
        documents=publication.documents,
    )
    for each in (number, *changed):
        refresh(writing, each)
    if row.case_number:
        writing.register.handlers.refreshers[row.case_number.partition("/")[0]](
            writing, row.case_number
        )
    return entry


def _stated_beginning(content: Mapping[str, Any], published_on: date) -> datetime | None:
    """When the words of the notification say that it begins, where that is still ahead of the day
    of its publication; one that is published late begins when it is published."""
    begins = content.get("begins")
    if begins is None or instant(begins) < start_of_day(published_on + timedelta(days=1)):
        return None
    return instant(begins)


def _changed(session: Session, row: NotificationRow) -> list[str]:
    """The notifications that the publication of `row` changes: the one it names; a rescission ends
    the whole chain of its area."""
    return [
        n.number
        for n in chain(session, row.feature)
        if n.number != row.number and (n.number == row.amends or row.kind == RESCISSION)
    ]


def _ends_on_publication(kind: str, when: Moments, area_from: datetime | None, clause: str) -> None:
    """Raises `Malformed` for a rescission with effect later than it is published."""
    first = max(when.published_at, area_from or when.published_at)
    if kind == RESCISSION and when.effective_at > first:
        raise Malformed.field(
            "effective_at",
            f"{in_words(when.effective_at)} is after {in_words(first)}; a rescission has effect"
            " when it is published. To end an area later, publish it later",
            clauses=(clause,),
        )


def _not_struck(session: Session, number: str, clause: str) -> None:
    """Raises `Refused` where the notification was published and a correction struck that."""
    if session.scalar(select(EntryRow.seq).where(EntryRow.number == number)):
        raise Refused(
            f"{number} was published once, and a correction struck that publication. Withdraw the"
            " correction and restate what was wrong; or strike the approval, the draft and the"
            " decision, and decide anew.",
            clauses=(clause,),
        )


def effects_of(content: Mapping[str, Any]) -> list[Effect]:
    """The feature begins, is replaced or ends, and ends again where its words say until when;
    places left out cease at publication. Notifications that reach no land change no map."""
    if content.get("geometry") is None:
        return []
    published, effective = instant(content["published_at"]), instant(content["effective_at"])
    kind, stated, clause = content["kind"], content["hour_stated"], _clause(content)
    about = FeatureKind(about_of(content))
    action = _ACTIONS.get(kind, Action.BEGIN)
    facts = {
        "number": content["number"],
        "case": content["case_number"],
        "name": content["area_name"],
        "disease": content["disease"],
        "clauses": [clause],
        # A later effective time is stated to the hour, whatever the gazette's own.
        "hour_not_stated": not stated and effective == published,
        **content.get("facts", {}),
    }
    shape = None if action is Action.END else geometry_from(content["geometry"])
    effects = [Effect(content["feature"], about, action, shape, effective, facts)]
    until = content.get("until")
    if until is not None and action is not Action.END:
        words = {"number": content["number"], "clauses": [clause], "expired": True}
        effects.append(Effect(content["feature"], about, Action.END, None, instant(until), words))
    ended = {
        "number": content["number"],
        "clauses": ["DOA1974-13-4a"],
        "hour_not_stated": not stated,
    }
    return effects + [
        Effect(
            place["feature"], FeatureKind(place["feature_kind"]), Action.END, None, published, ended
        )
        for place in content.get("ceases", ())
    ]


def restate(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
    """The publication with what was wrong of its gazette or moments put right.

    What had effect on publication still has. An hour that is restated is one that is stated.
    Raises `Malformed` for days and hours that cannot agree.
    """
    read = checked(restated, gazette=gazette, hour_stated=flag)
    reference = GazetteReference.from_json(read.get("gazette", content["gazette"]))
    published = instant(read.get("published_at", content["published_at"]))
    stated = read.get("hour_stated", "published_at" in read or content["hour_stated"])
    if day_of(published) != reference.day:
        raise Malformed.field(
            "restated.published_at",
            f"is {in_words(published)}, and the gazette is of {reference.day}; restate both",
        )
    clause = _clause(content)
    area_from = None if content["area_from"] is None else instant(content["area_from"])
    on_publication = content["effective_at"] == content["published_at"]
    when = moments(
        max(published, start_of_day(reference.day)),
        reference.day,
        published,
        instant(read["effective_at"])
        if "effective_at" in read
        else (None if on_publication else instant(content["effective_at"])),
        area_from=area_from,
        clause=clause,
    )
    _ends_on_publication(content["kind"], when, area_from, clause)
    until = content.get("until")
    if until is not None and when.effective_at >= instant(until):
        raise Malformed.field(
            "restated.effective_at",
            f"{in_words(when.effective_at)} is not before {in_words(instant(until))}, until when"
            " it holds by its own words; strike the publication instead",
            clauses=(clause,),
        )
    return {
        **content,
        "gazette": reference.as_json(),
        "published_at": instant_text(when.published_at),
        "effective_at": instant_text(when.effective_at),
        "hour_stated": stated,
    }


def get(session: Session, number: str) -> NotificationRow:
    """The notification of that number. Raises `NotFound`."""
    row = session.get(NotificationRow, number)
    if row is None:
        raise NotFound(f"No notification {number} is on the register.")
    return row


def change_of(
    reading: Reading, number: str, change: Literal["amend", "rescind"]
) -> Callable[..., str]:
    """What drafts an amendment (of limits) or a rescission of that notification. Raises `Refused`
    where what it is about is not changed so, and `NotFound`."""
    row = get(reading.session, number)
    used = power(reading, row)
    found = used.amend if change == "amend" else used.rescind
    if found is None:
        raise Refused(
            f"{number} is not changed in this way; draft a new notification.",
            clauses=(used.clause(row),),
        )
    return found


def content_of(row: NotificationRow) -> dict[str, Any]:
    """What the notification says, as drafted."""
    content: dict[str, Any] = json.loads(row.content)
    return content


def chain(session: Session, feature: str) -> list[NotificationRow]:
    """Every notification of one area, in order."""
    return list(
        session.scalars(
            select(NotificationRow)
            .where(NotificationRow.feature == feature)
            .order_by(NotificationRow.number)
        )
    )


def require_no_draft(session: Session, feature: str, clause: str) -> None:
    """Raises `Refused` where another notification already changes the area and is not out."""
    waiting = [n.number for n in chain(session, feature) if n.state in ("draft", "approved")]
    if waiting:
        raise Refused(
            f"{waiting[0]} changes the same area and waits for publication. Publish it first; or"
            " strike its approval, then its draft, by corrections.",
            clauses=(clause,),
        )


def _require_state(row: NotificationRow, needed: str, wanted: str, clause: str) -> None:
    if row.state != needed:
        raise Refused(
            f"{row.number} is {row.state}; only one that is {needed} can be {wanted}.",
            clauses=(clause,),
        )


def refresh(writing: Writing, number: str) -> None:
    """Rebuild the row of one notification from its standing entries."""
    session = writing.session
    row: NotificationRow | None = None
    for entry in standing(session, number):
        content = entry.content
        own = content.get("number") == number
        if entry.kind == DRAFTED and own:
            row = _drafted(entry, content)
        elif row is None:
            continue
        elif entry.kind == APPROVED and own:
            row.state, row.approved_by, row.approved_at = "approved", entry.actor, entry.recorded_at
        elif entry.kind == PUBLISHED and own:
            if instant(content["published_at"]) > entry.recorded_at:
                raise Refused(
                    f"{number} was recorded as published at {in_words(entry.recorded_at)}; it"
                    " cannot have been published later.",
                    clauses=(_clause(content),),
                )
            row.state = "published"
            row.gazette = GazetteReference.from_json(content["gazette"]).words
            row.published_at = instant(content["published_at"])
            row.effective_at = instant(content["effective_at"])
            row.hour_stated = content["hour_stated"]
        elif entry.kind == PUBLISHED and content["kind"] == RESCISSION:
            row.state = "rescinded" if row.state == "published" else row.state
        elif entry.kind == EXHIBITED and own:
            row.exhibited = True
    if row is None:
        session.execute(delete(NotificationRow).where(NotificationRow.number == number))
    else:
        session.merge(row)
    session.flush()


def _drafted(entry: Entry, content: Mapping[str, Any]) -> NotificationRow:
    return NotificationRow(
        number=content["number"],
        kind=content["kind"],
        about=about_of(content),
        state="draft",
        case_number=content["case_number"],
        amends=content["amends"],
        feature=content["feature"],
        drafted_by=entry.actor,
        drafted_at=entry.recorded_at,
        gazette="",
        hour_stated=True,
        exhibited=False,
        content=canonical(content),
    )


def _drafter(writing: Writing, approval: Entry) -> frozenset[str]:
    """Who drafted what the entry approves: an approval is another person's."""
    return frozenset({get(writing.session, approval.content["number"]).drafted_by})


def _publisher(_writing: Writing, publication: Entry) -> frozenset[str]:
    """Who recorded the publication: what is in force for everybody is not undone by one person."""
    return frozenset({publication.actor})


KINDS = (
    Kind(DRAFTED),
    Kind(APPROVED, barred=_drafter),
    Kind(
        PUBLISHED,
        effects=effects_of,
        restatable=frozenset({"gazette", "published_at", "effective_at", "hour_stated"}),
        restate=restate,
        barred=_publisher,
    ),
    Kind(EXHIBITED),
)
REFRESHERS = {SUBJECT: refresh}
